// Connecting tools to loci, and taking that back: what is asked and answered.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "exchange/connection.h"
#include "exchange/wish.h"
#include "memory/memory.h"

namespace loci::compile {

struct SetupRequest {
  std::vector<std::string> tools;
  bool all = false;  // those that are installed; for unsetup, those that were set up
  exchange::SetupScope scope = exchange::SetupScope::User;
  exchange::Parts parts;
  bool import = false;  // what the tools remember themselves
  bool print = false;   // only say what to paste
  bool dry_run = false;
};

// What became of one file for one tool.
struct SetupFile {
  std::string tool;
  std::string path;
  std::vector<exchange::EntryRow> rows;
  std::string backup;    // of the text before, or ""
  std::string diff;      // of a dry run
  bool removed = false;  // the file itself
};

// What has to be done by hand for one tool.
struct SetupByHand {
  std::string tool;
  std::string why;  // "" when it was asked for
  std::vector<exchange::Snippet> snippets;
};

// What becomes of a memory that a tool keeps itself.
struct SetupMemory {
  enum class State : std::uint8_t {
    TurnedOff,
    Off,       // it was
    InLoci,    // it stays, in loci's directory
    NoSwitch,  // the block asks to leave it alone
    On,        // its switch stands in a form that is not edited
  };
  std::string tool;
  std::string name;  // "its auto memory"
  State state = State::Off;
  std::string where;         // InLoci: the directory; On: file and line
  std::size_t notes = 0;     // that an import would bring
  std::size_t imported = 0;  // or did
};

struct SetupReply {
  std::vector<SetupFile> files;
  std::vector<SetupByHand> by_hand;
  std::vector<SetupMemory> memories;
  std::vector<std::string> notes;  // what else the user should know
  bool dry_run = false;
};

Result<SetupReply> setup(memory::Memory& memory, const SetupRequest& request);
// Without `parts.server` only hooks go, and only of tools that have no server there: those
// that do were connected by `setup`.
Result<SetupReply> unsetup(memory::Memory& memory, const SetupRequest& request);

// Whether setup lets a tool keep its memory of a workspace in loci: then the tool says
// itself what is in the private scope.
[[nodiscard]] Result<bool> is_native(store::Store& store, const exchange::Tool& tool,
                                     const std::string& workspace);
// Whether the user's own settings have the hook that a repository's settings ask for too.
[[nodiscard]] bool has_own_hook(memory::Memory& memory, const exchange::Tool& tool,
                                exchange::HookEvent event);

// Whether a tool is installed on this machine.
[[nodiscard]] Result<bool> is_here(memory::Memory& memory, const exchange::Tool& tool);

// Where a session's tools have their files.
[[nodiscard]] exchange::Surroundings surroundings(memory::Memory& memory);

}  // namespace loci::compile
