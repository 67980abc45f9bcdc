// Git's merge driver in a clone: which files loci merges, and with which program. It stands in
// the clone's own `.git`, so that a repository can never make somebody's git run something.

#pragma once

#include <string>
#include <vector>

#include "memory/memory.h"

namespace loci::sync {

// What a repository itself says, in `.loci/.gitattributes`: harmless without loci.
inline constexpr std::string_view kAttributesFile = ".gitattributes";
inline constexpr std::string_view kAttributes = "MEMORY.md merge=union\n";

struct GitSetup {
  std::string directory;             // the clone's `.git`; "" where there is none
  std::vector<std::string> changed;  // files, with their paths
  bool dry_run = false;
};

// `info/attributes` names the driver for all notes, `config` has its command line, and
// `info/exclude` has loci's temporary files. What stands there already stays. NotFound
// where the workspace is in no repository, Denied for one that is not the user's own.
Result<GitSetup> setup_git(memory::Memory& memory, bool dry_run);
// Takes these away, and nothing else.
Result<GitSetup> unsetup_git(memory::Memory& memory, bool dry_run);
// The same as setup_git() for `init`: where there is no repository, nothing is done.
Result<GitSetup> setup_git_if_there(memory::Memory& memory, bool dry_run);

}  // namespace loci::sync
