// The notes of the places that agents see, as their index lines tell of them, and what
// of that a session has seen: so that it hears of what was written, changed or removed
// since, by loci or by hand.

#pragma once

#include <memory>
#include <string>
#include <vector>

#include "memory/listing.h"
#include "memory/memory.h"
#include "prompt/context.h"
#include "prompt/seen_file.h"
#include "prompt/session_state.h"

namespace loci::prompt {

// A place at a glance: no note is opened.
struct PlaceGlance {
  store::Place place;
  std::string index;  // MEMORY.md, or ""
  std::shared_ptr<const memory::Listing> files;
};
[[nodiscard]] Result<std::vector<PlaceGlance>> glance(memory::Memory& memory);
[[nodiscard]] memory::Listings listings_of(const std::vector<PlaceGlance>& places);
[[nodiscard]] bool has_notes(const std::vector<PlaceGlance>& places);
// One hash a place: where it is the same as before, nothing changed.
[[nodiscard]] SeenLines hashes_of(const std::vector<PlaceGlance>& places);

// What a session that starts now has seen. Of long indexes only the notes that a prompt shows
// are opened.
[[nodiscard]] Result<SeenNotes> see_notes(memory::Memory& memory,
                                          const std::vector<PlaceGlance>& places);
// What is new since; `seen`, as see_notes() made it, is then up to date. Preferences are told as
// such, by who wrote their lines; of other notes the lines of those that are new or say something
// else, "+ - [Name](file.md) - hook", then the names of those that are gone, "- file.md".
struct Changes {
  ContextPreferences preferences;
  std::string lines;
};
[[nodiscard]] Result<Changes> tell_changes(memory::Memory& memory,
                                           const std::vector<PlaceGlance>& places, SeenNotes& seen);

}  // namespace loci::prompt
