#include "note/validate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::note::validate_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

std::vector<FaultCode> codes(const std::vector<Fault>& faults) {
  std::vector<FaultCode> result;
  for (const Fault& fault : faults) result.push_back(fault.code);
  return result;
}

std::vector<FaultCode> shared(std::string_view text) {
  return codes(validate(parse_note(text), requirements_for_shared_scope()));
}

std::vector<FaultCode> agent(std::string_view text) {
  return codes(validate(parse_note(text), requirements_for_agent_scope()));
}

// rule: N1
TEST(Validate, NeedsNameAndTypeInSharedScopes) {
  EXPECT_THAT(shared("---\nname: A\ntype: user\n---\n"), IsEmpty());
  EXPECT_THAT(shared("---\nname: A\n---\n"), ElementsAre(FaultCode::MissingType));
  EXPECT_THAT(shared("---\ntype: user\nname: ''\n---\n"), ElementsAre(FaultCode::MissingName));
  EXPECT_THAT(shared("---\nname: A\nmetadata:\n  type: user\n---\n"), IsEmpty());
}

// rule: N1
TEST(Validate, NeedsNothingInAgentScope) {
  EXPECT_THAT(agent("just words\n"), IsEmpty());
  EXPECT_THAT(agent("---\ndescription: x\n---\n"), IsEmpty());
  EXPECT_THAT(agent("---\ntype: nonsense\n---\n"), ElementsAre(FaultCode::BadType));
}

// rule: N1, N9
TEST(Validate, SaysThatThereIsNoFrontmatterAndWhatIsMissing) {
  EXPECT_THAT(shared("words\n"), ElementsAre(FaultCode::NoFrontmatter, FaultCode::MissingName,
                                             FaultCode::MissingType));
}

TEST(Validate, NeedsADescriptionWhereAsked) {
  const Note note = parse_note("---\nname: A\ntype: user\n---\nbody\n");
  const auto faults = validate(note, {.name = true, .type = true, .description = true});
  ASSERT_THAT(codes(faults), ElementsAre(FaultCode::MissingDescription));
  EXPECT_EQ(faults[0].line, 1U);
  EXPECT_EQ(faults[0].message, "'description' is missing");
}

// rule: N9
TEST(Validate, GivesAllFaultsByLine) {
  const auto faults = validate(parse_note("---\ncolour: red\ntype: bad\ncolour: blue\n---\n"),
                               requirements_for_shared_scope());
  EXPECT_THAT(codes(faults),
              ElementsAre(FaultCode::MissingName, FaultCode::UnknownKey, FaultCode::BadType,
                          FaultCode::DuplicateKey, FaultCode::UnknownKey));
}

TEST(Validate, DoesNotCallAFieldMissingThatIsThereInTheWrongForm) {
  EXPECT_THAT(shared("---\nname: [A]\ntype: user\n---\n"), ElementsAre(FaultCode::WrongKind));
  EXPECT_THAT(shared("---\nname: A\ntype: [user]\n---\n"), ElementsAre(FaultCode::WrongKind));
  EXPECT_THAT(shared("---\nmetadata: {\n---\n"), ElementsAre(FaultCode::BrokenYaml));
  EXPECT_THAT(shared("---\nfoo\n"), ElementsAre(FaultCode::UnclosedFrontmatter));
}

// rule: N10
TEST(NewFaults, AreThoseTheFileDidNotHave) {
  const auto before = parse_note("---\ncolour: red\n---\n").faults;
  const auto after = parse_note("---\nname: A\ncolour: blue\nsize: 1\n---\n").faults;
  const auto fresh = new_faults(before, after);
  ASSERT_THAT(fresh, SizeIs(1));
  EXPECT_EQ(fresh[0].line, 4U);
  EXPECT_THAT(new_faults(before, before), IsEmpty());
}

// rule: N10
TEST(NewFaults, CountASecondOneOfAKind) {
  const std::vector<Fault> one = {{FaultCode::DuplicateKey, 3, "duplicate key 'x'"}};
  const std::vector<Fault> two = {{FaultCode::DuplicateKey, 3, "duplicate key 'x'"},
                                  {FaultCode::DuplicateKey, 4, "duplicate key 'x'"}};
  EXPECT_THAT(new_faults(one, two), SizeIs(1));
}

// rule: N9
TEST(DescribeFaults, NamesFileLineAndFault) {
  EXPECT_EQ(describe_faults("a.md", {{FaultCode::BadType, 3, "type 'x' is bad"},
                                     {FaultCode::UnknownKey, 4, "unknown key 'y'"}}),
            "a.md:3: type 'x' is bad\na.md:4: unknown key 'y'");
  EXPECT_EQ(describe_faults("a.md", {}), "");
}

}  // namespace
}  // namespace loci::note::validate_test
