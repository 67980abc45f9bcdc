// The best sections by the words they have: BM25F summed over the words asked
// for, the first stage of ranking.
//
// Scores are whole numbers (weight of the word × impact on the section), so the
// order of adding does not matter and skipping cannot change an answer:
// best_sections() passes over whatever cannot come among the best (MaxScore over
// windows of sections, with the greatest impact of each block), and
// best_sections_plainly() adds up everything; both give the same list.
//
// Pure.

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "search/bits.h"
#include "search/postings.h"

namespace loci::search {

struct WeightedPostings {
  PostingList postings;
  std::uint32_t weight = 0;  // how rare the word is, times kWeightUnit
};
inline constexpr std::uint32_t kWeightUnit = 256;
// A score of 1.0, in the units in which scores are added up.
inline constexpr double kScoreUnit = 254.0 * kWeightUnit;

// Rarity of a word in `with` of `all` sections (BM25's idf), in kWeightUnit.
[[nodiscard]] std::uint32_t weight_of(std::uint64_t with, std::uint64_t all);

struct Scored {
  std::uint32_t score;
  std::uint32_t part;
  std::uint32_t section;

  // Better first; among equals the one that was there first.
  [[nodiscard]] bool before(const Scored& other) const {
    if (score != other.score) return score > other.score;
    return part != other.part ? part < other.part : section < other.section;
  }
};

// The best `size` of what it is offered, in ascending order of part and section.
class Best {
 public:
  explicit Best(std::size_t size) : size_(size) { heap_.reserve(size); }

  // Only what scores more than this can still come in.
  [[nodiscard]] std::uint32_t bar() const { return bar_; }
  void offer(const Scored& scored);
  [[nodiscard]] std::vector<Scored> take();  // best first
  [[nodiscard]] std::vector<Scored> take_unsorted();

 private:
  void replace_worst(const Scored& scored);

  std::size_t size_;
  std::uint32_t bar_ = 0;
  std::vector<Scored> heap_;
};

struct PartToScore {
  std::uint32_t number = 0;  // becomes Scored::part
  std::uint32_t sections = 0;
  std::span<const WeightedPostings> words;
  const Bits* allowed = nullptr;  // sections that count; nullptr: all
};

void best_sections(const PartToScore& part, Best& best);
void best_sections_plainly(const PartToScore& part, Best& best);

}  // namespace loci::search
