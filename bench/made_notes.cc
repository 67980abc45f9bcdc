#include "made_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "search/embedder.h"
#include "search/words.h"

namespace loci::bench {
namespace {

constexpr int kVocabulary = 50'000;

// Syllables; no word is made twice.
std::string made_word(std::uint64_t state) {
  static constexpr char kConsonants[] = "bcdfghklmnprstvz";
  static constexpr char kVowels[] = "aeiou";
  const int letters = 3 + static_cast<int>(state % 7);
  std::string word;
  for (int i = 0; i < letters; ++i) {
    state = state * 6'364'136'223'846'793'005U + 1'442'695'040'888'963'407U;
    word += i % 2 == 0 ? kConsonants[(state >> 33U) % 16] : kVowels[(state >> 33U) % 5];
  }
  return word;
}

// Those that the table of words has whole.
std::vector<std::string> real_words() {
  std::vector<std::string> words;
  for (search::Embedder::Piece piece = 0; piece < 30'000; ++piece) {
    const std::string_view letters = search::Embedder::built_in()->letters(piece);
    const bool plain =
        letters.size() > 2 &&
        std::all_of(letters.begin(), letters.end(), [](char c) { return c >= 'a' && c <= 'z'; });
    if (plain && !search::is_stop_word(letters)) words.emplace_back(letters);
  }
  return words;
}

}  // namespace

MadeNotes::MadeNotes(std::uint64_t seed) : random_(seed) {
  std::mt19937_64 letters(7);
  std::set<std::string> taken;
  double sum = 0;
  std::vector<std::string> real = real_words();
  std::shuffle(real.begin(), real.end(), letters);
  while (vocabulary_.size() < kVocabulary) {
    // Two of three are words that mean something.
    const bool is_real = !real.empty() && vocabulary_.size() % 3 != 2;
    std::string made = is_real ? real.back() : made_word(letters());
    if (is_real) real.pop_back();
    if (!taken.insert(made).second) continue;
    vocabulary_.push_back(std::move(made));
    sum += 1.0 / static_cast<double>(vocabulary_.size());
    sums_.push_back(sum);
  }
}

const std::string& MadeNotes::word() {
  const double at = std::uniform_real_distribution<double>(0, sums_.back())(random_);
  const auto found = std::lower_bound(sums_.begin(), sums_.end(), at) - sums_.begin();
  return vocabulary_[static_cast<std::size_t>(std::min<std::ptrdiff_t>(found, kVocabulary - 1))];
}

void MadeNotes::add_words(std::string& text, int count) {
  for (int i = 0; i < count; ++i) {
    text += word();
    text += i + 1 == count ? "\n" : i % 14 == 13 ? ".\n" : " ";
  }
}

std::string MadeNotes::next_note() {
  std::string text = fmt::format("---\nname: {} {} {}\ndescription: ", word(), word(), number_++);
  add_words(text, 6);
  text += "type: project\n---\n\n";
  for (int section = 0; section < 2; ++section) {
    text += "## ";
    add_words(text, 2);
    text += "\n";
    add_words(text, 52);
    text += "\n";
  }
  return text;
}

std::vector<std::string> MadeNotes::queries(int count) {
  std::vector<std::string> queries;
  for (int i = 0; i < count; ++i) {
    std::string text;
    const auto words = 3 + random_() % 10;
    for (std::uint64_t k = 0; k < words; ++k) text += word() + " ";
    queries.push_back(std::move(text));
  }
  return queries;
}

std::string MadeNotes::file_name(int number) { return fmt::format("note-{:06}.md", number); }

void MadeNotes::write(const std::string& directory, int notes) {
  namespace files = std::filesystem;
  if (files::exists(directory + "/.complete")) return;
  files::remove_all(directory);
  files::create_directories(directory);
  MadeNotes made;
  for (int i = 0; i < notes; ++i) {
    std::ofstream(directory + "/" + file_name(i), std::ios::binary) << made.next_note();
  }
  std::ofstream(directory + "/.complete") << notes << "\n";
}

}  // namespace loci::bench
