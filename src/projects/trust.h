// Trusting what a repository ships, and taking that back. What follows from it is
// in memory/trust.cc.

#pragma once

#include <string>

#include "memory/memory.h"

namespace loci::projects {

struct TrustReply {
  bool trusted = false;
  bool changed = false;
  std::string path;
  std::string origin;
  std::size_t notes = 0;  // that the repository ships
  bool dry_run = false;
};

Result<TrustReply> trust(memory::Memory& memory, bool wanted, bool dry_run);

}  // namespace loci::projects
