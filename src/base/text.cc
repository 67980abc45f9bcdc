#include "base/text.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <numeric>

#include <fmt/format.h>

#include "base/invisible.h"

namespace loci {
namespace {

constexpr char32_t kReplacement = 0xFFFD;

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f' || c == '\v';
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// Bytes of ASCII that a text begins with. Most text is nothing else: eight at a time.
std::size_t ascii_run(std::string_view text) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080;
  std::size_t at = 0;
  for (std::uint64_t bytes = 0; text.size() - at >= sizeof(bytes); at += sizeof(bytes)) {
    std::memcpy(&bytes, text.data() + at, sizeof(bytes));
    if ((bytes & kHighBits) != 0) break;
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80U) ++at;
  return at;
}

bool is_ascii(std::string_view text) { return ascii_run(text) == text.size(); }

// Length of the sequence a lead byte announces, 0 for a byte that cannot lead.
std::size_t announced_length(unsigned char lead) {
  if (lead < 0x80U) return 1;
  if (lead >= 0xC2U && lead <= 0xDFU) return 2;
  if (lead >= 0xE0U && lead <= 0xEFU) return 3;
  if (lead >= 0xF0U && lead <= 0xF4U) return 4;
  return 0;
}

std::size_t column_count(char32_t c) {
  if (c < 0x7F) return 1;
  return static_cast<std::size_t>(
      std::max(0, utf8proc_charwidth(static_cast<utf8proc_int32_t>(c))));
}

std::string map_with(std::string_view text, int options) {
  if (!is_valid_utf8(text)) return std::string(text);
  std::uint8_t* mapped = nullptr;
  const auto length = utf8proc_map(reinterpret_cast<const std::uint8_t*>(text.data()),
                                   static_cast<utf8proc_ssize_t>(text.size()), &mapped,
                                   static_cast<utf8proc_option_t>(options));
  if (length < 0) return std::string(text);
  std::string result(reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(length));
  std::free(mapped);  // utf8proc allocates with malloc
  return result;
}

}  // namespace

Decoded decode_utf8(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = announced_length(byte(0));
  if (length == 1) return {byte(0), 1};
  if (length == 0 || text.size() < length) return {kReplacement, 1};
  auto value = static_cast<char32_t>(byte(0) & (0xFFU >> (length + 1)));
  for (std::size_t i = 1; i < length; ++i) {
    if (!is_continuation(text[i])) return {kReplacement, 1};
    value = (value << 6U) | (byte(i) & 0x3FU);
  }
  const bool overlong = (length == 3 && value < 0x800) || (length == 4 && value < 0x10000);
  const bool surrogate = value >= 0xD800 && value <= 0xDFFF;
  if (overlong || surrogate || value > 0x10FFFF) return {kReplacement, 1};
  return {value, length};
}

bool is_valid_utf8(std::string_view text) {
  for (;;) {
    text.remove_prefix(ascii_run(text));
    if (text.empty()) return true;
    const Decoded decoded = decode_utf8(text);
    if (decoded.length == 1) return false;
    text.remove_prefix(decoded.length);
  }
}

void append_utf8(std::string& text, char32_t c) {
  std::array<char, 4> bytes{};
  text.append(bytes.data(), put_utf8(bytes.data(), c));
}

std::string_view trim_left(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  return text;
}

