// How a tool's settings hold the MCP server, what it may be asked without a question, and
// the switch of the tool's own memory: facts of the rows in exchange/tools/. What follows
// from them for a user or a project is in wish.h.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace loci::exchange {

// Whose settings: all of this user's, or those a repository ships.
enum class SetupScope : std::uint8_t { User, Project };
[[nodiscard]] std::string_view scope_name(SetupScope scope);
[[nodiscard]] std::optional<SetupScope> scope_called(std::string_view name);

enum class SettingsFormat : std::uint8_t { Json, Toml };

// Where the path of a file begins.
enum class SettingsBase : std::uint8_t {
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

// What tools write for the root of the project, which a server is pinned to: those of
// the terminal start it there, editors somewhere else.
inline constexpr std::string_view kStartedThere = ".";
inline constexpr std::string_view kWorkspaceFolder = "${workspaceFolder}";

// A file that holds MCP servers.
struct ServerFile {
  SetupScope scope = SetupScope::User;
  SettingsBase base = SettingsBase::Home;
  std::string_view file;
  std::string_view other_file = {};  // used instead when it is there and `file` is not
  SettingsFormat format = SettingsFormat::Json;
  std::string_view key = "mcpServers";  // the table that holds servers
  ServerShape shape = ServerShape::Plain;
  std::string_view pin = {};
  // Below `key`, in files of a form that loci does not write; and what to paste there.
  std::string_view newer = {};
  std::string (*newer_entry)(const std::string& program) = nullptr;
};

// How a tool is told which MCP tools it may call without asking its user.
enum class AllowForm : std::uint8_t {
  Rules,   // "permissions": {"allow": ["mcp__loci__NAME", …]}
  Policy,  // a file of its own: [[rule]] with the names
  Modes,   // in the server's table: tools.NAME.approval_mode
};
struct AllowRules {
  AllowForm form;
  std::string_view user_file = {};     // not for Modes
  std::string_view project_file = {};  // "" where a project cannot allow anything
};

// A memory that the tool keeps itself. Beside loci's it would be a second one that says
// something else, so `setup` turns it off, or lets it live in loci.
struct OwnMemory {
  std::string_view name;               // "its auto memory"
  std::string_view path;               // keys of the switch: "a.b"
  std::string_view user_file = {};     // that has it
  std::string_view project_file = {};  // that has it
  SettingsFormat format = SettingsFormat::Json;
  bool usually_on = false;            // it is on where the switch does not stand
  std::string_view plea = {};         // for the block, where a part of it has no switch
  std::string_view native_file = {};  // of a workspace, where its directory can be named
  std::string_view native_path = {};  // by this key
};

struct Settings {
  std::string_view program;                  // on the PATH when the tool is installed
  std::span<const ServerFile> servers = {};  // at most a few a scope
  // Where loci does not write the server because its file is not known for certain: why.
  std::string_view user_by_hand = {};
  std::string_view project_by_hand = {};
  const ServerFile* pasted = nullptr;  // what is shown then
  std::string_view afterwards = {};    // what the user does once the hooks are there, or ""
  const AllowRules* allow = nullptr;   // none: it does not ask, or its rules are not known
  const OwnMemory* memory = nullptr;
};

}  // namespace loci::exchange
