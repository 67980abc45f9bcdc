#include "cli/manual.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/doors.h"
#include "api/operation.h"
#include "api/schema.h"
#include "base/named.h"
#include "base/path.h"
#include "base/text.h"
#include "base/version.h"
#include "cli/aliases.h"
#include "cli/help.h"
#include "cli/process.h"
#include "cli/setting.h"
#include "fs/atomic_file.h"
#include "fs/file_system.h"
#include "memory/config.h"
#include "note/roff.h"

namespace loci::cli {
namespace {

using api::Operation;
using api::Param;
using note::roff_lines;
using note::roff_text;

constexpr std::string_view kHelper = "loci-remote-postgresql";  // a program of its own

std::string_view command_of(const Operation& operation) {
  return operation.name.substr(0, operation.name.find(' '));
}

std::vector<const Operation*> operations_of(std::string_view command) {
  std::vector<const Operation*> found;
  for (const Operation& operation : api::operations()) {
    if (command_of(operation) == command && !operation.is_hidden) found.push_back(&operation);
  }
  return found;
}

std::string bold(std::string_view text) { return fmt::format("\\fB{}\\fR", roff_text(text)); }
std::string slanted(std::string_view text) { return fmt::format("\\fI{}\\fR", roff_text(text)); }

// As a sentence: the help of a parameter is half of one.
std::string sentence(std::string_view text) {
  std::string whole(text);
  if (!whole.empty() && whole[0] >= 'a' && whole[0] <= 'z') {
    whole[0] = static_cast<char>(whole[0] - 'a' + 'A');
  }
  if (!whole.ends_with('.')) whole += '.';
  return whole;
}

std::string tagged(const std::string& tag, std::string_view text) {
  return fmt::format(".TP\n{}\n{}", tag, roff_lines(roff_text(text)));
}

std::string head(const ManualPage& page) {
  std::string upper;
  for (const char c : page.name) upper += c >= 'a' && c <= 'z' ? static_cast<char>(c - 32) : c;
  return fmt::format(
      ".\\\" Made by `loci man`; changes go into the tables and documents it is made from.\n"
      ".TH {} {} {} \"loci {}\" \"loci manual\"\n.SH NAME\n{}",
      upper, page.section, kVersionDate, kVersion,
      roff_lines(fmt::format("{} \\- {}", roff_text(page.name), roff_text(page.about))));
}

std::string flag_tag(const Param& param) {
  const std::string value = api::usage_value(param);
  const std::string short_form = short_flag(param.name);
  const std::string name = short_form.empty() ? bold(fmt::format("--{}", param.name))
                                              : fmt::format("{}, {}", bold(short_form),
                                                            bold(fmt::format("--{}", param.name)));
  return value.empty() ? name : fmt::format("{} {}", name, slanted(value));
}

std::string synopsis(const Operation& operation) {
  std::string words = bold(fmt::format("loci {}", operation.name));
  for (const Param& param : operation.params) {
    if (!param.positional) continue;
    const bool optional = !param.required || param.type == api::ParamType::Content;
    const std::string dots = param.type == api::ParamType::TextList ? "..." : "";
    words += optional ? fmt::format(" [{}{}]", slanted(param.value), dots)
                      : fmt::format(" {}{}", slanted(param.value), dots);
  }
  for (const Param& param : operation.params) {
    if (param.positional) continue;
    const std::string value = api::usage_value(param);
    std::string flag = bold(fmt::format("--{}", param.name));
    if (!value.empty()) flag += " " + slanted(value);
    words += param.required ? " " + flag : fmt::format(" [{}]", flag);
  }
  return roff_lines(words);
}

std::string parameters(const Operation& operation) {
  std::string text;
  for (const Param& param : operation.params) {
    if (param.positional) text += tagged(slanted(param.value), sentence(param.help));
  }
  for (const Param& param : operation.params) {
    if (!param.positional) text += tagged(flag_tag(param), sentence(param.help));
  }
  return text;
}

std::string example(const Operation& operation) {
  return fmt::format(".PP\n.RS 4\n.nf\n{}\n.fi\n.RE\n", roff_text(operation.example));
}

// How the same is done without the command line, or why it is not.
std::string other_doors(const Operation& operation) {
  const api::Doors& doors = api::doors_of(operation);
  std::string over_http;
  for (const api::Route& route : operation.routes) {
    if (!over_http.empty()) over_http += ", ";
    over_http += fmt::format("{} {}", route.method, route.path);
  }
  std::string text;
  text += tagged("HTTP",
                 over_http.empty() ? fmt::format("None: {}.", doors.no_route) : over_http + ".");
  text += tagged("MCP", doors.tool.empty() ? fmt::format("None: {}.", doors.no_tool)
                                           : fmt::format("Tool {}.", doors.tool));
  return text;
}

std::string exit_statuses() {
  std::string text = tagged("0", "Success.");
  text += tagged("1", "There was nothing to show or to undo, or a check found something.");
  text += tagged("2", "The command line or its input is invalid.");
  text += tagged("3", "Not found.");
  text += tagged("4", "Conflict: the note changed since it was read, or the name is taken.");
  text += tagged("5", "Denied.");
  text += tagged("6", "Locked: another process held the lock for too long.");
  text += tagged("7", "Corrupt: what is stored does not match its checksum.");
  text += tagged("8", "The operating system refused to read or write.");
  text += tagged("70", "A bug in loci.");
  return text;
}

std::string global_options() {
  std::string text;
  for (const Param& param : kGlobalParams) text += tagged(flag_tag(param), sentence(param.help));
  return text;
}

std::string see_also(const std::vector<std::string>& pages) {
  std::vector<std::string> shown;
  for (const std::string& page : pages) {
    const std::size_t dot = page.rfind('.');
    shown.push_back(
        fmt::format("\\fB{}\\fR({})", roff_text(page.substr(0, dot)), page.substr(dot + 1)));
  }
  return ".SH SEE ALSO\n" + roff_lines(join(shown, ", "));
}

std::string command_page(const ManualPage& page) {
  const std::string command = page.name.substr(std::string_view("loci-").size());
  const std::vector<const Operation*> all = operations_of(command);
  std::string text = head(page) + ".SH SYNOPSIS\n";
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i > 0) text += ".br\n";
    text += synopsis(*all[i]);
  }
  text += ".SH DESCRIPTION\n";
  const std::string also = aliases_text(command);
  for (const Operation* operation : all) {
    if (all.size() > 1) text += fmt::format(".SS loci {}\n", roff_text(operation->name));
    text += roff_lines(roff_text(sentence(operation->summary)));
    if (operation == all.front() && !also.empty()) {
      text += ".PP\n" + roff_lines(roff_text(sentence(also)));
    }
    text += parameters(*operation);
  }
  text += ".SH OPTIONS\n" +
          roff_lines(roff_text("Every command also takes the global flags that loci(1) lists, such "
                               "as --json, --home, --workspace and --quiet.")) +
          ".SH EXAMPLES\n";
  bool first = true;
  for (const Operation* operation : all) {
    std::string one = example(*operation);
    text += first ? one.substr(std::string_view(".PP\n").size()) : one;
    first = false;
  }
  text += ".SH HTTP AND MCP\n";
  for (const Operation* operation : all) {
    if (all.size() > 1) text += fmt::format(".SS loci {}\n", roff_text(operation->name));
    text += other_doors(*operation);
  }
  text += ".SH EXIT STATUS\n" + exit_statuses();
  std::vector<std::string> pages{"loci.1"};
  if (command == "search") pages.emplace_back("loci-query.7");
  if (command == "config") pages.emplace_back("loci-config.5");
  pages.emplace_back("loci-format.5");
  return text + see_also(pages);
}

