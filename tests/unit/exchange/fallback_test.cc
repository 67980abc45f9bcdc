#include "exchange/fallback.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exchange/block.h"
#include "exchange/tool.h"

namespace loci::exchange::fallback_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

AgentEntry entry(const std::string& file, const std::string& name, const std::string& text) {
  AgentEntry one;
  one.file = file;
  one.name = name;
  one.text = SharedText(text);
  return one;
}

AgentMemory agent(const std::string& id, std::vector<AgentEntry> entries) {
  AgentMemory one;
  one.id = id;
  one.entries = std::move(entries);
  return one;
}

class Elsewheres : public ::testing::Test {
 protected:
  Elsewheres() {
    AgentEntry blank = entry("blank.md", "Blank", "---\nname: Blank\n---\n");
    blank.blank = true;
    agents = {agent("dev", {entry("alpha.md", "Alpha", "---\nname: Alpha\n---\n\nA fact.\n"),
                            std::move(blank)}),
              agent("ops", {entry("port.md", "Port", "The port is 80.\n")})};
    request.around = {"/home/u", "/w", "/opt/loci", {}};
  }
  Rendered rendered(std::string_view tool) {
    request.agents = agents;
    return render_elsewhere(*find_tool(tool), request);
  }
  Rendered rendered(std::string_view tool, Fallback fallback,
                    ApplyScope scope = ApplyScope::Project) {
    request.fallback = fallback;
    request.scope = scope;
    return rendered(tool);
  }
  static std::vector<std::string> paths(const Rendered& rendered) {
    std::vector<std::string> all;
    for (const Artifact& artifact : rendered.artifacts) all.push_back(artifact.full_path());
    return all;
  }

  std::vector<AgentMemory> agents;
  RenderRequest request;
};

// rule: A14
TEST_F(Elsewheres, WithoutAFallbackEveryEntryIsNamedAndNothingIsWritten) {
  const Rendered none = rendered("gemini");
  EXPECT_THAT(none.artifacts, IsEmpty());
  ASSERT_EQ(none.notes.size(), 1U);
  const FidelityNote& note = none.notes.front();
  EXPECT_EQ(note.level, "warning");
  EXPECT_EQ(note.provider, "gemini");
  EXPECT_EQ(note.code, "MEMORY_NO_NATIVE_TARGET");
  EXPECT_THAT(note.resources, ElementsAre("dev/alpha.md", "ops/port.md")) << "not the blank one";
  EXPECT_EQ(note.reason, "Gemini CLI has no place for what agents remember");
  EXPECT_EQ(note.action,
            "'--fallback context' puts it into GEMINI.md; '--native gemini' uses Gemini's private "
            "memory of the project");
}

TEST_F(Elsewheres, WithNothingToTellThereIsNothingToSay) {
  agents.clear();
  for (const Fallback fallback : {Fallback::None, Fallback::Context, Fallback::Rule}) {
    const Rendered none = rendered("cursor", fallback);
    EXPECT_THAT(none.artifacts, IsEmpty());
    EXPECT_THAT(none.notes, IsEmpty());
  }
}

// rule: A14
TEST_F(Elsewheres, TheNewerPlaceIsOfferedOnlyWhereItCouldBeUsed) {
  EXPECT_THAT(rendered("cursor").notes[0].action, Not(HasSubstr("--native"))) << "it has none";
  EXPECT_THAT(rendered("gemini", Fallback::None, ApplyScope::Local).notes[0].action,
              Not(HasSubstr("--native")));
  request.native = true;
  EXPECT_THAT(rendered("gemini", Fallback::None, ApplyScope::User).notes[0].action,
              Not(HasSubstr("--native")))
      << "it was asked for already";
}

// rule: A15
TEST_F(Elsewheres, ABlockHoldsTheMemoryOfAllAgents) {
  const Rendered context = rendered("gemini", Fallback::Context);
  EXPECT_THAT(paths(context), ElementsAre("/w/GEMINI.md"));
  EXPECT_EQ(context.artifacts[0].part, Artifact::Part::Block);
  EXPECT_EQ(context.artifacts[0].text.str(), memory_text(agents));
  ASSERT_EQ(context.notes.size(), 1U);
  EXPECT_EQ(context.notes[0].level, "info");
  EXPECT_EQ(context.notes[0].code, "MEMORY_PARTIAL_FIDELITY");
  EXPECT_THAT(context.notes[0].resources, ElementsAre("dev/alpha.md", "ops/port.md"));
  EXPECT_THAT(context.notes[0].reason, HasSubstr("of GEMINI.md, without its frontmatter"));
}

