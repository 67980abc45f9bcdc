#include "search/words.h"

#include <libstemmer.h>

#include <algorithm>
#include <array>

namespace loci::search {
namespace {

constexpr std::size_t kShortest = 3;  // no stem is shorter, so no shorter word has one

// Sorted. Contractions leave their tails ("don't": don, t).
constexpr std::array<std::string_view, 94> kStopWords = {
    "a",     "about", "am",     "an",    "and",  "any",   "are",    "as",   "at",     "be",
    "been",  "being", "but",    "by",    "can",  "could", "d",      "did",  "do",     "does",
    "doing", "don",   "during", "for",   "from", "had",   "has",    "have", "having", "he",
    "her",   "hers",  "him",    "his",   "how",  "i",     "if",     "in",   "into",   "is",
    "it",    "its",   "ll",     "m",     "many", "me",    "might",  "much", "my",     "of",
    "on",    "or",    "our",    "ours",  "re",   "s",     "shall",  "she",  "should", "so",
    "some",  "t",     "than",   "that",  "the",  "their", "theirs", "them", "then",   "there",
    "these", "they",  "this",   "those", "to",   "us",    "ve",     "was",  "we",     "were",
    "what",  "when",  "where",  "which", "who",  "whom",  "whose",  "why",  "will",   "with",
    "would", "you",   "your",   "yours"};
static_assert(std::is_sorted(kStopWords.begin(), kStopWords.end()));

}  // namespace

bool is_stop_word(std::string_view word) {
  return std::binary_search(kStopWords.begin(), kStopWords.end(), word);
}

struct Stemmer::Snowball {
  struct Delete {
    void operator()(sb_stemmer* stemmer) const { sb_stemmer_delete(stemmer); }
  };
  std::unique_ptr<sb_stemmer, Delete> english{sb_stemmer_new("english", "UTF_8")};
};

Stemmer::Stemmer() = default;
Stemmer::~Stemmer() = default;
Stemmer::Stemmer(Stemmer&&) noexcept = default;
Stemmer& Stemmer::operator=(Stemmer&&) noexcept = default;

std::string_view Stemmer::stem(std::string_view word) {
  const bool plain =
      std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  if (!plain || word.size() < kShortest) return word;
  if (!snowball_) snowball_ = std::make_unique<Snowball>();
  if (!snowball_->english) return word;
  const auto* letters = reinterpret_cast<const sb_symbol*>(word.data());
  const sb_symbol* stemmed =
      sb_stemmer_stem(snowball_->english.get(), letters, static_cast<int>(word.size()));
  if (stemmed == nullptr) return word;
  const int length = sb_stemmer_length(snowball_->english.get());
  return {reinterpret_cast<const char*>(stemmed), static_cast<std::size_t>(length)};
}

}  // namespace loci::search
