// Taking operations back.

#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "past/history.h"

namespace loci::past {

struct UndoRequest {
  std::uint64_t id = 0;  // 0 = the newest candidate
  bool any = false;      // also an agent's
  bool force = false;
  bool dry_run = false;
  bool everywhere = false;  // also of the global scope from another workspace
  // With an id: what an agent's operation left, by 8 or more digits of the hash. Whoever
  // holds it may take the operation back, also an agent.
  std::string hash = {};
};

struct UndoReply {
  std::optional<store::Record> undone;  // none: there was nothing to undo
  std::uint64_t elsewhere = 0;          // then: what `everywhere` would have undone, or 0
  bool applied = false;  // it was compiled for tools since, which only `apply` brings in step
  memory::ChangeReply change;
};

// The hash of the text that an operation left in its first file; of one that it removed, that
// of the text it had.
[[nodiscard]] std::string left_by(const store::Record& record);

// What could be undone here, newest first: what was done in this workspace; with `everywhere`
// also what was done to the global scope from another one.
Result<std::vector<HistoryRow>> undo_candidates(memory::Memory& memory, std::size_t limit,
                                                bool everywhere = false);
// Without an id it is Conflict when the newest thing done here was no change of memory but
// `setup`, `unsetup` or `apply`; the error says what takes that back.
Result<UndoReply> undo(memory::Memory& memory, const UndoRequest& request);

}  // namespace loci::past
