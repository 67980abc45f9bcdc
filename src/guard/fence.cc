#include "guard/fence.h"

#include <array>
#include <vector>

#include "base/invisible.h"
#include "base/text.h"

namespace loci::guard {
namespace {

constexpr std::string_view kTag = "memory";

// White space, controls and characters that take no room: a reader may not see
// them within a tag.
bool is_skipped(char32_t c) {
  const bool space = c == U' ' || c == 0xA0 || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) ||
                     c == 0x202F || c == 0x205F || c == 0x3000;
  return space || is_hidden(c) || is_default_ignorable(c);
}

// Whether "/" and the tag's name, or the name alone, begin `text`.
bool begins_tag(std::string_view text) {
  std::size_t matched = 0;
  bool slash = false;
  while (!text.empty() && matched < kTag.size()) {
    const Decoded next = decode_utf8(text);
    text.remove_prefix(next.length);
    if (is_skipped(next.character)) continue;
    const char32_t form = common_form(next.character);
    if (form == U'/' && !slash && matched == 0) {
      slash = true;
      continue;
    }
    if (form != static_cast<char32_t>(kTag[matched])) return false;
    ++matched;
  }
  return matched == kTag.size();
}

// Where the next "<" or a form of it may be: U+FE64 and U+FF1C begin with this byte.
std::size_t next_candidate(std::string_view text, std::size_t from) {
  return text.find_first_of("<\xEF", from);
}

// The letters of a text, as a reader takes them, and where each of them stands.
struct Letters {
  std::string folded;
  std::vector<std::size_t> at;  // and the end of the text
};

Letters letters_of(std::string_view text) {
  Letters letters;
  letters.folded.reserve(text.size());
  letters.at.reserve(text.size() + 1);
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const Decoded next = byte < 0x80 ? Decoded{byte, 1} : decode_utf8(text.substr(at));
    const char32_t form = common_form(next.character);
    const bool letter = form >= U'a' && form <= U'z';
    const bool mark = form < 0x80 && !letter && !(form >= U'0' && form <= U'9');
    if (letter || !(mark || is_skipped(next.character))) {
      letters.folded += letter ? static_cast<char>(form) : '?';
      letters.at.push_back(at);
    }
    at += next.length;
  }
  letters.at.push_back(text.size());
  return letters;
}

// Both ends, and how each of the two lines begins.
const std::array<std::string, 4>& fence_words() {
  static const std::array<std::string, 4> kFenceWords{
      letters_of(kFenceLineEnd).folded, letters_of(kNotedFenceLineEnd).folded,
      letters_of(kFenceLine).folded,
      letters_of(kNotedFenceLine.substr(0, kNotedFenceLine.find('.'))).folded};
  return kFenceWords;
}

std::string without_fence_lines(std::string_view text) {
  const Letters letters = letters_of(text);
  std::string result;
  std::size_t kept = 0;
  for (std::size_t from = 0; from < letters.folded.size();) {
    std::size_t first = std::string::npos;
    std::size_t length = 0;
    for (const std::string& words : fence_words()) {
      const std::size_t found = letters.folded.find(words, from);
      if (found >= first) continue;
      first = found;
      length = words.size();
    }
    if (first == std::string::npos) break;
    result.append(text.substr(kept, letters.at[first] - kept)).append(kFenceLineHeld);
    kept = letters.at[first + length - 1] + 1;  // the last letter may be of several bytes
    while (kept < text.size() && (static_cast<unsigned char>(text[kept]) & 0xC0) == 0x80) ++kept;
    from = first + length;
  }
  return result.append(text.substr(kept));
}

}  // namespace

std::string escape_fence(std::string_view given) {
  const std::string text = without_fence_lines(given);
  std::string escaped;
  std::size_t kept = 0;
  for (std::size_t at = next_candidate(text, 0); at != std::string_view::npos;
       at = next_candidate(text, at + 1)) {
    const Decoded bracket = decode_utf8(std::string_view(text).substr(at));
    if (common_form(bracket.character) != U'<') continue;
    if (!begins_tag(std::string_view(text).substr(at + bracket.length))) continue;
    escaped.append(text, kept, at - kept).append("&lt;");
    kept = at + bracket.length;
  }
  return escaped.append(text, kept);
}

}  // namespace loci::guard
