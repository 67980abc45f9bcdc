#include "exchange/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/hash.h"

namespace loci::exchange::plan_test {
namespace {

Artifact artifact(const std::string& path, const std::string& text) {
  Artifact one;
  one.base = "/w";
  one.path = path;
  one.text = SharedText(text);
  return one;
}

// One file: what is wanted, what is there, what was recorded; "-" = nothing, "large"
// = too large to be read.
PlanRow row(const std::string& wanted, const std::string& present, const std::string& recorded,
            const std::string& pending = "-", const std::string& seen = "-") {
  std::vector<Artifact> artifacts;
  if (wanted != "-") artifacts.push_back(artifact("a", wanted));
  ProviderState state;
  if (recorded != "-") state.artifacts.push_back({"a", Artifact::Part::File, sha256(recorded)});
  if (pending != "-") state.pending.push_back({"a", Artifact::Part::File, sha256(pending)});
  if (seen != "-") state.seen.push_back({"a", Artifact::Part::File, sha256(seen)});
  const Present now = present == "-"       ? Present()
                      : present == "large" ? Present::too_large()
                                           : Present::text(sha256(present));
  std::vector<WantedPart> all;
  for (const Artifact& one : artifacts) all.push_back({&one, one.path, now});
  const std::vector<PlanRow> rows =
      make_plan(std::move(all), &state, [&](const std::string&, Artifact::Part) { return now; });
  PlanRow first = rows.empty() ? PlanRow() : rows.front();
  first.wanted = nullptr;
  return first;
}

// rule: A9
TEST(Plan, KnowsHowAFileStands) {
  EXPECT_EQ(row("new", "new", "old").standing, Standing::InStep);
  EXPECT_EQ(row("new", "new", "-").standing, Standing::InStep) << "adopted: a fresh clone";
  EXPECT_EQ(row("new", "old", "old").standing, Standing::ChangedHere);
  EXPECT_EQ(row("new", "-", "-").standing, Standing::ChangedHere);
  EXPECT_EQ(row("old", "edited", "old").standing, Standing::EditedThere);
  EXPECT_EQ(row("new", "theirs", "-").standing, Standing::EditedThere) << "never ours";
  EXPECT_EQ(row("new", "edited", "old").standing, Standing::Both);
  EXPECT_EQ(row("old", "-", "old").standing, Standing::Missing);
  EXPECT_EQ(row("old", "large", "old").standing, Standing::EditedThere);
  EXPECT_EQ(row("large", "large", "large").standing, Standing::EditedThere) << "not a text";
}

// rule: A25
TEST(Plan, AdoptsWhatIsTheWantedTextWithoutItsFrontmatter) {
  const std::string whole = "---\nname: a\n---\n\nbody\n\nmore\n";
  EXPECT_EQ(row(whole, "body\n\nmore", "-").standing, Standing::ChangedHere);
  EXPECT_EQ(row(whole, "body\n\nmore\n", "-").standing, Standing::ChangedHere);
  EXPECT_EQ(row(whole, "body\n\nelse\n", "-").standing, Standing::EditedThere);
  EXPECT_EQ(row(whole, "body\n\nmore\n", whole).standing, Standing::ChangedHere) << "again";
  EXPECT_EQ(row(whole, "body\n\nmore\n", "old").standing, Standing::ChangedHere) << "newer";
  EXPECT_EQ(row(whole, "body\n\nelse\n", whole).standing, Standing::EditedThere);
  EXPECT_EQ(row("body\n", "body", "-").standing, Standing::EditedThere) << "no frontmatter";
}

// rule: A9
TEST(Plan, CallsItDriftOnlyWhenNobodyHasSeenTheBytes) {
  EXPECT_TRUE(row("old", "edited", "old").drift());
  EXPECT_TRUE(row("new", "edited", "old").drift());
  EXPECT_TRUE(row("new", "theirs", "-").drift());
  EXPECT_FALSE(row("new", "old", "old").drift());
  EXPECT_FALSE(row("old", "-", "old").drift());
  EXPECT_FALSE(row("new", "new", "old").drift());
}

// rule: A10
TEST(Plan, RemovesOrphansThatNobodyTouched) {
  EXPECT_EQ(row("-", "old", "old").action, Action::Remove);
  EXPECT_FALSE(row("-", "old", "old").drift());
  EXPECT_TRUE(row("-", "edited", "old").drift());
  EXPECT_EQ(row("-", "-", "old").action, Action::None);
  EXPECT_TRUE(row("-", "large", "old").drift());
}

// rule: A10
TEST(Plan, LeavesOrphansThatTheToolWroteItself) {
  EXPECT_EQ(row("-", "theirs", "theirs", "-", "theirs").action, Action::None);
  EXPECT_TRUE(row("-", "theirs", "theirs", "-", "theirs").left);
  EXPECT_FALSE(row("-", "theirs", "theirs", "-", "theirs").drift());
  EXPECT_EQ(row("-", "theirs", "ours", "-", "theirs").action, Action::None) << "written again";
  EXPECT_EQ(row("-", "ours", "ours", "-", "theirs").action, Action::Remove) << "written since";
  EXPECT_TRUE(row("-", "edited", "theirs", "-", "theirs").drift());
}

// rule: A9
TEST(Plan, KnowsWhatAnImportReadUntilLociWritesAnother) {
  EXPECT_EQ(row("new", "theirs", "-", "-", "theirs").standing, Standing::ChangedHere);
  EXPECT_EQ(row("new", "theirs", "new", "-", "theirs").standing, Standing::EditedThere);
}

// rule: A11
TEST(Plan, KnowsWhatAKilledApplyWasAboutToWrite) {
  EXPECT_EQ(row("newer", "new", "old", "new").standing, Standing::ChangedHere);
  EXPECT_EQ(row("newer", "old", "old", "new").standing, Standing::ChangedHere);
  EXPECT_EQ(row("newer", "new", "-", "new").standing, Standing::ChangedHere);
  EXPECT_EQ(row("-", "new", "-", "new").action, Action::Remove);
  EXPECT_TRUE(row("newer", "edited", "old", "new").drift());
}

// rule: A8
TEST(ApplyStateText, IsReadAsItWasWritten) {
  ApplyState state;
  ProviderState& claude = state.of("claude", ApplyScope::Local);
  claude.time = "2026-11-15T10:00:00.000Z";
  claude.options = {"fallback=context", "notes"};
  claude.sources.push_back({"b with space.md", sha256("b")});
  claude.sources.push_back({"a.md", sha256("a")});
  claude.artifacts.push_back({"x.md", Artifact::Part::File, sha256("x")});
  claude.artifacts.push_back({"GEMINI.md", Artifact::Part::Block, sha256("g")});
  claude.pending.push_back({"y.md", Artifact::Part::Line, sha256("y")});
  claude.seen.push_back({"z.md", Artifact::Part::File, sha256("z")});
  state.imported.push_back({"agents/dev/memory", {{"n.md", sha256("n")}}});
  const std::string text = render_state(state);
  EXPECT_EQ(text.substr(0, text.find("\nsource")),
            "loci apply.state 1\nprovider claude local 2026-11-15T10:00:00.000Z fallback=context "
            "notes");
  const auto again = parse_state(text, "f");
  ASSERT_TRUE(again);
  EXPECT_EQ(render_state(*again), text);
  EXPECT_EQ(again->find("claude", ApplyScope::Local)->seen.size(), 1U);
  EXPECT_EQ(state_options(text, "claude", ApplyScope::Local).size(), 2U);
  EXPECT_EQ(again->find("claude", ApplyScope::Local)->sources.front().path, "a.md");
  EXPECT_EQ(again->find("claude", ApplyScope::Project), nullptr);
}

// rule: A8
TEST(ApplyStateText, ThatIsDamagedIsCorrupt) {
  EXPECT_EQ(parse_state("loci apply.state 2\n", "s").error().message,
            "'s' was written by a later version of loci");
  EXPECT_EQ(parse_state("something else\n", "s").error().message,
            "s:1: this version of loci cannot read it");
  for (const std::string_view line :
       {"what", "source sha256:12 a", "file sha256:", "provider claude nowhere", "note x"}) {
    const auto state = parse_state("loci apply.state 1\n" + std::string(line) + "\n", "s");
    ASSERT_FALSE(state) << line;
    EXPECT_EQ(state.error().kind, ErrorKind::Corrupt);
    EXPECT_EQ(state.error().message, "s:2: this line is damaged");
  }
}

}  // namespace
}  // namespace loci::exchange::plan_test
