#include "prompt/facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::prompt::facts_test {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> sentences(std::string_view text) {
  std::vector<std::string> all;
  for (const Sentence& one : sentences_in(text)) {
    all.push_back(sentence_text(text.substr(one.begin, one.end - one.begin), 200));
  }
  return all;
}

// rule: G15
TEST(Sentences, AreThoseOfParagraphsItemsRowsAndCode) {
  EXPECT_THAT(
      sentences(
          "# Ports\n\nStaging is on 8443, e.g. for the\ngateway. Not 443! gRPC is v1.2 there.\n\n"
          "- [ ] first item\n  goes on\n2. second. Part two\n\n| a | b |\n```\nmake x\nmake "
          "y\n```\n"),
      ElementsAre("Ports", "Staging is on 8443, e.g. for the gateway.",
                  "Not 443! gRPC is v1.2 there.", "first item goes on", "second.", "Part two",
                  "| a | b |", "make x", "make y"));
  EXPECT_THAT(sentences(""), ElementsAre());
}

// rule: G15
TEST(Sentences, AreCutAtAWord) {
  EXPECT_EQ(sentence_text("one two three", 8), "one two…");
  EXPECT_EQ(sentence_text("ääääää", 3), "äää…");
}

}  // namespace
}  // namespace loci::prompt::facts_test
