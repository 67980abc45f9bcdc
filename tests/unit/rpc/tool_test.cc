#include "rpc/tool.h"

#include <gtest/gtest.h>

#include "exchange/permission.h"

namespace loci::rpc::tool_test {
namespace {

using exchange::Allow;

// rule: E20
TEST(Tool, IsAllowedByWhatItDoes) {
  for (const Tool& tool : memory_tools()) {
    const auto level = exchange::level_of(tool.name);
    EXPECT_EQ(level.has_value(), tool.offered != Offered::Instead) << tool.name;
    if (!level) continue;
    EXPECT_EQ(*level == Allow::Read, tool.effect == api::Effect::Reads) << tool.name;
  }
}

// rule: E20
TEST(Tool, SaysWhetherAModelNeedsItAtOnce) {
  std::string at_once;
  for (const Tool& tool : memory_tools()) {
    const Json json = to_json(tool);
    if (json.contains("_meta")) at_once += std::string(tool.name) + " ";
  }
  EXPECT_EQ(at_once, "memory_search memory_read remember memory ");
}

}  // namespace
}  // namespace loci::rpc::tool_test
