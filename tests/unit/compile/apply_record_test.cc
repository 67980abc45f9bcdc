#include "compile/apply_record.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

#include "base/hash.h"

namespace loci::compile::apply_record_test {
namespace {

using exchange::ApplyScope;
using exchange::ApplyState;
using exchange::Artifact;
using exchange::PlanRow;
using exchange::ProviderState;
using exchange::Standing;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const std::string kFirst = "2026-11-15T10:00:00.000Z";
const std::string kLater = "2026-11-16T10:00:00.000Z";

// A plan of files for Claude Code, as it stands when it is done.
class AppliedPlan : public ::testing::Test {
 protected:
  AppliedPlan() { compiled.tool = exchange::find_tool("claude"); }

  PlanRow& add(const std::string& path, const std::string& text, const std::string& stamp = "s1",
               Artifact::Part part = Artifact::Part::File) {
    Artifact& wanted = artifacts.emplace_back();
    wanted.text = SharedText(text);
    PlanRow row;
    row.path = path;
    row.part = part;
    row.wanted = &wanted;
    row.wanted_hash = sha256(text);
    row.stamp = stamp;
    return compiled.plan.emplace_back(std::move(row));
  }
  // As the next plan finds what is recorded.
  void look_up() {
    const ProviderState* known = state.find("claude", ApplyScope::Project);
    for (PlanRow& row : compiled.plan) {
      row.recorded = nullptr;
      for (const exchange::ArtifactRecord& record : known->artifacts) {
        if (record.path == row.path) row.recorded = &record;
      }
    }
  }
  bool record(const std::string& now) { return record_apply(compiled, sources, now, state); }
  const ProviderState& recorded() { return *state.find("claude", ApplyScope::Project); }

  Compiled compiled;
  std::deque<Artifact> artifacts;
  std::vector<exchange::SourceRecord> sources{{".loci/agents/dev/memory/a.md", sha256("a")}};
  ApplyState state;
};

// rule: A8
TEST_F(AppliedPlan, IsRecordedWithSourcesOptionsAndSecrets) {
  add("b.md", "b");
  add("a.md", "a");
  artifacts.back().environment = {"TOKEN"};
  compiled.fallback = exchange::Fallback::Context;
  compiled.native = compiled.notes = true;
  ASSERT_TRUE(record(kFirst));
  EXPECT_EQ(recorded().time, kFirst);
  EXPECT_EQ(recorded().sources, sources);
  EXPECT_THAT(recorded().options, ElementsAre("fallback=context", "native", "notes"));
  ASSERT_THAT(recorded().artifacts, SizeIs(2));
  EXPECT_EQ(recorded().artifacts[0].path, "a.md") << "by path";
  EXPECT_TRUE(recorded().artifacts[0].secret);
  EXPECT_FALSE(recorded().artifacts[1].secret);
}

// rule: A8
TEST_F(AppliedPlan, ThatChangesNothingLeavesTheState) {
  add("a.md", "a");
  ASSERT_TRUE(record(kFirst));
  look_up();
  EXPECT_FALSE(record(kLater));
  compiled.plan[0].stamp = "s2";
  EXPECT_FALSE(record(kLater)) << "one stamp is not worth it";
  EXPECT_EQ(recorded().time, kFirst);
}

// rule: A8
TEST_F(AppliedPlan, WithManyNewStampsIsRecordedUnderItsOldTime) {
  for (int i = 0; i < 201; ++i) add("n" + std::to_string(i) + ".md", "x");
  ASSERT_TRUE(record(kFirst));
  look_up();
  for (PlanRow& row : compiled.plan) row.stamp = "s2";
  ASSERT_TRUE(record(kLater));
  EXPECT_EQ(recorded().artifacts[0].stamp, "s2");
  EXPECT_EQ(recorded().time, kFirst);
}

// rule: A8
TEST_F(AppliedPlan, HasANewTimeWhenAnythingElseIsNew) {
  add("a.md", "a");
  ASSERT_TRUE(record(kFirst));
  look_up();
  sources[0].hash = sha256("another");
  ASSERT_TRUE(record(kLater));
  EXPECT_EQ(recorded().time, kLater);
}

// rule: A11
TEST_F(AppliedPlan, IsNoLongerPending) {
  ProviderState& killed = state.of("claude", ApplyScope::Project);
  killed.pending = {{"a.md", Artifact::Part::File, sha256("a")}};
  add("a.md", "a");
  ASSERT_TRUE(record(kFirst));
  EXPECT_THAT(recorded().pending, IsEmpty());
  EXPECT_THAT(recorded().artifacts, SizeIs(1));
}

// rule: A19
TEST_F(AppliedPlan, KeepsWhatAnImportReadAndNobodyWrites) {
  ProviderState& before = state.of("claude", ApplyScope::Project);
  before.seen = {{"theirs.md", Artifact::Part::File, sha256("t")},
                 {"adopted.md", Artifact::Part::File, sha256("a")},
                 {"removed.md", Artifact::Part::File, sha256("r")},
                 {"written.md", Artifact::Part::File, sha256("w")}};
  add("adopted.md", "a");
  add("written.md", "w").action = exchange::Action::Write;
  PlanRow& removed = add("removed.md", "r");
  removed.wanted = nullptr;
  removed.action = exchange::Action::Remove;
  ASSERT_TRUE(record(kFirst));
  std::vector<std::string> paths;
  for (const auto& seen : recorded().seen) paths.push_back(seen.path);
  EXPECT_THAT(paths, ElementsAre("adopted.md", "theirs.md"));
  look_up();
  compiled.plan.pop_back();
  compiled.plan.back().action = exchange::Action::None;
  EXPECT_FALSE(record(kLater)) << "nothing is new";
}

// rule: A13
TEST_F(AppliedPlan, LeavesALineThatSomebodyElseWroteTheirs) {
  add("a.md", "a");
  add("theirs.md", "memory: project", "", Artifact::Part::Line).standing = Standing::InStep;
  add("ours.md", "memory: project", "", Artifact::Part::Line).standing = Standing::ChangedHere;
  ASSERT_TRUE(record(kFirst));
  std::vector<std::string> paths;
  for (const auto& artifact : recorded().artifacts) paths.push_back(artifact.path);
  EXPECT_THAT(paths, ElementsAre("a.md", "ours.md"));
  compiled.plan[2].standing = Standing::InStep;
  look_up();
  record(kLater);
  EXPECT_THAT(recorded().artifacts, SizeIs(2)) << "what was ours stays ours";
}

// rule: A10
TEST_F(AppliedPlan, OfNothingTakesTheProviderOutOfTheState) {
  add("a.md", "a");
  ASSERT_TRUE(record(kFirst));
  compiled.plan[0].wanted = nullptr;
  compiled.plan[0].action = exchange::Action::Remove;
  ASSERT_TRUE(record(kLater));
  EXPECT_THAT(state.providers, IsEmpty());
  EXPECT_FALSE(record(kLater)) << "it is out already";
}

}  // namespace
}  // namespace loci::compile::apply_record_test
