#include "compile/import_agents.h"

#include <cerrno>

#include "base/hash.h"
#include "base/limits.h"
#include "compile/apply.h"
#include "past/history.h"
#include "past/undo.h"
#include "projects/trust.h"
#include "support/house.h"

namespace loci::compile::import_agents_test {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const std::string kApp = "/home/u/app/";
const std::string kDev = kApp + ".loci/agents/dev/memory/";
const std::string kThere = kApp + ".claude/agent-memory/dev/";
const std::string kGemini = kApp + ".gemini/agent-memory/dev/";
const std::string kProject = kHome + "/projects/app-59a4a65d/";

class AgentImports : public House {
 protected:
  // A workspace that has a shared memory, where its user wants new notes.
  void share() {
    files.put_directory(kApp + ".loci/memory");
    environment = variable("LOCI_NEW_NOTES", "shared");
    enter();
    ASSERT_TRUE(projects::trust(*memory, true, false));
  }
  void apply() {
    const auto applied = compile::apply(*memory, {.providers = {"claude"}});
    ASSERT_TRUE(applied) << message_of(applied);
    ASSERT_FALSE(applied->refused);
  }
  Result<AgentImportReply> import(const AgentImportRequest& request = {}) {
    return compile::import_agents(*memory, request);
  }
  // "claude: alpha.md created" for each note, in order.
  static std::vector<std::string> rows(const Result<AgentImportReply>& reply) {
    if (!reply) return {reply.error().message};
    std::vector<std::string> all;
    for (const AgentImportRow& row : reply->rows) {
      all.push_back(fmt::format("{}: {} {}", row.provider, row.file, status_name(row.status)));
    }
    return all;
  }
  void append(const std::string& path, const std::string& text) {
    files.put(path, files.get(path) + text);
  }
};

// rule: A19
TEST_F(AgentImports, TakeANewNoteToTheByteAndNeedNoDefinition) {
  share();
  const std::string text = "---\nname: \"A: b\"\nown: [1,2]\n---\r\n\r\nfact\r\nno ending";
  files.put(kThere + "alpha.md", text);
  const auto reply = import();
  EXPECT_THAT(rows(reply), ElementsAre("claude: alpha.md created"));
  EXPECT_EQ(reply->rows[0].from, ".claude/agent-memory/dev/alpha.md");
  EXPECT_EQ(files.get(kDev + "alpha.md"), text);
  EXPECT_EQ(files.get(kThere + "alpha.md"), text) << "it stays there too";
  EXPECT_FALSE(reply->conflict);
}

// rule: A22
TEST_F(AgentImports, MakeNoSharedMemoryInARepositoryThatHasNone) {
  files.put(kThere + "alpha.md", "fact\n");
  EXPECT_THAT(rows(import()), ElementsAre("claude: alpha.md created"));
  EXPECT_FALSE(files.exists(kApp + ".loci"));
  EXPECT_EQ(files.get(kProject + "agents/dev/memory/alpha.md"), "fact\n");
}

// rule: A19
TEST_F(AgentImports, KeepWhatIsLocalOutOfTheRepository) {
  share();
  files.put(kApp + ".claude/agent-memory-local/dev/mine.md", "mine\n");
  EXPECT_THAT(rows(import()), ElementsAre("claude: mine.md created"));
  EXPECT_FALSE(files.exists(kDev + "mine.md"));
  EXPECT_EQ(files.get(kProject + "agents/dev/memory/mine.md"), "mine\n");
}

// rule: A1
TEST_F(AgentImports, KeepTheUsersMemoryApartFromTheProjects) {
  share();
  files.put("/home/u/.claude/agent-memory/dev/own.md", "own\n");
  files.put(kThere + "own.md", "the project's\n");
  EXPECT_THAT(rows(import()), SizeIs(2));
  EXPECT_EQ(files.get(kHome + "/agents/dev/memory/own.md"), "own\n");
  EXPECT_EQ(files.get(kDev + "own.md"), "the project's\n");
  EXPECT_THAT(files.get(kHome + "/apply.state"), HasSubstr("provider claude user "));
  EXPECT_THAT(files.get(kProject + "apply.state"), HasSubstr("provider claude project "));
}

// rule: A6
TEST_F(AgentImports, WriteNoReferenceThatTheToolDidNotMean) {
  share();
  files.put(kThere + "alpha.md", "use ${var.host} and ${env.HOME}\n");
  ASSERT_TRUE(import());
  EXPECT_EQ(files.get(kDev + "alpha.md"), "use $${var.host} and $${env.HOME}\n");
  apply();
  EXPECT_EQ(files.get(kThere + "alpha.md"), "use ${var.host} and ${env.HOME}\n");
}

// rule: A6
TEST_F(AgentImports, KeepAVariableInALineThatTheToolLeftAlone) {
  files.put(kApp + ".loci/vars", "host = example.org\n");
  files.put(kDev + "alpha.md", "at ${var.host}\nold\n");
  share();
  apply();
  files.put(kThere + "alpha.md", "at example.org\nnew\n");
  EXPECT_THAT(rows(import()), ElementsAre("claude: alpha.md updated"));
  EXPECT_EQ(files.get(kDev + "alpha.md"), "at ${var.host}\nnew\n");
}

// rule: A6
TEST_F(AgentImports, KeepBothWhereALineWithAVariableWasChanged) {
  files.put(kApp + ".loci/vars", "host = example.org\n");
  files.put(kDev + "alpha.md", "# Hosts\n\nat ${var.host}\n");
  share();
  apply();
  files.put(kThere + "alpha.md", "# Hosts\n\nat example.net\n");
  const auto reply = import();
  EXPECT_THAT(rows(reply), ElementsAre("claude: alpha-2.md conflict"));
  EXPECT_EQ(
      reply->rows[0].message,
      "a line with a variable was changed in the tool: both are kept, the tool's as 'alpha-2.md'");
  EXPECT_TRUE(reply->conflict);
  EXPECT_EQ(files.get(kDev + "alpha.md"), "# Hosts\n\nat ${var.host}\n");
  EXPECT_EQ(files.get(kDev + "alpha-2.md"), "# Hosts\n\nat example.net\n");
}

// rule: A18
TEST_F(AgentImports, SayWhyBothAreKept) {
  files.put(kDev + "alpha.md", "one\n");
  share();
  apply();
  append(kThere + "alpha.md", "there\n");
  append(kDev + "alpha.md", "here\n");
  const auto changed = import();
  ASSERT_TRUE(changed);
  EXPECT_EQ(changed->rows[0].message,
            "it was changed here and in the tool: both are kept, the tool's as 'alpha-2.md'");
  files.put(kDev + "taken.md", "ours\n");
  files.put(kThere + "taken.md", "theirs\n");
  const auto taken = import();
  ASSERT_TRUE(taken);
  ASSERT_THAT(taken->rows, Not(IsEmpty()));
  EXPECT_EQ(taken->rows.back().message,
            "a different text has its name: both are kept, the tool's as 'taken-2.md'");
  EXPECT_EQ(files.get(kDev + "taken.md"), "ours\n");
}

// rule: A19
TEST_F(AgentImports, TakeTheSameTextOfTwoToolsOnce) {
  share();
  files.put(kThere + "alpha.md", "fact\n");
  files.put(kGemini + "alpha.md", "fact\n");
  files.put(kThere + "beta.md", "of claude\n");
  files.put(kGemini + "beta.md", "of gemini\n");
  const auto reply = import();
  EXPECT_THAT(rows(reply), ElementsAre("claude: alpha.md created", "claude: beta.md created",
                                       "gemini: alpha.md unchanged", "gemini: beta-2.md conflict"));
  EXPECT_FALSE(files.exists(kDev + "alpha-2.md"));
  EXPECT_EQ(files.get(kDev + "beta.md"), "of claude\n");
  EXPECT_EQ(files.get(kDev + "beta-2.md"), "of gemini\n");
  const auto before = files.tree("/home/u");
  EXPECT_FALSE(import()->conflict) << "what is kept beside it is not kept again";
  EXPECT_EQ(files.tree("/home/u"), before);
}

// rule: A19
TEST_F(AgentImports, ReadTheProvidersThatAreNamed) {
  share();
  files.put(kThere + "alpha.md", "of claude\n");
  files.put(kGemini + "beta.md", "of gemini\n");
  EXPECT_THAT(rows(import({.providers = {"gemini"}})), ElementsAre("gemini: beta.md created"));
  EXPECT_FALSE(files.exists(kDev + "alpha.md"));
  EXPECT_EQ(kind_of(import({.providers = {"vi"}})), ErrorKind::InvalidInput);
}

// rule: A19
TEST_F(AgentImports, TakeANoteOutOfADirectoryAndSaySo) {
  share();
  files.put(kThere + "team/alpha.md", "deep\n");
  files.put(kThere + "zebra.md", "flat\n");
  const auto reply = import();
  EXPECT_THAT(rows(reply), ElementsAre("claude: zebra.md created", "claude: alpha.md created"));
  ASSERT_THAT(reply->warnings, SizeIs(1));
  EXPECT_THAT(reply->warnings[0], HasSubstr(".claude/agent-memory/dev/team/alpha.md: "));
}

// rule: A18, A19
TEST_F(AgentImports, UpdateTheNoteOfAFileThatTheToolKeepsElsewhere) {
  share();
  const std::string flat = kApp + ".claude/agent-memory/flat.md";
  const std::string deep = kThere + "team/alpha.md";
  files.put(flat, "flat\n");
  files.put(deep, "deep\n");
  files.put(kThere + "alpha.md", "its name is taken\n");
  ASSERT_TRUE(import());
  EXPECT_EQ(files.get(kDev + "alpha-2.md"), "deep\n");
  for (const bool applied : {false, true}) {
    if (applied) apply();
    append(flat, "more\n");
    append(deep, "more\n");
    const auto reply = import();
    EXPECT_FALSE(reply->conflict);
    EXPECT_THAT(rows(reply),
                ::testing::IsSupersetOf({"claude: flat.md updated", "claude: alpha-2.md updated"}));
    EXPECT_EQ(files.get(kApp + ".loci/agents/flat/memory/flat.md"), files.get(flat));
    EXPECT_EQ(files.get(kDev + "alpha-2.md"), files.get(deep));
    EXPECT_THAT(rows(import()), Each(::testing::EndsWith("unchanged")));
  }
  EXPECT_EQ(files.get(kDev + "alpha.md"), "its name is taken\n");
}

// rule: A18
TEST_F(AgentImports, KeepBothOfAFileThatTheToolKeepsElsewhere) {
  share();
  const std::string flat = kApp + ".claude/agent-memory/flat.md";
  const std::string here = kApp + ".loci/agents/flat/memory/";
  files.put(flat, "flat\n");
  ASSERT_TRUE(import());
  append(flat, "there\n");
  append(here + "flat.md", "here\n");
  EXPECT_THAT(rows(import()), ElementsAre("claude: flat-2.md conflict"));
  append(flat, "there again\n");
  EXPECT_THAT(rows(import()), ElementsAre("claude: flat-2.md updated"));
  EXPECT_EQ(files.get(here + "flat.md"), "flat\nhere\n");
  EXPECT_FALSE(files.exists(here + "flat-3.md"));
}

TEST_F(AgentImports, LeaveWhatCannotBeANoteWhereItIs) {
  share();
  files.put(kThere + "CON.md", "a name of another system\n");
  files.put(kThere + "large.md", std::string(kFileBytes + 1, 'x'));
  files.put("/home/u/secret.md", "secret\n");
  files.put_link(kThere + "link.md", "/home/u/secret.md");
  const auto reply = import();
  EXPECT_THAT(rows(reply), ElementsAre("claude:  kept"));
  EXPECT_THAT(reply->rows[0].message, HasSubstr("; it is left where it is"));
  EXPECT_THAT(reply->warnings, ::testing::Contains(HasSubstr("large.md")));
  EXPECT_FALSE(reply->conflict);
  EXPECT_EQ(reply->id, 0U);
  EXPECT_FALSE(files.exists(kDev + "link.md"));
}

// What an apply that was killed was about to write is no edit of the tool.
// rule: A11
TEST_F(AgentImports, KnowWhatAKilledApplyWrote) {
  files.put(kDev + "alpha.md", "one\n");
  share();
  apply();
  std::string state = files.get(kProject + "apply.state");
  files.put(kProject + "apply.state", state + "pending-file sha256:" + sha256("two\n") +
                                          " .claude/agent-memory/dev/alpha.md\n");
  files.put(kThere + "alpha.md", "two\n");
  const auto reply = import();
  EXPECT_THAT(rows(reply), ElementsAre("claude: alpha.md unchanged"));
  EXPECT_EQ(files.get(kDev + "alpha.md"), "one\n");
}

// rule: A20
TEST_F(AgentImports, BringFactsOfTheToolsIndex) {
  files.put(kDev + "alpha.md", "---\nname: Alpha\ndescription: A\n---\n\none\n");
  share();
  apply();
  files.put(kThere + "MEMORY.md", "A fact of its own.\n\n" + files.get(kThere + "MEMORY.md"));
  const auto reply = import();
  EXPECT_THAT(rows(reply), ::testing::Contains("claude: MEMORY.md updated"));
  EXPECT_THAT(files.get(kDev + "MEMORY.md"), HasSubstr("A fact of its own.\n"));
  EXPECT_FALSE(reply->conflict);
  const auto before = files.tree("/home/u");
  ASSERT_TRUE(import());
  EXPECT_EQ(files.tree("/home/u"), before);
}

// rule: A20
TEST_F(AgentImports, KeepLinesOfBothWhenBothIndexesChanged) {
  files.put(kDev + "alpha.md", "---\nname: Alpha\ndescription: A\n---\n\none\n");
  files.put(kDev + "MEMORY.md", "Ours.\n\n- [Alpha](alpha.md) - A\n");
  share();
  apply();
  append(kThere + "MEMORY.md", "\nOf the tool.\n");
  append(kDev + "MEMORY.md", "\nOurs, later.\n");
  const auto reply = import();
  ASSERT_TRUE(reply) << message_of(reply);
  EXPECT_TRUE(reply->conflict);
  EXPECT_EQ(reply->rows.back().message,
            "it was changed here and in the tool: lines of both are kept");
  EXPECT_THAT(files.get(kDev + "MEMORY.md"), HasSubstr("Of the tool.\n"));
  EXPECT_THAT(files.get(kDev + "MEMORY.md"), HasSubstr("Ours, later.\n"));
}

// rule: A18
TEST_F(AgentImports, AreOneOperationThatIsTakenBackWhole) {
  share();
  files.put(kThere + "alpha.md", "a\n");
  files.put(kApp + ".claude/agent-memory/ops/beta.md", "b\n");
  files.put("/home/u/.claude/agent-memory/dev/gamma.md", "c\n");
  const auto reply = import();
  ASSERT_TRUE(reply);
  EXPECT_THAT(reply->changed, SizeIs(::testing::Ge(3U)));
  const auto newest = past::history(*memory, {})->front();
  EXPECT_EQ(newest.record.sequence, reply->id);
  EXPECT_EQ(newest.record.origin, "import");
  ASSERT_TRUE(past::undo(*memory, {}));
  EXPECT_FALSE(files.exists(kDev + "alpha.md"));
  EXPECT_FALSE(files.exists(kApp + ".loci/agents/ops/memory/beta.md"));
  EXPECT_FALSE(files.exists(kHome + "/agents/dev/memory/gamma.md"));
}

// rule: A10, A29
TEST_F(AgentImports, LeaveTheToolsOwnFileWhenTheyAreUndone) {
  for (const bool again : {false, true}) {
    share();
    files.put(kThere + "alpha.md", "the tool's own\n");
    const auto reply = import();
    ASSERT_TRUE(reply);
    apply();
    if (again) {
      ASSERT_TRUE(import());
    }
    ASSERT_TRUE(past::undo(*memory, {.id = reply->id}));
    apply();
    EXPECT_EQ(files.get(kThere + "alpha.md"), "the tool's own\n") << again;
    EXPECT_THAT(rows(import()), ElementsAre("claude: alpha.md created"));
    EXPECT_EQ(files.get(kDev + "alpha.md"), "the tool's own\n");
    ASSERT_TRUE(past::undo(*memory, {}));
    apply();
  }
}

// rule: A29
TEST_F(AgentImports, BringAgainWhatTheyKeptBesideAndWasUndone) {
  share();
  files.put(kThere + "alpha.md", "one\n");
  ASSERT_TRUE(import());
  files.put(kThere + "alpha.md", "there\n");
  files.put(kDev + "alpha.md", "here\n");
  EXPECT_THAT(rows(import()), ElementsAre("claude: alpha-2.md conflict"));
  ASSERT_TRUE(past::undo(*memory, {}));
  EXPECT_FALSE(files.exists(kDev + "alpha-2.md"));
  EXPECT_THAT(rows(import()), ElementsAre("claude: alpha-2.md conflict"));
  EXPECT_THAT(rows(import()), ElementsAre("claude: alpha.md unchanged"));
}

// rule: A29
TEST_F(AgentImports, LeaveWhatWasChangedByHandAfterTheyWereUndone) {
  share();
  files.put(kThere + "alpha.md", "one\n");
  ASSERT_TRUE(import());
  files.put(kThere + "alpha.md", "two\n");
  EXPECT_THAT(rows(import()), ElementsAre("claude: alpha.md updated"));
  ASSERT_TRUE(past::undo(*memory, {}));
  files.put(kDev + "alpha.md", "by hand\n");
  ASSERT_TRUE(import());
  EXPECT_EQ(files.get(kDev + "alpha.md"), "by hand\n");
}

// rule: A10
TEST_F(AgentImports, LeaveLociWhatItWroteOverTheToolsOwn) {
  share();
  files.put(kThere + "alpha.md", "the tool's own\n");
  ASSERT_TRUE(import());
  files.put(kDev + "alpha.md", "changed here\n");
  apply();
  EXPECT_EQ(files.get(kThere + "alpha.md"), "changed here\n");
  files.take(kDev + "alpha.md");
  apply();
  EXPECT_FALSE(files.exists(kThere + "alpha.md"));
}

// rule: A22
TEST_F(AgentImports, TouchNothingWhenTheyAreDry) {
  share();
  files.put(kThere + "alpha.md", "a\n");
  const auto before = files.tree("/");
  files.reset_calls();
  const auto reply = import({.dry_run = true});
  EXPECT_THAT(rows(reply), ElementsAre("claude: alpha.md created"));
  EXPECT_THAT(reply->changed, Not(IsEmpty())) << "for the diff";
  EXPECT_EQ(files.tree("/"), before);
  EXPECT_EQ(files.calls(), 0U);
}

// A note without what could not be read would be written over the next time.
TEST_F(AgentImports, WriteNothingWhenADirectoryCannotBeRead) {
  share();
  files.put(kThere + "alpha.md", "a\n");
  files.put(kGemini + "beta.md", "b\n");
  const auto before = files.tree("/home/u/app/.loci");
  files.fail_look({"read " + kGemini + "beta.md", 1, EIO, true});
  EXPECT_FALSE(import());
  EXPECT_EQ(files.tree("/home/u/app/.loci"), before);
}

class Pruning : public AgentImports {
 protected:
  // An agent that a tool had once: its notes are here, the tool's are gone.
  void forget_there() {
    share();
    files.put(kThere + "alpha.md", "a\n");
    ASSERT_TRUE(import());
    files.take(kThere + "alpha.md");
    files.take(kApp + ".claude");
  }
  bool is_kept() { return files.exists(kDev + "alpha.md"); }
};

// rule: A21
TEST_F(Pruning, TakesWhatAnImportMadeAndNobodyUses) {
  forget_there();
  ASSERT_TRUE(import());
  EXPECT_TRUE(is_kept()) << "it was not asked to";
  EXPECT_THAT(rows(import({.prune = true, .dry_run = true})), ElementsAre(": alpha.md pruned"));
  EXPECT_TRUE(is_kept());
  const auto reply = import({.prune = true});
  EXPECT_THAT(rows(reply), ElementsAre(": alpha.md pruned"));
  EXPECT_FALSE(is_kept());
  EXPECT_THAT(rows(import({.prune = true})), IsEmpty());
  const auto newest = past::history(*memory, {})->front().record;
  EXPECT_EQ(newest.operation, "prune");
  EXPECT_EQ(newest.summary, "prune 1 file of agents' memory");
  ASSERT_TRUE(past::undo(*memory, {}));
  EXPECT_TRUE(is_kept()) << "history has it";
  EXPECT_THAT(rows(import({.prune = true})), ElementsAre(": alpha.md pruned")) << "again";
  EXPECT_FALSE(is_kept());
}

// rule: A21
TEST_F(Pruning, LeavesAnAgentThatAToolDefines) {
  forget_there();
  files.put(kApp + ".claude/agents/dev.md", "---\nname: dev\n---\n\nYou are.\n");
  EXPECT_THAT(rows(import({.prune = true})), IsEmpty());
  EXPECT_TRUE(is_kept());
}

// rule: A21
TEST_F(Pruning, LeavesAnAgentThatAnotherToolHasMemoryOf) {
  forget_there();
  files.put(kGemini + "beta.md", "b\n");
  ASSERT_TRUE(import({.providers = {"claude"}, .prune = true}));
  EXPECT_TRUE(is_kept()) << "also when that tool is not read";
}

// rule: A21
TEST_F(Pruning, LeavesWhatIsNotAsTheImportLeftIt) {
  forget_there();
  const std::string imported = files.get(kDev + "alpha.md");
  append(kDev + "alpha.md", "ours\n");
  EXPECT_THAT(rows(import({.prune = true})), IsEmpty());
  files.put(kDev + "alpha.md", imported);
  files.put(kDev + "beta.md", "a second note\n");
  EXPECT_THAT(rows(import({.prune = true})), IsEmpty());
  files.take(kDev + "beta.md");
  EXPECT_THAT(rows(import({.prune = true})), ElementsAre(": alpha.md pruned"));
}

// rule: A21
TEST_F(Pruning, LeavesWhatNoImportMade) {
  files.put(kDev + "alpha.md", "ours\n");
  share();
  EXPECT_THAT(rows(import({.prune = true})), IsEmpty());
  EXPECT_TRUE(is_kept());
}

}  // namespace
}  // namespace loci::compile::import_agents_test
