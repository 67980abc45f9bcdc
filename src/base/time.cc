#include "base/time.h"

#include <fmt/format.h>

#include <charconv>
#include <ctime>

namespace loci {
namespace {

using std::chrono::days;
using std::chrono::floor;
using std::chrono::hours;
using std::chrono::milliseconds;
using std::chrono::minutes;
using std::chrono::seconds;

std::optional<int> number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

std::optional<std::chrono::sys_days> parse_day(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  const auto year = number(text.substr(0, 4));
  const auto month = number(text.substr(5, 2));
  const auto day = number(text.substr(8, 2));
  if (!year || !month || !day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year),
                                         std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date);
}

// "HH:MM[:SS[.fff…]]" at the start of `text`; what follows it is left there.
std::optional<milliseconds> take_time_of_day(std::string_view& text) {
  const auto two_digits = [&](std::size_t at) -> std::optional<int> {
    return text.size() >= at + 2 ? number(text.substr(at, 2)) : std::nullopt;
  };
  const auto hour = two_digits(0);
  if (!hour || *hour > 23 || text.size() < 5 || text[2] != ':') return std::nullopt;
  const auto minute = two_digits(3);
  if (!minute || *minute > 59) return std::nullopt;
  milliseconds result = hours(*hour) + minutes(*minute);
  text.remove_prefix(5);
  if (!text.starts_with(':')) return result;
  const auto second = two_digits(1);
  if (!second || *second > 60) return std::nullopt;
  result += seconds(*second);
  text.remove_prefix(3);
  if (!text.starts_with('.')) return result;
  text.remove_prefix(1);
  int place = 100;
  if (text.empty() || text[0] < '0' || text[0] > '9') return std::nullopt;
  while (!text.empty() && text[0] >= '0' && text[0] <= '9') {
    result += milliseconds((text[0] - '0') * place);
    place /= 10;
    text.remove_prefix(1);
  }
  return result;
}

std::optional<milliseconds> parse_zone(std::string_view text) {
  if (text.empty() || text == "Z" || text == "z") return milliseconds(0);
  const bool east = text[0] == '+';
  if (!east && text[0] != '-') return std::nullopt;
  text.remove_prefix(1);
  if (text.size() == 5 && text[2] == ':') {
    const auto hour = number(text.substr(0, 2));
    const auto minute = number(text.substr(3, 2));
    if (!hour || !minute || *hour > 23 || *minute > 59) return std::nullopt;
    const milliseconds offset = hours(*hour) + minutes(*minute);
    return east ? offset : -offset;
  }
  return std::nullopt;
}

std::tm local(Timestamp at) {
  const std::time_t time = std::chrono::system_clock::to_time_t(floor<seconds>(at));
  std::tm result{};
  localtime_r(&time, &result);
  return result;
}

}  // namespace

Timestamp SystemClock::now() const { return floor<milliseconds>(std::chrono::system_clock::now()); }

std::string format_utc(Timestamp at) {
  const auto day = floor<days>(at);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss time{at - day};
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     time.hours().count(), time.minutes().count(), time.seconds().count(),
                     time.subseconds().count());
}

std::string utc_date(Timestamp at) {
  const std::chrono::year_month_day date{floor<days>(at)};
  std::string text = "0000-00-00";
  const auto put = [&text](std::size_t last, std::size_t digits, unsigned value) {
    for (; digits > 0; --digits, --last, value /= 10)
      text[last] = static_cast<char>('0' + value % 10);
  };
  put(3, 4, static_cast<unsigned>(static_cast<int>(date.year())));
  put(6, 2, static_cast<unsigned>(date.month()));
  put(9, 2, static_cast<unsigned>(date.day()));
  return text;
}

std::optional<Timestamp> parse_time(std::string_view text) {
  const auto day = parse_day(text.substr(0, 10));
  if (!day) return std::nullopt;
  text.remove_prefix(10);
  if (text.empty()) return Timestamp(*day);
  if (text[0] != 'T' && text[0] != 't' && text[0] != ' ') return std::nullopt;
  text.remove_prefix(1);
  const auto time = take_time_of_day(text);
  if (!time) return std::nullopt;
  const auto zone = parse_zone(text);
  if (!zone) return std::nullopt;
  return Timestamp(*day) + *time - *zone;
}

std::string local_date(Timestamp at) {
  const std::tm time = local(at);
  return fmt::format("{:04}-{:02}-{:02}", time.tm_year + 1900, time.tm_mon + 1, time.tm_mday);
}

std::string local_time(Timestamp at) {
  const std::tm time = local(at);
  return fmt::format("{:02}:{:02}", time.tm_hour, time.tm_min);
}

bool is_date(std::string_view text) { return parse_day(text).has_value(); }

std::optional<milliseconds> parse_duration(std::string_view text) {
  if (text.size() < 2) return std::nullopt;
  if (text.ends_with("ms")) {
    const auto count = number(text.substr(0, text.size() - 2));
    return count ? std::optional(milliseconds(*count)) : std::nullopt;
  }
  const auto count = number(text.substr(0, text.size() - 1));
  if (!count) return std::nullopt;
  switch (text.back()) {
    case 's':
      return seconds(*count);
    case 'm':
      return minutes(*count);
    case 'h':
      return hours(*count);
    case 'd':
      return days(*count);
    case 'w':
      return std::chrono::weeks(*count);
    default:
      return std::nullopt;
  }
}

std::string age(Timestamp then, Timestamp now) {
  const auto gone = now - then;
  if (gone < minutes(1)) return "now";
  if (gone < hours(1)) return fmt::format("{}m", gone / minutes(1));
  if (gone < days(1)) return fmt::format("{}h", gone / hours(1));
  if (gone < days(60)) return fmt::format("{}d", gone / days(1));
  if (gone < days(730)) return fmt::format("{}mo", gone / days(30));
  return fmt::format("{}y", gone / days(365));
}

}  // namespace loci
