#include "search/tokenizer.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "base/text.h"

namespace loci::search {
namespace {

enum class Class : std::uint8_t { Other, Lower, Upper, Digit, Joiner, High };

constexpr std::array<Class, 256> make_classes() {
  std::array<Class, 256> classes{};
  for (std::size_t c = 0; c < classes.size(); ++c) {
    if (c >= 'a' && c <= 'z') classes[c] = Class::Lower;
    if (c >= 'A' && c <= 'Z') classes[c] = Class::Upper;
    if (c >= '0' && c <= '9') classes[c] = Class::Digit;
    if (c >= 0x80) classes[c] = Class::High;
  }
  for (const char c : {'_', '-', '.', '/', ':', '@', '+', '#'}) {
    classes[static_cast<unsigned char>(c)] = Class::Joiner;
  }
  return classes;
}

constexpr std::array<Class, 256> kClasses = make_classes();

Class class_of(char c) { return kClasses[static_cast<unsigned char>(c)]; }
bool is_plain_word(Class c) { return c >= Class::Lower && c <= Class::Digit; }
char lower(char c) { return class_of(c) == Class::Upper ? static_cast<char>(c + 32) : c; }

constexpr std::size_t kJoinersInARow = 2;  // "std::vector", but not "https://host"

// What 32 bytes are, a bit each.
struct Look {
  std::uint32_t lower = 0;   // a to z
  std::uint32_t breaks = 0;  // of class Other: most of what stands between words
  std::uint32_t points = 0;  // "." and ":"
};
constexpr std::size_t kLooked = 32;

#if defined(__SSE2__)

Look look_at(const char* text) {
  const auto up_to = [](__m128i bytes, char first, char last) {
    const __m128i from = _mm_sub_epi8(bytes, _mm_set1_epi8(first));
    const __m128i most = _mm_set1_epi8(static_cast<char>(last - first));
    return _mm_cmpeq_epi8(_mm_min_epu8(from, most), from);
  };
  const auto is = [](__m128i bytes, char c) { return _mm_cmpeq_epi8(bytes, _mm_set1_epi8(c)); };
  const auto bits = [](__m128i mask) {
    return static_cast<std::uint32_t>(_mm_movemask_epi8(mask));
  };
  Look look;
  for (unsigned half = 0; half < kLooked; half += sizeof(__m128i)) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + half));
    look.lower |= bits(up_to(bytes, 'a', 'z')) << half;
    const __m128i breaks =
        _mm_or_si128(_mm_or_si128(up_to(bytes, '\0', '"'), is(bytes, ',')), up_to(bytes, '$', '*'));
    look.breaks |= bits(breaks) << half;
    look.points |= bits(_mm_or_si128(is(bytes, '.'), is(bytes, ':'))) << half;
  }
  return look;
}

#else

// Nothing is told: every word is looked at alone.
Look look_at(const char* /*text*/) { return {}; }

#endif

}  // namespace

bool is_unspaced(char32_t c) {
  struct Range {
    char32_t first;
    char32_t last;
  };
  static constexpr std::array<Range, 14> kRanges = {{{0x0E00, 0x0EFF},  // Thai, Lao
                                                     {0x1000, 0x109F},  // Myanmar
                                                     {0x1100, 0x11FF},  // Hangul Jamo
                                                     {0x1780, 0x17FF},  // Khmer
                                                     {0x3005, 0x3007},
                                                     {0x3040, 0x30FF},  // Hiragana, Katakana
                                                     {0x3100, 0x312F},  // Bopomofo
                                                     {0x3130, 0x318F},
                                                     {0x31F0, 0x31FF},
                                                     {0x3400, 0x4DBF},
                                                     {0x4E00, 0x9FFF},  // Han
                                                     {0xAC00, 0xD7AF},  // Hangul
                                                     {0xF900, 0xFAFF},
                                                     {0xFF66, 0xFFDC}}};  // half-width forms
  if (c < kRanges.front().first) return false;
  if (c >= 0x20000 && c <= 0x3FFFF) return true;
  return std::any_of(kRanges.begin(), kRanges.end(),
                     [c](const Range& range) { return c >= range.first && c <= range.last; });
}

// One pass over a text. ASCII words, nearly all there are, are copied in lower
// case as they are read; anything else takes the slow road through Unicode.
class Tokenizer {
 public:
  // Without `wanted`, all words.
  Tokenizer(std::string_view text, Tokens& tokens, const Beginnings* wanted = nullptr)
      : text_(text), tokens_(tokens), wanted_(wanted) {}

