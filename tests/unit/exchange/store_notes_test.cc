#include "exchange/store_notes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"
#include "note/note.h"
#include "note/slug.h"
#include "note/validate.h"
#include "support/random_notes.h"

namespace loci::exchange::store_notes_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

const Missing kMissing{"Title", "project"};

std::string adopted(std::string_view text) { return adopt(text, kMissing).text; }

bool is_valid(std::string_view text) {
  return note::validate(note::parse_note(text), note::requirements_for_shared_scope()).empty();
}

TEST(Adopt, LeavesAValidNoteAsItIs) {
  const std::string text =
      "\xEF\xBB\xBF---\r\nname: A  # mine\r\nmetadata: {type: user, x: [1, 2]}\r\n---\r\nBody";
  EXPECT_EQ(adopted(text), text);
}

TEST(Adopt, AddsOnlyTheFieldsThatAreMissing) {
  EXPECT_EQ(adopted("---\n# why\ndescription: 'x'\n---\n\nBody\n"),
            "---\nname: Title\n# why\ndescription: 'x'\ntype: project\n---\n\nBody\n");
  EXPECT_EQ(adopted("---\nname: Ann\n---\n\nthread: 1\ncwd: /x\n\n# H\n\n- an item\n"),
            "---\nname: Ann\ndescription: an item\ntype: project\n---\n\nthread: 1\ncwd: /x\n\n"
            "# H\n\n- an item\n");
  EXPECT_EQ(adopted("# Heading\n\nText"),
            "---\nname: Title\ndescription: Text\ntype: project\n---\n\n# Heading\n\nText\n");
}

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
TEST(Adopt, ReadsAFieldThatWantsQuotes) {
  EXPECT_EQ(adopted("---\nname: who\ndescription: User: role & goal\ntype: user\n---\n\nBody\n"),
            "---\nname: who\ndescription: \"User: role & goal\"\ntype: user\n---\n\nBody\n");
  EXPECT_EQ(adopted("---\r\nname: `x` first\r\ndescription: d\r\ntype: user\r\n---\r\nBody"),
            "---\r\nname: \"`x` first\"\r\ndescription: d\r\ntype: user\r\n---\r\nBody");
  EXPECT_EQ(adopted("---\nname: who\ndescription: a: b\ntype: quirk\n---\n\nBody\n"),
            "---\nname: who\ndescription: \"a: b\"\ntype: project\nmetadata:\n"
            "  original_type: quirk\n---\n\nBody\n");
  const Adopted still_broken = adopt("---\nname: a: b\nx: [\n---\n\nBody\n", kMissing);
  EXPECT_TRUE(still_broken.unreadable);
  EXPECT_THAT(still_broken.text, HasSubstr("---\nname: a: b\nx: [\n---\n\nBody\n"));
}

TEST(Adopt, KeepsAFrontmatterThatCannotBeReadInTheText) {
  for (const std::string text : {"---\nname: \"open\n---\n\nBody\n", "---\nname: N\nno end\n",
                                 "---\nname: N\nname: M\ntype: user\n---\n\nBody\n"}) {
    const Adopted result = adopt(text, kMissing);
    EXPECT_TRUE(result.unreadable) << text;
    EXPECT_TRUE(is_valid(result.text)) << result.text;
    EXPECT_THAT(result.text, HasSubstr(text));
  }
}

TEST(FlatName, HasTheDirectoryInItAndIsOneThatANoteCanHave) {
  EXPECT_EQ(flat_name("a.md"), "a.md");
  EXPECT_EQ(flat_name("team/x y.md"), "team-x y.md");
  EXPECT_EQ(flat_name("memory.md"), "memory-note.md");
  EXPECT_FALSE(note::file_name_fault(flat_name(std::string(300, 'a') + ".md")));
}

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

// rule: Q2
TEST(NewNote, IsValidWhateverItIsMadeOf) {
  EXPECT_EQ(new_note("# H\n\n> quoted\n", kMissing),
            "---\nname: Title\ndescription: quoted\ntype: project\n---\n\n# H\n\n> quoted\n");
  EXPECT_THAT(new_note("x\n", {" ", "user", "given"}),
              HasSubstr("name: Note\ndescription: given\n"));
  EXPECT_THAT(new_note("x\n", kMissing, {{"k", 1}}), HasSubstr("metadata:\n  k: 1\n"));
  EXPECT_TRUE(is_valid(new_note("---\nbroken: [\n---\n", kMissing)));
}

TEST(TitleOf, IsMadeOfTheFilesName) {
  EXPECT_EQ(title_of("modules/frontend.md"), "Frontend");
  EXPECT_EQ(title_of(".md"), "Note");
}

// rule: Q1
TEST(IndexFacts, AreWhatTheIndexSaysBesideTheFilesThereAre) {
  const std::vector<StoreFile> files{{"a.md", ""}, {"b.md", ""}};
  const IndexFacts facts = index_facts(
      "\n# Index\n- [A](a.md) — hook\n- [B](b.md)\n- [Gone](gone.md) — a fact\n\n", files);
  EXPECT_EQ(facts.prose, "# Index\n- [Gone](gone.md) — a fact\n");
  EXPECT_THAT(facts.hooks, ElementsAre(std::pair("a.md", "hook")));
  EXPECT_EQ(index_facts("# Index\n\n- [A](a.md)\n", files).prose, "")
      << "headings alone say nothing";
}

// rule: Q1
TEST(ParseIndexed, ReadsTheIndexOfEachDirectory) {
  const StoreDrafts drafts =
      parse_indexed({{"MEMORY.md", "A fact.\n"},
                     {"team/MEMORY.md", "- [X](x.md) — team hook\n\nTeam fact.\n"},
                     {"team/x.md", "text\n"},
                     {"x.md", "other\n"},
                     {"blank.md", " \n"}},
                    "user", {"", "own.md", ""}, {"Own", "user"});
  std::vector<std::string> names;
  for (const StoreDraft& note : drafts.notes) names.push_back(note.file + "|" + note.hook);
  EXPECT_THAT(names, ElementsAre("own.md|", "team-memory.md|", "team-x.md|team hook", "x.md|"));
}

TEST(StoreHome, IsAVariableThatNamesAWholePath) {
  StoreSearch search;
  search.around.user_home = "/home/u";
  EXPECT_EQ(store_home(search, "TOOL_HOME", ".tool"), "/home/u/.tool");
  std::map<std::string, std::string, std::less<>> values{{"TOOL_HOME", "/opt/tool"}};
  search.around.environment = Environment(values);
  EXPECT_EQ(store_home(search, "TOOL_HOME", ".tool"), "/opt/tool");
  values["TOOL_HOME"] = "relative";
  search.around.environment = Environment(values);
  EXPECT_EQ(store_home(search, "TOOL_HOME", ".tool"), "/home/u/.tool");
}

TEST(StoreFiles, AreMarkdownThatIsNotHidden) {
  EXPECT_TRUE(is_markdown("a/b.md"));
  EXPECT_FALSE(is_markdown("a/.b.md"));
  EXPECT_FALSE(is_markdown("a/b.txt"));
  EXPECT_TRUE(is_open_directory("a/b"));
  EXPECT_FALSE(is_open_directory("a/.git"));
}

}  // namespace
}  // namespace loci::exchange::store_notes_test
