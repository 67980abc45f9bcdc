// The inbox: writes that wait for a person. What waits is in no index, search, context or
// compiled file; only a person sees it, and decides. An agent is told how many wait.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/inbox_entry.h"
#include "memory/memory.h"

namespace loci::memory {

struct InboxList {
  std::vector<InboxEntry> entries;  // oldest first
  std::vector<Error> faults;        // of those that cannot be read
};
Result<InboxList> inbox(Memory& memory);
// How many wait; anybody may know.
Result<std::size_t> count_waiting(Memory& memory);

// An entry beside the files as they are now.
struct InboxItem {
  InboxEntry entry;
  struct File {
    store::Place place;
    std::string file;
    std::optional<std::string> now;
    std::optional<std::string> then;  // as accepting would leave it
    std::string trouble;              // why it cannot be accepted as things are, or ""
  };
  std::vector<File> files;
};
// By its id, or the beginning of one that is no other's.
Result<InboxItem> inbox_item(Memory& memory, std::string_view id);

struct InboxDecision {
  std::string id;
  bool force = false;  // the held text in place of what was written since
  bool dry_run = false;
};
// Makes the change, as one operation with the end of the entry. A note that was changed since
// gets the change by line; Conflict where that cannot be. Its lines stay the agent's own:
// what the user wants is confirmed by preferences.h alone.
Result<ChangeReply> accept_held(Memory& memory, const InboxDecision& decision);
// Drops the entry; the journal keeps its text for the retention.
Result<ChangeReply> reject_held(Memory& memory, const InboxDecision& decision);
// Gives what waits another text. Only for the change of one file that stays.
Result<ChangeReply> edit_held(Memory& memory, const InboxDecision& decision, std::string text);

}  // namespace loci::memory
