#include "search/postings.h"

#include <algorithm>
#include <array>
#include <bit>

#include "search/bytes.h"

namespace loci::search {
namespace {

constexpr std::size_t kEntryBytes = 8;

// How a block of `count` sections over `span` of them is stored.
std::uint8_t width_for(std::uint32_t span, std::uint32_t count) {
  if (span < count * 4) return 0;
  if (span < 0x100U) return 1;
  return span < 0x10000U ? 2 : 4;
}

std::size_t size_of(std::uint8_t width, std::uint32_t span, std::uint32_t count) {
  return width == 0 ? std::size_t{span} + 1 : std::size_t{count} * (width + 1U);
}

template <typename T>
std::uint32_t place_of(const unsigned char* distances, std::uint32_t count, std::uint32_t wanted) {
  std::uint32_t first = 0;
  while (count > 0) {  // without a branch that depends on what is read
    const std::uint32_t half = count / 2;
    const bool before = load<T>(distances + (first + half) * sizeof(T)) < wanted;
    first = before ? first + half + 1 : first;
    count = before ? count - half - 1 : half;
  }
  return first;
}

// The same for a whole block of two bytes each, by far the most: which quarter,
// and then how many of it are before, eight at a time.
std::uint32_t place_in_full(const unsigned char* distances, std::uint16_t wanted) {
  using Eight = std::uint16_t __attribute__((vector_size(16)));
  constexpr std::uint32_t kQuarter = kBlock / 4;
  const auto at = [distances](std::uint32_t i) {
    return load<std::uint16_t>(distances + std::size_t{i} * 2);
  };
  std::uint32_t first = at(2 * kQuarter - 1) < wanted ? 2 * kQuarter : 0;
  first += at(first + kQuarter - 1) < wanted ? kQuarter : 0;
  Eight before = {};
  for (std::uint32_t i = 0; i < kQuarter; i += 8) {
    const auto some = load<Eight>(distances + std::size_t{first + i} * 2);
    before -= static_cast<Eight>(some < wanted);
  }
  std::uint32_t sum = first;
  for (int i = 0; i < 8; ++i) sum += before[i];
  return sum;
}

}  // namespace

std::uint32_t Block::lower_bound(std::uint32_t section) const {
  if (section <= base) return 0;
  if (section > last) return count;
  const std::uint32_t wanted = section - base;
  switch (width) {
    case 1:
      return place_of<std::uint8_t>(distances, count, wanted);
    case 2:
      return count == kBlock ? place_in_full(distances, static_cast<std::uint16_t>(wanted))
                             : place_of<std::uint16_t>(distances, count, wanted);
    default:
      return place_of<std::uint32_t>(distances, count, wanted);
  }
}

std::uint32_t Block::section_at(std::uint32_t place) const {
  const unsigned char* distance = distances + std::size_t{place} * width;
  return base + (width == 2   ? load<std::uint16_t>(distance)
                 : width == 1 ? *distance
                              : load<std::uint32_t>(distance));
}

// Nearly all are below the bar: sixteen at a time.
std::uint32_t Block::next_above(std::uint32_t from, std::uint32_t to, std::uint8_t bar) const {
  using Sixteen = unsigned char __attribute__((vector_size(16)));
  for (; to - from >= sizeof(Sixteen) && from < to; from += sizeof(Sixteen)) {
    const auto above = load<Sixteen>(impacts + from) > bar;
    const auto halves = load<std::array<std::uint64_t, 2>>(&above);
    if (halves[0] != 0) return from + static_cast<std::uint32_t>(std::countr_zero(halves[0])) / 8;
    if (halves[1] != 0)
      return from + 8 + static_cast<std::uint32_t>(std::countr_zero(halves[1])) / 8;
  }
  while (from < to && impacts[from] <= bar) ++from;
  return from;
}

std::uint8_t Block::find(std::uint32_t section) const {
  if (count == 0 || section < base || section > last) return 0;
  if (width == 0) return impacts[section - base];
  const std::uint32_t at = lower_bound(section);
  return at < count && section_at(at) == section ? impacts[at] : 0;
}

std::uint32_t PostingList::last_of(std::uint32_t block) const {
  const std::size_t at = std::size_t{block} * kEntryBytes;
  return at + kEntryBytes <= bytes_.size() ? load<std::uint32_t>(bytes_.data() + at) : 0;
}

std::uint8_t PostingList::greatest_of(std::uint32_t block) const {
  const std::size_t at = std::size_t{block} * kEntryBytes;
  return at + kEntryBytes <= bytes_.size() ? static_cast<std::uint8_t>(bytes_[at + 4]) : 0;
}

Block PostingList::block(std::uint32_t index) const {
  const std::size_t entry = std::size_t{index} * kEntryBytes;
  const std::size_t first_block = std::size_t{blocks()} * kEntryBytes;
  if (index >= blocks() || first_block > bytes_.size()) return {};
  Block found;
  found.base = index == 0 ? 0 : last_of(index - 1) + 1;
  found.last = last_of(index);
  const auto place = load<std::uint32_t>(bytes_.data() + entry + 4);
  found.greatest = static_cast<std::uint8_t>(place);
  const std::uint32_t count = std::min(kBlock, count_ - index * kBlock);
  if (found.last < found.base) return {};
  const std::uint32_t span = found.last - found.base;
  found.width = width_for(span, count);
  const std::size_t begin = first_block + (place >> 8U);
  const std::size_t size = size_of(found.width, span, count);
  if (begin > bytes_.size() || size > bytes_.size() - begin) return {};
  found.count = count;
  found.distances = reinterpret_cast<const unsigned char*>(bytes_.data()) + begin;
  found.impacts = found.distances + std::size_t{count} * found.width;
  return found;
}

std::uint32_t PostingList::block_for(std::uint32_t section, std::uint32_t from) const {
  const std::uint32_t end = blocks();
  std::uint32_t step = 1;
  while (from + step < end && last_of(from + step - 1) < section) {  // gallop, then halve
    from += step;
    step *= 2;
  }
  std::uint32_t high = std::min(from + step, end);
  while (from < high) {
    const std::uint32_t middle = from + (high - from) / 2;
    if (last_of(middle) < section) {
      from = middle + 1;
    } else {
      high = middle;
    }
  }
  return from;
}

void append_postings(std::span<const Posting> postings, std::string& bytes) {
  const std::size_t blocks = (postings.size() + kBlock - 1) / kBlock;
  std::size_t entry = bytes.size();
  bytes.resize(bytes.size() + blocks * kEntryBytes);
  const std::size_t first_block = bytes.size();
  std::uint32_t base = 0;
  for (std::size_t begin = 0; begin < postings.size(); begin += kBlock, entry += kEntryBytes) {
    const auto block =
        postings.subspan(begin, std::min<std::size_t>(kBlock, postings.size() - begin));
    const std::uint32_t last = block.back().section;
    const auto count = static_cast<std::uint32_t>(block.size());
    const std::uint8_t width = width_for(last - base, count);
    const std::size_t offset = bytes.size() - first_block;
    bytes.resize(bytes.size() + size_of(width, last - base, count));
    char* to = bytes.data() + first_block + offset;
    std::uint8_t greatest = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint32_t distance = block[i].section - base;
      greatest = std::max(greatest, block[i].impact);
      if (width == 0) {
        to[distance] = static_cast<char>(block[i].impact);
      } else {
        std::memcpy(to + std::size_t{i} * width, &distance, width);
        to[std::size_t{count} * width + i] = static_cast<char>(block[i].impact);
      }
    }
    const std::uint32_t place = static_cast<std::uint32_t>(offset) << 8U | greatest;
    std::memcpy(bytes.data() + entry, &last, sizeof last);
    std::memcpy(bytes.data() + entry + 4, &place, sizeof place);
    base = last + 1;
  }
}

}  // namespace loci::search
