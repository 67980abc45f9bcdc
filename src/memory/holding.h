// Puts writes into the inbox: one file each below state/inbox, made through the store's door,
// so that the journal has them and undo takes them back.

#pragma once

#include <string>
#include <vector>

#include "memory/change.h"
#include "memory/inbox_entry.h"

namespace loci::memory {

// An entry that waits, as it was when somebody looked at it.
struct SeenEntry {
  std::string file;
  std::string hash;
};

// Answers where each of `entries` waits. The same change that waits already is not put there
// twice. With Request::dry_run nothing is put there, and the answer has no ids. Those in whose
// place they wait go with the same operation, unless they are others by now.
Result<std::vector<HeldWrite>> hold(store::Store& store, const store::Request& request,
                                    std::vector<InboxEntry> entries,
                                    const std::vector<SeenEntry>& outdated = {});

}  // namespace loci::memory
