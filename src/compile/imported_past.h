// What the journal says became of notes that an import brought: taken back by an undo, moved,
// renamed. What a record of imports says is what was brought, not what is here now.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "store/journal.h"
#include "store/place.h"

namespace loci::compile {

// How an undo left the file to which an import had brought a text with this hash; nothing when
// anything else became of the text since, in any file of the place.
[[nodiscard]] Result<std::optional<store::FileRecord>> undone_text(const store::Journal& journal,
                                                                   std::string_view place,
                                                                   std::string_view hash);

struct NoteAt {
  store::Place place;
  std::string file;
};
// Where a note is that was moved or renamed since it was there; nothing when it was not, or was
// deleted there.
[[nodiscard]] Result<std::optional<NoteAt>> moved_note(const store::Journal& journal,
                                                       const std::string& place,
                                                       const std::string& file);

}  // namespace loci::compile
