#include "upkeep/ignored.h"

#include "base/path.h"
#include "base/text.h"

namespace loci::upkeep {
namespace {

constexpr std::size_t kPatternBytes = 200;
constexpr std::size_t kMostRules = 1'000;

// One past a class such as [a-z], and whether it has the character; the beginning when it
// does not end.
std::size_t class_end(std::string_view pattern, std::size_t at, char c, bool& has) {
  std::size_t i = at + 1;
  const bool negated = i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^');
  if (negated) ++i;
  has = false;
  for (std::size_t first = i; i < pattern.size() && (pattern[i] != ']' || i == first); ++i) {
    if (i + 2 < pattern.size() && pattern[i + 1] == '-' && pattern[i + 2] != ']') {
      has = has || (pattern[i] <= c && c <= pattern[i + 2]);
      i += 2;
    } else {
      has = has || pattern[i] == c;
    }
  }
  if (i >= pattern.size()) return at;
  has = has != negated && c != '/';
  return i + 1;
}

}  // namespace

bool glob_fits(std::string_view pattern, std::string_view path) {
  // Nearly every pattern is a plain name, or has one star: a walk asks for each directory.
  const std::size_t special = pattern.find_first_of("*?[\\");
  if (special == std::string_view::npos) return pattern == path;
  if (!path.starts_with(pattern.substr(0, special))) return false;
  const std::string_view rest = pattern.substr(special + 1);
  if (pattern[special] == '*' && rest.find_first_of("*?[\\") == std::string_view::npos) {
    return path.size() >= special + rest.size() && path.ends_with(rest) &&
           path.substr(special, path.size() - special - rest.size()).find('/') ==
               std::string_view::npos;
  }
  // Row by row over the pattern: which beginnings of the path it fits so far.
  std::vector<char> fits(path.size() + 1, 0);
  fits[0] = 1;
  for (std::size_t at = 0; at < pattern.size();) {
    std::vector<char> next(path.size() + 1, 0);
    const bool deep = pattern.substr(at).starts_with("**");
    if (pattern[at] == '*') {
      const bool with_slash = pattern.substr(at).starts_with("**/");
      char open = 0;
      for (std::size_t i = 0; i <= path.size(); ++i) {
        if (with_slash) {  // nothing, or whole directories
          if (fits[i] != 0) next[i] = 1;
          if (open != 0 && i > 0 && path[i - 1] == '/') next[i] = 1;
          open = static_cast<char>(open | fits[i]);
        } else {
          open = static_cast<char>(open | fits[i]);
          next[i] = open;
          if (!deep && i < path.size() && path[i] == '/') open = 0;
        }
      }
      at += with_slash ? 3 : deep ? 2 : 1;
    } else {
      std::size_t after = at + 1;
      for (std::size_t i = 0; i < path.size(); ++i) {
        if (fits[i] == 0 && pattern[at] != '[') continue;
        bool same = pattern[at] == path[i] || (pattern[at] == '?' && path[i] != '/');
        if (pattern[at] == '[') {
          bool has = false;
          const std::size_t end = class_end(pattern, at, path[i], has);
          if (end != at) {
            same = has;
            after = end;
          }
        } else if (pattern[at] == '\\' && at + 1 < pattern.size()) {
          same = pattern[at + 1] == path[i];
        }
        if (fits[i] != 0 && same) next[i + 1] = 1;
      }
      if (pattern[at] == '\\' && at + 1 < pattern.size()) after = at + 2;
      at = after;
    }
    fits = std::move(next);
  }
  return fits[path.size()] != 0;
}

IgnoreRules::IgnoreRules(std::string_view text) {
  for (const std::string_view raw : split_lines(text)) {
    std::string_view line = trim_right(raw);
    if (line.empty() || line.front() == '#' || line.size() > kPatternBytes) continue;
    Rule rule;
    if (line.front() == '!') {
      rule.negated = true;
      line.remove_prefix(1);
    }
    if (line.ends_with('/')) {
      rule.directories = true;
      line.remove_suffix(1);
    }
    rule.anchored = line.find('/') != std::string_view::npos;
    if (line.starts_with('/')) line.remove_prefix(1);
    if (line.empty()) continue;
    rule.pattern = line;
    rules_.push_back(std::move(rule));
    if (rules_.size() == kMostRules) return;
  }
}

IgnoreRules::Answer IgnoreRules::says(std::string_view path, bool directory) const {
  for (auto rule = rules_.rbegin(); rule != rules_.rend(); ++rule) {
    if (rule->directories && !directory) continue;
    if (!glob_fits(rule->pattern, rule->anchored ? path : last_component(path))) continue;
    return rule->negated ? Answer::Kept : Answer::Ignored;
  }
  return Answer::Silent;
}

}  // namespace loci::upkeep