std::string main_page(const ManualPage& page) {
  std::string text =
      head(page) + ".SH SYNOPSIS\n" +
      "\\fBloci\\fR [\\fIflags\\fR] \\fIcommand\\fR "
      "[\\fIarguments\\fR]\n.br\n\\fBloci\\fR\n.SH DESCRIPTION\n" +
      roff_lines(
          roff_text("loci keeps what AI agents learn as plain Markdown files that people can read "
                    "and edit. Each note is one file; every change is journaled and can be undone. "
                    "Without a command, loci shows the state of the workspace it is in.")) +
      ".SH COMMANDS\n";
  for (std::size_t i = 0; i < api::kGroups; ++i) {
    const auto group = static_cast<api::Group>(i);
    text += fmt::format(".SS {}\n", roff_text(api::group_title(group)));
    for (const Operation& operation : api::operations()) {
      if (operation.group != group || operation.is_hidden) continue;
      text += tagged(bold(fmt::format("loci {}", operation.name)), sentence(operation.summary));
    }
  }
  text += ".SS Aliases\n" + roff_lines(roff_text(sentence(all_aliases_text())));
  text += ".SH OPTIONS\n" + global_options();
  text += ".SH ENVIRONMENT\n";
  text += tagged(bold("LOCI_HOME"), "Where memory lives (default: ~/.loci).");
  text +=
      tagged(bold("LOCI_WORKSPACE"), "The workspace (default: found from the working directory).");
  text += tagged(bold("LOCI_AGENT"), "The agent to work as, like --agent.");
  text += tagged(bold("LOCI_DISABLED"), "Turns memory off when set to anything but 0.");
  text += tagged(
      bold("LOCI_PAGER"),
      "The pager for long output on a terminal (default: PAGER, else less). cat means no pager.");
  text += tagged(bold("NO_COLOR"), "When set, no colours.");
  text += tagged(bold("VISUAL, EDITOR"), "The editor for 'loci edit'.");
  for (const memory::Setting& setting : memory::settings()) {
    if (setting.variable.empty()) continue;
    text += tagged(bold(setting.variable),
                   fmt::format("The setting {}: {}.", setting.key, setting.help));
  }
  text += ".SH FILES\n";
  text += tagged(bold("~/.loci"),
                 "The home: global memory, each project's private memory, the journal. "
                 "loci-format(5) describes it.");
  text += tagged(bold(".loci/memory"), "Memory that a repository shares.");
  text += tagged(bold("~/.loci/config.toml"), "Settings: loci-config(5).");
  text += ".SH EXIT STATUS\n" + exit_statuses();
  text += ".SH EXAMPLES\n.RS 4\n.nf\n";
  for (const std::string_view name : {"remember", "search", "read", "undo"}) {
    text += roff_text(api::find_operation(name)->example) + "\n";
  }
  text += ".fi\n.RE\n";
  std::vector<std::string> pages;
  for (const ManualPage& other : manual_pages()) {
    if (other.name != "loci") pages.push_back(other.file());
  }
  return text + see_also(pages);
}

