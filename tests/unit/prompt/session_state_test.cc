#include "prompt/session_state.h"

#include <cerrno>

#include "support/house.h"

namespace loci::prompt::session_state_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

const std::string kSessions = kHome + "/state/sessions/";

// rule: G6
TEST(SessionState, ComesBackAsItWas) {
  SessionState state;
  state.saw = "0123456789abcdef";
  state.ended = true;
  state.flushed = {"aa", "bb"};
  state.recalled = {{"memory/c.md", "33"}};
  EXPECT_EQ(parse_session_state(format_session_state(state)), state);
  state.lines = "11 memory/a b.md\n22 memory/c.md\n";
  EXPECT_EQ(parse_session_state(format_session_state(state)), state);
  EXPECT_EQ(parse_session_state("garbage\nline"), SessionState());
  EXPECT_EQ(parse_session_state("loci session 1\nline\nline x\nwhat 1 2\nflushed \n"),
            SessionState());
}

// rule: G6
TEST(SessionState, IsUnderstoodWhereAnEarlierVersionWroteIt) {
  const SessionState state =
      parse_session_state("loci session 1\nlooked\nindex 44 memory\nlines\n11 memory/a.md\n");
  EXPECT_EQ(state.saw, digest_of({{"memory", "44"}}));
  EXPECT_EQ(state.lines, "11 memory/a.md\n");
  EXPECT_EQ(parse_session_state(format_session_state(state)), state);
  EXPECT_EQ(parse_session_state("loci session 1\nlines\n11 memory/a.md\n"), SessionState());
}

TEST(DigestOfPlaces, IsAnotherForOtherPlacesAndHashes) {
  EXPECT_EQ(digest_of({{"memory", "44"}}), digest_of({{"memory", "44"}}));
  EXPECT_NE(digest_of({{"memory", "44"}}), digest_of({{"memory", "45"}}));
  EXPECT_NE(digest_of({{"memory", "44"}}), digest_of({{"memory", "44"}, {"other", "44"}}));
  EXPECT_EQ(digest_of({}).size(), 16U);
}

// rule: G6
TEST(SessionFile, IsAlwaysAPlainName) {
  EXPECT_EQ(session_file("0f3c-11"), "0f3c-11");
  EXPECT_THAT(session_file("../../etc/passwd"), Not(HasSubstr("/")));
  EXPECT_THAT(session_file(""), HasSubstr(".hashed"));
  EXPECT_NE(session_file("a/b"), session_file("a/c"));
}

using Sessions = House;

SessionState told(const std::string& hash) {
  SessionState state;
  state.recalled = {{"memory/a.md", hash}};
  return state;
}

// rule: G6
TEST_F(Sessions, KnowNothingBeforeTheyAreWrittenDown) {
  EXPECT_EQ(*read_session(*store, "s1"), SessionState());
  EXPECT_FALSE(files.exists(kHome)) << "asking makes no home";
  ASSERT_TRUE(write_session(*store, "s1", told("11")));
  EXPECT_EQ(*read_session(*store, "s1"), told("11"));
  EXPECT_EQ(*read_session(*store, "s2"), SessionState()) << "each has its own";
  ASSERT_TRUE(write_session(*store, "../s3", told("22")));
  EXPECT_EQ(*read_session(*store, "../s3"), told("22"));
  EXPECT_FALSE(files.exists(kHome + "/state/s3"));
}

// What could not be read must not be told a second time, nor taken for nothing.
TEST_F(Sessions, ThatCannotBeReadAreAnError) {
  ASSERT_TRUE(write_session(*store, "s1", told("11")));
  files.fail_look({"read " + kSessions + "s1", 1, EIO, true});
  EXPECT_FALSE(read_session(*store, "s1"));
}

TEST_F(Sessions, OfALaterVersionAreLeftToIt) {
  const std::string later = "loci session 2\nsomething new\n";
  files.put(kSessions + "s1", later);
  EXPECT_EQ(*read_session(*store, "s1"), SessionState());
  EXPECT_FALSE(write_session(*store, "s1", told("11")));
  EXPECT_EQ(files.get(kSessions + "s1"), later);
}

// rule: G6
TEST_F(Sessions, AreForgottenAfterAWeek) {
  ASSERT_TRUE(write_session(*store, "s1", told("11")));
  const Timestamp made = *parse_time("2023-11-14");  // as this file system has it
  sweep_sessions(*store, made + std::chrono::hours(24 * 2));
  EXPECT_TRUE(files.exists(kSessions + "s1"));
  sweep_sessions(*store, made + std::chrono::hours(24 * 9));
  EXPECT_FALSE(files.exists(kSessions + "s1"));
}

// rule: G11
TEST_F(Sessions, AreCountedWhenTheyEnd) {
  EXPECT_EQ(count_sessions(*store)->ended, 0U);
  ASSERT_TRUE(add_ended_session(*store, clock.now()));
  clock.advance(std::chrono::hours(1));
  ASSERT_TRUE(add_ended_session(*store, clock.now()));
  const auto count = count_sessions(*store);
  ASSERT_TRUE(count);
  EXPECT_EQ(count->ended, 2U);
  EXPECT_THAT(count->last, HasSubstr("2026-11-15T11:00:00"));
  files.put(kHome + "/state/sessions.count", "no number\n");
  EXPECT_EQ(count_sessions(*store)->ended, 0U) << "a damaged count begins anew";
}

TEST(ShortHash, TellsTextsApart) {
  EXPECT_EQ(short_hash("a").size(), 16U);
  EXPECT_NE(short_hash("a"), short_hash("b"));
}

}  // namespace
}  // namespace loci::prompt::session_state_test
