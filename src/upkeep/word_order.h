// The order of the words that two notes share, and whether phrases moved or words traded places.
// Pure.

#pragma once

#include <string>
#include <vector>

#include "upkeep/said.h"

namespace loci::upkeep {

// A word in a sentence, and the preposition before it; equal to every other of that word.
struct Placed {
  WordId word;
  WordId behind = kNoWord;
  bool special = false;
  bool suffered = false;  // "is stored": what is done to something
  bool operator==(const Placed& other) const { return word == other.word; }
  bool operator<(const Placed& other) const { return word < other.word; }
};
using Order = std::vector<Placed>;

// The words of each sentence of a part that are among `shared`, in their order, said in the active
// voice: "Ann owns it" for "it is owned by Ann".
[[nodiscard]] std::vector<Order> orders(const Part& part, const std::vector<WordId>& shared,
                                        const Numbers& numbers);

// A reason when more than phrases moved: "the words around 'x' are in another order"; or "".
[[nodiscard]] std::string order_apart(const std::vector<Order>& one,
                                      const std::vector<Order>& other, const Numbers& numbers);

// A reason when one looks more like the other with two of its words exchanged; or "".
[[nodiscard]] std::string places_traded(const std::vector<Order>& one,
                                        const std::vector<Order>& other, const Numbers& numbers);

}  // namespace loci::upkeep
