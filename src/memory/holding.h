// Puts writes into the inbox: one file each below state/inbox, made through the store's door,
// so that the journal has them and undo takes them back.

#pragma once

#include <vector>

#include "memory/change.h"
#include "memory/inbox_entry.h"

namespace loci::memory {

// Answers where each of `entries` waits. The same change that waits already is not put there
// twice. With Request::dry_run nothing is put there, and the answer has no ids.
Result<std::vector<HeldWrite>> hold(store::Store& store, const store::Request& request,
                                    std::vector<InboxEntry> entries);

}  // namespace loci::memory
