#include "note/paragraphs.h"

#include <algorithm>
#include <vector>

#include "base/limits.h"
#include "base/text.h"
#include "base/time.h"
#include "note/split.h"

namespace loci::note {
namespace {

constexpr std::size_t kDateLength = 10;  // of "2026-11-17"

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
  bool fenced = false;
  for (std::size_t at = 0; at < body.size();) {
    const std::string_view line = line_at(body, at);
    const std::string_view text = trim(line);
    if (text.starts_with("```") || text.starts_with("~~~")) fenced = !fenced;
    const bool divides = text.empty() && !fenced;
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

// What was there at first, and what was added with a date; without their dates.
std::vector<std::string_view> paragraphs_of(std::string_view body) {
  std::vector<std::string_view> paragraphs;
  const char* begin = body.data();
  for (const std::string_view block : blocks_of(body)) {
    if (date_length(block) == 0 || block.data() == begin) continue;
    paragraphs.push_back(without_date({begin, static_cast<std::size_t>(block.data() - begin)}));
    begin = block.data();
  }
  paragraphs.push_back(
      without_date({begin, static_cast<std::size_t>(body.data() + body.size() - begin)}));
  return paragraphs;
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

std::string first_sentence(std::string_view text) {
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
  return std::string(trim(cut_characters(line, kDescriptionCharacters)));
}

std::string add_paragraph(std::string_view file, std::string_view date, std::string_view text) {
  const std::string_view ending = line_ending(file);
  text = trim(text);
  std::string added(date);
  added += begins_with_prose(text) ? ": " : ":\n\n";
  added += replace_all(text, "\r\n", "\n");
  added += '\n';
  if (ending != "\n") added = replace_all(added, "\n", ending);

  std::string result(file);
  const std::string_view body = std::string_view(file).substr(split_note(file).body_begin);
  if (!result.empty() && !result.ends_with('\n')) result += ending;
  const bool apart = trim(body).empty() || result.ends_with("\n\n") || result.ends_with("\n\r\n");
  if (!apart) result += ending;
  return result + added;
}

std::string_view newest_paragraph(std::string_view body) { return paragraphs_of(body).back(); }

bool newest_says(std::string_view body, std::string_view text) {
  const std::string wanted = one_line(text);
  if (one_line(newest_paragraph(body)) == wanted) return true;
  const std::vector<std::string_view> blocks = blocks_of(body);
  return !blocks.empty() && one_line(without_date(blocks.back())) == wanted;
}

bool is_derived(std::string_view description, std::string_view body) {
  const auto makes = [&](std::string_view text) { return first_sentence(text) == description; };
  const std::vector<std::string_view> paragraphs = paragraphs_of(body);
  if (std::any_of(paragraphs.begin(), paragraphs.end(), makes)) return true;
  const std::vector<std::string_view> blocks = blocks_of(body);
  return std::any_of(blocks.begin(), blocks.end(),
                     [&](std::string_view block) { return makes(without_date(block)); });
}

}  // namespace loci::note
