// Deleting, renaming, moving and copying notes.

#pragma once

#include <string_view>

#include "memory/reading.h"

namespace loci::memory {

Result<ChangeReply> remove(Memory& memory, const NoteRequest& request);
// Links to the note follow its new name in the same operation.
Result<ChangeReply> rename(Memory& memory, const NoteRequest& request, std::string_view new_name);
// `to` is a scope, as `--to` names it.
Result<ChangeReply> move(Memory& memory, const NoteRequest& request, std::string_view to);
Result<ChangeReply> copy(Memory& memory, const NoteRequest& request, std::string_view to);

}  // namespace loci::memory
