#include "compile/export_skill.h"

#include "base/text.h"
#include "note/note.h"
#include "support/house.h"

namespace loci::compile::export_skill_test {
namespace {

using SkillExport = House;

// rule: D25
TEST(Skill, HasANameThatToolsTake) {
  EXPECT_EQ(skill_name("Release  Steps_2"), "release-steps-2");
  EXPECT_EQ(skill_name("-Ünder-"), "nder");
  EXPECT_EQ(skill_name("日本"), "");
  EXPECT_EQ(skill_name(std::string(63, 'a') + " b").size(), 63U);
}

// rule: D25
TEST(Skill, IsTheTextBehindANameAndADescription) {
  const auto text = render_skill(
      note::parse_note("---\nname: Steps\ndescription: How \"we\" release\ntype: project\n---\n\n# "
                       "Steps\n\n1. Tag.\n"),
      "release-steps.md");
  ASSERT_TRUE(text);
  EXPECT_EQ(
      *text,
      "---\nname: release-steps\ndescription: \"How \\\"we\\\" release\"\n---\n\n# Steps\n\n1. "
      "Tag.\n");
  EXPECT_FALSE(render_skill(note::parse_note("---\nname: X\n---\n"), "x.md"));
}

std::string description_of(const std::string& yaml) {
  const auto text = render_skill(
      note::parse_note("---\nname: X\ndescription: " + yaml + "\ntype: project\n---\n\nText.\n"),
      "x.md");
  // Read back as every reader of frontmatter does.
  return text ? note::parse_note(*text).description : text.error().message;
}

// rule: D25
TEST(Skill, HasADescriptionThatToolsTake) {
  EXPECT_EQ(description_of("\"two\\nlines: # and 'quotes'\""), "two lines: # and 'quotes'");
  EXPECT_EQ(description_of("'</skill> <b>now</b>'"), "‹/skill› ‹b›now‹/b›");
  EXPECT_EQ(description_of("''"), "Text.");  // as everywhere: the text's first line
  EXPECT_EQ(description_of("'   '"), "Text.");
  const std::string long_text = description_of(std::string(3'000, 'a'));
  EXPECT_EQ(count_characters(long_text), 1'024U);
  EXPECT_TRUE(long_text.ends_with("…"));
  std::string marks = "a";
  for (int i = 0; i < 3'000; ++i) marks += "\u0301";
  EXPECT_LE(count_characters(description_of(marks)), 1'024U) << "characters of no width count too";
  std::string wide;
  for (int i = 0; i < 1'000; ++i) wide += "語";
  EXPECT_EQ(description_of(wide), wide) << "and wide ones once";
}

// rule: D25
TEST_F(SkillExport, ReplacesNothingUnlessItIsTold) {
  ASSERT_TRUE(write("steps", "project", "1. Tag."));
  const SkillRequest request{{"steps", {}, std::nullopt, false}, "", false};
  const auto made = export_skill(*memory, request);
  ASSERT_TRUE(made) << message_of(made);
  EXPECT_EQ(made->path, "/home/u/app/.claude/skills/steps/SKILL.md");
  EXPECT_EQ(files.get(made->path), made->text);
  EXPECT_FALSE(export_skill(*memory, request)->changed);
  files.put(made->path, "mine\n");
  EXPECT_EQ(kind_of(export_skill(*memory, request)), ErrorKind::Conflict);
  EXPECT_EQ(files.get(made->path), "mine\n");
  ASSERT_TRUE(export_skill(*memory, {request.note, "", true}));
  EXPECT_EQ(files.get(made->path), made->text);
}

}  // namespace
}  // namespace loci::compile::export_skill_test
