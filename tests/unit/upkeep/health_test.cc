#include "upkeep/health.h"

#include "support/house.h"

namespace loci::upkeep::health_test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Health = House;

// rule: H1, H2
TEST_F(Health, OfAnEmptyHomeIsFineAndMakesNothing) {
  const auto health = upkeep::health(*memory);
  ASSERT_TRUE(health);
  EXPECT_THAT(health->problems, IsEmpty());
  EXPECT_EQ(health->scopes.size(), 2U);
  EXPECT_FALSE(files.exists(kHome));
}

// rule: H2, J4
TEST_F(Health, NamesEveryProblemWithWhatMendsIt) {
  ASSERT_TRUE(write("a", "user", "x"));
  files.put(kGlobal + "odd.md", "---\nname: Odd\ntype: user\ncolour: red\n---\n");
  files.put(kGlobal + "A.md", note_file("A", "x"));
  files.put(kGlobal + "large.md", std::string((1U << 20U) + 1, 'x'));
  const std::string journal = kHome + "/state/journal/2026-11.jsonl";
  files.put(journal, "damaged\n" + files.get(journal));
  const auto before = files.tree("/");
  const auto health = upkeep::health(*memory);
  ASSERT_TRUE(health);
  std::string all;
  for (const Problem& problem : health->problems) {
    all += problem.what + " => " + problem.fix + "\n";
  }
  EXPECT_THAT(all,
              HasSubstr("stale: 3 missing, 0 dangling, 0 doubled => loci reindex --scope global"));
  EXPECT_THAT(all, HasSubstr("odd.md:4: unknown key 'colour'"));
  EXPECT_THAT(all, HasSubstr("loci edit odd.md --scope global"));
  EXPECT_THAT(all, HasSubstr("the names 'A.md' and 'a.md' in global differ only"));
  EXPECT_THAT(all, HasSubstr("large.md"));
  EXPECT_THAT(all, HasSubstr("the journal has 1 damaged line"));
  EXPECT_EQ(files.tree("/"), before);
  EXPECT_TRUE(rewrite("a", "still works"));
}

}  // namespace
}  // namespace loci::upkeep::health_test
