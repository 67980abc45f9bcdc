// `loci edit` and `loci inbox edit`: the commands that need a person and an editor.

#pragma once

#include "api/operation.h"
#include "base/environment.h"
#include "base/result.h"
#include "cli/terminal.h"
#include "memory/memory.h"

namespace loci::cli {

// Opens a copy of the note, and writes what comes back through the door, if the
// note is still what it was. A text with new faults stays in a recovery file
// that the error names; at a terminal it can be opened again.
[[nodiscard]] Result<api::Reply> edit_note(memory::Memory& memory, const Json& arguments,
                                           Terminal& terminal, const Environment& environment);

// The same for the index of a scope, or for a note where one is named: `loci memory edit`.
[[nodiscard]] Result<api::Reply> edit_memory(memory::Memory& memory, const Json& arguments,
                                             Terminal& terminal, const Environment& environment);

// The same for a text that waits in the inbox, which goes on waiting.
[[nodiscard]] Result<api::Reply> edit_inbox(memory::Memory& memory, const Json& arguments,
                                            const Environment& environment);

// `resolve --edit`: both versions of a note in the editor; what is saved settles it.
[[nodiscard]] Result<api::Reply> resolve_by_editor(memory::Memory& memory, Json arguments,
                                                   const Environment& environment);

// config.toml, made where there is none; what comes back must be readable settings.
[[nodiscard]] Result<api::Reply> edit_config(memory::Memory& memory, const Json& arguments,
                                             Terminal& terminal, const Environment& environment);

}  // namespace loci::cli
