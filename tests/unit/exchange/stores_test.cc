#include "exchange/stores.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "exchange/tool.h"
#include "note/note.h"

namespace loci::exchange::stores_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

StoreDrafts parse(std::string_view store, std::vector<StoreFile> files,
                  StoreReach reach = StoreReach::Workspace) {
  return parse_store(*find_tool(store)->store, std::move(files), reach);
}

std::vector<std::string> names(const StoreDrafts& drafts) {
  std::vector<std::string> result;
  for (const StoreDraft& note : drafts.notes) result.push_back(note.file);
  return result;
}

// rule: Q2
// rule: Q2
// rule: Q2
// rule: Q2
// rule: Q2
// rule: Q1
TEST(IndexedStores, KeepHooksAndWhatTheirIndexSaysItself) {
  const StoreDrafts drafts =
      parse("claude",
            {{"MEMORY.md", "# Index\n\n- [A](a.md) — the hook\n- [B](b.md) - same\n\nA fact.\n"},
             {"a.md", "---\nname: A\ndescription: other\ntype: user\n---\n\nx\n"},
             {"b.md", "---\nname: B\ndescription: same\ntype: user\n---\n\nx\n"}});
  ASSERT_THAT(names(drafts), ElementsAre("claude-memory.md", "a.md", "b.md"));
  EXPECT_THAT(drafts.notes[0].text, HasSubstr("\n---\n\n# Index\n\n\nA fact.\n"));
  EXPECT_EQ(drafts.notes[1].hook, "the hook");
  EXPECT_EQ(drafts.notes[2].hook, "");
}

// rule: Q1
TEST(IndexedStores, MakeNoNoteOfHeadingsAlone) {
  EXPECT_THAT(
      names(parse("claude", {{"MEMORY.md", "# Index\n\n- [A](a.md)\n"}, {"a.md", "text\n"}})),
      ElementsAre("a.md"));
  EXPECT_THAT(names(parse("claude", {{"MEMORY.md", "- [Gone](gone.md) — still a fact\n"}})),
              ElementsAre("claude-memory.md"));
}

// rule: Q1
TEST(ServerMemory, KeepsObservationsRelationsAndUnknownKeys) {
  const StoreDrafts drafts =
      parse("server-memory",
            {{"m.jsonl",
              "{\"type\":\"entity\",\"name\":\"A "
              "B\",\"entityType\":\"t\",\"observations\":[\"one\\ntwo\",7],"
              "\"extra\":[1]}\n"
              "{\"type\":\"relation\",\"from\":\"A B\",\"to\":\"A B\",\"relationType\":\"is\"}\n"
              "{\"type\":\"relation\",\"from\":\"Z\",\"to\":\"nobody\",\"relationType\":\"knows\","
              "\"w\":1}\n"
              "{\"type\":\"entity\",\"name\":\"A-B\",\"entityType\":\"t\",\"observations\":[]}\n"
              "not json\n{\"type\":\"other\"}\n"}},
            StoreReach::Global);
  ASSERT_THAT(names(drafts), ElementsAre("a-b.md", "a-b-2.md", "z.md"));
  EXPECT_EQ(drafts.notes[0].text,
            "---\nname: A B\ndescription: one\ntype: reference\nmetadata:\n  entityType: t\n"
            "  extra: [1]\n---\n\n- one\n  two\n- 7\n\n## Relations\n\n- is [[a-b]] (A B)\n");
  EXPECT_THAT(drafts.notes[2].text, HasSubstr("- knows nobody (w: 1)\n"));
  EXPECT_THAT(drafts.warnings, ElementsAre(HasSubstr("m.jsonl:5: "), HasSubstr("m.jsonl:6: ")));
}

// rule: Q1
TEST(Gemini, TakesOnlyWhatItAddedItselfFromGeminiMd) {
  const StoreDrafts drafts = parse(
      "gemini", {{"GEMINI.md", "mine\n\n## Gemini Added Memories\n- one\n- two\n\n## Next\nx\n"}});
  ASSERT_THAT(names(drafts), ElementsAre("gemini-added-memories.md"));
  EXPECT_EQ(note::parse_note(drafts.notes[0].text).body, "- one\n- two\n");
  EXPECT_THAT(parse("gemini", {{"GEMINI.md", "only mine\n"}}).notes, IsEmpty());
}

// rule: Q1
TEST(Codex, MakesANoteOfEachGroupOfTasks) {
  const StoreDrafts drafts = parse("codex", {{"MEMORY.md",
                                              "Preface.\n# Task Group: a\nscope: about a\nx\n"
                                              "# Task Group: a\ny\n"},
                                             {"memory_summary.md", "v1\n\n## User\n\nz\n"}});
  ASSERT_THAT(names(drafts), ElementsAre("codex-memory.md", "codex-a.md", "codex-a.md",
                                         "codex-memory-summary.md"));
  EXPECT_EQ(drafts.notes[1].source, "MEMORY.md#a");
  EXPECT_EQ(drafts.notes[2].source, "MEMORY.md#a (2)");
  EXPECT_EQ(note::parse_note(drafts.notes[1].text).description, "about a");
  EXPECT_THAT(drafts.notes[3].text, HasSubstr("metadata:\n  codex_form: v1\n---\n\n## User\n"));
}

// rule: Q5
TEST(Places, AreFoundByWhatTheToolsSayThemselves) {
  StoreSearch search;
  search.around.user_home = "/home/u";
  search.roots = {"/home/u/my.app", "/" + std::string(250, 'x')};
  search.read = [](const std::string& path) -> std::optional<std::string> {
    if (path == "/home/u/.gemini/projects.json") {
      return "{\"projects\":{\"/home/u/my.app\":\"my-app\"}}";
    }
    if (path == "/home/u/.claude/settings.json") return "{\"autoMemoryDirectory\":\"~/mem\"}";
    if (path == "/home/u/.basic-memory/config.json") {
      return "{\"projects\":{\"a\":\"/n/a\",\"b\":{\"path\":\"/n/b\"},\"c\":7}}";
    }
    return std::nullopt;
  };
  search.directories = [](const std::string& path) -> std::vector<std::string> {
    if (path == "/home/u/.claude/projects")
      return {"-" + std::string(199, 'x') + "-1a2b", "-other"};
    if (path == "/home/u/.letta/agents") return {"agent-1"};
    return {};
  };
  const auto paths = [&](std::string_view store) {
    std::vector<std::string> result;
    for (const StorePlace& place : find_tool(store)->store->places(search))
      result.push_back(place.path);
    return result;
  };
  EXPECT_THAT(paths("claude"),
              ElementsAre("/home/u/mem", "/home/u/.claude/projects/-home-u-my-app/memory",
                          "/home/u/.claude/projects/-" + std::string(199, 'x') + "-1a2b/memory"));
  EXPECT_THAT(paths("gemini"),
              ElementsAre("/home/u/.gemini/tmp/my-app/memory", "/home/u/.gemini/GEMINI.md"));
  EXPECT_THAT(paths("basic-memory"), ElementsAre("/home/u/basic-memory", "/n/a", "/n/b"));
  EXPECT_THAT(paths("letta"), ElementsAre("/home/u/.letta/agents/agent-1/memory"));
  EXPECT_THAT(paths("codex"), ElementsAre("/home/u/.codex/memories", "/home/u/.codex/memories_v2"));
}

// rule: Q2
// rule: J18
}  // namespace
}  // namespace loci::exchange::stores_test
