#include "memory/traces.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "note/note.h"
#include "search/tokenizer.h"

namespace loci::memory {
namespace {

constexpr std::size_t kShortest = 6;
constexpr std::size_t kShortestWord = 3;

bool is_word_byte(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         static_cast<unsigned char>(c) >= 0x80;
}

// A line without what a list, a heading or a quotation puts in front of it.
std::string_view bare(std::string_view line) {
  line = trim(line);
  const std::size_t begin = line.find_first_not_of("-*+># \t");
  return begin == std::string_view::npos ? std::string_view() : line.substr(begin);
}

bool tells(std::string_view line) {
  return line.size() >= kShortest && std::any_of(line.begin(), line.end(), is_word_byte);
}

struct Parts {
  std::vector<std::string> lines;
  std::vector<std::string> phrases;
};

Parts parts_of(std::string_view text) {
  Parts parts;
  const note::Note parsed = note::parse_note(text);
  std::string_view longest;
  for (const std::string_view line : split_lines(text.substr(parsed.body_begin))) {
    const std::string_view plain = bare(line);
    if (!tells(plain)) continue;
    parts.lines.emplace_back(plain);
    if (plain.size() > longest.size()) longest = plain;
  }
  if (!parsed.name.empty()) parts.lines.push_back(fmt::format("name: {}", parsed.name));
  if (tells(parsed.description)) parts.phrases.push_back(parsed.description);
  for (const std::string& shown :
       {note::compiled_description(parsed), note::shown_description(parsed)}) {
    if (shown != parsed.description && tells(shown)) parts.phrases.push_back(shown);
  }
  if (!longest.empty()) parts.phrases.emplace_back(longest);  // also inside another line
  return parts;
}

}  // namespace

Traces::Traces(const std::vector<std::string>& texts, const std::vector<std::string>& others) {
  std::unordered_set<std::string> theirs;
  for (const std::string& other : others) {
    Parts parts = parts_of(other);
    theirs.insert(parts.lines.begin(), parts.lines.end());
    theirs.insert(parts.phrases.begin(), parts.phrases.end());
  }
  for (const std::string& text : texts) {
    Parts parts = parts_of(text);
    for (std::string& line : parts.lines) {
      if (!theirs.contains(line)) lines_.insert(std::move(line));
    }
    for (std::string& phrase : parts.phrases) {
      const bool known = std::find(phrases_.begin(), phrases_.end(), phrase) != phrases_.end();
      if (!known && !theirs.contains(phrase)) phrases_.push_back(std::move(phrase));
    }
    all_ += fold(text);  // searches are not in the note's case
    all_ += '\n';
    for (const std::string& word : search::words_of(text)) {
      all_ += word;
      all_ += '\n';
    }
  }
}

bool Traces::in(std::string_view text) const {
  if (std::any_of(phrases_.begin(), phrases_.end(), [&](const std::string& phrase) {
        return text.find(phrase) != std::string_view::npos;
      })) {
    return true;
  }
  const std::vector<std::string_view> lines = split_lines(text);
  return std::any_of(lines.begin(), lines.end(), [&](std::string_view line) {
    return lines_.contains(std::string(bare(line)));
  });
}

bool Traces::share_a_word(std::string_view asked) const {
  const std::string folded = fold(asked);
  std::string_view query = folded;
  while (!query.empty()) {
    const auto end = std::find_if_not(query.begin(), query.end(), is_word_byte);
    const auto length = static_cast<std::size_t>(end - query.begin());
    if (length >= kShortestWord && all_.find(query.substr(0, length)) != std::string::npos) {
      return true;
    }
    query.remove_prefix(std::max<std::size_t>(length, 1));
  }
  const std::vector<std::string> words = search::words_of(asked);
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return word.size() >= kShortestWord && all_.find(word) != std::string::npos;
  });
}

}  // namespace loci::memory
