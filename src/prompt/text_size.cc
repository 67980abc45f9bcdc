#include "prompt/text_size.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace loci::prompt {
namespace {

constexpr std::string_view kRule = "\n\n---\n\n";
constexpr std::size_t kWideMillitokens = 900;
constexpr std::size_t kOtherMillitokens = 250;
constexpr char32_t kFirstPair = 0x10000;  // from here on two units of UTF-16

std::size_t less(std::size_t a, std::size_t b) { return a > b ? a - b : 0; }

TextSize measure_character(std::string_view text, std::size_t& length) {
  const auto first = static_cast<unsigned char>(text.front());
  if (first < 0x80) {
    length = 1;
    return {1, 1, kOtherMillitokens};
  }
  const Decoded next = decode_utf8(text);
  length = next.length;
  const bool wide = display_width(text.substr(0, length)) > 1;
  return {length, next.character >= kFirstPair ? 2U : 1U,
          wide ? kWideMillitokens : kOtherMillitokens};
}

std::string joined(std::string_view first, std::string_view second) {
  if (first.empty()) return std::string(second);
  if (second.empty()) return std::string(first);
  return fmt::format("{}{}{}", first, kRule, second);
}

}  // namespace

std::size_t millitokens_of(std::size_t tokens) {
  return std::min(tokens, kUnlimited.millitokens / kMilli) * kMilli;
}

TextSize& TextSize::operator+=(const TextSize& other) {
  bytes += other.bytes;
  units += other.units;
  millitokens += other.millitokens;
  return *this;
}

TextSize& TextSize::operator-=(const TextSize& other) {
  bytes = less(bytes, other.bytes);
  units = less(units, other.units);
  millitokens = less(millitokens, other.millitokens);
  return *this;
}

bool TextSize::fits(const TextSize& room) const {
  return bytes <= room.bytes && units <= room.units && millitokens <= room.millitokens;
}

TextSize operator+(TextSize a, const TextSize& b) { return a += b; }
TextSize operator-(TextSize a, const TextSize& b) { return a -= b; }
TextSize operator/(TextSize size, std::size_t parts) {
  return {size.bytes / parts, size.units / parts, size.millitokens / parts};
}

TextSize least(const TextSize& a, const TextSize& b) {
  return {std::min(a.bytes, b.bytes), std::min(a.units, b.units),
          std::min(a.millitokens, b.millitokens)};
}

TextSize measure(std::string_view text) {
  TextSize size;
  for (std::size_t length = 0; !text.empty(); text.remove_prefix(length)) {
    size += measure_character(text, length);
  }
  return size;
}

std::size_t estimate_tokens(std::string_view text) { return measure(text).tokens(); }

std::string_view cut_to(std::string_view text, const TextSize& room) {
  TextSize used;
  std::size_t lines_end = 0;
  std::size_t at = 0;
  while (at < text.size()) {
    std::size_t length = 0;
    used += measure_character(text.substr(at), length);
    if (!used.fits(room)) break;
    at += length;
    if (at == text.size() || text[at - 1] == '\n') lines_end = at;
  }
  return text.substr(0, lines_end > 0 ? lines_end : at);
}

std::string append_memory_block(std::string_view preamble, std::string_view block) {
  return joined(preamble, block);
}

std::string prepend_memory_block(std::string_view block, std::string_view prompt) {
  return joined(block, prompt);
}

std::size_t effective_reserve(std::size_t base, std::string_view block) {
  return base + estimate_tokens(block);
}

}  // namespace loci::prompt
