#include "compile/export_skill.h"

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