std::string_view trim_right(std::string_view text) {
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view trim(std::string_view text) { return trim_left(trim_right(text)); }

std::vector<std::string_view> split_lines(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t feed = text.find('\n');
    const std::size_t length = feed == std::string_view::npos ? text.size() : feed + 1;
    lines.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
  return lines;
}

std::string_view without_ending(std::string_view line) {
  if (line.ends_with('\n')) line.remove_suffix(1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string_view cut_bytes(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  std::size_t end = bytes;
  // A sequence has at most three continuation bytes; more are not UTF-8 anyway.
  for (int back = 0; back < 3 && end > 0 && is_continuation(text[end]); ++back) --end;
  return text.substr(0, is_continuation(text[end]) ? bytes : end);
}

std::string_view cut_characters(std::string_view text, std::size_t count) {
  if (text.size() <= count) return text;  // no character has less than a byte
  std::size_t at = ascii_run(text.substr(0, count));
  for (count -= at; count > 0 && at < text.size(); --count) {
    at += decode_utf8(text.substr(at)).length;
  }
  return text.substr(0, at);
}

std::size_t count_characters(std::string_view text) {
  std::size_t count = 0;
  for (std::size_t at = 0; at < text.size(); ++count) at += decode_utf8(text.substr(at)).length;
  return count;
}

bool is_plain(std::string_view text) {
  constexpr std::uint64_t kOnes = 0x0101010101010101;
  std::size_t at = 0;
  for (std::uint64_t bytes = 0; text.size() - at >= sizeof(bytes); at += sizeof(bytes)) {
    std::memcpy(&bytes, text.data() + at, sizeof(bytes));
    // One that is below a space, above a tilde, or beyond ASCII.
    if ((((bytes - kOnes * 0x20) | (bytes + kOnes) | bytes) & (kOnes * 0x80)) != 0) return false;
  }
  return std::all_of(text.begin() + static_cast<std::ptrdiff_t>(at), text.end(),
                     [](char c) { return c >= 0x20 && c < 0x7F; });
}

std::size_t display_width(std::string_view text) {
  if (is_plain(text)) return text.size();
  std::size_t width = 0;
  for (std::size_t at = 0; at < text.size();) {
    const Decoded decoded = decode_utf8(text.substr(at));
    width += column_count(decoded.character);
    at += decoded.length;
  }
  return width;
}

std::string shortened(std::string_view text, std::size_t columns) {
  if (display_width(text) <= columns) return std::string(text);
  std::size_t width = 1;  // of the mark
  std::size_t at = 0;
  while (at < text.size()) {
    const Decoded decoded = decode_utf8(text.substr(at));
    width += column_count(decoded.character);
    if (width > columns) break;
    at += decoded.length;
  }
  std::string_view kept = text.substr(0, at);
  // Between words, unless that leaves little.
  const bool inside = at < text.size() && text[at] != ' ' && !kept.ends_with(' ');
  const std::size_t space = kept.rfind(' ');
  if (inside && space != std::string_view::npos && space >= at / 2) kept = kept.substr(0, space);
  return std::string(trim_right(kept)) + "…";
}

std::string nfc(std::string_view text) {
  if (is_ascii(text)) return std::string(text);
  return map_with(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE);
}

std::string ascii_lower(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::string fold(std::string_view text) {
  if (is_ascii(text)) return ascii_lower(text);
  return map_with(text, UTF8PROC_STABLE | UTF8PROC_COMPOSE | UTF8PROC_CASEFOLD);
}

bool folds_to(std::string_view text, std::string_view folded) {
  const auto ascii_at = [&](std::size_t at) {
    return at >= text.size() || static_cast<unsigned char>(text[at]) < 0x80;
  };
  for (std::size_t at = 0; ascii_at(at); ++at) {
    if (at == text.size()) return at == folded.size();
    const bool upper = text[at] >= 'A' && text[at] <= 'Z';
    const char c = upper ? static_cast<char>(text[at] - 'A' + 'a') : text[at];
    if (at < folded.size() && c == folded[at]) continue;
    // A letter may still become another with the mark that follows it.
    if (ascii_at(at + 1)) return false;
  }
  return fold(text) == folded;
}

std::string fold_with_space(std::string_view text) {
  const std::string folded = fold(text);
  std::string result;
  for (std::size_t at = 0; at < folded.size();) {
    const Decoded decoded = decode_utf8(std::string_view(folded).substr(at));
    const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(decoded.character));
    const bool space =
        (decoded.character < 0x80 && is_space(static_cast<char>(decoded.character))) ||
        category == UTF8PROC_CATEGORY_ZS || category == UTF8PROC_CATEGORY_ZL ||
        category == UTF8PROC_CATEGORY_ZP;
    if (!space) {
      result.append(folded, at, decoded.length);
    } else if (!result.empty() && result.back() != ' ') {
      result += ' ';
    }
    at += decoded.length;
  }
  if (result.ends_with(' ')) result.pop_back();
  return result;
}

bool is_word_character(char32_t c) {
  if (c < 0x80) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
  }
  const auto category = utf8proc_category(static_cast<utf8proc_int32_t>(c));
  return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_NO;
}

std::string printable(std::string_view text, bool one_line) {
  if (is_plain(text)) return std::string(text);
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Decoded decoded = decode_utf8(text.substr(at));
    const char32_t c = decoded.character;
    const bool keep = !one_line && (c == '\n' || c == '\t');
    if (c == kReplacement && decoded.length == 1) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned char>(text[at]));
    } else if (keep || !is_hidden(c)) {
      result.append(text.substr(at, decoded.length));
    } else if (c < 0xA0) {
      result += fmt::format("\\x{:02x}", static_cast<unsigned>(c));
    } else {
      result += c > 0xFFFF ? fmt::format("\\U{:08x}", static_cast<unsigned>(c))
                           : fmt::format("\\u{:04x}", static_cast<unsigned>(c));
    }
    at += decoded.length;
  }
  return result;
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string result;
  for (const std::string& part : parts) {
    if (&part != &parts.front()) result += separator;
    result += part;
  }
  return result;
}

std::string replace_all(std::string_view text, std::string_view from, std::string_view to) {
  std::string result;
  for (;;) {
    const std::size_t at = text.find(from);
    result += text.substr(0, at);
    if (at == std::string_view::npos) return result;
    result += to;
    text.remove_prefix(at + from.size());
  }
}

std::string_view closest(std::string_view word, const std::vector<std::string_view>& candidates) {
  std::string_view best;
  std::size_t best_distance = word.size() / 3 + 2;  // at most this many slips, less one
  for (const std::string_view candidate : candidates) {
    std::vector<std::size_t> row(candidate.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (std::size_t i = 0; i < word.size(); ++i) {
      std::size_t diagonal = row[0];
      row[0] = i + 1;
      for (std::size_t j = 0; j < candidate.size(); ++j) {
        const std::size_t substitute = diagonal + (word[i] == candidate[j] ? 0 : 1);
        diagonal = row[j + 1];
        row[j + 1] = std::min({substitute, row[j] + 1, row[j + 1] + 1});
      }
    }
    if (row.back() < best_distance) {
      best_distance = row.back();
      best = candidate;
    }
  }
  return best;
}

}  // namespace loci
