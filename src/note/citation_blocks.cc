#include "note/citation_blocks.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "note/inline.h"
#include "note/split.h"

namespace loci::note {
namespace {

bool begins_item(std::string_view words) {
  if (words.size() > 1 && (words[0] == '-' || words[0] == '*' || words[0] == '+')) {
    return words[1] == ' ';
  }
  const std::size_t digits = std::min(words.find_first_not_of("0123456789"), words.size());
  return digits > 0 && digits + 1 < words.size() &&
         (words[digits] == '.' || words[digits] == ')') && words[digits + 1] == ' ';
}

bool is_shell(std::string_view language) {
  language = language.substr(0, language.find_first_of(" {,"));
  return language.empty() || language == "sh" || language == "bash" || language == "shell" ||
         language == "console" || language == "zsh" || language == "text";
}

// A line of JSON or of a program that stands in the text without a fence.
bool is_code_line(std::string_view words) {
  if (words.find('`') != kNowhere) return false;
  if (words.find_first_not_of("{}[]();,") == kNowhere) return true;
  if (words.front() == '"') return words.find("\":") != kNowhere;
  return words.ends_with('{') || words.ends_with("};") || words.ends_with(");");
}

class BlockReader {
 public:
  // `name` is the note's, which may say what it is as well as its title.
  std::vector<CitationBlock> read(std::string_view name, std::string_view body) {
    std::size_t number = 0;
    of_name_ = title_tone(name);
    of_name_.unread = is_in_other_language(body);
    of_name_.proposed = of_name_.proposed || opens_as_record(body);
    of_name_.supposed = of_name_.supposed || of_name_.proposed;
    heading_ = of_name_;
    for (const std::string_view raw : split_lines(body)) {
      ++number;
      read_line(without_ending(raw), number);
    }
    flush();
    return std::move(blocks_);
  }

 private:
  void read_line(std::string_view line, std::size_t number) {
    if (fence_.length > 0) {
      if (closes_fence(line, fence_)) {
        fence_ = {};
        flush();
      } else if (shell_) {  // a word by itself is what a command said
        const std::string_view words = trim(line);
        const bool said = words.find(' ') == kNowhere || is_code_line(words);
        add(said ? std::string_view() : line, number, true);
      }
      return;
    }
    const std::string_view words = trim(line);
    fence_ = opening_fence(line, line.size());
    if (fence_.length > 0) {
      flush();
      shell_ = is_shell(trim(words.substr(fence_.length)));
      return;
    }
    if (words.empty()) {
      flush();
      blank_ = true;
      in_table_ = false;
      return;
    }
    const bool after_blank = std::exchange(blank_, false);
    const bool item = begins_item(words);
    const bool indented = line.starts_with("    ") || line.starts_with('\t');
    if (indented && after_blank && !in_list_ && !item) return flush();  // code
    if (is_code_line(words)) return flush();
    if (words.front() == '#') {
      flush();
      // A plan speaks of what is to be, in all its parts.
      if (words.starts_with("# ")) title_ = title_tone(words);
      heading_ = tone_of(words);
      heading_.proposed =
          heading_.proposed || heading_.plans || has_date(words) || has_version(words);
      heading_.supposed = heading_.supposed || heading_.proposed || heading_.designs;
      heading_ |= title_;
      heading_ |= of_name_;
      lead_ = {};
      table_ = {};
      in_list_ = false;
      return add_alone(line, number);
    }
    if (item || words.front() == '|') flush();
    if (words.front() != '|') {
      table_ = {};
    } else if (!in_table_) {
      table_ = tone_of(words);
      table_.proposed = table_.proposed || table_.makes;
      const std::string cells = ascii_lower(words);
      for (const std::string_view cell : {"before |", "from |", "after |"}) {
        table_.gone = table_.gone || cells.find(cell) != std::string::npos;
      }
    }
    in_table_ = words.front() == '|';
    if (!item && !indented && after_blank) in_list_ = false;
    if (item) in_list_ = true;
    if (!in_list_ && words.front() != '|' && current_.text.empty()) lead_ = {};
    add(line, number, false);
    if (words.front() == '|') flush();
  }

  void add_alone(std::string_view line, std::size_t number) {
    add(line, number, false);
    flush();
  }

  void add(std::string_view line, std::size_t number, bool commands) {
    if (current_.text.empty()) {
      current_.line = number;
      current_.commands = commands;
      current_.tone = heading_;
      if (in_list_ || in_table_ || commands) current_.tone |= lead_;
      if (in_table_) current_.tone |= table_;
      // What is to be done, or a title for it: the file may be yet to come.
      const std::string_view words = trim(line);
      if (words.starts_with('#')) current_.tone.supposed = true;
      if (words.find("[ ] ") == 2 || words.find("[x] ") == 2) current_.tone.proposed = true;
    } else {
      current_.text += '\n';
    }
    current_.text += line.empty() ? " " : line;
  }

  void flush() {
    if (current_.text.empty()) return;
    if (!in_list_ && !in_table_ && !current_.commands) {
      lead_ = trim_right(current_.text).ends_with(':') ? tone_of(current_.text) : Tone();
      lead_.proposed = lead_.proposed || (lead_.makes && names_files(current_.text));
    }
    blocks_.push_back(std::exchange(current_, {}));
  }

  std::vector<CitationBlock> blocks_;
  CitationBlock current_;
  Fence fence_;
  Tone heading_;
  Tone lead_;
  Tone table_;    // of its first row
  Tone title_;    // of the title of the note
  Tone of_name_;  // of its name
  bool in_table_ = false;
  bool shell_ = false;
  bool blank_ = true;
  bool in_list_ = false;
};

}  // namespace

std::vector<CitationBlock> citation_blocks(std::string_view name, std::string_view body) {
  return BlockReader().read(name, body);
}

}  // namespace loci::note
