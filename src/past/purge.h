// Erasing a note for good.

#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "memory/reading.h"

namespace loci::past {

struct PurgeRequest {
  memory::NoteRequest note;
  std::uint64_t revision = 0;  // only its text; 0 = the note and all of them
  bool copies = false;         // and the notes that have or had one of its texts
  bool yes = false;
  // Of a purge on another machine: only these texts, by hash, and the writes in the inbox that
  // have one of them, or are `held`. The note goes where it has one of them now.
  std::set<std::string> texts{};
  std::set<std::string> held{};
  std::string origin{};  // "" = the session's
};

struct PurgeReply {
  memory::ChangeReply change;
  struct Copy {
    store::Place place;
    std::string file;
  };
  std::vector<Copy> copies;            // other notes with one of the texts, which therefore stays
  std::vector<std::string> unreached;  // where it may stand that loci cannot reach
};

Result<PurgeReply> purge(memory::Memory& memory, const PurgeRequest& request);
// The same for a note that is known, when a person decided it already: on another machine.
Result<PurgeReply> erase(memory::Memory& memory, const memory::Found& found,
                         const PurgeRequest& request);

// The texts of notes, by hash, in writes that wait for review, or did and are still stored.
Result<std::map<store::NoteKey, std::set<std::string>>> texts_held(memory::Memory& memory);

}  // namespace loci::past
