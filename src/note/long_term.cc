#include "note/long_term.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>
#include <vector>

#include "base/text.h"
#include "note/checklist.h"
#include "note/index_file.h"

namespace loci::note {
namespace {

std::string spaces_folded(std::string_view line) {
  std::string folded;
  bool space = false;
  for (const char c : trim(line)) {
    const bool is_space = c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
    if (!is_space) {
      if (space) folded += ' ';
      folded += c;
    }
    space = is_space;
  }
  return folded;
}

// The marks that open or close a fenced block, or "".
std::string_view fence_of(std::string_view line) {
  const std::string_view text = trim_left(line);
  if (text.empty() || (text.front() != '`' && text.front() != '~')) return {};
  std::size_t length = text.find_first_not_of(text.front());
  if (length == std::string_view::npos) length = text.size();
  constexpr std::size_t kShortest = 3;
  return length >= kShortest ? text.substr(0, length) : std::string_view();
}

std::vector<std::string_view> entry_lines(std::string_view index) {
  const std::vector<std::string_view> lines = split_lines(index);
  std::vector<std::string_view> entries;
  for (const IndexEntry& entry : parse_index(index)) {
    entries.push_back(without_ending(lines[entry.line]));
  }
  return entries;
}

bool ends_with_entry(std::string_view index) {
  const std::vector<IndexEntry> entries = parse_index(index);
  if (entries.empty()) return false;
  const std::vector<std::string_view> lines = split_lines(index);
  return entries.back().line + 1 == lines.size();
}

// How many places are shown of a text that is there too often, and how much of a line.
constexpr std::size_t kPlacesShown = 5;
constexpr std::size_t kColumnsShown = 100;

// "\n7: the line", for the place `at` in a text whose first line has this number.
std::string shown_place(std::string_view text, std::size_t at, std::size_t first_line) {
  const std::string_view before = text.substr(0, at);
  const auto line = static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t begin = before.rfind('\n') + 1;  // npos + 1 is 0
  const std::string_view whole = text.substr(begin, text.find('\n', begin) - begin);
  return fmt::format("\n{}: {}", first_line + line, shortened(trim(whole), kColumnsShown));
}

}  // namespace

AppendedProse append_prose(std::string_view index, std::string_view addition) {
  std::unordered_set<std::string> known;
  for (const std::string_view line : split_lines(index)) known.insert(spaces_folded(line));
  AppendedProse result;
  std::string fresh;
  std::string blanks;
  std::string_view fence;
  for (const std::string_view whole : split_lines(addition)) {
    const std::string_view line = without_ending(whole);
    const std::string_view marks = fence_of(line);
    const bool closes = !fence.empty() && marks.starts_with(fence);
    const bool fenced = !fence.empty() || !marks.empty();
    if (fence.empty()) {
      fence = marks;
    } else if (closes) {
      fence = {};
    }
    if (!fenced && trim(line).empty()) {
      blanks += '\n';
      continue;
    }
    if (!fenced && known.contains(spaces_folded(line))) {
      ++result.skipped;
      continue;
    }
    if (!fresh.empty()) fresh += blanks;
    blanks.clear();
    fresh.append(line).append("\n");
    ++result.added;
  }
  if (result.added == 0) {
    result.text = index;
    return result;
  }
  std::string before(index);
  if (ends_with_entry(index)) {
    if (!before.ends_with('\n')) before += '\n';
    before += '\n';
  }
  result.text = append_text(before, fresh);
  return result;
}

std::string replace_prose(std::string_view index, std::string_view content) {
  const std::vector<std::string_view> entries = entry_lines(index);
  std::string text(content);
  if (entries.empty()) return text;
  if (!trim(text).empty()) {
    text.resize(trim_right(text).size());
    text += "\n\n";
  } else {
    text.clear();
  }
  for (const std::string_view entry : entries) text.append(entry).append("\n");
  return text;
}

bool same_entries(std::string_view a, std::string_view b) {
  return entry_lines(a) == entry_lines(b);
}

Result<std::string> replace_once(std::string_view text, std::string_view from, std::string_view to,
                                 std::string_view what, std::size_t first_line) {
  if (from.empty()) {
    return fail(invalid_input("the text to replace is empty", "give some text that occurs once"));
  }
  std::vector<std::size_t> places;
  for (std::size_t at = text.find(from); at != std::string_view::npos;
       at = text.find(from, at + 1)) {
    places.push_back(at);
  }
  if (places.size() == 1) {
    const std::size_t at = places.front();
    return fmt::format("{}{}{}", text.substr(0, at), to, text.substr(at + from.size()));
  }
  if (places.empty()) {
    return fail(invalid_input(
        fmt::format("the text to replace does not occur in {}; nothing was changed", what),
        "read it first and give the text exactly as it is there"));
  }
  std::string message = fmt::format(
      "the text to replace occurs in {} {} times; nothing was changed", what, places.size());
  std::string last;  // a line that has it twice is shown once
  std::size_t shown = 0;
  for (const std::size_t at : places) {
    std::string place = shown_place(text, at, first_line);
    if (place == last) continue;
    message += shown < kPlacesShown ? place : "\n…";
    if (++shown > kPlacesShown) break;
    last = std::move(place);
  }
  return fail(
      invalid_input(std::move(message), "give more of the text around it, so that it occurs once"));
}

}  // namespace loci::note
