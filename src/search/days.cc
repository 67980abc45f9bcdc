#include "search/days.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <string_view>

namespace loci::search {
namespace {

using Days = std::chrono::days;
using Day = std::chrono::sys_days;

struct NamedDay {
  std::string_view word;
  int number;
};
constexpr std::array<NamedDay, 6> kDaysAgo = {{{"today", 0},
                                               {"yesterday", 1},
                                               {"heute", 0},
                                               {"gestern", 1},
                                               {"vorgestern", 2},
                                               {"tonight", 0}}};
// From Monday.
constexpr std::array<NamedDay, 14> kWeekdays = {{{"monday", 0},
                                                 {"tuesday", 1},
                                                 {"wednesday", 2},
                                                 {"thursday", 3},
                                                 {"friday", 4},
                                                 {"saturday", 5},
                                                 {"sunday", 6},
                                                 {"montag", 0},
                                                 {"dienstag", 1},
                                                 {"mittwoch", 2},
                                                 {"donnerstag", 3},
                                                 {"freitag", 4},
                                                 {"samstag", 5},
                                                 {"sonntag", 6}}};
enum Span { kWeek, kMonth, kYear };
constexpr std::array<NamedDay, 6> kSpans = {{{"week", kWeek},
                                             {"month", kMonth},
                                             {"year", kYear},
                                             {"woche", kWeek},
                                             {"monat", kMonth},
                                             {"jahr", kYear}}};
constexpr std::array<std::string_view, 8> kLast = {"last",    "past",    "previous", "letzte",
                                                   "letzten", "letzter", "letztes",  "vorige"};
constexpr std::array<std::string_view, 6> kThis = {"this",   "current", "diese",
                                                   "dieser", "diesen",  "dieses"};

template <std::size_t size>
std::optional<int> number_in(const std::array<NamedDay, size>& table, std::string_view word) {
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const NamedDay& named) { return named.word == word; });
  return found == table.end() ? std::nullopt : std::optional(found->number);
}

template <std::size_t size>
bool is_one_of(const std::array<std::string_view, size>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

int weekday_of(Day day) { return static_cast<int>(std::chrono::weekday(day).iso_encoding()) - 1; }

Period whole_days(Day first, Day end) { return {Timestamp(first), Timestamp(end)}; }

// `back` of them before the one that has today.
Period span_of(int span, int back, Day today) {
  const std::chrono::year_month_day date(today);
  if (span == kWeek) {
    const Day monday = today - Days(weekday_of(today)) - Days(7 * back);
    return whole_days(monday, monday + Days(7));
  }
  if (span == kMonth) {
    const std::chrono::year_month month = date.year() / date.month() - std::chrono::months(back);
    return whole_days(Day(month / 1), Day((month + std::chrono::months(1)) / 1));
  }
  const std::chrono::year year = date.year() - std::chrono::years(back);
  return whole_days(Day(year / 1 / 1), Day((year + std::chrono::years(1)) / 1 / 1));
}

}  // namespace

std::optional<Period> days_named(std::span<const std::string> words, std::size_t at,
                                 Timestamp today_begins) {
  const auto today = std::chrono::floor<Days>(today_begins);
  const std::string_view word = words[at];
  const std::string_view before = at > 0 ? std::string_view(words[at - 1]) : std::string_view();
  const bool last = is_one_of(kLast, before);
  if (const auto ago = number_in(kDaysAgo, word)) {
    const Day day = today - Days(*ago);
    return whole_days(day, day + Days(1));
  }
  if (const auto weekday = number_in(kWeekdays, word)) {
    int ago = (weekday_of(today) - *weekday + 7) % 7;
    if (ago == 0 && last) ago = 7;
    const Day day = today - Days(ago);
    return whole_days(day, day + Days(1));
  }
  if (const auto span = number_in(kSpans, word); span && (last || is_one_of(kThis, before))) {
    return span_of(*span, last ? 1 : 0, today);
  }
  return std::nullopt;
}

}  // namespace loci::search
