#include "memory/index_view.h"

#include <cerrno>

#include "support/house.h"

namespace loci::memory::index_view_test {
namespace {

using ::testing::HasSubstr;

using IndexView = House;

// rule: I15, I13
TEST_F(IndexView, RendersTwoHundredAndThirtySevenNotesWithinTheCap) {
  for (int i = 0; i < 237; ++i) {
    files.put(fmt::format("{}n{:03}.md", kGlobal, i), note_file(fmt::format("N{}", i), "x"));
  }
  files.put(kGlobal + "MEMORY.md", "# Mine\n\nProse.\n");
  const auto index = memory::rendered_index(*memory, store::global_place());
  ASSERT_TRUE(index);
  EXPECT_EQ(index->entry_count, 237U);
  EXPECT_EQ(index->omitted, 38U);
  EXPECT_EQ(std::count(index->entries.begin(), index->entries.end(), '\n'), 200);
  EXPECT_THAT(index->entries, HasSubstr("…[index truncated: 38 of 237 entries omitted]"));
  EXPECT_THAT(index->prose, HasSubstr("# Mine\n\nProse.\n"));
  EXPECT_EQ(files.get(kGlobal + "MEMORY.md"), "# Mine\n\nProse.\n");
}

TEST_F(IndexView, OfNothingIsEmpty) {
  const auto index = rendered_index(*memory, store::global_place());
  ASSERT_TRUE(index) << message_of(index);
  EXPECT_EQ(index->entry_count, 0U);
  EXPECT_EQ(index->prose + index->entries, "");
  EXPECT_FALSE(files.exists(kHome));
}

TEST_F(IndexView, HasALineForANoteThatTheIndexLeavesOut) {
  files.put(kGlobal + "a.md", "---\nname: A\ndescription: about a\n---\n\nx\n");
  files.put(kGlobal + "b.md", "---\nname: B\ndescription: about b\n---\n\nx\n");
  files.put(kGlobal + "large.md", std::string((1U << 20U) + 1, 'x'));
  files.put(kGlobal + "MEMORY.md", "* [Mine](b.md) — my own words\n");
  const auto index = rendered_index(*memory, store::global_place());
  ASSERT_TRUE(index) << message_of(index);
  EXPECT_EQ(index->entry_count, 3U);
  EXPECT_THAT(index->entries, HasSubstr("(a.md) - about a"));
  EXPECT_THAT(index->entries, HasSubstr("my own words"));
  EXPECT_THAT(index->entries, HasSubstr("(large.md)")) << "by its name alone";
}

TEST_F(IndexView, IsAnErrorWhereANoteThatItLeavesOutCannotBeRead) {
  files.put(kGlobal + "a.md", note_file("A", "x"));
  files.fail_look({"read " + kGlobal + "a.md", 1, EIO, true});
  EXPECT_FALSE(rendered_index(*memory, store::global_place()));
}

}  // namespace
}  // namespace loci::memory::index_view_test
