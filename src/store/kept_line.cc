#include "store/kept_line.h"

#include <fmt/format.h>

#include <charconv>
#include <vector>

#include "base/text.h"

namespace loci::store {
namespace {

// Written in place of the line above where that is not known. No line of an index
// that a person can see is this, and journals of earlier versions have it.
constexpr std::string_view kNowhere = "\x01";

}  // namespace

std::string format_kept(const note::KeptLine& kept) {
  return fmt::format("{}\n{}\n{}\n", kept.placed ? std::string_view(kept.above) : kNowhere,
                     kept.blanks, kept.line);
}

std::optional<note::KeptLine> parse_kept(std::string_view text) {
  const std::vector<std::string_view> lines = split_lines(text);
  if (lines.size() != 3) return std::nullopt;
  note::KeptLine kept;
  const std::string_view above = without_ending(lines[0]);
  const std::string_view blanks = without_ending(lines[1]);
  kept.placed = above != kNowhere;
  if (kept.placed) kept.above = above;
  (void)std::from_chars(blanks.data(), blanks.data() + blanks.size(), kept.blanks);
  kept.line = without_ending(lines[2]);
  return kept;
}

}  // namespace loci::store
