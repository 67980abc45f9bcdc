#include "exchange/store_record.h"

#include <gtest/gtest.h>

namespace loci::exchange::store_record_test {
namespace {

TEST(ImportRecord, SurvivesBeingWritten) {
  const ImportRecord record{"claude", "/a b", "memory", {{"x\"y", {"x.md", "sha256:1"}}}};
  EXPECT_EQ(*parse_record(render_record(record)), record);
  EXPECT_FALSE(parse_record("{}"));
  EXPECT_FALSE(parse_record("{\"version\":1,\"notes\":[1]}"));
}

TEST(ImportRecords, OfALaterVersionAreLeftToIt) {
  const auto later = parse_record("{\"version\": 2, \"notes\": []}");
  ASSERT_FALSE(later);
  EXPECT_EQ(later.error().kind, ErrorKind::Denied);
  EXPECT_EQ(parse_record("{\"notes\": []}").error().kind, ErrorKind::Corrupt);
  EXPECT_TRUE(parse_record("{\"version\": 1, \"notes\": []}"));
}

// rule: Q3
TEST(ImportRecord, HasAFileForEachStorePathAndPlace) {
  const ImportRecord record{"claude", "/a", "memory", {}};
  ImportRecord same = record;
  same.notes = {{"x", {"x.md", "1"}}};
  EXPECT_EQ(record_name(same), record_name(record)) << "the next import finds it";
  EXPECT_NE(record_name({"claude", "/b", "memory", {}}), record_name(record));
  EXPECT_NE(record_name({"claude", "/a", "projects/x/memory", {}}), record_name(record));
  EXPECT_NE(record_name({"codex", "/a", "memory", {}}), record_name(record));
  EXPECT_TRUE(record_name(record).starts_with("claude-"));
}

TEST(ImportRecord, ThatIsDamagedIsCorruptAndNotEmpty) {
  const std::string whole = render_record({"claude", "/a", "memory", {{"x", {"x.md", "1"}}}});
  const auto cut = parse_record(std::string_view(whole).substr(0, whole.size() / 2));
  EXPECT_FALSE(cut);
  EXPECT_FALSE(parse_record(""));
}

}  // namespace
}  // namespace loci::exchange::store_record_test
