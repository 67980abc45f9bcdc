#include "note/long_term.h"

#include <fmt/format.h>

#include <unordered_set>

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
                                 std::string_view what) {
  if (from.empty()) {
    return fail(invalid_input("the text to replace is empty", "give some text that is there once"));
  }
  std::size_t count = 0;
  std::size_t first = std::string_view::npos;
  for (std::size_t at = text.find(from); at != std::string_view::npos;
       at = text.find(from, at + 1)) {
    if (count++ == 0) first = at;
  }
  if (count != 1) {
    return fail(invalid_input(
        fmt::format("the text to replace is {} times in {}; nothing was changed", count, what),
        count == 0 ? "read it first and give the text exactly as it stands"
                   : "give more of the text around it, so that it is there once"));
  }
  return fmt::format("{}{}{}", text.substr(0, first), to, text.substr(first + from.size()));
}

}  // namespace loci::note
