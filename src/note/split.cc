#include "note/split.h"

#include "base/text.h"

namespace loci::note {
namespace {

constexpr std::string_view kBom = "\xEF\xBB\xBF";

bool is_fence(std::string_view line) {
  return line.starts_with("---") && trim_right(line).size() == 3;
}

}  // namespace

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && is_blank(text[at])) ++at;
  return at;
}

std::string_view line_at(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at);
  const std::size_t feed = rest.find('\n');
  return feed == std::string_view::npos ? rest : rest.substr(0, feed + 1);
}

std::string_view line_ending(std::string_view text) {
  return line_at(text, 0).ends_with("\r\n") ? "\r\n" : "\n";
}

Split split_note(std::string_view text) {
  Split split;
  if (text.starts_with(kBom)) split.start = kBom.size();
  split.yaml_begin = split.yaml_end = split.after_close = split.body_begin = split.start;
  const std::string_view first = line_at(text, split.start);
  if (!is_fence(first)) return split;
  split.opened = true;
  split.yaml_begin = split.start + first.size();
  split.yaml_end = text.size();
  for (std::size_t at = split.yaml_begin; at < text.size();) {
    const std::string_view line = line_at(text, at);
    if (is_fence(line)) {
      split.closed = true;
      split.yaml_end = at;
      split.after_close = split.body_begin = at + line.size();
      const std::string_view next = line_at(text, split.body_begin);
      if (trim(next).empty()) split.body_begin += next.size();
      break;
    }
    at += line.size();
  }
  return split;
}

std::string one_line(std::string_view text) {
  // Nearly every name and description is in order already.
  const bool edges = text.starts_with(' ') || text.ends_with(' ');
  if (is_plain(text) && !edges && text.find("  ") == std::string_view::npos) {
    return std::string(text);
  }
  std::string line;
  line.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Decoded decoded = decode_utf8(text.substr(at));
    const char32_t c = decoded.character;
    const bool gap = c <= 0x20 || (c >= 0x7F && c <= 0x9F) || c == 0x2028 || c == 0x2029;
    if (!gap) {
      line.append(text.substr(at, decoded.length));
    } else if (!line.empty() && line.back() != ' ') {
      line += ' ';
    }
    at += decoded.length;
  }
  if (line.ends_with(' ')) line.pop_back();
  return line;
}

}  // namespace loci::note