  void run() {
    std::size_t at = 0;
    while (at < text_.size()) {
      if (wanted_ != nullptr) at = skip_unwanted(at);
      const Class c = class_of(text_[at]);
      if (is_plain_word(c)) {
        at = take_plain(at);
      } else if (c == Class::High) {
        at = take_unicode(at);
      } else {
        ++at;
      }
    }
  }

 private:
  [[nodiscard]] Class class_at(std::size_t at) const {
    return at < text_.size() ? class_of(text_[at]) : Class::Other;
  }

  // From where no word has begun: goes over words of small letters that are not wanted, as long
  // as spaces and their like stand between them, or a point before one of those.
  [[nodiscard]] std::size_t skip_unwanted(std::size_t at) const {
    if (at > 0 && text_[at - 1] == '-') return at;  // "--flag"
    while (at + kLooked < text_.size()) {
      const Look look = look_at(text_.data() + at);
      const std::uint32_t easy = look.lower | look.breaks | (look.points & look.breaks >> 1U);
      auto length = static_cast<std::size_t>(std::countr_one(easy));
      if (length == 0) break;
      std::uint32_t begins = look.lower & ~(look.lower << 1U);
      // A word that goes on behind that is not seen whole.
      const bool open = (look.lower >> (length - 1) & 1U) != 0;
      if (open) {
        const std::uint32_t before = begins & ~std::uint32_t{0} >> (kLooked - length);
        length = kLooked - 1 - static_cast<std::size_t>(std::countl_zero(before));
      }
      for (; begins != 0; begins &= begins - 1) {
        const auto begin = static_cast<std::size_t>(std::countr_zero(begins));
        if (begin >= length) break;
        const bool longer = (look.lower >> begin & 2U) != 0;
        const char* word = text_.data() + at + begin;
        if (wanted_->contains(word[0], longer ? word[1] : '\0')) return at + begin;
      }
      at += length;
      if (length == 0 || (!open && length < kLooked)) break;
    }
    return at;
  }

  std::size_t take_plain(std::size_t begin) {
    if (!is_wanted(begin)) {
      // Most words: no sign joins them to another, and they are not wanted.
      const std::size_t end = end_of_lower(begin + 1);
      if (class_at(end) == Class::Other && (begin == 0 || text_[begin - 1] != '-')) return end;
    }
    bool humps = false;
    const std::size_t end = end_of_plain(begin, humps);
    const Class next = class_at(end);
    if (next == Class::High) return take_unicode(begin);
    const bool flag = begin >= 2 && text_[begin - 1] == '-' && text_[begin - 2] == '-' &&
                      (begin == 2 || class_of(text_[begin - 3]) == Class::Other);
    if (!humps && !flag && next != Class::Joiner) {
      if (is_wanted(begin)) add_plain(begin, end, false);
      return end;
    }
    return take_compound(begin, end, flag, humps);
  }

  [[nodiscard]] bool is_wanted(std::size_t begin) const {
    if (wanted_ == nullptr) return true;
    const bool longer = is_plain_word(class_at(begin + 1));
    return wanted_->contains(lower(text_[begin]), longer ? lower(text_[begin + 1]) : '\0');
  }

  // Eight bytes at a time: most of any text goes through here.
  [[nodiscard]] std::size_t end_of_lower(std::size_t at) const {
    constexpr std::uint64_t kOnes = 0x0101010101010101;
    for (std::uint64_t bytes = 0; at + sizeof(bytes) <= text_.size(); at += sizeof(bytes)) {
      std::memcpy(&bytes, text_.data() + at, sizeof(bytes));
      // The high bit of each byte that is none; only the lowest of these bits is right,
      // because a subtraction borrows from the next byte.
      const std::uint64_t others =
          ((bytes - kOnes * 'a') | (kOnes * 'z' - bytes) | bytes) & (kOnes * 0x80);
      if (others != 0) return at + static_cast<std::size_t>(std::countr_zero(others)) / 8;
    }
    while (at < text_.size() && class_of(text_[at]) == Class::Lower) ++at;
    return at;
  }

  // The end of letters and digits from `begin`, and whether a capital stands
  // inside them as in camelCase or HTTPServer.
  [[nodiscard]] std::size_t end_of_plain(std::size_t begin, bool& humps) const {
    std::size_t at = end_of_lower(begin + 1);
    // All of most words, with or without a capital in front.
    if (!is_plain_word(class_at(at))) return at;
    at = begin;
    Class before = Class::Other;
    for (; at < text_.size(); ++at) {
      const Class c = class_of(text_[at]);
      if (!is_plain_word(c)) break;
      humps = humps || (c == Class::Upper && before == Class::Lower) ||
              (c == Class::Lower && before == Class::Upper && at >= begin + 2);
      before = c;
    }
    return at;
  }

