#include "upkeep/sentence_match.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace loci::upkeep {
namespace {

constexpr double kPartner = 0.5;  // of a sentence's words are in another: they say the same

struct Sentence {
  std::set<WordId> all;      // glue too
  std::set<WordId> content;  // without it
  std::set<WordId> hard;
  std::set<std::pair<WordId, WordId>> names;  // the sort of a thing, and the word before it
};
using SentencesByNumber = std::map<std::uint32_t, Sentence>;

SentencesByNumber kept_sentences(const Part& part, const Numbers& numbers) {
  SentencesByNumber sentences;
  const auto& items = part.said.items;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Item& item = items[i];
    if (part.left_out[i]) continue;
    Sentence& sentence = sentences[item.sentence];
    sentence.all.insert(item.word);
    if (!item.content) continue;
    sentence.content.insert(item.word);
    const Bearing bearing = numbers.bearing(item.word);
    if (i > 0 && items[i - 1].content && bearing == Bearing::Kind) {
      sentence.names.emplace(item.word, items[i - 1].word);
    }
    if (item.special || bearing == Bearing::Hard) sentence.hard.insert(item.word);
  }
  return sentences;
}

std::size_t shared_words(const Sentence& one, const Sentence& other) {
  return static_cast<std::size_t>(
      std::count_if(other.content.begin(), other.content.end(),
                    [&](WordId word) { return one.content.contains(word); }));
}

bool much_in_common(const Sentence& one, const Sentence& other) {
  return static_cast<double>(shared_words(one, other)) >=
         kPartner * static_cast<double>(other.content.size());
}

// All words of the sentences that share the most with this one, or much of themselves.
std::set<WordId> partners_of(const Sentence& sentence, const SentencesByNumber& others) {
  std::set<WordId> words;
  std::size_t most = 0;
  for (const auto& [number, other] : others) most = std::max(most, shared_words(sentence, other));
  for (const auto& [number, other] : others) {
    const std::size_t both = shared_words(sentence, other);
    if (both > 0 && (both == most || much_in_common(sentence, other))) {
      words.insert(other.all.begin(), other.all.end());
    }
  }
  return words;
}

// "the session service" and "the report service".
bool named_otherwise(const Sentence& one, const Sentence& other) {
  return std::any_of(one.names.begin(), one.names.end(), [&](const auto& mine) {
    return !other.content.contains(mine.second) &&
           std::any_of(other.names.begin(), other.names.end(), [&](const auto& theirs) {
             return theirs.first == mine.first && !one.content.contains(theirs.second);
           });
  });
}

}  // namespace

std::string sentences_apart(const Part& one, const Part& other, const Numbers& numbers) {
  const SentencesByNumber theirs = kept_sentences(other, numbers);
  for (const auto& [number, sentence] : kept_sentences(one, numbers)) {
    for (const auto& [count, against] : theirs) {
      if (much_in_common(sentence, against) && named_otherwise(sentence, against)) {
        return "they are about things of another name";
      }
    }
    const std::set<WordId> partners = partners_of(sentence, theirs);
    for (const WordId word : sentence.hard) {
      if (partners.contains(word) || !has(other.said.told, word)) continue;
      return fmt::format("'{}' is only in one of them", numbers.text(word));
    }
    for (const WordId word : sentence.all) {
      if (partners.contains(word) || !has_opposite(numbers.text(word))) continue;
      for (const WordId against : partners) {
        if (sentence.all.contains(against)) continue;
        if (!are_opposites(numbers.text(word), numbers.text(against))) continue;
        return fmt::format("'{}' is the opposite of '{}'", numbers.text(word),
                           numbers.text(against));
      }
    }
  }
  return "";
}

}  // namespace loci::upkeep
