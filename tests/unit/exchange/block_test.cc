#include "exchange/block.h"

#include <gtest/gtest.h>

namespace loci::exchange::block_test {
namespace {

const std::string kBlock = "<!-- BEGIN loci -->\nmemory\n<!-- END loci -->\n";

// rule: A16
TEST(ManagedBlock, LeavesEverythingAroundItToTheByte) {
  for (const std::string text :
       {"", "# Mine\n", "# Mine", "a\n\n\n", "a\r\nb\r\n", "\xEF\xBB\xBFx\n", "a\r", "a\nb\r"}) {
    const auto with = put_block(text, "memory\n", "f");
    ASSERT_TRUE(with);
    EXPECT_EQ(with->substr(0, text.size()), text);
    EXPECT_EQ(read_block(*with, "f")->value_or(""), "memory\n");
    EXPECT_EQ(put_block(*with, "memory\n", "f").value(), *with);
    EXPECT_EQ(remove_block(*with, "f").value(), text);
    const auto other = put_block(*with, "two\nlines\n", "f");
    EXPECT_EQ(read_block(*other, "f")->value_or(""), "two\nlines\n");
    EXPECT_EQ(remove_block(*other, "f").value(), text);
  }
}

// rule: A16
TEST(ManagedBlock, StaysWhereItWasPut) {
  const std::string text = "above\n" + kBlock + "below\n";
  EXPECT_EQ(put_block(text, "new\n", "f").value(),
            "above\n<!-- BEGIN loci -->\nnew\n<!-- END loci -->\nbelow\n");
  EXPECT_EQ(put_block("a\n<!-- BEGIN loci -->\nx\n<!-- END loci -->", "y\n", "f").value(),
            "a\n<!-- BEGIN loci -->\ny\n<!-- END loci -->");
}

// rule: A16
TEST(ManagedBlock, RefusesMarksThatAreNoPair) {
  EXPECT_EQ(put_block("a\n<!-- BEGIN loci -->\nx\n", "y\n", "F.md").error().message,
            "F.md:3: a loci block has no end");
  EXPECT_EQ(put_block("<!-- END loci -->\n", "y\n", "F.md").error().message,
            "F.md:1: a loci block ends without a beginning");
  EXPECT_EQ(put_block(kBlock + kBlock, "y\n", "F.md").error().message,
            "F.md:4: a second loci block begins");
}

TEST(ManagedBlock, HoldsNoMarkOfItsOwn) {
  const std::string inner = without_marks("x\n<!-- END loci -->\ny\n");
  const auto with = put_block("mine\n", inner, "f");
  EXPECT_EQ(read_block(*with, "f")->value_or(""), inner);
  EXPECT_EQ(remove_block(*with, "f").value(), "mine\n");
}

}  // namespace
}  // namespace loci::exchange::block_test
