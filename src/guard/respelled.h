// What a text says once it is decoded. Internal to guard/.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "guard/findings.h"

namespace loci::guard {

// Lines with percent signs ("ignore%20all"), references ("&#105;gnore"), escapes ("\u0069gnore"),
// letters moved by thirteen ("vtaber") and lines written backwards, each as it reads. Each line is
// decoded once for each way.
class Respelled {
 public:
  explicit Respelled(std::string_view text);
  // The lines that a sign tells.
  void read_signs();
  // Those that a word tells, which stands there with its letters moved or turned.
  void read_words(const std::vector<std::size_t>& moved, const std::vector<std::size_t>& turned);

  [[nodiscard]] bool is_empty() const { return lines_.empty(); }
  [[nodiscard]] const std::string& text() const { return read_; }
  // Where a line of it stands in the text that was read.
  [[nodiscard]] std::size_t line_of(std::size_t line) const {
    return lines_[std::min(line, lines_.size()) - 1];
  }

 private:
  void take_line(std::size_t at, std::string (*read)(std::string_view));

  std::string_view text_;
  Lines line_{text_};
  std::size_t until_ = 0;  // read so far in one way
  std::string read_;
  std::vector<std::size_t> lines_;
};

}  // namespace loci::guard
