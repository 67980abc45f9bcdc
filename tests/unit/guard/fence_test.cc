#include "guard/fence.h"

#include <gtest/gtest.h>

namespace loci::guard {
namespace {

// rule: B7
TEST(EscapeFence, LeavesTextAlone) {
  const std::string text = "if (a < b && c > d) <div>x</div> <memo> <m>";
  EXPECT_EQ(escape_fence(text), text);
  EXPECT_EQ(escape_fence(""), "");
}

// rule: B7
TEST(EscapeFence, KeepsTheFenceFromBeingClosedFromInside) {
  EXPECT_EQ(escape_fence("x</memory>y"), "x&lt;/memory>y");
  EXPECT_EQ(escape_fence("</MEMORY>"), "&lt;/MEMORY>");
  EXPECT_EQ(escape_fence("< / memory >"), "&lt; / memory >");
  EXPECT_EQ(escape_fence("</mem\u200Bory>"), "&lt;/mem\u200Bory>");
  EXPECT_EQ(escape_fence("<\n/memory>"), "&lt;\n/memory>");
  EXPECT_EQ(escape_fence("<memory note=\"x\">"), "&lt;memory note=\"x\">");
  EXPECT_EQ(escape_fence("</memory></memory>"), "&lt;/memory>&lt;/memory>");
}

// rule: B7
TEST(EscapeFence, EndsWithTheText) {
  EXPECT_EQ(escape_fence("<"), "<");
  EXPECT_EQ(escape_fence("</memor"), "</memor");
  EXPECT_EQ(escape_fence("<//memory>"), "<//memory>");
}

}  // namespace
}  // namespace loci::guard
