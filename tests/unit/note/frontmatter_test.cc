#include "note/frontmatter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "note/note.h"

namespace loci::note::frontmatter_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

// The new text, or the error's words.
std::string set(std::string_view text, std::string_view key, std::string_view value) {
  const auto result = set_field(text, key, value);
  return result ? *result : "error: " + result.error().message;
}

// rule: N11
TEST(SetField, ChangesThatLineOnly) {
  EXPECT_EQ(set("---\nname: A\ndescription: old\ntype: user\n---\n\nbody\n", "description", "new"),
            "---\nname: A\ndescription: new\ntype: user\n---\n\nbody\n");
}

// rule: N11
TEST(SetField, KeepsACommentBehindTheValue) {
  EXPECT_EQ(set("---\n# head\nname:   A   # mine\ntype: user\n---\n", "name", "B"),
            "---\n# head\nname:   B   # mine\ntype: user\n---\n");
}

// rule: N11
TEST(SetField, KeepsQuotingAndOrderOfOtherFields) {
  EXPECT_EQ(set("---\ntags: [ 'a' , \"b\" ]\nzzz: {x:  1}\nname: 'A'\n---\n", "name", "B"),
            "---\ntags: [ 'a' , \"b\" ]\nzzz: {x:  1}\nname: B\n---\n");
}

// rule: N11
TEST(SetField, KeepsLineEndingsAndTheBom) {
  EXPECT_EQ(set("\xEF\xBB\xBF---\r\nname: A\r\n---\r\nbody\n", "name", "B"),
            "\xEF\xBB\xBF---\r\nname: B\r\n---\r\nbody\n");
  EXPECT_EQ(set("\xEF\xBB\xBF---\r\nname: A\r\n---\r\nbody\n", "type", "user"),
            "\xEF\xBB\xBF---\r\nname: A\r\ntype: user\r\n---\r\nbody\n");
}

// rule: N12
TEST(SetField, QuotesAValueThatNeedsIt) {
  EXPECT_EQ(set("---\nname: A\n---\n", "name", "a: b"), "---\nname: \"a: b\"\n---\n");
  EXPECT_EQ(set("---\nname: A\n---\n", "name", ""), "---\nname: \"\"\n---\n");
  EXPECT_EQ(set("---\nname: A\n---\n", "name", "two\nlines"), "---\nname: \"two\\nlines\"\n---\n");
  EXPECT_EQ(set("---\nname: ~\n---\n", "name", "~"), "---\nname: \"~\"\n---\n");
}

// rule: N11
TEST(SetField, LeavesAValueThatIsThereAlready) {
  const std::string text = "---\nname: \"A\"\ndescription: 'b'\n---\n";
  EXPECT_EQ(set(text, "name", "A"), text);
  EXPECT_EQ(set(text, "description", "b"), text);
}

// rule: N11
TEST(SetField, FillsAnEmptyValueBeforeItsComment) {
  EXPECT_EQ(set("---\nname:\ntype: user\n---\n", "name", "B"), "---\nname: B\ntype: user\n---\n");
  EXPECT_EQ(set("---\nname:   # later\n---\n", "name", "B"), "---\nname: B   # later\n---\n");
}

// rule: N11
TEST(SetField, ReplacesAValueOfSeveralLines) {
  EXPECT_EQ(set("---\nname: A\ndescription: one\n  two\n  three # c\ntype: user\n---\n",
                "description", "new"),
            "---\nname: A\ndescription: new # c\ntype: user\n---\n");
  EXPECT_EQ(set("---\ndescription: \"one\n  two\"\ntype: user\n---\n", "description", "new"),
            "---\ndescription: new\ntype: user\n---\n");
  EXPECT_EQ(set("---\ndescription: |\n  one\n\n  two\n\ntype: user\n---\n", "description", "new"),
            "---\ndescription: new\n\ntype: user\n---\n");
  EXPECT_EQ(set("---\ndescription: >- # why\n  one\ntype: user\n---\n", "description", "new"),
            "---\ndescription: new # why\ntype: user\n---\n");
}

// rule: N11
TEST(SetField, ReplacesAValueThatBeginsBelowItsKey) {
  EXPECT_EQ(set("---\nname:\n  A\ntype: user\n---\n", "name", "B"),
            "---\nname: B\ntype: user\n---\n");
  EXPECT_EQ(set("---\nname: # c\n  - A\n  - B\ntype: user\n---\n", "name", "C"),
            "---\nname: C # c\ntype: user\n---\n");
}

// rule: N3, N11
TEST(SetField, ChangesTheNestedTypeWhereThatIsTheOnlyOne) {
  EXPECT_EQ(set("---\nname: A\nmetadata:\n  type: user # c\n  x: 1\n---\n", "type", "project"),
            "---\nname: A\nmetadata:\n  type: project # c\n  x: 1\n---\n");
  EXPECT_EQ(set("---\ntype: user\nmetadata:\n  type: user\n---\n", "type", "project"),
            "---\ntype: project\nmetadata:\n  type: user\n---\n");
}