std::string_view kind_words(memory::SettingKind kind) {
  switch (kind) {
    case memory::SettingKind::Flag:
      return "true or false";
    case memory::SettingKind::Integer:
      return "a whole number";
    case memory::SettingKind::Names:
      return "a list of names";
    case memory::SettingKind::Path:
      return "a path";
    case memory::SettingKind::Choice:
      break;
  }
  return "one word";
}

std::string config_page(const ManualPage& page) {
  std::string text =
      head(page) + ".SH SYNOPSIS\n" + bold("~/.loci/config.toml") + "\n.SH DESCRIPTION\n" +
      roff_lines(
          roff_text("Settings are read from config.toml in the home. A flag overrides an "
                    "environment variable, which overrides the file, which overrides the default. "
                    "No file in a repository can change a setting. 'loci config' shows every "
                    "setting and where its value comes from; 'loci config set' changes one.")) +
      ".SH SETTINGS\n";
  for (const memory::Setting& setting : memory::settings()) {
    const std::string kind = setting.kind == memory::SettingKind::Choice
                                 ? "one of " + replace_all(setting.choices, " ", ", ")
                                 : std::string(kind_words(setting.kind));
    text += tagged(
        bold(setting.key),
        fmt::format(
            "{} It is {}{}.", sentence(setting.help), kind,
            setting.standard.empty() ? "" : fmt::format(", by default {}", setting.standard)));
    if (!setting.variable.empty()) {
      text += roff_lines(
          roff_text(fmt::format("The environment variable {} overrides it.", setting.variable)));
    }
  }
  text += tagged(bold("[scan]"),
                 "A scanner rule, by its name in 'loci check --rules', and what to do with what it "
                 "finds: block, quarantine, warn or off.");
  text += tagged(
      bold("[consolidate.commands]"),
      "Names of your choice, each with a command line that 'loci consolidate --with NAME' runs.");
  text +=
      ".SH EXAMPLES\n.RS 4\n.nf\nretention_days = 90\n\n[review]\nglobal = "
      "\\(dqagents\\(dq\n\n[scan]\npassword\\-value = \\(dqblock\\(dq\n.fi\n.RE\n";
  return text + see_also({"loci.1", "loci-config.1", "loci-format.5"});
}

// What stands below a heading of a document, up to the next of its level.
std::string section_of(std::string_view document, std::string_view heading) {
  const std::string text = fmt::format("\n{}", manual_document(document));
  const std::string line = fmt::format("\n## {}\n", heading);
  const std::size_t at = text.find(line);
  if (at == std::string::npos) return "";
  const std::size_t begin = at + line.size();
  return text.substr(begin, text.find("\n## ", begin) - begin);
}

std::string helper_page(const ManualPage& page) {
  std::string text =
      head(page) + ".SH SYNOPSIS\n" + bold("loci remote add") + " " + slanted("NAME") + " " +
      bold("postgresql://") + slanted("HOST") + "/" + slanted("DATABASE") + "\n.br\n" +
      bold("loci-remote-postgresql --version") + "\n.SH DESCRIPTION\n" +
      roff_lines(
          roff_text("loci starts this program for remotes at postgresql:// and postgres://, "
                    "beside its own program or from the PATH, and speaks with it over a pipe. "
                    "Nobody need start it by hand."));
  text += ".PP\n";
  text += note::roff_body(note::parse_document(section_of("remotes", "PostgreSQL for a team")));
  return text + see_also({"loci.1", "loci-remote.1", "loci-sync.1", "psql.1"});
}

