#include "api/sarif.h"
#include "upkeep/checker.h"

#include <gtest/gtest.h>

namespace loci::api::sarif_test {
namespace {

// rule: X5
TEST(Sarif, NamesRulesAndGivesPathsBelowTheWorkspace) {
  const upkeep::CheckRule* rule = &upkeep::check_rules()[1];
  const std::vector<upkeep::Finding> findings{
      {rule, "/home/u/.loci/memory/g.md", 1, "one"},
      {rule, "/home/u/app/.loci/memory/mit leer&zeichen.md", 7, "two"}};
  const Json sarif = to_sarif(findings, "/home/u/app", "9.9.9");
  EXPECT_EQ(sarif["version"], "2.1.0");
  const Json& run = sarif["runs"][0];
  EXPECT_EQ(run["tool"]["driver"]["rules"].size(), upkeep::check_rules().size());
  EXPECT_EQ(run["originalUriBaseIds"]["WORKSPACE"]["uri"], "file:///home/u/app/");
  ASSERT_EQ(run["results"].size(), 2U);
  const auto place = [&](std::size_t i) {
    return run["results"][i]["locations"][0]["physicalLocation"];
  };
  EXPECT_EQ(place(0)["artifactLocation"]["uri"], "file:///home/u/.loci/memory/g.md");
  EXPECT_FALSE(place(0)["artifactLocation"].contains("uriBaseId"));
  EXPECT_EQ(place(1)["artifactLocation"]["uri"], ".loci/memory/mit%20leer%26zeichen.md");
  EXPECT_EQ(place(1)["artifactLocation"]["uriBaseId"], "WORKSPACE");
  EXPECT_EQ(place(1)["region"]["startLine"], 7);
  const std::size_t number = run["results"][1]["ruleIndex"];
  EXPECT_EQ(run["tool"]["driver"]["rules"][number]["id"], run["results"][1]["ruleId"]);
}

}  // namespace
}  // namespace loci::api::sarif_test
