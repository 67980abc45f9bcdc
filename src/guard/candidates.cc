#include "guard/candidates.h"

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace loci::guard {

Sieve::Sieve(std::span<Matcher* const> matchers) {
  unsigned width = 0;
  for (unsigned i = 0; i < matchers.size(); ++i) {
    const Filter& filter = matchers[i]->filter();
    if (width + filter.width > owners_.size()) std::abort();  // a matcher too many, in any text
    for (std::size_t c = 0; c < rows_.size(); ++c) {
      rows_[c].before |= filter.before[c] << width;
      rows_[c].here |= filter.here[c] << width;
      rows_[c].next |= filter.next[c] << width;
      rows_[c].third |= filter.third[c] << width;
    }
    std::fill_n(owners_.begin() + width, filter.width, i);
    width += filter.width;
  }
}

// Reads a text byte by byte and knows which kinds may have begun one, two and three bytes ago.
struct Sieve::Reader {
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

void match_all(std::string_view text, std::span<Matcher* const> matchers, const Sieve& sieve) {
  struct Place {
    std::uint64_t at;
    Kinds kinds;
  };
  const auto& rows = sieve.rows_;
  const auto& owners = sieve.owners_;
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
  Sieve::Reader reader;
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
