// Starting a repository's own memory.

#pragma once

#include <string>

#include "memory/memory.h"
#include "sync/git_setup.h"

namespace loci::projects {

struct InitReply {
  std::string path;
  bool created = false;
  bool trusted = true;  // false: the repository shipped notes before, and they are not
  std::size_t private_notes = 0;
  sync::GitSetup git{};  // how git merges notes in this clone
  bool dry_run = false;
};

Result<InitReply> init(memory::Memory& memory, bool dry_run);

}  // namespace loci::projects
