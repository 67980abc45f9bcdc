#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "memory/index_view.h"
#include "memory/targets.h"
#include "memory/writing.h"
#include "past/history.h"
#include "projects/init.h"
#include "support/house.h"
#include "upkeep/health.h"
#include "upkeep/reindex.h"

namespace loci::upkeep::health_test {
namespace {

using memory::remember;

using ::testing::HasSubstr;
using ::testing::IsEmpty;

using Init = House;

// rule: S17
TEST_F(Init, AddsWhatTheGitignoreOfAnOlderVersionLacks) {
  const std::string ignored = "/home/u/app/.loci/.gitignore";
  files.put_directory("/home/u/app/.loci/memory");
  files.put(ignored, "vars.local\n.lock\n");
  enter();
  ASSERT_TRUE(projects::init(*memory, true));
  EXPECT_EQ(files.get(ignored), "vars.local\n.lock\n");
  const auto done = projects::init(*memory, false);
  ASSERT_TRUE(done) << message_of(done);
  EXPECT_FALSE(done->created);
  EXPECT_EQ(files.get(ignored), "vars.local\n.lock\n.loci-*.tmp\n");
  for (const char* own : {"vars.local\n.lock\n# mine\n", "", "*"}) {
    files.put(ignored, own);
    ASSERT_TRUE(projects::init(*memory, false));
    EXPECT_EQ(files.get(ignored), own) << "the user's";
  }
}

// rule: S17, W34
TEST_F(Init, SweepsWhatAKilledOneLeft) {
  files.put("/home/u/app/.loci/.loci-2147483647-0.tmp", "vars.l");
  enter();
  ASSERT_TRUE(projects::init(*memory, false));
  EXPECT_FALSE(files.exists("/home/u/app/.loci/.loci-2147483647-0.tmp"));
}

// rule: S17
TEST_F(Init, MakesTheSharedMemoryAndMovesNothing) {
  ASSERT_TRUE(remember("Fact", "x"));
  const auto plan = projects::init(*memory, true);
  ASSERT_TRUE(plan);
  EXPECT_TRUE(plan->created);
  EXPECT_FALSE(files.exists("/home/u/app/.loci"));
  const auto made = projects::init(*memory, false);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->private_notes, 1U);
  EXPECT_EQ(files.get("/home/u/app/.loci/.gitignore"), "vars.local\n.lock\n.loci-*.tmp\n");
  EXPECT_TRUE(files.exists(kPrivate + "fact.md"));
  enter();
  const auto before = files.tree("/");
  EXPECT_FALSE(projects::init(*memory, false)->created);
  EXPECT_EQ(files.tree("/"), before);
}

// rule: S3, S17
TEST_F(Init, RefusesTheUsersHomeEvenBeforeItIsOne) {
  enter("", false, "/home/u");
  EXPECT_EQ(kind_of(projects::init(*memory, false)), ErrorKind::Denied);
  EXPECT_FALSE(files.exists(kHome));
}

// rule: S19, P5
TEST_F(Init, RefusesEphemeralSessionsAndLinks) {
  enter("", true);
  EXPECT_EQ(kind_of(projects::init(*memory, false)), ErrorKind::Denied);
  files.put_directory("/elsewhere");
  files.put_link("/home/u/app/.loci", "/elsewhere");
  enter();
  EXPECT_EQ(kind_of(projects::init(*memory, false)), ErrorKind::Denied);
}

using Reindex = House;

// rule: I12, H6
TEST_F(Reindex, MendsWhatIsStaleAndIsNoOperationOtherwise) {
  ASSERT_TRUE(write("a", "user", "x"));
  ASSERT_TRUE(write("b", "user", "x"));
  // The catalogs of search are made anew; they are no part of memory.
  const auto tree = [&] {
    auto all = files.tree("/");
    std::erase_if(all, [](const auto& file) {
      return file.first.find("/state/catalog/") != std::string::npos;
    });
    return all;
  };
  const auto before = tree();
  EXPECT_EQ(upkeep::reindex(*memory, {}, false)->change.id, 0U);
  EXPECT_EQ(tree(), before);
  files.put(kGlobal + "MEMORY.md", "# Mine\n\n* [My A](a.md) — hook\n- [Gone](gone.md)\n");
  const auto reply = upkeep::reindex(*memory, {}, false);
  ASSERT_TRUE(reply);
  EXPECT_NE(reply->change.id, 0U);
  EXPECT_EQ(files.get(kGlobal + "MEMORY.md"),
            "# Mine\n\n- [B](b.md) - about b\n* [My A](a.md) — hook\n");
  EXPECT_EQ(past::history(*memory, {})->front().record.operation, "reindex");
}

// rule: I15, I13
TEST_F(Reindex, RendersTwoHundredAndThirtySevenNotesWithinTheCap) {
  for (int i = 0; i < 237; ++i) {
    files.put(fmt::format("{}n{:03}.md", kGlobal, i), note_file(fmt::format("N{}", i), "x"));
  }
  files.put(kGlobal + "MEMORY.md", "# Mine\n\nProse.\n");
  const auto index = memory::rendered_index(*memory, store::global_place());
  ASSERT_TRUE(index);
  EXPECT_EQ(index->entry_count, 237U);
  EXPECT_EQ(index->omitted, 38U);
  EXPECT_EQ(std::count(index->entries.begin(), index->entries.end(), '\n'), 200);
  EXPECT_THAT(index->entries, HasSubstr("…[index truncated: 38 of 237 entries omitted]"));
  EXPECT_THAT(index->prose, HasSubstr("# Mine\n\nProse.\n"));
  EXPECT_EQ(files.get(kGlobal + "MEMORY.md"), "# Mine\n\nProse.\n");
}

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
  EXPECT_THAT(all, HasSubstr("'A.md' and 'a.md' in global are the same name"));
  EXPECT_THAT(all, HasSubstr("large.md"));
  EXPECT_THAT(all, HasSubstr("the journal has 1 damaged line"));
  EXPECT_EQ(files.tree("/"), before);
  EXPECT_TRUE(rewrite("a", "still works"));
}

