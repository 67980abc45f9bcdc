#include "compile/import_store.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include "memory/change.h"
#include "memory/moving.h"
#include "past/history.h"
#include "past/undo.h"
#include "projects/trust.h"
#include "support/house.h"
#include "support/random_notes.h"
#include "upkeep/check.h"
#include "upkeep/checker.h"

namespace loci::compile::import_store_test {
namespace {

using memory::status_name;
using upkeep::Finding;
using upkeep::Severity;

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kClaudeMemory = "/home/u/.claude/projects/-home-u-app/memory/";

class Imports : public House {
 protected:
  Result<ImportReply> import(const std::string& from, const std::string& path = "",
                             const std::string& scope = "", bool dry_run = false) {
    return compile::import_store(*memory, {from, path, scope, dry_run});
  }
  // "a.md created" for each note, in order.
  static std::vector<std::string> rows(const Result<ImportReply>& reply) {
    if (!reply) return {reply.error().message};
    std::vector<std::string> result;
    for (const ImportSource& source : reply->sources) {
      for (const ImportRow& row : source.rows) {
        result.push_back(fmt::format("{} {}", row.file, status_name(row.status)));
      }
    }
    return result;
  }
  static std::vector<std::string> warnings(const Result<ImportReply>& reply) {
    std::vector<std::string> result;
    for (const ImportSource& source : reply->sources) {
      result.insert(result.end(), source.warnings.begin(), source.warnings.end());
    }
    return result;
  }
};

// rule: Q1, Q2
TEST_F(Imports, BringClaudesNotesByteForByteAndWhatItsIndexSays) {
  const std::string a =
      "---\nname: a\ndescription: 'About #1'\nmetadata:\n  node_type: memory\n"
      "  type: feedback\n---\n\nUse tabs.\n";
  files.put(kClaudeMemory + "a.md", a);
  files.put(kClaudeMemory + "MEMORY.md",
            "# Memory\n\n- [a](a.md) — tabs, always\n- [gone](gone.md) — a fact of its own\n");
  EXPECT_THAT(rows(import("claude")), ElementsAre("claude-memory.md created", "a.md created"));
  EXPECT_EQ(files.get(kPrivate + "a.md"), a);
  EXPECT_EQ(body("claude-memory"), "# Memory\n\n- [gone](gone.md) — a fact of its own\n");
  EXPECT_THAT(files.get(kPrivate + "MEMORY.md"), HasSubstr("- [a](a.md) - tabs, always\n"));
  EXPECT_EQ(files.get(kClaudeMemory + "a.md"), a);
  const auto before = files.tree(kHome);
  EXPECT_THAT(rows(import("claude")), ElementsAre("claude-memory.md unchanged", "a.md unchanged"));
  EXPECT_EQ(files.tree(kHome), before);
}

// rule: Q3
TEST_F(Imports, TellWhichSideChangedANote) {
  files.put(kClaudeMemory + "theirs.md", note_file("Theirs", "one"));
  files.put(kClaudeMemory + "ours.md", note_file("Ours", "one"));
  files.put(kClaudeMemory + "both.md", note_file("Both", "one"));
  ASSERT_TRUE(import("claude"));
  files.put(kClaudeMemory + "theirs.md", note_file("Theirs", "two"));
  files.put(kClaudeMemory + "both.md", note_file("Both", "two"));
  ASSERT_TRUE(rewrite("ours", "mine"));
  ASSERT_TRUE(rewrite("both", "mine"));
  const auto reply = import("claude");
  EXPECT_THAT(rows(reply), ElementsAre("both-2.md beside", "ours.md kept", "theirs.md updated"));
  EXPECT_EQ(body("theirs"), "two\n");
  EXPECT_EQ(body("ours"), "mine\n");
  EXPECT_EQ(body("both"), "mine\n");
  EXPECT_EQ(body("both-2"), "two\n");
  const auto before = files.tree(kHome);
  EXPECT_THAT(rows(import("claude")),
              ElementsAre("both.md kept", "ours.md kept", "theirs.md unchanged"));
  EXPECT_EQ(files.tree(kHome), before);
}

// rule: Q3
TEST_F(Imports, LeaveANoteThatHasTheNameAlready) {
  ASSERT_TRUE(write("a", "project", "mine"));
  files.put(kClaudeMemory + "A.md", note_file("A", "theirs"));
  const auto reply = import("claude");
  EXPECT_THAT(rows(reply), ElementsAre("A-2.md beside"));
  EXPECT_EQ(reply->sources[0].rows[0].wanted, "A.md");
  EXPECT_EQ(body("a"), "mine\n");
  EXPECT_THAT(rows(import("claude")), ElementsAre("A-2.md unchanged"));
}

// rule: Q3
TEST_F(Imports, FollowANoteThatWasRenamedHere) {
  files.put(kClaudeMemory + "a.md", note_file("A", "text"));
  ASSERT_TRUE(import("claude"));
  ASSERT_TRUE(memory::rename(*memory, {"a", {}, std::nullopt, false}, "better"));
  EXPECT_THAT(rows(import("claude")), ElementsAre("better.md unchanged"));
  EXPECT_THAT(names(), ElementsAre("better.md"));
}

// rule: Q3
TEST_F(Imports, FollowANoteThatWasMovedHere) {
  const std::string moved = kHome + "/projects/app-59a4a65d/agents/dev/memory/";
  files.put(kClaudeMemory + "a.md", note_file("A", "one"));
  files.put(kClaudeMemory + "b.md", note_file("B", "one"));
  ASSERT_TRUE(import("claude"));
  ASSERT_TRUE(memory::move(*memory, {"a", {}, std::nullopt, false}, "agent:dev"));
  ASSERT_TRUE(memory::rename(*memory, {"b", {}, std::nullopt, false}, "better"));
  ASSERT_TRUE(rewrite("better", "mine"));
  EXPECT_THAT(rows(import("claude")), ElementsAre("a.md unchanged", "better.md kept"));
  EXPECT_THAT(names(), ElementsAre("better.md"));
  const auto before = files.tree(kHome);
  EXPECT_THAT(rows(import("claude")), ElementsAre("a.md unchanged", "better.md kept"));
  EXPECT_EQ(files.tree(kHome), before);
  files.put(kClaudeMemory + "a.md", note_file("A", "two"));
  EXPECT_THAT(rows(import("claude")), ElementsAre("a.md updated", "better.md kept"));
  EXPECT_THAT(files.get(moved + "a.md"), HasSubstr("two\n"));
  files.put(moved + "a.md", note_file("A", "mine"));
  files.put(kClaudeMemory + "a.md", note_file("A", "three"));
  EXPECT_THAT(rows(import("claude")), ElementsAre("a-2.md beside", "better.md kept"));
  EXPECT_THAT(files.get(moved + "a-2.md"), HasSubstr("three\n"));
  files.take(moved + "a.md");
  files.put(kClaudeMemory + "a.md", note_file("A", "four"));
  EXPECT_THAT(rows(import("claude")), ElementsAre("a.md created", "better.md kept"));
  EXPECT_THAT(names(), ElementsAre("a.md", "better.md"));
}

// rule: Q3
TEST_F(Imports, BringAgainWhatWasDeletedOrUndone) {
  files.put(kClaudeMemory + "a.md", note_file("A", "text"));
  ASSERT_TRUE(import("claude"));
  ASSERT_TRUE(past::undo(*memory, {}));
  EXPECT_THAT(names(), IsEmpty());
  EXPECT_THAT(rows(import("claude")), ElementsAre("a.md created"));
  ASSERT_TRUE(memory::remove(*memory, {"a", {}, std::nullopt, false}));
  EXPECT_THAT(rows(import("claude")), ElementsAre("a.md created"));
}

// rule: Q3
TEST_F(Imports, BringAgainAnUpdateThatWasUndone) {
  files.put(kClaudeMemory + "a.md", note_file("A", "one"));
  ASSERT_TRUE(import("claude"));
  files.put(kClaudeMemory + "a.md", note_file("A", "two"));
  EXPECT_THAT(rows(import("claude")), ElementsAre("a.md updated"));
  ASSERT_TRUE(past::undo(*memory, {}));
  EXPECT_EQ(body("a"), "one\n");
  EXPECT_THAT(rows(import("claude")), ElementsAre("a.md updated"));
  EXPECT_EQ(body("a"), "two\n");
  ASSERT_TRUE(past::undo(*memory, {}));
  ASSERT_TRUE(rewrite("a", "mine"));
  EXPECT_THAT(rows(import("claude")), ElementsAre("a.md kept")) << "it was changed since";
}

// rule: Q3
TEST_F(Imports, BringAgainWhatWasKeptBesideAndUndone) {
  files.put(kClaudeMemory + "a.md", note_file("A", "one"));
  ASSERT_TRUE(import("claude"));
  ASSERT_TRUE(rewrite("a", "mine"));
  files.put(kClaudeMemory + "a.md", note_file("A", "two"));
  EXPECT_THAT(rows(import("claude")), ElementsAre("a-2.md beside"));
  ASSERT_TRUE(past::undo(*memory, {}));
  EXPECT_THAT(names(), ElementsAre("a.md"));
  EXPECT_THAT(rows(import("claude")), ElementsAre("a-2.md beside"));
  EXPECT_EQ(body("a-2"), "two\n");
  EXPECT_THAT(rows(import("claude")), ElementsAre("a.md kept"));
  ASSERT_TRUE(memory::remove(*memory, {"a-2", {}, std::nullopt, false}));
  EXPECT_THAT(rows(import("claude")), ElementsAre("a.md kept")) << "deleted, not undone";
}

// rule: Q4
TEST_F(Imports, AreOneOperationFromOutside) {
  for (int i = 0; i < 20; ++i) {
    files.put(fmt::format("{}n{}.md", kClaudeMemory, i), note_file(fmt::format("N{}", i), "x"));
  }
  const auto reply = import("claude");
  ASSERT_TRUE(reply);
  const auto history = past::history(*memory, {});
  ASSERT_EQ(history->size(), 1U);
  EXPECT_EQ(history->front().record.operation, "import");
  EXPECT_EQ(history->front().record.origin, "import:claude");
  EXPECT_EQ(names().size(), 20U);
  ASSERT_TRUE(past::undo(*memory, {}));
  EXPECT_THAT(names(), IsEmpty());
}

// rule: Q4
TEST_F(Imports, TouchNothingWhenTheyAreDry) {
  files.put(kClaudeMemory + "a.md", note_file("A", "text"));
  const auto before = files.tree("/home/u");
  EXPECT_THAT(rows(import("claude", "", "", true)), ElementsAre("a.md created"));
  EXPECT_EQ(files.tree("/home/u"), before);
}

// rule: Q5
TEST_F(Imports, GoWhereTheStoreBelongsOrWhereTheyAreSent) {
  files.put("/home/u/.serena/memories/global/java/style.md", "# Style\n\nNo wildcards.\n");
  files.put("/home/u/app/.serena/memories/core.md", "Core.\n");
  EXPECT_THAT(rows(import("serena")), ElementsAre("core.md created", "java-style.md created"));
  EXPECT_THAT(files.get(kPrivate + "core.md"), HasSubstr("type: project\n"));
  EXPECT_THAT(files.get(kGlobal + "java-style.md"), HasSubstr("type: reference\n"));
  files.put_directory("/home/u/app/.loci/memory");
  enter();
  EXPECT_THAT(rows(import("serena", "/home/u/app/.serena/memories", "shared")),
              ElementsAre("core.md unchanged"));  // the private part has it
  EXPECT_EQ(kind_of(import("serena", "", "agent:x")), ErrorKind::InvalidInput);
}

// rule: Q5
TEST_F(Imports, RefuseWhatCannotBe) {
  EXPECT_EQ(hint_of(import("cluade")), "did you mean 'claude'?");
  EXPECT_EQ(kind_of(import("claude", "/nowhere")), ErrorKind::NotFound);
  EXPECT_THAT(import("claude")->sources, IsEmpty());
  enter("", true);
  EXPECT_EQ(kind_of(import("claude")), ErrorKind::Denied);
}

// rule: Q5
TEST_F(Imports, FindWhatThereIsOnTheMachine) {
  files.put(kClaudeMemory + "a.md", note_file("A", "text"));
  files.put("/home/u/.gemini/GEMINI.md", "# Mine\n\n## Gemini Added Memories\n- I like tea\n");
  files.put("/home/u/.claude.json",
            "{\"mcpServers\":{\"m\":{\"env\":{\"MEMORY_FILE_PATH\":\"/home/u/g.jsonl\"}}}}");
  files.put("/home/u/g.jsonl",
            "{\"type\":\"entity\",\"name\":\"Ada\",\"entityType\":\"p\",\"observations\":[]}\n");
  const auto found = compile::find_stores(*memory);
  ASSERT_TRUE(found) << found.error().message;
  std::vector<std::string> shown;
  for (const FoundStore& one : *found) {
    shown.push_back(fmt::format("{} {} {} {}", one.store, one.notes, one.scope, one.path));
  }
  EXPECT_THAT(shown, ElementsAre("claude 1 workspace /home/u/.claude/projects/-home-u-app/memory",
                                 "gemini 1 global /home/u/.gemini/GEMINI.md",
                                 "server-memory 1 global /home/u/g.jsonl"));
}

// rule: Q6
TEST_F(Imports, NeverFollowLinksAndSayWhatIsLeftOut) {
  files.put("/home/u/secret.md", "secret\n");
  files.put(kClaudeMemory + "a.md", note_file("A", "text"));
  files.put(kClaudeMemory + "bytes.md", "\xff\xfe");
  files.put(kClaudeMemory + "large.md", std::string((std::size_t{1} << 20) + 1, 'x'));
  files.put(kClaudeMemory + "team/t.md", note_file("T", "text"));
  files.put_link(kClaudeMemory + "link.md", "/home/u/secret.md");
  const auto reply = import("claude");
  EXPECT_THAT(rows(reply), ElementsAre("a.md created", "team-t.md created"));
  EXPECT_THAT(
      warnings(reply),
      ElementsAre(HasSubstr("large.md: left out"), "link.md: left out, it is a link",
                  "bytes.md: left out, it is not UTF-8", "team/: 1 file stored beside the others"));
}

// rule: Q3
TEST_F(Imports, OfAnyNotesChangeNothingASecondTimeWhateverWasEditedBetween) {
  support::RandomNotes random(11);
  const auto import_twice = [&] {
    const auto first = import("claude");
    ASSERT_TRUE(first) << first.error().message;
    const auto before = files.tree(kHome);
    const auto second = import("claude");
    ASSERT_TRUE(second) << second.error().message;
    ASSERT_THAT(second->change.changed, IsEmpty());
    ASSERT_EQ(files.tree(kHome), before);
  };
  for (int round = 0; round < 12; ++round) {
    for (std::size_t i = random.below(6); i > 0; --i) {
      files.put(fmt::format("{}n{}.md", kClaudeMemory, random.below(8)), random.note());
    }
    std::string index;
    for (std::size_t i = random.below(4); i > 0; --i) {
      index += fmt::format("- [N](n{}.md) — hook {}\n", random.below(9), random.below(3));
    }
    if (random.chance(30)) index += "\nA fact.\n";
    files.put(kClaudeMemory + "MEMORY.md", index);
    import_twice();
    for (const std::string& name : names()) {
      if (random.chance(20)) {
        ASSERT_TRUE(rewrite(name, fmt::format("mine {}", round)));
      } else if (random.chance(10)) {
        ASSERT_TRUE(memory::remove(*memory, {name, {}, std::nullopt, false}));
      } else if (random.chance(10)) {
        ASSERT_TRUE(memory::rename(*memory, {name, {}, std::nullopt, false},
                                   fmt::format("r{}-{}", round, name)));
      }
    }
    const auto mine = names();
    import_twice();
    for (const std::string& name : mine) EXPECT_THAT(names(), ::testing::Contains(name));
  }
}

// rule: Q6
TEST_F(Imports, SayWhenNotesComeWithAnUntrustedRepository) {
  files.put("/home/u/app/.serena/memories/core.md", "Core.\n");
  EXPECT_THAT(warnings(import("serena")), ElementsAre(HasSubstr("not trusted")));
  ASSERT_TRUE(projects::trust(*memory, true, false));
  EXPECT_THAT(warnings(import("serena")), IsEmpty());
}

// Everything below a directory of the real disk, by relative path.
std::map<std::string, std::string> disk_tree(const std::filesystem::path& root) {
  std::map<std::string, std::string> found;
  if (!std::filesystem::exists(root)) return found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
    if (!entry.is_regular_file()) continue;
    std::ifstream in(entry.path(), std::ios::binary);
    std::ostringstream text;
    text << in.rdbuf();
    found[std::filesystem::relative(entry.path(), root).string()] = text.str();
  }
  return found;
}

// tests/fixtures/stores/<tool>: `in` is what the tool left in a home directory,
// `out` the notes it becomes; LOCI_UPDATE_FIXTURES=1 writes `out` anew.
class StoreFixtures : public Imports, public ::testing::WithParamInterface<std::string> {};

// rule: Q1, Q2
TEST_P(StoreFixtures, BecomeTheNotesBesideThemAndAgainNothingChanges) {
  const std::filesystem::path base =
      std::filesystem::path(LOCI_SOURCE_DIR) / "tests/fixtures/stores" / GetParam();
  ASSERT_TRUE(std::filesystem::exists(base / "README.md"));
  const auto in = disk_tree(base / "in");
  ASSERT_FALSE(in.empty());
  for (const auto& [path, text] : in) files.put("/home/u/" + path, text);
  const bool single = GetParam() == "server-memory";
  const auto reply = import(GetParam(), single ? "/home/u/memory.jsonl" : "");
  ASSERT_TRUE(reply) << reply.error().message;
  ASSERT_FALSE(reply->sources.empty());
  std::map<std::string, std::string> out;
  for (const auto& [scope, directory] : {std::pair{"global", kGlobal}, {"private", kPrivate}}) {
    const std::string prefix = directory;
    for (const auto& [path, text] : files.tree(kHome)) {
      if (path.starts_with(prefix))
        out[fmt::format("{}/{}", scope, path.substr(prefix.size()))] = text;
    }
  }
  if (std::getenv("LOCI_UPDATE_FIXTURES") != nullptr) {
    std::filesystem::remove_all(base / "out");
    for (const auto& [path, text] : out) {
      std::filesystem::create_directories((base / "out" / path).parent_path());
      std::ofstream(base / "out" / path, std::ios::binary) << text;
    }
  }
  EXPECT_EQ(out, disk_tree(base / "out"));
  for (const auto& [path, text] : in) EXPECT_EQ(files.get("/home/u/" + path), text);
  const auto before = files.tree(kHome);
  const auto again = import(GetParam(), single ? "/home/u/memory.jsonl" : "");
  ASSERT_TRUE(again);
  EXPECT_THAT(again->change.changed, IsEmpty());
  EXPECT_EQ(files.tree(kHome), before);
  const auto checked = upkeep::check(*memory, {}, false, false);
  for (const Finding& finding : checked->findings) {
    EXPECT_NE(finding.rule->severity, Severity::Error) << finding.path << ": " << finding.message;
  }
}

std::vector<std::string> fixture_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(
           std::filesystem::path(LOCI_SOURCE_DIR) / "tests/fixtures/stores")) {
    if (entry.is_directory()) names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

INSTANTIATE_TEST_SUITE_P(OfTools, StoreFixtures, ::testing::ValuesIn(fixture_names()),
                         [](const ::testing::TestParamInfo<std::string>& fixture) {
                           std::string name = fixture.param;
                           std::erase(name, '-');
                           return name;
                         });

}  // namespace
}  // namespace loci::compile::import_store_test
