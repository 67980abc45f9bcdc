#include "exchange/stores.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "exchange/store_notes.h"
#include "exchange/store_record.h"
#include "exchange/tool.h"
#include "note/note.h"
#include "note/slug.h"
#include "note/validate.h"
#include "support/random_notes.h"

namespace loci::exchange::stores_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const Missing kMissing{"Title", "project"};

std::string adopted(std::string_view text) { return adopt(text, kMissing).text; }

bool is_valid(std::string_view text) {
  return note::validate(note::parse_note(text), note::requirements_for_shared_scope()).empty();
}

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
TEST(Adopt, LeavesAValidNoteAsItIs) {
  const std::string text =
      "\xEF\xBB\xBF---\r\nname: A  # mine\r\nmetadata: {type: user, x: [1, 2]}\r\n---\r\nBody";
  EXPECT_EQ(adopted(text), text);
}

// rule: Q2
TEST(Adopt, AddsOnlyTheFieldsThatAreMissing) {
  EXPECT_EQ(adopted("---\n# why\ndescription: 'x'\n---\n\nBody\n"),
            "---\nname: Title\n# why\ndescription: 'x'\ntype: project\n---\n\nBody\n");
  EXPECT_EQ(adopted("---\nname: Ann\n---\n\nthread: 1\ncwd: /x\n\n# H\n\n- an item\n"),
            "---\nname: Ann\ndescription: an item\ntype: project\n---\n\nthread: 1\ncwd: /x\n\n"
            "# H\n\n- an item\n");
  EXPECT_EQ(adopted("# Heading\n\nText"),
            "---\nname: Title\ndescription: Text\ntype: project\n---\n\n# Heading\n\nText\n");
}

// rule: Q2
TEST(Adopt, PutsWhatANoteDoesNotHaveUnderMetadata) {
  EXPECT_EQ(adopted("---\ntitle: T\ntype: note\ntags: a, b\nversion: 1.10\nlimit: 20\n"
                    "description: [x]\nread_only: true\nempty:\n---\n\nBody\n"),
            "---\nname: T\ndescription: Body\ntype: project\ntags: [a, b]\nmetadata:\n  "
            "original_type: note\n"
            "  version: \"1.10\"\n  limit: 20\n  description: [x]\n  read_only: true\n"
            "  empty: null\n---\n\nBody\n");
  EXPECT_EQ(
      adopted("---\nname: Ann\ntitle: T\ncreated: x\nmetadata:\n  type: memo\n  created: old\n"
              "---\nB\n"),
      "---\nname: Ann\ndescription: B\ntype: project\nmetadata:\n  created: old\n  original_type: "
      "memo\n"
      "  created-2: x\n  title: T\n---\n\nB\n");
  EXPECT_THAT(adopted("---\nname: N\nmetadata:\n  type: user\nextra: 1\n---\n\nB\n"),
              HasSubstr("metadata:\n  type: user\n  extra: 1\n"));
}

// rule: Q2
TEST(Adopt, KeepsAFrontmatterThatCannotBeReadInTheText) {
  for (const std::string text : {"---\nname: \"open\n---\n\nBody\n", "---\nname: N\nno end\n",
                                 "---\nname: N\nname: M\ntype: user\n---\n\nBody\n"}) {
    const Adopted result = adopt(text, kMissing);
    EXPECT_TRUE(result.unreadable) << text;
    EXPECT_TRUE(is_valid(result.text)) << result.text;
    EXPECT_THAT(result.text, HasSubstr(text));
  }
}

// rule: Q2
TEST(FlatName, HasTheDirectoryInItAndIsOneThatANoteCanHave) {
  EXPECT_EQ(flat_name("a.md"), "a.md");
  EXPECT_EQ(flat_name("team/x y.md"), "team-x y.md");
  EXPECT_EQ(flat_name("memory.md"), "memory-note.md");
  EXPECT_FALSE(note::file_name_fault(flat_name(std::string(300, 'a') + ".md")));
}

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

TEST(ImportRecord, SurvivesBeingWritten) {
  const ImportRecord record{"claude", "/a b", "memory", {{"x\"y", {"x.md", "sha256:1"}}}};
  EXPECT_EQ(*parse_record(render_record(record)), record);
  EXPECT_FALSE(parse_record("{}"));
  EXPECT_FALSE(parse_record("{\"version\":1,\"notes\":[1]}"));
}

// rule: Q2
TEST(Adopt, GivesAValidNoteThatHoldsTheWholeBodyAndIsLeftAlone) {
  support::RandomNotes notes(7);
  for (int i = 0; i < 3'000; ++i) {
    const std::string text = notes.note();
    const std::string made = adopted(text);
    ASSERT_TRUE(is_valid(made)) << text << "\n=>\n" << made;
    ASSERT_EQ(adopted(made), made) << text;
    const std::string body(trim_right(note::parse_note(text).body));
    ASSERT_TRUE(note::parse_note(made).body.find(body) != std::string::npos) << text << made;
  }
}

// rule: J18
TEST(ImportRecords, OfALaterVersionAreLeftToIt) {
  const auto later = parse_record("{\"version\": 2, \"notes\": []}");
  ASSERT_FALSE(later);
  EXPECT_EQ(later.error().kind, ErrorKind::Denied);
  EXPECT_EQ(parse_record("{\"notes\": []}").error().kind, ErrorKind::Corrupt);
  EXPECT_TRUE(parse_record("{\"version\": 1, \"notes\": []}"));
}

}  // namespace
}  // namespace loci::exchange::stores_test
