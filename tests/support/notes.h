// Notes catalogued in memory, for tests of search.

#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "search/search.h"
#include "search/segment_builder.h"

namespace loci::support {

using NoteTexts = std::vector<std::pair<std::string, std::string>>;  // key, text

inline std::string segment_of(const NoteTexts& notes) {
  search::SegmentBuilder builder;
  for (const auto& [key, text] : notes) builder.add({.key = key, .text = text});
  return builder.finish();
}

inline search::Collection place_of(const NoteTexts& notes, std::string scope = "global") {
  search::Collection place{std::move(scope), {}};
  place.parts.push_back({*search::Segment::open(segment_of(notes)), nullptr});
  return place;
}

// The keys of the notes found, best first.
inline std::vector<std::string> found(const search::Collection& place, std::string_view words,
                                      std::size_t limit = 10) {
  const auto query = search::parse_query(words, Timestamp());
  if (!query) return {"refused: " + query.error().message};
  search::SearchOptions options;
  options.limit = limit;
  const auto answer = search::search(std::span(&place, 1), *query, options);
  if (!answer) return {"failed: " + answer.error().message};
  std::vector<std::string> keys;
  for (const search::Hit& hit : answer->hits) keys.push_back(hit.key);
  return keys;
}

}  // namespace loci::support
