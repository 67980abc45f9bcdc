#include "upkeep/proposal.h"

#include <gtest/gtest.h>

namespace loci::upkeep {
namespace {

Proposal sample() {
  Proposal proposal;
  proposal.id = "3";
  proposal.made = "2026-11-17T13:00:00.000Z";
  proposal.workspace = "app-59a4a65d";
  proposal.engine = "loci";
  ProposedStep step;
  step.id = "1";
  step.kind = StepKind::Merge;
  step.why = "'b.md' is a copy of 'a.md'";
  step.into = "a.md";
  step.files = {{store::global_place(), "a.md", "11", "text\n", ""},
                {store::global_place(), "b.md", "22", std::nullopt, "b.md"}};
  proposal.steps.push_back(step);
  proposal.refused = {"operation 2: no"};
  proposal.applied = {{"2026-11-17T14:00:00.000Z", 7, {"1"}, {{"2", "it changed"}}}};
  return proposal;
}

// rule: D29
TEST(Proposals, AreReadAsTheyWereWritten) {
  const auto read = parse_proposal(format_proposal(sample()), "3.json");
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, sample());
}

TEST(Proposals, OfALaterVersionOrBrokenAreRefused) {
  std::string later = format_proposal(sample());
  later.replace(later.find("\"version\": 1"), 12, "\"version\": 9");
  EXPECT_EQ(parse_proposal(later, "3.json").error().kind, ErrorKind::Denied);
  EXPECT_EQ(parse_proposal("{", "3.json").error().kind, ErrorKind::Corrupt);
  EXPECT_EQ(parse_proposal("[]", "3.json").error().kind, ErrorKind::Corrupt);
}

}  // namespace
}  // namespace loci::upkeep
