#include "search/postings.h"

#include <algorithm>

#include "search/bytes.h"

namespace loci::search {
namespace {

constexpr std::size_t kEntryBytes = 8;

std::uint8_t width_for(std::uint32_t span) {
  if (span < 0x100U) return 1;
  return span < 0x10000U ? 2 : 4;
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

}  // namespace

std::uint32_t Block::section(std::uint32_t i) const {
  switch (width) {
    case 1:
      return base + distances[i];
    case 2:
      return base + load<std::uint16_t>(distances + std::size_t{i} * 2);
    default:
      return base + load<std::uint32_t>(distances + std::size_t{i} * 4);
  }
}

std::uint32_t Block::lower_bound(std::uint32_t section) const {
  if (section <= base) return 0;
  if (section > last) return count;
  const std::uint32_t wanted = section - base;
  switch (width) {
    case 1:
      return place_of<std::uint8_t>(distances, count, wanted);
    case 2:
      return place_of<std::uint16_t>(distances, count, wanted);
    default:
      return place_of<std::uint32_t>(distances, count, wanted);
  }
}

std::uint8_t Block::find(std::uint32_t wanted) const {
  const std::uint32_t at = lower_bound(wanted);
  return at < count && section(at) == wanted ? impacts[at] : 0;
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
  found.width = width_for(found.last - found.base);
  const std::size_t begin = first_block + (place >> 8U);
  const std::size_t size = std::size_t{count} * (found.width + 1U);
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
    const std::uint8_t width = width_for(last - base);
    const std::size_t offset = bytes.size() - first_block;
    std::uint8_t greatest = 0;
    for (const Posting& posting : block) {
      const std::uint32_t distance = posting.section - base;
      bytes.append(reinterpret_cast<const char*>(&distance), width);
      greatest = std::max(greatest, posting.impact);
    }
    for (const Posting& posting : block) bytes += static_cast<char>(posting.impact);
    const std::uint32_t place = static_cast<std::uint32_t>(offset) << 8U | greatest;
    std::memcpy(bytes.data() + entry, &last, sizeof last);
    std::memcpy(bytes.data() + entry + 4, &place, sizeof place);
    base = last + 1;
  }
}

}  // namespace loci::search
