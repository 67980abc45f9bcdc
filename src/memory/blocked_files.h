// Files that hold something the scanner blocks and nobody allowed, whoever put it there:
// prompts leave these lines out (scanning.h), and a person is shown where they are. Nothing
// of it is stored: it is looked for when asked.

#pragma once

#include <string>
#include <vector>

#include "guard/scanner.h"
#include "memory/memory.h"

namespace loci::memory {

struct BlockedFile {
  store::Place place;
  std::string file;
  std::string path;
  std::vector<guard::Finding> findings;  // those that are blocked, by line; never empty
};
struct BlockedFiles {
  std::vector<BlockedFile> files;   // as the places come, then by name
  std::vector<std::string> unread;  // why a place or a file could not be looked at
};

// Notes, what a MEMORY.md says beside its lines for them, the scratchpad and the daily logs,
// of every place that agents can be told of from here; what is untrusted is in no prompt. For
// a person only. `own`: without what all projects have in common.
Result<BlockedFiles> blocked_files(Memory& memory, bool own = false);

}  // namespace loci::memory
