#include "guard/fence.h"

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

}  // namespace

std::string escape_fence(std::string_view text) {
  std::string escaped;
  std::size_t kept = 0;
  for (std::size_t at = next_candidate(text, 0); at != std::string_view::npos;
       at = next_candidate(text, at + 1)) {
    const Decoded bracket = decode_utf8(text.substr(at));
    if (common_form(bracket.character) != U'<') continue;
    if (!begins_tag(text.substr(at + bracket.length))) continue;
    escaped.append(text.substr(kept, at - kept)).append("&lt;");
    kept = at + bracket.length;
  }
  return escaped.append(text.substr(kept));
}

}  // namespace loci::guard
