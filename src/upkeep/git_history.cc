#include "upkeep/git_history.h"

#include <algorithm>

#include "base/text.h"

namespace loci::upkeep {
namespace {

using std::chrono::seconds;

constexpr std::size_t kPathsAtOnce = 200;
constexpr int kMostRenames = 6;
constexpr std::size_t kMostCommitsShown = 60;
constexpr std::size_t kPastLooks = 12;

// Copies of others' sources: what became of them is not this repository's story.
bool is_foreign(std::string_view path) {
  const std::string whole = "/" + std::string(path);
  return whole.find("/vendor/") != std::string::npos ||
         whole.find("/node_modules/") != std::string::npos ||
         whole.find("/third_party/") != std::string::npos;
}

bool is_end_of(std::string_view path, std::string_view end) {
  return path == end || (path.size() > end.size() && path.ends_with(end) &&
                         path[path.size() - end.size() - 1] == '/');
}

// The path that a citation means, of a file that was deleted: the file, or a directory
// above it. "" when it means neither.
std::string_view meant_part(std::string_view deleted, std::string_view cited) {
  for (std::string_view part = deleted;;) {
    if (is_end_of(part, cited)) return part;
    const std::size_t slash = part.rfind('/');
    if (slash == std::string_view::npos) return {};
    part = part.substr(0, slash);
  }
}

// A pathspec takes these for a pattern.
bool is_literal(std::string_view path) {
  return path.find_first_of("*?[\\:") == std::string_view::npos;
}

}  // namespace

std::optional<std::string> GitHistory::ask(std::vector<std::string> arguments,
                                           std::chrono::milliseconds patience) {
  if (!ask_) return std::nullopt;
  memory::GitQuestion question{.head = head_};
  question.arguments = std::move(arguments);
  question.patience = patience;
  return ask_(question);
}

std::map<std::string, GitHistory::Deleted> GitHistory::deletions(const std::set<std::string>& paths,
                                                                 bool anywhere) {
  std::map<std::string, Deleted> found;
  const auto flush = [&](const std::vector<std::string>& some) {
    std::vector<std::string> arguments{"-c",
                                       "core.quotePath=false",
                                       "log",
                                       "--format=%x01%h",
                                       "--name-only",
                                       "--no-renames",
                                       "--diff-filter=D",
                                       head_.commit,
                                       "--"};
    for (const std::string& path : some) {
      if (anywhere) {
        arguments.push_back(":(glob)**/" + path);
        arguments.push_back(":(glob)**/" + path + "/**");
      } else {
        arguments.push_back(":(literal)" + path);
      }
    }
    const auto answer = ask(std::move(arguments), seconds(anywhere ? 6 : 10));
    if (!answer) return;
    std::string commit;
    for (const std::string_view raw : split_lines(*answer)) {
      const std::string_view line = without_ending(raw);
      if (line.starts_with('\x01')) {
        commit = line.substr(1);
        continue;
      }
      if (line.empty()) continue;
      for (const std::string& path : some) {
        const std::string_view meant = meant_part(line, path);
        if (meant.empty() || (is_foreign(line) && !is_foreign(path + "/"))) continue;
        const auto [known, fresh] = found.try_emplace(path, Deleted{commit, std::string(line)});
        if (!fresh && meant_part(known->second.path, path) != meant) known->second.several = true;
      }
    }
  };
  std::vector<std::string> some;
  for (const std::string& path : paths) {
    if (!is_literal(path)) continue;
    some.push_back(path);
    if (some.size() < kPathsAtOnce) continue;
    flush(some);
    some.clear();
  }
  if (!some.empty()) flush(some);
  return found;
}

const std::map<std::string, std::string>& GitHistory::renames_in(const std::string& commit) {
  const auto known = renames_.find(commit);
  if (known != renames_.end() || renames_.size() >= kMostCommitsShown) {
    static const std::map<std::string, std::string> kNone;
    return known != renames_.end() ? known->second : kNone;
  }
  auto& renames = renames_[commit];
  const std::string answer =
      ask({"-c", "core.quotePath=false", "-c", "diff.renameLimit=3000", "diff-tree", "-r", "-M",
           "--diff-filter=R", "--name-status", "--no-commit-id", "--root", commit},
          seconds(8))
          .value_or("");
  for (const std::string_view raw : split_lines(answer)) {
    const std::string_view line = without_ending(raw);
    const std::size_t first = line.find('\t');
    const std::size_t second = line.find('\t', first + 1);
    if (first == std::string_view::npos || second == std::string_view::npos) continue;
    renames.emplace(line.substr(first + 1, second - first - 1), line.substr(second + 1));
  }
  return renames;
}

// The new name of what was cited: of a directory, the one that its file went to if the
// rest of the path stayed.
std::string GitHistory::renamed_to(const Deleted& deleted, const std::string& path) {
  if (deleted.several) return {};
  const auto& renames = renames_in(deleted.commit);
  const auto renamed = renames.find(deleted.path);
  if (renamed == renames.end()) return {};
  const std::string_view meant = meant_part(deleted.path, path);
  const std::string_view rest = std::string_view(deleted.path).substr(meant.size());
  const std::string& to = renamed->second;
  if (!std::string_view(to).ends_with(rest) || to.size() == rest.size()) return {};
  return to.substr(0, to.size() - rest.size());
}

std::map<std::string, GitHistory::Fate> GitHistory::fates(
    const std::set<std::string>& paths, const std::function<bool(const std::string&)>& exists) {
  std::map<std::string, Fate> fates;
  auto gone = deletions(paths, false);
  std::set<std::string> rest;
  for (const std::string& path : paths) {
    if (!gone.contains(path)) rest.insert(path);
  }
  if (!rest.empty()) gone.merge(deletions(rest, true));
  for (const auto& [path, deleted] : gone) {
    Fate fate{deleted.commit, std::string(meant_part(deleted.path, path))};
    Deleted last = deleted;
    std::string name = path;
    for (int i = 0; i < kMostRenames; ++i) {
      const std::string next = renamed_to(last, name);
      if (next.empty()) break;
      fate.renamed_to = exists(next) ? next : "";
      fate.commit = last.commit;
      if (!fate.renamed_to.empty()) break;
      const auto again = deletions({next}, false);
      if (!again.contains(next)) break;
      last = again.at(next);
      fate.commit = last.commit;
      name = next;
    }
    fates.emplace(path, std::move(fate));
  }
  return fates;
}

std::set<std::string> GitHistory::unknown_commits(const std::set<std::string>& names) {
  std::set<std::string> unknown;
  if (names.empty() || !ask_ || head_.shallow) return unknown;
  memory::GitQuestion question{.head = head_};
  question.arguments = {"cat-file", "--batch-check"};
  for (const std::string& name : names) question.input += name + "\n";
  const std::string answer = ask_(question).value_or("");
  for (const std::string_view line : split_lines(answer)) {
    constexpr std::string_view kMissing = " missing";
    const std::string_view said = trim(line);
    if (said.ends_with(kMissing)) {
      unknown.emplace(said.substr(0, said.size() - kMissing.size()));
    }
  }
  return unknown;
}

std::map<std::string, std::string> GitHistory::last_with(const std::set<std::string>& names) {
  std::map<std::string, std::string> found;
  if (names.empty()) return found;
  const std::string history =
      ask({"rev-list", "--first-parent", "--abbrev-commit", head_.commit}, seconds(5)).value_or("");
  const std::vector<std::string_view> commits = split_lines(history);
  std::vector<std::string> arguments{"-c", "grep.threads=1", "grep", "-I", "-w", "-o",
                                     "-F", "--no-color"};
  for (const std::string& name : names) {
    arguments.emplace_back("-e");
    arguments.push_back(name);
  }
  // Evenly spread, the oldest among them; the youngest is what the workspace was searched for.
  const std::size_t looks = std::min(kPastLooks, commits.empty() ? 0 : commits.size() - 1);
  for (std::size_t i = 1; i <= looks; ++i) {
    arguments.emplace_back(trim(commits[i * (commits.size() - 1) / looks]));
  }
  if (looks == 0) return found;
  for (const char* rest : {"--", ":(exclude,glob)**/*.md", ":(exclude,glob)**/*.mdx"}) {
    arguments.emplace_back(rest);
  }
  // "1f0c2d3:src/a.cc:name"
  const std::string answer = ask(std::move(arguments), seconds(8)).value_or("");
  for (const std::string_view raw : split_lines(answer)) {
    const std::string_view line = without_ending(raw);
    const std::size_t first = line.find(':');
    const std::size_t last = line.rfind(':');
    if (first == std::string_view::npos || first == last) continue;
    found.emplace(line.substr(last + 1), line.substr(0, first));
  }
  return found;
}

std::optional<std::set<std::string>> GitHistory::changed_since(const std::string& commit,
                                                               const std::string& work_tree) {
  if (!ask_) return std::nullopt;
  memory::GitQuestion question{.head = head_};
  question.arguments = {"-c",
                        "core.quotePath=false",
                        "diff-index",
                        "--name-only",
                        "--no-renames",
                        "--ignore-submodules=all",
                        "--no-ext-diff",
                        commit,
                        "--"};
  question.index = head_.index;
  question.work_tree = work_tree;
  const auto answer = ask_(question);
  if (!answer) return std::nullopt;
  std::set<std::string> changed;
  for (const std::string_view line : split_lines(*answer)) changed.emplace(without_ending(line));
  return changed;
}

std::string GitHistory::commit_of(const std::string& revision) {
  if (revision.empty() || revision.starts_with('-')) return {};
  const auto answer = ask({"rev-parse", "--verify", "--quiet", revision + "^{commit}"}, seconds(5));
  return std::string(trim(answer.value_or("")));
}

}  // namespace loci::upkeep
