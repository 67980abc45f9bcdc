// What a search is asked and answers: Memory::search().

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/scopes.h"
#include "search/search.h"
#include "store/place.h"

namespace loci::app {

struct SearchRequest {
  std::string query;
  Selector selector;
  std::string type;
  std::string since;
  std::size_t limit = 10;
  bool explain = false;
  bool recorded = true;  // in the activity that `history` shows
};

// Where a hit of the engine is.
struct FoundNote {
  store::Place place;
  std::string path;
  bool is_index = false;   // MEMORY.md: the prose in it
  bool untrusted = false;  // comes with a repository that is not trusted
};
struct SearchReply {
  search::Query query;
  std::vector<search::Collection> places;
  search::Answer answer;
  std::vector<FoundNote> notes;     // as many as answer.hits
  std::vector<std::string> unread;  // why: files that could not be searched as they stand
};

}  // namespace loci::app
