// What a tool should have in its settings so that it is connected to loci: the entries,
// file by file, that follow from its row. Nothing here touches a file.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "exchange/edit.h"
#include "exchange/permission.h"
#include "exchange/tool.h"

namespace loci::exchange {

// One entry that a tool should have.
struct Wanted {
  enum class What : std::uint8_t {
    Server,  // the MCP server
    Hook,
    Frame,  // what the file must have around them; goes with the last of them
    Permission,
    Memory,  // the switch of the tool's own memory, or where it is kept
  };
  What what = What::Server;
  std::string file;
  std::string other_file;  // used instead when it is there and `file` is not
  SettingsFormat format = SettingsFormat::Json;
  KeyPath path;
  bool element = false;  // one in the array at `path`, not the value at `path`
  Json value;
  std::string mark;           // of an element: words every form of it has
  bool replaces = false;      // another's value gives way, and is put back
  bool if_other = false;      // written only where another value stands
  bool in_workspace = false;  // links may not lead out of it, though it is the user's own
  KeyPath newer;              // a key that files of a form we do not write have
  std::string newer_entry;    // what to paste into such a file
};

struct Parts {
  bool server = true;
  bool hooks = true;
  Allow allow = Allow::Write;
  bool memory = true;   // turns off the tool's own,
  bool native = false;  // or lets it stay, kept in loci
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

// Words that every form of a hook's command has: "hook claude prompt".
[[nodiscard]] std::string hook_mark(const Tool& tool, HookEvent event);

// A word as a POSIX shell reads it.
[[nodiscard]] std::string shell_word(std::string_view word);

}  // namespace loci::exchange
