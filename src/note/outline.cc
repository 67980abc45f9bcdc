#include "note/outline.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text.h"
#include "note/inline.h"
#include "note/split.h"

namespace loci::note {
namespace {

constexpr std::size_t kCodeIndent = 4;

std::size_t indent_of(std::string_view line) {
  std::size_t column = 0;
  for (const char c : line) {
    if (c == ' ') {
      ++column;
    } else if (c == '\t') {
      column += 4 - column % 4;
    } else {
      break;
    }
  }
  return column;
}

bool is_list_item(std::string_view words) {
  std::size_t mark = 1;
  if (words.front() != '-' && words.front() != '*' && words.front() != '+') {
    const std::size_t digits = std::min(words.find_first_not_of("0123456789"), words.size());
    if (digits == 0 || digits > 9 || digits == words.size()) return false;
    if (words[digits] != '.' && words[digits] != ')') return false;
    mark = digits + 1;
  }
  return mark >= words.size() || words[mark] == ' ' || words[mark] == '\t';
}

std::optional<Heading> atx_heading(std::string_view words, std::size_t line) {
  const std::size_t level = std::min(words.find_first_not_of('#'), words.size());
  if (level == 0 || level > 6) return std::nullopt;
  if (level < words.size() && words[level] != ' ' && words[level] != '\t') return std::nullopt;
  std::string_view text = trim(words.substr(level));
  const std::size_t last = text.find_last_not_of('#');
  if (last == kNowhere) {
    text = {};
  } else if (last + 1 < text.size() && (text[last] == ' ' || text[last] == '\t')) {
    text = trim_right(text.substr(0, last));
  }
  return Heading{.level = static_cast<int>(level), .text = std::string(text), .line = line};
}

// The level a line of '=' or '-' gives to the paragraph line above it, or 0.
int underline_level(std::string_view words) {
  if (words.find_first_not_of('=') == kNowhere) return 1;
  return words.size() > 1 && words.find_first_not_of('-') == kNowhere ? 2 : 0;
}

bool has_scheme(std::string_view target) {
  const std::size_t colon = target.find(':');
  if (colon == kNowhere || colon < 2) return false;
  return std::all_of(
      target.begin(), target.begin() + static_cast<std::ptrdiff_t>(colon), [](char c) {
        return is_word_character(static_cast<unsigned char>(c)) || c == '+' || c == '-' || c == '.';
      });
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Other programs write a space in a target as "%20".
std::string percent_decoded(std::string_view text) {
  if (text.find('%') == kNowhere) return std::string(text);
  std::string result;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const int high = text[at] == '%' && at + 2 < text.size() ? hex_digit(text[at + 1]) : -1;
    const int low = high >= 0 ? hex_digit(text[at + 2]) : -1;
    if (low >= 0) {
      result += static_cast<char>(high * 16 + low);
      at += 2;
    } else {
      result += text[at];
    }
  }
  return is_valid_utf8(result) ? result : std::string(text);
}

// The part of a target before its anchor (and, in a wiki link, its label).
std::size_t target_length(std::string_view written, bool wiki) {
  if (wiki) return std::min(written.find_first_of("|#"), written.size());
  if (written.ends_with(".md")) return written.size();
  const std::size_t anchor = written.rfind(".md#");
  return anchor == kNowhere ? 0 : anchor + 3;
}

std::optional<Link> note_link(std::string_view line, const InlineLink& found) {
  std::size_t begin = found.destination.begin;
  std::string_view written = line.substr(begin, found.destination.end - begin);
  written = written.substr(0, target_length(written, found.wiki));
  if (found.wiki) {
    begin += written.size() - trim_left(written).size();
    written = trim(written);
  }
  std::string target = found.wiki ? std::string(written) : percent_decoded(unescape(written));
  if (target.empty() || target == ".md" || target.find_first_of("/\\") != kNowhere) {
    return std::nullopt;
  }
  if (has_scheme(target)) return std::nullopt;
  return Link{.kind = found.wiki ? Link::Kind::Wiki : Link::Kind::Markdown,
              .target = std::move(target),
              .line = 0,
              .begin = begin,
              .end = begin + written.size()};
}

class OutlineReader {
 public:
  explicit OutlineReader(std::string_view text) : text_(text) {}

  Outline read() {
    for (std::size_t at = 0; at < text_.size();) {
      const std::string_view line = line_at(text_, at);
      ++number_;
      read_line(without_ending(line), at);
      at += line.size();
    }
    return std::move(outline_);
  }

 private:
  void read_line(std::string_view line, std::size_t offset) {
    if (fence_.length > 0) {
      if (closes_fence(line, fence_)) fence_ = {};
      return;
    }
    const std::string_view words = trim(line);
    if (words.empty()) {
      after_blank_ = true;
      paragraph_ = {};
      return;
    }
    const std::size_t indent = indent_of(line);
    const bool starts_block = std::exchange(after_blank_, false);
    fence_ = opening_fence(line, in_list_ ? line.size() : kCodeIndent - 1);
    if (fence_.length > 0) {
      paragraph_ = {};
      return;
    }
    if (indent >= kCodeIndent && !in_list_ && (starts_block || in_code_)) {
      in_code_ = true;
      return;
    }
    in_code_ = false;
    if (!read_heading(words, indent)) {
      if (is_list_item(words)) {
        in_list_ = true;
        paragraph_ = {};
      } else {
        if (indent == 0 && starts_block) in_list_ = false;
        paragraph_ = words;
      }
    }
    for (const InlineLink& found : links_in_line(line)) {
      if (auto link = note_link(line, found)) {
        link->line = number_;
        link->begin += offset;
        link->end += offset;
        outline_.links.push_back(std::move(*link));
      }
    }
  }

  bool read_heading(std::string_view words, std::size_t indent) {
    if (indent >= kCodeIndent) return false;
    std::optional<Heading> heading = atx_heading(words, number_);
    if (!heading && !paragraph_.empty()) {
      if (const int level = underline_level(words); level > 0) {
        heading = Heading{.level = level, .text = std::string(paragraph_), .line = number_ - 1};
      }
    }
    if (!heading) return false;
    outline_.headings.push_back(std::move(*heading));
    paragraph_ = {};
    in_list_ = false;
    return true;
  }

  std::string_view text_;
  Outline outline_;
  std::size_t number_ = 0;
  Fence fence_;
  bool after_blank_ = true;
  bool in_list_ = false;
  bool in_code_ = false;
  std::string_view paragraph_;  // the line above, when it is one of a paragraph
};

}  // namespace

Outline parse_outline(std::string_view text) { return OutlineReader(text).read(); }

}  // namespace loci::note
