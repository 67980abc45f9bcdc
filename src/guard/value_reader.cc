#include "guard/value_reader.h"

#include <algorithm>

#include "guard/classes.h"

namespace loci::guard {

// What stands before `end` on its line: letters, digits, what joins them, and blanks.
std::string_view ValueReader::name_before(std::size_t end) const {
  for (int skipped = 0; skipped < 8 && end > 0; ++skipped, --end) {
    if ((kNameBytesTable[byte_of(text_[end - 1])] & 2U) == 0) break;
  }
  std::size_t begin = end;
  while (begin > 0 && end - begin < kNameBytes) {
    if ((kNameBytesTable[byte_of(text_[begin - 1])] & 1U) == 0) break;
    --begin;
  }
  return text_.substr(begin, end - begin);
}

std::size_t ValueReader::skip_blanks(std::size_t at) const {
  const std::size_t most = std::min(text_.size(), at + 16);
  while (at < most && is_blank(text_[at])) ++at;
  return at;
}

std::optional<ValueReader::Value> ValueReader::value_at(std::size_t at) {
  if (at + 1 < text_.size() && text_[at] == '\\' && is_quote(text_[at + 1])) ++at;
  if (at >= text_.size() || text_[at] == '\n' || text_[at] == '\r') return std::nullopt;
  const std::size_t most = std::min(text_.size(), at + kValueBytes);
  std::size_t end = at;
  if (is_quote(text_[at])) {
    const char quote = text_[at++];
    // A quote that is never closed is looked for once.
    std::size_t& open_until = open_until_[quote == '"' ? 0U : quote == '\'' ? 1U : 2U];
    end = at;
    if (at >= open_until) {
      while (end < most && text_[end] != quote && text_[end] != '\n') ++end;
      if (end < most && text_[end] == quote) {
        if (end > at && text_[end - 1] == '\\') --end;
        return Value{at, end, true, true};
      }
      open_until = end;
      end = at;
    }
  }
  while (end < most && !is_space(text_[end]) && !is_quote(text_[end]) && text_[end] != ';' &&
         text_[end] != '&' && text_[end] != '|') {
    ++end;
  }
  const std::size_t stop = end;
  while (end > at &&
         std::string_view(".,:!?)]}*_>\\").find(text_[end - 1]) != std::string_view::npos) {
    --end;
  }
  if (end == at) return std::nullopt;
  return Value{at, end, false, ends_line(stop)};
}

// Whether only a remark follows.
bool ValueReader::ends_line(std::size_t at) const {
  while (at < text_.size() && (is_quote(text_[at]) || text_[at] == ';' || text_[at] == ',')) ++at;
  at = skip_blanks(at);
  if (at >= text_.size()) return true;
  const char c = text_[at];
  return c == '\n' || c == '\r' || c == '#' || c == '(' || c == '|' || c == '&' || c == '<' ||
         text_.substr(at).starts_with("//") || text_.substr(at).starts_with("--");
}

std::string_view ValueReader::line_before(std::size_t at) const {
  constexpr std::size_t kFar = 96;
  std::size_t begin = at > kFar ? at - kFar : 0;
  const std::size_t feed = text_.substr(begin, at - begin).rfind('\n');
  if (feed != std::string_view::npos) begin += feed + 1;
  return text_.substr(begin, at - begin);
}

bool ValueReader::line_names(std::size_t at, std::initializer_list<std::string_view> words) const {
  const std::string_view line = line_before(at);
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return line.find(word) != std::string_view::npos;
  });
}

}  // namespace loci::guard
