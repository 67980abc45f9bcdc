// `loci review` at a terminal: one thing after the other, one key for each.

#pragma once

#include "api/operation.h"
#include "base/environment.h"
#include "base/result.h"
#include "cli/terminal.h"
#include "memory/memory.h"

namespace loci::cli {

// Shows each note that waits for the person's word and does what the key says: accept, edit,
// reject or skip for what was noted; keep, edit, archive, delete or skip for what is due; q ends
// it. The reply counts what was done.
[[nodiscard]] Result<api::Reply> walk_through_review(memory::Memory& memory, const Json& arguments,
                                                     Terminal& terminal,
                                                     const Environment& environment);

}  // namespace loci::cli
