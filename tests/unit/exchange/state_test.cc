#include "exchange/state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::exchange::state_test {
namespace {

using ::testing::HasSubstr;

const std::string kHash(64, 'a');
const std::string kOther(64, 'b');

ApplyState some_state() {
  ProviderState claude;
  claude.provider = "claude";
  claude.time = "2026-11-15T10:00:00.000Z";
  claude.options = {"fallback=context", "notes"};
  claude.sources = {{".loci/agents/dev/memory/a b.md", kHash}};
  claude.artifacts = {{".claude/a.md", Artifact::Part::File, kHash, "5.1f.1f.2.3"},
                      {".claude/aa.md", Artifact::Part::File, kHash, "6.1f", true},
                      {".claude/b.md", Artifact::Part::File, kOther},
                      {"AGENTS.md", Artifact::Part::Block, kHash}};
  claude.pending = {{".claude/c.md", Artifact::Part::File, kHash}};
  claude.seen = {{".claude/d.md", Artifact::Part::Line, kHash}};
  return {{claude}, {{".loci/agents/dev/memory", {{"alpha.md", kHash}}}}};
}

// rule: A8
TEST(State, IsReadAsItWasWritten) {
  const std::string text = render_state(some_state());
  EXPECT_THAT(text, HasSubstr("\nfile sha256:" + kHash + "@5.1f.1f.2.3 .claude/a.md\n"));
  EXPECT_THAT(text, HasSubstr("\nfile sha256:" + kOther + " .claude/b.md\n"));
  const auto read = parse_state(text, "apply.state");
  ASSERT_TRUE(read);
  EXPECT_EQ(render_state(*read), text);
  EXPECT_EQ(read->providers.front().artifacts.front().stamp, "5.1f.1f.2.3");
  EXPECT_EQ(read->providers.front().sources.front().path, ".loci/agents/dev/memory/a b.md");
}

// rule: A28
TEST(State, ThatIsEmptyOrCutOffIsReportedAndWholeLinesCount) {
  const std::string text = render_state(some_state());
  EXPECT_EQ(parse_state("", "s").error().message, "s: it is empty");
  for (std::size_t length = 1; length < text.size(); ++length) {
    const std::string cut = text.substr(0, length);
    const auto read = parse_state(cut, "s");
    EXPECT_EQ(read.has_value(), cut.ends_with('\n')) << length;
    const std::string whole = cut.substr(0, cut.rfind('\n') + 1);
    if (whole.empty()) continue;
    EXPECT_EQ(render_state(salvage_state(cut)), render_state(*parse_state(whole, "s")));
  }
  EXPECT_EQ(render_state(salvage_state("loci apply.state 1\nnonsense\n" + text)), text);
}

// rule: A8
TEST(State, IsTheSameBytesInWhateverOrderItCameAbout) {
  ApplyState state = some_state();
  const std::string text = render_state(state);
  std::swap(state.providers[0].artifacts[0], state.providers[0].artifacts[2]);
  EXPECT_EQ(render_state(state), text);
  state.providers[0].sort();
  EXPECT_EQ(state.providers[0].restamped(some_state().providers[0]), 0U);
}

TEST(State, TellsStampsFromOtherDifferences) {
  const ProviderState before = some_state().providers[0];
  ProviderState after = before;
  EXPECT_EQ(after.restamped(before), 0U);
  after.artifacts[0].stamp = "6.1f.1f.2.3";
  after.artifacts[1].stamp = "7.1f.1f.2.3";
  EXPECT_EQ(after.restamped(before), 2U);
  for (const auto& change : std::vector<std::function<void(ProviderState&)>>{
           [](ProviderState& state) { state.artifacts[0].hash = kOther; },
           [](ProviderState& state) { state.artifacts.pop_back(); },
           [](ProviderState& state) { state.sources[0].hash = kOther; },
           [](ProviderState& state) { state.pending.clear(); },
           [](ProviderState& state) { state.seen.clear(); },
           [](ProviderState& state) { state.options.clear(); },
           [](ProviderState& state) { state.time = "-"; }}) {
    ProviderState other = after;
    change(other);
    EXPECT_EQ(other.restamped(before), std::string::npos);
  }
}

TEST(State, NamesTheLineThatIsDamaged) {
  for (const std::string& line :
       {std::string("file sha256:abc x"), "file sha256:" + kHash, "file sha256:" + kHash + "x y",
        "odd sha256:" + kHash + " x", std::string("provider claude nowhere -"), std::string("x")}) {
    const auto read =
        parse_state("loci apply.state 1\nprovider claude project -\n" + line + "\n", "s");
    ASSERT_FALSE(read) << line;
    EXPECT_EQ(read.error().kind, ErrorKind::Corrupt);
    EXPECT_EQ(read.error().message, "s:3: this line is damaged") << line;
  }
  EXPECT_FALSE(parse_state("loci apply.state 2\n", "s"));
}

}  // namespace
}  // namespace loci::exchange::state_test
