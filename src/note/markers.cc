#include "note/markers.h"

#include "base/text.h"

namespace loci::note {
namespace {

constexpr std::string_view kOurs = "<<<<<<< ";
constexpr std::string_view kBefore = "|||||||";
constexpr std::string_view kMiddle = "=======";
constexpr std::string_view kTheirs = ">>>>>>> ";
constexpr std::string_view kHeldBack = "[held back: merge-conflict]\n";

enum class Part : std::uint8_t { Outside, Mine, Base, Theirs };

}  // namespace

std::optional<Marked> split_markers(std::string_view text) {
  if (text.find(kOurs) == std::string_view::npos || text.find(kTheirs) == std::string_view::npos) {
    return std::nullopt;
  }
  Marked marked;
  std::string base;
  Part part = Part::Outside;
  std::string_view fence;
  bool found = false;
  bool all_have_base = true;
  bool has_base = false;
  std::size_t number = 0;
  for (const std::string_view line : split_lines(text)) {
    ++number;
    const std::string_view words = trim_left(line);
    if (part == Part::Outside && (words.starts_with("```") || words.starts_with("~~~"))) {
      if (fence.empty()) {
        fence = words.substr(0, 3);
      } else if (words.starts_with(fence)) {
        fence = {};
      }
    }
    if (part == Part::Outside && fence.empty() && line.starts_with(kOurs)) {
      if (!found) marked.line = number;
      found = true;
      has_base = false;
      part = Part::Mine;
      marked.neither += kHeldBack;
      continue;
    }
    if (part == Part::Mine && line.starts_with(kBefore)) {
      has_base = true;
      part = Part::Base;
      continue;
    }
    if ((part == Part::Mine || part == Part::Base) && without_ending(line) == kMiddle) {
      all_have_base = all_have_base && has_base;
      part = Part::Theirs;
      continue;
    }
    if (part == Part::Theirs && line.starts_with(kTheirs)) {
      part = Part::Outside;
      continue;
    }
    if (part == Part::Outside) marked.neither += line;
    if (part == Part::Outside || part == Part::Mine) marked.mine += line;
    if (part == Part::Outside || part == Part::Base) base += line;
    if (part == Part::Outside || part == Part::Theirs) marked.theirs += line;
  }
  if (!found || part != Part::Outside) return std::nullopt;
  if (all_have_base) marked.base = std::move(base);
  return marked;
}

std::string without_conflicts(std::string text) {
  auto marked = split_markers(text);
  return marked ? std::move(marked->neither) : std::move(text);
}

}  // namespace loci::note
