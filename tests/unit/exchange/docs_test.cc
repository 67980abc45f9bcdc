// The tables of docs/ that have a row for each tool, held against the list.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "base/text.h"
#include "exchange/fallback.h"
#include "exchange/tool.h"

namespace loci::exchange::docs_test {
namespace {

using ::testing::HasSubstr;
using ::testing::UnorderedElementsAreArray;

using Row = std::vector<std::string>;  // the cells
using Table = std::vector<Row>;        // without heading and rule

std::string document(const std::string& name) {
  std::ifstream file(std::filesystem::path(LOCI_SOURCE_DIR) / "docs" / name);
  return {std::istreambuf_iterator<char>(file), {}};
}

Row cells_of(std::string_view line) {
  Row cells;
  std::string_view rest = trim(line).substr(1);
  while (!rest.empty()) {
    const std::string_view cell = rest.substr(0, rest.find('|'));
    cells.emplace_back(trim(cell));
    rest.remove_prefix(std::min(rest.size(), cell.size() + 1));
  }
  return cells;
}

// Those of a document whose heading begins with this cell.
std::vector<Table> tables(const std::string& name, std::string_view first) {
  const std::string text = document(name);
  std::vector<Table> all;
  std::size_t line_in_table = 0;
  bool wanted = false;
  for (const std::string_view line : split_lines(text)) {
    if (!line.starts_with('|')) {
      line_in_table = 0;
      continue;
    }
    const Row cells = cells_of(line);
    if (++line_in_table == 1) {
      wanted = cells[0] == first;
      if (wanted) all.emplace_back();
    } else if (wanted && line_in_table > 2) {
      all.back().push_back(cells);
    }
  }
  return all;
}

std::string name_in(const Row& row) { return replace_all(row[0], "`", ""); }

// A row that begins with an empty cell goes on with the tool of the row above.
std::vector<std::string> names_in(const Table& table) {
  std::vector<std::string> names;
  for (const Row& row : table) {
    if (!name_in(row).empty()) names.push_back(name_in(row));
  }
  return names;
}

std::vector<std::string> names_in(const ToolList& list) {
  std::vector<std::string> names;
  for (const Tool* tool : list) names.emplace_back(tool->name);
  return names;
}

std::string as_code(std::string_view code) { return fmt::format("`{}`", code); }

class SetupTables : public ::testing::Test {
 protected:
  void SetUp() override { ASSERT_EQ(tables_.size(), 3U); }
  const std::vector<Table> tables_ = tables("setup.md", "tool");
};

TEST_F(SetupTables, SayWhereEachToolIs) {
  EXPECT_EQ(names_in(tables_[0]), names_in(tools_with(&Tool::settings)));
  for (const Row& row : tables_[0]) {
    const Tool& tool = *find_tool(name_in(row));
    EXPECT_THAT(row[1], HasSubstr(as_code(tool.settings->program))) << tool.name;
    EXPECT_EQ(row[2], as_code(fmt::format("~/{}", tool.home.in_home))) << tool.name;
    const std::string_view variable =
        tool.home.variable.empty() ? tool.home.base_variable : tool.home.variable;
    EXPECT_EQ(row[3], variable.empty() ? "" : as_code(variable)) << tool.name;
  }
}

TEST_F(SetupTables, SayWhereTheServerIsWritten) {
  EXPECT_THAT(names_in(tables_[1]),
              UnorderedElementsAreArray(names_in(tools_with(&Tool::settings))));
  for (const Row& row : tables_[1]) {
    const Tool& tool = *find_tool(name_in(row));
    for (const ServerFile& file : tool.settings->servers) {
      EXPECT_THAT(row[3], HasSubstr(fmt::format("{}.loci", file.key))) << tool.name;
      if (file.scope == SetupScope::User) {
        EXPECT_THAT(row[1], HasSubstr(file.file)) << tool.name;
      } else if (!row[2].starts_with("the same")) {
        EXPECT_THAT(row[2], HasSubstr(as_code(fmt::format("./{}", file.file)))) << tool.name;
      }
    }
  }
}

TEST_F(SetupTables, NameTheHooks) {
  EXPECT_EQ(names_in(tables_[2]), names_in(tools_with(&Tool::hooks)));
  for (const Row& row : tables_[2]) {
    const Tool& tool = *find_tool(name_in(row));
    const std::string line = fmt::format("{}", fmt::join(row, " | "));
    EXPECT_THAT(row[1], HasSubstr(as_code(tool.hooks->user_file))) << tool.name;
    EXPECT_THAT(row[1], HasSubstr(as_code(fmt::format("./{}", tool.hooks->project_file))));
    for (const HookCall& call : tool.hooks->calls) {
      EXPECT_THAT(line, HasSubstr(as_code(call.name))) << tool.name;
    }
  }
}

TEST(ProviderTable, HasEveryProviderInOrder) {
  const std::vector<Table> found = tables("providers.md", "provider");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(names_in(found[0]), names_in(providers()));
  EXPECT_THAT(document("providers.md"), HasSubstr(tool_names(providers()) + "."));
  for (const Row& row : found[0]) {
    const Tool& tool = *find_tool(name_in(row));
    const Elsewhere* const elsewhere = tool.provider->elsewhere;
    if (elsewhere == nullptr) continue;
    EXPECT_THAT(row[2], HasSubstr(as_code(elsewhere->context))) << tool.name;
    EXPECT_EQ(row[3] == "–", elsewhere->rule_before.empty()) << tool.name;
    EXPECT_EQ(row[4], tool.hooks == nullptr ? "–" : as_code(tool.hooks->project_file)) << tool.name;
    EXPECT_EQ(row[5] == "–", elsewhere->newer.empty()) << tool.name;
  }
}

TEST(StoreTable, HasEveryStoreInOrder) {
  const std::vector<Table> found = tables("stores.md", "store");
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(names_in(found[0]), names_in(tools_with(&Tool::store)));
}

}  // namespace
}  // namespace loci::exchange::docs_test
