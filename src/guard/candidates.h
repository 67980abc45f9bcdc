// Where a matcher has to look: most bytes of a text begin nothing. Internal to guard/.
//
// A filter has tables of what may stand at a place, before it and in the two places behind it.
// Each bit is one kind of beginning; a place counts when a bit is set in all four. All matchers
// of a text share one pass, whose loop has no branch that depends on the text: random bytes cost
// no more than prose.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "guard/classes.h"

namespace loci::guard {

using Kinds = std::uint64_t;
using KindTable = std::array<Kinds, 256>;

struct Filter {
  KindTable before{}, here{}, next{}, third{};
  unsigned width = 0;  // bits that it uses, from the lowest
};

// Lets every byte that `is_one` takes count for the kinds.
template <typename IsOne>
constexpr void let(KindTable& table, Kinds kinds, IsOne is_one) {
  for (std::size_t c = 0; c < table.size(); ++c) {
    if (is_one(static_cast<char>(c))) table[c] |= kinds;
  }
}
constexpr bool any_byte(char /*c*/) { return true; }

// Looks for something of its own in a text, at the places that its filter lets count.
class Matcher {
 public:
  Matcher() = default;
  Matcher(const Matcher&) = delete;
  Matcher& operator=(const Matcher&) = delete;
  virtual ~Matcher() = default;
  [[nodiscard]] virtual const Filter& filter() const = 0;
  virtual void look(std::size_t at) = 0;
};

// The filters of matchers that look together, as one. Made once for all texts: it takes longer
// than a pass over a note.
class Sieve {
 public:
  explicit Sieve(std::span<Matcher* const> matchers);

 private:
  friend void match_all(std::string_view text, std::span<Matcher* const> matchers,
                        const Sieve& sieve);
  // What the filters say of a byte.
  struct Row {
    Kinds before = 0, here = 0, next = 0, third = 0;
  };
  struct Reader;

  std::array<Row, 256> rows_{};
  std::array<unsigned, 64> owners_{};  // whose a bit is
};

// Each matcher looks at its places, in order. The sieve is that of these matchers.
void match_all(std::string_view text, std::span<Matcher* const> matchers, const Sieve& sieve);

}  // namespace loci::guard
