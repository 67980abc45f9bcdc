#include "guard/makeup.h"

#include <algorithm>

namespace loci::guard {
namespace {

enum ByteKind : std::uint8_t { OtherByte, LowerByte, UpperByte, DigitByte, SymbolByte, DashByte };
constexpr std::array<std::uint8_t, 256> kByteKinds = [] {
  std::array<std::uint8_t, 256> kinds{};
  for (std::size_t i = 0; i < 128; ++i) {
    const char c = static_cast<char>(i);
    if (is_lower(c)) kinds[i] = LowerByte;
    if (is_upper(c)) kinds[i] = UpperByte;
    if (is_digit(c)) kinds[i] = DigitByte;
  }
  for (const char c : std::string_view("!@#$%^&*?+=")) kinds[byte_of(c)] = SymbolByte;
  for (const char c : std::string_view("-_.")) kinds[byte_of(c)] = DashByte;
  return kinds;
}();

constexpr std::array<bool, 256> kConsonants = [] {
  std::array<bool, 256> are{};
  for (std::size_t i = 0; i < 128; ++i) {
    const char c = to_lower(static_cast<char>(i));
    are[i] = is_lower(c) && std::string_view("aeiouy").find(c) == std::string_view::npos;
  }
  return are;
}();

// Letters that no word has side by side, or hardly one.
constexpr std::array<bool, 26 * 26> kRarePairs = [] {
  std::array<bool, 26 * 26> rare{};
  constexpr std::array<std::string_view, 26> kBehind{"",
                                                     "fgkqxz",
                                                     "bgjmvxz",
                                                     "",
                                                     "jqx",
                                                     "bhjkqvxz",
                                                     "jqvxz",
                                                     "jqvxz",
                                                     "",
                                                     "bcdfghklmnpqrstvwxyz",
                                                     "gqvxz",
                                                     "qxz",
                                                     "jkqvxz",
                                                     "",
                                                     "qx",
                                                     "cfjqvxz",
                                                     "abcdefghjklmnopqrstvwxyz",
                                                     "jqxz",
                                                     "jxz",
                                                     "jqx",
                                                     "qw",
                                                     "bcfghjkmpqtwxz",
                                                     "cgjqvxz",
                                                     "bdfgjknqrsvwxz",
                                                     "jq",
                                                     "bcdfghjknpqrstvx"};
  for (std::size_t i = 0; i < 26; ++i) {
    for (const char c : kBehind[i]) rare[i * 26 + static_cast<std::size_t>(c - 'a')] = true;
  }
  return rare;
}();
}  // namespace

Makeup makeup(std::string_view value) {
  Makeup made;
  std::array<std::size_t, 6> counts{};
  std::uint8_t before = OtherByte;
  std::size_t capitals = 0;  // in a row
  std::size_t run = 0;
  std::uint32_t in_run = 0;  // a bit for each kind
  std::size_t consonants = 0;
  for (const char c : value) {
    const std::uint8_t kind = kByteKinds[byte_of(c)];
    ++counts[kind];
    made.signs |= kSignBits[byte_of(c)];
    consonants = kConsonants[byte_of(c)] ? consonants + 1 : 0;
    made.consonants = std::max(made.consonants, consonants);
    capitals = kind == UpperByte ? capitals + 1 : 0;
    made.shouts += capitals == 2 ? 1 : 0;
    if (kind < LowerByte || kind > DigitByte) {
      run = 0;
      in_run = 0;
      before = OtherByte;
      continue;
    }
    ++run;
    in_run |= 1U << kind;
    const bool both = (in_run & (1U << DigitByte)) != 0 && in_run != (1U << DigitByte);
    if (both) made.longest_mix = std::max(made.longest_mix, run);
    made.turns += before != OtherByte && before != kind ? 1 : 0;
    before = kind;
  }
  made.lower = counts[LowerByte];
  made.upper = counts[UpperByte];
  made.digits = counts[DigitByte];
  made.symbols = counts[SymbolByte];
  made.dashes = counts[DashByte];
  made.others = counts[OtherByte];
  return made;
}

std::size_t rare_pairs(std::string_view value) {
  std::size_t count = 0;
  for (std::size_t i = 1; i < value.size(); ++i) {
    const char a = to_lower(value[i - 1]);
    const char b = to_lower(value[i]);
    if (!is_lower(a) || !is_lower(b)) continue;
    const std::size_t pair =
        static_cast<std::size_t>(a - 'a') * 26 + static_cast<std::size_t>(b - 'a');
    if (kRarePairs[pair]) ++count;
  }
  return count;
}

}  // namespace loci::guard
