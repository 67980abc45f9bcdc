#include "upkeep/review.h"

#include "memory/moving.h"
#include "past/undo.h"
#include "support/house.h"
#include "upkeep/health.h"

namespace loci::upkeep::review_test {
namespace {

using memory::NoteRequest;
using memory::Status;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class Review : public House {
 protected:
  void put(const std::string& file, const std::string& metadata) {
    memory::WriteRequest request;
    request.file = file;
    request.raw = true;
    request.content = fmt::format(
        "---\nname: {0}\ndescription: about it\ntype: project\nmetadata:\n{1}---\n\nx\n", file,
        metadata);
    ASSERT_TRUE(memory::write(*memory, request));
  }
  static NoteRequest called(const std::string& name) { return {name, {}, std::nullopt, false}; }
};

// rule: D23
TEST_F(Review, ShowsWhatAgentsNotedAndWhatIsDue) {
  ASSERT_TRUE(write("mine", "user", "Tabs."));
  enter("claude");
  ASSERT_TRUE(write("theirs", "user", "Spaces."));
  enter();
  put("past", "  expires: 2026-11-14\n");
  put("due", "  review_by: 2026-11-15\n");
  put("later", "  review_by: 2026-11-16\n  expires: 2026-11-15\n");
  const auto found = review(*memory, {});
  ASSERT_TRUE(found) << message_of(found);
  ASSERT_EQ(found->noted.size(), 1U);
  EXPECT_EQ(found->noted[0].file, "theirs.md");
  ASSERT_EQ(found->due.size(), 2U);
  EXPECT_EQ(found->due[0].file + " " + found->due[0].why, "due.md to be reviewed by 2026-11-15");
  EXPECT_EQ(found->due[1].file + " " + found->due[1].why, "past.md expired on 2026-11-14");
}

// rule: Z28
TEST_F(Review, CountsAllAndShowsAsManyAsAreAskedFor) {
  enter("claude");
  ASSERT_TRUE(write("one", "user", "Spaces."));
  ASSERT_TRUE(write("two", "feedback", "Tabs."));
  enter();
  put("due", "  review_by: 2026-11-15\n");
  put("past", "  expires: 2026-11-14\n");
  const auto found = review(*memory, {}, 1);
  ASSERT_TRUE(found) << message_of(found);
  EXPECT_EQ(found->noted.size(), 1U);
  EXPECT_EQ(found->noted_total, 2U);
  EXPECT_EQ(found->due.size(), 1U);
  EXPECT_EQ(found->due_total, 2U);
  const auto none = review(*memory, {}, 0);
  EXPECT_THAT(none->noted, IsEmpty());
  EXPECT_EQ(none->noted_total + none->due_total, 4U);
}

// rule: D24
TEST_F(Review, KeepMovesTheDateOrTakesItAway) {
  put("past", "  expires: 2026-11-14\n");
  EXPECT_EQ(kind_of(keep(*memory, called("past"), "2026-11-14")), ErrorKind::InvalidInput);
  EXPECT_EQ(kind_of(keep(*memory, called("past"), "soon")), ErrorKind::InvalidInput);
  ASSERT_TRUE(keep(*memory, called("past"), "2027-01-31"));
  EXPECT_THAT(files.get(kPrivate + "past.md"), HasSubstr("  expires: 2027-01-31\n"));
  EXPECT_EQ(kind_of(keep(*memory, called("past"), "")), ErrorKind::InvalidInput) << "not due";
  put("due", "  review_by: 2026-11-01\n");
  ASSERT_TRUE(keep(*memory, called("due"), ""));
  EXPECT_THAT(files.get(kPrivate + "due.md"), Not(HasSubstr("metadata")));
  EXPECT_THAT(review(*memory, {})->due, IsEmpty());
}

// rule: D24, D34
TEST_F(Review, ArchivePutsANoteAsideAndUndoBringsItBackAsItWas) {
  ASSERT_TRUE(write("wish", "user", "Tabs, says the user."));
  put("past", "  expires: 2026-11-14\n");
  files.put(kHome + "/projects/app-59a4a65d/archive/past.md", note_file("Earlier", "x"));
  const std::string wish = files.get(kGlobal + "wish.md");
  const auto first = memory::archive(*memory, called("wish"));
  ASSERT_TRUE(first) << message_of(first);
  EXPECT_EQ(first->status, Status::Moved);
  EXPECT_EQ(files.get(kHome + "/archive/wish.md"), wish);
  EXPECT_THAT(names(), Not(::testing::Contains("wish.md")));
  EXPECT_THAT(files.get(kGlobal + "MEMORY.md"), Not(HasSubstr("wish.md")));
  const auto second = memory::archive(*memory, called("past"));
  ASSERT_TRUE(second) << message_of(second);
  EXPECT_EQ(second->file, "past-2.md") << "the archive has one of that name";
  EXPECT_THAT(review(*memory, {})->due, IsEmpty());
  const NoteRequest there{"past-2", {"archive", false, false, false}, std::nullopt, false};
  EXPECT_EQ(kind_of(memory::archive(*memory, there)), ErrorKind::InvalidInput);
  ASSERT_TRUE(past::undo(*memory, {}));
  EXPECT_THAT(files.get(kPrivate + "past.md"), HasSubstr("expires"));
  ASSERT_TRUE(past::undo(*memory, {}));
  EXPECT_EQ(files.get(kGlobal + "wish.md"), wish);
  EXPECT_FALSE(files.exists(kHome + "/archive/wish.md"));
  EXPECT_THAT(review(*memory, {})->noted, IsEmpty()) << "it is the person's word as before";
}

// rule: D24
TEST_F(Review, WhatAPersonPutAsideIsNotTheirsWhenAnAgentWritesItAgain) {
  ASSERT_TRUE(write("wish", "user", "Tabs, says the user."));
  ASSERT_TRUE(memory::archive(*memory, called("wish")));
  enter("claude");
  ASSERT_TRUE(write("wish", "user", "Tabs, says the user."));
  enter();
  EXPECT_EQ(review(*memory, {})->noted.size(), 1U);
}

// rule: D24
TEST_F(Review, RejectTakesOutWhatNobodyConfirmed) {
  ASSERT_TRUE(write("prefs", "user", "Tabs, says the user."));
  enter("claude");
  ASSERT_TRUE(rewrite("prefs", "Tabs, says the user.\n\nSpaces, says the agent."));
  ASSERT_TRUE(write("theirs", "user", "All by the agent."));
  enter();
  const auto reply = reject_noted(*memory, called("prefs"));
  ASSERT_TRUE(reply) << message_of(reply);
  EXPECT_EQ(body("prefs"), "Tabs, says the user.\n");
  const auto whole = reject_noted(*memory, called("theirs"));
  ASSERT_TRUE(whole) << message_of(whole);
  EXPECT_EQ(whole->status, Status::Deleted);
  EXPECT_THAT(review(*memory, {})->noted, IsEmpty());
  EXPECT_EQ(kind_of(reject_noted(*memory, called("prefs"))), ErrorKind::InvalidInput);
}

// rule: D23
TEST_F(Review, IsAPersons) {
  memory::Session session = memory->session();
  session.audience = memory::Audience::Agent;
  memory::Memory agent(*store, *config, log, session);
  EXPECT_EQ(kind_of(review(agent, {})), ErrorKind::Denied);
  EXPECT_EQ(kind_of(keep(agent, called("x"), "")), ErrorKind::Denied);
  EXPECT_EQ(kind_of(memory::archive(agent, called("x"))), ErrorKind::Denied);
  EXPECT_EQ(kind_of(reject_noted(agent, called("x"))), ErrorKind::Denied);
}

// rule: D26
TEST_F(Review, HealthSaysForEveryProblemWhatToDo) {
  files.put(kGlobal + "broken.md", "no frontmatter\n");
  files.put(kGlobal + "Case.md", note_file("A", "x"));
  files.put(kGlobal + "case.md", note_file("B", "x"));
  files.put(kGlobal + "large.md", std::string((1 << 20) + 1, 'x'));
  files.put(kPrivate + "unlisted.md", note_file("C", "x"));
  files.put(kHome + "/state/journal/2026-11.jsonl", "nonsense\n");
  const auto reply = health(*memory);
  ASSERT_TRUE(reply) << message_of(reply);
  EXPECT_GE(reply->problems.size(), 6U);
  for (const Problem& problem : reply->problems) EXPECT_NE(problem.fix, "") << problem.what;
}

}  // namespace
}  // namespace loci::upkeep::review_test
