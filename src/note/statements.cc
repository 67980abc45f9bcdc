#include "note/statements.h"

#include <algorithm>

#include "base/hash.h"
#include "base/text.h"
#include "note/split.h"

namespace loci::note {
namespace {

constexpr std::size_t kMarkDigits = 32;

std::string mark_of(std::string_view above, std::string_view words) {
  std::string bytes(above);
  bytes.append("\n").append(words);
  return sha256(bytes).substr(0, kMarkDigits);
}

int level_of_heading(std::string_view line) {
  const std::size_t marks = std::min(line.find_first_not_of('#'), line.size());
  const bool is_heading =
      marks >= 1 && marks <= 6 && (marks == line.size() || is_blank(line[marks]));
  return is_heading ? static_cast<int>(marks) : 0;
}

bool opens_code(std::string_view line) {
  line = trim(line);
  return line.starts_with("```") || line.starts_with("~~~");
}

// Reads a body from the top and knows, at each line, what that line depends on.
class Reader {
 public:
  explicit Reader(std::string seed) : above_(seed) { sections_.push_back({0, std::move(seed)}); }

  Statement read(std::size_t number, std::string_view line) {
    const int level = code_ ? 0 : level_of_heading(line);
    if (level > 0) {
      while (sections_.back().level >= level) sections_.pop_back();
      above_ = sections_.back().mark;
    }
    if (opens_code(line)) code_ = !code_;
    above_ = mark_of(above_, one_line(line));
    if (level > 0) sections_.push_back({level, above_});
    return {number, std::string(trim_right(line)), above_, level};
  }

 private:
  struct Section {
    int level;
    std::string mark;
  };

  std::vector<Section> sections_;  // the note's own, then headings by level
  std::string above_;              // the mark of the line before, or of the heading
  bool code_ = false;
};

}  // namespace

std::vector<Statement> statements(const Note& note) {
  Reader reader(
      mark_of(note.type ? type_name(*note.type) : std::string_view("none"), fold(note.name)));
  std::vector<Statement> all;
  std::size_t number = 0;
  for (const std::string_view whole : split_lines(note.body)) {
    const std::string_view line = without_ending(whole);
    if (!trim(line).empty()) all.push_back(reader.read(number, line));
    ++number;
  }
  return all;
}

}  // namespace loci::note
