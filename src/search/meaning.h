// What a query means, held against the vectors of the segments. Internal to search/.
//
// The vector of a query is the sum of its words, each with the root of how rare it is among
// the notes: a word that all of them have says nothing here, whatever it says elsewhere. How
// far it is to be trusted is the share of the words that the table knows whole, or that no
// note has: identifiers, numbers and other languages are found by their letters.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "search/embedder.h"
#include "search/matches.h"
#include "search/scorer.h"

namespace loci::search {

class Meaning {
 public:
  // Both must outlive it.
  Meaning(const Matches& matches, const Embedder& embedder);

  // 0 to 1; at 0 the rest says nothing.
  [[nodiscard]] double trust() const { return trust_; }
  // The share of the words that the table knows whole, whether or not a note has them.
  [[nodiscard]] double whole() const { return whole_; }
  // The part of what was asked for, by rarity, that is in the notes as words: 0 to 1.
  [[nodiscard]] double in_words() const { return in_words_; }
  // What is asked for.
  [[nodiscard]] const Vector& asked() const { return asked_; }
  // The sections whose signs are most like the query's, at most `most`; Scored::score is in
  // how many dimensions they are.
  [[nodiscard]] std::vector<Scored> nearest(std::size_t most) const;
  // -1 to 1. Within its file a section's is that of itself and, half as much, of its
  // neighbours.
  [[nodiscard]] double of_section(std::uint32_t part, std::uint32_t section);
  [[nodiscard]] double of_section(std::uint32_t part, const FileRecord& file,
                                  std::uint32_t section);
  [[nodiscard]] double of_note(std::uint32_t part, const FileRecord& file) const;

  struct Weighed {
    double weight;
    std::uint32_t part;
    const FileRecord* file;
  };
  // From now on the question means, to a part, what these notes do.
  void turn_to(const std::vector<Weighed>& notes, double part);

 private:
  [[nodiscard]] const char* vector_at(std::uint32_t part, const FileRecord& file) const;
  void set(const Vector& asked);

  const Matches& matches_;
  const Embedder& embedder_;
  Vector asked_{};
  double asked_length_ = 0;
  // The last few sections that were looked at: neighbours are looked at again.
  struct Known {
    std::uint64_t place = ~std::uint64_t{0};
    double cosine = 0;
  };
  std::array<Known, 4> known_;
  double trust_ = 0;
  double whole_ = 0;
  double in_words_ = 0;
};

}  // namespace loci::search
