#include "note/citations.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "note/citation_words.h"

namespace loci::note::citations_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Weight = Citation::Weight;

std::vector<Citation> cited(const std::string& body, const std::string& metadata = "") {
  const std::string text = fmt::format("---\nname: N\n{}---\n\n{}\n", metadata, body);
  return citations(parse_note(text), text);
}

// "kind text path" of each.
std::vector<std::string> found(const std::string& body) {
  std::vector<std::string> result;
  for (const Citation& one : cited(body)) {
    result.push_back(fmt::format("{} {} {}", kind_name(one.kind), one.text, one.path));
  }
  return result;
}

// rule: D1
TEST(Citations, AreFoundInABodyThatHasNothingElse) {
  EXPECT_THAT(found("See main.cc:12 there."), ElementsAre("path main.cc:12 main.cc"));
  EXPECT_THAT(found("See main.cc#L12"), ElementsAre("path main.cc#L12 main.cc"));
  EXPECT_THAT(found("Fixed in commit 1f0c2d3."), ElementsAre("commit 1f0c2d3 "));
  EXPECT_THAT(found("`flush_all`"), ElementsAre("symbol flush_all "));
  EXPECT_THAT(found("src/a.cc"), ElementsAre("path src/a.cc src/a.cc"));
  EXPECT_THAT(found("Nothing: at 10 in room 123456, [n](n.md)."), ElementsAre("note n.md n.md"));
}

// rule: D1
TEST(Citations, ArePathsWithLinesAndWithout) {
  EXPECT_THAT(found("`src/a.cc`"), ElementsAre("path src/a.cc src/a.cc"));
  EXPECT_THAT(found("See src/a.cc:12, please."), ElementsAre("path src/a.cc:12 src/a.cc"));
  EXPECT_THAT(found("[here](docs/b.md#part)"), ElementsAre("path docs/b.md#part docs/b.md"));
  EXPECT_THAT(found("`./src/store/`"), ElementsAre("path ./src/store/ src/store"));
  const std::vector<Citation> lines = cited("`a/b.go:7-19` `a/b.go#L3` `a/b.go:4:2`");
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0].first_line, 7U);
  EXPECT_EQ(lines[0].last_line, 19U);
  EXPECT_EQ(lines[1].first_line, 3U);
  EXPECT_EQ(lines[2].last_line, 4U);
}

// rule: D1
TEST(Citations, AreNamesCommitsNotesAndUrls) {
  EXPECT_THAT(found("`Store::commit` and `flush_all()`"),
              ElementsAre("symbol Store::commit ", "symbol flush_all() "));
  EXPECT_THAT(found("`$LOCI_HOME` or `LOCI_HOME=/tmp`"),
              ElementsAre("environment $LOCI_HOME ", "environment LOCI_HOME=/tmp "));
  EXPECT_THAT(found("Fixed in commit 1f0c2d3."), ElementsAre("commit 1f0c2d3 "));
  EXPECT_THAT(found("The id is 1f0c2d3."), IsEmpty());
  EXPECT_THAT(found("[[other]] and [b](b.md)"), ElementsAre("note other other", "note b.md b.md"));
  EXPECT_THAT(found("https://example.com/x, too"), ElementsAre("url https://example.com/x "));
}

TEST(Citations, TieANameToItsFile) {
  const std::vector<Citation> tied = cited("`flush_all` in `src/a.cc` is slow, `other_one` too.");
  ASSERT_EQ(tied.size(), 3U);
  EXPECT_EQ(tied[0].path, "src/a.cc");
  EXPECT_EQ(tied[2].path, "");
}

// rule: D1
TEST(Citations, AreNotInCodeBlocksButAsHintsInCommands) {
  EXPECT_THAT(found("```cpp\n#include \"src/a.h\"\n```"), IsEmpty());
  EXPECT_THAT(found("    src/a.cc"), IsEmpty());
  const std::vector<Citation> command = cited("```sh\npython scripts/run.py --fast\n```");
  ASSERT_EQ(command.size(), 1U);
  EXPECT_EQ(command[0].weight, Weight::Hint);
  EXPECT_EQ(cited("`make -C src/a.mk`").at(0).weight, Weight::Hint);
}

// rule: D1
TEST(Citations, KnowTheirLineInTheFile) {
  const std::vector<Citation> all = cited("one\n`src/a.cc`\n\n- two\n  src/b.cc\n");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].line, 6U);
  EXPECT_EQ(all[1].line, 9U);
}

// rule: D3
TEST(Citations, HearWhatTheSentenceSays) {
  EXPECT_TRUE(cited("`src/a.cc` was removed.").at(0).gone);
  EXPECT_TRUE(cited("There is **no**\n`src/a.cc`.").at(0).gone);
  EXPECT_FALSE(cited("It was removed. See `src/a.cc` now.").at(0).gone);
  EXPECT_TRUE(cited("## Removed\n\n- `src/a.cc`").at(0).gone);
  EXPECT_TRUE(cited("Create these:\n\n- `src/a.cc`").at(0).supposed);
  EXPECT_TRUE(cited("# Migration plan\n\n## Files\n\n`src/a.cc` reads.").at(0).supposed);
  EXPECT_TRUE(cited("`path/to/a.cc`").at(0).supposed);
  EXPECT_FALSE(cited("`src/remove.cc` reads.").at(0).gone);
  EXPECT_FALSE(cited("The loop is in `src/a.cc`.").at(0).supposed);
}

// rule: D1
TEST(Citations, AreWhateverTheMetadataDeclare) {
  const std::vector<Citation> all =
      cited("text", "metadata:\n  cites:\n    - bin/run\n    - src/a.cc:3\n    - '*.cc'\n");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].path, "bin/run");
  EXPECT_EQ(all[0].weight, Weight::Declared);
  EXPECT_EQ(all[0].line, 5U);
  EXPECT_EQ(all[1].first_line, 3U);
}

TEST(PathWord, RefusesWhatIsNoPathOfARepository) {
  for (const char* word : {"*.cc",
                           "src/*.cc",
                           "src/<x>.cc",
                           "/etc/passwd",
                           "~/x.cc",
                           "../x.cc",
                           "src/../x.cc",
                           "1.2.3",
                           "2024/05/01",
                           "github.com/a/b",
                           "text/plain",
                           "@scope/pkg",
                           "http://x.org/a.cc",
                           "src/...",
                           "src/\xE2\x80\xA6/a.cc",
                           "localhost:80",
                           "a//b.cc",
                           ".cc",
                           "Node",
                           "s/a/b/g;",
                           "a=b/c.cc"}) {
    EXPECT_FALSE(path_word(word)) << word;
  }
}

TEST(SymbolWord, IsANameThatOnlyCodeHas) {
  EXPECT_EQ(symbol_word("Store::commit_batch()"), "commit_batch");
  EXPECT_EQ(symbol_word("refreshToken"), "refreshToken");
  for (const char* word : {"word", "Word", "user.name", "f()", "a-b_c", "LOCI_HOME", "x::", "()"}) {
    EXPECT_EQ(symbol_word(word), "") << word;
  }
}

}  // namespace
}  // namespace loci::note::citations_test
