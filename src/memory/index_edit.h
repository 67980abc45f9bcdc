// MEMORY.md as a file of its own: read whole, and changed whole, by a person at an editor.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/memory.h"

namespace loci::memory {

// The index of one place as it stands on the disk.
struct IndexText {
  store::Place place;
  std::optional<std::string> text;  // none: there is no file
  bool untrusted = false;
};

// The one a selector names; without a scope the global one, which has long-term memory.
// InvalidInput where a selector leaves several.
Result<IndexText> read_index(Memory& memory, const Selector& selector);

struct IndexWrite {
  store::Place place;
  std::string text;
  std::string if_hash;  // of the text that was read; "" = there was none
  bool dry_run = false;
};
// Refused with FILE:LINE: an entry for a note that is not there, or a second one for the
// same, unless the index had it before; a text that is not UTF-8 or too large. Conflict when
// the index is another by now. Notes that lose their line are warned of.
Result<ChangeReply> write_index(Memory& memory, const IndexWrite& request);

// What lies in one place.
struct PlaceFiles {
  struct File {
    std::string name;
    std::uint64_t bytes = 0;
  };
  store::Place place;
  std::string path;
  std::optional<std::uint64_t> index_bytes;  // none: there is no index yet
  std::vector<File> notes;                   // by name
  bool untrusted = false;
};
// Of every place a selector allows that is there.
Result<std::vector<PlaceFiles>> files_on_disk(Memory& memory, const Selector& selector);

}  // namespace loci::memory
