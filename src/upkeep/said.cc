#include "upkeep/said.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iterator>
#include <utility>

#include "base/text.h"
#include "upkeep/terms.h"

namespace loci::upkeep {
namespace {

constexpr std::size_t kMostTerms = 20'000;

void unique(std::vector<WordId>& words) {
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
}

void add_terms(Said& said, const std::vector<Term>& terms, Numbers& numbers) {
  for (const Term& term : terms) {
    const WordId word = numbers.of(term.word);
    const Numbers::Traits traits = numbers.traits(word);
    if (traits.strength != Strength::None) {
      said.strengths.at(static_cast<std::size_t>(traits.strength)) = true;
    }
    const bool content = term.content && !traits.glue;
    const WordId written = term.written.empty() ? kNoWord : numbers.of(term.written);
    said.items.push_back({word, written, term.sentence, term.clause, content, term.special,
                          traits.points, term.ongoing});
    said.denies = said.denies || term.word == kNot;
    if (content) said.words.push_back(word);
    if (content && (term.special || traits.bearing == Bearing::Hard)) said.hard.push_back(word);
    // A name that is written as a word which says nothing: "Go", `make`.
    if (traits.glue) (term.content ? said.named : said.heard).push_back(word);
    const WordId exact = term.exact.empty() ? word : numbers.of(term.exact);
    if (!term.exact.empty()) said.code.push_back(exact);
    said.everything.push_back(exact);
  }
  unique(said.code);
  unique(said.everything);
}

}  // namespace

WordId Numbers::of(const std::string& word) {
  const auto [found, fresh] = numbers_.emplace(word, static_cast<WordId>(texts_.size()));
  if (fresh) {
    texts_.push_back(&found->first);
    traits_.push_back({bearing_of(word), strength_of(word), is_glue(word), points(word)});
  }
  return found->second;
}

bool has(const std::vector<WordId>& sorted, WordId word) {
  return std::binary_search(sorted.begin(), sorted.end(), word);
}

std::vector<WordId> without(const std::vector<WordId>& words, const std::vector<WordId>& others) {
  std::vector<WordId> rest;
  std::set_difference(words.begin(), words.end(), others.begin(), others.end(),
                      std::back_inserter(rest));
  return rest;
}

Said said_by(const Told& told, Numbers& numbers) {
  Said said;
  said.group = told.group;
  // A note without a body says what its description says.
  const bool bare = trim(told.body).empty();
  const std::string_view body = bare ? told.description : told.body;
  std::vector<Term> terms = terms_of(body);
  if (terms.size() > kMostTerms) terms.clear();
  add_terms(said, terms, numbers);
  said.plain = std::hash<std::string>()(fold_with_space(body));
  unique(said.words);
  unique(said.hard);
  unique(said.named);
  for (const WordId word : said.hard) said.sign |= sign_of(word);
  said.heard.insert(said.heard.end(), said.named.begin(), said.named.end());
  unique(said.heard);
  said.all = said.words;
  said.all.insert(said.all.end(), said.heard.begin(), said.heard.end());
  said.told = said.all;
  unique(said.told);
  for (const Term& term : terms_of(told.title)) {
    const WordId word = numbers.of(term.word);
    said.all.push_back(word);
    // Every word of a title may begin with a capital letter.
    if (is_glue(term.word)) continue;
    said.title.push_back(word);
  }
  for (const Term& term : terms_of(told.description)) {
    const WordId word = numbers.of(term.word);
    said.all.push_back(word);
    if (term.special || term.word == kNot) said.described.push_back(word);
  }
  unique(said.title);
  unique(said.described);
  unique(said.all);
  for (const WordId word : said.all) said.signs |= sign_of(word);
  return said;
}

std::map<std::uint32_t, SentenceWords> sentence_words(const Said& said, const Numbers& numbers) {
  std::map<std::uint32_t, SentenceWords> sentences;
  for (const Item& item : said.items) {
    const std::string& text = numbers.text(item.word);
    const bool past = text == "was" || text == "were";
    if (is_filler(text) && !item.special && !past) continue;
    sentences[item.sentence].push_back(item.word);
  }
  return sentences;
}

bool turns(const Said& said, std::size_t at, const Numbers& numbers) {
  static const std::set<std::string, std::less<>> kTurning{
      "not",      "nolonger", "formerly", "without", "unless", "except", "instead",  "obsolet",
      "deprec",   "outdat",   "forbid",   "disabl",  "only",   "wrong",  "supersed", "former",
      "previous", "stop",     "remov",    "cancel",  "revert", "invalid"};
  const std::string& text = numbers.text(said.items[at].word);
  if (kTurning.contains(text)) return true;
  return text == "replac" && at + 1 < said.items.size() &&
         numbers.text(said.items[at + 1].word) == "by";
}

std::string code_apart(const Said& said, const Said& against, const Numbers& numbers) {
  if (against.code.empty()) return "";
  for (const WordId word : said.code) {
    if (has(against.everything, word)) continue;
    // In the other it may stand as plain text, and so without its ending.
    const std::vector<Term> terms = terms_of(numbers.text(word));
    const bool same_stem_in_code =
        std::any_of(against.code.begin(), against.code.end(), [&](WordId code) {
          const std::vector<Term> others = terms_of(numbers.text(code));
          return !terms.empty() && !others.empty() && terms[0].word == others[0].word;
        });
    if (same_stem_in_code) return fmt::format("'{}' is only in one of them", numbers.text(word));
  }
  return "";
}

std::string strengths_apart(const Said& one, const Said& other) {
  const auto apart = [&](Strength strong, Strength weak) {
    const auto s = static_cast<std::size_t>(strong);
    const auto w = static_cast<std::size_t>(weak);
    return one.strengths.at(s) != other.strengths.at(s) &&
           one.strengths.at(w) != other.strengths.at(w) &&
           one.strengths.at(s) != one.strengths.at(w);
  };
  // "must not" is "may not".
  const bool denied = one.denies && other.denies;
  if (!denied && apart(Strength::Must, Strength::May)) return "one says 'must' and the other 'may'";
  if (apart(Strength::All, Strength::Some)) return "one says 'all' and the other 'some'";
  return "";
}

}  // namespace loci::upkeep
