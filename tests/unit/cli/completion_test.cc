#include "cli/completion.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "api/doors.h"
#include "api/operation.h"
#include "cli/aliases.h"
#include "cli/help.h"
#include "cli/manual.h"
#include "cli/parse.h"
#include "note/roff.h"
#include "rpc/tool.h"

namespace loci::cli::completion_test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

std::vector<std::string> offered(const std::vector<std::string>& words) {
  const auto known = [](std::string_view kind) -> std::vector<Candidate> {
    if (kind == "NOTE") return {{"staging-resets", {}}, {"style", {}}};
    if (kind == "TAG") return {{"database", {}}};
    if (kind == "SCOPE") return {{"global", {}}, {"workspace", {}}, {"agent:dev", {}}};
    return {};
  };
  std::vector<std::string> texts;
  for (const Candidate& one : complete(words, known).candidates) texts.push_back(one.text);
  return texts;
}

// rule: C40
TEST(Completion, KnowsCommandsTheirOtherNamesAndSecondWords) {
  EXPECT_THAT(offered({"sear"}), ElementsAre("search"));
  EXPECT_THAT(offered({""}), Contains("ls"));
  EXPECT_THAT(offered({""}), Not(Contains("complete")));
  EXPECT_THAT(offered({"scratch", ""}), ElementsAre("list", "add", "done", "clear"));
  EXPECT_THAT(offered({"help", "sear"}), ElementsAre("search"));
}

TEST(Completion, KnowsWhatFlagsAndPlacesTake) {
  EXPECT_THAT(offered({"read", "sta"}), ElementsAre("staging-resets"));
  EXPECT_THAT(offered({"--json", "rm", "st"}), ElementsAre("staging-resets", "style"));
  EXPECT_THAT(offered({"list", "--tag", ""}), ElementsAre("database"));
  EXPECT_THAT(offered({"list", "--sort="}),
              ElementsAre("--sort=newest", "--sort=oldest", "--sort=name"));
  EXPECT_THAT(offered({"move", "x", "--to", ""}), ElementsAre("global", "agent:dev"));
  EXPECT_THAT(offered({"list", "--fac"}), ElementsAre("--facets"));
  EXPECT_THAT(offered({"read", "x", ""}), IsEmpty());
  EXPECT_THAT(offered({"-o", "js"}), ElementsAre("json", "jsonl"));
  EXPECT_TRUE(complete({"export", "x", "--to", ""}, [](std::string_view) {
                return std::vector<Candidate>();
              }).files);
}

