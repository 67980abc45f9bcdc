// Ranking: which sections answer a query best, and why.
//
// Three stages. How many sections each of them looks at is part of the definition, so
// what the first one skips (scorer.h) changes no answer:
//   1. the `candidates` best sections by their own words (scorer.h);
//   2. they and the sections around them (two before, two behind, in the same
//      file), by own words + what each word does in a neighbour, as far as the
//      section lacks it + BM25 of the whole note, with its length and with how rare
//      a word is among notes + what linked notes among them score; times mild
//      priors for recent and for important notes;
//   3. the `rescored` best of those gain for exact words and for words that
//      stand together as they were asked;
//   4. with an embedder, all gain by what they mean (meaning.h), and sections that
//      mean the same without sharing a word come in where they are above a bar.
// Each section comes with its score; explain() gives what the score is made of.
//
// Pure.

#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "search/embedder.h"
#include "search/impact.h"
#include "search/part.h"
#include "search/query.h"

namespace loci::search {

// Chosen by `make bench-quality`.
struct Ranking {
  std::uint32_t candidates = 80;
  std::uint32_t rescored = 20;
  double near = 0.4;          // of what a word does in the section before or behind
  double next_to_near = 0.3;  // two before or behind
  double note = 1.0;          // of the whole note's score
  double note_k1 = 1.2;
  double note_b = 0.75;
  double link = 0.1;      // of a linked note's own score
  double exact = 0.1;     // more for the exact word than for its stem
  double together = 0.2;  // of the lesser of two words that follow each other
  double recency = 0.05;  // more for a note of today, half as much each half_life
  double half_life_days = 180;
  double importance = 0.02;  // more for each step above 5, less below
  // What meaning counts, beside a best score of 1 by words; `embedder` none: nothing.
  std::shared_ptr<const Embedder> embedder = nullptr;
  double meaning = 1.5;
  // The least cosine of a note without a word of the query: where all the words are in some
  // note, and where none is. Below the first at most `guesses` notes are shown, none less
  // like it than `guess_within` of the most alike.
  double meaning_bar = 0.4;
  double guess_bar = 0.13;
  double guess_of_pieces = 0.1;  // more where the table has no word of the query whole
  double guess_within = 0.6;
  std::uint32_t guesses = 3;
  std::uint32_t turned_to = 3;  // notes that the question's vector is turned towards
  double turn = 0.5;            // and how far: 0 not at all
  std::uint32_t meant = 64;     // sections that are looked at for that
  Weights weights = {};         // those the catalog was made with
  bool plainly = false;         // nothing is skipped or left unread: to test by
  bool own_words_only = false;  // stage 1 alone
};

struct RankedSection {
  double score = 0;
  std::uint32_t part = 0;  // counted through all collections
  std::uint32_t section = 0;
  bool by_meaning = false;  // its note has none of the words
};

// Sections of one or more rankings that may leave some out, best first.
using RankedSections = std::vector<RankedSection>;

// What a score is made of: the sum of all but the last three, times recency and importance,
// and the meaning.
struct Reasons {
  struct Word {
    std::string text;
    double rarity = 0;
    double score = 0;                             // of the section's own words
    std::array<std::uint32_t, kFields> fields{};  // how often it stands in each
    bool exact = false;
  };
  std::vector<Word> words;
  double near = 0;
  double note = 0;
  double link = 0;
  double exact = 0;
  double together = 0;
  double recency = 1;
  double importance = 1;
  double meaning = 0;
};

class Ranker {
 public:
  Ranker(std::span<const Collection> collections, const Query& query, const Ranking& ranking,
         Timestamp now);
  ~Ranker();
  Ranker(const Ranker&) = delete;
  Ranker& operator=(const Ranker&) = delete;

  // Best first: all candidates and what is around them. Without words in the
  // query, the newest files' first sections. Corrupt when a segment is damaged.
  [[nodiscard]] Result<RankedSections> rank();
  // Whether more candidates would bring more sections.
  [[nodiscard]] bool exhausted() const;
  // How many notes that count have a clause of the query.
  [[nodiscard]] std::size_t notes_with(std::size_t clause) const;
  // Of one section that rank() gave.
  [[nodiscard]] Reasons explain(const RankedSection& section) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace loci::search
