#include "upkeep/dates.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>

#include "base/text.h"
#include "base/time.h"
#include "upkeep/phrases.h"

namespace loci::upkeep {
namespace {

using std::chrono::year_month_day;

std::optional<year_month_day> day_of(std::string_view date) {
  if (!is_date(date)) return std::nullopt;
  const auto number = [&](std::size_t at, std::size_t size) {
    int value = 0;
    std::from_chars(date.data() + at, date.data() + at + size, value);
    return value;
  };
  return year_month_day{std::chrono::year(number(0, 4)),
                        std::chrono::month(static_cast<unsigned>(number(5, 2))),
                        std::chrono::day(static_cast<unsigned>(number(8, 2)))};
}

std::string written_day(const year_month_day& day) {
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(day.year()),
                     static_cast<unsigned>(day.month()), static_cast<unsigned>(day.day()));
}

std::string written_month(const year_month_day& day, int months) {
  const year_month_day first = day.year() / day.month() / std::chrono::day(1);
  const year_month_day then = first + std::chrono::months(months);
  return fmt::format("{:04}-{:02}", static_cast<int>(then.year()),
                     static_cast<unsigned>(then.month()));
}

struct LineWord {
  std::size_t begin;
  std::size_t end;
  std::string lower;
};

std::vector<LineWord> words_of_line(std::string_view line) {
  std::vector<LineWord> words;
  for (std::size_t at = 0; at < line.size();) {
    const auto is_word = [&](std::size_t i) {
      const char c = line[i];
      return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    };
    if (!is_word(at)) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < line.size() && is_word(end)) ++end;
    words.push_back({at, end, ascii_lower(line.substr(at, end - at))});
    at = end;
  }
  return words;
}

// What happens again and again is of no day.
bool is_habit(const std::vector<LineWord>& words) {
  static constexpr std::array<std::string_view, 26> kHabits{
      "every", "each", "always",   "daily", "nightly", "weekly", "usually", "often",   "never",
      "if",    "when", "whenever", "per",   "any",     "word",   "words",   "phrase",  "mean",
      "means", "show", "shows",    "like",  "say",     "says",   "default", "whatever"};
  return std::any_of(words.begin(), words.end(), [](const LineWord& word) {
    return std::find(kHabits.begin(), kHabits.end(), word.lower) != kHabits.end();
  });
}

bool is_quoted(std::string_view line, std::size_t begin, std::size_t end) {
  const auto quote = [](char c) { return c == '"' || c == '\'' || c == '`'; };
  if (begin > 0 && quote(line[begin - 1])) return true;
  if (end < line.size() && quote(line[end]) && line[end] != '\'') return true;
  const auto before = line.substr(0, begin);
  return std::count(before.begin(), before.end(), '`') % 2 == 1 ||
         std::count(before.begin(), before.end(), '"') % 2 == 1;
}

std::optional<int> small_number(std::string_view word) {
  static constexpr std::array<std::string_view, 13> kWords{
      "zero",  "one",   "two",  "three", "four",   "five",  "six",
      "seven", "eight", "nine", "ten",   "eleven", "twelve"};
  if (word == "a" || word == "an") return 1;
  for (std::size_t i = 0; i < kWords.size(); ++i) {
    if (kWords.at(i) == word) return static_cast<int>(i);
  }
  int value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (error != std::errc() || end != word.data() + word.size() || value > 3650) return std::nullopt;
  return value;
}

struct Found {
  std::size_t begin;
  std::size_t end;
  std::string to;
};

std::string week_of(const year_month_day& day, int weeks) {
  const std::chrono::sys_days then = std::chrono::sys_days(day) + std::chrono::days(7 * weeks);
  const auto since_monday = std::chrono::weekday(then) - std::chrono::Monday;
  return fmt::format("the week of {}", written_day(year_month_day(then - since_monday)));
}

