#include "exchange/wish.h"

#include <fmt/format.h>

#include <algorithm>

#include "exchange/jsonc_edit.h"
#include "exchange/toml_edit.h"

namespace loci::exchange {
namespace {

constexpr std::string_view kName = "loci";

std::string file_at(const Tool& tool, SettingsBase base, std::string_view path,
                    const Surroundings& around) {
  if (path.empty()) return "";
  if (base == SettingsBase::Workspace) return fmt::format("{}/{}", around.workspace, path);
  if (base == SettingsBase::HomeOrUser && !around.environment.get(tool.home.variable)) {
    return fmt::format("{}/{}", around.user_home, path);
  }
  return fmt::format("{}/{}", home_of(tool, around), path);
}

// The bare name in what a repository ships: it is another path on every machine.
std::string program_for(SetupScope scope, const Surroundings& around) {
  return scope == SetupScope::User ? around.program : std::string(kName);
}

// Words of a file's path of keys: "permissions.allow".
KeyPath keys_of(std::string_view dotted) {
  KeyPath path;
  while (!dotted.empty()) {
    const std::string_view key = dotted.substr(0, dotted.find('.'));
    path.emplace_back(key);
    dotted.remove_prefix(std::min(dotted.size(), key.size() + 1));
  }
  return path;
}

// What stands before the command, where the home is not in its usual place. A repository
// is read on other machines too, where it is another.
std::vector<std::string> home_words(SetupScope scope, const Surroundings& around) {
  if (scope == SetupScope::Project || around.loci_home.empty()) return {};
  return {"--home", around.loci_home};
}

Json server_shape(const ServerFile& file, const std::string& program,
                  const std::vector<std::string>& before) {
  Json arguments = before;
  arguments.push_back("mcp");
  if (!file.pin.empty()) {
    arguments.push_back("--workspace");
    arguments.push_back(file.pin);
  }
  switch (file.shape) {
    case ServerShape::Typed:
      return {{"type", "stdio"}, {"command", program}, {"args", arguments}};
    case ServerShape::Plain:
      return {{"command", program}, {"args", arguments}};
    case ServerShape::Tooled:
      return {{"type", "local"}, {"command", program}, {"args", arguments}, {"tools", {"*"}}};
    case ServerShape::Combined:
      break;
  }
  arguments.insert(arguments.begin(), program);
  return {{"type", "local"}, {"command", arguments}, {"enabled", true}};
}

Json server_value(const Tool& tool, const ServerFile& file, SetupScope scope, Allow allow,
                  const Surroundings& around) {
  Json value = server_shape(file, program_for(scope, around), home_words(scope, around));
  const AllowRules* const rules = tool.settings->allow;
  if (rules == nullptr || rules->form != AllowForm::Modes) return value;
  for (const std::string_view name : allowed_tools(allow)) {
    value["tools"][std::string(name)] = {{"approval_mode", "approve"}};
  }
  return value;
}

Wanted server(const Tool& tool, const ServerFile& file, Allow allow, const Surroundings& around) {
  Wanted wanted;
  wanted.file = file_at(tool, file.base, file.file, around);
  wanted.other_file = file_at(tool, file.base, file.other_file, around);
  wanted.format = file.format;
  wanted.path = {std::string(file.key), std::string(kName)};
  wanted.value = server_value(tool, file, file.scope, allow, around);
  if (!file.newer.empty()) {
    wanted.newer = {std::string(file.key), std::string(file.newer)};
    wanted.newer_entry = file.newer_entry(around.program);
  }
  return wanted;
}

Json hook_value(const Hooks& hooks, const HookCall& call, const std::string& command) {
  const int time = hooks.milliseconds ? call.seconds * 1000 : call.seconds;
  if (hooks.shape == HookShape::Flat) return {{"command", command}, {"timeout", time}};
  if (hooks.shape == HookShape::Shell) {
    return {{"type", "command"}, {"bash", command}, {"timeoutSec", time}};
  }
  Json handler = {{"type", "command"}, {"command", command}, {"timeout", time}};
  if (const auto extras = parse_json(hooks.handler_extras)) handler.update(*extras);
  Json group = Json::object();
  if (!call.matcher.empty()) group["matcher"] = call.matcher;
  group["hooks"] = Json::array({std::move(handler)});
  return group;
}

std::string in_scope(const Tool& tool, SetupScope scope, std::string_view user_file,
                     std::string_view project_file, const Surroundings& around) {
  return scope == SetupScope::User ? file_at(tool, SettingsBase::Home, user_file, around)
                                   : file_at(tool, SettingsBase::Workspace, project_file, around);
}

// What the shell runs. A repository is also read where there is no loci, and by people
// whose own settings have the hook: `--project` lets that one speak.
std::string hook_command(SetupScope scope, const std::string& words, const Surroundings& around) {
  if (scope == SetupScope::Project) {
    return fmt::format("if command -v {0} >/dev/null 2>&1; then {0} {1} --project; fi", kName,
                       words);
  }
  std::string command = shell_word(around.program);
  for (const std::string& word : home_words(scope, around)) command += " " + shell_word(word);
  return fmt::format("{} {}", command, words);
}

void add_hooks(const Tool& tool, SetupScope scope, const Surroundings& around,
               std::vector<Wanted>& all) {
  const Hooks& hooks = *tool.hooks;
  const std::string path = in_scope(tool, scope, hooks.user_file, hooks.project_file, around);
  if (hooks.versioned) {
    Wanted frame;
    frame.what = Wanted::What::Frame;
    frame.file = path;
    frame.path = {"version"};
    frame.value = 1;
    all.push_back(std::move(frame));
  }
  for (const HookCall& call : hooks.calls) {
    Wanted wanted;
    wanted.what = Wanted::What::Hook;
    wanted.file = path;
    wanted.path = {"hooks", std::string(call.name)};
    wanted.element = true;
    wanted.mark = hook_mark(tool, call.event);
    wanted.value = hook_value(hooks, call, hook_command(scope, wanted.mark, around));
    all.push_back(std::move(wanted));
  }
}

Wanted rule(const std::string& file, std::string_view name) {
  Wanted wanted;
  wanted.what = Wanted::What::Permission;
  wanted.file = file;
  wanted.path = {"permissions", "allow"};
  wanted.element = true;
  wanted.value = fmt::format("mcp__{}__{}", kName, name);
  wanted.mark = dump_json(wanted.value);
  return wanted;
}

Wanted policy(const std::string& file, const std::vector<std::string_view>& names) {
  Wanted wanted;
  wanted.what = Wanted::What::Permission;
  wanted.file = file;
  wanted.format = SettingsFormat::Toml;
  wanted.path = {"rule"};
  wanted.value = Json::array(
      {{{"mcpName", kName}, {"toolName", names}, {"decision", "allow"}, {"priority", 100}}});
  return wanted;
}

void add_permissions(const Tool& tool, SetupScope scope, Allow allow, const Surroundings& around,
                     std::vector<Wanted>& all) {
  const AllowRules* const rules = tool.settings->allow;
  if (rules == nullptr || rules->form == AllowForm::Modes) return;
  const std::string file = in_scope(tool, scope, rules->user_file, rules->project_file, around);
  const std::vector<std::string_view> names = allowed_tools(allow);
  if (file.empty() || names.empty()) return;
  if (rules->form == AllowForm::Policy) {
    all.push_back(policy(file, names));
    return;
  }
  for (const std::string_view name : names) all.push_back(rule(file, name));
}

Wanted memory_setting(const std::string& file, SettingsFormat format, std::string_view path,
                      Json value) {
  Wanted wanted;
  wanted.what = Wanted::What::Memory;
  wanted.file = file;
  wanted.format = format;
  wanted.path = keys_of(path);
  wanted.value = std::move(value);
  wanted.replaces = true;
  return wanted;
}

// Off wherever the file counts. With `native` on again in this workspace, in loci's own
// directory.
void add_memory(const Tool& tool, SetupScope scope, bool native, const Surroundings& around,
                std::vector<Wanted>& all) {
  const OwnMemory* const memory = tool.settings->memory;
  if (memory == nullptr) return;
  const std::string file = in_scope(tool, scope, memory->user_file, memory->project_file, around);
  if (!file.empty()) {
    all.push_back(memory_setting(file, memory->format, memory->path, false));
    all.back().if_other = !memory->usually_on;
  }
  if (!native || memory->native_file.empty()) return;
  const std::string local = file_at(tool, SettingsBase::Workspace, memory->native_file, around);
  Wanted on = memory_setting(local, memory->format, memory->path, true);
  Wanted where = memory_setting(local, memory->format, memory->native_path, around.private_memory);
  on.in_workspace = where.in_workspace = true;
  all.push_back(std::move(on));
  all.push_back(std::move(where));
}

// All entries of one file as one text.
std::string as_text(const std::vector<const Wanted*>& entries) {
  Traces traces;
  std::string text;
  for (const Wanted* entry : entries) {
    const Source source{text, entry->file};
    auto next = entry->format == SettingsFormat::Toml
                    ? set_table(source, entry->path, entry->value, traces)
                : entry->element ? append_element(source, entry->path, entry->value, traces)
                                 : set_member(source, entry->path, entry->value, traces);
    if (next) text = std::move(*next);
  }
  return text;
}

}  // namespace

std::string_view scope_name(SetupScope scope) {
  return scope == SetupScope::User ? "user" : "project";
}

std::optional<SetupScope> scope_called(std::string_view name) {
  if (name == "user") return SetupScope::User;
  if (name == "project") return SetupScope::Project;
  return std::nullopt;
}

Wish wish_for(const Tool& tool, SetupScope scope, Parts parts, const Surroundings& around) {
  Wish wish;
  const Settings& settings = *tool.settings;
  for (const ServerFile& file : settings.servers) {
    if (!parts.server || file.scope != scope) continue;
    wish.entries.push_back(server(tool, file, parts.allow, around));
  }
  if (parts.hooks && tool.hooks != nullptr) add_hooks(tool, scope, around, wish.entries);
  if (parts.server) add_permissions(tool, scope, parts.allow, around, wish.entries);
  if (parts.memory) add_memory(tool, scope, parts.native, around, wish.entries);
  wish.by_hand = scope == SetupScope::User ? settings.user_by_hand : settings.project_by_hand;
  return wish;
}

std::vector<Snippet> snippets_for(const Tool& tool, SetupScope scope, Parts parts,
                                  const Surroundings& around) {
  Wish wish = wish_for(tool, scope, parts, around);
  std::erase_if(wish.entries, [](const Wanted& entry) { return entry.if_other; });
  std::vector<Snippet> snippets;
  for (const Wanted& first : wish.entries) {
    const auto known = std::find_if(snippets.begin(), snippets.end(), [&](const Snippet& snippet) {
      return snippet.file == first.file;
    });
    if (known != snippets.end()) continue;
    std::vector<const Wanted*> same;
    for (const Wanted& entry : wish.entries) {
      if (entry.file == first.file) same.push_back(&entry);
    }
    snippets.push_back({first.file, as_text(same)});
  }
  const ServerFile* const pasted = tool.settings->pasted;
  if (snippets.empty() && parts.server && pasted != nullptr) {
    const Json entry = server_value(tool, *pasted, SetupScope::User, parts.allow, around);
    snippets.push_back(
        {std::string(pasted->file), render_json({{std::string(pasted->key), {{kName, entry}}}})});
  }
  return snippets;
}

std::string hook_mark(const Tool& tool, HookEvent event) {
  return fmt::format("hook {} {}", tool.name, hook_event_name(event));
}

std::string shell_word(std::string_view word) {
  const bool plain = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("_-./+,:@%=").find(c) != std::string_view::npos;
  });
  if (plain) return std::string(word);
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace loci::exchange
