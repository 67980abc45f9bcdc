#include "note/index_scan.h"

#include <utility>

#include "base/limits.h"
#include "base/text.h"
#include "base/yaml.h"
#include "note/index_entry.h"
#include "note/inline.h"
#include "note/split.h"

namespace loci::note {
namespace {

constexpr std::string_view kCommentOpen = "<!--";
constexpr std::string_view kCommentClose = "-->";

// Two `---` lines are also how people rule off a part of the page; it is
// frontmatter only when it reads as fields and holds no entry.
std::size_t end_of_frontmatter(std::string_view text) {
  const Split split = split_note(text);
  const std::size_t size = split.yaml_end - split.yaml_begin;
  if (!split.closed || size > kFrontmatterBytes) return split.start;
  const std::string_view yaml = text.substr(split.yaml_begin, size);
  for (std::size_t at = 0; at < yaml.size();) {
    const std::string_view line = line_at(yaml, at);
    if (parse_entry(without_ending(line))) return split.start;
    at += line.size();
  }
  return parse_yaml(yaml).broken ? split.start : split.after_close;
}

class HiddenScanner {
 public:
  explicit HiddenScanner(std::string_view text) : text_(text) {}

  std::vector<HiddenRange> scan() {
    std::size_t at = end_of_frontmatter(text_);
    if (at > first_line_begin(text_)) ranges_.push_back({0, at, false});
    comment_ = text_.find(kCommentOpen, at);
    const bool plain =
        comment_ == kNowhere && text_.find('`', at) == kNowhere && text_.find('~', at) == kNowhere;
    while (!plain && at < text_.size()) at = scan_line(at);
    return std::move(ranges_);
  }

 private:
  // Hides what begins on the line at `at`, or on the rest of it behind a comment;
  // returns where to go on.
  std::size_t scan_line(std::size_t at) {
    const std::string_view line = line_at(text_, at);
    const std::size_t line_end = at + line.size();
    if (at == first_line_begin(text_) || text_[at - 1] == '\n') {
      if (const std::size_t end = end_of_code(at, line); end > at) {
        ranges_.push_back({at, end, true});
        return end;
      }
      const std::string_view words = trim_left(line);
      in_item_ = words.starts_with('-') || words.starts_with('*') || words.starts_with('+');
    }
    if (comment_ < at) comment_ = text_.find(kCommentOpen, at);
    while (comment_ < line_end) {
      const std::size_t end = end_of_comment(at, line_end);
      if (end > comment_) {
        ranges_.push_back({comment_, end, false});
        if (end > line_end) in_item_ = false;
        return end;
      }
      comment_ = text_.find(kCommentOpen, comment_ + kCommentOpen.size());
    }
    return line_end;
  }

  std::size_t end_of_code(std::size_t at, std::string_view line) {
    const Fence fence = opening_fence(without_ending(line));
    if (fence.length == 0) return at;
    std::size_t& unclosed = fence.mark == '`' ? unclosed_backticks_ : unclosed_tildes_;
    if (fence.length >= unclosed) return at;
    for (std::size_t next = at + line.size(); next < text_.size();) {
      const std::string_view candidate = line_at(text_, next);
      next += candidate.size();
      if (closes_fence(candidate, fence)) return next;
    }
    unclosed = fence.length;
    return at;
  }

  std::size_t end_of_comment(std::size_t line_begin, std::size_t line_end) {
    if (close_ < comment_ + 2) close_ = text_.find(kCommentClose, comment_ + 2);
    if (close_ == kNowhere || is_in_code(line_begin)) return comment_;
    const std::size_t end = close_ + kCommentClose.size();
    return in_item_ && end > line_end ? comment_ : end;
  }

  // Whether an odd number of backticks stands on the line before the comment.
  // Counts on from the last question, so that many marks on a line stay linear.
  bool is_in_code(std::size_t line_begin) {
    if (counted_line_ != line_begin) {
      counted_line_ = counted_to_ = line_begin;
      odd_backticks_ = false;
    }
    for (; counted_to_ < comment_; ++counted_to_) {
      if (text_[counted_to_] == '`') odd_backticks_ = !odd_backticks_;
    }
    return odd_backticks_;
  }

  std::string_view text_;
  std::vector<HiddenRange> ranges_;
  std::size_t comment_ = kNowhere;  // the next "<!--"
  std::size_t close_ = 0;           // the next "-->" behind it; kNowhere when there is none
  std::size_t counted_line_ = kNowhere;
  std::size_t counted_to_ = 0;
  bool odd_backticks_ = false;
  bool in_item_ = false;                       // the line began as a list item
  std::size_t unclosed_backticks_ = kNowhere;  // the shortest fence known to stay open
  std::size_t unclosed_tildes_ = kNowhere;
};

}  // namespace

std::size_t first_line_begin(std::string_view text) {
  return text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
}

std::vector<HiddenRange> hidden_ranges(std::string_view text) { return HiddenScanner(text).scan(); }

}  // namespace loci::note