// rule: N4, N11
TEST(SetField, ChangesAnAliasWhereTheFileUsesIt) {
  EXPECT_EQ(set("---\nagent: a\n---\n", "agent_name", "b"), "---\nagent: b\n---\n");
  EXPECT_EQ(set("---\nagent_name: a\n---\n", "agent", "b"), "---\nagent_name: b\n---\n");
}

// rule: N11
TEST(SetField, AddsALineBelowTheFieldsThatComeBeforeIt) {
  EXPECT_EQ(set("---\nname: A\ntags: [x]\n---\n", "type", "user"),
            "---\nname: A\ntype: user\ntags: [x]\n---\n");
  EXPECT_EQ(set("---\nname: A # c\ndescription: |\n  b\n  c\nzzz: 1\n---\n", "type", "user"),
            "---\nname: A # c\ndescription: |\n  b\n  c\ntype: user\nzzz: 1\n---\n");
  EXPECT_EQ(set("---\ntype: user\n---\n", "name", "A"), "---\nname: A\ntype: user\n---\n");
  EXPECT_EQ(set("---\n---\nbody", "name", "A"), "---\nname: A\n---\nbody");
}

// rule: N11
TEST(SetField, KeepsTheIndentOfTheOtherFields) {
  EXPECT_EQ(set("---\n  name: A\n  type: user\n---\n", "description", "d"),
            "---\n  name: A\n  description: d\n  type: user\n---\n");
}

// Trailing blank lines belong to a "keep" block, so the new line goes to the end.
TEST(SetField, DoesNotCutABlockThatKeepsItsBlankLines) {
  EXPECT_EQ(set("---\ndescription: |+\n  a\n\n\ntags: [x]\n---\n", "type", "user"),
            "---\ndescription: |+\n  a\n\n\ntags: [x]\ntype: user\n---\n");
}

// rule: N11
TEST(SetField, AddsAFrontmatterWhereThereIsNone) {
  EXPECT_EQ(set("# Body\n", "name", "A"), "---\nname: A\n---\n\n# Body\n");
  EXPECT_EQ(set("", "name", "A"), "---\nname: A\n---\n");
  EXPECT_EQ(set("\xEF\xBB\xBFx\r\n", "name", "A"),
            "\xEF\xBB\xBF---\r\nname: A\r\n---\r\n\r\nx\r\n");
  EXPECT_EQ(parse_note(set("\n\nx\n", "name", "A")).body, "\n\nx\n");
}

// rule: N11
TEST(SetField, WorksInAFlowMap) {
  EXPECT_EQ(set("---\n{name: A, type: user}\n---\n", "name", "x, y"),
            "---\n{name: \"x, y\", type: user}\n---\n");
  EXPECT_THAT(set("---\n{name: A}\n---\n", "type", "user"), HasSubstr("error: "));
}

TEST(SetField, DropsAnAnchorOrTagWithTheValueThatHadIt) {
  EXPECT_EQ(set("---\nname: !!str A\n---\n", "name", "B"), "---\nname: B\n---\n");
}

TEST(SetField, RefusesABrokenFrontmatterWithTheLine) {
  EXPECT_THAT(set("---\nname: A\ntype: a: b\n---\n", "name", "B"), HasSubstr("line 3"));
  EXPECT_THAT(set("---\nname: A\n", "name", "B"), HasSubstr("line 1"));
  EXPECT_THAT(set("---\n- list\n---\n", "name", "B"), HasSubstr("line 2"));
  EXPECT_EQ(set_field("---\nname: A\n", "name", "B").error().kind, ErrorKind::InvalidInput);
}

TEST(SetField, RefusesAKeyInAFormItCannotChangeAlone) {
  EXPECT_THAT(set("---\n? name\ntype: user\n---\n", "name", "B"), HasSubstr("error: "));
}

TEST(SetField, RefusesOtherKeysAndInvalidUtf8) {
  EXPECT_THAT(set("x", "colour", "red"), HasSubstr("'colour'"));
  EXPECT_THAT(set("x", "tags", "red"), HasSubstr("'tags'"));
  EXPECT_THAT(set("x", "name", "\xFF"), HasSubstr("UTF-8"));
}

// rule: N10
TEST(SetField, WorksBesideFaultsTheFileAlreadyHas) {
  EXPECT_EQ(set("---\ncolour: red\nname: A\nname: B\n---\n", "name", "C"),
            "---\ncolour: red\nname: C\nname: B\n---\n");
}

