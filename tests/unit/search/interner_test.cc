#include "search/interner.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace loci::search::interner_test {
namespace {

TEST(Interner, NumbersStringsInTheOrderTheyAreSeen) {
  Interner words;
  EXPECT_EQ(words.intern("one").number, 0U);
  EXPECT_EQ(words.intern("two").number, 1U);
  const Interner::Interned again = words.intern("one");
  EXPECT_EQ(again.number, 0U);
  EXPECT_FALSE(again.fresh);
  EXPECT_EQ(words.size(), 2U);
  EXPECT_EQ(words.at(0), "one");
  EXPECT_EQ(words.at(1), "two");
}

// Seven letters are compared at once; from eight on the rest counts too.
TEST(Interner, TellsStringsApartThatBeginAlike) {
  Interner words;
  std::string text;
  for (int length = 1; length <= 20; ++length) {
    text += 'a';
    EXPECT_TRUE(words.intern(text).fresh) << length;
  }
  EXPECT_TRUE(words.intern("aaaaaaaab").fresh);
  EXPECT_TRUE(words.intern("aaaaaaab").fresh);
  EXPECT_FALSE(words.intern("aaaaaaaa").fresh);
}

TEST(Interner, KnowsEveryStringWhenItHasGrown) {
  Interner words;
  std::map<std::string, std::uint32_t> known;
  std::mt19937 random(3);
  for (int i = 0; i < 60'000; ++i) {
    std::string text;
    for (std::size_t length = 1 + random() % 12; length > 0; --length) {
      text += static_cast<char>('a' + random() % 4);
    }
    const Interner::Interned found = words.intern(text);
    const auto [at, fresh] = known.emplace(text, found.number);
    ASSERT_EQ(found.fresh, fresh) << text;
    ASSERT_EQ(found.number, at->second) << text;
    ASSERT_EQ(words.at(found.number), text);
  }
  EXPECT_EQ(words.size(), known.size());
}

TEST(Interner, SortsByBytes) {
  Interner words;
  std::vector<std::string> expected{"a", "aaaaaaaa", "aaaaaaaab", "ab", "z", "\xC3\xA4", "日本語"};
  for (const char* text : {"z", "日本語", "aaaaaaaab", "a", "\xC3\xA4", "ab", "aaaaaaaa"}) {
    EXPECT_TRUE(words.intern(text).fresh);
  }
  std::vector<std::string> sorted;
  for (const std::uint32_t number : words.sorted()) sorted.emplace_back(words.at(number));
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(sorted, expected);
}

}  // namespace
}  // namespace loci::search::interner_test
