#include "upkeep/dates.h"

#include <gtest/gtest.h>

namespace loci::upkeep {
namespace {

std::string dated(std::string_view body, std::optional<std::string> day = "2026-11-17") {
  return with_dates(body, [&](std::size_t) { return day; }).text;
}

// rule: D32
TEST(Dates, WordsThatMeanOneDayBecomeIt) {
  EXPECT_EQ(dated("We met yesterday.\n"), "We met 2026-11-16.\n");
  EXPECT_EQ(dated("Yesterday's deploy failed; tomorrow we retry."),
            "2026-11-16's deploy failed; 2026-11-18 we retry.");
  EXPECT_EQ(dated("Decided three days ago and 2 weeks ago."),
            "Decided 2026-11-14 and the week of 2026-11-02.");
  EXPECT_EQ(dated("It broke last week, last month and last year."),
            "It broke the week of 2026-11-09, 2026-10 and 2025.");
}

// rule: D32
TEST(Dates, WhatMeansNoCertainDayStays) {
  for (const char* text :
       {"Since last Monday.", "Recently.", "The report shows yesterday's figures every day.",
        "The word \"yesterday\" is a keyword.", "Run `date -d yesterday`.", "```\nyesterday\n```\n",
        "If it failed yesterday, retry."}) {
    EXPECT_EQ(dated(text), text);
  }
  EXPECT_EQ(dated("We met yesterday.", std::nullopt), "We met yesterday.");
}

// rule: D32
TEST(Dates, AParagraphThatBeginsWithADateIsOfThatDay) {
  EXPECT_EQ(dated("2026-03-01: moved today\n\n2026-03-09: broke yesterday\n"),
            "2026-03-01: moved 2026-03-01\n\n2026-03-09: broke 2026-03-08\n");
}

}  // namespace
}  // namespace loci::upkeep