using History = House;

// rule: H4
TEST_F(History, IsBoundedAndNarrowed) {
  ASSERT_TRUE(write("a", "user", "x"));
  clock.advance(std::chrono::days(2));
  ASSERT_TRUE(write("b", "project", "x"));
  EXPECT_EQ(past::history(*memory, {})->size(), 2U);
  EXPECT_EQ(past::history(*memory, {"", "", "24h", 25})->size(), 1U);
  EXPECT_EQ(past::history(*memory, {"global", "", "", 25})->size(), 1U);
  EXPECT_EQ(past::history(*memory, {"", "delete", "", 25})->size(), 0U);
  EXPECT_EQ(past::history(*memory, {"", "", "", 1})->size(), 1U);
  EXPECT_EQ(kind_of(past::history(*memory, {"", "", "", 101})), ErrorKind::InvalidInput);
  EXPECT_EQ(kind_of(past::history(*memory, {"", "", "soon", 25})), ErrorKind::InvalidInput);
  EXPECT_EQ(kind_of(past::history(*memory, {"globl", "", "", 25})), ErrorKind::InvalidInput);
}

// rule: J5
TEST_F(History, SaysWhoDidItAndFromWhere) {
  enter("bob");
  ASSERT_TRUE(write("a", "user", "x"));
  enter();
  ASSERT_TRUE(write("b", "user", "token=super-secret"));
  const auto rows = past::history(*memory, {});
  ASSERT_TRUE(rows);
  EXPECT_EQ(rows->at(0).record.actor, "user");
  EXPECT_EQ(rows->at(1).record.actor, "agent:bob");
  EXPECT_EQ(rows->at(1).record.origin, "cli");
  EXPECT_EQ(rows->at(1).record.workspace, "app-59a4a65d");
}

using Targets = House;

// rule: T1, T6, T8
TEST_F(Targets, DailyLogIsAppendedToUnderTheLocalDate) {
  ASSERT_TRUE(memory::daily_add(*memory, "", "a", false));
  ASSERT_TRUE(memory::daily_add(*memory, "", "b", false));
  EXPECT_EQ(*memory::daily(*memory, ""), "a\nb\n");
  ASSERT_TRUE(memory::daily_add(*memory, "release", "c", false));
  EXPECT_THAT(**memory::daily(*memory, local_date(clock.now())), HasSubstr(" — release\nc\n"));
  EXPECT_FALSE(memory::daily(*memory, "2020-01-01")->has_value());
  EXPECT_EQ(kind_of(memory::daily(*memory, "2026-02-30")), ErrorKind::InvalidInput);
}

// rule: T4, T9
TEST_F(Targets, ScratchpadGoesThroughTheDoor) {
  ASSERT_TRUE(memory::scratch_add(*memory, "ask Ann", false));
  ASSERT_TRUE(memory::scratch_add(*memory, "ask Bob", false));
  EXPECT_EQ(kind_of(memory::scratch_done(*memory, "ask", false)), ErrorKind::InvalidInput);
  EXPECT_EQ(kind_of(memory::scratch_done(*memory, "Eve", false)), ErrorKind::NotFound);
  const auto before = files.tree("/");
  EXPECT_EQ(memory::scratch_done(*memory, "ann", true)->text, "- [x] ask Ann\n- [ ] ask Bob\n");
  EXPECT_EQ(files.tree("/"), before);
  ASSERT_TRUE(memory::scratch_done(*memory, "ann", false));
  EXPECT_EQ(past::history(*memory, {})->front().record.operation, "scratch done");
}

}  // namespace
}  // namespace loci::upkeep::health_test
