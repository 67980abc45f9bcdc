// Strings numbered in the order they are first seen. Internal to search/: the
// one loop through which every word of every note goes when a segment is built.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loci::search {

class Interner {
 public:
  Interner();

  // The number of `text`, and whether it is new.
  struct Interned {
    std::uint32_t number;
    bool fresh;
  };
  [[nodiscard]] Interned intern(std::string_view text);

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size()); }
  [[nodiscard]] std::string_view at(std::uint32_t number) const;
  // The numbers, sorted by their strings.
  [[nodiscard]] std::vector<std::uint32_t> sorted() const;

 private:
  // Most words have at most seven letters: those are compared by what stands here.
  struct Slot {
    std::uint64_t letters = 0;  // the first eight
    std::uint32_t hash = 0;
    std::uint32_t number = kFree;
  };
  static constexpr std::uint32_t kFree = 0xFFFFFFFFU;

  void grow();

  std::vector<Slot> slots_;
  std::vector<std::uint64_t> ends_;
  std::string letters_;
};

}  // namespace loci::search
