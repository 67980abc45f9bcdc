// What a query and a memory have in common by chance: how many notes have each of its
// words, and how like the query notes are that nobody asked for. By this a hit of a small
// memory and one of a large can be judged alike.
//
// Pure.

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "search/embedder.h"
#include "search/part.h"
#include "search/query.h"
#include "search/search.h"
#include "search/vectors.h"

namespace loci::search {

// A word of the query; as many as it has clauses.
struct AskedWord {
  std::string text;         // Clause::text
  std::string stem;         // lower case
  std::uint64_t notes = 0;  // that have it
  // Its place among the words of all texts, the commonest first; 0: it is not among them.
  std::uint32_t rank = 0;
};

struct Chance {
  std::uint64_t notes = 0;  // that were searched
  double length = 1;        // words that a note has on average
  std::vector<AskedWord> words;
  // How like the query notes are, on average and how much they differ in that: -1 to 1.
  // Without an embedder, or where it knows none of the words, both are 0.
  double likeness = 0;
  double spread = 0;
  double trust = 0;             // Meaning::trust
  std::vector<double> of_hits;  // how like it each hit is, by its note and best section
  Vector asked{};               // what the query means
};

[[nodiscard]] Chance chance_of(std::span<const Collection> collections, const Query& query,
                               const Embedder* embedder, std::span<const Hit> hits);

// How like the query a text is that is in no catalog, a sentence of a note: -1 to 1.
[[nodiscard]] double likeness_of(const Chance& chance, const Embedder& embedder,
                                 std::string_view text);

// How like each other two notes are as a whole: -1 to 1; 0 without vectors of this table.
[[nodiscard]] double likeness_of(const Hit& one, const Hit& other, const Embedder& embedder);

}  // namespace loci::search
