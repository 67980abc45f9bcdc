#include "upkeep/git_answers.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "base/text.h"

namespace loci::upkeep {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kShownDigits = 9;  // of a commit, where git is told not to shorten
constexpr char kCommitMark = '\x01';

std::string_view take_word(std::string_view& line, char until) {
  const std::size_t end = std::min(line.find(until), line.size());
  const std::string_view word = line.substr(0, end);
  line.remove_prefix(std::min(end + 1, line.size()));
  return word;
}

bool is_hash(std::string_view word) {
  return word.size() >= 40 && word.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// The word in front, behind blanks, stars and the like.
std::string_view word_before(std::string_view text) {
  const std::size_t end = text.find_last_not_of(" \t*&");
  if (end == std::string_view::npos || end + 1 == text.size()) return {};
  std::size_t begin = end + 1;
  while (begin > 0 && is_name_letter(text[begin - 1])) --begin;
  return text.substr(begin, end + 1 - begin);
}

// A use of others' names is no declaration: `import { View }`, `new View(…)`, `return view(…)`.
bool declares(std::string_view before, std::string_view after) {
  constexpr std::array kDeclaring{"class"sv, "struct"sv, "def"sv,   "fn"sv,     "func"sv,
                                  "type"sv,  "enum"sv,   "trait"sv, "const"sv,  "function"sv,
                                  "let"sv,   "var"sv,    "val"sv,   "object"sv, "interface"sv,
                                  "mod"sv,   "module"sv, "macro"sv, "define"sv, "record"sv};
  constexpr std::array kUsing{"return"sv, "new"sv,   "await"sv,  "throw"sv,  "else"sv,
                              "case"sv,   "in"sv,    "not"sv,    "and"sv,    "or"sv,
                              "if"sv,     "yield"sv, "typeof"sv, "delete"sv, "extends"sv};
  const std::string_view word = word_before(before);
  if (std::find(kDeclaring.begin(), kDeclaring.end(), word) != kDeclaring.end()) return true;
  if (after.starts_with('?')) after.remove_prefix(1);
  const std::string_view rest = trim(after);
  if (rest.starts_with(':')) return !rest.starts_with("::");
  if (rest.starts_with('=')) return !rest.starts_with("==") && !rest.starts_with("=>");
  if (!rest.starts_with('(')) return false;
  if (word.empty()) return trim(before).ends_with(')');  // func (s *Store) name(
  return std::find(kUsing.begin(), kUsing.end(), word) == kUsing.end();
}

bool is_of_environment(std::string_view name) {
  return std::none_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

bool is_name_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

GitDeletions read_deletions(std::string_view log) {
  GitDeletions result;
  for (const std::string_view raw : split_lines(log)) {
    std::string_view line = without_ending(raw);
    if (line.starts_with(kCommitMark)) {
      line.remove_prefix(1);
      const std::string hash(take_word(line, ' '));
      const std::string shown(take_word(line, ' '));
      result.commits.push_back({hash, shown, std::string(take_word(line, ' '))});
    } else if (!line.empty() && !result.commits.empty()) {
      result.paths.push_back({std::string(line), result.commits.size() - 1});
    }
  }
  return result;
}

GitRenames read_renames(std::string_view answer) {
  GitRenames result;
  std::map<std::string, std::string>* renames = nullptr;
  for (const std::string_view raw : split_lines(answer)) {
    std::string_view line = without_ending(raw);
    if (is_hash(line)) {
      renames = &result[std::string(line)];
      continue;
    }
    take_word(line, '\t');
    const std::string_view from = take_word(line, '\t');
    if (renames != nullptr && !from.empty() && !line.empty()) renames->emplace(from, line);
  }
  return result;
}

GitVersions read_versions(std::string_view log, std::size_t most) {
  GitVersions versions;
  std::string shown;
  std::size_t count = 0;
  for (const std::string_view raw : split_lines(log)) {
    std::string_view line = without_ending(raw);
    if (line.starts_with(kCommitMark)) {
      shown = line.substr(1, kShownDigits);
    } else if (line.starts_with(':') && count < most) {
      // ":100644 100644 OLD NEW M\tpath"
      take_word(line, ' ');
      take_word(line, ' ');
      const std::string old(take_word(line, ' '));
      take_word(line, '\t');
      if (old.find_first_not_of('0') == std::string::npos || line.empty()) continue;
      versions[std::string(line)].push_back({old, shown});
      ++count;
    }
  }
  return versions;
}

// "HASH blob SIZE", the text, a line feed.
GitTexts read_texts(std::string_view answer) {
  GitTexts texts;
  for (std::string_view rest = answer; !rest.empty();) {
    std::string_view head = take_word(rest, '\n');
    const std::string hash(take_word(head, ' '));
    if (take_word(head, ' ') != "blob") continue;
    std::size_t size = 0;
    const auto parsed = std::from_chars(head.data(), head.data() + head.size(), size);
    if (parsed.ec != std::errc()) continue;
    size = std::min(size, rest.size());
    texts.emplace(hash, rest.substr(0, size));
    rest.remove_prefix(std::min(size + 1, rest.size()));
  }
  return texts;
}

std::set<std::string> read_missing(std::string_view answer) {
  constexpr std::string_view kMissing = " missing";
  std::set<std::string> missing;
  for (const std::string_view line : split_lines(answer)) {
    const std::string_view said = trim(line);
    if (said.ends_with(kMissing)) missing.emplace(said.substr(0, said.size() - kMissing.size()));
  }
  return missing;
}

std::map<std::string, std::string> read_declared_names(std::string_view answer,
                                                       const std::set<std::string>& names) {
  std::map<std::string, std::string> declared;
  for (const std::string_view raw : split_lines(answer)) {
    std::string_view line = without_ending(raw);
    const std::string_view commit = take_word(line, ':');
    if (!is_hash(commit)) continue;
    take_word(line, ':');
    for (std::size_t at = 0; at < line.size();) {
      const std::size_t begin = at;
      while (at < line.size() && is_name_letter(line[at])) ++at;
      const std::string name(line.substr(begin, at - begin));
      if (at == begin) ++at;
      if (!names.contains(name)) continue;
      if (is_of_environment(name) || declares(line.substr(0, begin), line.substr(at))) {
        declared.emplace(name, commit.substr(0, kShownDigits));
      }
    }
  }
  return declared;
}

std::map<std::string, std::string> read_found_names(std::string_view answer) {
  std::map<std::string, std::string> found;
  for (const std::string_view raw : split_lines(answer)) {
    const std::string_view line = without_ending(raw);
    const std::size_t first = line.find(':');
    const std::size_t last = line.rfind(':');
    if (first == std::string_view::npos || first == last || !is_hash(line.substr(0, first))) {
      continue;
    }
    found.emplace(line.substr(last + 1), line.substr(0, kShownDigits));
  }
  return found;
}

}  // namespace loci::upkeep
