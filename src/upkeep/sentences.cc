#include "upkeep/sentences.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include "base/text.h"

namespace loci::upkeep {
namespace {

bool is_digit_char(char c) { return c >= '0' && c <= '9'; }

// Behind the bullet or number of a list item and a box that can be ticked; 0: none.
std::size_t item_mark(std::string_view line) {
  std::size_t at = 0;
  while (at < line.size() && (line[at] == ' ' || line[at] == '\t')) ++at;
  if (at >= line.size()) return 0;
  std::size_t end = at;
  if (line[at] == '-' || line[at] == '*' || line[at] == '+') {
    end = at + 1;
  } else {
    while (end < line.size() && is_digit_char(line[end])) ++end;
    if (end == at || end - at > 9 || end >= line.size() || (line[end] != '.' && line[end] != ')')) {
      return 0;
    }
    ++end;
  }
  if (end >= line.size() || (line[end] != ' ' && line[end] != '\t')) return 0;
  while (end < line.size() && (line[end] == ' ' || line[end] == '\t')) ++end;
  for (const std::string_view box : {"[ ] ", "[x] ", "[X] "}) {
    if (line.substr(end).starts_with(box)) end += box.size();
  }
  return end;
}

std::size_t heading_mark(std::string_view line) {
  std::size_t level = 0;
  while (level < line.size() && line[level] == '#') ++level;
  if (level == 0 || level > 6) return 0;
  if (level < line.size() && line[level] != ' ' && line[level] != '\t') return 0;
  return level;
}

// A full stop that ends no sentence.
bool is_abbreviation(std::string_view text, std::size_t stop) {
  static constexpr std::array<std::string_view, 14> kShort{"e.g",    "i.e",  "etc",  "vs",  "cf",
                                                           "approx", "dr",   "mr",   "mrs", "prof",
                                                           "st",     "incl", "resp", "ca"};
  std::size_t begin = stop;
  while (begin > 0 && text[begin - 1] != ' ' && text[begin - 1] != '(') --begin;
  const std::string word = ascii_lower(text.substr(begin, stop - begin));
  if (word.size() == 1 && text[begin] >= 'A' && text[begin] <= 'Z') return true;  // an initial
  return std::find(kShort.begin(), kShort.end(), word) != kShort.end();
}

void split_sentences(std::string_view text, std::vector<std::string>& sentences) {
  static constexpr std::array<std::string_view, 3> kWide{"。", "！", "？"};
  const auto add = [&](std::string_view sentence) {
    sentence = trim(sentence);
    if (!sentence.empty()) sentences.emplace_back(sentence);
  };
  std::size_t begin = 0;
  bool code = false;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '`') code = !code;
    if (code) continue;
    for (const std::string_view wide : kWide) {
      if (!text.substr(at).starts_with(wide)) continue;
      add(text.substr(begin, at + wide.size() - begin));
      begin = at + wide.size();
    }
    if (c != '.' && c != '!' && c != '?') continue;
    std::size_t end = at + 1;
    while (end < text.size() &&
           std::string_view(".!?)\"'*_").find(text[end]) != std::string_view::npos) {
      ++end;
    }
    const bool ends = end == text.size() || text[end] == ' ' || text[end] == '\t' ||
                      text[end] == '\n' || text[end] == '\r';
    if (!ends || (c == '.' && is_abbreviation(text, at))) continue;
    add(text.substr(begin, end - begin));
    begin = end;
    at = end - 1;
  }
  if (begin < text.size()) add(text.substr(begin));
}

class BlockReader {
 public:
  void read(std::string_view body) {
    for (const std::string_view full : split_lines(body)) line(without_ending(full));
    flush();
  }
  std::vector<Block> blocks;

