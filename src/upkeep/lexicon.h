// What words mean when two notes are compared: which say nothing, which say the same, which
// turn a sentence around. Short lists of plain English and of technical writing. Pure.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loci::upkeep {

// Words of which two notes may not have different ones, although each may be left out:
// "must" and "may", "all" and "some".
enum class Strength : std::uint8_t { None, Must, May, All, Some };

// "the", "please", "uses": a sentence says the same without it.
[[nodiscard]] bool is_glue(std::string_view word);
// Glue that does not even bind its neighbours: articles, pronouns, forms of "be" and "have".
[[nodiscard]] bool is_filler(std::string_view word);
[[nodiscard]] Strength strength_of(std::string_view word);
// Whether what follows the word is a matter of direction: "before", "than", "from".
[[nodiscard]] bool points(std::string_view word);
// "guide", "notes": what any title may have.
[[nodiscard]] bool is_title_word(std::string_view word);
// Such a word, or a number that only counts notes: "note-0421", "b12".
[[nodiscard]] bool is_label(std::string_view word);

// Tells one thing of a kind from another: "staging", "primary", "internal".
[[nodiscard]] bool is_qualifier(std::string_view stem);

// What it means when only one of two notes has a word.
enum class Bearing : std::uint8_t {
  Hard,   // another thing is meant: any name, any noun that is not known here
  Polar,  // tells one of a kind from another, or turns what is said: "staging", "only"
  Kind,   // the sort of a thing that has a name: "service", "file"
  Soft,   // can be said otherwise: most verbs, "usually", "reason"
};
[[nodiscard]] Bearing bearing_of(std::string_view stem);
// "enabl" and "disabl"; both stand for all that mean the same.
[[nodiscard]] bool has_opposite(std::string_view stem);
[[nodiscard]] bool are_opposites(std::string_view one, std::string_view other);

// "put", "keep": a verb that says little.
[[nodiscard]] bool is_light(std::string_view stem);

// The word that stands for all that mean the same ("config" for "configuration"), or the word
// itself. Lower case in and out.
[[nodiscard]] std::string_view same_word(std::string_view word);
// The same for stems.
[[nodiscard]] std::string_view same_stem(std::string_view stem);
// "set" for "unset", "permit" for "forbidden": what such a word says is not; "" for others.
[[nodiscard]] std::string_view denied_by(std::string_view word);
// The one for a unit as it is written behind a number: "ms", "GB", "%"; "" for none. Case
// matters where it does: "Mb" is not "MB".
[[nodiscard]] std::string_view unit_of(std::string_view text);
// 1 to 12 for the name of a month, long or short, lower case; 0 for none.
[[nodiscard]] int month_of(std::string_view word);
// The digits of a number that is written as a word: "three"; "" for none.
[[nodiscard]] std::string_view digits_of(std::string_view word);

// A phrase at the start of these words that one word stands for: "prior to" is "before".
struct PhraseMatch {
  std::string_view word;  // "" = the phrase says nothing
  std::size_t words;      // how many it takes
};
[[nodiscard]] std::optional<PhraseMatch> phrase_at(std::string_view first, std::string_view second,
                                                   std::string_view third);

// The one word for every "not", "never", "no".
inline constexpr std::string_view kNot = "not";

}  // namespace loci::upkeep
