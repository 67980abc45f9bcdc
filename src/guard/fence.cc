#include "guard/fence.h"

#include "base/text.h"

namespace loci::guard {
namespace {

constexpr std::string_view kTag = "memory";

// White space, controls and characters that take no room: a reader may not see
// them within a tag.
bool is_skipped(char32_t c) {
  const bool space = c <= U' ' || c == 0x7F || c == 0xA0 || c == 0x3000;
  const bool format = c == 0xAD || c == 0x180E || (c >= 0x2000 && c <= 0x200F) ||
                      (c >= 0x2028 && c <= 0x202F) || (c >= 0x205F && c <= 0x206F) || c == 0xFEFF;
  return space || format;
}

// Whether "<", "</" or "< /" at the start of `text` is followed by the tag's name.
bool begins_tag(std::string_view text) {
  text.remove_prefix(1);
  std::size_t matched = 0;
  bool slash = false;
  while (!text.empty() && matched < kTag.size()) {
    const Decoded next = decode_utf8(text);
    text.remove_prefix(next.length);
    if (is_skipped(next.character)) continue;
    if (next.character == U'/' && !slash && matched == 0) {
      slash = true;
      continue;
    }
    const char32_t lower = next.character | 0x20U;
    if (lower != static_cast<char32_t>(kTag[matched])) return false;
    ++matched;
  }
  return matched == kTag.size();
}

}  // namespace

std::string escape_fence(std::string_view text) {
  std::string escaped;
  std::size_t kept = 0;
  for (std::size_t at = text.find('<'); at != std::string_view::npos; at = text.find('<', at + 1)) {
    if (!begins_tag(text.substr(at))) continue;
    escaped.append(text.substr(kept, at - kept)).append("&lt;");
    kept = at + 1;
  }
  return escaped.append(text.substr(kept));
}

}  // namespace loci::guard
