// Every place there is, and everything in them: what needs all notes at once.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "memory/links.h"
#include "memory/memory.h"
#include "note/note.h"
#include "note/outline.h"

namespace loci::memory {

// What is kept of a note once it is looked at: twenty thousand texts are many.
struct SurveyedNote {
  std::string file;
  std::string name;                          // as shown
  std::vector<note::Link> links;             // their lines are the file's
  std::string hash;                          // of its text, where somebody needs it
  std::optional<std::string> description{};  // none: the frontmatter cannot be read
};
// What lies in a place, looks like a note and is none.
struct Stray {
  enum class Kind : std::uint8_t { Nested, NoFile };  // in a directory; a link, a pipe …
  std::string path;                                   // below the place
  Kind kind;
};
// What is there and could not be read.
struct Unread {
  std::string path;  // below the place, or "" for the place itself
  std::string message;
  bool directory = false;
};
struct SurveyedPlace {
  store::Place place;
  std::string path;
  std::vector<SurveyedNote> notes;
  std::string index;  // MEMORY.md, or ""
  std::vector<Stray> strays;
  bool untrusted = false;
  std::vector<Unread> unread = {};  // of the notes, the index and what lies beside them
};
// A place that could not be opened.
struct Refused {
  std::string path;
  std::string message;
  bool untrusted = false;
  // Set when the place may hold notes; not when it cannot (Store::is_blocked).
  std::optional<Error> unreadable = {};
};
// The first of these that may hold notes, as an error: for whoever needs them all.
[[nodiscard]] Result<> need_readable(const std::vector<Refused>& refused);

// The places of the repository itself, all agents' among them.
Result<std::vector<store::Place>> repository_places(Memory& memory);
// How many notes they hold, counted by name.
Result<std::size_t> shipped_notes(Memory& memory);
// Every place of the workspace and the home, all agents' among them, as far as
// a selector without a scope allows.
Result<std::vector<store::Place>> all_places(Memory& memory, const Selector& selector);
// Those of `places` that are there; one that cannot be opened is added to `refused`.
std::vector<store::Place> present_places(Memory& memory, const std::vector<store::Place>& places,
                                         std::vector<Refused>& refused);

using FileNames = std::unordered_set<std::string_view>;

// Reads the notes of a survey, for whoever knows some of them already.
class NoteReader {
 public:
  virtual ~NoteReader() = default;
  // One for each of `files`; nothing for one that is gone meanwhile. Links that are called as one
  // of `known`, the notes of all places, may be left out.
  virtual std::vector<Result<std::optional<SurveyedNote>>> read_notes(
      const SurveyedPlace& place, const std::vector<std::string>& files,
      const FileNames& known) = 0;
};

// All notes of these places.
Result<std::vector<SurveyedPlace>> survey(Memory& memory, const std::vector<store::Place>& places,
                                          store::View& view, NoteReader* reader = nullptr);

// The notes of these places, in their order.
[[nodiscard]] std::vector<LinkedNote> linked_notes(const std::vector<SurveyedPlace>& places);

}  // namespace loci::memory
