#include "memory/compiled.h"

#include "support/house.h"

namespace loci::memory::compiled_test {
namespace {

using exchange::Artifact;
using exchange::ProviderState;
using ::testing::Not;
using ::testing::SizeIs;
using ::testing::StartsWith;

ProviderState sources(const std::vector<std::string>& paths) {
  ProviderState state;
  for (const std::string& path : paths) state.sources.push_back({path, std::string(64, '0')});
  return state;
}

bool made_from(const ProviderState& state, const std::string& path, const std::string& name,
               Artifact::Part part = Artifact::Part::File) {
  return is_made_from(state, {path, part, ""}, {name});
}

// rule: U12
TEST(CompiledFile, IsMadeFromTheNoteThatHasItsName) {
  const ProviderState state =
      sources({".loci/agents/dev/memory/alpha.md", ".loci/agents/dev/memory/beta.md"});
  EXPECT_TRUE(made_from(state, ".claude/agent-memory/dev/alpha.md", "alpha.md"));
  EXPECT_FALSE(made_from(state, ".claude/agent-memory/dev/beta.md", "alpha.md"));
  EXPECT_FALSE(made_from(state, ".claude/agent-memory/dev/alpha.md", "gamma.md"))
      << "that note was never compiled";
}

// rule: U12
TEST(CompiledFile, ThatIsForAllNotesIsMadeFromEach) {
  const ProviderState state =
      sources({".loci/agents/dev/memory/alpha.md", ".loci/agents/dev/memory/beta.md"});
  EXPECT_TRUE(made_from(state, ".claude/agent-memory/dev/MEMORY.md", "alpha.md"));
  EXPECT_TRUE(made_from(state, "GEMINI.md", "alpha.md", Artifact::Part::Block));
  EXPECT_FALSE(made_from(state, ".claude/agents/dev.md", "alpha.md", Artifact::Part::Line))
      << "a line says which memory, and nothing of it";
}

// rule: U12
TEST(CompiledFile, OfAnotherAgentIsNotMadeFromIt) {
  const ProviderState state =
      sources({".loci/agents/dev/memory/alpha.md", ".loci/agents/ops/memory/beta.md"});
  EXPECT_FALSE(made_from(state, ".claude/agent-memory/ops/MEMORY.md", "alpha.md"));
  EXPECT_TRUE(made_from(state, ".claude/agent-memory/dev/MEMORY.md", "alpha.md"));
  EXPECT_TRUE(made_from(state, "AGENTS.md", "alpha.md", Artifact::Part::Block));
}

using ApplyStates = House;

TEST_F(ApplyStates, AreFoundInTheHomeAndInEveryProject) {
  const std::string state =
      "loci apply.state 1\nprovider claude project 2026-11-15T10:00:00.000Z\n";
  EXPECT_THAT(apply_states(*store), SizeIs(0)) << "there is no home";
  files.put(kHome + "/apply.state", state);
  files.put(kHome + "/projects/one/apply.state", state);
  files.put(kHome + "/projects/two/apply-0123abcd.state", state);
  files.put(kHome + "/projects/two/project.json", "{}");
  EXPECT_THAT(apply_states(*store), SizeIs(3));
  files.put(kHome + "/projects/one/apply.state", "damaged");
  EXPECT_THAT(apply_states(*store), SizeIs(2)) << "the others are still known";
}

TEST(BackupStem, TellsFilesOfOneNameApart) {
  EXPECT_THAT(backup_stem("/a/settings.json"), StartsWith("settings.json."));
  EXPECT_NE(backup_stem("/a/settings.json"), backup_stem("/b/settings.json"));
  EXPECT_THAT(backup_stem("/a/settings.json.bak"),
              Not(StartsWith(backup_stem("/a/settings.json"))));
}

}  // namespace
}  // namespace loci::memory::compiled_test
