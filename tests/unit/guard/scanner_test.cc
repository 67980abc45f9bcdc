#include "guard/scanner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

namespace loci::guard::scanner_test {
namespace {

std::vector<Finding> find_xyzzy(std::string_view text) {
  std::vector<Finding> found;
  for (std::size_t at = text.find("xyzzy"); at != std::string_view::npos;
       at = text.find("xyzzy", at + 1)) {
    const auto line = static_cast<std::size_t>(
        1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    found.push_back({"word", line, Severity::Block, "a word that must not be stored"});
  }
  return found;
}
std::vector<Finding> find_first_line(std::string_view) {
  return {{"first", 1, Severity::Warn, "there is a first line"}};
}

// rule: W9
TEST(Scanner, HasNoRulesYet) {
  EXPECT_TRUE(rules().empty());
  EXPECT_TRUE(scan("password=hunter2 xyzzy").empty());
}

// rule: W9
TEST(Scanner, NamesRuleAndLineAndNeverTheText) {
  const std::array with{Rule{"word", Severity::Block, find_xyzzy},
                        Rule{"first", Severity::Warn, find_first_line}};
  const auto found = scan("one\nxyzzy\nthree xyzzy\n", with);
  ASSERT_EQ(found.size(), 3U);
  EXPECT_EQ(found[0].rule, "first");
  EXPECT_EQ(found[1].line, 2U);
  EXPECT_EQ(found[2].line, 3U);
  for (const Finding& finding : found) {
    EXPECT_EQ(finding.message.find("xyzzy"), std::string::npos);
  }
}

}  // namespace
}  // namespace loci::guard::scanner_test
