// Kinds of bytes that tokens are made of. Internal to guard/.

#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace loci::guard {

[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
[[nodiscard]] constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
[[nodiscard]] constexpr bool is_alpha(char c) { return is_lower(c) || is_upper(c); }
[[nodiscard]] constexpr bool is_alnum(char c) { return is_alpha(c) || is_digit(c); }
[[nodiscard]] constexpr bool is_blank(char c) { return c == ' ' || c == '\t'; }
[[nodiscard]] constexpr bool is_space(char c) {
  return is_blank(c) || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}
[[nodiscard]] constexpr char to_lower(char c) {
  return is_upper(c) ? static_cast<char>(c + ('a' - 'A')) : c;
}
[[nodiscard]] constexpr std::size_t byte_of(char c) { return static_cast<unsigned char>(c); }

// Some bytes, asked often.
class ByteSet {
 public:
  constexpr explicit ByteSet(std::string_view bytes) {
    for (const char c : bytes) has_[byte_of(c)] = true;
  }
  [[nodiscard]] constexpr bool has(char c) const { return has_[byte_of(c)]; }
  [[nodiscard]] constexpr bool has_one_of(std::string_view text) const {
    for (const char c : text) {
      if (has(c)) return true;
    }
    return false;
  }

 private:
  std::array<bool, 256> has_{};
};

// Reads eight bytes at a time.
[[nodiscard]] inline bool is_ascii(std::string_view text) {
  std::uint64_t bits = 0;
  std::size_t at = 0;
  for (; at + 8 <= text.size(); at += 8) {
    std::uint64_t eight = 0;
    std::memcpy(&eight, text.data() + at, 8);
    bits |= eight;
  }
  for (; at < text.size(); ++at) bits |= byte_of(text[at]);
  return (bits & 0x8080808080808080U) == 0;
}

struct Character {
  char32_t code;       // U+FFFD where there is none
  std::size_t length;  // at least 1
};
// decode_utf8() of base/text.h where it can be inlined: the scanner reads every character of
// every text.
[[nodiscard]] inline Character character_at(std::string_view text, std::size_t at) {
  constexpr Character kNone{0xFFFD, 1};
  const auto byte = [&](std::size_t i) { return static_cast<char32_t>(byte_of(text[at + i])); };
  const char32_t first = byte(0);
  if (first < 0x80) return {first, 1};
  const std::size_t length = first < 0xC2 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
  if (length == 1 || first > 0xF4 || text.size() - at < length) return kNone;
  char32_t code = first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return kNone;
    code = (code << 6U) | (byte(i) & 0x3FU);
  }
  constexpr std::array<char32_t, 5> kLeast{0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < kLeast[length] || code > 0x10FFFF || surrogate) return kNone;
  return {code, length};
}

// The classes of a shape, by letter.
inline constexpr std::string_view kClassLetters = "dhxaluwtbcnp";
using ClassMask = std::uint16_t;

[[nodiscard]] constexpr std::size_t class_index(char letter) {
  std::size_t index = 0;
  while (kClassLetters[index] != letter) ++index;
  return index;
}

[[nodiscard]] constexpr bool in_class(char letter, char c) {
  const auto one_of = [c](std::string_view set) { return set.find(c) != std::string_view::npos; };
  switch (letter) {
    case 'd':
      return is_digit(c);
    case 'h':
      return is_digit(c) || (c >= 'a' && c <= 'f');
    case 'x':
      return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'f');
    case 'a':
      return is_alnum(c);
    case 'l':
      return is_lower(c) || is_digit(c);
    case 'u':
      return is_upper(c) || is_digit(c);
    case 'w':
      return is_alnum(c) || c == '_';
    case 't':
      return is_alnum(c) || c == '_' || c == '-';
    case 'b':
      return is_alnum(c) || one_of("+/=");
    case 'c':
      return is_alnum(c) || one_of("./");
    case 'n':
      return is_alnum(c) || one_of("_~.-");
    case 'p':
      return is_alnum(c) || one_of("_-.%~+/=");
    default:
      return false;
  }
}

inline constexpr std::array<ClassMask, 256> kClasses = [] {
  std::array<ClassMask, 256> masks{};
  for (std::size_t c = 0; c < 128; ++c) {
    for (std::size_t i = 0; i < kClassLetters.size(); ++i) {
      if (in_class(kClassLetters[i], static_cast<char>(c))) {
        masks[c] = static_cast<ClassMask>(masks[c] | (1U << i));
      }
    }
  }
  return masks;
}();

}  // namespace loci::guard
