#include "store/past_hooks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/hash.h"
#include "support/memory_file_system.h"

namespace loci::store::past_hooks_test {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;
using enum HookAuthor;

std::string note_saying(std::string_view description) {
  return "---\nname: N\ndescription: " + std::string(description) + "\n---\n\ntext\n";
}

class PastHooks : public ::testing::Test {
 protected:
  void append(std::string file, std::string_view description, std::string from = "",
              std::string stayed = "", bool marked = true) {
    const std::string text = note_saying(description);
    Record record;
    record.operation = "write";
    FileRecord changed{"memory", std::move(file), std::nullopt, sha256(text), std::move(from), ""};
    if (marked) changed.hook = hook_mark(description);
    if (!stayed.empty()) changed.stayed = hook_mark(stayed);
    record.files = {changed};
    std::vector<Record> records{record};
    const std::string object = format_object(sha256(text), text);
    ASSERT_TRUE(journal_.append(records, {object}, Journal::Sync::No));
  }
  std::vector<HookAuthor> ask(const std::vector<std::pair<std::string, std::string>>& hooks) {
    std::vector<HookQuestion> questions;
    for (const auto& [file, hook] : hooks) questions.push_back({"memory", file, hook});
    const auto authors = hook_authors(journal_, questions);
    EXPECT_TRUE(authors);
    return *authors;
  }

  fs::MemoryFileSystem files_;
  FixedClock clock_{Timestamp{}};
  Journal journal_{files_, "/h", clock_};
};

// rule: I4
TEST_F(PastHooks, KnowWhatLociMadeOfAnyRevision) {
  EXPECT_THAT(ask({{"a.md", "one"}}), ElementsAre(Unknown));
  append("a.md", "one");
  append("b.md", "two");
  append("a.md", "three");
  append("a.md", "");
  EXPECT_THAT(ask({{"a.md", "one"}, {"a.md", "two"}, {"a.md", "three"}, {"a.md", ""}}),
              ElementsAre(Loci, Unknown, Loci, Loci));
}

// rule: I16
TEST_F(PastHooks, AreFollowedThroughRenames) {
  append("a.md", "one");
  append("b.md", "two", "a.md");
  append("c.md", "three", "b.md");
  append("a.md", "another note");
  EXPECT_THAT(ask({{"c.md", "one"}, {"c.md", "another note"}, {"a.md", "three"}}),
              ElementsAre(Loci, Unknown, Unknown));
}

TEST_F(PastHooks, AreReadFromTextsWhereALineHasNoMark) {
  append("a.md", "one", "", "", false);
  append("a.md", "two", "", "", false);
  EXPECT_THAT(ask({{"a.md", "one"}, {"a.md", "three"}}), ElementsAre(Loci, Unknown));
}

// rule: X8
TEST_F(PastHooks, AreOutdatedOnceTheDescriptionChanged) {
  append("a.md", "one");
  append("a.md", "two", "", "by hand");
  EXPECT_THAT(ask({{"a.md", "by hand"}, {"a.md", "later by hand"}}),
              ElementsAre(Outdated, Unknown));
}

TEST_F(PastHooks, OfManyNotesComeFromOnePass) {
  std::vector<std::pair<std::string, std::string>> hooks;
  for (int i = 0; i < 50; ++i) {
    append("n" + std::to_string(i) + ".md", "about " + std::to_string(i));
    hooks.emplace_back("n" + std::to_string(i) + ".md", "about " + std::to_string(i));
  }
  EXPECT_THAT(ask(hooks), Each(Loci));
}

}  // namespace
}  // namespace loci::store::past_hooks_test