std::optional<Found> found_at(const std::vector<LineWord>& words, std::size_t i,
                              std::string_view line, const year_month_day& day) {
  const auto shifted = [&](int days) {
    return written_day(year_month_day(std::chrono::sys_days(day) + std::chrono::days(days)));
  };
  const std::string& word = words[i].lower;
  if (word == "yesterday") return Found{words[i].begin, words[i].end, shifted(-1)};
  if (word == "today") return Found{words[i].begin, words[i].end, shifted(0)};
  if (word == "tomorrow") return Found{words[i].begin, words[i].end, shifted(1)};
  const auto adjacent = [&](std::size_t one) {
    return one + 1 < words.size() &&
           trim(line.substr(words[one].end, words[one + 1].begin - words[one].end)).empty();
  };
  if (!adjacent(i)) return std::nullopt;
  const std::string& next = words[i + 1].lower;
  const int step = word == "last" ? -1 : word == "next" ? 1 : 0;
  if (step != 0 || word == "this") {
    const std::size_t end = words[i + 1].end;
    if (next == "week") return Found{words[i].begin, end, week_of(day, step)};
    if (next == "month") return Found{words[i].begin, end, written_month(day, step)};
    if (next == "year") {
      return Found{words[i].begin, end, fmt::format("{}", static_cast<int>(day.year()) + step)};
    }
    return std::nullopt;
  }
  if (!adjacent(i + 1) || words[i + 2].lower != "ago") return std::nullopt;
  const auto number = small_number(word);
  if (!number) return std::nullopt;
  const std::size_t end = words[i + 2].end;
  if (next == "day" || next == "days") return Found{words[i].begin, end, shifted(-*number)};
  if (next == "week" || next == "weeks") {
    return Found{words[i].begin, end, week_of(day, -*number)};
  }
  if (next == "month" || next == "months") {
    return Found{words[i].begin, end, written_month(day, -*number)};
  }
  if (next == "year" || next == "years") {
    return Found{words[i].begin, end, fmt::format("{}", static_cast<int>(day.year()) - *number)};
  }
  return std::nullopt;
}

// A date at the beginning of a line, behind marks of headings and lists: what follows is of it.
std::optional<std::string> date_at_start(std::string_view line) {
  const std::size_t at = line.find_first_not_of("#-*+> \t");
  if (at == std::string_view::npos || line.size() < at + 10) return std::nullopt;
  const std::string_view date = line.substr(at, 10);
  if (!is_date(date)) return std::nullopt;
  return std::string(date);
}

}  // namespace

std::string day_after(std::string_view date, int days) {
  const auto day = day_of(date);
  if (!day) return std::string(date);
  return written_day(year_month_day(std::chrono::sys_days(*day) + std::chrono::days(days)));
}

DatedBody with_dates(std::string_view body, const WrittenOn& written_on) {
  DatedBody dated;
  const std::vector<Phrase> phrases = relative_dates(body);
  const std::vector<std::string_view> lines = split_lines(body);
  std::optional<std::string> of_paragraph;
  for (std::size_t number = 0; number < lines.size(); ++number) {
    const std::string_view line = lines[number];
    if (auto date = date_at_start(line)) of_paragraph = std::move(date);
    const bool may = std::any_of(phrases.begin(), phrases.end(),
                                 [&](const Phrase& phrase) { return phrase.line == number + 1; });
    const std::vector<LineWord> words = may ? words_of_line(line) : std::vector<LineWord>();
    std::optional<year_month_day> day;
    if (may && !is_habit(words)) {
      const auto date = of_paragraph ? of_paragraph : written_on(number);
      if (date) day = day_of(*date);
    }
    std::size_t done = 0;
    for (std::size_t i = 0; day && i < words.size(); ++i) {
      const auto found = found_at(words, i, line, *day);
      if (!found || found->begin < done || is_quoted(line, found->begin, found->end)) continue;
      dated.text += line.substr(done, found->begin - done);
      dated.text += found->to;
      dated.changes.push_back(
          {number, std::string(line.substr(found->begin, found->end - found->begin)), found->to});
      done = found->end;
    }
    dated.text += line.substr(done);
  }
  return dated;
}

}  // namespace loci::upkeep
