// Merging. An input is a base, mine and theirs, each behind a line "===="; the first byte says
// what they are. Nothing is lost, whatever the bytes: a merged text has every line that one side
// added to the base and the other has not, and a conflict gives both texts back.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/text.h"
#include "note/note.h"
#include "note/unmerged.h"
#include "property.h"
#include "sync/merge.h"

namespace {

using namespace loci::sync;

std::string_view take_part(std::string_view& input) {
  constexpr std::string_view kBreak = "====\n";
  const std::size_t end = input.find(kBreak);
  const std::string_view part = input.substr(0, end);
  input.remove_prefix(end == std::string_view::npos ? input.size() : end + kBreak.size());
  return part;
}

bool is_sound(const loci::note::Note& note) {
  return std::none_of(note.faults.begin(), note.faults.end(), [](const loci::note::Fault& fault) {
    return fault.code == loci::note::FaultCode::BrokenYaml;
  });
}

bool has_line(std::string_view text, std::string_view line) {
  const auto lines = loci::split_lines(text);
  return std::any_of(lines.begin(), lines.end(),
                     [&](std::string_view one) { return loci::without_ending(one) == line; });
}

void check(Shape shape, const Sides& sides) {
  const Merged merged = merge(shape, sides);
  LOCI_HOLDS(merged.text == merge(shape, {sides.base, sides.theirs, sides.mine}).text);
  LOCI_HOLDS(merged.text || shape == Shape::Note);
  if (!merged.text) {
    const std::string both = loci::note::in_one_file(sides.mine, sides.theirs);
    LOCI_HOLDS(both == loci::note::in_one_file(sides.theirs, sides.mine));
    const auto two = loci::note::versions_in(both);
    LOCI_HOLDS(two.has_value());
    const loci::note::Pair pair = loci::note::as_pair("a.md", sides.mine, sides.theirs);
    const auto first = loci::note::half_of_pair(pair.text);
    const auto second = loci::note::half_of_pair(pair.other_text);
    LOCI_HOLDS(first && second);
    LOCI_HOLDS((first->version.text == sides.mine && second->version.text == sides.theirs) ||
               (first->version.text == sides.theirs && second->version.text == sides.mine));
    return;
  }
  if (shape != Shape::Note) return;
  if (is_sound(loci::note::parse_note(sides.mine)) &&
      is_sound(loci::note::parse_note(sides.theirs))) {
    LOCI_HOLDS(is_sound(loci::note::parse_note(*merged.text)));
  }
  if (loci::is_valid_utf8(sides.mine) && loci::is_valid_utf8(sides.theirs)) {
    LOCI_HOLDS(loci::is_valid_utf8(*merged.text));
  }
  // Lines of the bodies: fields are rewritten where lists merge.
  for (const std::string_view* side : {&sides.mine, &sides.theirs}) {
    const loci::note::Note note = loci::note::parse_note(*side);
    for (const std::string_view line : loci::split_lines(note.body)) {
      const std::string_view words = loci::without_ending(line);
      if (loci::trim(words).empty() || has_line(sides.base.value_or(""), words)) continue;
      LOCI_HOLDS(has_line(*merged.text, words));
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  constexpr std::size_t kMost = 4096;  // quadratic checks
  if (size == 0 || size > kMost) return 0;
  std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto shape = static_cast<Shape>(static_cast<unsigned char>(input.front()) % 4);
  input.remove_prefix(1);
  const std::string_view base = take_part(input);
  const std::string_view mine = take_part(input);
  const std::string_view theirs = input;
  check(shape, {base, mine, theirs});
  check(shape, {std::nullopt, mine, theirs});
  static_cast<void>(loci::note::versions_in(base));
  static_cast<void>(loci::note::half_of_pair(base));
  return 0;
}
