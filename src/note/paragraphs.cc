#include "note/paragraphs.h"

#include <algorithm>
#include <vector>

#include "base/limits.h"
#include "base/text.h"
#include "base/time.h"
#include "note/inline.h"
#include "note/outline.h"
#include "note/split.h"

namespace loci::note {
namespace {

constexpr std::size_t kDateLength = 10;  // of "2026-11-17"
constexpr std::string_view kAdded = "Added";

// How long the date at the beginning of a line is, with its colon; 0 where there is none.
std::size_t date_length(std::string_view line) {
  if (line.size() <= kDateLength || line[kDateLength] != ':') return 0;
  if (!is_date(line.substr(0, kDateLength))) return 0;
  const std::string_view rest = line.substr(kDateLength + 1);
  return rest.empty() || rest.front() == ' ' || rest.front() == '\n' || rest.front() == '\r'
             ? kDateLength + 1
             : 0;
}

std::string_view without_date(std::string_view text) {
  text = trim(text);
  return trim(text.substr(date_length(text)));
}

// Runs of lines that are not blank, in order; a fenced block is never divided.
std::vector<std::string_view> blocks_of(std::string_view body) {
  std::vector<std::string_view> blocks;
  std::size_t begin = kNowhere;
  Fence fence;
  for (std::size_t at = 0; at < body.size();) {
    const std::string_view line = line_at(body, at);
    if (fence.length == 0) {
      fence = opening_fence(trim(line));
    } else if (closes_fence(line, fence)) {
      fence = {};
    }
    const bool divides = trim(line).empty() && fence.length == 0;
    if (!divides && begin == kNowhere) begin = at;
    if (divides && begin != kNowhere) {
      blocks.push_back(body.substr(begin, at - begin));
      begin = kNowhere;
    }
    at += line.size();
  }
  if (begin != kNowhere) blocks.push_back(body.substr(begin));
  return blocks;
}

// The line that would close the fence that is open at the end of the body, or "".
std::string open_fence(std::string_view body) {
  Fence fence;
  std::string indent;
  for (const std::string_view line : split_lines(body)) {
    if (fence.length == 0) {
      fence = opening_fence(line, line.size());
      if (fence.length > 0) indent = line.substr(0, line.find(fence.mark));
    } else if (closes_fence(line, fence)) {
      fence = {};
    }
  }
  return fence.length == 0 ? std::string() : indent + std::string(fence.length, fence.mark);
}

// What was there at first, and what was added with a date; without their dates.
std::vector<std::string_view> paragraphs_of(std::string_view body,
                                            const std::vector<std::string_view>& blocks) {
  std::vector<std::string_view> paragraphs;
  const char* begin = body.data();
  for (const std::string_view block : blocks) {
    if (date_length(block) == 0 || block.data() == begin) continue;
    paragraphs.push_back(without_date({begin, static_cast<std::size_t>(block.data() - begin)}));
    begin = block.data();
  }
  paragraphs.push_back(
      without_date({begin, static_cast<std::size_t>(body.data() + body.size() - begin)}));
  return paragraphs;
}

// The headings that a fact would come under, were it put at the end: all but the note's own
// title on top of it.
std::vector<Heading> headings_of(const Note& note) {
  std::vector<Heading> headings = parse_outline(note.body).headings;
  if (headings.empty() || fold_with_space(headings.front().text) != fold_with_space(note.name)) {
    return headings;
  }
  const std::string_view body = note.body;
  const auto before = split_lines(body.substr(0, body.size() - trim_left(body).size())).size();
  if (headings.front().line == before + 1) headings.erase(headings.begin());
  return headings;
}

bool is_added(const Heading& heading) { return heading.text == kAdded; }

int highest_level(const std::vector<Heading>& headings) {
  int level = headings.front().level;
  for (const Heading& heading : headings) level = std::min(level, heading.level);
  return level;
}

// 1-based, of the first line of a block of the body.
std::size_t line_of(std::string_view block, const Note& note) {
  const auto above = static_cast<std::size_t>(block.data() - note.body.data());
  return split_lines(std::string_view(note.body).substr(0, above)).size() + 1;
}

// Whether a block stands for itself: below no heading, or below one that loci made.
bool stands_alone(std::string_view block, const Note& note, const std::vector<Heading>& headings) {
  const std::size_t line = line_of(block, note);
  const Heading* last = nullptr;
  for (const Heading& heading : headings) {
    if (heading.line <= line) last = &heading;
  }
  return last == nullptr || (is_added(*last) && last->line != line);
}

// From a block on to the end of the body, and to the next heading.
std::vector<std::string_view> from_on(std::string_view block, const Note& note,
                                      const std::vector<Heading>& headings) {
  const std::string_view body = note.body;
  const std::string_view rest = body.substr(static_cast<std::size_t>(block.data() - body.data()));
  const std::size_t line = line_of(block, note);
  const auto next = std::find_if(headings.begin(), headings.end(),
                                 [&](const Heading& heading) { return heading.line > line; });
  if (next == headings.end()) return {rest};
  const std::vector<std::string_view> lines = split_lines(rest);
  const std::size_t length =
      static_cast<std::size_t>(lines[next->line - line].data() - rest.data());
  return {rest, rest.substr(0, length)};
}

// Whether a text is prose, that may stand behind a date on its line.
bool begins_with_prose(std::string_view text) {
  if (text.empty() || std::string_view("#-*+>|`~=:").find(text.front()) != kNowhere) return false;
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  const bool numbered = digits > 0 && digits < text.size() &&
                        (text[digits] == '.' || text[digits] == ')') &&
                        text.substr(digits + 1).starts_with(' ');
  return !numbered;
}

}  // namespace

std::string cut_words(std::string_view text) {
  const std::string_view kept = cut_characters(text, kDescriptionCharacters);
  const std::size_t space = kept.rfind(' ');
  const bool inside = kept.size() < text.size() && text[kept.size()] != ' ';
  const bool parts = inside && space != std::string_view::npos && space >= kept.size() / 2;
  return std::string(trim(parts ? kept.substr(0, space) : kept));
}

namespace {

std::string whole_first_sentence(std::string_view text) {
  std::string line;
  for (const std::string_view part : split_lines(text)) {
    std::string_view words = trim(part);
    while (words.starts_with('#')) words.remove_prefix(1);
    words = trim(words);
    if (words.empty()) continue;
    line = words;
    break;
  }
  for (std::size_t at = 0; at + 1 < line.size(); ++at) {
    const bool stop = line[at] == '.' || line[at] == '!' || line[at] == '?';
    if (stop && (line[at + 1] == ' ' || line[at + 1] == '\t')) {
      line.resize(at + 1);
      break;
    }
  }
  return line;
}

}  // namespace

std::string first_sentence(std::string_view text) { return cut_words(whole_first_sentence(text)); }

std::string add_paragraph(std::string_view file, std::string_view date, std::string_view text) {
  const std::string_view ending = line_ending(file);
  text = trim(text);
  std::string added(date);
  added += begins_with_prose(text) ? ": " : ":\n\n";
  added += replace_all(text, "\r\n", "\n");
  added += '\n';
  if (ending != "\n") added = replace_all(added, "\n", ending);

  const Note note = parse_note(file);
  const std::vector<Heading> headings = headings_of(note);
  std::string result(file);
  if (!result.empty() && !result.ends_with('\n')) result += ending;
  if (const std::string fence = open_fence(note.body); !fence.empty()) {
    result.append(fence).append(ending);
  }
  const bool apart =
      trim(note.body).empty() || result.ends_with("\n\n") || result.ends_with("\n\r\n");
  if (!apart) result += ending;
  if (!headings.empty()) {
    const auto level = static_cast<std::size_t>(highest_level(headings));
    const bool there =
        is_added(headings.back()) && headings.back().level == highest_level(headings);
    if (!there) result.append(level, '#').append(" ").append(kAdded).append(ending).append(ending);
  }
  return result + added;
}

std::string_view newest_paragraph(std::string_view body) {
  return paragraphs_of(body, blocks_of(body)).back();
}

std::optional<LineRange> newest_saying(const Note& note, std::string_view text) {
  const std::string wanted = one_line(text);
  const auto says = [&](std::string_view said) { return one_line(without_date(said)) == wanted; };
  if (says(note.body)) return LineRange();
  const std::vector<Heading> headings = headings_of(note);
  const std::vector<std::string_view> blocks = blocks_of(note.body);
  std::vector<std::string_view> candidates;
  const auto dated = std::find_if(blocks.rbegin(), blocks.rend(),
                                  [](std::string_view block) { return date_length(block) > 0; });
  if (dated != blocks.rend()) candidates = from_on(*dated, note, headings);
  if (!blocks.empty()) candidates.push_back(blocks.back());
  for (const std::string_view said : candidates) {
    if (!says(said) || !stands_alone(said, note, headings)) continue;
    const std::size_t begin = line_of(said, note) - 1;
    return LineRange{begin, begin + split_lines(said).size()};
  }
  return std::nullopt;
}

bool is_derived(std::string_view description, std::string_view body) {
  const auto makes = [&](std::string_view text) {
    const std::string sentence = whole_first_sentence(text);
    // As it is cut, or as loci 0.1 cut it, within a word.
    return cut_words(sentence) == description ||
           trim(cut_characters(sentence, kDescriptionCharacters)) == description;
  };
  const std::vector<std::string_view> blocks = blocks_of(body);
  const std::vector<std::string_view> paragraphs = paragraphs_of(body, blocks);
  if (std::any_of(paragraphs.begin(), paragraphs.end(), makes)) return true;
  return std::any_of(blocks.begin(), blocks.end(),
                     [&](std::string_view block) { return makes(without_date(block)); });
}

}  // namespace loci::note
