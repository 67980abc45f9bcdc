// A backup of the home as one archive, and the way back.
//
// The archive has every file of the home but those that are made again from the others or are of
// this moment only: search catalogs, locks, files being written, the server's token. No change
// can happen while it is made. It ends with the hash of each file.
//
// A restore unpacks beside the home and looks at every byte before the home changes; then the two
// trade places in one step. What was there before is kept beside it, never overwritten.

#pragma once

#include <cstdint>
#include <string>

#include "memory/memory.h"

namespace loci::upkeep {

struct BackupReply {
  std::string archive;  // its path
  std::size_t files = 0;
  std::uint64_t bytes = 0;   // of the files
  std::string kept_as = {};  // of a restore: where the former home is now, or ""
  std::string made = {};     // of a restore: when the archive was made
  bool dry_run = false;
};

struct RestoreRequest {
  std::string archive;
  bool yes = false;  // also where the home has something in it
  bool dry_run = false;
};

// Writes the archive; a person's alone, because it has what every project remembers. Conflict
// when there is a file of that name.
Result<BackupReply> back_up(memory::Memory& memory, const std::string& archive, bool dry_run);
// A person's alone. Needs consent where there is a home already; Corrupt for what is no whole
// archive of loci's, and then nothing has changed.
Result<BackupReply> restore_backup(memory::Memory& memory, const RestoreRequest& request);

}  // namespace loci::upkeep
