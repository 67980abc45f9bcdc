#include "prompt/recall.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "memory/files.h"
#include "memory/memory.h"
#include "prompt/hooks.h"
#include "support/house.h"

namespace loci::prompt::recall_test {
namespace {

using memory::file_text;
using memory::Memory;

using ::testing::HasSubstr;

// rule: G7
TEST(RecallQuery, IsWordsAndNothingElse) {
  EXPECT_EQ(recall_query("fix -the \"cache\" type:user +x* (now)!"),
            "fix the cache type user x now");
  EXPECT_EQ(recall_query("src/app/memory.cc: call_me()"), "src/app/memory.cc call_me");
  EXPECT_EQ(recall_query("日本語 の検索 test"), "日本語 の検索 test");
}

// rule: G7
TEST(RecallQuery, NeedsTwoWordsThatSaySomething) {
  EXPECT_EQ(recall_query(""), "");
  EXPECT_EQ(recall_query("thanks"), "");
  EXPECT_EQ(recall_query("what is the and of"), "");
  EXPECT_EQ(recall_query("--- ... !!!"), "");
}

std::string file_text(const std::filesystem::path& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

// A hundred notes of a working team, prompts that one of them helps with, and
// prompts of the same kind of work that none does. The limits were chosen on the
// first half of each list.
class Recalling : public House {
 protected:
  Recalling() {
    const std::filesystem::path fixtures =
        std::filesystem::path(LOCI_SOURCE_DIR) / "tests/fixtures/recall";
    for (const auto& entry : std::filesystem::directory_iterator(fixtures / "notes")) {
      files.put(kGlobal + entry.path().filename().string(), file_text(entry.path()));
    }
    related = rows(fixtures / "related.tsv");
    unrelated = rows(fixtures / "unrelated.tsv");
  }
  static std::vector<std::string> rows(const std::filesystem::path& path) {
    std::vector<std::string> result;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) result.push_back(line);
    return result;
  }
  std::vector<std::string> recalled(const std::string& prompt) {
    std::vector<std::string> result;
    const auto notes = prompt::recall(*memory, prompt);
    EXPECT_TRUE(notes);
    for (const Recalled& note : *notes) {
      result.push_back(note.key.substr(note.key.rfind('/') + 1));
    }
    return result;
  }

  std::vector<std::string> related;    // "prompt\tfile"
  std::vector<std::string> unrelated;  // "prompt"
};

// rule: G8
TEST_F(Recalling, FindsTheRightNoteAndKeepsQuietOtherwise) {
  ASSERT_EQ(related.size(), 200U);
  ASSERT_EQ(unrelated.size(), 200U);
  int right[2] = {0, 0};
  int said[2] = {0, 0};
  for (std::size_t i = 0; i < related.size(); ++i) {
    const std::size_t tab = related[i].find('\t');
    const std::vector<std::string> notes = recalled(related[i].substr(0, tab));
    const bool found =
        std::find(notes.begin(), notes.end(), related[i].substr(tab + 1)) != notes.end();
    if (found) ++right[i * 2 / related.size()];
  }
  for (std::size_t i = 0; i < unrelated.size(); ++i) {
    if (!recalled(unrelated[i]).empty()) ++said[i * 2 / unrelated.size()];
  }
  std::printf(
      "related prompts with the right note: %d + %d of 200; unrelated with any: %d + %d of 200\n",
      right[0], right[1], said[0], said[1]);
  EXPECT_GE(right[0] + right[1], 150);
  EXPECT_LE(said[0] + said[1], 5);
}

}  // namespace
}  // namespace loci::prompt::recall_test
