// Files by name, for front ends that show memory as files.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "memory/memory.h"

namespace loci::memory {

// A file that somebody may read, by name.
struct FileName {
  store::Place place;
  std::string file;
};

// The places whose files whoever asks may read: notes, and without a selector
// the scratchpad and the daily logs.
Result<std::vector<store::Place>> shown_places(Memory& memory, const Selector& selector = {});
// Every file there, by name and unopened: notes, indexes (also one that is only
// made up for the prompt), the scratchpad, daily logs.
Result<std::vector<FileName>> files(Memory& memory, const Selector& selector = {});
// One of these as it stands; nothing when it is not there, or not theirs to read.
Result<std::optional<std::string>> file_text(Memory& memory, const FileName& name);

}  // namespace loci::memory
