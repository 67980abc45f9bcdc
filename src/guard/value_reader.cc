#include "guard/value_reader.h"

#include <algorithm>

#include "guard/classes.h"

namespace loci::guard {

// What stands before `end` on its line: letters, digits, what joins them, and blanks.
std::string_view ValueReader::name_before(std::size_t end) const {
  for (int skipped = 0; skipped < 8 && end > 0; ++skipped, --end) {
    if ((kNameBytesTable[byte_of(text_[end - 1])] & 2U) == 0) break;
  }
  end = before_remark(end);
  std::size_t begin = end;
  while (begin > 0 && end - begin < kNameBytes) {
    if ((kNameBytesTable[byte_of(text_[begin - 1])] & 1U) == 0) break;
    --begin;
  }
  return text_.substr(begin, end - begin);
}

// "Password (prod): …": to before the brackets.
std::size_t ValueReader::before_remark(std::size_t end) const {
  constexpr std::size_t kLongest = 24;
  if (end < 3 || text_[end - 1] != ')') return end;
  const std::size_t least = end > kLongest ? end - kLongest : 0;
  for (std::size_t at = end - 1; at > least && text_[at] != '\n'; --at) {
    if (text_[at] == '(') return is_blank(text_[at - 1]) ? at - 1 : end;
  }
  return end;
}

std::size_t ValueReader::skip_blanks(std::size_t at) const {
  const std::size_t most = std::min(text_.size(), at + 16);
  while (at < most && is_blank(text_[at])) ++at;
  return at;
}

// To a quote of JSON within JSON: `\\\"`.
std::size_t ValueReader::skip_backslashes(std::size_t at) const {
  constexpr std::size_t kDeepest = 7;
  std::size_t end = at;
  while (end < text_.size() && text_[end] == '\\' && end - at < kDeepest) ++end;
  return end < text_.size() && is_quote(text_[end]) ? end : at;
}

std::optional<ValueReader::Value> ValueReader::value_at(std::size_t at) {
  at = skip_backslashes(at);
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
        while (end > at && text_[end - 1] == '\\') --end;
        return Value{at, end, true, true};
      }
      // A token may be longer than what is read of it.
      static constexpr ByteSet kGaps(" \t\n");
      if (end == most && end - at >= kValueBytes - 1 &&
          !kGaps.has_one_of(text_.substr(at, end - at))) {
        return Value{at, end, true, true};
      }
      open_until = end;
      end = at;
    }
  }
  static constexpr ByteSet kStops(" \t\n\r\f\v\"'`;&|");
  static constexpr ByteSet kBehind(".,:!?)]}*_>\\");
  while (end < most && !kStops.has(text_[end])) ++end;
  const std::size_t stop = end;
  while (end > at && kBehind.has(text_[end - 1])) --end;
  if (end == at) return std::nullopt;
  // "Gv82kLq!" at the end of a line
  const bool last = ends_line(stop);
  if (last && end + 1 == stop && text_[end] == '!' && is_alnum(text_[end - 1]) &&
      std::any_of(text_.begin() + static_cast<std::ptrdiff_t>(at),
                  text_.begin() + static_cast<std::ptrdiff_t>(end), is_digit)) {
    end = stop;
  }
  return Value{at, end, false, last};
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

bool ValueReader::line_names(std::size_t at, std::span<const std::string_view> words,
                             LineSearch& search) const {
  constexpr std::size_t kLongest = 16;  // of the words
  const std::string_view line = line_before(at);
  const std::size_t begin = at - line.size();
  if (at < search.until) search = {};
  const std::size_t seen = search.until > kLongest ? search.until - kLongest : 0;
  const std::string_view fresh = line.substr(seen > begin ? seen - begin : 0);
  for (const std::string_view word : words) {
    for (std::size_t found = fresh.find(word); found != std::string_view::npos;
         found = fresh.find(word, found + 1)) {
      search.last = std::max(search.last, at - fresh.size() + found + 1);
    }
  }
  search.until = at;
  return search.last > begin;
}

}  // namespace loci::guard
