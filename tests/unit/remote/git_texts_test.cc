#include "remote/git_texts.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::remote {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

const std::string kBlobA(40, 'a');
const std::string kBlobB(40, 'b');
const std::string kNone(40, '0');
const std::string kHash(64, 'c');

TEST(GitMarker, IsReadBackAsItWasWritten) {
  const Marker marker{"0123456789abcdef", 3};
  EXPECT_EQ(parse_marker(format_marker(marker)), marker);
}

TEST(GitMarker, OfALaterVersionIsDenied) {
  const auto later = parse_marker(R"({"loci":"remote","version":2,"id":"0123456789","epoch":1})");
  ASSERT_FALSE(later);
  EXPECT_EQ(later.error().kind, ErrorKind::Denied);
}

TEST(GitMarker, OfSomebodyElseIsDenied) {
  for (const char* text : {"", "[]", "{}", "not json", R"({"version":1,"id":"../x","epoch":1})"}) {
    EXPECT_FALSE(parse_marker(text)) << text;
  }
}

TEST(GitCursor, IsReadBackAsItWasWritten) {
  const auto cursor = parse_cursor(format_cursor({{"0123456789abcdef", 2}, kBlobA}));
  ASSERT_TRUE(cursor);
  EXPECT_EQ(cursor->marker, (Marker{"0123456789abcdef", 2}));
  EXPECT_EQ(cursor->commit, kBlobA);
}

TEST(GitCursor, WithSomethingElseForACommitIsNone) {
  EXPECT_FALSE(parse_cursor("git 0123456789 1 --upload-pack=x"));
  EXPECT_FALSE(parse_cursor("git 0123456789 x " + kBlobA));
  EXPECT_FALSE(parse_cursor(""));
}

TEST(PurgedList, IsReadBackAndPassesOverWhatItDoesNotKnow) {
  const std::set<sync::Purged> purged{{"global/a b.md", kHash}};
  EXPECT_EQ(parse_purged(format_purged(purged) + "garbage\n\nshort x.md\n"), purged);
}

TEST(RawLog, HasTheChangesInOrder) {
  const std::string log = ":000000 100644 " + kNone + " " + kBlobA + " A" + '\0' + "global/a.md" +
                          '\0' + "\n:100644 100644 " + kBlobA + " " + kBlobB + " M" + '\0' +
                          "global/a.md" + '\0';
  const auto changes = parse_raw_log(log);
  ASSERT_EQ(changes.size(), 2U);
  EXPECT_EQ(changes[0].before, "");
  EXPECT_EQ(changes[0].after, kBlobA);
  EXPECT_EQ(changes[1].before, kBlobA);
  EXPECT_EQ(changes[1].path, "global/a.md");
}

TEST(RawLog, TakesALinkForNoFile) {
  const std::string log =
      ":100644 120000 " + kBlobA + " " + kBlobB + " T" + '\0' + "global/a.md" + '\0';
  const auto changes = parse_raw_log(log);
  ASSERT_EQ(changes.size(), 1U);
  EXPECT_TRUE(changes[0].odd);
  EXPECT_EQ(changes[0].after, "");
}

TEST(GitTree, LeavesOutWhatIsNoFile) {
  const std::string tree = "100644 blob " + kBlobA + "\tglobal/a.md" + '\0' + "120000 blob " +
                           kBlobB + "\tglobal/link.md" + '\0' + "160000 commit " + kBlobB +
                           "\tsub" + '\0';
  EXPECT_THAT(parse_tree(tree), ElementsAre(Pair("global/a.md", kBlobA)));
}

TEST(GitFile, IsFoundWithItsSize) {
  const std::string id(40, 'a');
  const auto listed = [&](std::string_view mode, std::string_view kind, std::string_view size) {
    return parse_listed(fmt::format("{} {} {} {:>7}\td/m", mode, kind, id, size) + '\0', "d/m");
  };
  const auto file = listed("100644", "blob", "12");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->blob, id);
  EXPECT_EQ(file->size, 12U);
  EXPECT_EQ(listed("100644", "blob", "BAD")->size, 0U) << "reading it says what is wrong";
  EXPECT_FALSE(listed("120000", "blob", "12")) << "a link";
  EXPECT_FALSE(listed("040000", "tree", "-"));
  EXPECT_FALSE(parse_listed("", "d/m"));
}

TEST(GitBlobs, AreReadByTheirSize) {
  const std::string output =
      kBlobA + " blob 6\none\n2\n\n" + kBlobB + " missing\n" + kBlobB + " blob 0\n\n";
  EXPECT_THAT(parse_blobs(output), ElementsAre(Pair(kBlobA, "one\n2\n"), Pair(kBlobB, "")));
}

TEST(GitBlobs, ThatAreCutOffEndTheList) {
  EXPECT_TRUE(parse_blobs(kBlobA + " blob 99\nshort").empty());
}

TEST(CommitForImport, HasTextsByTheirSizeAndDeletions) {
  NewCommit commit;
  commit.reference = "refs/loci/outgoing";
  commit.parent = kBlobA;
  commit.committer = "N <n@example.com> 1 +0000";
  commit.message = "m\n";
  commit.files = {{"global/a.md", "text\n"}, {"global/b.md", std::nullopt}};
  EXPECT_EQ(format_import(commit),
            "commit refs/loci/outgoing\ncommitter N <n@example.com> 1 +0000\ndata 2\nm\n\nfrom " +
                kBlobA + "\nM 100644 inline global/a.md\ndata 5\ntext\n\nD global/b.md\ndone\n");
}

TEST(CommitMessage, SaysHowManyAndWhich) {
  sync::Sending sending;
  sending.id = "abc";
  sending.changes = {{"global/a.md", {}, kHash}, {"global/b.md", kHash, {}}};
  EXPECT_EQ(commit_message(sending, "0123456789abcdef"),
            "replica 01234567: 1 note changed, 1 note deleted\n\n* global/a.md\n- "
            "global/b.md\n\nLoci-Operation: abc\n");
}

}  // namespace
}  // namespace loci::remote
