#include "base/kept_lines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::kept_lines_test {
namespace {

using ::testing::ElementsAre;

TEST(KeptLines, ComeBackAsTheyWere) {
  constexpr KeptLines kForm("loci things", 3);
  EXPECT_EQ(kForm.format("a\n").substr(0, 14), "loci things 3 ");
  EXPECT_EQ(kForm.parse(kForm.format("a\tb\nc\n")), "a\tb\nc\n");
  EXPECT_EQ(kForm.parse(kForm.format("")), "");
}

TEST(KeptLines, AreNoneWhenDamagedOrOfAnotherVersionOrMaking) {
  constexpr KeptLines kForm("loci things", 3, "rules-1");
  std::string text = kForm.format("a\tb\n");
  EXPECT_EQ(kForm.parse(text), "a\tb\n");
  EXPECT_EQ(KeptLines("loci things", 4, "rules-1").parse(text), "");
  EXPECT_EQ(KeptLines("loci things", 3, "rules-2").parse(text), "");
  EXPECT_EQ(KeptLines("loci others", 3, "rules-1").parse(text), "");
  text.back() = 'x';
  EXPECT_EQ(kForm.parse(text), "");
}

TEST(KeptLines, OfALaterVersionAreKnownWhateverMadeThem) {
  constexpr KeptLines kForm("loci things", 3, "rules-1");
  EXPECT_TRUE(kForm.is_later(KeptLines("loci things", 4).format("x")));
  EXPECT_TRUE(kForm.is_later(KeptLines("loci things", 11, "rules-0").format("x")));
  EXPECT_FALSE(kForm.is_later(KeptLines("loci things", 3, "rules-2").format("x")));
  EXPECT_FALSE(kForm.is_later(KeptLines("loci things", 2).format("x")));
  for (const std::string_view text : {"", "loci things", "loci things ", "loci things x"}) {
    EXPECT_FALSE(kForm.is_later(text)) << text;
  }
}

TEST(Field, MayHoldTabsLineFeedsAndBackslashes) {
  const std::string_view field = "a\tb\nc\\t\\";
  EXPECT_EQ(escaped_field(field), "a\\tb\\nc\\\\t\\\\");
  EXPECT_EQ(unescaped_field(escaped_field(field)), field);
  EXPECT_THAT(fields_of("a\t\tb"), ElementsAre("a", "", "b"));
}

TEST(Number, IsTheWholeField) {
  int value = 0;
  EXPECT_TRUE(take_number("-12", value));
  EXPECT_EQ(value, -12);
  EXPECT_TRUE(take_number("ff", value, 16));
  EXPECT_EQ(value, 255);
  for (const std::string_view field : {"", "x", "1x", " 1", "99999999999"}) {
    EXPECT_FALSE(take_number(field, value)) << field;
  }
}

}  // namespace
}  // namespace loci::kept_lines_test
