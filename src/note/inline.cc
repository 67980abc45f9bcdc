#include "note/inline.h"

#include <algorithm>
#include <unordered_map>

#include "base/text.h"
#include "note/split.h"

namespace loci::note {
namespace {

// As CommonMark allows its readers; it also keeps "[](" in a row linear.
constexpr int kNestedParentheses = 32;

bool is_punctuation(char c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
         (c >= '{' && c <= '~');
}

bool is_escape(std::string_view text, std::size_t at) {
  return text[at] == '\\' && at + 1 < text.size() && is_punctuation(text[at + 1]);
}

// The end of a bare target, or kNowhere when its parentheses do not match.
std::size_t end_of_bare_target(std::string_view text, std::size_t at) {
  int depth = 0;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (is_escape(text, at)) {
      ++at;
    } else if (static_cast<unsigned char>(c) <= 0x20U) {
      break;
    } else if (c == '(') {
      if (++depth > kNestedParentheses) return kNowhere;
    } else if (c == ')') {
      if (depth == 0) break;
      --depth;
    }
  }
  return depth == 0 ? std::min(at, text.size()) : kNowhere;
}

// One past a closing mark, or kNowhere; `forbidden` may not stand inside.
std::size_t behind_closing(std::string_view text, std::size_t at, char closing, char forbidden) {
  for (; at < text.size() && text[at] != '\n'; ++at) {
    if (is_escape(text, at)) {
      ++at;
    } else if (text[at] == closing) {
      return at + 1;
    } else if (text[at] == forbidden) {
      return kNowhere;
    }
  }
  return kNowhere;
}

// Code spans of a line. Which run of backticks closes another is looked up, not
// searched, so that many unequal runs cost nothing.
class CodeSpans {
 public:
  explicit CodeSpans(std::string_view line) : line_(line) {}

  // One past the code span (or the lone run) that begins at `at`.
  std::size_t skip(std::size_t at) {
    const std::size_t length = run_length(at);
    if (last_.empty()) find_runs(at);
    const auto found = last_.find(length);
    if (found == last_.end() || found->second <= at) return at + length;
    for (std::size_t next = at + length; next < line_.size();) {
      next = line_.find('`', next);
      const std::size_t candidate = run_length(next);
      if (candidate == length) return next + length;
      next += candidate;
    }
    return at + length;
  }

 private:
  [[nodiscard]] std::size_t run_length(std::size_t at) const {
    return std::min(line_.find_first_not_of('`', at), line_.size()) - at;
  }

  void find_runs(std::size_t at) {
    while (at < line_.size()) {
      const std::size_t length = run_length(at);
      last_[length] = at;
      at = std::min(line_.find('`', at + length), line_.size());
    }
  }

  std::string_view line_;
  std::unordered_map<std::size_t, std::size_t> last_;  // run length -> its last place
};

std::optional<InlineLink> wiki_link(std::string_view line, std::size_t at) {
  if (!line.substr(at).starts_with("[[")) return std::nullopt;
  const std::size_t end = line.find_first_of("[]", at + 2);
  if (end == kNowhere || !line.substr(end).starts_with("]]")) return std::nullopt;
  // [[text]](target) is a Markdown link with brackets in its text.
  if (line.substr(end + 2).starts_with('(')) return std::nullopt;
  return InlineLink{.wiki = true,
                    .open = at,
                    .label_end = 0,
                    .destination = {.begin = at + 2, .end = end, .after = end + 2}};
}

}  // namespace

std::string unescape(std::string_view text) {
  if (text.find('\\') == kNowhere) return std::string(text);
  std::string result;
  result.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (is_escape(text, at)) ++at;
    result += text[at];
  }
  return result;
}

std::size_t closing_bracket(std::string_view text, std::size_t at) {
  int depth = 0;
  for (; at < text.size() && text[at] != '\n'; ++at) {
    if (is_escape(text, at)) {
      ++at;
    } else if (text[at] == '[') {
      ++depth;
    } else if (text[at] == ']' && --depth == 0) {
      return at;
    }
  }
  return kNowhere;
}

std::optional<Destination> parse_destination(std::string_view text, std::size_t open) {
  if (open >= text.size() || text[open] != '(') return std::nullopt;
  Destination found;
  std::size_t at = skip_blanks(text, open + 1);
  if (at < text.size() && text[at] == '<') {
    const std::size_t end = behind_closing(text, at + 1, '>', '<');
    if (end == kNowhere) return std::nullopt;
    found.begin = at + 1;
    found.end = end - 1;
    at = end;
  } else {
    const std::size_t end = end_of_bare_target(text, at);
    if (end == kNowhere) return std::nullopt;
    found.begin = at;
    found.end = at = end;
  }
  const std::size_t behind = skip_blanks(text, at);
  if (behind > at && behind < text.size() && text[behind] != ')') {
    const char mark = text[behind];
    if (mark != '"' && mark != '\'' && mark != '(') return std::nullopt;
    const char closing = mark == '(' ? ')' : mark;
    at = behind_closing(text, behind + 1, closing, mark == '(' ? '(' : '\0');
    if (at == kNowhere) return std::nullopt;
  }
  at = skip_blanks(text, at);
  if (at >= text.size() || text[at] != ')') return std::nullopt;
  found.after = at + 1;
  return found;
}

std::vector<InlineLink> links_in_line(std::string_view line) {
  std::vector<InlineLink> links;
  if (line.find('[') == kNowhere) return links;
  std::vector<std::size_t> open;
  CodeSpans code(line);
  for (std::size_t at = 0; at < line.size();) {
    const char c = line[at];
    if (is_escape(line, at)) {
      at += 2;
    } else if (c == '`') {
      at = code.skip(at);
    } else if (c == '[') {
      if (auto wiki = wiki_link(line, at)) {
        links.push_back(*wiki);
        at = wiki->destination.after;
      } else {
        open.push_back(at++);
      }
    } else if (c == ']' && !open.empty()) {
      const std::size_t begin = open.back();
      open.pop_back();
      const auto destination = parse_destination(line, at + 1);
      const bool image =
          begin > 0 && line[begin - 1] == '!' && (begin < 2 || line[begin - 2] != '\\');
      if (destination && !image) {
        links.push_back(
            {.wiki = false, .open = begin, .label_end = at, .destination = *destination});
        open.clear();  // a link holds no other link
      }
      at = destination ? destination->after : at + 1;
    } else {
      ++at;
    }
  }
  return links;
}

Fence opening_fence(std::string_view line, std::size_t max_indent) {
  const std::size_t indent = std::min(line.find_first_not_of(' '), line.size());
  if (indent > max_indent || indent == line.size()) return {};
  const char mark = line[indent];
  if (mark != '`' && mark != '~') return {};
  const std::size_t end = std::min(line.find_first_not_of(mark, indent), line.size());
  if (end - indent < 3) return {};
  if (mark == '`' && line.find('`', end) != kNowhere) return {};  // a code span
  return {.mark = mark, .length = end - indent};
}

bool closes_fence(std::string_view line, const Fence& fence) {
  const std::string_view marks = trim(line);
  return marks.size() >= fence.length && marks.find_first_not_of(fence.mark) == kNowhere;
}

}  // namespace loci::note