  // Words held together by signs, from one whose first part ends at `end`.
  std::size_t take_compound(std::size_t begin, std::size_t end, bool flag, bool humps) {
    const std::size_t first_part_end = end;
    bool parts = false;
    for (;;) {
      std::size_t at = end;
      while (at < text_.size() && at < end + kJoinersInARow &&
             class_of(text_[at]) == Class::Joiner) {
        ++at;
      }
      if (at == end || !is_plain_word(class_at(at))) break;
      bool ignored = false;
      const std::size_t next = end_of_plain(at, ignored);
      if (class_at(next) == Class::High) break;
      end = next;
      parts = true;
    }
    const std::size_t tail = parts ? 0 : language_tail(end);
    const bool whole = parts || flag || tail > 0;
    if (whole) add_plain(flag ? begin - 2 : begin, end + tail, false);
    if (!parts) {
      add_part(begin, first_part_end, humps, whole);
      return end + tail;
    }
    for (std::size_t at = begin; at < end;) {
      bool part_humps = false;
      const std::size_t part_end = end_of_plain(at, part_humps);
      add_part(at, part_end, part_humps, at == begin);
      at = part_end;
      while (at < end && class_of(text_[at]) == Class::Joiner) ++at;
    }
    return end;
  }

  // "++" and "#" behind a word that is over then: C++, C#.
  [[nodiscard]] std::size_t language_tail(std::size_t end) const {
    const std::string_view rest = text_.substr(end);
    const std::size_t length = rest.starts_with("++") ? 2 : rest.starts_with("#") ? 1 : 0;
    const Class after = class_at(end + length);
    return after == Class::Other || after == Class::Joiner ? length : 0;
  }

  void add_part(std::size_t begin, std::size_t end, bool humps, bool joined) {
    if (humps && is_plural_of_capitals(begin, end)) {
      add_plain(begin, end - 1, joined);
      return;
    }
    add_plain(begin, end, joined);
    if (!humps) return;
    for (std::size_t at = begin; at < end;) {
      const std::size_t hump = end_of_hump(at, end);
      add_plain(at, hump, at == begin);
      at = hump;
    }
  }

  // "APIs", "PRs": no word "Is" begins in there.
  [[nodiscard]] bool is_plural_of_capitals(std::size_t begin, std::size_t end) const {
    if (end - begin < 3 || text_[end - 1] != 's') return false;
    const std::string_view capitals = text_.substr(begin, end - 1 - begin);
    return std::all_of(capitals.begin(), capitals.end(),
                       [](char c) { return class_of(c) == Class::Upper; });
  }

  [[nodiscard]] std::size_t end_of_hump(std::size_t begin, std::size_t end) const {
    for (std::size_t at = begin + 1; at < end; ++at) {
      const Class before = class_of(text_[at - 1]);
      const Class c = class_of(text_[at]);
      if (c == Class::Upper && before != Class::Upper) return at;
      if (c == Class::Lower && before == Class::Upper && at > begin + 1) return at - 1;
    }
    return end;
  }

  void add_plain(std::size_t begin, std::size_t end, bool joined) {
    const std::size_t size = std::min(end - begin, kWordBytes);
    const std::size_t word = tokens_.letters_.size();
    tokens_.letters_.resize(word + size);
    char* to = tokens_.letters_.data() + word;
    for (std::size_t i = 0; i < size; ++i) to[i] = lower(text_[begin + i]);
    push(word, size, begin, end, joined);
  }

  void push(std::size_t word, std::size_t size, std::size_t begin, std::size_t end, bool joined) {
    tokens_.list_.push_back({.word = static_cast<std::uint32_t>(word),
                             .begin = static_cast<std::uint32_t>(begin),
                             .end = static_cast<std::uint32_t>(end),
                             .size = static_cast<std::uint8_t>(size),
                             .joined = joined});
  }

  // A run of word characters with one outside ASCII among them.
  std::size_t take_unicode(std::size_t begin) {
    std::size_t at = begin;
    std::size_t word_begin = begin;
    while (at < text_.size()) {
      const Decoded decoded = decode_utf8(text_.substr(at));
      if (!is_word_character(decoded.character)) break;
      if (is_unspaced(decoded.character)) {
        add_folded(word_begin, at);
        at = take_unspaced(at);
        word_begin = at;
        continue;
      }
      at += decoded.length;
    }
    add_folded(word_begin, at);
    return at > begin ? at : at + decode_utf8(text_.substr(at)).length;
  }

