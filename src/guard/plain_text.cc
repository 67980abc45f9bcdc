#include "guard/plain_text.h"

#include <array>

#include "base/invisible.h"
#include "base/text.h"
#include "guard/classes.h"

namespace loci::guard {
namespace {

// U+00C0 to U+017F as ASCII letters; '.' stays what it is.
constexpr std::string_view kLatin =
    "aaaaaaaceeeeiiii.nooooo.ouuuuy..aaaaaaaceeeeiiii.nooooo.ouuuuy.y"
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiii..jjkk.lllllll"
    "lllnnnnnnnnnoooooooorrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzz.";
static_assert(kLatin.size() == 0x180 - 0xC0);

// Small capitals, and letters of Romanian.
constexpr std::u32string_view kSmallLetters =
    U"ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢzșsțtȘsȚt";

bool stays(char32_t c) {
  return (c >= 0x0430 && c <= 0x045F) || (c >= 0x05D0 && c <= 0x06FF) ||
         (c >= 0x0900 && c <= 0x0DFF) || (c >= 0x3040 && c <= 0x30FF) ||
         (c >= 0x3400 && c <= 0x9FFF) || (c >= 0xAC00 && c <= 0xD7A3);
}

// common_form() of the few characters that a text repeats is asked once.
class Forms {
 public:
  char32_t of(char32_t c) {
    Entry& entry = entries_[c % entries_.size()];
    if (entry.from != c) {
      char32_t to = is_default_ignorable(c) ? 0 : common_form(c);
      const std::size_t small = kSmallLetters.find(c);
      if (small != kSmallLetters.npos && small % 2 == 0) to = kSmallLetters[small + 1];
      if (to >= 0xC0 && to < 0x180 && kLatin[to - 0xC0] != '.') {
        to = static_cast<unsigned char>(kLatin[to - 0xC0]);
      }
      entry = {c, to};
    }
    return entry.to;
  }

 private:
  struct Entry {
    char32_t from = 0;
    char32_t to = 0;
  };
  std::array<Entry, 1024> entries_{};
};

// What stands for a character, or 0 where nothing does.
char32_t form_of(char32_t c, Forms& forms) {
  if (c == 0xFFFD) return ' ';               // no character
  if (c >= 0x0300 && c <= 0x036F) return 0;  // combining accents
  if (c >= 0x0410 && c <= 0x042F) return c + 0x20;
  if (stays(c)) return c;
  const char32_t form = forms.of(c);
  return form == '\n' ? ' ' : form;
}

constexpr std::array<char, 128> kLower = [] {
  std::array<char, 128> lower{};
  for (std::size_t c = 0; c < lower.size(); ++c) lower[c] = to_lower(static_cast<char>(c));
  return lower;
}();

}  // namespace

std::string plain_text(std::string_view text) {
  if (is_ascii(text)) {
    std::string plain(text);
    for (char& c : plain) c = kLower[byte_of(c)];
    return plain;
  }
  std::string plain;
  // A form may need a byte more than the character, which has two at least.
  plain.resize(text.size() * 2 + 4);
  char* out = plain.data();
  Forms forms;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t byte = byte_of(text[at]);
    if (byte < 0x80U) {
      *out++ = kLower[byte];
      ++at;
      continue;
    }
    if (byte < 0xC2U || byte > 0xF4U) {  // begins no character
      *out++ = ' ';
      ++at;
      continue;
    }
    const Character decoded = character_at(text, at);
    at += decoded.length;
    const char32_t c = form_of(decoded.code, forms);
    if (c != 0) out = put_utf8(out, c);
  }
  plain.resize(static_cast<std::size_t>(out - plain.data()));
  return plain;
}

namespace {

// Greek and Cyrillic letters that look like Latin ones.
constexpr char32_t kAlikeBegin = 0x0370;
constexpr std::array<char, 0x0530 - 0x0370> kAlike = [] {
  std::array<char, 0x0530 - 0x0370> alike{};
  constexpr std::u32string_view kPairs = U"аaеeоoрpсcхxуyіiѕsјjԁdһhкkмmтtпnвbαaεeοoρpνvιiκkτtυuηn";
  for (std::size_t i = 0; i + 1 < kPairs.size(); i += 2) {
    alike[kPairs[i] - kAlikeBegin] = static_cast<char>(kPairs[i + 1]);
  }
  return alike;
}();

}  // namespace

std::string plain_word(std::string_view word) {
  std::string plain;
  for (std::size_t at = 0; at < word.size();) {
    if (byte_of(word[at]) < 0x80U) {
      constexpr std::string_view kDigits = "oizeasgtbg";
      const char c = word[at++];
      plain += is_digit(c) ? kDigits[static_cast<std::size_t>(c - '0')] : c;
      continue;
    }
    const Character decoded = character_at(word, at);
    at += decoded.length;
    const char32_t c = decoded.code;
    const bool listed = c >= kAlikeBegin && c < kAlikeBegin + kAlike.size();
    if (listed && kAlike[c - kAlikeBegin] != 0) {
      plain += kAlike[c - kAlikeBegin];
    } else {
      append_utf8(plain, c);
    }
  }
  return plain;
}

}  // namespace loci::guard
