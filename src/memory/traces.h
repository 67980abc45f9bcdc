// How parts of a note are told apart from other text, in files that hold some of it:
// by its lines, its description, and the words somebody searched for. Pure.

#pragma once

#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace loci::memory {

class Traces {
 public:
  // Traces of `texts`, less whatever is in `others` as well.
  Traces(const std::vector<std::string>& texts, const std::vector<std::string>& others);

  // Whether `text` has one of the note's lines as a whole line, or its description
  // anywhere. Lines of less than six bytes do not count.
  [[nodiscard]] bool in(std::string_view text) const;
  // Whether one of the words, of three bytes or more, is in it: also as search takes
  // words, in whatever form and with whatever accents.
  [[nodiscard]] bool share_a_word(std::string_view query) const;

 private:
  std::unordered_set<std::string> lines_;  // without white space and marks around them
  std::vector<std::string> phrases_;
  std::string all_;
};

}  // namespace loci::memory