  static constexpr std::size_t kFoldedBytes = 512;  // more than kWordBytes can come from

  void add_folded(std::size_t begin, std::size_t end) {
    if (begin >= end) return;
    const std::size_t word = tokens_.letters_.size();
    for (std::size_t at = begin; at < std::min(end, begin + kFoldedBytes);) {
      const Decoded decoded = decode_utf8(text_.substr(at));
      append_folded(decoded.character);
      at += decoded.length;
    }
    const std::string_view all = std::string_view(tokens_.letters_).substr(word);
    const std::size_t size = cut_bytes(all, kWordBytes).size();
    tokens_.letters_.resize(word + size);
    if (size > 0) push(word, size, begin, end, false);
  }

  void append_folded(char32_t c) {
    if (c < 0x80) {
      tokens_.letters_ += lower(static_cast<char>(c));
      return;
    }
    if (c == 0x131) {  // dotless i: capitals lose the difference, so folding does
      tokens_.letters_ += 'i';
      return;
    }
    constexpr auto kOptions =
        static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT | UTF8PROC_CASEFOLD |
                                       UTF8PROC_STRIPMARK | UTF8PROC_IGNORE);
    std::array<utf8proc_int32_t, 32> parts{};
    int last_class = 0;
    const auto count = utf8proc_decompose_char(static_cast<utf8proc_int32_t>(c), parts.data(),
                                               parts.size(), kOptions, &last_class);
    if (count < 0 || count > static_cast<utf8proc_ssize_t>(parts.size())) return;
    for (utf8proc_ssize_t i = 0; i < count; ++i) {
      const auto part = static_cast<char32_t>(parts[static_cast<std::size_t>(i)]);
      if (is_word_character(part)) append_utf8(tokens_.letters_, part);
    }
  }

  // Pairs of neighbouring characters, and the last one alone.
  std::size_t take_unspaced(std::size_t begin) {
    struct Character {
      char32_t character;
      std::size_t begin;
      std::size_t end;
    };
    Character before{};
    bool first = true;
    std::size_t at = begin;
    while (at < text_.size()) {
      const Decoded decoded = decode_utf8(text_.substr(at));
      if (!is_unspaced(decoded.character) || !is_word_character(decoded.character)) break;
      const Character now{full_width(decoded.character), at, at + decoded.length};
      if (!first) add_pair(before.character, now.character, before.begin, now.end);
      before = now;
      first = false;
      at += decoded.length;
    }
    const std::size_t word = tokens_.letters_.size();
    append_utf8(tokens_.letters_, before.character);
    push(word, tokens_.letters_.size() - word, before.begin, before.end, false);
    return at;
  }

  void add_pair(char32_t one, char32_t two, std::size_t begin, std::size_t end) {
    const std::size_t word = tokens_.letters_.size();
    append_utf8(tokens_.letters_, one);
    append_utf8(tokens_.letters_, two);
    push(word, tokens_.letters_.size() - word, begin, end, false);
  }

  // Half-width and compatibility forms as the character they stand for.
  static char32_t full_width(char32_t c) {
    if (c < 0x3130 || (c >= 0x3400 && c < 0xF900)) return c;
    std::array<utf8proc_int32_t, 32> parts{};
    int last_class = 0;
    const auto count = utf8proc_decompose_char(
        static_cast<utf8proc_int32_t>(c), parts.data(), parts.size(),
        static_cast<utf8proc_option_t>(UTF8PROC_DECOMPOSE | UTF8PROC_COMPAT), &last_class);
    return count == 1 ? static_cast<char32_t>(parts[0]) : c;
  }

  std::string_view text_;
  Tokens& tokens_;
  const Beginnings* wanted_;
};

void tokenize(std::string_view text, Tokens& tokens) { Tokenizer(text, tokens).run(); }

void Beginnings::add(std::string_view word) {
  if (!word.empty()) pairs_.set(slot(word[0], word.size() > 1 ? word[1] : '\0'));
}

void Beginnings::add_prefix(std::string_view prefix) {
  if (prefix.size() != 1) return add(prefix);
  for (int second = 0; second < 256; ++second) {
    pairs_.set(slot(prefix[0], static_cast<char>(second)));
  }
}

void tokenize_some(std::string_view text, const Beginnings& wanted, Tokens& tokens) {
  Tokenizer(text, tokens, &wanted).run();
}

std::vector<std::string> words_of(std::string_view text) {
  Tokens tokens;
  tokenize(text, tokens);
  std::vector<std::string> words;
  for (const Token& token : tokens.list()) words.emplace_back(tokens.word(token));
  return words;
}

}  // namespace loci::search
