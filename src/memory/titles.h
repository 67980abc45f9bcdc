// Notes by their titles: what a person calls them, whatever their files are called.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/memory.h"

namespace loci::memory {

struct TitledNote {
  Found found;
  std::string text;
};

// The notes of a place whose titles are equal to this one after NFC, case and white-space
// folding; usually one. A server asks its catalog; a command, and a dry run, read the notes.
Result<std::vector<TitledNote>> find_titled(Memory& memory, store::View& view,
                                            const store::Place& place, std::string_view title,
                                            bool dry_run);

// The same, of those notes whose file or index line tells of the title, or that have no index
// line: quick also where there are thousands, for whoever can do without the rest.
Result<std::vector<Found>> find_likely_titled(store::View& view, const store::Place& place,
                                              std::string_view title);

// The one note whose file's name, or whose title made into one, begins with `name`, for
// reading; nothing when none does. InvalidInput naming them when several do.
Result<std::optional<Found>> find_by_prefix(store::View& view,
                                            const std::vector<store::Place>& places,
                                            std::string_view name);

// The note that a name means: a file as find_note() says, else a title.
Result<Found> find_for_reading(Memory& memory, store::View& view,
                               const std::vector<store::Place>& places, std::string_view name,
                               bool dry_run);

}  // namespace loci::memory
