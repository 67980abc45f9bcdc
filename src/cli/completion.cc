#include "cli/completion.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "api/operation.h"
#include "api/schema.h"
#include "base/text.h"
#include "cli/aliases.h"
#include "cli/manual.h"
#include "cli/once_log.h"
#include "cli/parse.h"
#include "cli/setting.h"
#include "compile/agents.h"
#include "exchange/tool.h"
#include "guard/scanner.h"
#include "memory/config.h"
#include "memory/inbox.h"
#include "memory/memory.h"
#include "memory/reading.h"
#include "note/index_file.h"
#include "note/slug.h"

namespace loci::cli {
namespace {

using api::Operation;
using api::Param;
using api::ParamType;

template <typename Names>
std::vector<Candidate> plain(const Names& names) {
  std::vector<Candidate> found;
  for (const auto& name : names) found.push_back({std::string(name), {}});
  return found;
}

std::vector<Candidate> named(const exchange::ToolList& tools) {
  std::vector<Candidate> found;
  for (const exchange::Tool* tool : tools) found.push_back({std::string(tool->name), {}});
  return found;
}

// What has a value, by what usage lines call it.
Completions values_of(const Param& param, const Operation* operation, const KnownThings& known) {
  if (!param.choices.empty()) return {plain(param.choices)};
  const std::string_view kind = param.value;
  const std::string_view command = operation == nullptr ? std::string_view() : operation->name;
  if (kind == "NOTE" || (kind == "FILE" && command == "write")) return {known("NOTE")};
  if (kind == "AGENT" || (kind == "ID" && param.name == "agent")) return {known("AGENT")};
  if (kind == "ID" && command.starts_with("inbox")) return {known("ID")};
  if (kind == "TAG" || kind == "PROJECT") return {known(kind)};
  if (kind == "SCOPE") {
    Completions scopes{known("SCOPE")};
    if (param.name == "to") {
      std::erase_if(scopes.candidates, [](const Candidate& one) {
        return one.text == "workspace" || one.text == "agent";
      });
    }
    return scopes;
  }
  if (kind == "TYPE") return {plain(std::array{"user", "feedback", "project", "reference"})};
  if (kind == "WHEN") return {plain(std::array{"24h", "7d", "30d"})};
  if (kind == "WHO" && param.name == "origin") {
    return {plain(std::array{"user", "agent", "import", "external", "all"})};
  }
  if (kind == "KEY") {
    Completions keys;
    for (const memory::Setting& setting : memory::settings()) {
      keys.candidates.push_back({std::string(setting.key), std::string(setting.help)});
    }
    return keys;
  }
  if (kind == "RULE") {
    Completions rules;
    for (const guard::Rule& rule : guard::rules()) {
      rules.candidates.push_back({std::string(rule.id), std::string(rule.about)});
    }
    return rules;
  }
  if (kind.starts_with("TOOL")) {
    const bool setup = command == "setup" || command == "unsetup";
    return {named(setup ? exchange::tools_with(&exchange::Tool::settings)
                        : exchange::tools_with(&exchange::Tool::hooks))};
  }
  if (kind == "P") return {named(exchange::providers())};
  if (kind == "STORE") return {named(exchange::tools_with(&exchange::Tool::store))};
  if (kind == "PAGE") {
    Completions pages;
    for (const ManualPage& page : manual_pages()) {
      if (page.name != "loci") {
        pages.candidates.push_back({page.section == 5 && page.name == "loci-config"
                                        ? page.file()
                                        : page.name.substr(std::string_view("loci-").size()),
                                    page.about});
      }
    }
    return pages;
  }
  if (kind == "COMMAND") return {};
  const bool path = param.path || kind == "PATH" || kind == "DIR" || kind == "FILE";
  return {{}, path || param.type == ParamType::Content};
}

void add_flags(std::span<const Param> params, std::vector<Candidate>& to) {
  for (const Param& param : params) {
    if (!param.positional) to.push_back({fmt::format("--{}", param.name), std::string(param.help)});
  }
}

Completions flags_of(const Operation* operation) {
  Completions flags;
  if (operation != nullptr) add_flags(operation->params, flags.candidates);
  add_flags(kGlobalParams, flags.candidates);
  return flags;
}

const Param* flag_called(const Operation* operation, std::string_view name) {
  const auto find = [&](std::span<const Param> params) -> const Param* {
    const auto found = std::find_if(params.begin(), params.end(), [&](const Param& param) {
      return !param.positional && param.name == name;
    });
    return found == params.end() ? nullptr : &*found;
  };
  const Param* own = operation == nullptr ? nullptr : find(operation->params);
  return own != nullptr ? own : find(kGlobalParams);
}

// The commands whose names go on behind `before` ("" or "scratch "), each first word once.
std::vector<Candidate> commands(std::string_view before) {
  std::vector<Candidate> found;
  std::set<std::string> seen;
  for (const Operation& operation : api::operations()) {
    if (operation.is_hidden || !operation.name.starts_with(before)) continue;
    const std::string_view rest = operation.name.substr(before.size());
    if (rest.empty()) continue;
    const std::size_t space = rest.find(' ');
    std::string word(rest.substr(0, space));
    if (!seen.insert(word).second) continue;
    found.push_back({std::move(word), std::string(operation.summary)});
  }
  if (!before.empty()) return found;
  for (const Alias& alias : aliases()) {
    found.push_back({std::string(alias.name), fmt::format("alias of {}", alias.operation)});
  }
  found.push_back({"help", "Show help for a command"});
  return found;
}

bool has_second_words(std::string_view word) { return !commands(fmt::format("{} ", word)).empty(); }

// The line as far as it is written.
struct Line {
  std::string first;                     // of the command, or ""
  const Operation* operation = nullptr;  // or none yet
  const Param* waiting = nullptr;        // the flag whose value comes next
  std::size_t places = 0;                // how many words stand in their places
  bool only_places = false;              // behind "--"
  bool help = false;                     // "loci help …"
};

void read_word(const std::string& word, Line& line) {
  if (line.waiting != nullptr) {
    line.waiting = nullptr;
    return;
  }
  if (!line.only_places && word == "--") {
    line.only_places = true;
    return;
  }
  if (!line.only_places && word.size() > 1 && word.starts_with('-')) {
    std::string_view name = word;
    while (name.starts_with('-')) name.remove_prefix(1);
    if (name.find('=') != std::string_view::npos) return;
    if (word == "-n") name = "limit";
    if (word == "-o") name = "output";
    const Param* param = flag_called(line.operation, name);
    if (param != nullptr && param->type != ParamType::Flag) line.waiting = param;
    return;
  }
  if (line.first.empty()) {
    if (word == "help" && !line.help) {
      line.help = true;
      return;
    }
    line.first = operation_called(word);
    line.operation = api::find_operation(line.first);
    return;
  }
  const Operation* longer = api::find_operation(fmt::format("{} {}", line.first, word));
  if (line.places == 0 && longer != nullptr) {
    line.operation = longer;
    return;
  }
  ++line.places;
}

Completions places_of(const Line& line, const KnownThings& known) {
  Completions found;
  const bool may_go_on =
      line.places == 0 && (line.operation == nullptr || line.operation->name == line.first);
  if (may_go_on) found.candidates = commands(fmt::format("{} ", line.first));
  if (line.operation == nullptr) return found;
  std::size_t at = 0;
  for (const Param& param : line.operation->params) {
    if (!param.positional) continue;
    const bool takes_many = param.type == ParamType::TextList || param.type == ParamType::Words;
    if (at == line.places || takes_many) {
      Completions values = values_of(param, line.operation, known);
      found.files = values.files;
      std::move(values.candidates.begin(), values.candidates.end(),
                std::back_inserter(found.candidates));
      return found;
    }
    ++at;
  }
  return found;
}

Completions all_at(const Line& line, std::string_view last, const KnownThings& known) {
  if (line.waiting != nullptr) return values_of(*line.waiting, line.operation, known);
  if (!line.only_places && last.starts_with("--") && last.find('=') != std::string_view::npos) {
    const std::string flag(last.substr(0, last.find('=')));
    const Param* param = flag_called(line.operation, std::string_view(flag).substr(2));
    if (param == nullptr) return {};
    Completions values = values_of(*param, line.operation, known);
    for (Candidate& one : values.candidates) one.text = fmt::format("{}={}", flag, one.text);
    return values;
  }
  if (!line.only_places && last.starts_with('-')) return flags_of(line.operation);
  if (line.first.empty()) return {commands("")};
  if (line.help && !has_second_words(line.first)) return {};
  return places_of(line, known);
}

std::vector<Candidate> notes_of(memory::Memory& memory) {
  std::vector<Candidate> found;
  const auto places = memory.readable({});
  if (!places) return found;
  const auto view = memory.store().view(*places, store::Recovery::No);
  if (!view) return found;
  for (const store::Place& place : *places) {
    const auto files = (*view)->notes(place);
    if (!files) continue;
    const auto index = (*view)->read(place, note::kIndexFile);
    std::map<std::string, std::string, std::less<>> about;
    if (index && *index) {
      for (note::IndexEntry& entry : note::parse_index(**index)) {
        about.emplace(std::move(entry.file), std::move(entry.name));
      }
    }
    for (const std::string& file : *files) {
      const auto known = about.find(file);
      found.push_back({std::string(note::stem(file)),
                       fmt::format("{}{}{}", known == about.end() ? "" : known->second,
                                   known == about.end() ? "" : ", ", place.label())});
    }
  }
  return found;
}

std::vector<Candidate> tags_of(memory::Memory& memory) {
  std::set<std::string> tags;
  const auto notes = memory::list(memory, {});
  if (!notes) return {};
  for (const memory::NoteInfo& note : *notes) tags.insert(note.tags.begin(), note.tags.end());
  return plain(tags);
}

std::vector<Candidate> agents_of(memory::Memory& memory) {
  std::vector<Candidate> found;
  const auto agents = compile::list_agents(memory);
  if (!agents) return found;
  for (const compile::AgentRow& agent : agents->agents) found.push_back({agent.id, {}});
  return found;
}

std::vector<Candidate> scopes_of(memory::Memory& memory) {
  std::vector<Candidate> found{{"global", "notes of all projects"},
                               {"workspace", "notes of this project"},
                               {"private", "notes of this project, in the home"},
                               {"shared", "notes of this project, in the repository"},
                               {"agent", "notes of the agent named by --agent"}};
  for (const Candidate& agent : agents_of(memory)) {
    found.push_back({fmt::format("agent:{}", agent.text), {}});
  }
  return found;
}

std::vector<Candidate> waiting_of(memory::Memory& memory) {
  std::vector<Candidate> found;
  const auto waiting = memory::inbox(memory);
  if (!waiting) return found;
  for (const memory::InboxEntry& entry : waiting->entries) found.push_back({entry.id, {}});
  return found;
}

std::vector<Candidate> known_things(memory::Memory& memory, std::string_view kind) {
  if (kind == "NOTE") return notes_of(memory);
  if (kind == "TAG") return tags_of(memory);
  if (kind == "AGENT") return agents_of(memory);
  if (kind == "SCOPE") return scopes_of(memory);
  if (kind == "ID") return waiting_of(memory);
  return {};
}

// --home and the like of the line that is completed: whose notes are meant.
void read_globals(const std::vector<std::string>& words, Globals& globals) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == "--home") globals.home = words[i + 1];
    if (words[i] == "--workspace") globals.workspace = words[i + 1];
    if (words[i] == "--agent") globals.agent = words[i + 1];
  }
}

