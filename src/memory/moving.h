// Deleting, renaming, moving and copying notes.

#pragma once

#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "memory/reading.h"

namespace loci::memory {

Result<ChangeReply> remove(Memory& memory, const NoteRequest& request);
// Links to the note follow its new name in the same operation.
Result<ChangeReply> rename(Memory& memory, const NoteRequest& request, std::string_view new_name);
// `to` is a scope, as `--to` names it.
Result<ChangeReply> move(Memory& memory, const NoteRequest& request, std::string_view to);
Result<ChangeReply> copy(Memory& memory, const NoteRequest& request, std::string_view to);
// Puts the note into the archive of its scope, under a name that is free there. A person's:
// what is there no prompt shows.
Result<ChangeReply> archive(Memory& memory, const NoteRequest& request);

// A name for `wanted` that no file of the archive has and none of `taken` is (by place and
// folded name); it is taken from then on.
using TakenNames = std::set<std::pair<std::string, std::string>>;
Result<std::string> free_in_archive(store::View& view, const store::Place& archive,
                                    const std::string& wanted, TakenNames& taken);

}  // namespace loci::memory
