#include "prompt/facts.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace loci::prompt {
namespace {

bool is_space(char c) { return static_cast<unsigned char>(c) <= 0x20 || c == 0x7F; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

// How many bytes of a line are the mark of a list's item, a quotation or a task.
std::size_t mark_of_item(std::string_view line) {
  std::size_t at = 0;
  const auto blanks = [&] {
    while (at < line.size() && (line[at] == ' ' || line[at] == '\t')) ++at;
  };
  blanks();
  while (at < line.size() && line[at] == '>') {
    ++at;
    blanks();
  }
  const std::size_t before = at;
  if (at + 1 < line.size() && std::string_view("-*+").find(line[at]) != std::string_view::npos &&
      line[at + 1] == ' ') {
    at += 2;
  } else {
    std::size_t number = at;
    while (number < line.size() && number - at < 4 && is_digit(line[number])) ++number;
    const bool ordered = number > at && number + 1 < line.size() &&
                         (line[number] == '.' || line[number] == ')') && line[number + 1] == ' ';
    if (ordered) at = number + 2;
  }
  if (at == before) return before;
  blanks();
  const std::string_view rest = line.substr(at);
  if (rest.starts_with("[ ] ") || rest.starts_with("[x] ") || rest.starts_with("[X] ")) at += 4;
  return at;
}

bool is_item(std::string_view line) {
  const std::size_t mark = mark_of_item(line);
  const std::string_view before = line.substr(0, mark);
  return before.find_first_not_of(" \t>") != std::string_view::npos;
}

// Behind these a stop ends no sentence.
bool is_abbreviation(std::string_view before) {
  constexpr std::array<std::string_view, 9> kShort{"e.g.", "i.e.",    "etc.", "vs.", "cf.",
                                                   "no.",  "approx.", "Dr.",  "Mr."};
  return std::any_of(kShort.begin(), kShort.end(),
                     [&](std::string_view one) { return before.ends_with(one); });
}

bool ends_sentence(std::string_view text, std::size_t at, std::size_t end) {
  const char c = text[at];
  if (c != '.' && c != '!' && c != '?') return false;
  std::size_t next = at + 1;
  while (next < end && std::string_view("\"')`*_").find(text[next]) != std::string_view::npos)
    ++next;
  if (next >= end || !is_space(text[next])) return false;
  while (next < end && is_space(text[next])) ++next;
  if (next >= end) return false;
  const char first = text[next];
  if (first >= 'a' && first <= 'z') return false;
  return c != '.' || !is_abbreviation(text.substr(0, at + 1));
}

class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text) {}

  std::vector<Sentence> split(std::size_t at) {
    while (at < text_.size()) {
      const std::size_t stop = std::min(text_.find('\n', at), text_.size());
      line(at, stop);
      at = stop + 1;
    }
    finish();
    return std::move(sentences_);
  }

 private:
  void line(std::size_t begin, std::size_t end) {
    const std::string_view all = text_.substr(begin, end - begin);
    const std::string_view plain = trim(all);
    const bool fence = plain.starts_with("```") || plain.starts_with("~~~");
    if (fence) fenced_ = !fenced_;
    if (plain.empty() || fence) {
      finish();
    } else if (fenced_ || plain.starts_with('|')) {
      finish();
      add(begin, end, false);
    } else if (plain.starts_with('#')) {
      finish();
      add(begin, end, true);
    } else {
      if (is_item(all)) finish();
      if (!open_) begin_ = begin;
      open_ = true;
      end_ = end;
    }
  }
  // The paragraph or item that was read becomes sentences.
  void finish() {
    if (!open_) return;
    open_ = false;
    std::size_t from = begin_;
    for (std::size_t at = begin_; at < end_; ++at) {
      if (!ends_sentence(text_, at, end_)) continue;
      add(from, at + 1, false);
      from = at + 1;
    }
    add(from, end_, false);
  }
  void add(std::size_t begin, std::size_t end, bool heading) {
    while (begin < end && is_space(text_[begin])) ++begin;
    while (end > begin && is_space(text_[end - 1])) --end;
    if (begin < end) sentences_.push_back({begin, end, heading});
  }

  std::string_view text_;
  std::vector<Sentence> sentences_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool open_ = false;
  bool fenced_ = false;
};

}  // namespace

std::vector<Sentence> sentences_in(std::string_view text, std::size_t begin) {
  return Splitter(text).split(begin);
}

std::string sentence_text(std::string_view sentence, std::size_t characters) {
  sentence = trim(sentence);
  sentence.remove_prefix(mark_of_item(sentence));
  while (sentence.starts_with('#')) sentence.remove_prefix(1);
  std::string line;
  for (const std::string_view part : split_lines(sentence)) {
    const std::string_view plain = trim(part);
    if (plain.empty()) continue;
    if (!line.empty()) line += ' ';
    line += plain;
  }
  std::size_t count = 0;
  std::size_t at = 0;
  std::size_t word = 0;  // where the last word that fits whole ends
  while (at < line.size() && count < characters) {
    if (line[at] == ' ') word = at;
    at += decode_utf8(std::string_view(line).substr(at)).length;
    ++count;
  }
  if (at >= line.size()) return line;
  line.resize(word > 0 ? word : at);
  return line + "…";
}

}  // namespace loci::prompt
