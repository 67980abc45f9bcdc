// Notes and queries that are the same on every machine: words of a made-up
// vocabulary, as common as words are (Zipf's law).

#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace loci::bench {

class MadeNotes {
 public:
  explicit MadeNotes(std::uint64_t seed = 4);

  // About 120 words in two sections, with a frontmatter; number after number.
  [[nodiscard]] std::string next_note();
  // 3 to 12 words, as common as those of notes.
  [[nodiscard]] std::vector<std::string> queries(int count);

  // Writes notes to `directory`, unless it has that many from an earlier run.
  static void write(const std::string& directory, int notes);
  [[nodiscard]] static std::string file_name(int number);

 private:
  [[nodiscard]] const std::string& word();
  void add_words(std::string& text, int count);

  std::mt19937_64 random_;
  std::vector<std::string> vocabulary_;
  std::vector<double> sums_;  // of how common the first words are
  int number_ = 0;
};

}  // namespace loci::bench
