#include "memory/inbox_entry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::memory::inbox_entry_test {
namespace {

InboxEntry example() {
  InboxEntry entry;
  entry.id = "k3fb";
  entry.time = "2026-11-15T10:00:00Z";
  entry.operation = "rename";
  entry.origin = "mcp";
  entry.actor = "agent:claude";
  entry.session = "s1";
  entry.workspace = "app-59a4a65d";
  entry.summary = "rename a.md to b.md";
  entry.reasons = {{std::string(kByPolicy), "b.md", 0, "waits"}, {"rule", "b.md", 7, "odd"}};
  entry.changes = {{"memory", "b.md", "new\n\"text\"", std::nullopt, "a.md", "memory"},
                   {"memory", "a.md", std::nullopt, "old\n"},
                   {"memory", "c.md", "", ""}};
  return entry;
}

// rule: D14
TEST(InboxEntry, ComesBackAsItWasWrittenWithItsTextsAsTheyAre) {
  const std::string text = format_entry(example());
  EXPECT_THAT(text, ::testing::HasSubstr("\nnew\n\"text\"\n"));
  const auto entry = parse_entry(text, "k3fb.md");
  ASSERT_TRUE(entry) << entry.error().message;
  EXPECT_EQ(*entry, example());
}

// rule: D14
TEST(InboxEntry, EveryCutIsDamageAndALaterVersionIsLeftAlone) {
  const std::string text = format_entry(example());
  for (std::size_t size = 0; size < text.size(); ++size) {
    const auto entry = parse_entry(std::string_view(text).substr(0, size), "x");
    ASSERT_FALSE(entry) << size;
    EXPECT_EQ(entry.error().kind, ErrorKind::Corrupt);
  }
  EXPECT_FALSE(parse_entry(text + "more", "x"));
  const auto later = parse_entry("loci-inbox 2\n{}\n", "x");
  ASSERT_FALSE(later);
  EXPECT_EQ(later.error().kind, ErrorKind::Denied);
}

// rule: D14
TEST(InboxEntry, HasAnIdThatPeopleCanType) {
  InboxEntry entry = example();
  const std::string id = entry_id(entry);
  EXPECT_THAT(id, ::testing::MatchesRegex("[a-hj-km-np-z][a-hj-km-np-z2-9]{3}"));
  EXPECT_EQ(entry_id(entry, 6).size(), 6U);
  EXPECT_TRUE(entry_id(entry, 6).starts_with(id));
  entry.changes[0].text = "other";
  EXPECT_NE(entry_id(entry), id);
}

}  // namespace
}  // namespace loci::memory::inbox_entry_test
