#include "cli/marks.h"

#include <algorithm>

namespace loci::cli {
namespace {

constexpr std::string_view kBold = "\x1b[1m";
constexpr std::string_view kPlain = "\x1b[0m";

bool is_plain_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Letters of other scripts among them: they may go on with a word, but need not end one.
bool may_continue(char c) { return is_plain_letter(c) || static_cast<unsigned char>(c) >= 0x80; }

bool stands_alone(std::string_view line, std::size_t at, std::string_view word) {
  const std::size_t end = at + word.size();
  if (at > 0 && is_plain_letter(word.front()) && may_continue(line[at - 1])) return false;
  return end == line.size() || !is_plain_letter(word.back()) || !may_continue(line[end]);
}

std::size_t length_of_match(std::string_view line, std::size_t at,
                            std::span<const std::string> words) {
  std::size_t longest = 0;
  for (const std::string& word : words) {
    if (word.size() <= longest || line.substr(at, word.size()) != word) continue;
    if (stands_alone(line, at, word)) longest = word.size();
  }
  return longest;
}

}  // namespace

std::string with_marks(std::string_view line, std::span<const std::string> words) {
  std::string marked;
  std::size_t at = 0;
  while (at < line.size()) {
    const std::size_t length = length_of_match(line, at, words);
    if (length == 0) {
      marked += line[at++];
      continue;
    }
    marked.append(kBold).append(line.substr(at, length)).append(kPlain);
    at += length;
  }
  return marked;
}

}  // namespace loci::cli
