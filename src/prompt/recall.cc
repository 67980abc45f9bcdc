#include "prompt/recall.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "base/text.h"
#include "base/time.h"
#include "note/note.h"
#include "prompt/common_words.h"
#include "prompt/facts.h"
#include "search/tokenizer.h"
#include "search/words.h"

namespace loci::prompt {
namespace {

constexpr std::size_t kPromptBytes = 4'096;
constexpr std::size_t kFactCharacters = 240;
constexpr std::size_t kSentencesLooked = 160;  // of a note

// So many notes' worth of what is known of words in general stands beside this memory's own
// count: in a small one every word is rare.
constexpr double kPriorNotes = 30;
constexpr double kMostSurprise = 9;
constexpr double kOfAPart = 0.4;  // a part of `JSONDecodeError` says less than a word
constexpr double kBytesOfAWord = 6;

// Weights and bars, chosen together: docs/recall.md.
struct Weights {
  double surprise, notes, meaning, part, rarest, titled, together, sentence, base;
  std::array<double, 3> bars;  // quiet, normal, eager
};
constexpr Weights kMeant{0.1507, -0.6262, 5.9681, 3.7234,  0.1824,
                         0.2303, 2.246,   2.7857, -3.5235, {3.75, 2.21, 0.43}};
constexpr Weights kWordsOnly{0.1616, -0.504, 0, 5.0539,  0.0735,
                             0.3286, 2.7035, 0, -2.0316, {3.37, 2.03, 0.56}};

// How often a word is among the words of all texts: by its place in the table's order, which
// is that of their frequency, and never rarer than in technical writing.
double usual_frequency(const search::AskedWord& word) {
  constexpr double kUnknown = 1e-6;
  constexpr std::uint32_t kFirstWord = 1'996;  // what stands before are letters and signs
  double frequency = kUnknown;
  if (word.rank >= kFirstWord) {
    frequency = 0.06 / (word.rank - kFirstWord + 9);
  } else if (word.rank > 0) {
    frequency = 1e-3;
  }
  const double telling = tellingness(word.stem);
  if (telling < 0.5) return std::max(frequency, 1.2e-4);
  return telling < 1 ? std::max(frequency, 2e-5) : frequency;
}

bool is_part(std::string_view text, const std::vector<search::AskedWord>& words) {
  return std::any_of(words.begin(), words.end(), [&](const search::AskedWord& other) {
    return other.text.size() > text.size() + 1 &&
           ascii_lower(other.text).find(text) != std::string::npos;
  });
}

bool is_in(const search::Hit& hit, std::string_view text) {
  return std::any_of(hit.words.begin(), hit.words.end(),
                     [&](const search::WordCount& word) { return word.text == text; });
}

// A word of the prompt, and what it says when a note has it.
struct Telling {
  bool counts = false;  // the first of its stem
  bool shared = false;
  double chance = 1;  // that a note of this length has it
  double surprise = 0;
};

std::vector<Telling> tellings(const search::Chance& chance, const search::Hit& hit) {
  std::vector<Telling> all;
  std::set<std::string_view> seen;
  const double others = chance.notes > 0 ? static_cast<double>(chance.notes - 1) : 0;
  const double words = std::max(static_cast<double>(hit.text.size()) / kBytesOfAWord, 5.0);
  const double longer = std::clamp(words / std::max(chance.length, 1.0), 0.3, 4.0);
  for (const search::AskedWord& word : chance.words) {
    Telling& one = all.emplace_back();
    one.counts = seen.insert(word.stem).second;
    if (!one.counts) continue;
    one.shared = is_in(hit, word.text);
    const double usual = 1 - std::exp(-usual_frequency(word) * chance.length);
    const double have = std::max(0.0, static_cast<double>(word.notes) - (one.shared ? 1 : 0));
    const double of_one = (have + kPriorNotes * usual) / (others + kPriorNotes);
    const double here = 1 - std::pow(1 - std::min(of_one, 0.999), longer);
    one.chance = std::clamp(here, 1e-6, 0.97);
    one.surprise = std::min(-std::log(one.chance), kMostSurprise);
    if (is_part(ascii_lower(word.text), chance.words)) one.surprise *= kOfAPart;
  }
  return all;
}

// A bound (Chernoff's) of how unlikely it is that a note shares as much as `sum` by chance.
double unlikeliness(const std::vector<Telling>& words, double sum) {
  double best = 0;
  for (const double t : {0.15, 0.3, 0.45, 0.6, 0.75, 0.9}) {
    double bound = t * sum;
    for (const Telling& word : words) {
      if (!word.counts) continue;
      bound -= std::log(1 - word.chance + word.chance * std::exp(t * word.surprise));
    }
    best = std::max(best, bound);
  }
  return best;
}

std::set<std::string_view> titled_words(const search::Hit& hit) {
  using search::Field;
  std::set<std::string_view> titled;
  if (hit.sections.empty() || !hit.sections.front().reasons) return titled;
  for (const search::Reasons::Word& word : hit.sections.front().reasons->words) {
    for (const Field field : {Field::Name, Field::Description, Field::Tags}) {
      if (word.fields[static_cast<std::size_t>(field)] > 0) titled.insert(word.text);
    }
  }
  return titled;
}

bool joins(char32_t c) { return c == U'_' || c == U'.' || c == U'/' || c == U'-'; }

std::string_view without_signs(std::string_view word) {
  const auto is_sign = [](char c) { return joins(static_cast<unsigned char>(c)); };
  while (!word.empty() && is_sign(word.front())) word.remove_prefix(1);
  while (!word.empty() && is_sign(word.back())) word.remove_suffix(1);
  return word;
}

struct LevelName {
  std::string_view name;
  RecallLevel level;
};
constexpr std::array kLevels{
    LevelName{"off", RecallLevel::Off}, LevelName{"quiet", RecallLevel::Quiet},
    LevelName{"normal", RecallLevel::Normal}, LevelName{"eager", RecallLevel::Eager}};

}  // namespace

RecallLevel recall_level(std::string_view name) {
  for (const LevelName& one : kLevels) {
    if (one.name == name) return one.level;
  }
  return RecallLevel::Normal;
}

std::string_view recall_level_name(RecallLevel level) {
  return kLevels.at(static_cast<std::size_t>(level)).name;
}

std::string recall_query(std::string_view prompt) {
  prompt = cut_bytes(prompt, kPromptBytes);
  std::string query;
  bool tells = false;
  std::string word;
  const auto finish = [&] {
    const std::string_view plain = without_signs(word);
    if (!plain.empty()) {
      if (!query.empty()) query += ' ';
      query += plain;
      if (!search::is_stop_word(ascii_lower(plain))) tells = true;
    }
    word.clear();
  };
  while (!prompt.empty()) {
    const Decoded next = decode_utf8(prompt);
    if (is_word_character(next.character) || joins(next.character)) {
      word.append(prompt.substr(0, next.length));
    } else {
      finish();
    }
    prompt.remove_prefix(next.length);
  }
  finish();
  return tells ? query : std::string();
}

std::vector<double> word_weights(const search::Chance& chance, const search::Hit& hit) {
  std::vector<double> weights;
  for (const Telling& word : tellings(chance, hit)) {
    weights.push_back(word.shared ? word.surprise : 0);
  }
  return weights;
}

Fact best_fact(const search::Chance& chance, const search::Query& query, const search::Hit& hit,
               const search::Embedder* embedder) {
  constexpr double kOfMeaning = 12;  // a sentence that means the same beside shared words
  Fact fact;
  const std::vector<double> weights = word_weights(chance, hit);
  const bool meant = embedder != nullptr && chance.trust > 0;
  const std::size_t body = note::parse_note(hit.text).body_begin;
  double best = -1;
  std::size_t looked = 0;
  for (const Sentence& sentence : sentences_in(hit.text, body)) {
    if (++looked > kSentencesLooked) break;
    const std::string_view text = hit.text.substr(sentence.begin, sentence.end - sentence.begin);
    std::set<std::size_t> clauses;
    for (const search::Match& match : hit.matches) {
      if (match.begin >= sentence.begin && match.end <= sentence.end) clauses.insert(match.clause);
    }
    double says = 0;
    for (const std::size_t clause : clauses) {
      if (clause < weights.size() && clause < query.clauses.size()) says += weights[clause];
    }
    if (meant) {
      const std::string named = fmt::format("{} {}", hit.name, text);
      const double like = search::likeness_of(chance, *embedder, named);
      fact.likeness = std::max(fact.likeness, like);
      says += kOfMeaning * std::max(0.0, like);
    }
    // A heading says what follows is about, and nothing of it.
    if (sentence.heading || says <= best) continue;
    best = says;
    fact.text = sentence_text(text, kFactCharacters);
  }
  if (fact.text.empty()) fact.text = sentence_text(hit.description, kFactCharacters);
  return fact;
}

Evidence evidence_of(const search::Chance& chance, const search::Hit& hit, std::size_t number,
                     const Fact& fact) {
  Evidence evidence;
  const std::vector<Telling> words = tellings(chance, hit);
  const std::set<std::string_view> titled = titled_words(hit);
  double all = 0;
  double sum = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!words[i].counts) continue;
    all += words[i].surprise;
    if (!words[i].shared) continue;
    ++evidence.shared;
    sum += words[i].surprise;
    evidence.rarest = std::max(evidence.rarest, words[i].surprise);
    if (titled.contains(chance.words[i].text)) evidence.titled += words[i].surprise;
  }
  if (all > 0) evidence.part = sum / all;
  evidence.surprise = unlikeliness(words, sum);
  if (!hit.sections.empty() && hit.sections.front().reasons) {
    evidence.together = std::min(hit.sections.front().reasons->together, 3.0);
  }
  const bool meant = chance.trust > 0;
  if (meant && number < chance.of_hits.size()) evidence.meaning = chance.of_hits[number];
  if (meant) evidence.sentence = std::max(0.0, fact.likeness);
  const Weights& weigh = meant ? kMeant : kWordsOnly;
  const double notes = std::log(static_cast<double>(std::max<std::uint64_t>(chance.notes, 2)));
  evidence.sum = weigh.base + weigh.surprise * evidence.surprise + weigh.notes * notes +
                 weigh.meaning * evidence.meaning + weigh.part * evidence.part +
                 weigh.rarest * evidence.rarest + weigh.titled * evidence.titled +
                 weigh.together * evidence.together + weigh.sentence * evidence.sentence;
  return evidence;
}

std::optional<double> recall_bar(RecallLevel level, bool meant) {
  if (level == RecallLevel::Off) return std::nullopt;
  const Weights& weigh = meant ? kMeant : kWordsOnly;
  return weigh.bars.at(static_cast<std::size_t>(level) - 1);
}

std::string note_title(const search::Hit& hit, std::string_view file) {
  return fmt::format("{} ({}, {})", printable(hit.name, true), printable(file, true),
                     utc_date(hit.date));
}

}  // namespace loci::prompt
