// A write that waits, is let in, taken back and dropped: killed or cut off at any point, the
// note and the entry are as they were before the step or as they are after it.

#include <gtest/gtest.h>

#include <cstdio>

#include "base/environment.h"
#include "memory/inbox.h"
#include "memory/writing.h"
#include "past/undo.h"
#include "support/trouble.h"

namespace loci::testing::inbox_test {
namespace {

using Work = std::function<Result<>(memory::Memory&)>;

Step by(const std::string& agent, const Work& what) {
  return [=](World& world) -> Result<> {
    MemoryLog log;
    LOCI_ASSIGN(const memory::Config config,
                memory::Config::load(world.files, kHome, Environment()));
    memory::Session session;
    session.workspace = store::Workspace{kWorkspace, kSlug, true, false};
    session.agent = agent;
    memory::Memory memory(world.store, config, log, session);
    return what(memory);
  };
}

Result<> furnish_with_policy(World& world) {
  world.files.put(kHome + "/config.toml", "[review]\nglobal = \"agents\"\n");
  LOCI_TRY(furnish(world));
  return store::record_workspace(world.store, {kWorkspace, kSlug, true, false});
}

Result<std::string> only_entry(memory::Memory& memory) {
  LOCI_ASSIGN(const memory::InboxList list, memory::inbox(memory));
  if (list.entries.size() == 1) return list.entries.front().id;
  return fail(internal_error(fmt::format("{} entries wait", list.entries.size())));
}

Story held_accepted_undone_rejected() {
  const Step hold = by("helper", [](memory::Memory& memory) -> Result<> {
    memory::WriteRequest request;
    request.file = "alpha";
    request.content = "by the agent";
    LOCI_ASSIGN(const memory::ChangeReply reply, memory::write(memory, request));
    if (reply.status == memory::Status::Held) return {};
    return fail(internal_error("it does not wait"));
  });
  const Step accept = by("", [](memory::Memory& memory) -> Result<> {
    LOCI_ASSIGN(const std::string id, only_entry(memory));
    LOCI_TRY(memory::accept_held(memory, {id, false, false}));
    return {};
  });
  const Step undo = by("", [](memory::Memory& memory) -> Result<> {
    LOCI_TRY(past::undo(memory, {}));
    return {};
  });
  const Step reject = by("", [](memory::Memory& memory) -> Result<> {
    LOCI_ASSIGN(const std::string id, only_entry(memory));
    LOCI_TRY(memory::reject_held(memory, {id, false, false}));
    return {};
  });
  return {"held, accepted, undone, rejected", furnish_with_policy, {hold, accept, undo, reject}};
}

// rule: D11, D13, W3
TEST(Inbox, IsInOneOfItsStatesAtEveryCut) {
  const Story story = held_accepted_undone_rejected();
  const Told told = tell(story);
  EXPECT_NE(told.states[0], told.states[1]) << "the entry is there";
  EXPECT_NE(told.states[1], told.states[2]);
  EXPECT_EQ(told.states[1], told.states[3]) << "undone, it waits again";
  EXPECT_EQ(told.states[0], told.states[4]);
  Tally tally;
  cut_everywhere(told, tally, full() ? 40 : 2);
  EXPECT_EQ(tally.violations, 0U) << "of " << tally.cases << "; " << tally.first;
  EXPECT_GT(tally.cases, 100U);
  std::printf("inbox: %llu cuts, each in a state of the story\n",
              static_cast<unsigned long long>(tally.cases));
}

}  // namespace
}  // namespace loci::testing::inbox_test
