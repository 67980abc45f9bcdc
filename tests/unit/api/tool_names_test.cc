#include "api/tool_names.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "api/operation.h"
#include "exchange/tool.h"

namespace loci::api::tool_names_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string_view help_of(std::string_view operation, std::string_view param) {
  for (const Param& one : find_operation(operation)->params) {
    if (one.name == param) return one.help;
  }
  return "";
}

TEST(ToolNames, StandInHelpForEveryToolOfTheList) {
  EXPECT_EQ(help_of("hook", "tool"), "claude, codex, gemini, cursor or copilot");
  for (const exchange::Tool* tool : exchange::tools_with(&exchange::Tool::settings)) {
    EXPECT_THAT(help_of("setup", "tools"), HasSubstr(tool->name));
    EXPECT_THAT(help_of("unsetup", "tools"), HasSubstr(tool->name));
  }
  for (const exchange::Tool* tool : exchange::providers()) {
    EXPECT_THAT(help_of("apply", "provider"), HasSubstr(tool->name));
    EXPECT_THAT(help_of("import", "provider"), HasSubstr(tool->name));
  }
  for (const exchange::Tool* tool : exchange::tools_with(&exchange::Tool::store)) {
    EXPECT_THAT(help_of("import", "from"), HasSubstr(tool->name));
  }
  EXPECT_EQ(help_of("apply", "native"),
            "use the newer place of gemini, antigravity or codex; 'none' goes back");
}

TEST(ToolNames, LeaveOtherTextsAlone) {
  EXPECT_EQ(with_tool_names("a {thing}"), "a {thing}");
  for (const Operation& operation : operations()) {
    for (const Param& param : operation.params) {
      for (const char* name : {"{settings}", "{hooks}", "{providers}", "{newer}", "{stores}"}) {
        EXPECT_THAT(param.help, Not(HasSubstr(name))) << operation.name;
      }
    }
  }
}

}  // namespace
}  // namespace loci::api::tool_names_test
