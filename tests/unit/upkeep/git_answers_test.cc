#include "upkeep/git_answers.h"

#include <gtest/gtest.h>

namespace loci::upkeep::git_answers_test {
namespace {

const std::string kOne(40, 'a');
const std::string kTwo(40, 'b');

TEST(GitAnswers, SayWhatWasDeletedAndWhere) {
  const auto read = read_deletions("lost\n\x01" + kOne + " aaaaaaa " + kTwo + " " + kOne +
                                   "\n\nsrc/a.cc\nsrc/b.cc\n\x01" + kTwo + " bbbbbbb\n\nx.md\n");
  ASSERT_EQ(read.commits.size(), 2U);
  EXPECT_EQ(read.commits[0].shown, "aaaaaaa");
  EXPECT_EQ(read.commits[0].parent, kTwo) << "the first of a merge";
  EXPECT_EQ(read.commits[1].parent, "");
  ASSERT_EQ(read.paths.size(), 3U) << "what stands in front of a commit is nobody's";
  EXPECT_EQ(read.paths[2].path, "x.md");
  EXPECT_EQ(read.paths[2].commit, 1U);
}

TEST(GitAnswers, SayWhatWasRenamedInEachCommit) {
  const auto read = read_renames("R1\tx\ty\n" + kOne + "\nR097\tsrc/a.cc\tsrc/b.cc\nR100\tcut\n");
  ASSERT_EQ(read.size(), 1U);
  EXPECT_EQ(read.at(kOne), (std::map<std::string, std::string>{{"src/a.cc", "src/b.cc"}}));
}

TEST(GitAnswers, SayWhichTextsAFileHad) {
  const auto read = read_versions("\x01" + kOne + "\n\n:100644 100644 " + kTwo + " " + kOne +
                                      " M\tsrc/a b.cc\n:000000 100644 " + std::string(40, '0') +
                                      " " + kOne + " A\tnew.cc\n",
                                  10);
  ASSERT_EQ(read.size(), 1U) << "what was added took nothing away";
  EXPECT_EQ(read.at("src/a b.cc").at(0).text, kTwo);
  EXPECT_EQ(read.at("src/a b.cc").at(0).commit, "aaaaaaaaa");
}

TEST(GitAnswers, GiveTextsByTheirHashesAndNoMoreThanThereIs) {
  const std::string answer = kOne + " blob 6\nint\nx;\n" + kTwo + " missing\nc blob 99\nshort";
  const auto read = read_texts(answer);
  EXPECT_EQ(read.at(kOne), "int\nx;");
  EXPECT_EQ(read.at("c"), "short");
  EXPECT_EQ(read_missing(answer), std::set<std::string>{kTwo});
}

TEST(GitAnswers, NameTheFirstCommitForANameThatWasFound) {
  const auto read = read_found_names(kOne + ":a:b.cc:read_block\n" + kTwo +
                                     ":c.cc:read_block\nwarning: nothing\n");
  EXPECT_EQ(read, (std::map<std::string, std::string>{{"read_block", "aaaaaaaaa"}}));
}

// rule: D3
TEST(GitAnswers, TellADeclarationFromAUse) {
  const auto declared = [](const std::string& line) {
    return read_declared_names(kOne + ":a.x:" + line + "\n", {"readBlock", "MY_HOME"}).size() == 1;
  };
  for (const char* line :
       {"class readBlock {", "  readBlock?: string;", "const readBlock = 1;",
        "int readBlock(int a)", "Block* readBlock(", "func (s *Store) readBlock() {",
        "def readBlock(self):", "getenv(\"MY_HOME\")"}) {
    EXPECT_TRUE(declared(line)) << line;
  }
  for (const char* line :
       {"import { readBlock } from 'x'", "return readBlock(1);", "x = new readBlock();",
        "  readBlock(1);", "if (readBlock == 1)", "readBlock::other", "class readBlocks {"}) {
    EXPECT_FALSE(declared(line)) << line;
  }
}

}  // namespace
}  // namespace loci::upkeep::git_answers_test
