#include "upkeep/kinship.h"

#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "search/embedder.h"
#include "search/vectors.h"

namespace loci::upkeep {
namespace {

constexpr double kAkin = 0.5;        // synonyms are nearer than this; most others are not
constexpr double kSurelyAkin = 0.6;  // where nothing else differs
constexpr std::size_t kMostWords = 60;
constexpr std::size_t kMostKnown = 50'000;

struct Meaning {
  search::Vector vector{};
  double length = 0;
};

const Meaning& meaning_of(const std::string& word) {
  static const std::shared_ptr<const search::Embedder> kTable = search::Embedder::built_in();
  thread_local std::unordered_map<std::string, Meaning> known;
  if (known.size() > kMostKnown) known.clear();
  const auto [found, fresh] = known.try_emplace(word);
  if (!fresh) return found->second;
  std::vector<search::Embedder::Piece> pieces;
  kTable->pieces_of(word, pieces);
  if (pieces.empty()) return found->second;
  search::RowSum sum;
  kTable->add(pieces, 1, sum);
  found->second.vector = sum.vector();
  found->second.length = search::length_of(found->second.vector);
  return found->second;
}

double nearness(const std::string& one, const std::string& other) {
  const Meaning& here = meaning_of(one);
  const Meaning& there = meaning_of(other);
  if (here.length == 0 || there.length == 0) return 0;
  const double inner =
      search::cosine(here.vector, here.length, reinterpret_cast<const char*>(there.vector.data()));
  return inner;
}

// "employer" and "employee": near, and never the same.
bool are_two_roles(std::string_view one, std::string_view other) {
  const auto is_doer = [](std::string_view word) {
    return word.ends_with("er") || word.ends_with("or") || word.ends_with("ee");
  };
  return is_doer(one) != is_doer(other) ||
         (is_doer(one) && one.substr(one.size() - 2) != other.substr(other.size() - 2));
}

// "uppercase" and "lowercase", "inbound" and "outbound": one word with another front.
bool differ_in_front(std::string_view one, std::string_view other) {
  constexpr std::size_t kBack = 4;
  const auto same = std::mismatch(one.rbegin(), one.rend(), other.rbegin(), other.rend()).first;
  return static_cast<std::size_t>(same - one.rbegin()) >= kBack && one[0] != other[0];
}

// "faster", "oldest": of a word that has an opposite.
bool compares(std::string_view word) {
  for (const std::string_view end : {"er", "est"}) {
    if (word.size() < end.size() + 3 || !word.ends_with(end)) continue;
    const std::string base(word.substr(0, word.size() - end.size()));
    if (has_opposite(base) || has_opposite(base + 'e')) return true;
    if (base[base.size() - 1] == base[base.size() - 2] &&
        has_opposite(base.substr(0, base.size() - 1))) {
      return true;
    }
  }
  return false;
}

// Plain words that only one of the two has, each once: its number, and how it is written.
std::map<WordId, WordId> plain_words(const Said& said, const Said& against,
                                     const Numbers& numbers) {
  std::map<WordId, WordId> words;
  std::set<WordId> barred;
  for (const Item& item : said.items) {
    if (!item.content || has(against.told, item.word)) continue;
    const bool plain = item.written != kNoWord && !item.special &&
                       numbers.bearing(item.word) != Bearing::Polar &&
                       !has_opposite(numbers.text(item.word)) &&
                       !compares(numbers.text(item.written)) && !numbers.is_number(item.word);
    if (plain) {
      words.emplace(item.word, item.written);
    } else {
      barred.insert(item.word);
    }
  }
  for (const WordId word : barred) words.erase(word);
  return words;
}

void replace(std::vector<WordId>& words, const std::map<WordId, WordId>& by) {
  for (WordId& word : words) {
    if (const auto found = by.find(word); found != by.end()) word = found->second;
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
}

}  // namespace

bool put_in_words_of(const Said& one, Said& other, const Numbers& numbers) {
  const std::map<WordId, WordId> here = plain_words(one, other, numbers);
  const std::map<WordId, WordId> there = plain_words(other, one, numbers);
  if (here.empty() || there.empty() || here.size() + there.size() > kMostWords) return false;
  struct Pair {
    double nearness;
    WordId word;
    WordId by;
  };
  std::vector<Pair> pairs;
  for (const auto& [word, written] : there) {
    for (const auto& [mine, mine_written] : here) {
      const std::string& a = numbers.text(written);
      const std::string& b = numbers.text(mine_written);
      const double near = nearness(a, b);
      if (near < kAkin || are_two_roles(a, b) || differ_in_front(a, b)) continue;
      pairs.push_back({near, word, mine});
    }
  }
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const Pair& a, const Pair& b) { return a.nearness > b.nearness; });
  const bool alone = here.size() == 1 && there.size() == 1;
  std::map<WordId, WordId> by;
  std::set<WordId> taken;
  for (const Pair& pair : pairs) {
    if (alone && pair.nearness < kSurelyAkin) continue;
    if (taken.contains(pair.by) || by.contains(pair.word)) continue;
    by.emplace(pair.word, pair.by);
    taken.insert(pair.by);
  }
  if (by.empty()) return false;
  for (Item& item : other.items) {
    if (const auto found = by.find(item.word); found != by.end()) item.word = found->second;
  }
  for (auto* const words : {&other.words, &other.hard, &other.named, &other.heard, &other.title,
                            &other.described, &other.told, &other.all, &other.everything}) {
    replace(*words, by);
  }
  return true;
}

}  // namespace loci::upkeep
