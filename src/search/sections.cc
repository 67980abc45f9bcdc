#include "search/sections.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

#include "base/path.h"
#include "base/text.h"
#include "base/time.h"
#include "note/lifetime.h"
#include "note/note.h"
#include "note/outline.h"
#include "note/slug.h"
#include "note/split.h"
#include "note/triggers.h"

namespace loci::search {
namespace {

using note::kNowhere;
// A rest shorter than this stays with the chunk before it.
constexpr std::size_t kShortRest = kChunkBytes / 3;
constexpr std::string_view kPathSeparator = " › ";

std::string_view stem_of(std::string_view file) { return note::stem(last_component(file)); }

// Letters and digits alone: whether a stem is only its note's title again.
std::string squeezed(std::string_view text) {
  std::string result;
  for (std::size_t at = 0; at < text.size();) {
    const Decoded decoded = decode_utf8(text.substr(at));
    if (is_word_character(decoded.character)) result += text.substr(at, decoded.length);
    at += decoded.length;
  }
  return fold(result);
}

// A calendar day at the start of a file's stem, as daily logs have it.
std::string_view leading_day(std::string_view stem) {
  const std::string_view day = stem.substr(0, 10);
  return is_date(day) ? day : std::string_view();
}

std::string words_of_date(Timestamp at) {
  constexpr std::array<std::string_view, 12> kMonths = {
      "january", "february", "march",     "april",   "may",      "june",
      "july",    "august",   "september", "october", "november", "december"};
  const std::chrono::year_month_day day(std::chrono::floor<std::chrono::days>(at));
  const unsigned month = static_cast<unsigned>(day.month());
  return fmt::format("{} {} {} {}", utc_date(at), static_cast<unsigned>(day.day()),
                     kMonths[(month - 1) % 12], static_cast<int>(day.year()));
}

int importance_of(const note::Note& note) {
  const std::string text = note::metadata_text(note, "importance");
  int value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value >= 1 && value <= 10 ? value : 0;
}

// Where each line of a text begins.
class Lines {
 public:
  explicit Lines(std::string_view text) : size_(text.size()) {
    starts_.push_back(0);
    for (std::size_t at = text.find('\n'); at != kNowhere; at = text.find('\n', at + 1)) {
      starts_.push_back(at + 1);
    }
  }
  [[nodiscard]] std::size_t begin_of(std::size_t line) const {  // 1-based
    return line - 1 < starts_.size() ? starts_[line - 1] : size_;
  }
  [[nodiscard]] std::size_t line_at(std::size_t offset) const {
    return static_cast<std::size_t>(std::upper_bound(starts_.begin(), starts_.end(), offset) -
                                    starts_.begin());
  }

 private:
  std::size_t size_;
  std::vector<std::size_t> starts_;
};

class Splitter {
 public:
  Splitter(std::string_view text, const note::Note& note, const note::Outline& outline,
           std::vector<Section>& sections)
      : text_(text),
        lines_(text),
        body_begin_(note.body_begin),
        first_line_(note.body_line),
        outline_(outline),
        sections_(sections) {}

  void run() {
    std::size_t begin = body_begin_;
    for (std::size_t i = 0; i < outline_.headings.size(); ++i) {
      const note::Heading& heading = outline_.headings[i];
      // A heading on the first line may begin before the body does, at a BOM.
      const std::size_t start = std::max(begin, lines_.begin_of(heading.line + first_line_ - 1));
      close(begin, start, heading.level);
      enter(heading);
      begin = start;
    }
    close(begin, text_.size(), 0);
    if (sections_.empty()) add(body_begin_, body_begin_, text_.size());
  }

 private:
  // The section from `begin` is over; a deeper heading follows, or another.
  void close(std::size_t begin, std::size_t end, int next_level) {
    const std::size_t body = path_.empty() ? begin : after_line(begin);
    if (trim(text_.substr(body, end - body)).empty()) {
      const bool has_children = !path_.empty() && next_level > path_.back().first;
      if (path_.empty() || has_children) return;
    }
    add_chunks(begin, body, end);
  }

  [[nodiscard]] std::size_t after_line(std::size_t begin) const {
    const std::size_t end = text_.find('\n', begin);
    return end == kNowhere ? text_.size() : end + 1;
  }

  void enter(const note::Heading& heading) {
    while (!path_.empty() && path_.back().first >= heading.level) path_.pop_back();
    path_.emplace_back(heading.level, heading.text);
  }

  void add_chunks(std::size_t begin, std::size_t body, std::size_t end) {
    while (end - body > kChunkBytes + kShortRest) {
      const std::size_t cut = body + cut_point(text_.substr(body, end - body));
      add(begin, body, cut);
      begin = body = cut;
    }
    add(begin, body, end);
  }

  // After a paragraph, else a line, else a sentence or word, else a character.
  static std::size_t cut_point(std::string_view rest) {
    constexpr std::size_t kEarliest = kChunkBytes * 3 / 5;
    const std::string_view room = rest.substr(0, kChunkBytes);
    for (const std::string_view end : {"\n\n", "\n", ". ", " "}) {
      const std::size_t at = room.rfind(end);
      if (at != kNowhere && at >= kEarliest) return at + end.size();
    }
    return std::max<std::size_t>(cut_bytes(rest, kChunkBytes).size(), 1);
  }

  void add(std::size_t begin, std::size_t body, std::size_t end) {
    const std::size_t last = end > begin ? end - 1 : begin;
    sections_.push_back({.headings = path_text(),
                         .begin = begin,
                         .body_begin = body,
                         .end = end,
                         .line = lines_.line_at(begin),
                         .end_line = lines_.line_at(last)});
  }

  [[nodiscard]] std::string path_text() const {
    std::string text;
    for (const auto& [level, heading] : path_) {
      if (heading.empty()) continue;
      if (!text.empty()) text += kPathSeparator;
      text += heading;
    }
    return text;
  }

  std::string_view text_;
  Lines lines_;
  std::size_t body_begin_;
  std::size_t first_line_;
  const note::Outline& outline_;
  std::vector<Section>& sections_;
  std::vector<std::pair<int, std::string>> path_;
};

void read_date(const note::Note& note, std::string_view stem, Document& document) {
  std::optional<Timestamp> date = parse_time(note::metadata_text(note, "modified"));
  if (!date) date = parse_time(leading_day(stem));
  if (!date) date = parse_time(note::metadata_text(note, "created"));
  if (!date) return;
  document.date_ms = date->time_since_epoch().count();
  document.date_words = words_of_date(*date);
}

}  // namespace

std::string_view field_name(Field field) {
  constexpr std::array<std::string_view, kFields> kNames = {"name", "description", "tags",
                                                            "headings", "body"};
  return kNames[static_cast<std::size_t>(field)];
}

std::string folded_stem(std::string_view file) { return fold(stem_of(file)); }

Document split_sections(std::string_view file, std::string_view text) {
  Document document;
  const note::Note note = note::parse_note(text);
  const note::Outline outline = note::parse_outline(note.body);
  const std::string_view stem = stem_of(file);
  document.name = note::shown_name(note, last_component(file));
  document.description = note.description;
  if (note.type) document.type = note::type_name(*note.type);
  document.tags = note.tags;
  if (squeezed(stem) != squeezed(document.name)) document.file_words = stem;
  document.importance = importance_of(note);
  document.dated = !note::lifetime_of(note).says_nothing() || !note::triggers_of(note).empty();
  for (const note::Link& link : outline.links) document.links.push_back(folded_stem(link.target));
  read_date(note, stem, document);
  Splitter(text, note, outline, document.sections).run();
  return document;
}

}  // namespace loci::search
