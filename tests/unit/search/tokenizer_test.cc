#include "search/tokenizer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <random>
#include <string>
#include <vector>

#include "search/words.h"

namespace loci::search::tokenizer_test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Tokenizer, SeparatesWordsAtWhatIsNeitherLetterNorDigit) {
  EXPECT_THAT(words_of("Put blocking findings (first), 42!"),
              ElementsAre("put", "blocking", "findings", "first", "42"));
  EXPECT_THAT(words_of(" \n\t-- … 🎉 "), IsEmpty());
}

TEST(Tokenizer, GivesAnIdentifierAndItsParts) {
  EXPECT_THAT(words_of("camelCase"), ElementsAre("camelcase", "camel", "case"));
  EXPECT_THAT(words_of("HTTPServer"), ElementsAre("httpserver", "http", "server"));
  EXPECT_THAT(words_of("snake_case"), ElementsAre("snake_case", "snake", "case"));
  EXPECT_THAT(words_of("src/a/b.cc"), ElementsAre("src/a/b.cc", "src", "a", "b", "cc"));
  EXPECT_THAT(words_of("use --dry-run"), ElementsAre("use", "--dry-run", "dry", "run"));
  EXPECT_THAT(words_of("--flag"), ElementsAre("--flag", "flag"));
  EXPECT_THAT(words_of("v2.1."), ElementsAre("v2.1", "v2", "1"));
  EXPECT_THAT(words_of("C++ and C#"), ElementsAre("c++", "c", "and", "c#", "c"));
  EXPECT_THAT(words_of("std::vector"), ElementsAre("std::vector", "std", "vector"));
}

TEST(Tokenizer, KeepsAWholeIdentifierAtThePlaceOfItsFirstPart) {
  Tokens tokens;
  tokenize("a_b c", tokens);
  std::vector<bool> joined;
  for (const Token& token : tokens.list()) joined.push_back(token.joined);
  EXPECT_THAT(joined, ElementsAre(false, true, false, false));  // a_b, a, b, c
}

TEST(Tokenizer, FoldsCaseWidthAndDiacritics) {
  EXPECT_THAT(words_of("Ärger NAÏVE ﬁne Ｗｉｄｅ"), ElementsAre("arger", "naive", "fine", "wide"));
  EXPECT_THAT(words_of("Straße STRASSE"), ElementsAre("strasse", "strasse"));
  EXPECT_THAT(words_of("İstanbul ISTANBUL ısı"), ElementsAre("istanbul", "istanbul", "isi"));
}

TEST(Tokenizer, PairsTheCharactersOfScriptsWithoutSpaces) {
  EXPECT_THAT(words_of("日本語"), ElementsAre("日本", "本語", "語"));
  EXPECT_THAT(words_of("ﾃｷｽﾄ"), ElementsAre("テキ", "キス", "スト", "ト"));
  EXPECT_THAT(words_of("v2の設定"), ElementsAre("v2", "の設", "設定", "定"));
}

TEST(Tokenizer, SaysWhichBytesAWordCameFrom) {
  const std::string text = "x Ärger-Liste 日本";
  Tokens tokens;
  tokenize(text, tokens);
  std::vector<std::string> sources;
  for (const Token& token : tokens.list()) {
    sources.push_back(text.substr(token.begin, token.end - token.begin));
  }
  EXPECT_THAT(sources, ElementsAre("x", "Ärger", "Liste", "日本", "本"));
}

TEST(Tokenizer, CutsWordsThatNobodyTypes) {
  const std::string long_word(1000, 'a');
  EXPECT_THAT(words_of(long_word), ElementsAre(std::string(kWordBytes, 'a')));
  EXPECT_EQ(words_of("é" + long_word)[0].size(), kWordBytes);
}

TEST(Tokenizer, PassesOverInvalidUtf8) {
  EXPECT_THAT(words_of("one\xFFtwo \xC3"), ElementsAre("one", "two"));
}

