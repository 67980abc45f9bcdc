// The sections a word stands in, and how much it says about each (impact.h).
//
// Postings come in blocks of 128. In front of them stands one entry a block: the
// last section of it, its greatest impact, and where it begins. So a reader
// skips blocks without touching them, and may look up one section in a block
// without decoding the rest: sections are stored as distances from the block's
// first, in one, two or four bytes each.
//
//   postings = entry{blocks} block{blocks}
//   entry    = last:u32 (offset:24 greatest:8):u32
//   block    = distance{count} impact:u8{count}
//
// Numbers are little-endian. Every block is checked against the bytes that are
// there when it is looked at; a bad one is empty.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace loci::search {

inline constexpr std::uint32_t kBlock = 128;
// What 24 bits of offset can reach; a segment has no more sections.
inline constexpr std::uint32_t kMostSections = std::uint32_t{1} << 21U;

struct Posting {
  std::uint32_t section;
  std::uint8_t impact;
};

// One block, in place.
struct Block {
  std::uint32_t base = 0;  // distances count from here
  std::uint32_t last = 0;
  std::uint32_t count = 0;
  std::uint8_t width = 1;  // bytes of a distance
  std::uint8_t greatest = 0;
  const unsigned char* distances = nullptr;
  const unsigned char* impacts = nullptr;

  [[nodiscard]] std::uint32_t section(std::uint32_t i) const;
  // The impact on a section, 0 when it is not in the block.
  [[nodiscard]] std::uint8_t find(std::uint32_t section) const;
  // The first place whose section is not before `section`; `count` when none is.
  [[nodiscard]] std::uint32_t lower_bound(std::uint32_t section) const;
};

class PostingList {
 public:
  PostingList() = default;
  PostingList(std::string_view bytes, std::uint32_t count) : bytes_(bytes), count_(count) {}

  [[nodiscard]] std::uint32_t count() const { return count_; }
  [[nodiscard]] std::uint32_t blocks() const { return (count_ + kBlock - 1) / kBlock; }
  // What an entry says: no block is touched.
  [[nodiscard]] std::uint32_t last_of(std::uint32_t block) const;
  [[nodiscard]] std::uint8_t greatest_of(std::uint32_t block) const;
  [[nodiscard]] Block block(std::uint32_t index) const;
  // The first block at or behind `from` that may hold `section` or a later one.
  [[nodiscard]] std::uint32_t block_for(std::uint32_t section, std::uint32_t from) const;

 private:
  std::string_view bytes_;
  std::uint32_t count_ = 0;
};

// Adds the bytes of a list to `bytes`; sections ascend.
void append_postings(std::span<const Posting> postings, std::string& bytes);

}  // namespace loci::search
