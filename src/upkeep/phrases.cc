#include "upkeep/phrases.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/text.h"

namespace loci::upkeep {
namespace {

constexpr std::size_t kShortest = 8;  // characters

constexpr std::array<std::string_view, 22> kEmptyWords{
    "note",  "notes",       "misc", "miscellaneous", "stuff",   "things",  "info",  "information",
    "todo",  "description", "memo", "various",       "general", "details", "other", "some",
    "about", "the",         "a",    "and",           "of",      "data"};

constexpr std::array<std::string_view, 4> kDays{"yesterday", "today", "tomorrow", "tonight"};
constexpr std::array<std::string_view, 3> kShifts{"last", "next", "this"};
constexpr std::array<std::string_view, 14> kPeriods{
    "week",   "month",   "year",      "quarter",  "morning", "afternoon", "evening",
    "monday", "tuesday", "wednesday", "thursday", "friday",  "saturday",  "sunday"};
constexpr std::array<std::string_view, 12> kUnits{"minute", "minutes", "hour", "hours",
                                                  "day",    "days",    "week", "weeks",
                                                  "month",  "months",  "year", "years"};

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

struct Word {
  std::size_t begin;
  std::size_t end;
  std::string lower;
};

// Calls `take` with each word of ASCII letters until it says no; code spans are
// passed over.
template <typename Take>
void each_word(std::string_view line, Take take) {
  for (std::size_t at = 0; at < line.size();) {
    if (line[at] == '`') {
      const std::size_t close = line.find('`', at + 1);
      at = close == std::string_view::npos ? at + 1 : close + 1;
    } else if (is_letter(line[at])) {
      std::size_t end = at;
      while (end < line.size() && is_letter(line[end])) ++end;
      if (!take(Word{at, end, ascii_lower(line.substr(at, end - at))})) return;
      at = end;
    } else {
      ++at;
    }
  }
}

bool starts_with(std::string_view text, std::string_view lower) {
  if (text.size() < lower.size()) return false;
  for (std::size_t i = 0; i < lower.size(); ++i) {
    if ((text[i] | 0x20) != lower[i]) return false;
  }
  return true;
}

bool begins_a_date(std::string_view text) {
  switch (text.front() | 0x20) {
    case 'y':
      return starts_with(text, "yesterday");
    case 't':
      return starts_with(text, "today") || starts_with(text, "tomorrow") ||
             starts_with(text, "tonight") || starts_with(text, "this ");
    case 'l':
      return starts_with(text, "last ");
    case 'n':
      return starts_with(text, "next ");
    default:
      return starts_with(text, "ago");
  }
}

// One pass that looks at the beginnings of words only: most notes have no such
// word, and check reads twenty thousand of them.
bool may_have_date(std::string_view text) {
  constexpr std::array kLetters = [] {
    std::array<char, 256> kinds{};
    for (int c = 'a'; c <= 'z'; ++c) kinds[static_cast<std::size_t>(c)] = 1;
    for (int c = 'A'; c <= 'Z'; ++c) kinds[static_cast<std::size_t>(c)] = 1;
    for (const char c : std::string_view("ytlnaYTLNA")) kinds[static_cast<unsigned char>(c)] = 2;
    return kinds;
  }();
  bool inside = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char kind = kLetters[static_cast<unsigned char>(text[at])];
    if (kind == 2 && !inside && begins_a_date(text.substr(at))) return true;
    inside = kind != 0;
  }
  return false;
}

std::string_view first_phrase(std::string_view line) {
  std::vector<Word> words;
  each_word(line, [&](Word word) {
    words.push_back(std::move(word));
    return true;
  });
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto span = [&](std::size_t from, std::size_t to) {
      return line.substr(words[from].begin, words[to].end - words[from].begin);
    };
    if (is_one_of(words[i].lower, kDays)) return span(i, i);
    if (i + 1 >= words.size()) continue;
    const bool adjacent =
        trim(line.substr(words[i].end, words[i + 1].begin - words[i].end)).empty();
    if (!adjacent) continue;
    if (is_one_of(words[i].lower, kShifts) && is_one_of(words[i + 1].lower, kPeriods)) {
      return span(i, i + 1);
    }
    if (is_one_of(words[i].lower, kUnits) && words[i + 1].lower == "ago") return span(i, i + 1);
  }
  return {};
}

}  // namespace

bool is_vague(std::string_view description, std::string_view name) {
  if (count_characters(trim(description)) < kShortest) {
    // A few characters say much in scripts without spaces.
    return std::all_of(description.begin(), description.end(),
                       [](char c) { return static_cast<unsigned char>(c) < 0x80U; });
  }
  // Both are trimmed; most differ in their first letter, and folding is dear.
  const bool may_be_same =
      !name.empty() && (ascii_lower(description.substr(0, 1)) == ascii_lower(name.substr(0, 1)) ||
                        !is_letter(name.front()) || !is_letter(description.front()));
  if (may_be_same && fold_with_space(description) == fold_with_space(name)) return true;
  bool empty = true;
  bool all = true;
  each_word(description, [&](const Word& word) {
    empty = false;
    all = is_one_of(word.lower, kEmptyWords);
    return all;
  });
  return !empty && all;
}

std::vector<Phrase> relative_dates(std::string_view body) {
  std::vector<Phrase> phrases;
  if (!may_have_date(body)) return phrases;
  std::size_t number = 0;
  std::string_view fence;
  while (!body.empty()) {
    const std::size_t feed = std::min(body.find('\n'), body.size() - 1);
    const std::string_view line = body.substr(0, feed + 1);
    body.remove_prefix(feed + 1);
    ++number;
    const std::string_view text = trim_left(line);
    if (text.starts_with("```") || text.starts_with("~~~")) {
      if (fence.empty()) {
        fence = text.substr(0, 3);
      } else if (text.starts_with(fence)) {
        fence = {};
      }
      continue;
    }
    if (!fence.empty() || !may_have_date(line)) continue;
    const std::string_view found = first_phrase(line);
    if (!found.empty()) phrases.push_back({number, std::string(found)});
  }
  return phrases;
}

}  // namespace loci::upkeep
