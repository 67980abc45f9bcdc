#include "base/kept_lines.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"

namespace loci {

std::string KeptLines::header() const {
  if (making_.empty()) return fmt::format("{} {} ", what_, version_);
  return fmt::format("{} {} {} ", what_, version_, making_);
}

std::string KeptLines::format(std::string_view lines) const {
  return fmt::format("{}{}\n{}", header(), hex(crc32(lines), 8), lines);
}

std::string_view KeptLines::parse(std::string_view text) const {
  const std::string head = header();
  if (!text.starts_with(head)) return {};
  const std::size_t end = text.find('\n');
  if (end == std::string_view::npos) return {};
  const std::string_view sum = text.substr(head.size(), end - head.size());
  text.remove_prefix(end + 1);
  return hex(crc32(text), 8) == sum ? text : std::string_view();
}

bool KeptLines::is_later(std::string_view text) const {
  if (!text.starts_with(what_) || text.size() == what_.size()) return false;
  text.remove_prefix(what_.size() + 1);
  int version = 0;
  return take_number(text.substr(0, text.find(' ')), version) && version > version_;
}

std::string_view take_line(std::string_view& lines) {
  const std::string_view line = lines.substr(0, lines.find('\n'));
  lines.remove_prefix(std::min(line.size() + 1, lines.size()));
  return line;
}

std::vector<std::string_view> fields_of(std::string_view line) {
  std::vector<std::string_view> fields;
  fields.reserve(8);
  for (;;) {
    const std::size_t tab = line.find('\t');
    fields.push_back(line.substr(0, tab));
    if (tab == std::string_view::npos) return fields;
    line.remove_prefix(tab + 1);
  }
}

std::string escaped_field(std::string_view field) {
  std::string result;
  result.reserve(field.size());
  for (const char c : field) {
    if (c == '\\') {
      result += "\\\\";
    } else if (c == '\t') {
      result += "\\t";
    } else if (c == '\n') {
      result += "\\n";
    } else {
      result += c;
    }
  }
  return result;
}

std::string unescaped_field(std::string_view field) {
  if (field.find('\\') == std::string_view::npos) return std::string(field);
  std::string result;
  for (std::size_t at = 0; at < field.size(); ++at) {
    if (field[at] != '\\' || at + 1 == field.size()) {
      result += field[at];
      continue;
    }
    const char next = field[++at];
    result += next == 't' ? '\t' : next == 'n' ? '\n' : next;
  }
  return result;
}

}  // namespace loci
