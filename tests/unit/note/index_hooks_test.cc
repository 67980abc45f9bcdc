#include "note/index_hooks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::note::index_hooks_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::vector<NoteLine> kNotes{{"a.md", "A", "now"}, {"b.md", "B", ""}, {"c.md", "C", "c"}};

// rule: I11
TEST(IndexHooks, DifferWhereTheNoteSaysSomethingElse) {
  constexpr std::string_view kText =
      "# Mine\n- [A](a.md) - earlier\n- [A](a.md) - twice\n* [B](b.md) — by hand\n- [C](c.md): c\n"
      "- [Gone](gone.md) - x\n";
  EXPECT_THAT(differing_hooks(kText, kNotes),
              ElementsAre(LineHook{"a.md", "earlier"}, LineHook{"b.md", "by hand"}));
  EXPECT_THAT(differing_hooks("", kNotes), IsEmpty());
}

// rule: I12
TEST(IndexHooks, AreBroughtInStepWhereTheyAreOurs) {
  constexpr std::string_view kText = "x\n\n* [Old](a.md) — earlier\n- [B](b.md) - earlier\n";
  EXPECT_EQ(bring_in_step(kText, kNotes, std::vector<LineHook>{{"a.md", "earlier"}}),
            "x\n\n* [A](a.md) — now\n- [B](b.md) - earlier\n");
  EXPECT_EQ(bring_in_step(kText, kNotes, std::vector<LineHook>{{"b.md", "earlier"}}),
            "x\n\n* [Old](a.md) — earlier\n- [B](b.md)\n");
  EXPECT_EQ(bring_in_step(kText, kNotes, std::vector<LineHook>{{"b.md", "another"}}), kText);
}

// rule: I4
TEST(IndexHooks, ThatTheChangesDoNotExplainAreSaid) {
  const std::vector<IndexChange> changes{{NoteLine{"a.md", "A", "before"}, kNotes[0]}};
  const IndexUpdate update = update_index("- [A](a.md) - long ago\n", changes);
  EXPECT_EQ(update.text, "- [A](a.md) - long ago\n");
  EXPECT_THAT(update.foreign, ElementsAre(LineHook{"a.md", "long ago"}));
  const IndexUpdate own = update_index("- [A](a.md) - long ago\n", changes, update.foreign);
  EXPECT_EQ(own.text, "- [A](a.md) - now\n");
  EXPECT_THAT(own.foreign, IsEmpty());
}

TEST(IndexHooks, OfANoteThatCannotBeReadAreUnknown) {
  EXPECT_FALSE(readable_line(parse_note("---\ndescription: \"x\n---\n"), "a.md"));
  EXPECT_TRUE(readable_line(parse_note("just text\n"), "a.md"));
}

}  // namespace
}  // namespace loci::note::index_hooks_test