// rule: N11, N12
TEST(SetTags, WritesAList) {
  EXPECT_EQ(set_tags("---\nname: A\n---\n", {"x", "y, z", "yes"}).value(),
            "---\nname: A\ntags: [x, \"y, z\", \"yes\"]\n---\n");
  EXPECT_EQ(set_tags("---\ntags:\n  - a\n  - b\nzzz: 1\n---\n", {"c"}).value(),
            "---\ntags: [c]\nzzz: 1\n---\n");
  EXPECT_EQ(set_tags("---\ntags: [a] # c\n---\n", {}).value(), "---\ntags: [] # c\n---\n");
}

TEST(SetTags, LeavesAnEqualList) {
  const std::string text = "---\ntags:\n- a\n- 'b'\n---\n";
  EXPECT_EQ(set_tags(text, {"a", "b"}).value(), text);
  EXPECT_FALSE(set_tags(text, {"\xFF"}).has_value());
}

// rule: N13
TEST(ReplaceBody, KeepsTheFrontmatterToTheByte) {
  EXPECT_EQ(replace_body("---\nname:  A # c\n---\n\nold\n", "new"),
            "---\nname:  A # c\n---\n\nnew\n");
  EXPECT_EQ(replace_body("---\nx: [\n---\nold\n", "new\n"), "---\nx: [\n---\nnew\n");
}

// rule: N13
TEST(ReplaceBody, UsesTheFilesOwnLineEndings) {
  EXPECT_EQ(replace_body("---\r\nname: A\r\n---\r\n\r\nold\r\n", "a\nb\r\nc"),
            "---\r\nname: A\r\n---\r\n\r\na\r\nb\r\nc\r\n");
  EXPECT_EQ(replace_body("---\nname: A\n---\n\nold", "a\r\nb"), "---\nname: A\n---\n\na\nb\n");
}

// rule: N13
TEST(ReplaceBody, PutsABlankLineBeforeAFirstBody) {
  EXPECT_EQ(replace_body("---\nname: A\n---", "new"), "---\nname: A\n---\n\nnew\n");
  EXPECT_EQ(replace_body("---\nname: A\n---\n", "new"), "---\nname: A\n---\n\nnew\n");
}

// rule: N13
TEST(ReplaceBody, GivesBackWhatWasPutIn) {
  for (const std::string_view text : {"---\nname: A\n---\nx", "---\nname: A\n---\n\nx", "x", ""}) {
    for (const std::string_view body : {"b\n", "\nb\n", "\n\nb\n", "# h\n"}) {
      EXPECT_EQ(parse_note(replace_body(text, body)).body, body) << text << "|" << body;
    }
  }
  EXPECT_EQ(replace_body("---\nname: A\n---\n\nx\n", ""), "---\nname: A\n---\n\n");
}

// A file without frontmatter must not get one by accident.
// rule: N13
TEST(ReplaceBody, DoesNotTurnABodyIntoAFrontmatter) {
  const std::string text = replace_body("\xEF\xBB\xBFold", "---\nname: x\n---\n");
  EXPECT_EQ(text, "\xEF\xBB\xBF\n---\nname: x\n---\n");
  EXPECT_FALSE(parse_note(text).has_frontmatter);
}

// rule: N12
TEST(RenderNote, WritesTheFieldsInTheirOrder) {
  Draft draft;
  draft.name = "Review Style";
  draft.description = "what: and why";
  draft.type = "user";
  draft.agent_name = "dev";
  draft.tags = {"a", "b: c"};
  draft.metadata["importance"] = 7;
  draft.metadata["cites"] = Json::array({"src/a.cc:12", "x"});
  draft.metadata["nested"]["a"] = true;
  draft.metadata["nested"]["b"] = Json::object();
  draft.metadata["flow"] = Json::array({Json{{"k", "v, w"}}});
  draft.body = "Body";
  const std::string text = render_note(draft);
  EXPECT_EQ(text,
            "---\nname: Review Style\ndescription: \"what: and why\"\ntype: user\nagent_name: dev\n"
            "tags: [a, \"b: c\"]\nmetadata:\n  importance: 7\n  cites: [\"src/a.cc:12\", x]\n"
            "  nested:\n    a: true\n    b: {}\n  flow: [{k: \"v, w\"}]\n---\n\nBody\n");
  const Note note = parse_note(text);
  EXPECT_THAT(note.faults, IsEmpty());
  EXPECT_EQ(note.metadata, draft.metadata);
  EXPECT_THAT(note.tags, ElementsAre("a", "b: c"));
  EXPECT_EQ(note.body, "Body\n");
}

// rule: N14
TEST(RenderNote, LeavesOutWhatIsEmpty) {
  Draft draft;
  draft.name = "A";
  EXPECT_EQ(render_note(draft), "---\nname: A\n---\n");
  draft.body = "x\n";
  EXPECT_EQ(render_note(draft), "---\nname: A\n---\n\nx\n");
}

}  // namespace
}  // namespace loci::note::frontmatter_test