 private:
  void line(std::string_view line) {
    const std::string_view text = trim_left(line);
    const bool fence = text.starts_with("```") || text.starts_with("~~~");
    if (!fence_.empty()) {
      append(line);
      if (fence && text.starts_with(fence_)) {
        fence_ = {};
        flush();
      }
      return;
    }
    if (fence) {
      flush();
      fence_ = text.substr(0, 3);
      block_.kind = Block::Kind::Code;
      append(line);
      return;
    }
    if (trim(line).empty()) return flush();
    if (heading_mark(line) != 0 || text.starts_with("|") || text.starts_with("<!--") ||
        text.find_first_not_of("-=*_ ") == std::string_view::npos) {
      flush();
      block_.kind = heading_mark(line) != 0 ? Block::Kind::Heading : Block::Kind::Line;
      append(line);
      return flush();
    }
    if (item_mark(line) != 0) {
      flush();
      block_.kind = Block::Kind::Item;
    }
    append(line);
  }

  void append(std::string_view line) {
    if (!block_.text.empty()) block_.text += '\n';
    block_.text += line;
  }

  void flush() {
    fence_ = {};
    if (block_.text.empty()) return;
    const std::string_view text = block_.text;
    if (block_.kind == Block::Kind::Code) {
      for (const std::string_view full : split_lines(text)) {
        const std::string_view row = trim(full);
        if (!row.empty() && !row.starts_with("```") && !row.starts_with("~~~")) {
          block_.sentences.emplace_back(row);
        }
      }
    } else if (block_.kind == Block::Kind::Line) {
      if (text.find_first_not_of("-=*_|: ") != std::string_view::npos) {
        block_.sentences.emplace_back(trim(text));
      }
    } else {
      const std::size_t mark = block_.kind == Block::Kind::Heading ? heading_mark(text)
                               : block_.kind == Block::Kind::Item  ? item_mark(text)
                                                                   : 0;
      split_sentences(text.substr(mark), block_.sentences);
    }
    blocks.push_back(std::exchange(block_, {}));
  }

  Block block_;
  std::string_view fence_;
};

}  // namespace

std::vector<Block> blocks_of(std::string_view body) {
  BlockReader reader;
  reader.read(body);
  return std::move(reader.blocks);
}

std::string sentence_key(std::string_view sentence) {
  std::string key = fold_with_space(sentence);
  while (!key.empty() && std::string_view(".;:,! ").find(key.back()) != std::string_view::npos) {
    key.pop_back();
  }
  return key;
}

std::vector<std::string> sentence_keys(std::string_view body) {
  std::vector<std::string> keys;
  for (const Block& block : blocks_of(body)) {
    for (const std::string& sentence : block.sentences) {
      std::string key = sentence_key(sentence);
      if (!key.empty()) keys.push_back(std::move(key));
    }
  }
  return keys;
}

std::string missing_from(std::string_view body, std::string_view other) {
  std::set<std::string> known;
  for (std::string& key : sentence_keys(body)) known.insert(std::move(key));
  const auto is_missing = [&](const std::string& sentence) {
    const std::string key = sentence_key(sentence);
    return !key.empty() && !known.contains(key);
  };
  std::string text;
  Block::Kind last = Block::Kind::Paragraph;
  const auto add = [&](Block::Kind kind, std::string_view block) {
    const bool list = last == Block::Kind::Item && kind == Block::Kind::Item;
    if (!text.empty()) text += list ? "\n" : "\n\n";
    text += block;
    last = kind;
  };
  for (const Block& block : blocks_of(other)) {
    if (block.kind == Block::Kind::Heading) {
      // One that says something new is kept even with nothing below it.
      if (std::any_of(block.sentences.begin(), block.sentences.end(), is_missing)) {
        add(block.kind, block.text);
        for (const std::string& sentence : block.sentences) known.insert(sentence_key(sentence));
      }
      continue;
    }
    std::string kept;
    std::size_t missing = 0;
    for (const std::string& sentence : block.sentences) {
      if (!is_missing(sentence)) continue;
      kept += (kept.empty() ? "" : " ") + sentence;
      ++missing;
    }
    if (missing == 0) continue;
    const bool partly = block.kind == Block::Kind::Paragraph && missing < block.sentences.size();
    add(block.kind, partly ? std::string_view(kept) : std::string_view(block.text));
    for (const std::string& sentence : block.sentences) known.insert(sentence_key(sentence));
  }
  return text;
}

}  // namespace loci::upkeep
