// How a section's own words answer a query beyond being there: exact forms,
// and words that stand together as they were asked. Internal to search/.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "search/matches.h"

namespace loci::search {

struct Closeness {
  std::vector<bool> exact;       // a clause: the word itself is there, not only its stem
  std::vector<double> nearness;  // a clause: 1 right behind the one before it, less
                                 // the farther off, 0 when not within reach
  std::vector<std::array<std::uint32_t, kFields>> fields;  // how often, a clause
};

// Measures the sections of one part.
class Nearness {
 public:
  // All of these must outlive it.
  Nearness(const Segment& segment, const Query& query, std::span<const ClauseInPart> clauses);
  // Valid until the next call.
  const Closeness& measure(const SectionRecord& section);
  // What is known of a clause's exact word in a section that has the clause, unread.
  enum class Exact : std::uint8_t { Never, Always, Unknown };
  [[nodiscard]] Exact exact(std::size_t clause) const;
  // Whether a section with these clauses says more than that: some word may stand next to one
  // that was asked for before it.
  template <typename Has>
  [[nodiscard]] bool must_be_read(Has has) const {
    bool before = false;
    for (std::size_t clause = 0; clause < clauses_.size(); ++clause) {
      const bool there = has(clause);
      if (there && (before || !stems_only_ || exact(clause) == Exact::Unknown)) return true;
      before = there;
    }
    return false;
  }

 private:
  struct Run {
    std::size_t matched = 0;
    std::uint32_t position = 0;
  };

  void clear();
  void see(std::span<const Segment::Word> words);
  void meet(std::size_t clause, std::uint32_t distance);
  void meet_neighbours(std::size_t clause);
  bool is_at(std::size_t clause, std::uint32_t word);
  bool is_phrase_at(std::size_t clause, std::uint32_t word);

  const Segment& segment_;
  const Query& query_;
  std::span<const ClauseInPart> clauses_;
  const char* terms_;
  std::vector<std::uint32_t> wanted_;  // the stem a clause looks for, or none
  std::uint64_t wanted_bits_ = 0;      // the same modulo 64, for a first look
  bool stems_only_ = true;             // no phrases, no words by their number
  Segment::Words words_;
  std::vector<std::uint32_t> last_;  // position a clause was at last
  std::vector<Run> runs_;            // of phrases
  std::size_t field_ = 0;
  std::uint32_t position_ = 0;
  Closeness found_;
};

}  // namespace loci::search
