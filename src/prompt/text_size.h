// Text on its way into a prompt: how large it is, and how memory is joined to
// what somebody else wrote. Pure, and the same for every caller, so that an
// agent of one's own gets what the hooks give.

#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace loci::prompt {

inline constexpr std::size_t kMilli = 1'000;                   // millitokens of a token
[[nodiscard]] std::size_t millitokens_of(std::size_t tokens);  // as many as can be counted

// A text measured in all the ways that tools limit it. Sizes of parts add up to
// the size of the whole.
struct TextSize {
  std::size_t bytes = 0;
  std::size_t units = 0;        // of UTF-16
  std::size_t millitokens = 0;  // estimated: 900 a wide character, 250 any other

  TextSize& operator+=(const TextSize& other);
  // Never below nothing.
  TextSize& operator-=(const TextSize& other);
  [[nodiscard]] bool fits(const TextSize& room) const;
  [[nodiscard]] std::size_t tokens() const { return (millitokens + kMilli - 1) / kMilli; }
};
[[nodiscard]] TextSize operator+(TextSize a, const TextSize& b);
[[nodiscard]] TextSize operator-(TextSize a, const TextSize& b);
[[nodiscard]] TextSize operator/(TextSize size, std::size_t parts);
// The lesser of each measure.
[[nodiscard]] TextSize least(const TextSize& a, const TextSize& b);

inline constexpr TextSize kUnlimited{std::numeric_limits<std::size_t>::max(),
                                     std::numeric_limits<std::size_t>::max(),
                                     std::numeric_limits<std::size_t>::max()};

[[nodiscard]] TextSize measure(std::string_view text);
// Rounded up: wide characters (East Asian, emoji) x 0.9 + others / 4.
[[nodiscard]] std::size_t estimate_tokens(std::string_view text);

// The longest beginning of `text` in whole lines that fits; where not even the
// first line does, as much of it as ends between characters.
[[nodiscard]] std::string_view cut_to(std::string_view text, const TextSize& room);

// `preamble`, a rule, `block`; each alone where the other is empty.
[[nodiscard]] std::string append_memory_block(std::string_view preamble, std::string_view block);
// The same with memory before an agent's own text.
[[nodiscard]] std::string prepend_memory_block(std::string_view block, std::string_view prompt);

// Tokens to keep free at compaction: `base` and what the block will take again.
[[nodiscard]] std::size_t effective_reserve(std::size_t base, std::string_view block);

}  // namespace loci::prompt
