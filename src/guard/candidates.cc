#include "guard/candidates.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace loci::guard {
namespace {

// What the filters of all matchers say of a byte.
struct Row {
  Kinds before = 0, here = 0, next = 0, third = 0;
};
using Rows = std::array<Row, 256>;

void add_filter(Row& row, const Filter& filter, std::size_t c, unsigned shift) {
  row.before |= filter.before[c] << shift;
  row.here |= filter.here[c] << shift;
  row.next |= filter.next[c] << shift;
  row.third |= filter.third[c] << shift;
}

// The bytes whose rows are looked at: all, or for a line of a note those that it has. Most
// texts that are scanned are lines, and then the rows cost more than the text.
std::span<const unsigned char> bytes_of(std::string_view text,
                                        std::array<unsigned char, 256>& bytes) {
  std::array<bool, 256> has{};
  if (text.size() >= has.size()) {
    has.fill(true);
  } else {
    has['\n'] = true;  // stands outside of the text
    for (const char c : text) has[byte_of(c)] = true;
  }
  std::size_t count = 0;
  for (std::size_t c = 0; c < has.size(); ++c) {
    if (has[c]) bytes[count++] = static_cast<unsigned char>(c);
  }
  return {bytes.data(), count};
}

// Reads a text byte by byte and knows which kinds may have begun one, two and three bytes ago.
struct Reader {
  Kinds after_before = 0, after_here = 0, after_next = 0;
  // The kinds that begin two bytes before `row`'s.
  Kinds read(const Row& row) {
    const Kinds complete = after_next & row.third;
    after_next = after_here & row.next;
    after_here = after_before & row.here;
    after_before = row.before;
    return complete;
  }
};

}  // namespace

void match_all(std::string_view text, std::span<Matcher* const> matchers) {
  struct Place {
    std::uint64_t at;
    Kinds kinds;
  };
  Rows rows;
  std::array<unsigned char, 256> storage;
  const std::span<const unsigned char> bytes = bytes_of(text, storage);
  std::array<unsigned, 64> owners{};
  unsigned width = 0;
  for (unsigned i = 0; i < matchers.size(); ++i) {
    const Filter& filter = matchers[i]->filter();
    if (width + filter.width > owners.size()) std::abort();  // a matcher too many, in any text
    for (const unsigned char c : bytes) add_filter(rows[c], filter, c, width);
    std::fill_n(owners.begin() + width, filter.width, i);
    width += filter.width;
  }
  const auto look = [&](std::size_t at, Kinds kinds) {
    while (kinds != 0) {
      const unsigned owner = owners[static_cast<std::size_t>(std::countr_zero(kinds))];
      matchers[owner]->look(at);
      while (kinds != 0 && owners[static_cast<std::size_t>(std::countr_zero(kinds))] == owner) {
        kinds &= kinds - 1;
      }
    }
  };
  constexpr std::size_t kBlock = 512;
  std::array<Place, kBlock> places;
  Reader reader;
  // Outside of the text there are line feeds.
  reader.read(rows['\n']);
  const std::size_t end = text.size() + 2;
  for (std::size_t begin = 0; begin < end; begin += kBlock) {
    std::size_t count = 0;
    const std::size_t most = std::min(text.size(), begin + kBlock);
    std::size_t i = begin;
    for (; i < most; ++i) {
      const Kinds kinds = reader.read(rows[byte_of(text[i])]);
      places[count] = {i - 2, kinds};
      count += kinds != 0 ? 1 : 0;
    }
    for (std::size_t k = 0; k < count; ++k) look(places[k].at, places[k].kinds);
    for (; i < std::min(end, begin + kBlock); ++i) {
      if (const Kinds kinds = reader.read(rows['\n'])) look(i - 2, kinds);
    }
  }
}

}  // namespace loci::guard
