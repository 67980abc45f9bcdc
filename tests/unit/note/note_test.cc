#include "note/note.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/limits.h"

namespace loci::note::note_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::vector<FaultCode> codes(const Note& note) {
  std::vector<FaultCode> result;
  for (const Fault& fault : note.faults) result.push_back(fault.code);
  return result;
}

constexpr std::string_view kReviewStyle =
    "---\n"
    "name: Review Style\n"
    "description: User wants concise review findings with file references first\n"
    "type: user\n"
    "---\n"
    "\n"
    "Put blocking findings first. Cite file paths and symbols.\n";

TEST(ParseNote, ReadsFieldsAndBody) {
  const Note note = parse_note(kReviewStyle);
  EXPECT_EQ(note.name, "Review Style");
  EXPECT_EQ(note.description, "User wants concise review findings with file references first");
  EXPECT_EQ(note.type, Type::User);
  EXPECT_TRUE(note.has_frontmatter);
  EXPECT_EQ(note.body, "Put blocking findings first. Cite file paths and symbols.\n");
  EXPECT_EQ(kReviewStyle.substr(note.body_begin), note.body);
  EXPECT_EQ(note.body_line, 7U);
  EXPECT_THAT(note.faults, IsEmpty());
}

TEST(ParseNote, ReadsEveryField) {
  const Note note = parse_note(
      "---\nname: A\ndescription: B\ntype: Project\nagent_name: dev\ntags: [x, 'y z']\n"
      "metadata:\n  importance: 7\n  cites: [src/a.cc:12]\n  modified: "
      "2026-11-15T10:00:00Z\n---\n");
  EXPECT_EQ(note.agent_name, "dev");
  EXPECT_THAT(note.tags, ElementsAre("x", "y z"));
  EXPECT_EQ(note.metadata["importance"], 7);
  EXPECT_EQ(metadata_text(note, "modified"), "2026-11-15T10:00:00Z");
  EXPECT_EQ(metadata_text(note, "importance"), "7");
  EXPECT_EQ(metadata_text(note, "nothing"), "");
  EXPECT_THAT(note.faults, IsEmpty());
}

// rule: N6
TEST(ParseNote, ReadsCarriageReturnsAndABom) {
  const Note note = parse_note("\xEF\xBB\xBF---\r\nname: A\r\ntype: user\r\n---\r\n\r\nbody\r\n");
  EXPECT_EQ(note.name, "A");
  EXPECT_EQ(note.type, Type::User);
  EXPECT_EQ(note.body, "body\r\n");
  EXPECT_EQ(note.body_line, 6U);
  EXPECT_THAT(note.faults, IsEmpty());
}

// rule: N6
TEST(ParseNote, ReadsAClosingLineAtTheEndOfTheFile) {
  const Note note = parse_note("---\nname: A\n---");
  EXPECT_TRUE(note.has_frontmatter);
  EXPECT_EQ(note.name, "A");
  EXPECT_EQ(note.body, "");
  EXPECT_THAT(note.faults, IsEmpty());
}

TEST(ParseNote, SkipsOneBlankLineBeforeTheBody) {
  EXPECT_EQ(parse_note("---\nname: A\n---\nbody\n").body, "body\n");
  EXPECT_EQ(parse_note("---\nname: A\n---\n\n\nbody\n").body, "\nbody\n");
  EXPECT_EQ(parse_note("---\nname: A\n--- \t\n \t\nbody\n").body, "body\n");
}

// rule: N6
TEST(ParseNote, ReadsAFileWithoutFrontmatterAsBody) {
  const Note note = parse_note("# Title\n\nwords\n");
  EXPECT_FALSE(note.has_frontmatter);
  EXPECT_EQ(note.body, "# Title\n\nwords\n");
  EXPECT_EQ(note.body_line, 1U);
  EXPECT_THAT(note.faults, IsEmpty());
  EXPECT_EQ(parse_note("\xEF\xBB\xBFwords\n").body, "words\n");
  EXPECT_EQ(parse_note("").body, "");
}

