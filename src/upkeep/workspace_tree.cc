#include "upkeep/workspace_tree.h"

#include <algorithm>
#include <array>

#include "base/path.h"
#include "base/text.h"
#include "fs/absent.h"
#include "fs/walk.h"
#include "store/place.h"

namespace loci::upkeep {
namespace {

using namespace std::string_view_literals;

constexpr int kDeepest = 40;
constexpr std::size_t kRulesBytes = 65'536;
constexpr std::size_t kBinaryLook = 8'000;  // as git does

// Never a repository's own, whatever is ignored.
constexpr std::array kForeign{".git"sv,         ".hg"sv,     ".svn"sv,  "__pycache__"sv,
                              "node_modules"sv, ".venv"sv,   "venv"sv,  ".tox"sv,
                              ".mypy_cache"sv,  ".gradle"sv, ".next"sv, ".pytest_cache"sv};
// What builds and runs leave, in most repositories.
constexpr std::array kMade{"build"sv,    "dist"sv,      "out"sv,    "target"sv,    "tmp"sv,
                           "temp"sv,     "logs"sv,      "obj"sv,    "coverage"sv,  "cache"sv,
                           "output"sv,   "outputs"sv,   ".cache"sv, "generated"sv, "gen"sv,
                           "results"sv,  "artifacts"sv, "log"sv,    "reports"sv,   "examples"sv,
                           "fixtures"sv, "vendor"sv};
// And in some of them.
constexpr std::array kOftenMade{"bin"sv, "data"sv, "state"sv, "assets"sv, "public"sv};
constexpr std::size_t kManyOfAName = 4;

template <typename Table>
bool is_one_of(const Table& table, std::string_view name) {
  return std::find(table.begin(), table.end(), name) != table.end();
}

bool is_identifier_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool is_binary(std::string_view text) {
  return text.substr(0, kBinaryLook).find('\0') != std::string_view::npos;
}

std::string_view ending_of(std::string_view path) {
  const std::string_view name = last_component(path);
  const std::size_t dot = name.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : name.substr(dot);
}

bool is_markdown(std::string_view path) { return path.ends_with(".md") || path.ends_with(".mdx"); }

}  // namespace

WorkspaceTree::WorkspaceTree(fs::FileSystem& files, std::string root)
    : files_(files), root_(std::move(root)) {
  if (auto opened = files_.open(root_, fs::Modes::Umask)) open_ = std::move(*opened);
}

Result<std::unique_ptr<fs::Root>> WorkspaceTree::directory(std::string_view path) {
  auto root = files_.open(root_, fs::Modes::Umask);
  while (root && !path.empty()) root = (*root)->open(take_component(path));
  return root;
}

WorkspaceTree::Look WorkspaceTree::at(std::string_view path) {
  if (!open_) return {};
  const fs::Root* here = open_.get();
  std::unique_ptr<fs::Root> below;
  for (std::string_view rest = path;;) {
    const std::string_view name = take_component(rest);
    if (name.empty() || name == "." || name == "..") return {};
    const auto stat = here->stat(name);
    if (!stat) return {fs::is_absent(stat) ? There::No : There::Unknown};
    if (rest.empty()) return {There::Yes, stat->kind, fs::stamp_of(*stat)};
    if (stat->kind == fs::Kind::Link) return {};  // not followed: nobody knows
    if (stat->kind != fs::Kind::Directory) return {There::No};
    auto next = here->open(name);
    if (!next) return {};
    below = std::move(*next);
    here = below.get();
  }
}

const IgnoreRules& WorkspaceTree::rules_in(std::string_view directory_path) {
  const auto known = rules_.find(directory_path);
  if (known != rules_.end()) return known->second;
  std::string text;
  if (const auto root = directory(directory_path)) {
    text = (*root)->read(".gitignore", kRulesBytes).value_or("");
  }
  return rules_.emplace(directory_path, IgnoreRules(text)).first->second;
}

// Git asks the file that is nearest first.
bool WorkspaceTree::left_out(std::string_view path, bool is_directory) {
  for (std::string_view above = parent_path(path);; above = parent_path(above)) {
    const std::string_view below = above.empty() ? path : path.substr(above.size() + 1);
    const auto answer = rules_in(above).says(below, is_directory);
    if (answer != IgnoreRules::Answer::Silent) return answer == IgnoreRules::Answer::Ignored;
    if (above.empty()) return false;
  }
}

// A directory that is left out takes all with it.
bool WorkspaceTree::ignored(std::string_view path) {
  if (of_submodule(path)) return true;
  for (std::size_t end = path.find('/');; end = path.find('/', end + 1)) {
    const std::string_view part = path.substr(0, end);
    const bool whole = end == std::string_view::npos;
    if (is_one_of(kForeign, last_component(part)) || left_out(part, true)) return true;
    if (whole) return left_out(path, false);
  }
}

bool WorkspaceTree::likely_made(std::string_view path) {
  while (!path.empty()) {
    if (is_one_of(kMade, take_component(path))) return true;
  }
  return false;
}

bool WorkspaceTree::perhaps_made(std::string_view path) {
  if (likely_made(path)) return true;
  while (!path.empty()) {
    if (is_one_of(kOftenMade, take_component(path))) return true;
  }
  return false;
}

// What it holds may be elsewhere than here.
bool WorkspaceTree::of_submodule(std::string_view path) {
  if (!submodules_) {
    submodules_.emplace();
    const std::string text = open_ ? open_->read(".gitmodules", kRulesBytes).value_or("") : "";
    for (const std::string_view raw : split_lines(text)) {
      const std::string_view line = trim(raw);
      const std::size_t sign = line.find('=');
      if (!line.starts_with("path") || sign == std::string_view::npos) continue;
      submodules_->emplace_back(trim(line.substr(sign + 1)));
    }
  }
  return std::any_of(submodules_->begin(), submodules_->end(), [&](const std::string& module) {
    return !module.empty() && path.starts_with(module) &&
           (path.size() == module.size() || path[module.size()] == '/');
  });
}

bool WorkspaceTree::has_other_form(std::string_view path) {
  const std::string_view name = last_component(path);
  const std::string_view stem = name.substr(0, name.find('.', 1));
  const auto root = directory(parent_path(path));
  if (!root) return false;
  const auto entries = (*root)->list();
  return entries && std::any_of(entries->begin(), entries->end(), [&](const fs::Entry& entry) {
           return std::string_view(entry.name).substr(0, entry.name.find('.', 1)) == stem;
         });
}

bool WorkspaceTree::has_twin(std::string_view path) {
  walk();
  if (has_other_form(path)) return true;
  const std::string_view name = last_component(path);
  const auto named = by_small_name_.find(ascii_lower(name));
  if (named == by_small_name_.end()) return false;
  if (named->second.size() < kManyOfAName) return true;
  // One of many "index.ts": the directory above tells them apart.
  const std::string_view above = last_component(parent_path(path));
  return above.empty() ||
         std::any_of(named->second.begin(), named->second.end(), [&](std::size_t i) {
           return ascii_lower(last_component(parent_path(paths_[i]))) == ascii_lower(above);
         });
}

bool WorkspaceTree::has_part_called(std::string_view word) {
  walk();
  return std::any_of(by_small_name_.begin(), by_small_name_.end(), [&](const auto& named) {
    const std::string_view name = named.first;
    return name.starts_with(word) &&
           (name.size() == word.size() || !is_identifier_character(name[word.size()]) ||
            name[word.size()] == '_');
  });
}

void WorkspaceTree::walk() {
  if (walked_) return;
  walked_ = true;
  complete_ = open_ != nullptr;
  if (open_) walk_below(*open_, "", 0);
  for (std::size_t i = 0; i < paths_.size(); ++i) {
    by_name_[std::string(last_component(paths_[i]))].push_back(i);
    by_small_name_[ascii_lower(last_component(paths_[i]))].push_back(i);
  }
}

void WorkspaceTree::walk_below(const fs::Root& root, const std::string& path, int depth) {
  const auto entries = fs::sorted_entries(root);
  if (!entries || depth > kDeepest) {
    complete_ = false;
    return;
  }
  const bool has_rules = std::any_of(entries->begin(), entries->end(), [](const fs::Entry& entry) {
    return entry.name == ".gitignore";
  });
  rules_.try_emplace(
      path, IgnoreRules(has_rules ? root.read(".gitignore", kRulesBytes).value_or("") : ""));
  for (const fs::Entry& entry : *entries) {
    if (paths_.size() >= kMostEntries) {
      complete_ = false;
      return;
    }
    std::string below = path.empty() ? entry.name : path + "/" + entry.name;
    if (entry.kind != fs::Kind::Directory) {
      if (entry.kind == fs::Kind::File && !is_markdown(below)) texts_.push_back(below);
      paths_.push_back(std::move(below));
      continue;
    }
    if (is_one_of(kForeign, entry.name) || left_out(below, true)) continue;
    const auto next = root.open(entry.name);
    paths_.push_back(below);
    if (path.empty() && entry.name == store::kWorkspaceDirectory) continue;  // notes, not sources
    if (next) {
      walk_below(**next, below, depth + 1);
    } else {
      complete_ = false;
    }
  }
}

std::vector<std::string> WorkspaceTree::ending_with(std::string_view path) {
  walk();
  std::vector<std::string> found;
  const auto named = by_name_.find(std::string(last_component(path)));
  if (named == by_name_.end()) return found;
  for (const std::size_t i : named->second) {
    const std::string& candidate = paths_[i];
    const bool fits =
        candidate == path || (candidate.size() > path.size() && candidate.ends_with(path) &&
                              candidate[candidate.size() - path.size() - 1] == '/');
    if (fits) found.push_back(candidate);
  }
  return found;
}

bool WorkspaceTree::complete() {
  walk();
  return complete_;
}

bool WorkspaceTree::has_alike(std::string_view path) {
  const auto root = directory(parent_path(path));
  if (!root) return false;
  const auto entries = (*root)->list();
  const std::string_view ending = ending_of(path);
  return entries && std::any_of(entries->begin(), entries->end(), [&](const fs::Entry& entry) {
           return entry.kind == fs::Kind::File && ending_of(entry.name) == ending;
         });
}

Result<std::string> WorkspaceTree::read(std::string_view path) {
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, directory(parent_path(path)));
  return root->read(last_component(path), kFileLimit);
}

