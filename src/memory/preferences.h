// What the user wants: the user and feedback notes of the global and the private scope,
// line by line, with what is known of who wrote each line.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "memory/memory.h"
#include "memory/reading.h"
#include "memory/standing.h"

namespace loci::memory {

struct PreferenceLine {
  std::string text;  // as it stands in the note
  Standing standing = Standing::Noted;
  int heading = 0;  // its level, 1–6
};

struct Preference {
  store::Place place;
  std::string file;
  std::string name;  // its title; "" when it has none but its file's name
  std::vector<PreferenceLine> lines;
  std::string text;  // the whole note

  // Whether a line of it is not confirmed: it waits for `loci accept`.
  [[nodiscard]] bool waits() const;
};

// The text of a note that is a preference; nothing for one that is none.
Result<std::optional<std::string>> preference_text(store::View& view, const store::Place& place,
                                                   const std::string& file);
// Such a text, line by line.
[[nodiscard]] Preference as_preference(const store::Place& place, const std::string& file,
                                       std::string text, const NoteStanding& known);

// Those of the places that can have them, in the order of each index; notes without a
// line in it come last.
Result<std::vector<Preference>> preferences(store::Store& store, store::View& view,
                                            const std::vector<store::Place>& places);

// Keeps what is known of the session's places, where nothing was kept yet: the next one
// need not search the journal for it.
void keep_standings(Memory& memory);

struct AcceptReply {
  std::vector<Preference> notes;  // accepted, with the standing they had, or those that wait
  bool dry_run = false;
  std::size_t total = 0;  // of those that wait, also of what is beyond the limit
};
inline constexpr std::size_t kNoLimit = static_cast<std::size_t>(-1);
// The notes that wait, at most `limit` of them.
Result<AcceptReply> waiting(Memory& memory, const Selector& selector, std::size_t limit = kNoLimit);
// A person agrees to the text of one note, or of all that wait; or, with `withdraw`, to no
// line of it any more.
Result<AcceptReply> accept(Memory& memory, const NoteRequest& note, bool withdraw = false);
Result<AcceptReply> accept_all(Memory& memory, const Selector& selector, bool dry_run);

}  // namespace loci::memory
