#include "memory/index_view.h"

#include <cerrno>

#include "support/house.h"

namespace loci::memory::index_view_test {
namespace {

using ::testing::HasSubstr;

using IndexView = House;

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