std::string document_page(const ManualPage& page, std::string_view document) {
  const note::Block parsed = note::parse_document(manual_document(document));
  // What stands before the first heading is the description.
  return head(page) + ".SH DESCRIPTION\n" + note::roff_body(parsed) +
         see_also({"loci.1", document == "format" ? "loci-query.7" : "loci-format.5"});
}

Result<> write_pages(const std::string& directory) {
  const std::unique_ptr<fs::FileSystem> files = fs::make_system_file_system();
  for (const ManualPage& page : manual_pages()) {
    LOCI_ASSIGN(const std::unique_ptr<fs::Root> root,
                fs::open_or_create(*files, fmt::format("{}/man{}", directory, page.section),
                                   fs::Modes::Umask));
    LOCI_TRY(fs::replace_file(*root, page.file(), manual_source(page), fs::Durability::Unsynced));
  }
  return {};
}

// By the system's own reader of manuals; false where there is none.
Result<bool> show_page(const ManualPage& page, const Environment& environment) {
  LOCI_ASSIGN(const EphemeralHome place, EphemeralHome::make(environment));
  const std::unique_ptr<fs::FileSystem> files = fs::make_system_file_system();
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root,
              fs::open_or_create(*files, place.path(), fs::Modes::Private));
  LOCI_TRY(fs::replace_file(*root, page.file(), manual_source(page), fs::Durability::Unsynced));
  LOCI_ASSIGN(const int status,
              run_program({"man", fmt::format("{}/{}", place.path(), page.file())}, {}));
  constexpr int kNoProgram = 127;
  return status != kNoProgram;
}

}  // namespace

std::string ManualPage::file() const { return fmt::format("{}.{}", name, section); }

std::vector<ManualPage> manual_pages() {
  std::vector<ManualPage> pages{{"loci", 1, "memory for AI agents, as plain Markdown files"}};
  for (const Operation& operation : api::operations()) {
    if (operation.is_hidden) continue;
    std::string name = fmt::format("loci-{}", command_of(operation));
    const bool there = std::any_of(pages.begin(), pages.end(),
                                   [&](const ManualPage& page) { return page.name == name; });
    if (!there) pages.push_back({std::move(name), 1, std::string(operation.summary)});
  }
  pages.push_back({std::string(kHelper), 1, "PostgreSQL as a remote of loci"});
  pages.push_back({"loci-config", 5, "settings of loci"});
  pages.push_back({"loci-format", 5, "files and behaviour of loci"});
  pages.push_back({"loci-query", 7, "how to search with loci"});
  return pages;
}

Result<ManualPage> find_manual_page(std::string_view given) {
  const std::vector<ManualPage> pages = manual_pages();
  const std::string alias(operation_called(given));
  for (const std::string& name :
       {std::string(given), fmt::format("loci-{}", given), fmt::format("loci-{}", alias)}) {
    for (const ManualPage& page : pages) {
      if (page.name == name || page.file() == name) return page;
    }
  }
  if (given.empty()) return pages.front();
  std::vector<std::string_view> names;
  for (const ManualPage& page : pages) names.push_back(std::string_view(page.name).substr(4));
  std::vector<std::string_view> short_names;
  for (std::string_view name : names) {
    if (name.starts_with('-')) short_names.push_back(name.substr(1));
  }
  return fail(not_found(
      fmt::format("no manual page for '{}'", given),
      did_you_mean(given, short_names, "run 'loci man' for the page that lists all others")));
}

std::string manual_source(const ManualPage& page) {
  if (page.name == "loci") return main_page(page);
  if (page.name == kHelper) return helper_page(page);
  if (page.section == 1) return command_page(page);
  if (page.name == "loci-config") return config_page(page);
  return document_page(page, std::string_view(page.name).substr(std::string_view("loci-").size()));
}

Result<int> run_man(const Invocation& invocation, const Environment& environment,
                    Terminal& terminal) {
  if (invocation.arguments.contains("into")) {
    LOCI_ASSIGN(const std::string directory,
                absolute_path(invocation.arguments["into"].get<std::string>()));
    LOCI_TRY(write_pages(directory));
    return 0;
  }
  LOCI_ASSIGN(const ManualPage page, find_manual_page(invocation.arguments.value("page", "")));
  if (invocation.globals.format != Format::Human) {
    const Json data{{"name", page.name},
                    {"section", page.section},
                    {"about", page.about},
                    {"source", manual_source(page)}};
    LOCI_TRY(terminal.print(dump_json(data, 2) + "\n"));
    return 0;
  }
  if (terminal.stdout_is_terminal()) {
    LOCI_ASSIGN(const bool shown, show_page(page, environment));
    if (shown) return 0;
  }
  LOCI_TRY(terminal.print(manual_source(page)));
  return 0;
}

}  // namespace loci::cli
