#include "upkeep/likeness.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <unordered_map>
#include <utility>

#include "upkeep/kinship.h"
#include "upkeep/paraphrase.h"
#include "upkeep/said.h"
#include "upkeep/sameness.h"

namespace loci::upkeep {
namespace {

constexpr std::size_t kCommon = 8'000;  // notes that have a word: it finds nobody
constexpr std::size_t kRare = 30;       // notes that have a rare word, at most
constexpr std::size_t kRareWords = 6;   // of a note, by which others are found
constexpr double kShared = 0.4;         // of the words of two notes: they may say the same
constexpr std::size_t kCopies = 8;      // of a text that a copy is compared with

bool is_fuller(const Said& one, const Said& other) { return one.words.size() > other.words.size(); }

enum class Wanted : std::uint8_t { Proven, LikelyToo };

// `full` has as many words or more.
Likeness compare(const Said& full, const Said& less, const Numbers& numbers,
                 Wanted wanted = Wanted::LikelyToo) {
  Likeness answer;
  answer.why = difference(full, less, numbers);
  answer.alike = answer.why.empty();
  if (answer.alike || wanted == Wanted::Proven) return answer;
  std::string doubt = unlikely(full, less, numbers);
  if (Said translated = less; !doubt.empty() && put_in_words_of(full, translated, numbers)) {
    doubt = unlikely(full, translated, numbers);
  }
  answer.likely = doubt.empty();
  if (!answer.likely) answer.why = std::move(doubt);
  return answer;
}

// `weights`: of each word; null when all weigh the same.
double share_of(const Said& one, const Said& other, const std::vector<double>* weights) {
  const auto weight = [&](WordId word) { return weights == nullptr ? 1.0 : (*weights)[word]; };
  double both = 0;
  double any = 0;
  for (const WordId word : one.words) {
    any += weight(word);
    if (has(other.words, word)) both += weight(word);
  }
  for (const WordId word : other.words) {
    if (!has(one.words, word)) any += weight(word);
  }
  return any == 0 ? 0 : both / any;
}

// Finds the notes that may say the same as a given one.
class Finder {
 public:
  Finder(const std::vector<Told>& notes, Wanted wanted) : wanted_(wanted) {
    all_.reserve(notes.size());
    for (const Told& note : notes) all_.push_back(said_by(note, numbers_));
    holders_.resize(numbers_.size());
    for (std::uint32_t i = 0; i < all_.size(); ++i) {
      for (const WordId word : all_[i].all) holders_[word].push_back(i);
    }
    for (const auto& holders : holders_) {
      weights_.push_back(std::log(1.0 + static_cast<double>(all_.size()) /
                                            (1.0 + static_cast<double>(holders.size()))));
    }
    for (const Said& said : all_) signs_.push_back(said.signs);
  }

  std::vector<LikePair> pairs() {
    std::vector<LikePair> pairs;
    for (std::uint32_t i = 0; i < all_.size(); ++i) {
      if (all_[i].words.empty()) continue;
      find_for(i);
      for (const std::uint32_t j : found_) {
        if (auto pair = judged(i, j); pair.likeness.alike || pair.likeness.likely) {
          pairs.push_back(std::move(pair));
        }
      }
    }
    const auto key = [](const LikePair& pair) { return std::pair(pair.one, pair.other); };
    std::sort(pairs.begin(), pairs.end(),
              [&](const LikePair& a, const LikePair& b) { return key(a) < key(b); });
    pairs.erase(std::unique(pairs.begin(), pairs.end(),
                            [&](const LikePair& a, const LikePair& b) { return key(a) == key(b); }),
                pairs.end());
    return pairs;
  }

