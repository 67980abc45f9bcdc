// What a server knows of notes without reading them again (stamped.h): what a list shows of
// each, where its links lead, and that the scanner finds nothing in it.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "memory/reading.h"
#include "memory/stamped.h"
#include "memory/survey.h"
#include "note/lifetime.h"

namespace loci::memory {

struct SeenNote {
  NoteInfo info;  // its date only where the note says it; trust, verdicts and the like are not in
  note::Lifetime life;
  std::optional<Error> fault = std::nullopt;  // why it could not be read; that is never kept
};
struct Harmless {};

struct SeenFiles {
  Stamped<SeenNote> notes;
  Stamped<SurveyedNote> surveyed;
  Stamped<Harmless> harmless;
};

// One each of `files`; nothing for one that is gone meanwhile.
std::vector<std::shared_ptr<const SeenNote>> seen_notes(Memory& memory, store::View& view,
                                                        const store::Place& place,
                                                        const std::vector<std::string>& files);

}  // namespace loci::memory
