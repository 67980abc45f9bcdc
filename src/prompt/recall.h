// Which notes a prompt calls to mind, and whether they are worth saying.
//
// A prompt shares words with every memory. So what a note has in common with it is held
// against what a note of this very memory would have by chance: how many of the others have
// each word, how long they are and how many there are. To that comes what the note means.
// The sum is its evidence; a level is a bar on the one scale for all memories, small or large.
//
// Pure. docs/recall.md says on which memories the weights and the bars were chosen, and how
// they do on others.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/chance.h"
#include "search/search.h"

namespace loci::prompt {

// `[recall] level`: how readily memory speaks.
enum class RecallLevel : std::uint8_t { Off, Quiet, Normal, Eager };
// "normal" for anything that is no level.
[[nodiscard]] RecallLevel recall_level(std::string_view name);
[[nodiscard]] std::string_view recall_level_name(RecallLevel level);

// A prompt as a query: its words and nothing else, so that a minus sign, a quote
// or a colon in it means nothing. "" when no word says something.
[[nodiscard]] std::string recall_query(std::string_view prompt);

// What speaks for a hit.
struct Evidence {
  std::size_t shared = 0;  // words of the prompt that are in the note
  double surprise = 0;     // nats: how unlikely it is by chance to share as much as that
  double part = 0;         // of what the prompt says that is shared, 0–1
  double rarest = 0;       // surprise of the rarest shared word
  double titled = 0;       // of those in its name, description or tags
  double together = 0;     // of words that stand in the note as in the prompt
  double meaning = 0;      // how like the prompt the note is, 0–1
  double sentence = 0;     // how like it the sentence is that says most
  double sum = 0;          // all of it, weighed, less what the number of notes brings by chance
};

// What a shared word of a query counts in a note of `bytes`, in the order of Chance::words; 0
// for one that is there only in another form of the same stem.
[[nodiscard]] std::vector<double> word_weights(const search::Chance& chance,
                                               const search::Hit& hit);

// The sentence of a note to tell for a query: what it shares counts, and what it means.
struct Fact {
  std::string text;     // on one line, at most so long as a line of a prompt is
  double likeness = 0;  // to the prompt, together with the note's name
};
[[nodiscard]] Fact best_fact(const search::Chance& chance, const search::Query& query,
                             const search::Hit& hit, const search::Embedder* embedder);

// Search with `explain`; `number` is the hit's among those the chance was measured for.
[[nodiscard]] Evidence evidence_of(const search::Chance& chance, const search::Hit& hit,
                                   std::size_t number, const Fact& fact);
// What the evidence must come to; `meant`: whether meaning took part. Nothing is worth saying
// at RecallLevel::Off.
[[nodiscard]] std::optional<double> recall_bar(RecallLevel level, bool meant);

// "Title (file, 2026-11-15)": what a prompt is told of a note, `file` being how it can be
// read there.
[[nodiscard]] std::string note_title(const search::Hit& hit, std::string_view file);

}  // namespace loci::prompt
