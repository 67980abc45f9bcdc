// Settling what was not merged, and an edit of the index itself: cut off at any point, each is
// whole or absent.

#include <gtest/gtest.h>

#include <cstdio>

#include "base/environment.h"
#include "base/hash.h"
#include "memory/config.h"
#include "memory/index_edit.h"
#include "memory/memory.h"
#include "memory/session.h"
#include "note/unmerged.h"
#include "past/undo.h"
#include "support/story.h"
#include "support/trouble.h"
#include "sync/resolve.h"
#include "sync/settle.h"

namespace loci::testing::settle_test {
namespace {

Result<> work(World& world, const std::function<Result<>(memory::Memory&)>& what) {
  MemoryLog log;
  LOCI_ASSIGN(const memory::Config config, memory::Config::load(world.files, kHome, Environment()));
  memory::Session session;
  session.workspace = store::Workspace{kWorkspace, kSlug, true, false};
  memory::Memory memory(world.store, config, log, session);
  return what(memory);
}

Result<> furnish_with_markers(World& world) {
  LOCI_TRY(furnish(world));
  LOCI_TRY(store::record_workspace(world.store, {kWorkspace, kSlug, true, false}));
  return commit(world, "write", {global()},
                {put(global(), "plan.md",
                     note_text("Plan", "when we ship",
                               "<<<<<<< HEAD\nMonday.\n=======\nFriday.\n>>>>>>> theirs"))});
}

const Step kUndo = [](World& world) {
  return work(world, [](memory::Memory& memory) -> Result<> {
    LOCI_TRY(past::undo(memory, {}));
    return {};
  });
};

const Step kFix = [](World& world) {
  return work(world, [](memory::Memory& memory) -> Result<> {
    LOCI_ASSIGN(const auto done, sync::settle_markers(memory, {global()}, false));
    if (done && done->changed.size() >= 2) return {};
    return fail(internal_error("no pair was made"));
  });
};

Step resolve_by(sync::Choice choice) {
  return [choice](World& world) {
    return work(world, [&](memory::Memory& memory) -> Result<> {
      sync::ResolveRequest request;
      request.note.name = "plan";
      LOCI_ASSIGN(const sync::ResolveReply shown, sync::resolve(memory, request));
      request.choice = choice;
      request.version = shown.found.second.name;
      LOCI_TRY(sync::resolve(memory, request));
      return {};
    });
  };
}

void expect_whole(const Story& story) {
  Tally tally;
  cut_everywhere(tell(story), tally, full() ? 40 : 2);
  EXPECT_EQ(tally.violations, 0U) << "of " << tally.cases << "; " << tally.first;
  EXPECT_GT(tally.cases, 50U);
  std::printf("%s: %llu cuts, all whole or absent\n", story.name.c_str(),
              static_cast<unsigned long long>(tally.cases));
}

// rule: MG13, MG16
TEST(Settling, IsWholeOrAbsentAtEveryCut) {
  expect_whole({"check --fix of markers, then undo", furnish_with_markers, {kFix, kUndo}});
  expect_whole({"resolve, one kept, then undo",
                furnish_with_markers,
                {kFix, resolve_by(sync::Choice::Keep), kUndo}});
  expect_whole(
      {"resolve, both kept", furnish_with_markers, {kFix, resolve_by(sync::Choice::Both)}});
}

// rule: W3
TEST(AnEditOfTheIndex, IsWholeOrAbsentAtEveryCut) {
  const Step edit = [](World& world) {
    return work(world, [](memory::Memory& memory) -> Result<> {
      LOCI_ASSIGN(const memory::IndexText index, memory::read_index(memory, {"global"}));
      const std::string before = index.text.value_or("");
      LOCI_TRY(memory::write_index(
          memory, {index.place, "# Ours\n\nSome prose.\n\n" + before, sha256(before), false}));
      return {};
    });
  };
  expect_whole({"an edit of the index, then undo", furnish, {edit, kUndo}});
}

}  // namespace
}  // namespace loci::testing::settle_test
