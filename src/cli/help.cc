#include "cli/help.h"

#include <fmt/format.h>

#include <array>

#include "api/text_view.h"
#include "cli/parse.h"

namespace loci::cli {
namespace {

using api::Operation;
using api::Param;
using api::ParamType;

constexpr std::string_view kUsageStart = "Usage: ";
constexpr std::size_t kColumns = 80;

struct Group {
  std::string_view title;
  std::array<std::string_view, 11> words;
};

constexpr std::array<Group, 7> kGroups{{
    {"Notes",
     {"write", "remember", "read", "list", "edit", "delete", "rename", "move", "copy", "search",
      "links"}},
    {"Scratchpad and daily log", {"scratch", "daily"}},
    {"Sessions of agents",
     {"context", "target", "flush", "reserve", "hook", "setup", "unsetup", "mcp", "memories",
      "serve"}},
    {"Memory in other tools", {"agents", "apply", "status", "import"}},
    {"The past", {"history", "log", "diff", "restore", "undo", "purge", "gc"}},
    {"Workspaces and repositories", {"init", "projects", "trust", "untrust"}},
    {"Upkeep", {"check", "health", "reindex", "config", "ephemeral", "version"}},
}};

std::string_view first_word(std::string_view name) { return name.substr(0, name.find(' ')); }

std::string flag_text(const Param& param) {
  return param.value.empty() ? fmt::format("--{}", param.name)
                             : fmt::format("--{} {}", param.name, param.value);
}

std::string indented(const std::string& text) {
  std::string result;
  bool start = true;
  for (const char c : text) {
    if (start && c != '\n') result += "  ";
    start = c == '\n';
    result += c;
  }
  return result;
}

std::string operation_help(const Operation& operation) {
  std::string text = fmt::format("{}\n\n{}{}\n", operation.summary, kUsageStart, usage(operation));
  std::vector<std::vector<std::string>> rows;
  for (const Param& param : operation.params) {
    if (param.positional)
      rows.push_back({fmt::format("<{}>", param.value), std::string(param.help)});
  }
  for (const Param& param : operation.params) {
    if (!param.positional) rows.push_back({flag_text(param), std::string(param.help)});
  }
  if (!rows.empty()) text += "\n" + indented(api::table(rows));
  return text + fmt::format("\nExample:\n  {}\n", operation.example);
}

std::string global_flags() {
  std::vector<std::vector<std::string>> rows;
  for (const Param& param : kGlobalParams) {
    rows.push_back({flag_text(param), std::string(param.help)});
  }
  return indented(api::table(rows));
}

}  // namespace

std::string usage(const Operation& operation) {
  const std::string start = fmt::format("loci {}", operation.name);
  std::string text;
  std::size_t column = kUsageStart.size() + start.size();
  const auto add = [&](const std::string& part) {
    if (column + 1 + part.size() > kColumns) {
      column = kUsageStart.size() + start.size();
      text += "\n" + std::string(column, ' ');
    }
    text += " " + part;
    column += 1 + part.size();
  };
  for (const Param& param : operation.params) {
    if (!param.positional) continue;
    const std::string_view dots = param.type == ParamType::TextList ? "..." : "";
    const bool optional = !param.required || param.type == ParamType::Content;
    add(optional ? fmt::format("[<{}>{}]", param.value, dots)
                 : fmt::format("<{}>{}", param.value, dots));
  }
  for (const Param& param : operation.params) {
    if (param.positional) continue;
    add(param.required ? flag_text(param) : fmt::format("[{}]", flag_text(param)));
  }
  return start + text;
}

std::string general_help() {
  std::string text =
      "loci keeps what AI agents learn, as plain Markdown files.\n\n"
      "Usage: loci [flags] <command> [arguments]\n"
      "       loci                       the state of this workspace\n"
      "       loci <command> --help      a command in detail, with an example\n";
  for (const Group& group : kGroups) {
    std::vector<std::vector<std::string>> rows;
    for (const std::string_view word : group.words) {
      for (const Operation& operation : api::operations()) {
        if (!word.empty() && first_word(operation.name) == word) {
          rows.push_back({std::string(operation.name), std::string(operation.summary)});
        }
      }
    }
    text += fmt::format("\n{}:\n{}", group.title, indented(api::table(rows)));
  }
  text += fmt::format("\nFlags of every command:\n{}", global_flags());
  return text +
         "\nExit status: 0 done, 1 an honest no (nothing to show or undo), 2 wrong input, 3 not\n"
         "found, 4 conflict, 5 denied, 6 locked, 7 corrupt, 8 input/output, 70 a fault of loci.\n";
}

std::string topic_help(std::string_view topic) {
  std::string text;
  for (const Operation& operation : api::operations()) {
    if (first_word(operation.name) != first_word(topic)) continue;
    if (!text.empty()) text += "\n";
    text += operation_help(operation);
  }
  return text +
         "\nEvery command takes --json, --home, --workspace and the other flags of 'loci "
         "--help'.\n";
}

}  // namespace loci::cli
