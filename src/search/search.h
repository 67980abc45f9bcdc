// Search, as a front end sees it: collections and a query in, notes out.
//
// A note is shown once, with its best sections; notes are in the order of their
// best section, those that hold no more at half of it. Pure: what is given was read before.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "search/part.h"
#include "search/query.h"
#include "search/ranker.h"
#include "search/snippet.h"
#include "search/widening.h"

namespace loci::search {

struct SearchOptions {
  std::size_t limit = 10;              // notes
  std::size_t sections_of_a_note = 3;  // shown, at most
  std::size_t snippet_characters = 160;
  bool explain = false;
  Ranking ranking = {};
  Widenings widenings = {};
  // Files of this name come first when their text has every word of the query; "": none does.
  std::string first = {};
  Timestamp now = {};      // recency counts from here
  std::string today = {};  // "2026-11-15": what is past then ranks below; "" = nothing is
};

struct SectionHit {
  std::string headings;  // the path: "Setup › Linux"
  std::size_t line = 0;
  std::size_t end_line = 0;
  double score = 0;
  std::string snippet;
  std::optional<Reasons> reasons;  // with SearchOptions::explain
};

struct WordCount {
  std::string text;  // Clause::text
  std::size_t count = 0;
};

struct Hit {
  std::size_t collection = 0;  // of those given
  std::string key;             // the file within it
  std::string name;
  std::string description;
  std::string type;
  std::vector<std::string> tags;
  Timestamp date = {};
  double score = 0;
  std::string outdated;  // "expired on 2026-11-01", "superseded by new.md", or ""
  std::string due;       // "to be reviewed by 2026-11-01", or ""
  std::vector<SectionHit> sections;
  std::vector<WordCount> words;  // of the query, those that are there
  std::size_t total_hits = 0;    // the sum of the counts
  bool name_only = false;        // no word of the query is in the text itself
  std::size_t first_line = 1;    // of the text, behind the frontmatter
  bool by_meaning = false;       // none is anywhere: it says the same in other words
  std::vector<Match> matches;    // in the text
  std::string_view text;         // the whole file, for as long as `owner` lives
  std::shared_ptr<const Segment> owner;
};

// What became of a part of the query.
struct Term {
  std::string text;             // Clause::text
  std::size_t notes = 0;        // that have it, of all that pass the filters
  bool guessed = false;         // nobody asked for it as it is: words that notes have instead
  std::vector<std::string> as;  // of a guess: the words in the notes that are shown
};

struct Answer {
  std::vector<Hit> hits;
  std::vector<Term> terms;
  std::size_t more = 0;  // notes that matched as well, as far as was looked
};

// Corrupt when a segment is damaged: Catalog::forget(), sweep, ask again.
[[nodiscard]] Result<Answer> search(std::span<const Collection> collections, const Query& query,
                                    const SearchOptions& options);

// The lines of a hit's text around the matches, numbered: three before and
// behind, at most five windows. The first three lines that are not empty when only the name or
// the description matched.
[[nodiscard]] std::string excerpt(const Hit& hit);

// What an agent is shown: a line with the words and in how many notes each stands; then for
// each note a line with its file (`paths`, one a hit) and the words it has, and the lines of its
// text around them (three before and behind, at most five windows), or its first lines when only
// its name matched. Never longer than `bytes`, or 64; what does not fit is named as
// "…[search truncated, 3 more file(s) omitted]".
[[nodiscard]] std::string render(const Answer& answer, std::span<const std::string> paths,
                                 std::size_t bytes);

}  // namespace loci::search