std::optional<std::size_t> WorkspaceTree::lines_of(const std::string& path) {
  const auto text = read(path);
  if (!text || is_binary(*text)) return std::nullopt;
  return split_lines(*text).size();
}

std::optional<bool> WorkspaceTree::mentions(const std::string& path, std::string_view name) {
  const auto text = read(path);
  if (!text || is_binary(*text)) return std::nullopt;
  return text->find(name) != std::string::npos;
}

std::map<std::string, std::string> WorkspaceTree::files_with(const std::set<std::string>& names) {
  walk();
  std::map<std::string, std::string> found;
  searched_all_ = complete_;
  std::set<std::string, std::less<>> wanted(names.begin(), names.end());
  std::size_t bytes = 0;
  for (const std::string& path : paths_) {  // a module, an example: named as its file is
    const std::string_view name = last_component(path);
    const auto word = wanted.find(name.substr(0, name.find('.', 1)));
    if (word == wanted.end()) continue;
    found.emplace(*word, path);
    wanted.erase(word);
  }
  for (const std::string& path : texts_) {
    if (wanted.empty()) break;
    const auto text = read(path);
    if (!text) {
      // Too large to be a source of somebody's; else nobody knows what it says.
      if (text.error().kind != ErrorKind::InvalidInput) searched_all_ = false;
      continue;
    }
    bytes += text->size();
    if (bytes > kSearchedBytes) {
      searched_all_ = false;
      break;
    }
    if (is_binary(*text)) continue;
    const std::string_view all = *text;
    for (std::size_t at = 0; at < all.size();) {
      if (!is_identifier_character(all[at])) {
        ++at;
        continue;
      }
      const std::size_t begin = at;
      while (at < all.size() && is_identifier_character(all[at])) ++at;
      const auto word = wanted.find(all.substr(begin, at - begin));
      if (word == wanted.end()) continue;
      found.emplace(*word, path);
      wanted.erase(word);
    }
  }
  return found;
}

}  // namespace loci::upkeep
