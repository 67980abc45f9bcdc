// Every word that an order may have, in one table that the compiler makes. Internal to guard/.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "guard/classes.h"
#include "guard/phrase_set.h"
#include "guard/phrases.h"
#include "guard/sayings.h"

namespace loci::guard {

static_assert(kPhrases.size() <= PhraseSet::kMost);
static_assert(std::is_sorted(kSayings.begin(), kSayings.end()));

// Of a word's length, its first four bytes, its last two and the one in its middle.
constexpr std::uint32_t word_hash(std::string_view word) {
  const std::size_t last = word.size() - 1;
  const auto byte = [&](std::size_t at) {
    return static_cast<std::uint32_t>(byte_of(word[std::min(at, last)]));
  };
  const std::uint32_t head = byte(0) | byte(1) << 8U | byte(2) << 16U | byte(3) << 24U;
  const std::uint32_t tail = byte(last) | byte(last - (last > 0 ? 1 : 0)) << 8U |
                             byte(word.size() / 2) << 16U | static_cast<std::uint32_t>(last) << 24U;
  const std::uint32_t hash = head * 0x9E3779B1U ^ tail * 0x85EBCA6BU;
  return hash ^ hash >> 15U;
}

// Where a word stands in kPhrases: which phrases have it, for each of their parts.
constexpr std::size_t kParts = 4;
using Roles = std::array<PhraseSet, kParts>;
struct Listed {
  std::string_view word;
  Roles roles{};
  std::uint16_t first_saying = 0;  // of those that begin with it
  std::uint16_t sayings = 0;       // how many
  bool negates = false;            // "never ignore …" is no order
  bool urges = false;              // "and send …", "please send …" is one
  bool moved = false;              // "vafgehpgvbaf": its letters are moved by thirteen
  bool turned = false;             // "snoitcurtsni": it is written backwards
};

// A table with open addressing, made by the compiler.
struct WordTable {
  static constexpr std::size_t kSize = 4096;
  static constexpr std::size_t kMostWords = 1700;
  std::array<std::uint16_t, kSize> slots{};  // one more than the number of a word
  std::array<Listed, kMostWords> words{};
  std::size_t count = 0;
  std::array<std::uint32_t, 256> lengths{};  // by first letter: which lengths there are

  constexpr Listed& put(std::string_view word) {
    std::size_t at = word_hash(word) % kSize;
    while (slots[at] != 0 && words[slots[at] - 1U].word != word) at = (at + 1) % kSize;
    if (slots[at] == 0) {
      words.at(count).word = word;
      slots[at] = static_cast<std::uint16_t>(++count);
      lengths[byte_of(word.front())] |= 1U << word.size();
    }
    return words[slots[at] - 1U];
  }
  [[nodiscard]] const Listed* find(std::string_view word) const {
    if (word.size() >= 32 || (lengths[byte_of(word.front())] & (1U << word.size())) == 0) {
      return nullptr;
    }
    for (std::size_t at = word_hash(word) % kSize; slots[at] != 0; at = (at + 1) % kSize) {
      const Listed& listed = words[slots[at] - 1U];
      if (listed.word == word) return &listed;
    }
    return nullptr;
  }
};

constexpr WordTable make_words() {
  WordTable table;
  for (std::size_t phrase = 0; phrase < kPhrases.size(); ++phrase) {
    const std::array parts{kPhrases[phrase].verbs, kPhrases[phrase].which, kPhrases[phrase].what,
                           kPhrases[phrase].also};
    for (std::size_t part = 0; part < parts.size(); ++part) {
      each_listed(parts[part],
                  [&](std::string_view word) { table.put(word).roles[part].put(phrase); });
    }
  }
  for (std::size_t i = 0; i < kSayings.size(); ++i) {
    Listed& listed = table.put(kSayings[i].substr(0, kSayings[i].find(' ')));
    if (listed.sayings == 0) listed.first_saying = static_cast<std::uint16_t>(i);
    ++listed.sayings;
  }
  for (const std::string_view word : {"not", "never", "don", "dont", "we", "they", "it"}) {
    table.put(word).negates = true;
  }
  for (const std::string_view word :
       {"and", "then", "please", "must", "always", "now", "also", "immediately", "instead", "just",
        "should", "or", "first", "silently", "quietly", "secretly", "kindly"}) {
    table.put(word).urges = true;
  }
  for (const std::string_view word : {"vafgehpgvbaf", "vafgehpgvba", "cebzcg", "thvqryvarf"}) {
    table.put(word).moved = true;
  }
  for (const std::string_view word : {"snoitcurtsni", "noitcurtsni", "tpmorp", "senilediug"}) {
    table.put(word).turned = true;
  }
  return table;
}
inline constexpr WordTable kWordTable = make_words();

template <typename Is>
constexpr PhraseSet phrases_that(Is is) {
  PhraseSet phrases;
  for (std::size_t i = 0; i < kPhrases.size(); ++i) {
    if (is(kPhrases[i])) phrases.put(i);
  }
  return phrases;
}
inline constexpr PhraseSet kAnyOrder =
    phrases_that([](const Phrase& one) { return one.order == WordOrder::Any; });
inline constexpr PhraseSet kCommandOrder =
    phrases_that([](const Phrase& one) { return one.order == WordOrder::Command; });
inline constexpr PhraseSet kWithoutAlso =
    phrases_that([](const Phrase& one) { return one.also.empty(); });

// Which three small letters a word of the table begins with.
constexpr std::size_t triple(char a, char b, char c) {
  return static_cast<std::size_t>(a - 'a') * 676 + static_cast<std::size_t>(b - 'a') * 26 +
         static_cast<std::size_t>(c - 'a');
}
inline constexpr std::array<bool, 26 * 26 * 26> kTriples = [] {
  std::array<bool, 26 * 26 * 26> are{};
  const auto add = [&](std::string_view word) {
    const bool letters =
        word.size() > 2 && is_lower(word[0]) && is_lower(word[1]) && is_lower(word[2]);
    if (letters) are[triple(word[0], word[1], word[2])] = true;
  };
  for (std::size_t i = 0; i < kWordTable.count; ++i) add(kWordTable.words[i].word);
  return are;
}();

}  // namespace loci::guard