// rule: N6
TEST(ParseNote, ReadsNameOnlyAndDescriptionOnly) {
  EXPECT_EQ(parse_note("---\nname: A\n---\nx").name, "A");
  const Note note = parse_note("---\ndescription: only this\n---\nx");
  EXPECT_EQ(note.description, "only this");
  EXPECT_EQ(note.name, "");
  EXPECT_FALSE(note.type.has_value());
  EXPECT_THAT(note.faults, IsEmpty());
}

// rule: N1
TEST(ParseNote, CountsAnEmptyValueAsAbsent) {
  for (const std::string_view empty : {"", " ''", " \"  \"", " ~", " null"}) {
    const Note note =
        parse_note("---\nname:" + std::string(empty) + "\ntype:" + std::string(empty) + "\n---\n");
    EXPECT_EQ(note.name, "") << empty;
    EXPECT_FALSE(note.type.has_value());
    EXPECT_THAT(note.faults, IsEmpty()) << empty;
  }
}

// rule: N3
TEST(ParseNote, TakesATypeInAnyCaseWithSpaceAround) {
  EXPECT_EQ(parse_note("---\ntype: ' FeedBack '\n---\n").type, Type::Feedback);
  EXPECT_EQ(parse_type("REFERENCE\n"), Type::Reference);
  EXPECT_EQ(parse_type("references"), std::nullopt);
  EXPECT_EQ(parse_type(""), std::nullopt);
  for (const Type type : {Type::User, Type::Feedback, Type::Project, Type::Reference}) {
    EXPECT_EQ(parse_type(type_name(type)), type);
  }
}

// rule: N3, N9
TEST(ParseNote, RefusesAnUnknownType) {
  const Note note = parse_note("---\nname: A\ntype: opinion\n---\n");
  EXPECT_FALSE(note.type.has_value());
  ASSERT_THAT(codes(note), ElementsAre(FaultCode::BadType));
  EXPECT_EQ(note.faults[0].line, 3U);
  EXPECT_THAT(note.faults[0].message, HasSubstr("'opinion'"));
}

// rule: N3
TEST(ParseNote, FindsClaudesNestedType) {
  EXPECT_EQ(parse_note("---\nmetadata:\n  type: feedback\n---\n").type, Type::Feedback);
  EXPECT_EQ(parse_note("---\nmetadata:\n  type: feedback\ntype: user\n---\n").type, Type::User);
  EXPECT_EQ(parse_note("---\ntype:\nmetadata:\n  type: feedback\n---\n").type, Type::Feedback);
  const Note bad = parse_note("---\nmetadata:\n  type: opinion\n---\n");
  ASSERT_THAT(codes(bad), ElementsAre(FaultCode::BadType));
  EXPECT_EQ(bad.faults[0].line, 3U);
}

// rule: N4
TEST(ParseNote, ReadsAgentAsAgentName) {
  EXPECT_EQ(parse_note("---\nagent: dev\n---\n").agent_name, "dev");
  EXPECT_EQ(parse_note("---\nagent: a\nagent_name: b\n---\n").agent_name, "b");
  EXPECT_THAT(parse_note("---\nagent: dev\n---\n").faults, IsEmpty());
}

// rule: N9
TEST(ParseNote, ReportsAnUnknownKeyAndWhereItBelongs) {
  const Note note = parse_note("---\nname: A\ncolour: red\nnmae: x\n---\n");
  ASSERT_THAT(codes(note), ElementsAre(FaultCode::UnknownKey, FaultCode::UnknownKey));
  EXPECT_EQ(note.faults[0].line, 3U);
  EXPECT_THAT(note.faults[0].message, HasSubstr("'colour'"));
  EXPECT_THAT(note.faults[0].message, HasSubstr("'metadata'"));
  EXPECT_THAT(note.faults[1].message, HasSubstr("did you mean 'name'"));
}

