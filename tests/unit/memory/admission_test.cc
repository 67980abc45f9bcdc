#include "memory/admission.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::memory::admission_test {
namespace {

using guard::Finding;
using guard::Severity;

constexpr guard::Rule kRule{"odd-words", guard::RuleKind::Injection, Severity::Quarantine,
                            "odd words", "they are odd"};

Finding found(Severity severity) { return {&kRule, 3, "mark", severity}; }

Admission of(const std::vector<Finding>& findings, bool reviewed = false) {
  return admit(store::global_place(), "x.md", findings, reviewed);
}

// rule: D9
TEST(Admission, FollowsTheWorstThatWasFound) {
  EXPECT_EQ(of({}).course, Course::GoOn);
  EXPECT_EQ(of({found(Severity::Warn)}).course, Course::GoOn);
  EXPECT_EQ(of({found(Severity::Quarantine)}).course, Course::Wait);
  EXPECT_EQ(of({found(Severity::Quarantine), found(Severity::Block)}).course, Course::Refuse);
  EXPECT_EQ(reasons_text(of({found(Severity::Quarantine)}).reasons),
            "x.md:3: odd words (odd-words)");
}

// rule: D10
TEST(Admission, HoldsWhatAPolicyIsAboutAndRefusesWhatIsBlockedAllTheSame) {
  EXPECT_EQ(of({}, true).course, Course::Wait);
  EXPECT_EQ(of({found(Severity::Block)}, true).course, Course::Refuse);
  EXPECT_EQ(of({found(Severity::Quarantine)}, true).reasons.size(), 2U);
}

}  // namespace
}  // namespace loci::memory::admission_test