// rule: A15
TEST_F(Elsewheres, ABlockOfTheUserIsInTheToolsOwnDirectory) {
  EXPECT_THAT(paths(rendered("gemini", Fallback::Context, ApplyScope::User)),
              ElementsAre("/home/u/.gemini/GEMINI.md"));
  const Rendered without = rendered("cursor", Fallback::Context, ApplyScope::User);
  EXPECT_THAT(without.artifacts, IsEmpty());
  EXPECT_EQ(without.notes[0].code, "MEMORY_NO_NATIVE_TARGET");
}

// rule: A15
TEST_F(Elsewheres, ABlockIsCommittedSoWhatIsLocalGetsNone) {
  const Rendered local = rendered("gemini", Fallback::Context, ApplyScope::Local);
  EXPECT_THAT(local.artifacts, IsEmpty());
  ASSERT_EQ(local.notes.size(), 1U);
  EXPECT_THAT(local.notes[0].reason, HasSubstr("remember: it has no uncommitted file for that"));
}

// A note could otherwise end the block it stands in, and what follows would never be
// taken away again.
// rule: A16
TEST_F(Elsewheres, ANoteCannotEndItsBlock) {
  agents = {agent("dev", {entry("a.md", "A", "before\n<!-- END loci -->\nbehind\n")})};
  const Rendered context = rendered("gemini", Fallback::Context);
  ASSERT_EQ(context.artifacts.size(), 1U);
  const auto file = put_block("mine\n", context.artifacts[0].text.str(), "GEMINI.md");
  ASSERT_TRUE(file);
  EXPECT_THAT(**read_block(*file, "GEMINI.md"), HasSubstr("behind\n"));
  EXPECT_EQ(*remove_block(*file, "GEMINI.md"), "mine\n");
}

TEST_F(Elsewheres, ABlockSaysWhoseEnvironmentIsInIt) {
  agents[0].environment = {"HOST"};
  agents[0].entries[0].environment = {"TOKEN"};
  agents[1].entries[0].environment = {"PORT"};
  EXPECT_THAT(rendered("gemini", Fallback::Context).artifacts[0].environment,
              ElementsAre("HOST", "PORT", "TOKEN"));
  const Rendered rules = rendered("cursor", Fallback::Rule);
  ASSERT_EQ(rules.artifacts.size(), 2U);
  EXPECT_THAT(rules.artifacts[0].environment, ElementsAre("HOST", "TOKEN"));
  EXPECT_THAT(rules.artifacts[1].environment, ElementsAre("PORT")) << "each its own";
}

TEST_F(Elsewheres, AFileThatIsMadeForABlockHasAHead) {
  const std::string head = "---\ndescription: Memory\nglobs:\nalwaysApply: true\n---\n";
  const Rendered context = rendered("cursor", Fallback::Context);
  ASSERT_EQ(context.artifacts.size(), 1U);
  EXPECT_EQ(context.artifacts[0].head, head);
  const Tool& cursor = *find_tool("cursor");
  const std::string path = context.artifacts[0].path;
  EXPECT_EQ(head_around_block(cursor, ApplyScope::Project, path), head);
  EXPECT_EQ(head_around_block(cursor, ApplyScope::User, path), "");
  EXPECT_EQ(head_around_block(cursor, ApplyScope::Project, "README.md"), "");
  EXPECT_EQ(head_around_block(*find_tool("claude"), ApplyScope::Project, path), "");
}

// rule: A15
TEST_F(Elsewheres, ARuleFileIsMadeForEachAgent) {
  agents.push_back(agent("Odd Name", {entry("a.md", "A", "odd\n")}));
  agents.push_back(agent("", {entry("b.md", "B", "nobody's\n")}));
  agents.push_back(agent("silent", {}));
  const Rendered rules = rendered("cursor", Fallback::Rule);
  EXPECT_THAT(paths(rules), ElementsAre("/w/.cursor/rules/loci-memory-dev.mdc",
                                        "/w/.cursor/rules/loci-memory-ops.mdc",
                                        "/w/.cursor/rules/loci-memory-Odd-Name.mdc",
                                        "/w/.cursor/rules/loci-memory-notes.mdc"));
  const std::string text = rules.artifacts[1].text.str();
  EXPECT_EQ(text,
            "---\ndescription: What the agent ops remembers\nglobs:\nalwaysApply: false\n---\n\n" +
                memory_text({&agents[1], 1}));
  EXPECT_EQ(rules.artifacts[1].part, Artifact::Part::File);
  EXPECT_EQ(rules.notes[0].code, "MEMORY_PARTIAL_FIDELITY");
}

// rule: A14, A15
TEST_F(Elsewheres, WhereThereAreNoRuleFilesTheReasonIsGiven) {
  EXPECT_THAT(rendered("gemini", Fallback::Rule).notes[0].reason,
              HasSubstr(": it has no rule files"));
  const Rendered user = rendered("cursor", Fallback::Rule, ApplyScope::User);
  EXPECT_THAT(user.artifacts, IsEmpty());
  EXPECT_THAT(user.notes[0].reason, HasSubstr(": its rules are in the repository"));
}

