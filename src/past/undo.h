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
};

struct UndoReply {
  std::optional<store::Record> undone;  // none: there was nothing to undo
  memory::ChangeReply change;
};

// What could be undone here, newest first.
Result<std::vector<HistoryRow>> undo_candidates(memory::Memory& memory, std::size_t limit);
Result<UndoReply> undo(memory::Memory& memory, const UndoRequest& request);

}  // namespace loci::past
