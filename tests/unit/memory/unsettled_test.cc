#include "memory/unsettled.h"

#include "base/text.h"
#include "memory/moving.h"
#include "note/unmerged.h"
#include "support/house.h"

namespace loci::memory::unsettled_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kOne = note_file("Plan", "Ship on Monday.", "project");
const std::string kTwo = note_file("Plan", "Ship on Friday.", "project");
const std::string kMarked =
    note_file("Plan", "Before.\n<<<<<<< a\nMonday\n=======\nFriday\n>>>>>>> b", "project");
const std::string kSettled = note_file("Plan", "Ship on Tuesday.", "project");

class Unsettled : public House {
 protected:
  void put(const std::string& text) { files.put(kPrivate + "plan.md", text); }
  void be_agent() {
    memory::Session session = memory->session();
    session.audience = Audience::Agent;
    memory = std::make_unique<Memory>(*store, *config, log, session);
  }
  Result<ChangeReply> whole(const std::string& text, const std::string& operation = "write") {
    WriteRequest request;
    request.file = "plan";
    request.raw = true;
    request.content = text;
    request.operation = operation;
    return memory::write(*memory, request);
  }
};

// rule: MG18
TEST_F(Unsettled, NoWriteReplacesANoteThatHasTwoVersions) {
  for (const std::string& text : {kMarked, note::in_one_file(kOne, kTwo)}) {
    put(text);
    EXPECT_EQ(kind_of(rewrite("plan", "Ship on Tuesday.")), ErrorKind::Conflict);
    EXPECT_EQ(kind_of(remember("Plan", "Ship on Tuesday.")), ErrorKind::Conflict);
    EXPECT_EQ(kind_of(whole(kSettled)), ErrorKind::Conflict);
    WriteRequest fields;
    fields.file = "plan";
    fields.description = "Something else";
    EXPECT_EQ(kind_of(memory::write(*memory, fields)), ErrorKind::Conflict);
    EXPECT_EQ(files.get(kPrivate + "plan.md"), text);
  }
  EXPECT_THAT(hint_of(rewrite("plan", "x")), HasSubstr("loci resolve plan"));
  put(kMarked);
  EXPECT_THAT(hint_of(rewrite("plan", "x")), HasSubstr("loci check --fix"));
}

// rule: MG18
TEST_F(Unsettled, WhatAPersonSavesInAnEditorSettlesIt) {
  put(kMarked);
  EXPECT_EQ(kind_of(whole(replace_all(kMarked, "Before", "Behind"), "edit")), ErrorKind::Conflict);
  EXPECT_TRUE(whole(kSettled, "edit"));
  put(kMarked);
  be_agent();
  EXPECT_EQ(kind_of(whole(kSettled, "edit")), ErrorKind::Conflict);
}

// rule: MG18
TEST_F(Unsettled, OneOfAPairIsEditedAsLongAsItLeadsToTheOther) {
  const note::Pair pair = note::as_pair("plan.md", kOne, kTwo);
  put(pair.text);
  files.put(kPrivate + pair.other_file, pair.other_text);
  EXPECT_EQ(kind_of(rewrite("plan", "Ship on Tuesday.")), ErrorKind::Conflict);
  EXPECT_EQ(files.get(kPrivate + "plan.md"), pair.text);
  EXPECT_TRUE(whole(replace_all(pair.text, "Ship", "Sail")));
  ASSERT_TRUE(rename(*memory, {"plan", {}, std::nullopt, false}, "plans"));
  EXPECT_THAT(files.get(kPrivate + pair.other_file), HasSubstr("[[plans]]. `loci resolve`"));
}

// rule: MG18
TEST_F(Unsettled, RenamingAndDeletingGoOn) {
  ASSERT_TRUE(write("plan", "project", "Ship on Monday."));
  put(kMarked);
  ASSERT_TRUE(rename(*memory, {"plan", {}, std::nullopt, false}, "plans"));
  EXPECT_EQ(files.get(kPrivate + "plans.md"), kMarked);
  ASSERT_TRUE(rename(*memory, {"plans", {}, std::nullopt, false}, "plan"));
  EXPECT_TRUE(remove(*memory, {"plan", {}, std::nullopt, false}));
}

// rule: MG18
TEST_F(Unsettled, WhoReadsItIsToldAndAnAgentGetsNeitherSide) {
  put(kMarked);
  const auto read = memory::read(*memory, {"plan", {}, std::nullopt, false});
  ASSERT_TRUE(read);
  EXPECT_EQ(read->text, kMarked);
  EXPECT_THAT(unsettled_in("plan.md", read->text), HasSubstr("plan.md:7: "));
  EXPECT_EQ(without_sides(*memory, kMarked), kMarked);
  be_agent();
  EXPECT_THAT(without_sides(*memory, kMarked), Not(HasSubstr("Monday")));
  EXPECT_THAT(without_sides(*memory, kMarked), HasSubstr("Before."));
  EXPECT_EQ(unsettled_in("plan.md", kOne), "");
}

// rule: MG11
TEST_F(Unsettled, TheNextChangeInARepositoryPutsAJoinedIndexInOrder) {
  files.put(kShared + "a.md", note_file("A", "a", "project"));
  files.put(kShared + "b.md", note_file("B", "b", "project"));
  files.put(kShared + "MEMORY.md",
            "# Ours\n\n- [A](a.md) - mine\n- [B](b.md) - both\n- [A](a.md) - theirs\n");
  enter();
  const auto written = write("c", "project", "c", {"shared", false, false, false});
  ASSERT_TRUE(written) << written.error().message;
  EXPECT_EQ(files.get(kShared + "MEMORY.md"),
            "# Ours\n\n- [C](c.md) - about c\n- [A](a.md) - mine\n- [B](b.md) - both\n");
  files.put(kPrivate + "MEMORY.md", "- [A](a.md) - mine\n- [A](a.md) - theirs\n");
  ASSERT_TRUE(write("d", "project", "d"));
  EXPECT_EQ(files.get(kPrivate + "MEMORY.md"),
            "- [D](d.md) - about d\n- [A](a.md) - mine\n- [A](a.md) - theirs\n");
}

}  // namespace
}  // namespace loci::memory::unsettled_test
