// Searching over places, and what is noted about it.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "memory/listing.h"
#include "memory/memory.h"
#include "search/search.h"
#include "store/place.h"

namespace loci::memory {

struct SearchRequest {
  std::string query;
  Selector selector;
  std::string type;
  std::string since;
  std::size_t limit = 10;
  std::size_t snippet_characters = 160;
  bool explain = false;
  // Also what says the same in other words, unless that is off, and words that notes have in place
  // of those that they do not.
  bool meaning = true;
  bool recorded = true;  // in the activity that `history` shows
  // What the caller saw of the files just now.
  Listings looked = {};
};

// Where a hit of the engine is.
struct FoundNote {
  store::Place place;
  std::string path;
  bool is_index = false;   // MEMORY.md: the prose in it
  bool untrusted = false;  // comes with a repository that is not trusted
  // "stale" or "missing" where the last `verify` found that of a thing it cites, else "".
  std::string_view citations = {};
};
struct SearchReply {
  search::Query query;
  std::vector<search::Collection> places;
  search::Answer answer;
  std::vector<FoundNote> notes;     // as many as answer.hits
  std::vector<std::string> unread;  // why: files that could not be searched as they stand

  // "global/prefs.md", one a note.
  [[nodiscard]] std::vector<std::string> labels() const;
};

// The notes, prose, scratchpad and daily logs that answer a query best, of what an
// audience may see: the session's own unless another is given.
Result<SearchReply> search(Memory& memory, const SearchRequest& request,
                           std::optional<Audience> audience = std::nullopt);

// What a selector allows, and with it what has no notes: the scratchpad and the
// daily logs belong to the workspace.
Result<std::vector<store::Place>> searched_places(Memory& memory, const Selector& selector,
                                                  Audience audience);
// Makes anew what is kept for searching; nothing depends on it.
Result<> rebuild_catalogs(Memory& memory, const Selector& selector);

}  // namespace loci::memory
