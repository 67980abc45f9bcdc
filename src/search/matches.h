// A query held against the segments: for each clause the sections it matches,
// and which sections count at all. Internal to search/.

#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "search/part.h"
#include "search/query.h"
#include "search/scorer.h"
#include "search/words.h"

namespace loci::search {

// How a clause is recognised among the words of one part.
struct ClauseInPart {
  std::optional<std::uint32_t> term;  // Word: every word with this stem
  std::vector<std::uint32_t> words;   // Word, Phrase: the exact words, where they exist
  std::uint32_t first_word = 0;       // Prefix: the words [first, end)
  std::uint32_t end_word = 0;
  Bits among;  // Ending, Inside, and others of a Word: these words

  // Whether the word is meant by its number alone.
  [[nodiscard]] bool has(std::uint32_t word) const {
    return (word >= first_word && word < end_word) || among.test(word);
  }
};

struct PartMatches {
  const Segment* segment = nullptr;
  std::uint32_t collection = 0;         // of those given
  std::vector<WeightedPostings> words;  // one a clause
  std::vector<ClauseInPart> clauses;    // the same
  std::vector<std::uint32_t> files;     // the same: in how many it is
  std::optional<Bits> allowed_bits;
  const Bits* allowed = nullptr;  // sections; nullptr: all
};

class Matches {
 public:
  Matches(std::span<const Collection> collections, const Query& query);
  Matches(const Matches&) = delete;
  Matches& operator=(const Matches&) = delete;

  [[nodiscard]] const std::vector<PartMatches>& parts() const { return parts_; }
  [[nodiscard]] const Query& query() const { return query_; }
  // Of a clause: how rare it is among notes, as WeightedPostings::weight is among sections.
  [[nodiscard]] std::uint32_t note_weight(std::size_t clause) const {
    return note_weights_[clause];
  }
  // Whether any note has it.
  [[nodiscard]] bool is_there(std::size_t clause) const;
  // How many notes that count have it.
  [[nodiscard]] std::size_t notes_with(std::size_t clause) const;
  [[nodiscard]] std::uint64_t notes() const { return notes_; }
  // Words of a note.
  [[nodiscard]] double average_length() const { return average_length_; }
  [[nodiscard]] bool damaged() const;

 private:
  void find(const Clause& clause, PartMatches& part);
  void weigh();
  PostingList find_phrase(const Segment& segment, const Clause& clause, const ClauseInPart& where);
  // Words by their numbers, and whatever else has postings already.
  PostingList find_among(const Segment& segment, const ClauseInPart& where,
                         const PostingList& more = {}, const std::optional<Period>& days = {});
  PostingList keep(const std::vector<Posting>& postings);
  void allow(std::span<const Collection> collections, PartMatches& part, const Part& of);
  [[nodiscard]] bool is_of_origin(const Segment& segment, std::uint32_t file,
                                  std::size_t collection) const;

  const Query& query_;
  std::vector<PartMatches> parts_;
  std::vector<std::uint32_t> note_weights_;  // a clause
  std::uint64_t notes_ = 0;
  double average_length_ = 1;
  std::deque<std::string> made_;  // postings of phrases and prefixes
};

}  // namespace loci::search
