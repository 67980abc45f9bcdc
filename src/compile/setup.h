// Connecting tools to loci, and taking that back: what is asked and answered.

#pragma once

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
  bool print = false;  // only say what to paste
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

struct SetupReply {
  std::vector<SetupFile> files;
  std::vector<SetupByHand> by_hand;
  std::vector<std::string> notes;  // what else the user should know
  bool dry_run = false;
};

Result<SetupReply> setup(memory::Memory& memory, const SetupRequest& request);
Result<SetupReply> unsetup(memory::Memory& memory, const SetupRequest& request);

// Where a session's tools have their files.
[[nodiscard]] exchange::Surroundings surroundings(const memory::Memory& memory);

}  // namespace loci::compile
