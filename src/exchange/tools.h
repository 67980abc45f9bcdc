// The tools that loci can be connected to: how each is found, and which of its
// files holds the MCP server and the hooks, in what shape. One table; nothing
// here touches a file.
//
// Where a tool's files are not known for certain, loci does not write them: such
// a tool has a reason instead, and what to paste.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/environment.h"
#include "exchange/edit.h"

namespace loci::exchange {

// Whose settings: all of this user's, or those a repository ships.
enum class SetupScope : std::uint8_t { User, Project };
[[nodiscard]] std::string_view scope_name(SetupScope scope);
[[nodiscard]] std::optional<SetupScope> scope_called(std::string_view name);

struct Surroundings {
  std::string user_home;
  std::string workspace;  // "" = none
  std::string program;    // the absolute path of this binary, for the user's own settings
  Environment environment;
};

enum class SettingsFormat : std::uint8_t { Json, Toml };

// One entry that a tool should have.
struct Wanted {
  enum class What : std::uint8_t {
    Server,  // the MCP server
    Hook,
    Frame,  // what the file must have around them; goes with the last of them
  };
  What what = What::Server;
  std::string file;
  std::string other_file;  // used instead when it is there and `file` is not
  SettingsFormat format = SettingsFormat::Json;
  KeyPath path;
  bool element = false;  // one in the array at `path`, not the value at `path`
  Json value;
  std::string mark;  // of a hook: words every form of it has
  KeyPath newer;     // a key that files of a form we do not write have
};

struct Tool {
  std::string_view name;     // "claude"
  std::string_view title;    // "Claude Code"
  std::string_view program;  // on the PATH when it is installed
  std::string_view after;    // what the user does once it is set up, or ""
};

// In the order of `loci setup --all`.
[[nodiscard]] std::span<const Tool> tools();
[[nodiscard]] const Tool* find_tool(std::string_view name);

// The tool's own directory in the user's home: what its variable says, else where
// it usually is.
[[nodiscard]] std::string tool_home(std::string_view tool, const Surroundings& around);

// Directories one of which is there when the tool is installed.
[[nodiscard]] std::vector<std::string> signs_of(const Tool& tool, const Surroundings& around);

struct Parts {
  bool server = true;
  bool hooks = true;
};

// Everything the tool should have. Where some of it cannot be written by loci,
// `by_hand` says why.
struct Wish {
  std::vector<Wanted> entries;
  std::string by_hand;
};
[[nodiscard]] Wish wish_for(const Tool& tool, SetupScope scope, Parts parts,
                            const Surroundings& around);

// What to paste, file by file, also for what loci does not write.
struct Snippet {
  std::string file;  // or a description of where
  std::string text;
};
[[nodiscard]] std::vector<Snippet> snippets_for(const Tool& tool, SetupScope scope, Parts parts,
                                                const Surroundings& around);

// A word as a POSIX shell reads it.
[[nodiscard]] std::string shell_word(std::string_view word);

}  // namespace loci::exchange
