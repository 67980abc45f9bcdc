#include "sync/resolve.h"

#include "base/text.h"
#include "note/unmerged.h"
#include "support/house.h"
#include "sync/settle.h"

namespace loci::sync::resolve_test {
namespace {

const std::string kOne = note_file("Plan", "Ship on Monday.", "project");
const std::string kTwo = note_file("Plan", "Ship on Friday.", "project");

class Resolving : public House {
 protected:
  // Two versions of a private note as a pair.
  note::Pair put_pair() {
    const note::Pair pair = note::as_pair("plan.md", kOne, kTwo);
    files.put(kPrivate + pair.file, pair.text);
    files.put(kPrivate + pair.other_file, pair.other_text);
    return pair;
  }
  ResolveRequest request(Choice choice, std::string version = "") {
    ResolveRequest wanted;
    wanted.note.name = "plan";
    wanted.choice = choice;
    wanted.version = std::move(version);
    return wanted;
  }
};

// rule: MG9, MG13
TEST_F(Resolving, KeepsOneVersionOfAPairAndTakesTheOtherAway) {
  const note::Pair pair = put_pair();
  const auto shown = resolve(*memory, request(Choice::None));
  ASSERT_TRUE(shown) << shown.error().message;
  EXPECT_FALSE(shown->change);
  EXPECT_EQ(shown->found.other, pair.other_file);
  const auto done = resolve(*memory, request(Choice::Keep, note::version_name(kTwo).substr(0, 4)));
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(files.get(kPrivate + "plan.md"), kTwo);
  EXPECT_FALSE(files.exists(kPrivate + pair.other_file));
}

// rule: MG13
TEST_F(Resolving, KeepsBothAsNotesOfTheirOwn) {
  const note::Pair pair = put_pair();
  const auto done = resolve(*memory, request(Choice::Both));
  ASSERT_TRUE(done) << done.error().message;
  const bool one_first = files.get(kPrivate + "plan.md") == kOne;
  EXPECT_EQ(files.get(kPrivate + "plan.md"), one_first ? kOne : kTwo);
  EXPECT_EQ(files.get(kPrivate + pair.other_file), one_first ? kTwo : kOne);
}

// rule: MG13
TEST_F(Resolving, RefusesWhatNamesNoVersion) {
  put_pair();
  EXPECT_EQ(resolve(*memory, request(Choice::Keep, "zz")).error().kind, ErrorKind::InvalidInput);
  EXPECT_EQ(resolve(*memory, request(Choice::Mine)).error().kind, ErrorKind::InvalidInput);
  files.put(kPrivate + "plan.md", kOne);
  EXPECT_EQ(resolve(*memory, request(Choice::Both)).error().kind, ErrorKind::InvalidInput);
}

// rule: MG16
TEST_F(Resolving, MakesAPairOfAFileWithMarkersThatNobodyCanMerge) {
  const std::string marked =
      replace_all(kOne, "Ship on Monday.\n",
                  "<<<<<<< HEAD\nShip on Monday.\n=======\nShip on Friday.\n>>>>>>> other\n");
  files.put(kPrivate + "plan.md", marked);
  const auto settled = settle_markers(*memory, {store::private_place("app-59a4a65d")}, false);
  ASSERT_TRUE(settled) << settled.error().message;
  ASSERT_TRUE(*settled);
  const note::Pair pair = note::as_pair("plan.md", kOne, kTwo);
  EXPECT_EQ(files.get(kPrivate + "plan.md"), pair.text);
  EXPECT_EQ(files.get(kPrivate + pair.other_file), pair.other_text);
}

// rule: MG16
TEST_F(Resolving, MergesAFileWithMarkersThatSayWhatWasBefore) {
  const std::string marked = note_file(
      "Plan",
      "<<<<<<< a\nTop, new.\n\nend\n||||||| b\nTop.\n\nend\n=======\nTop.\n\nthe end\n>>>>>>> c",
      "project");
  files.put(kPrivate + "plan.md", marked);
  ASSERT_TRUE(settle_markers(*memory, {store::private_place("app-59a4a65d")}, false));
  EXPECT_EQ(files.get(kPrivate + "plan.md"), note_file("Plan", "Top, new.\n\nthe end", "project"));
}

// rule: MG16
TEST_F(Resolving, NoWriteGoesIntoANoteWithMarkers) {
  const std::string marked = note_file("Plan", "<<<<<<< a\nx\n=======\ny\n>>>>>>> b", "project");
  files.put(kPrivate + "plan.md", marked);
  memory::WriteRequest write;
  write.file = "plan";
  write.description = "Something else";
  const auto refused = memory::write(*memory, write);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::Conflict);
  EXPECT_EQ(files.get(kPrivate + "plan.md"), marked);
  write.content = "neither of the two";
  EXPECT_EQ(kind_of(memory::write(*memory, write)), ErrorKind::Conflict);
}

}  // namespace
}  // namespace loci::sync::resolve_test
