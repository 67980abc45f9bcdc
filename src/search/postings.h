// The sections a word stands in, and how much it says about each (impact.h).
//
// Postings come in blocks of 128. In front of them stands one entry a block: the
// last section of it, its greatest impact, and where it begins. So a reader
// skips blocks without touching them, and may look up one section in a block
// without decoding the rest: sections are stored as distances from the block's
// first, in one, two or four bytes each; or, where every fourth section or more
// has the word, as an impact for each section from first to last, 0 for none.
//
//   postings = entry{blocks} block{blocks}
//   entry    = last:u32 (offset:24 greatest:8):u32
//   block    = distance{count} impact:u8{count} | impact:u8{last - first + 1}
//
// Numbers are little-endian. Every block is checked against the bytes that are
// there when it is looked at; a bad one is empty.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "search/bytes.h"

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
  std::uint8_t width = 1;  // bytes of a distance; 0: an impact for each section
  std::uint8_t greatest = 0;
  const unsigned char* distances = nullptr;
  const unsigned char* impacts = nullptr;

  // The impact on a section, 0 when it is not in the block.
  [[nodiscard]] std::uint8_t find(std::uint32_t section) const;
  // The sections of [begin, end) that are in the block, ascending.
  template <typename Use>
  void visit(std::uint32_t begin, std::uint32_t end, Use use) const;
  // Those of them on which the impact is above `bar`; `use` answers the bar from there on.
  template <typename Use>
  void visit_above(std::uint32_t begin, std::uint32_t end, std::uint8_t bar, Use use) const;

 private:
  // The first place whose section is not before `section`; `count` when none is.
  [[nodiscard]] std::uint32_t lower_bound(std::uint32_t section) const;
  // The section of a place, where there is a distance.
  [[nodiscard]] std::uint32_t section_at(std::uint32_t place) const;
  // The first of the impacts [from, to) that is above `bar`; `to` when none is.
  [[nodiscard]] std::uint32_t next_above(std::uint32_t from, std::uint32_t to,
                                         std::uint8_t bar) const;
  template <typename Distance, typename Use>
  void visit_from(std::uint32_t from, std::uint32_t begin, std::uint32_t end, Use& use) const;
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

// Every posting of a list.
template <typename Use>
void visit_all(const PostingList& postings, Use use) {
  for (std::uint32_t index = 0; index < postings.blocks(); ++index) {
    postings.block(index).visit(0, ~std::uint32_t{0}, use);
  }
}

// Adds the bytes of a list to `bytes`; sections ascend.
void append_postings(std::span<const Posting> postings, std::string& bytes);

template <typename Distance, typename Use>
void Block::visit_from(std::uint32_t from, std::uint32_t begin, std::uint32_t end, Use& use) const {
  const unsigned char* distance = distances + std::size_t{from} * sizeof(Distance);
  for (std::uint32_t i = from; i < count; ++i, distance += sizeof(Distance)) {
    const std::uint32_t section = base + load<Distance>(distance);
    if (section >= end) break;
    if (section >= begin) use(section, impacts[i]);  // always, unless it is damaged
  }
}

template <typename Use>
void Block::visit_above(std::uint32_t begin, std::uint32_t end, std::uint8_t bar, Use use) const {
  if (count == 0 || begin > last || end <= base) return;
  const std::uint32_t first = begin > base ? begin - base : 0;
  const std::uint32_t stop = end - base <= last - base ? end - base : last - base + 1;
  const std::uint32_t to = width == 0 ? stop : count;
  std::uint32_t at = width == 0 ? first : begin > base ? lower_bound(begin) : 0;
  for (at = next_above(at, to, bar); at < to; at = next_above(at + 1, to, bar)) {
    const std::uint32_t section = width == 0 ? base + at : section_at(at);
    if (section >= end) return;
    if (section >= begin) bar = use(section, impacts[at]);  // always, unless it is damaged
  }
}

template <typename Use>
void Block::visit(std::uint32_t begin, std::uint32_t end, Use use) const {
  if (count == 0 || begin > last || end <= base) return;
  if (width == 0) {
    const std::uint32_t stop = end - base <= last - base ? end - base : last - base + 1;
    for (std::uint32_t at = begin > base ? begin - base : 0; at < stop; ++at) {
      if (impacts[at] != 0) use(base + at, impacts[at]);
    }
    return;
  }
  const std::uint32_t from = begin > base ? lower_bound(begin) : 0;
  if (width == 1) visit_from<std::uint8_t>(from, begin, end, use);
  if (width == 2) visit_from<std::uint16_t>(from, begin, end, use);
  if (width == 4) visit_from<std::uint32_t>(from, begin, end, use);
}

}  // namespace loci::search