// rule: N9
TEST(ParseNote, ReportsADuplicateKeyAndTakesTheFirst) {
  const Note note = parse_note(
      "---\nname: A\nname: B\nmetadata:\n  x: 1\n  x: 2\nmetadata: {y: 1}\ntags: [p]\ntags: [q]\n"
      "type: user\ntype: project\n---\n");
  EXPECT_EQ(note.name, "A");
  EXPECT_EQ(note.type, Type::User);
  EXPECT_EQ(note.metadata.dump(), R"({"x":1})");
  EXPECT_THAT(note.tags, ElementsAre("p"));
  ASSERT_THAT(note.faults, SizeIs(5));
  EXPECT_EQ(note.faults[0].code, FaultCode::DuplicateKey);
  EXPECT_EQ(note.faults[0].line, 3U);
  EXPECT_EQ(note.faults[1].line, 6U);
}

// rule: N9
TEST(ParseNote, ReportsTheWrongKindOfValue) {
  const Note note = parse_note(
      "---\nname: [a]\ndescription: {a: b}\ntype: [user]\ntags: word\nmetadata: text\n---\n");
  EXPECT_THAT(codes(note),
              ElementsAre(FaultCode::WrongKind, FaultCode::WrongKind, FaultCode::WrongKind,
                          FaultCode::WrongKind, FaultCode::WrongKind));
  EXPECT_EQ(note.faults[0].message, "'name' must be text, not a list");
  EXPECT_EQ(note.faults[1].message, "'description' must be text, not a map");
  EXPECT_EQ(note.faults[4].message, "'metadata' must be a map, not text");
  EXPECT_THAT(note.tags, ElementsAre("word"));
  const Note nested = parse_note("---\ntags: [a, [b], '']\n---\n");
  EXPECT_THAT(nested.tags, ElementsAre("a"));
  EXPECT_THAT(codes(nested), ElementsAre(FaultCode::WrongKind));
}

// rule: N8
TEST(ParseNote, KeepsABrokenNoteListable) {
  const Note note = parse_note(
      "---\nname: \"Quoted\"\ndescription: why: because # so\ntype: Project # c\nagent: 'dev'\n"
      "  bad indent\n---\n\nbody\n");
  EXPECT_EQ(note.name, "Quoted");
  EXPECT_EQ(note.description, "why: because");
  EXPECT_EQ(note.type, Type::Project);
  EXPECT_EQ(note.agent_name, "dev");
  EXPECT_EQ(note.body, "body\n");
  ASSERT_THAT(codes(note), ElementsAre(FaultCode::BrokenYaml));
  EXPECT_EQ(note.faults[0].line, 3U);
}

// rule: N8
TEST(ParseNote, RecoversNoMoreThanALineSays) {
  const Note note = parse_note(
      "---\nx: {\nname: # none\ndescription: |\n  block\ntype: what\nagent: \"open\n---\n");
  EXPECT_EQ(note.name, "");
  EXPECT_EQ(note.description, "");
  EXPECT_FALSE(note.type.has_value());
  EXPECT_EQ(note.agent_name, "open");
}

// rule: N5
TEST(ParseNote, ReportsAnchorsAliasesAndTagsAsBrokenYaml) {
  const Note note = parse_note("---\nname: &a X\ndescription: *a\n---\n");
  EXPECT_EQ(note.name, "X");
  EXPECT_THAT(codes(note), ElementsAre(FaultCode::BrokenYaml, FaultCode::BrokenYaml));
  EXPECT_EQ(note.faults[1].line, 3U);
}

// rule: N7, N8
TEST(ParseNote, ReadsAnUnclosedFrontmatterAsBodyButKeepsItsName) {
  const std::string text = "---\nname: A\ntype: user\n\nname: not this\n";
  const Note note = parse_note(text);
  EXPECT_FALSE(note.has_frontmatter);
  EXPECT_EQ(note.body, text);
  EXPECT_EQ(note.name, "A");
  EXPECT_EQ(note.type, Type::User);
  ASSERT_THAT(codes(note), ElementsAre(FaultCode::UnclosedFrontmatter));
  EXPECT_EQ(note.faults[0].line, 1U);
  EXPECT_THAT(codes(parse_note("---")), ElementsAre(FaultCode::UnclosedFrontmatter));
}

