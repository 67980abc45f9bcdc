// "yesterday" as a date, for whoever reads the note later. Pure.

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loci::upkeep {

struct DateChange {
  std::size_t line;  // 0-based in the body
  std::string from;  // "yesterday"
  std::string to;    // "2026-11-14"
};

struct DatedBody {
  std::string text;
  std::vector<DateChange> changes;
};

// The day a line was written (YYYY-MM-DD), or nothing; `line` is 0-based. A line below one that
// begins with a date is of that day, and is not asked for.
using WrittenOn = std::function<std::optional<std::string>(std::size_t line)>;

// The body with words that mean one day, month or year made absolute: yesterday, today, tomorrow,
// "3 days ago", "last week", "last month", "next year". Left alone: code, quotations, sentences
// about what happens again and again ("every", "if", "usually"), and what means no certain day
// ("last Monday", "recently").
[[nodiscard]] DatedBody with_dates(std::string_view body, const WrittenOn& written_on);

// A day so many days later, or earlier.
[[nodiscard]] std::string day_after(std::string_view date, int days);

}  // namespace loci::upkeep
