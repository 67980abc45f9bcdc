// The links of a note, and those that follow it when it is renamed.

#pragma once

#include <string>
#include <vector>

#include "memory/links.h"
#include "memory/reading.h"

namespace loci::memory {

// One link: where it stands, and what it means.
struct LinkRow {
  LinkedNote from;
  std::optional<LinkedNote> to;  // none: it is broken
  std::string target;            // as written
  std::size_t line;              // in the file
};
struct LinksReply {
  LinkedNote note;
  std::vector<LinkRow> in;
  std::vector<LinkRow> out;
  std::vector<LinkRow> broken;
  std::vector<std::string> unread;  // why: notes whose links are not known
};
Result<LinksReply> links(Memory& memory, const NoteRequest& request);

// What following a renamed note takes.
struct Relinking {
  std::vector<store::FileChange> changes;
  std::vector<std::string> warnings;  // links that would mean another note
};
// Changes to notes of `places` that link to one which gets another name.
Result<Relinking> relink_notes(const std::vector<store::Place>& places, const Found& old_note,
                               const std::string& new_file, store::View& view);

}  // namespace loci::memory