 private:
  // Whatever says all that a note does has its hard words, and the rarest of them, too.
  void find_for(std::uint32_t i) {
    const Said& said = all_[i];
    found_.clear();
    const std::vector<WordId>& words = said.hard.empty() ? said.words : said.hard;
    const WordId rarest = *std::min_element(words.begin(), words.end(), [&](WordId a, WordId b) {
      return holders_[a].size() < holders_[b].size();
    });
    if (holders_[rarest].size() <= kCommon) {
      for (const std::uint32_t j : holders_[rarest]) {
        if ((said.sign & ~signs_[j]) != 0 || j == i || all_[j].group != said.group) continue;
        if (std::includes(all_[j].all.begin(), all_[j].all.end(), words.begin(), words.end())) {
          found_.push_back(j);
        }
      }
    }
    find_by_rare_words(i);
    std::vector<std::uint32_t>& copied = copies_[said.plain];
    for (const std::uint32_t j : copied) {
      if (all_[j].group == said.group) found_.push_back(j);
    }
    if (copied.size() < kCopies) copied.push_back(i);
    std::sort(found_.begin(), found_.end());
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
  }

  // Those that share rare words: what they mean may be said in other words.
  void find_by_rare_words(std::uint32_t i) {
    const Said& said = all_[i];
    std::vector<WordId> rare = said.told;
    std::erase_if(rare, [&](WordId word) { return holders_[word].size() > kRare; });
    const auto rarer = [&](WordId a, WordId b) { return holders_[a].size() < holders_[b].size(); };
    if (rare.size() > kRareWords) {
      std::nth_element(rare.begin(), rare.begin() + kRareWords, rare.end(), rarer);
      rare.resize(kRareWords);
    }
    seen_.clear();
    for (const WordId word : rare) {
      for (const std::uint32_t j : holders_[word]) {
        if (j > i && all_[j].group == said.group) seen_.push_back(j);
      }
    }
    std::sort(seen_.begin(), seen_.end());
    for (auto at = seen_.begin(); at != seen_.end();) {
      const auto end = std::upper_bound(at, seen_.end(), *at);
      const bool several = end - at >= 2 || rare.size() < 2;
      const Said& other = all_[*at];
      if (several && same_numbers(said, other) && share_of(said, other, nullptr) >= kShared) {
        found_.push_back(*at);
      }
      at = end;
    }
  }

  [[nodiscard]] bool same_numbers(const Said& one, const Said& other) const {
    const auto known = [&](const Said& here, const Said& there) {
      return std::all_of(here.hard.begin(), here.hard.end(), [&](WordId word) {
        return !numbers_.is_number(word) || has(there.all, word);
      });
    };
    return known(one, other) && known(other, one);
  }

  LikePair judged(std::uint32_t i, std::uint32_t j) const {
    const bool swap = is_fuller(all_[i], all_[j]) || (!is_fuller(all_[j], all_[i]) && i < j);
    LikePair pair{swap ? i : j, swap ? j : i, {}};
    pair.likeness = compare(all_[pair.one], all_[pair.other], numbers_, wanted_);
    pair.likeness.share = share_of(all_[pair.one], all_[pair.other], &weights_);
    return pair;
  }

  Wanted wanted_;
  Numbers numbers_;
  std::vector<Said> all_;
  std::vector<std::vector<std::uint32_t>> holders_;
  std::vector<double> weights_;
  std::vector<std::uint64_t> signs_;  // close together, because each is looked at often
  std::vector<std::uint32_t> found_;
  std::vector<std::uint32_t> seen_;
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> copies_;
};

}  // namespace

Likeness likeness(const Told& one, const Told& other) {
  Numbers numbers;
  const Said first = said_by(one, numbers);
  const Said second = said_by(other, numbers);
  const bool swap = is_fuller(second, first);
  Likeness answer = swap ? compare(second, first, numbers) : compare(first, second, numbers);
  answer.share = share_of(first, second, nullptr);
  return answer;
}

std::vector<LikePair> alike_pairs(const std::vector<Told>& notes) {
  return Finder(notes, Wanted::LikelyToo).pairs();
}

std::vector<LikePair> proven_pairs(const std::vector<Told>& notes) {
  return Finder(notes, Wanted::Proven).pairs();
}

}  // namespace loci::upkeep
