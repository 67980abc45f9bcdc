// Notes that say the same in other words. Pure.
//
// Two notes are alike when each thing the shorter one says is in the other, in words that mean
// the same. Whatever else differs decides against it: a number, a unit, a name, a negation, a
// word that the other does not have, what stands before or after "before". What only one of
// them has must be a clause or a sentence of its own. They are likely to say the same when only
// words differ that can be said otherwise. So a pair may be missed; two facts are not taken for
// one.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace loci::upkeep {

struct Told {
  std::string_view title;
  std::string_view description;
  std::string_view body;
  std::size_t group = 0;  // only notes of one group are compared
};

struct Likeness {
  bool alike = false;
  bool likely = false;  // not proven: for a person to decide
  double share = 0;     // of what both say together, rare words counting more: 0–1
  std::string why;      // what decided against it: "'8080' is only in one of them"
};

struct LikePair {
  std::size_t one;    // the fuller of the two; where they say the same, the first
  std::size_t other;  // where they are alike, everything it says is in `one`
  Likeness likeness;
};

// Two notes by themselves: every word counts the same.
[[nodiscard]] Likeness likeness(const Told& one, const Told& other);

// All pairs that are alike or likely to be, in order. Near-linear in the notes: only those that
// share a rare word are compared.
[[nodiscard]] std::vector<LikePair> alike_pairs(const std::vector<Told>& notes);
// Only those that are alike: what is likely takes most of the time.
[[nodiscard]] std::vector<LikePair> proven_pairs(const std::vector<Told>& notes);

}  // namespace loci::upkeep
