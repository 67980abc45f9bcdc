#include "note/slug.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <ostream>
#include <string>

#include "base/text.h"

namespace loci::note::slug_test {
namespace {

using ::testing::HasSubstr;

// rule: S6
TEST(WorkspaceSlug, IsTheLastComponentAndAHashOfThePath) {
  EXPECT_EQ(workspace_slug("/home/u/app"), "app-59a4a65d");
  EXPECT_EQ(workspace_slug("/srv/app"), "app-54e2c46f");
  EXPECT_EQ(workspace_slug("/"), "root-860189fe");
  EXPECT_EQ(workspace_slug("/tmp/a_b-c.d"), "a_b-c-d-4adbec5c");
}

// rule: S6
TEST(WorkspaceSlug, CutsTheNameToFortyAndReplacesOtherCharactersOneByOne) {
  const std::string slug = workspace_slug("/x/" + std::string(60, 'a'));
  EXPECT_EQ(slug.substr(0, 41), std::string(40, 'a') + "-");
  EXPECT_EQ(slug.size(), 49U);
  EXPECT_TRUE(workspace_slug("/x/日本 z").starts_with("---z-"));
}

// rule: N20, N21
TEST(TitleToName, FollowsTheWorkedCases) {
  EXPECT_EQ(file_name_for_title("BattMo: output API (v2)"), "battmo-output-api-v2.md");
  EXPECT_EQ(file_name_for_title("日本語"), "日本語.md");
  EXPECT_EQ(file_name_for_title("Memory"), "memory-note.md");
}

// rule: N20
TEST(TitleToName, LowersEveryScriptAndComposes) {
  EXPECT_EQ(file_name_for_title("Größe ÄÖÜ"), "größe-äöü.md");
  EXPECT_EQ(file_name_for_title("Cafe\u0301"), "café.md");
  EXPECT_EQ(file_name_for_title("ПРИВЕТ Мир"), "привет-мир.md");
}

// rule: N20
TEST(TitleToName, TrimsAndNamesTheEmptyOne) {
  EXPECT_EQ(file_name_for_title("  --hello, world!-- "), "hello-world.md");
  EXPECT_EQ(file_name_for_title(""), "note.md");
  EXPECT_EQ(file_name_for_title("!?"), "note.md");
  EXPECT_EQ(file_name_for_title("../../etc/passwd"), "etc-passwd.md");
  EXPECT_EQ(file_name_for_title("a\xFF\nb"), "a-b.md");
}

// rule: N20
TEST(TitleToName, CutsAtSixtyFourBytesBetweenCharacters) {
  EXPECT_EQ(file_name_for_title(std::string(100, 'x')), std::string(64, 'x') + ".md");
  std::string wide;
  for (int i = 0; i < 30; ++i) wide += "語";  // 3 bytes each: 21 fit
  EXPECT_EQ(file_name_for_title(wide), wide.substr(0, 63) + ".md");
  EXPECT_EQ(file_name_for_title(std::string(63, 'x') + " y"), std::string(63, 'x') + ".md");
}

// rule: N21
TEST(TitleToName, GivesReservedStemsASuffix) {
  EXPECT_EQ(file_name_for_title("SCRATCHPAD"), "scratchpad-note.md");
  EXPECT_EQ(file_name_for_title("Con"), "con-note.md");
  EXPECT_EQ(file_name_for_title("LPT1"), "lpt1-note.md");
  EXPECT_EQ(file_name_for_title("COM¹"), "com¹-note.md");
  EXPECT_EQ(file_name_for_title("ſcratchpad"), "ſcratchpad-note.md");
}

// rule: N17
TEST(NoteFileName, TakesANameWithOrWithoutItsExtension) {
  EXPECT_EQ(note_file_name("style"), "style.md");
  EXPECT_EQ(note_file_name("style.md"), "style.md");
  EXPECT_EQ(note_file_name("v1.2"), "v1.2.md");
  EXPECT_EQ(note_file_name("My Note (x)"), "My Note (x).md");
  EXPECT_EQ(note_file_name("日本語"), "日本語.md");
}

struct Refusal {
  std::string given;
  std::string why;
};

// Names the case in the list of tests.
void PrintTo(const Refusal& refusal, std::ostream* out) { *out << printable(refusal.given, true); }

class NoteFileNameRefuses : public ::testing::TestWithParam<Refusal> {};

// rule: N15, N16, N17
TEST_P(NoteFileNameRefuses, SayingWhichRule) {
  const auto name = note_file_name(GetParam().given);
  ASSERT_FALSE(name.has_value()) << *name;
  EXPECT_EQ(name.error().kind, ErrorKind::InvalidInput);
  EXPECT_THAT(name.error().message + name.error().hint, HasSubstr(GetParam().why));
}

INSTANTIATE_TEST_SUITE_P(
    Names, NoteFileNameRefuses,
    ::testing::Values(Refusal{"", "blank"}, Refusal{"  ", "blank"}, Refusal{"  .md", "blank"},
                      Refusal{"a/b", "separator"}, Refusal{"a\\b", "separator"},
                      Refusal{"..", "dot"}, Refusal{".hidden", "dot"}, Refusal{".md", "dot"},
                      Refusal{"a\nb", "control"}, Refusal{std::string("a\0b", 3), "control"},
                      Refusal{"a\u0085", "control"}, Refusal{"a\u2028", "control"},
                      Refusal{"a\x7F", "control"}, Refusal{"a\xFF", "UTF-8"},
                      Refusal{"MEMORY.md", "reserved"}, Refusal{"memory", "reserved"},
                      Refusal{"ScratchPad", "reserved"}, Refusal{"NUL", "reserved"},
                      Refusal{"aux.notes", "reserved"}, Refusal{"com7", "reserved"},
                      Refusal{"Conin$", "reserved"}, Refusal{"x.MD", "lower case"},
                      Refusal{"x.Md", "lower case"}, Refusal{std::string(126, 'x'), "128 bytes"}));

// rule: N15, N16
TEST_P(NoteFileNameRefuses, AndSoDoesTheCheckOfFilesOnDisk) {
  const std::string& given = GetParam().given;
  EXPECT_TRUE(file_name_fault(given).has_value()) << given;
}

// rule: N15, N16
TEST(NoteFileName, TakesUpToTheLimit) {
  EXPECT_TRUE(note_file_name(std::string(125, 'x')).has_value());
  EXPECT_TRUE(note_file_name("com10").has_value());
  EXPECT_TRUE(note_file_name("memory-2").has_value());
  EXPECT_TRUE(note_file_name("nullable").has_value());
}

// rule: N15, N17
TEST(NoteFileName, TellsWhatIsWrongWithAFileOnDisk) {
  EXPECT_EQ(file_name_fault("ok.md"), std::nullopt);
  EXPECT_THAT(file_name_fault("x.txt").value(), HasSubstr(".md"));
  EXPECT_THAT(file_name_fault("x.MD").value(), HasSubstr(".md"));
}

// rule: N22
TEST(NumberedFileName, PutsTheNumberBeforeTheExtension) {
  EXPECT_EQ(numbered_file_name("style.md", 2), "style-2.md");
  const std::string longest = std::string(125, 'x') + ".md";
  EXPECT_EQ(numbered_file_name(longest, 12).size(), 128U);
  EXPECT_FALSE(file_name_fault(numbered_file_name(longest, 12)).has_value());
}

// rule: N23
TEST(NameToTitle, CapitalisesWordsInLowerCase) {
  EXPECT_EQ(title_for_file_name("runtime-docs-location.md"), "Runtime Docs Location");
  EXPECT_EQ(title_for_file_name("API_notes.v2"), "API Notes V2");
  EXPECT_EQ(title_for_file_name("iPhone--setup.md"), "iPhone Setup");
  EXPECT_EQ(title_for_file_name("über-uns.md"), "Über Uns");
  EXPECT_EQ(title_for_file_name("2nd-try.md"), "2nd Try");
  EXPECT_EQ(title_for_file_name("---.md"), "---");
  EXPECT_EQ(title_for_file_name("\xFFx.md"), "\xFFx");
}

TEST(Stem, IsTheNameWithoutItsExtension) {
  EXPECT_EQ(stem("style.md"), "style");
  EXPECT_EQ(stem("style"), "style");
  EXPECT_EQ(stem("a.md.md"), "a.md");
}

// rule: S15
TEST(AgentId, IsOneComponent) {
  EXPECT_EQ(agent_id("backend-dev"), "backend-dev");
  EXPECT_EQ(agent_id("Bäcker 2"), "Bäcker 2");
  for (const std::string_view given : {"", " ", "a/b", "..", ".x", "a\nb", "\xFF"}) {
    EXPECT_FALSE(agent_id(given).has_value()) << given;
  }
  EXPECT_TRUE(agent_id(std::string(128, 'a')).has_value());
  EXPECT_FALSE(agent_id(std::string(129, 'a')).has_value());
}

}  // namespace
}  // namespace loci::note::slug_test
