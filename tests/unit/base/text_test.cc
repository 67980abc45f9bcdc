#include "base/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::text_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Utf8, IsCheckedByteForByte) {
  for (const char* good :
       {"", "plain", "é", "日本語", "🙂", "\xF4\x8F\xBF\xBF", "\xEF\xBF\xBD"}) {
    EXPECT_TRUE(is_valid_utf8(good)) << good;
  }
  for (const char* bad :
       {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xED\xA0\x80", "\xF0\x80\x80\x80",
        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xE2\x82", "a\xFF", "\xC3("}) {
    EXPECT_FALSE(is_valid_utf8(bad)) << printable(bad);
  }
}

TEST(Utf8, GoesThereAndBack) {
  for (const char32_t c : {U'\1', U'a', U'\x7F', U'\x80', U'é', U'\x7FF', U'\x800', U'語',
                           U'\xFFFD', U'\x10000', U'🙂', U'\x10FFFF'}) {
    std::string text;
    append_utf8(text, c);
    const Decoded decoded = decode_utf8(text);
    EXPECT_EQ(decoded.character, c);
    EXPECT_EQ(decoded.length, text.size());
    if (c != 0xFFFD) {
      EXPECT_TRUE(is_valid_utf8(text));
    }
  }
}

TEST(Trim, TakesAsciiWhiteSpaceAtBothEnds) {
  EXPECT_EQ(trim(" \t\r\n\f\va b \n"), "a b");
  EXPECT_EQ(trim_left("  a "), "a ");
  EXPECT_EQ(trim_right("  a "), "  a");
  EXPECT_EQ(trim(" \n "), "");
}

TEST(SplitLines, KeepsEndingsAndEveryByte) {
  EXPECT_THAT(split_lines(""), IsEmpty());
  EXPECT_THAT(split_lines("a"), ElementsAre("a"));
  EXPECT_THAT(split_lines("a\n"), ElementsAre("a\n"));
  EXPECT_THAT(split_lines("a\r\n\nb"), ElementsAre("a\r\n", "\n", "b"));
  EXPECT_EQ(without_ending("a\r\n"), "a");
  EXPECT_EQ(without_ending("a\n"), "a");
  EXPECT_EQ(without_ending("a\r"), "a");
  EXPECT_EQ(without_ending("a"), "a");
}

// rule: P2
TEST(Cut, EndsBetweenCharacters) {
  EXPECT_EQ(cut_bytes("héllo", 2), "h");
  EXPECT_EQ(cut_bytes("héllo", 3), "hé");
  EXPECT_EQ(cut_bytes("🙂🙂", 7), "🙂");
  EXPECT_EQ(cut_bytes("abc", 0), "");
  EXPECT_EQ(cut_bytes("abc", 3), "abc");
  EXPECT_EQ(cut_bytes("\x80\x80\x80\x80\x80\x80", 5).size(), 5U);  // no UTF-8: anywhere will do
  EXPECT_EQ(cut_characters("日本語", 2), "日本");
  EXPECT_EQ(cut_characters("ab", 5), "ab");
  EXPECT_EQ(count_characters("日本語!"), 4U);
  EXPECT_EQ(count_characters("\xFF\xFE"), 2U);
}

// rule: N18, N19
TEST(Fold, MakesNamesEqualThatDifferInCaseOrForm) {
  EXPECT_EQ(nfc("e\u0301"), "é");
  EXPECT_EQ(fold("Café.md"), fold("CAFE\u0301.md"));
  EXPECT_EQ(fold("STRASSE"), fold("straße"));
  EXPECT_EQ(fold("ABC"), "abc");
  EXPECT_NE(fold("abc"), fold("abd"));
  EXPECT_EQ(fold("\xFF"), "\xFF");
  EXPECT_EQ(fold_with_space("  My\t\u00A0 Title \n"), "my title");
  EXPECT_TRUE(folds_to("ABC", "abc"));
  EXPECT_TRUE(folds_to("CAFE\u0301", fold("café")));
  EXPECT_FALSE(folds_to("ab", "abc"));
}

TEST(WordCharacter, IsALetterOrDigitOfAnyScript) {
  for (const char32_t c : U"aZ9é語ß٣") {
    if (c != 0) {
      EXPECT_TRUE(is_word_character(c)) << static_cast<unsigned>(c);
    }
  }
  for (const char32_t c : U" -_.🙂\u00A0—") {
    if (c != 0) {
      EXPECT_FALSE(is_word_character(c)) << static_cast<unsigned>(c);
    }
  }
}

// rule: C9
TEST(Printable, MakesControlCharactersVisible) {
  EXPECT_EQ(printable("a\x1b[31mb"), "a\\x1b[31mb");
  EXPECT_EQ(printable("a\tb\nc"), "a\tb\nc");
  EXPECT_EQ(printable("a\tb\nc", true), "a\\x09b\\x0ac");
  EXPECT_EQ(printable("\u202Eevil"), "\\u202eevil");
  EXPECT_EQ(printable("\u0085"), "\\x85");
  EXPECT_EQ(printable("\xFF"), "\\xff");
  EXPECT_EQ(printable("日本"), "日本");
  EXPECT_EQ(printable("\uFFFD"), "\uFFFD");
}

TEST(Join, PutsTheSeparatorBetween) {
  EXPECT_EQ(join({}, ", "), "");
  EXPECT_EQ(join({"a"}, ", "), "a");
  EXPECT_EQ(join({"a", "b", "a"}, ", "), "a, b, a");
  EXPECT_EQ(replace_all("a--b--", "--", "+"), "a+b+");
  EXPECT_EQ(replace_all("aaa", "a", "aa"), "aaaaaa");
}

// rule: C3
TEST(Closest, FindsANearMissAndNothingElse) {
  const std::vector<std::string_view> words{"write", "read", "delete", "rename"};
  EXPECT_EQ(closest("wirte", words), "write");
  EXPECT_EQ(closest("delet", words), "delete");
  EXPECT_EQ(closest("xyzzy", words), "");
  EXPECT_EQ(closest("", words), "");
}

}  // namespace
}  // namespace loci::text_test
