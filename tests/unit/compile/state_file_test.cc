#include "compile/state_file.h"

#include <cerrno>

#include "support/house.h"

namespace loci::compile::state_file_test {
namespace {

using exchange::ApplyScope;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kState = kHome + "/projects/app-59a4a65d/apply.state";

class StateFiles : public House {
 protected:
  std::string slug() { return memory->scopes().slug(); }
  StateFile state(const std::string& workspace = "/home/u/app") {
    return StateFile(*store, ApplyScope::Project, slug(), workspace);
  }
  void record(const std::string& provider, const std::vector<std::string>& options,
              const std::string& root = "/home/u/app") {
    exchange::ApplyState made;
    made.root = root;
    exchange::ProviderState& one = made.of(provider, ApplyScope::Project);
    one.time = "2026-11-15T10:00:00.000Z";
    one.options = options;
    files.put(kState, exchange::render_state(made));
  }
};

TEST_F(StateFiles, WritesTheStateWhenItIsAnotherOnly) {
  files.reset_calls();
  StateFile first = state();
  ASSERT_TRUE(first.load());
  EXPECT_EQ(first.state().root, "/home/u/app");
  ASSERT_TRUE(first.save());
  EXPECT_EQ(files.calls(), 0U) << "nothing is known, so nothing is written down";
  first.state().of("claude", ApplyScope::Project).time = "2026-11-15T10:00:00.000Z";
  ASSERT_TRUE(first.save());
  EXPECT_THAT(files.get(kState), HasSubstr("root /home/u/app\n"));
  EXPECT_THAT(files.get(kState), HasSubstr("provider claude project 2026-11-15T10:00:00.000Z\n"));
  files.reset_calls();
  ASSERT_TRUE(first.save());
  StateFile second = state();
  ASSERT_TRUE(second.load());
  EXPECT_NE(second.state().find("claude", ApplyScope::Project), nullptr);
  EXPECT_FALSE(second.moved());
  ASSERT_TRUE(second.save());
  EXPECT_EQ(files.calls(), 0U);
}

TEST_F(StateFiles, KeepsTheStateOfTheUserInTheHomeItself) {
  StateFile user(*store, ApplyScope::User, slug(), "/home/u/app");
  ASSERT_TRUE(user.load());
  user.state().of("claude", ApplyScope::User).time = "2026-11-15T10:00:00.000Z";
  ASSERT_TRUE(user.save());
  EXPECT_FALSE(files.exists(kState));
  EXPECT_THAT(files.get(kHome + "/apply.state"), HasSubstr("provider claude user "));
  EXPECT_THAT(files.get(kHome + "/apply.state"), Not(HasSubstr("root"))) << "of no workspace";
}

TEST_F(StateFiles, GivesASecondCloneAStateOfItsOwn) {
  record("claude", {});
  const std::string first = files.get(kState);
  files.put_directory("/home/u/clone");
  StateFile clone = state("/home/u/clone");
  ASSERT_TRUE(clone.load());
  EXPECT_FALSE(clone.moved());
  EXPECT_THAT(clone.state().providers, IsEmpty());
  clone.state().of("codex", ApplyScope::Project).time = "2026-11-15T10:00:00.000Z";
  ASSERT_TRUE(clone.save());
  EXPECT_EQ(files.get(kState), first);
  StateFile again = state("/home/u/clone");
  ASSERT_TRUE(again.load());
  EXPECT_NE(again.state().find("codex", ApplyScope::Project), nullptr);
  EXPECT_EQ(again.state().find("claude", ApplyScope::Project), nullptr);
}

TEST_F(StateFiles, KnowsAWorkspaceThatMovedByTheStateItHad) {
  record("claude", {"notes"}, "/home/u/before");
  StateFile moved = state();
  ASSERT_TRUE(moved.load());
  EXPECT_TRUE(moved.moved());
  EXPECT_NE(moved.state().find("claude", ApplyScope::Project), nullptr);
  ASSERT_TRUE(moved.save());
  EXPECT_THAT(files.get(kState), HasSubstr("root /home/u/app\n"));
}

TEST_F(StateFiles, DoesNotTakeADamagedStateForNone) {
  files.put(kState, "loci apply.state 1\nroot /home/u/app\nnonsense\n");
  StateFile damaged = state();
  ASSERT_TRUE(damaged.load());
  EXPECT_THAT(damaged.damage(), HasSubstr(kState + ":3"));
  EXPECT_EQ(damaged.state().root, "/home/u/app") << "what can be read counts";
  files.put(kState, "");
  files.fail_look({"read " + kState, 1, EIO, true});
  EXPECT_FALSE(state().load()) << "what cannot be read is not absent";
}

TEST_F(StateFiles, TellsByAHookWhereThatWasTheLastChoice) {
  const auto tells = [&](const std::string& workspace, const std::string& provider) {
    return *tells_by_hook(*store, slug(), workspace, provider);
  };
  EXPECT_FALSE(tells("/home/u/app", "codex")) << "there is no home";
  record("codex", {"fallback=hook"});
  EXPECT_TRUE(tells("/home/u/app", "codex"));
  EXPECT_FALSE(tells("/home/u/app", "gemini"));
  files.put_directory("/home/u/clone");
  EXPECT_FALSE(tells("/home/u/clone", "codex")) << "another clone chooses for itself";
  record("codex", {"fallback=context"});
  EXPECT_FALSE(tells("/home/u/app", "codex"));
}

// rule: A11
TEST_F(StateFiles, AreLockedByWhoeverWritesToolsFiles) {
  auto held = lock_tool_files(*store);
  ASSERT_TRUE(held) << message_of(held);
  EXPECT_TRUE(files.exists(kHome + "/state/apply"));
  EXPECT_EQ(kind_of(lock_tool_files(*store)), ErrorKind::Locked);
  held->lock.reset();
  files.reset_calls();
  EXPECT_TRUE(lock_tool_files(*store));
  EXPECT_EQ(files.trace(), std::vector<std::string>()) << "the directory is not made again";
}

}  // namespace
}  // namespace loci::compile::state_file_test