// rule: C42
TEST(Parity, EveryOperationIsThereByEveryDoorOrSaysWhyNot) {
  std::set<std::string_view> tools;
  for (const rpc::Tool& tool : rpc::memory_tools()) tools.insert(tool.name);
  const std::vector<ManualPage> pages = manual_pages();
  for (const api::Operation& operation : api::operations()) {
    SCOPED_TRACE(operation.name);
    const api::Doors& doors = api::doors_of(operation);
    EXPECT_EQ(doors.name, operation.name) << "has no row in api/doors.cc";
    EXPECT_NE(operation.routes.empty(), doors.no_route.empty()) << "a route or a reason";
    EXPECT_NE(doors.tool.empty(), doors.no_tool.empty()) << "a tool or a reason";
    if (!doors.tool.empty()) {
      EXPECT_TRUE(tools.contains(doors.tool));
    }
    if (operation.is_hidden) continue;
    const std::string help = topic_help(operation.name);
    const std::string command(operation.name.substr(0, operation.name.find(' ')));
    EXPECT_THAT(operation.example, HasSubstr(fmt::format("loci {}", operation.name)));
    EXPECT_THAT(help, HasSubstr(std::string(operation.example)));
    for (const api::Param& param : operation.params) {
      EXPECT_NE(param.help, "") << param.name;
      EXPECT_THAT(help, HasSubstr(std::string(param.help)));
    }
    const auto page = find_manual_page(command);
    ASSERT_TRUE(page);
    // What the page says of this command, of its route and of its tool.
    std::string source = manual_source(*page);
    std::replace(source.begin(), source.end(), '\n', ' ');
    EXPECT_THAT(source, HasSubstr(note::roff_text(operation.summary)));
    EXPECT_THAT(source, HasSubstr(note::roff_text(operation.example)));
    for (const api::Param& param : operation.params) {
      EXPECT_THAT(source,
                  HasSubstr(param.positional ? note::roff_text(param.value)
                                             : note::roff_text(fmt::format("--{}", param.name))));
    }
    const std::size_t doors_at = source.find(".SH HTTP AND MCP");
    ASSERT_NE(doors_at, std::string::npos);
    const std::string said = source.substr(doors_at);
    EXPECT_THAT(
        said, HasSubstr(note::roff_text(operation.routes.empty() ? doors.no_route
                                                                 : operation.routes.front().path)));
    EXPECT_THAT(said, HasSubstr(note::roff_text(doors.tool.empty() ? doors.no_tool : doors.tool)));
    EXPECT_THAT(general_help(), HasSubstr(std::string(operation.summary)));
    EXPECT_THAT(offered({""}), Contains(command));
    for (const api::Param& param : operation.params) {
      std::vector<std::string> words;
      for (std::string_view rest = operation.name; !rest.empty();) {
        words.emplace_back(rest.substr(0, rest.find(' ')));
        rest.remove_prefix(std::min(rest.size(), words.back().size() + 1));
      }
      words.push_back("--" + std::string(param.name));
      if (!param.positional) {
        EXPECT_THAT(offered(words), Contains(words.back()));
      }
    }
  }
  std::set<std::string_view> used;
  for (const api::Operation& operation : api::operations())
    used.insert(api::doors_of(operation).tool);
  for (const std::string_view tool : tools) EXPECT_TRUE(used.contains(tool)) << tool;
}

// rule: C41
TEST(Aliases, MeanOperationsThatThereAre) {
  for (const Alias& alias : aliases()) {
    EXPECT_NE(api::find_operation(alias.operation), nullptr) << alias.name;
    EXPECT_EQ(api::find_operation(alias.name), nullptr) << alias.name;
  }
  Globals globals;
  EXPECT_EQ(parse({"ls", "-n", "5"}, globals)->operation->name, "list");
  EXPECT_EQ(parse({"ls", "-n5"}, globals)->arguments["limit"], 5);
  EXPECT_EQ(parse({"mv", "a", "b"}, globals)->operation->name, "rename");
  EXPECT_EQ(parse({"mv", "a", "--to", "global"}, globals)->operation->name, "move");
  EXPECT_EQ(parse({"mv", "a", "--to=global"}, globals)->operation->name, "move");
  EXPECT_EQ(parse({"get", "x"}, globals).error().hint, "did you mean 'loci read'?");
  EXPECT_EQ(parse({"serch", "x"}, globals).error().hint, "did you mean 'loci search'?");
  EXPECT_EQ(parse({"rem", "x"}, globals).error().hint, "did you mean 'loci remember'?");
  EXPECT_TRUE(parse({"-V"}, globals));
  EXPECT_TRUE(globals.version);
}

TEST(Aliases, GuessOnlyWhatThereIs) {
  for (const api::Operation& operation : api::operations()) {
    EXPECT_EQ(meant_by(operation.name), "") << operation.name << " is a command itself";
  }
  for (const char* word :
       {"get", "grep", "approve", "settings", "todo", "archive", "set", "manual", "dump"}) {
    const std::string_view meant = meant_by(word);
    ASSERT_FALSE(meant.empty()) << word;
    Globals globals;
    globals.help = true;
    std::vector<std::string> words{std::string(meant.substr(0, meant.find(' ')))};
    if (meant.find(' ') != std::string_view::npos)
      words.emplace_back(meant.substr(meant.find(' ') + 1));
    words.emplace_back("--help");
    EXPECT_TRUE(parse(words, globals)) << meant;
  }
}

}  // namespace
}  // namespace loci::cli::completion_test
