#include "cli/help.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/schema.h"
#include "api/text_view.h"
#include "base/wrap.h"
#include "cli/aliases.h"
#include "cli/parse.h"

namespace loci::cli {
namespace {

using api::Operation;
using api::Param;
using api::ParamType;

constexpr std::string_view kUsageStart = "Usage: ";
constexpr std::size_t kColumns = 80;
constexpr std::string_view kExitStatus =
    "Exit status: 0 success, 1 nothing found or nothing to do, 2 invalid input, 3 not found, "
    "4 conflict, 5 denied, 6 locked, 7 corrupt, 8 input/output error, 70 a bug in loci.";

std::string_view first_word(std::string_view name) { return name.substr(0, name.find(' ')); }

// Lines of at most so many columns, broken between words.
std::string wrapped(std::string_view text, std::size_t columns) {
  std::string lines;
  for (const std::string& line : wrap(text, columns)) lines += line + "\n";
  return lines;
}

std::string flag_text(const Param& param) {
  const std::string value = api::usage_value(param);
  return value.empty() ? fmt::format("--{}", param.name)
                       : fmt::format("--{} {}", param.name, value);
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

// A table with two columns before it.
std::string indented_table(std::vector<std::vector<std::string>> rows, std::size_t columns) {
  return indented(api::table(std::move(rows), columns > 2 ? columns - 2 : columns));
}

// "-n, --limit N", and the other flags of the list below it in line with it.
void add_flags(std::span<const Param> params, std::vector<std::vector<std::string>>& rows) {
  const bool some_short = std::any_of(params.begin(), params.end(), [](const Param& param) {
    return !param.positional && !short_flag(param.name).empty();
  });
  for (const Param& param : params) {
    if (param.positional) continue;
    const std::string letter = short_flag(param.name);
    const std::string before = !letter.empty() ? letter + ", " : some_short ? "    " : "";
    rows.push_back({before + flag_text(param), std::string(param.help)});
  }
}

std::string operation_help(const Operation& operation, std::size_t columns) {
  std::string text =
      fmt::format("{}\n\n{}{}\n", operation.summary, kUsageStart, usage(operation, columns));
  if (const std::string also = aliases_text(operation.name); !also.empty()) text += also + "\n";
  std::vector<std::vector<std::string>> rows;
  for (const Param& param : operation.params) {
    if (param.positional)
      rows.push_back({fmt::format("<{}>", param.value), std::string(param.help)});
  }
  add_flags(operation.params, rows);
  if (!rows.empty()) text += "\n" + indented_table(rows, columns);
  return text + fmt::format("\nExample:\n  {}\n", operation.example);
}

std::string global_flags(std::size_t columns) {
  std::vector<std::vector<std::string>> rows;
  add_flags(kGlobalParams, rows);
  return indented_table(rows, columns);
}

}  // namespace

std::string usage(const Operation& operation, std::size_t columns) {
  const std::size_t most = columns == 0 ? kColumns : std::min(columns, kColumns);
  const std::string start = fmt::format("loci {}", operation.name);
  // Where half a line would be indent, two columns are enough.
  const std::size_t behind = kUsageStart.size() + start.size();
  const std::size_t indent = behind * 2 > most ? 2 : behind;
  std::string text;
  std::size_t column = behind;
  const auto add = [&](const std::string& part) {
    if (column + 1 + part.size() > most && column > indent) {
      column = indent;
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

std::string general_help(std::size_t columns) {
  const std::size_t most = columns == 0 ? kColumns : std::min(columns, kColumns);
  std::string text =
      "loci keeps what AI agents learn as plain Markdown files.\n\n"
      "Usage: loci [flags] <command> [arguments]\n"
      "       loci                     show the state of this workspace\n"
      "       loci <command> --help    show a command's flags and an example\n";
  for (std::size_t i = 0; i < api::kGroups; ++i) {
    const auto group = static_cast<api::Group>(i);
    std::vector<std::vector<std::string>> rows;
    for (const Operation& operation : api::operations()) {
      if (operation.group != group || operation.is_hidden) continue;
      rows.push_back({std::string(operation.name), std::string(operation.summary)});
    }
    text += fmt::format("\n{}:\n{}", api::group_title(group), indented_table(rows, columns));
  }
  text += "\nAliases:\n" + indented(wrapped(all_aliases_text(), most > 2 ? most - 2 : most));
  text += fmt::format("\nGlobal flags:\n{}", global_flags(columns));
  text += "\n" + wrapped(kExitStatus, most);
  text += "Manual: 'loci man', or for one command 'loci man search'.\n";
  return wrap_lines(text, columns);
}

std::string topic_help(std::string_view topic, std::size_t columns) {
  std::string text;
  // A command of two words is asked for by both; else all that begin with the one are meant.
  const bool exact =
      topic.find(' ') != std::string_view::npos && api::find_operation(topic) != nullptr;
  for (const Operation& operation : api::operations()) {
    if (exact ? operation.name != topic : first_word(operation.name) != first_word(topic)) continue;
    if (!text.empty()) text += "\n";
    text += operation_help(operation, columns);
  }
  text += "\nGlobal flags such as --json, --home and --workspace are listed by 'loci --help'.\n";
  return wrap_lines(text, columns);
}

}  // namespace loci::cli