std::string lines_of(const Completions& found) {
  std::string text;
  for (const Candidate& one : found.candidates) {
    text +=
        one.about.empty() ? one.text : fmt::format("{}\t{}", one.text, printable(one.about, true));
    text += '\n';
  }
  return found.files ? text + "\t\n" : text;
}

}  // namespace

Completions complete(const std::vector<std::string>& words, const KnownThings& known) {
  Line line;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) read_word(words[i], line);
  const std::string last = words.empty() ? std::string() : words.back();
  Completions found = all_at(line, last, known);
  std::erase_if(found.candidates,
                [&](const Candidate& one) { return !one.text.starts_with(last); });
  return found;
}

Result<int> run_complete(const Invocation& invocation, const Environment& environment,
                         Terminal& terminal) {
  std::vector<std::string> words;
  if (invocation.arguments.contains("words")) {
    words = invocation.arguments["words"].get<std::vector<std::string>>();
  }
  Globals globals = invocation.globals;
  globals.quiet = true;
  read_globals(words, globals);
  // Nothing is opened unless something of memory is asked for.
  std::optional<Setting> setting;
  std::unique_ptr<Home> home;
  const KnownThings known = [&](std::string_view kind) -> std::vector<Candidate> {
    auto made = make_setting(globals, environment);
    if (!made) return {};
    setting.emplace(std::move(*made));
    setting->log = std::make_unique<MemoryLog>();
    if (!find_workspace(*setting, globals)) return {};
    auto opened = open_home(*setting, false);
    if (!opened) return {};
    home = std::move(*opened);
    return known_things(*home->memory, kind);
  };
  LOCI_TRY(terminal.print(lines_of(complete(words, known))));
  return 0;
}

Result<int> run_completions(const Invocation& invocation, const Environment& /*environment*/,
                            Terminal& terminal) {
  const std::string shell = invocation.arguments["shell"].get<std::string>();
  const std::string_view script = completion_script(shell);
  if (invocation.globals.format != Format::Human) {
    LOCI_TRY(terminal.print(dump_json(Json{{"shell", shell}, {"script", script}}, 2) + "\n"));
    return 0;
  }
  LOCI_TRY(terminal.print(script));
  return 0;
}

}  // namespace loci::cli
