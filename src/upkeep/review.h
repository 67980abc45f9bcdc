// review: what waits for a person's word. Preferences that agents or imports noted and nobody
// confirmed; notes that are due, because `metadata.review_by` or `metadata.expires` says so.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "memory/change.h"
#include "memory/preferences.h"
#include "memory/reading.h"

namespace loci::upkeep {

struct DueNote {
  store::Place place;
  std::string file;
  std::string name;
  std::string description;
  std::string why;  // "to be reviewed by 2026-11-01", "expired on 2026-11-01"
};

struct ReviewReply {
  std::vector<memory::Preference> noted;  // those with a line that nobody confirmed
  std::vector<DueNote> due;
  std::size_t held = 0;         // writes in the inbox
  std::size_t noted_total = 0;  // of all, also of those beyond the limit
  std::size_t due_total = 0;
};
// At most `limit` of each kind.
Result<ReviewReply> review(memory::Memory& memory, const memory::Selector& selector,
                           std::size_t limit = memory::kNoLimit);

// The note holds on: the dates that are due move to `until`, or go where that is "".
// InvalidInput for a note that is not due, and for an `until` that is not a day to come.
Result<memory::ChangeReply> keep(memory::Memory& memory, const memory::NoteRequest& request,
                                 std::string_view until);

// Takes the lines out that nobody confirmed, headings aside; a note that has no other line is
// deleted. A person's, like accept().
Result<memory::ChangeReply> reject_noted(memory::Memory& memory,
                                         const memory::NoteRequest& request);

}  // namespace loci::upkeep
