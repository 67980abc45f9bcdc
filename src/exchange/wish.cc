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

Json server_value(const ServerFile& file, const std::string& program) {
  Json arguments = Json::array({"mcp"});
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

Wanted server(const Tool& tool, const ServerFile& file, const Surroundings& around) {
  Wanted wanted;
  wanted.file = file_at(tool, file.base, file.file, around);
  wanted.other_file = file_at(tool, file.base, file.other_file, around);
  wanted.format = file.format;
  wanted.path = {std::string(file.key), std::string(kName)};
  wanted.value = server_value(file, program_for(file.scope, around));
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

void add_hooks(const Tool& tool, SetupScope scope, const Surroundings& around,
               std::vector<Wanted>& all) {
  const Hooks& hooks = *tool.hooks;
  const std::string path = scope == SetupScope::User
                               ? file_at(tool, SettingsBase::Home, hooks.user_file, around)
                               : file_at(tool, SettingsBase::Workspace, hooks.project_file, around);
  if (hooks.versioned) {
    Wanted frame;
    frame.what = Wanted::What::Frame;
    frame.file = path;
    frame.path = {"version"};
    frame.value = 1;
    all.push_back(std::move(frame));
  }
  const std::string program = shell_word(program_for(scope, around));
  for (const HookCall& call : hooks.calls) {
    Wanted wanted;
    wanted.what = Wanted::What::Hook;
    wanted.file = path;
    wanted.path = {"hooks", std::string(call.name)};
    wanted.element = true;
    wanted.mark = fmt::format("hook {} {}", tool.name, hook_event_name(call.event));
    wanted.value = hook_value(hooks, call, fmt::format("{} {}", program, wanted.mark));
    all.push_back(std::move(wanted));
  }
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
    if (parts.server && file.scope == scope) wish.entries.push_back(server(tool, file, around));
  }
  if (parts.hooks && tool.hooks != nullptr) add_hooks(tool, scope, around, wish.entries);
  wish.by_hand = scope == SetupScope::User ? settings.user_by_hand : settings.project_by_hand;
  return wish;
}

std::vector<Snippet> snippets_for(const Tool& tool, SetupScope scope, Parts parts,
                                  const Surroundings& around) {
  const Wish wish = wish_for(tool, scope, parts, around);
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
    const Json entry = server_value(*pasted, around.program);
    snippets.push_back(
        {std::string(pasted->file), render_json({{std::string(pasted->key), {{kName, entry}}}})});
  }
  return snippets;
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