// Only `---` closes; YAML's own end mark does not.
// rule: N7
TEST(ParseNote, DoesNotCloseAtThreeDots) {
  EXPECT_THAT(codes(parse_note("---\nname: A\n...\nbody\n")),
              ElementsAre(FaultCode::UnclosedFrontmatter));
}

// rule: N5
TEST(ParseNote, ReportsAFrontmatterThatIsTooLarge) {
  const std::string text =
      "---\nname: A\ndescription: " + std::string(kFrontmatterBytes, 'x') + "\n---\n\nbody\n";
  const Note note = parse_note(text);
  EXPECT_THAT(codes(note), ElementsAre(FaultCode::FrontmatterTooLarge));
  EXPECT_EQ(note.name, "A");
  EXPECT_EQ(note.body, "body\n");
}

// rule: N9
TEST(ParseNote, ReportsInvalidUtf8OnceWithItsLine) {
  const Note body = parse_note("---\nname: A\n---\n\nok\nwide ü 日本語\nb\xFFz\n");
  ASSERT_THAT(codes(body), ElementsAre(FaultCode::InvalidUtf8));
  EXPECT_EQ(body.faults[0].line, 7U);
  const Note front = parse_note("---\nname: A\ndescription: \xC3\x28\n---\nbody\n");
  ASSERT_THAT(codes(front), ElementsAre(FaultCode::InvalidUtf8));
  EXPECT_EQ(front.faults[0].line, 3U);
  EXPECT_EQ(front.name, "A");
}

// rule: N9
TEST(ParseNote, SortsFaultsByLine) {
  const Note note = parse_note("---\nzzz: 1\ntype: bad\nname: [x]\nzzz: 2\n---\n\xFF\n");
  std::vector<std::size_t> lines;
  for (const Fault& fault : note.faults) lines.push_back(fault.line);
  EXPECT_THAT(lines, ElementsAre(2, 3, 4, 5, 5, 7));
}

TEST(ParseNote, EscapesWhatAStrangeKeyWouldDoToATerminal) {
  const Note note = parse_note("---\n\"a\\e[2J\": 1\n---\n");
  ASSERT_THAT(note.faults, SizeIs(1));
  EXPECT_EQ(note.faults[0].message.find('\x1b'), std::string::npos);
}

// rule: N2
TEST(ShownDescription, IsTheOwnOneElseTheFirstLine) {
  EXPECT_EQ(shown_description(parse_note("---\ndescription: >\n  two\n  lines\n---\nbody")),
            "two lines");
  EXPECT_EQ(shown_description(parse_note("---\nname: A\n---\n\n\n## Big *news*\nmore\n")),
            "Big *news*");
  EXPECT_EQ(shown_description(parse_note("---\ndescription: ''\n---\n\nplain\n")), "plain");
  EXPECT_EQ(shown_description(parse_note("\n \n###\n---\n#tag first\n")), "#tag first");
  EXPECT_EQ(shown_description(parse_note("")), "");
  EXPECT_EQ(shown_description(parse_note("# \n")), "");
}

// rule: N2
TEST(ShownDescription, IsCutToAHundredAndTwentyCharacters) {
  std::string line;
  for (int i = 0; i < 130; ++i) line += "ü";
  EXPECT_EQ(first_line(parse_note(line)), line.substr(0, 240));
}

// rule: N2
TEST(ShownName, FallsBackToTheStem) {
  EXPECT_EQ(shown_name(parse_note("---\nname: A\n---\n"), "x.md"), "A");
  EXPECT_EQ(shown_name(parse_note("---\nname: ''\n---\n"), "x.md"), "x");
  EXPECT_EQ(shown_name(parse_note("words"), "deploy-steps.md"), "deploy-steps");
}

}  // namespace
}  // namespace loci::note::note_test
