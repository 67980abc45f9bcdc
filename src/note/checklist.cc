#include "note/checklist.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/text.h"
#include "note/split.h"

namespace loci::note {
namespace {

constexpr std::size_t kBoxLength = 5;  // "- [ ]"
constexpr std::size_t kBoxMark = 3;

bool has_box(std::string_view words) {
  if (words.size() < kBoxLength || (words[0] != '-' && words[0] != '*')) return false;
  return words.substr(1, 2) == " [" && words[4] == ']' &&
         (words[kBoxMark] == ' ' || words[kBoxMark] == 'x' || words[kBoxMark] == 'X');
}

// Calls visit(line, offset of the box) for every item.
template <typename Visit>
void for_each_item(std::string_view text, Visit visit) {
  std::size_t number = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view line = line_at(text, at);
    ++number;
    const std::string_view words = trim_left(line);
    if (has_box(words)) visit(line, at + line.size() - words.size(), number);
    at += line.size();
  }
}

std::optional<std::size_t> as_number(std::string_view text) {
  std::size_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

std::string ticked(std::string_view text, std::size_t line) {
  std::string result(text);
  for_each_item(text, [&](std::string_view, std::size_t box, std::size_t number) {
    if (number == line) result[box + kBoxMark] = 'x';
  });
  return result;
}

}  // namespace

std::vector<ChecklistItem> checklist_items(std::string_view text) {
  std::vector<ChecklistItem> items;
  for_each_item(text, [&](std::string_view line, std::size_t, std::size_t number) {
    const std::string_view words = trim_left(line);
    items.push_back({.number = items.size() + 1,
                     .line = number,
                     .done = words[kBoxMark] != ' ',
                     .text = std::string(trim(words.substr(kBoxLength)))});
  });
  return items;
}

std::string open_items(std::string_view text) {
  std::string open;
  for_each_item(text, [&](std::string_view line, std::size_t box, std::size_t) {
    if (text[box + kBoxMark] == ' ') open += line;
  });
  return open;
}

std::string append_text(std::string_view text, std::string_view addition) {
  std::string result(text);
  if (addition.empty()) return result;
  const std::string_view ending = line_ending(text);
  if (!result.empty() && !result.ends_with('\n')) result += ending;
  result += addition;
  if (!result.ends_with('\n')) result += ending;
  return result;
}

std::string add_item(std::string_view text, std::string_view item) {
  return append_text(text, fmt::format("- [ ] {}", one_line(item)));
}

Result<std::string> tick_item(std::string_view text, std::string_view which) {
  const std::vector<ChecklistItem> items = checklist_items(text);
  const std::string_view wanted = trim(which);
  if (const auto number = as_number(wanted); number && *number >= 1 && *number <= items.size()) {
    const ChecklistItem& item = items[*number - 1];
    if (item.done) return fail(not_found(fmt::format("item {} is already done", *number)));
    return ticked(text, item.line);
  }
  const std::string folded = fold_with_space(wanted);
  std::vector<const ChecklistItem*> matches;
  std::vector<const ChecklistItem*> exact;
  for (const ChecklistItem& item : items) {
    if (item.done || folded.empty()) continue;
    const std::string words = fold_with_space(item.text);
    if (words.find(folded) != std::string::npos) matches.push_back(&item);
    if (words == folded) exact.push_back(&item);
  }
  // An item that says just this is meant even where longer ones contain it.
  if (exact.size() == 1) matches = exact;
  if (matches.empty()) {
    return fail(not_found(fmt::format("there is no open item '{}'", printable(wanted, true)),
                          "'loci scratch list' shows the items"));
  }
  if (matches.size() > 1) {
    std::vector<std::string> names;
    names.reserve(matches.size());
    for (const ChecklistItem* item : matches) {
      names.push_back(fmt::format("{} '{}'", item->number, printable(item->text, true)));
    }
    return fail(invalid_input(fmt::format("'{}' matches {} open items: {}", printable(wanted, true),
                                          matches.size(), join(names, ", ")),
                              "give the item's number"));
  }
  return ticked(text, matches.front()->line);
}

std::string append_daily(std::string_view text, std::string_view time, std::string_view heading,
                         std::string_view body) {
  const std::string_view ending = line_ending(text);
  std::string result(text);
  if (!result.empty()) {
    if (!result.ends_with('\n')) result += ending;
    const std::size_t last = result.size() < 2 ? 0 : result.rfind('\n', result.size() - 2) + 1;
    if (!trim(std::string_view(result).substr(last)).empty()) result += ending;
  }
  const std::string title = one_line(heading);
  result += title.empty() ? fmt::format("### {}", time) : fmt::format("### {} — {}", time, title);
  result += ending;
  return append_text(result, body);
}

}  // namespace loci::note