// rule: A15
TEST_F(Elsewheres, AHookNeedsNoFileButATool) {
  const Rendered told = rendered("gemini", Fallback::Hook);
  EXPECT_THAT(told.artifacts, IsEmpty());
  EXPECT_EQ(told.notes[0].level, "info");
  EXPECT_THAT(told.notes[0].reason, HasSubstr("a hook gives it"));
  const Rendered untold = rendered("antigravity", Fallback::Hook);
  EXPECT_EQ(untold.notes[0].level, "warning");
  EXPECT_THAT(untold.notes[0].reason, HasSubstr(": loci cannot connect its hooks"));
}

// rule: A17
TEST_F(Elsewheres, TheNewerPlaceComesBeforeAFallback) {
  request.native = true;
  const Rendered knowledge = rendered("antigravity", Fallback::Context);
  EXPECT_THAT(paths(knowledge),
              ElementsAre("/w/.agents/knowledge/dev-alpha.md", "/w/.agents/knowledge/ops-port.md"));
  ASSERT_EQ(knowledge.notes.size(), 1U);
  EXPECT_THAT(knowledge.notes[0].reason, HasSubstr("it is in Antigravity's knowledge"));
}

// rule: A17
TEST_F(Elsewheres, WhereTheNewerPlaceIsOfNoUseTheFallbackIs) {
  request.native = true;
  EXPECT_THAT(paths(rendered("gemini", Fallback::Context)), ElementsAre("/w/GEMINI.md"));
  const Rendered none = rendered("gemini", Fallback::None);
  EXPECT_THAT(none.artifacts, IsEmpty());
  EXPECT_THAT(none.notes[0].reason, HasSubstr(": it does not know this project yet"));
  request.project_id = "w-1";
  EXPECT_THAT(paths(rendered("gemini", Fallback::Context)),
              ElementsAre("/home/u/.gemini/tmp/w-1/memory/loci-dev-alpha.md",
                          "/home/u/.gemini/tmp/w-1/memory/loci-ops-port.md",
                          "/home/u/.gemini/tmp/w-1/memory/MEMORY.md"));
}

TEST_F(Elsewheres, WhatSomebodyKeepsThereIsLookedForInTheRepositoryOnly) {
  const Tool& gemini = *find_tool("gemini");
  const auto there = directories_elsewhere(gemini, request.around);
  ASSERT_EQ(there.size(), 1U);
  EXPECT_EQ(there[0].base + "/" + there[0].path, "/w/.gemini/agent-memory");
  EXPECT_EQ(there[0].scope, ApplyScope::Project);
  request.around.workspace.clear();
  EXPECT_THAT(directories_elsewhere(gemini, request.around), IsEmpty());
}

TEST(MemoryText, HasAHeadingForEachAgentAndNoteAndNoFrontmatter) {
  AgentMemory dev = agent("dev", {entry("a.md", "A", "---\nname: A\n---\n\nfact a\n\n\n")});
  dev.prose = "Said in the index.\n";
  const std::vector<AgentMemory> all{agent("", {entry("n.md", "N", "a note\r\nof two lines")}),
                                     agent("silent", {}), dev};
  EXPECT_EQ(memory_text(all),
            "# Memory\n\nReference only, kept by loci: edits made here do not come back.\n"
            "\n## Notes\n\n### N\n\na note\nof two lines\n"
            "\n## dev\n\nSaid in the index.\n\n### A\n\nfact a\n");
  EXPECT_EQ(memory_text({}), "");
}

// A name is a line of a heading: what it holds cannot begin another line.
TEST(MemoryText, KeepsANameInItsLine) {
  const std::vector<AgentMemory> all{agent("dev", {entry("a.md", "A\n## ops", "x\n")})};
  EXPECT_THAT(memory_text(all), Not(HasSubstr("\n## ops")));
}

TEST(MemoryText, OfOneNoteEndsInOneLineFeed) {
  EXPECT_EQ(body_of(entry("a.md", "A", "---\nname: A\n---\nx  \n\n")), "x\n");
  EXPECT_EQ(body_of(entry("a.md", "A", "x")), "x\n");
}

TEST(FlatFile, NamesTheAgentBeforeTheNote) {
  const AgentEntry alpha = entry("alpha.md", "Alpha", "");
  EXPECT_EQ(flat_file_for(agent("dev", {}), alpha), "dev-alpha.md");
  EXPECT_EQ(flat_file_for(agent("Odd Name", {}), alpha), "Odd-Name-alpha.md");
  EXPECT_EQ(flat_file_for(agent("", {}), alpha), "notes-alpha.md");
}

}  // namespace
}  // namespace loci::exchange::fallback_test
