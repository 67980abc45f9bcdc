// Lines as numbers, equal ones the same: comparing, counting and hashing them is most of the work
// of everything that lays texts over each other.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace loci {

using LineNumbers = std::vector<std::uint32_t>;

// Gives each different line the next number, over as many texts as it is asked about. The lines
// must outlive it.
class LineNumbering {
 public:
  explicit LineNumbering(std::size_t expected = 0);

  [[nodiscard]] std::uint32_t number(std::string_view line);
  [[nodiscard]] LineNumbers numbers(const std::vector<std::string_view>& lines);
  [[nodiscard]] std::size_t count() const { return lines_.size(); }
  [[nodiscard]] std::string_view line(std::uint32_t number) const { return lines_[number]; }

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t next = 0;  // the number and 1; 0: free
  };
  void grow();

  std::vector<Slot> slots_;  // a power of two, at most half of them taken
  std::vector<std::string_view> lines_;
};

}  // namespace loci
