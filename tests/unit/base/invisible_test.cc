#include "base/invisible.h"

#include <gtest/gtest.h>

#include "base/text.h"

namespace loci::invisible_test {
namespace {

TEST(DefaultIgnorable, HasAsManyCharactersAsUnicodeLists) {
  std::size_t count = 0;
  for (char32_t c = 0; c <= 0x10FFFF; ++c) count += is_default_ignorable(c) ? 1U : 0U;
  EXPECT_EQ(count, 4'174U);  // DerivedCoreProperties.txt: "Total code points: 4174"
  for (const char32_t c : std::initializer_list<char32_t>{
           0xAD,   0x34F,   0x61C,   0x115F,  0x1160,  0x17B4,  0x180E, 0x200B,
           0x202E, 0x2060,  0x206F,  0x3164,  0xFE00,  0xFE0F,  0xFEFF, 0xFFA0,
           0xFFF8, 0x1BCA0, 0x1D17A, 0xE0000, 0xE0041, 0xE01EF, 0xE0FFF}) {
    EXPECT_TRUE(is_default_ignorable(c)) << std::hex << static_cast<unsigned>(c);
  }
  for (const char32_t c :
       std::initializer_list<char32_t>{0x20, 0xA0, 0xAC, 0xAE, 0x34E, 0x1161, 0x2010, 0x202F,
                                       0x2070, 0xFE10, 0xFFF9, 0xE1000}) {
    EXPECT_FALSE(is_default_ignorable(c)) << std::hex << static_cast<unsigned>(c);
  }
}

// rule: P8
TEST(Printable, ShowsEveryCharacterThatHides) {
  EXPECT_EQ(printable("a\x1b[31mb"), "a\\x1b[31mb");
  EXPECT_EQ(printable("\x7f\r\b"), "\\x7f\\x0d\\x08");
  EXPECT_EQ(printable("\u0085\u009b"), "\\x85\\x9b");
  EXPECT_EQ(printable("\x85\x9b"), "\\x85\\x9b");  // as bytes that are no UTF-8
  EXPECT_EQ(printable("\u202e\u2066\u200e\u061c"), "\\u202e\\u2066\\u200e\\u061c");
  EXPECT_EQ(printable("\u00ad\u034f\U000E0041\u2028"), "\\u00ad\\u034f\\U000e0041\\u2028");
  EXPECT_EQ(printable("a\u2800b"), "a\\u2800b");
  EXPECT_EQ(printable("a\tb\n"), "a\tb\n");
  EXPECT_EQ(printable("a\tb\n", true), "a\\x09b\\x0a");
  for (char32_t c = 0; c <= 0x10FFFF; ++c) {
    if (c >= 0xD800 && c <= 0xDFFF) continue;
    std::string text;
    append_utf8(text, c);
    ASSERT_EQ(printable(text, true) != text, is_hidden(c)) << std::hex << static_cast<unsigned>(c);
  }
}

// Joiners and the choice between text and picture belong to what is beside them.
TEST(Printable, LeavesLettersAndSignsAlone) {
  const std::string text = "Ä 日本語 \u2764\uFE0F \u0915\u094D\u200D\u0937 \u0645\u06CC\u200C";
  EXPECT_EQ(printable(text), text);
}

TEST(CommonForm, IsWhatACharacterIsAFormOf) {
  EXPECT_EQ(common_form(U'M'), U'm');
  EXPECT_EQ(common_form(U'\uFF2D'), U'm');
  EXPECT_EQ(common_form(U'\u24C2'), U'm');
  EXPECT_EQ(common_form(U'\uFE64'), U'<');
  EXPECT_EQ(common_form(U'\uFF0F'), U'/');
  EXPECT_EQ(common_form(U'\u226E'), U'\u226E');  // two characters
  EXPECT_EQ(common_form(U'日'), U'日');
}

}  // namespace
}  // namespace loci::invisible_test