TEST(Tokenizer, AddsToWhatIsThere) {
  Tokens tokens;
  tokenize("one", tokens);
  tokenize("two", tokens);
  ASSERT_EQ(tokens.list().size(), 2U);
  EXPECT_EQ(tokens.word(tokens.list()[1]), "two");
  tokens.clear();
  EXPECT_TRUE(tokens.list().empty());
}

TEST(Tokenizer, LeavesOutOnlyWordsThatBeginOtherwise) {
  const std::string text =
      "Apple banana a/b.cc aPPle camelCase cherry --apple v2.1 Ärger arger 日本語 axes. C++ b";
  for (const std::string_view beginning :
       {"ap", "a", "ba", "b", "c", "ca", "v2", "--", "\xE6\x97"}) {
    for (const bool prefix : {false, true}) {
      Beginnings beginnings;
      if (prefix) {
        beginnings.add_prefix(beginning);
      } else {
        beginnings.add(beginning);
      }
      Tokens some;
      tokenize_some(text, beginnings, some);
      Tokens all;
      tokenize(text, all);
      const auto wanted = [&](const Tokens& tokens) {
        std::vector<std::string> words;
        for (const Token& token : tokens.list()) {
          const std::string_view word = tokens.word(token);
          const bool begins = prefix ? word.starts_with(beginning) : word.substr(0, 2) == beginning;
          if (begins) words.push_back(std::to_string(token.begin) + std::string(word));
        }
        return words;
      };
      EXPECT_EQ(wanted(some), wanted(all)) << beginning << prefix;
      EXPECT_LT(some.list().size(), all.list().size()) << beginning << prefix;
    }
  }
}

// Words, and what stands between them, at every place of the bytes that are looked at together.
TEST(Tokenizer, LeavesOutNoWantedWordOfALongText) {
  constexpr std::array<std::string_view, 24> kPieces = {
      "apple", "banana", "a",    "axes", "cherry", "aPple", "camelCase", "apfel",
      "b2",    "é",      "日本", "ap",   " ",      ". ",    ", ",        "\n",
      " (",    "--",     "-",    ".",    ": ",     "::",    "/",         " `"};
  std::mt19937 random(11);
  for (int round = 0; round < 3000; ++round) {
    std::string text;
    while (text.size() < 40 + random() % 160) {
      text += kPieces[random() % kPieces.size()];
      if (random() % 2 == 0) text += ' ';
    }
    Beginnings beginnings;
    beginnings.add("ap");
    beginnings.add("a");
    beginnings.add("--");
    const auto wanted = [](const Tokens& tokens) {
      std::vector<std::string> words;
      for (const Token& token : tokens.list()) {
        const std::string_view word = tokens.word(token);
        const std::string_view two = word.substr(0, 2);
        if (two == "ap" || two == "--" || word == "a") {
          words.push_back(std::to_string(token.begin) + "-" + std::to_string(token.end) +
                          std::string(word));
        }
      }
      return words;
    };
    Tokens some;
    tokenize_some(text, beginnings, some);
    Tokens all;
    tokenize(text, all);
    ASSERT_EQ(wanted(some), wanted(all)) << text;
  }
}

TEST(Stemmer, BringsFormsOfAWordTogether) {
  const std::string connect(stem("connections"));
  EXPECT_EQ(connect, stem("connected"));
  EXPECT_EQ(stem("went"), "go");
  EXPECT_EQ(stem("going"), "go");
  const std::string buy(stem("buys"));
  EXPECT_EQ(stem("bought"), buy);
  EXPECT_THAT(irregular_forms("go"), ElementsAre("goes", "gone", "went"));
  EXPECT_TRUE(irregular_forms("connect").empty());
  EXPECT_EQ(stem("v2"), "v2");
  EXPECT_EQ(stem("naïves"), "naïves");
  EXPECT_EQ(stem("is"), "is");
}

TEST(StopWords, AreFewAndSayNothing) {
  EXPECT_TRUE(is_stop_word("the"));
  EXPECT_TRUE(is_stop_word("what"));
  EXPECT_FALSE(is_stop_word("may"));
  EXPECT_FALSE(is_stop_word("not"));
  EXPECT_FALSE(is_stop_word(""));
}

}  // namespace
}  // namespace loci::search::tokenizer_test
