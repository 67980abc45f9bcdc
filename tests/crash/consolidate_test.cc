// A consolidation is one operation: killed or cut off at any point, all notes are merged, put aside
// and linked anew, or none is; and one undo takes it back.

#include <gtest/gtest.h>

#include <cstdio>

#include "base/environment.h"
#include "memory/config.h"
#include "memory/memory.h"
#include "memory/session.h"
#include "past/undo.h"
#include "support/trouble.h"
#include "upkeep/consolidate.h"

namespace loci::testing::consolidate_test {
namespace {

Result<> tidy(World& world, const std::function<Result<>(memory::Memory&)>& what) {
  MemoryLog log;
  LOCI_ASSIGN(const memory::Config config, memory::Config::load(world.files, kHome, Environment()));
  memory::Session session;
  session.workspace = store::Workspace{kWorkspace, kSlug, false, false};
  memory::Memory memory(world.store, config, log, session);
  return what(memory);
}

Result<> furnish_with_copies(World& world) {
  LOCI_TRY(furnish(world));
  LOCI_TRY(store::record_workspace(world.store, {kWorkspace, kSlug, false, false}));
  const std::string fact = "Ask Maria before the billing database is migrated.";
  for (const store::Place& place : {global(), personal()}) {
    LOCI_TRY(commit(world, "write", {place},
                    {put(place, "one.md", note_text("Migration", "about Maria", fact)),
                     put(place, "two.md", note_text("Migration", "about Maria", fact)),
                     put(place, "link.md", note_text("Link", "to a copy", "See [[two]]."))}));
  }
  return tidy(world, [](memory::Memory& memory) -> Result<> {
    upkeep::ProposeRequest request;
    request.force = true;
    LOCI_ASSIGN(const upkeep::ProposeReply made, upkeep::propose(memory, request));
    if (made.proposal && made.proposal->steps.size() >= 2) return {};
    return fail(internal_error("nothing is proposed"));
  });
}

Story consolidation() {
  const Step apply = [](World& world) {
    return tidy(world, [](memory::Memory& memory) -> Result<> {
      LOCI_ASSIGN(const upkeep::ApplyReply done, upkeep::apply_proposal(memory, {}));
      if (done.dropped.empty()) return {};
      return fail(internal_error(done.dropped.front().second));
    });
  };
  const Step undo = [](World& world) {
    return tidy(world, [](memory::Memory& memory) -> Result<> {
      LOCI_TRY(past::undo(memory, {}));
      return {};
    });
  };
  return {"consolidate, then undo", furnish_with_copies, {apply, undo}};
}

// rule: D31
TEST(Consolidation, IsWholeOrAbsentAtEveryCut) {
  const Story story = consolidation();
  Tally tally;
  cut_everywhere(tell(story), tally, full() ? 40 : 2);
  EXPECT_EQ(tally.violations, 0U) << "of " << tally.cases << "; " << tally.first;
  EXPECT_GT(tally.cases, 100U);
  std::printf("consolidation: %llu cuts, all whole or absent\n",
              static_cast<unsigned long long>(tally.cases));
}

// rule: D31
TEST(Consolidation, IsTakenBackByOneUndo) {
  const Told told = tell(consolidation());
  EXPECT_EQ(told.states.front(), told.states.back());
  EXPECT_NE(told.states.front(), told.states[1]);
}

}  // namespace
}  // namespace loci::testing::consolidate_test
