#include "exchange/tools.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "exchange/jsonc_edit.h"
#include "exchange/toml_edit.h"

namespace loci::exchange {
namespace {

constexpr std::string_view kName = "loci";

// Where a path begins.
enum class Base : std::uint8_t {
  Home,        // the tool's own directory: its variable, else a place below ~
  HomeOrUser,  // its variable, else ~ itself
  Workspace,
};

// How an MCP server is written.
enum class ServerShape : std::uint8_t {
  Typed,     // {"type": "stdio", "command", "args"}
  Plain,     // {"command", "args"}
  Tooled,    // {"type": "local", "command", "args", "tools": ["*"]}
  Combined,  // {"type": "local", "command": [program, args…], "enabled": true}
};

// How a hook is written.
enum class HookShape : std::uint8_t {
  Grouped,  // {"matcher", "hooks": [{"type": "command", "command", "timeout"}]}
  Flat,     // {"command", "timeout"}
  Shell,    // {"type": "command", "bash", "timeoutSec"}
};

struct ServerRow {
  std::string_view tool;
  SetupScope scope;
  Base base;
  std::string_view file;
  std::string_view other_file;
  SettingsFormat format;
  std::string_view key;  // the table that holds servers
  ServerShape shape;
  // What the tool writes for the root of the project, which the server is pinned
  // to: tools of the terminal start it there.
  std::string_view pin;
  std::string_view newer;  // below `key`, in files of a form we do not write
};

using enum SetupScope;
using enum SettingsFormat;

constexpr std::string_view kHere = ".";
constexpr std::string_view kFolder = "${workspaceFolder}";

constexpr std::array kServers{
    ServerRow{"claude", User, Base::HomeOrUser, ".claude.json", "", Json, "mcpServers",
              ServerShape::Typed, "", ""},
    ServerRow{"claude", Project, Base::Workspace, ".mcp.json", "", Json, "mcpServers",
              ServerShape::Typed, kHere, ""},
    ServerRow{"codex", User, Base::Home, "config.toml", "", Toml, "mcp_servers", ServerShape::Plain,
              "", ""},
    ServerRow{"codex", Project, Base::Workspace, ".codex/config.toml", "", Toml, "mcp_servers",
              ServerShape::Plain, kHere, ""},
    ServerRow{"gemini", User, Base::Home, "settings.json", "", Json, "mcpServers",
              ServerShape::Plain, "", ""},
    ServerRow{"gemini", Project, Base::Workspace, ".gemini/settings.json", "", Json, "mcpServers",
              ServerShape::Plain, kHere, ""},
    ServerRow{"cursor", User, Base::Home, "mcp.json", "", Json, "mcpServers", ServerShape::Plain,
              "", ""},
    ServerRow{"cursor", Project, Base::Workspace, ".cursor/mcp.json", "", Json, "mcpServers",
              ServerShape::Plain, kFolder, ""},
    // The command line and VS Code both read the first; `.mcp.json` is the entry
    // of Claude Code, in the form that both accept.
    ServerRow{"copilot", User, Base::Home, "mcp-config.json", "", Json, "mcpServers",
              ServerShape::Tooled, "", ""},
    ServerRow{"copilot", Project, Base::Workspace, ".mcp.json", "", Json, "mcpServers",
              ServerShape::Typed, kHere, ""},
    ServerRow{"copilot", Project, Base::Workspace, ".vscode/mcp.json", "", Json, "servers",
              ServerShape::Typed, kFolder, ""},
    ServerRow{"windsurf", User, Base::Home, "mcp_config.json", "", Json, "mcpServers",
              ServerShape::Plain, "", ""},
    ServerRow{"opencode", User, Base::Home, "opencode.json", "opencode.jsonc", Json, "mcp",
              ServerShape::Combined, "", "servers"},
    ServerRow{"opencode", Project, Base::Workspace, "opencode.json", "opencode.jsonc", Json, "mcp",
              ServerShape::Combined, kHere, "servers"},
};

struct HookRow {
  std::string_view tool;
  std::string_view event;  // the tool's name for it
  std::string_view ours;   // `loci hook <tool> <ours>`
  std::string_view matcher;
  int seconds;
};

constexpr std::string_view kFresh = "startup|clear|compact";  // not resumed: it is there already

constexpr std::array kHooks{
    HookRow{"claude", "SessionStart", "session-start", kFresh, 5},
    HookRow{"claude", "UserPromptSubmit", "prompt", "", 2},
    HookRow{"claude", "PostCompact", "post-compact", "", 5},
    HookRow{"claude", "SessionEnd", "session-end", "", 5},
    HookRow{"codex", "SessionStart", "session-start", kFresh, 5},
    HookRow{"codex", "UserPromptSubmit", "prompt", "", 2},
    HookRow{"codex", "PreCompact", "pre-compact", "", 5},  // its PostCompact has no summary
    HookRow{"codex", "SessionEnd", "session-end", "", 3},  // it allows no more
    HookRow{"gemini", "SessionStart", "session-start", "", 5},
    HookRow{"gemini", "BeforeAgent", "prompt", "", 2},
    HookRow{"gemini", "PreCompress", "pre-compact", "", 5},
    HookRow{"gemini", "SessionEnd", "session-end", "", 5},
    HookRow{"cursor", "sessionStart", "session-start", "", 5},
    HookRow{"cursor", "beforeSubmitPrompt", "prompt", "", 2},
    HookRow{"cursor", "preCompact", "pre-compact", "", 5},
    HookRow{"cursor", "sessionEnd", "session-end", "", 5},
    HookRow{"copilot", "sessionStart", "session-start", "", 5},
    HookRow{"copilot", "userPromptSubmitted", "prompt", "", 2},
    HookRow{"copilot", "preCompact", "pre-compact", "", 5},
    HookRow{"copilot", "sessionEnd", "session-end", "", 5},
};

struct HookFile {
  std::string_view tool;
  std::string_view user;     // below the tool's directory
  std::string_view project;  // below the workspace
  HookShape shape;
  bool versioned;     // the file says "version": 1
  bool milliseconds;  // timeouts are in them
};

constexpr std::array kHookFiles{
    HookFile{"claude", "settings.json", ".claude/settings.json", HookShape::Grouped, false, false},
    HookFile{"codex", "hooks.json", ".codex/hooks.json", HookShape::Grouped, false, false},
    HookFile{"gemini", "settings.json", ".gemini/settings.json", HookShape::Grouped, false, true},
    HookFile{"cursor", "hooks.json", ".cursor/hooks.json", HookShape::Flat, true, false},
    HookFile{"copilot", "hooks/loci.json", ".github/hooks/loci.json", HookShape::Shell, true,
             false},
};

struct HomeRow {
  std::string_view tool;
  std::string_view variable;       // names the directory itself
  std::string_view base_variable;  // or the one it is in
  std::string_view standard;       // below ~
  std::string_view below_base;     // below the base variable
};

constexpr std::array kHomes{
    HomeRow{"claude", "CLAUDE_CONFIG_DIR", "", ".claude", ""},
    HomeRow{"codex", "CODEX_HOME", "", ".codex", ""},
    HomeRow{"gemini", "", "", ".gemini", ""},
    HomeRow{"cursor", "", "", ".cursor", ""},
    HomeRow{"copilot", "COPILOT_HOME", "", ".copilot", ""},
    HomeRow{"antigravity", "", "", ".gemini/antigravity", ""},
    HomeRow{"windsurf", "", "", ".codeium/windsurf", ""},
    HomeRow{"opencode", "", "XDG_CONFIG_HOME", ".config/opencode", "opencode"},
};

constexpr std::array kTools{
    Tool{"claude", "Claude Code", "claude", ""},
    Tool{"codex", "Codex", "codex", "review the new hooks once with /hooks in Codex"},
    Tool{"gemini", "Gemini CLI", "gemini", ""},
    Tool{"cursor", "Cursor", "cursor", ""},
    Tool{"copilot", "GitHub Copilot", "copilot", ""},
    Tool{"antigravity", "Antigravity", "agy", ""},
    Tool{"windsurf", "Windsurf", "windsurf", ""},
    Tool{"opencode", "opencode", "opencode", ""},
};

struct Unknown {
  std::string_view tool;
  SetupScope scope;
  std::string_view why;
};

constexpr std::array kByHand{
    Unknown{"antigravity", User,
            "its versions read different files (~/.gemini/antigravity/mcp_config.json, "
            "~/.gemini/config/mcp_config.json): open 'Manage MCP Servers' in it and paste this"},
    Unknown{"antigravity", Project,
            "it wants absolute paths, which a repository cannot ship: paste this into "
            ".agents/mcp_config.json if you keep it to yourself"},
    Unknown{"windsurf", Project, "it has no file for the servers of one project"},
};

const HomeRow* home_row(std::string_view tool) {
  const auto* row = std::find_if(kHomes.begin(), kHomes.end(),
                                 [&](const HomeRow& home) { return home.tool == tool; });
  return row == kHomes.end() ? nullptr : row;
}

std::string home_of(std::string_view tool, const Surroundings& around) {
  const HomeRow* row = home_row(tool);
  if (row == nullptr) return around.user_home;
  if (!row->variable.empty()) {
    if (const auto set = around.environment.get(row->variable)) return *set;
  }
  if (!row->base_variable.empty()) {
    if (const auto base = around.environment.get(row->base_variable)) {
      return fmt::format("{}/{}", *base, row->below_base);
    }
  }
  return fmt::format("{}/{}", around.user_home, row->standard);
}

std::string file_at(std::string_view tool, Base base, std::string_view path,
                    const Surroundings& around) {
  if (path.empty()) return "";
  if (base == Base::Workspace) return fmt::format("{}/{}", around.workspace, path);
  if (base == Base::HomeOrUser) {
    const HomeRow* row = home_row(tool);
    const bool set = row != nullptr && around.environment.get(row->variable).has_value();
    if (!set) return fmt::format("{}/{}", around.user_home, path);
  }
  return fmt::format("{}/{}", home_of(tool, around), path);
}

// The bare name in what a repository ships: it is another path on every machine.
std::string program_for(SetupScope scope, const Surroundings& around) {
  return scope == User ? around.program : std::string(kName);
}

loci::Json server_value(const ServerRow& row, const Surroundings& around) {
  const std::string program = program_for(row.scope, around);
  loci::Json arguments = loci::Json::array({"mcp"});
  if (!row.pin.empty()) {
    arguments.push_back("--workspace");
    arguments.push_back(row.pin);
  }
  switch (row.shape) {
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

Wanted server(const ServerRow& row, const Surroundings& around) {
  Wanted wanted;
  wanted.file = file_at(row.tool, row.base, row.file, around);
  wanted.other_file = file_at(row.tool, row.base, row.other_file, around);
  wanted.format = row.format;
  wanted.path = {std::string(row.key), std::string(kName)};
  wanted.value = server_value(row, around);
  if (!row.newer.empty()) wanted.newer = {std::string(row.key), std::string(row.newer)};
  return wanted;
}

loci::Json hook_value(const HookRow& row, const HookFile& file, const std::string& command) {
  const int time = file.milliseconds ? row.seconds * 1000 : row.seconds;
  if (file.shape == HookShape::Flat) return {{"command", command}, {"timeout", time}};
  if (file.shape == HookShape::Shell) {
    return {{"type", "command"}, {"bash", command}, {"timeoutSec", time}};
  }
  loci::Json handler = {{"type", "command"}, {"command", command}, {"timeout", time}};
  // Else what is longer than 2,500 tokens is put into a file that nobody reads.
  if (row.tool == "codex") handler["additionalContextLimit"] = 0;
  if (row.tool == "gemini") handler["name"] = kName;
  loci::Json group = loci::Json::object();
  if (!row.matcher.empty()) group["matcher"] = row.matcher;
  group["hooks"] = loci::Json::array({std::move(handler)});
  return group;
}

void add_hooks(const HookFile& file, SetupScope scope, const Surroundings& around,
               std::vector<Wanted>& all) {
  const std::string path = scope == User
                               ? file_at(file.tool, Base::Home, file.user, around)
                               : file_at(file.tool, Base::Workspace, file.project, around);
  if (file.versioned) {
    Wanted frame;
    frame.what = Wanted::What::Frame;
    frame.file = path;
    frame.path = {"version"};
    frame.value = 1;
    all.push_back(std::move(frame));
  }
  for (const HookRow& row : kHooks) {
    if (row.tool != file.tool) continue;
    Wanted wanted;
    wanted.what = Wanted::What::Hook;
    wanted.file = path;
    wanted.path = {"hooks", std::string(row.event)};
    wanted.element = true;
    wanted.mark = fmt::format("hook {} {}", row.tool, row.ours);
    wanted.value = hook_value(
        row, file, fmt::format("{} {}", shell_word(program_for(scope, around)), wanted.mark));
    all.push_back(std::move(wanted));
  }
}

std::string reason_of(const Tool& tool, SetupScope scope) {
  for (const Unknown& row : kByHand) {
    if (row.tool == tool.name && row.scope == scope) return std::string(row.why);
  }
  return "";
}

// All entries of one file as one text.
std::string as_text(const std::vector<const Wanted*>& entries) {
  Traces traces;
  std::string text;
  for (const Wanted* entry : entries) {
    const Source source{text, entry->file};
    auto next = entry->format == Toml ? set_table(source, entry->path, entry->value, traces)
                : entry->element      ? append_element(source, entry->path, entry->value, traces)
                                      : set_member(source, entry->path, entry->value, traces);
    if (next) text = std::move(*next);
  }
  return text;
}

}  // namespace

std::string tool_home(std::string_view tool, const Surroundings& around) {
  return home_of(tool, around);
}

std::string_view scope_name(SetupScope scope) { return scope == User ? "user" : "project"; }

std::optional<SetupScope> scope_called(std::string_view name) {
  if (name == "user") return User;
  if (name == "project") return Project;
  return std::nullopt;
}

std::span<const Tool> tools() { return kTools; }

const Tool* find_tool(std::string_view name) {
  const auto* tool =
      std::find_if(kTools.begin(), kTools.end(), [&](const Tool& row) { return row.name == name; });
  return tool == kTools.end() ? nullptr : tool;
}

std::vector<std::string> signs_of(const Tool& tool, const Surroundings& around) {
  std::vector<std::string> signs{home_of(tool.name, around)};
  if (tool.name == "antigravity") signs.push_back(around.user_home + "/.gemini/antigravity-cli");
  return signs;
}

Wish wish_for(const Tool& tool, SetupScope scope, Parts parts, const Surroundings& around) {
  Wish wish;
  for (const ServerRow& row : kServers) {
    if (parts.server && row.tool == tool.name && row.scope == scope) {
      wish.entries.push_back(server(row, around));
    }
  }
  for (const HookFile& file : kHookFiles) {
    if (parts.hooks && file.tool == tool.name) add_hooks(file, scope, around, wish.entries);
  }
  wish.by_hand = reason_of(tool, scope);
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
  if (snippets.empty() && parts.server && tool.name == "antigravity") {
    const loci::Json entry = {{"command", around.program}, {"args", {"mcp"}}};
    snippets.push_back({"mcp_config.json", render_json({{"mcpServers", {{kName, entry}}}})});
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
