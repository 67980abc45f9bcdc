// An import of another tool's memory: cut off at any point, all of its notes are
// there, with their lines in the index, or none is.

#include <gtest/gtest.h>

#include <cstdio>

#include "base/environment.h"
#include "compile/import_store.h"
#include "memory/config.h"
#include "memory/memory.h"
#include "memory/session.h"
#include "past/undo.h"
#include "support/trouble.h"

namespace loci::testing::import_test {
namespace {

const std::string kStore = "/u/memory";

Result<> work(World& world, const std::function<Result<>(memory::Memory&)>& what) {
  MemoryLog log;
  LOCI_ASSIGN(const memory::Config config, memory::Config::load(world.files, kHome, Environment()));
  memory::Session session;
  session.workspace = store::Workspace{kWorkspace, kSlug, true, false};
  session.user_home = "/u";
  memory::Memory memory(world.store, config, log, session);
  return what(memory);
}

Result<> furnish_with_store(World& world) {
  LOCI_TRY(furnish(world));
  LOCI_TRY(store::record_workspace(world.store, {kWorkspace, kSlug, true, false}));
  std::string index = "A fact.\n\n";
  for (int i = 0; i < 5; ++i) {
    world.files.put(fmt::format("{}/n{}.md", kStore, i),
                    note_text(fmt::format("N{}", i), "one of several", "text"));
    index += fmt::format("- [N](n{}.md) — hook {}\n", i, i);
  }
  world.files.put(kStore + "/MEMORY.md", index);
  return {};
}

Step import_notes(std::size_t changes) {
  return [changes](World& world) {
    return work(world, [&](memory::Memory& memory) -> Result<> {
      LOCI_ASSIGN(const compile::ImportReply reply,
                  compile::import_store(memory, {"claude", kStore}));
      const std::size_t rows = reply.sources.front().rows.size();
      const auto& changed = reply.change.changed;
      if (rows == 6 && changed.size() == changes) return {};
      return fail(internal_error(fmt::format("{} of {} changed", changed.size(), rows)));
    });
  };
}

// rule: Q4, W3
TEST(Import, IsWholeOrAbsentAtEveryCut) {
  const Step undo = [](World& world) {
    return work(world, [](memory::Memory& memory) -> Result<> {
      LOCI_TRY(past::undo(memory, {}));
      return {};
    });
  };
  const Story story{"import, then undo", furnish_with_store, {import_notes(7), undo}};
  const Told told = tell(story);
  EXPECT_EQ(told.states.front(), told.states.back());
  EXPECT_NE(told.states.front(), told.states[1]);
  Tally tally;
  cut_everywhere(told, tally, full() ? 40 : 2);
  EXPECT_EQ(tally.violations, 0U) << "of " << tally.cases << "; " << tally.first;
  EXPECT_GT(tally.cases, 50U);
  std::printf("import: %llu cuts, all whole or absent\n",
              static_cast<unsigned long long>(tally.cases));
}

}  // namespace
}  // namespace loci::testing::import_test
