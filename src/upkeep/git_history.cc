#include "upkeep/git_history.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/path.h"
#include "base/text.h"

namespace loci::upkeep {
namespace {

using std::chrono::seconds;

constexpr seconds kPatience(8);  // for the longest answer
constexpr int kMostRenames = 6;
constexpr std::size_t kMostCommitsShown = 60;
constexpr std::size_t kMostVersions = 200;  // of files that a name is looked for in
constexpr std::size_t kMostNames = 200;     // that are looked for in sources of the past
// Which trees of the past are searched for names, as parts of the line of commits: the young
// past first.
constexpr std::array kSearchedParts{8, 3};

// Copies of others' sources: what became of them is not this repository's story.
bool is_foreign(std::string_view path) {
  const std::string whole = "/" + std::string(path);
  return whole.find("/vendor/") != std::string::npos ||
         whole.find("/node_modules/") != std::string::npos ||
         whole.find("/third_party/") != std::string::npos;
}

std::vector<std::string> deletions_in(const std::string& range) {
  return {"-c",
          "core.quotePath=false",
          "log",
          "--first-parent",
          "-m",
          "--format=%x01%H %h %P",
          "--name-only",
          "--no-renames",
          "--diff-filter=D",
          range};
}

bool is_end_of(std::string_view path, std::string_view end) {
  return path == end || (path.size() > end.size() && path.ends_with(end) &&
                         path[path.size() - end.size() - 1] == '/');
}

bool is_below(std::string_view path, std::string_view directory) {
  return path.size() > directory.size() && path.starts_with(directory) &&
         path[directory.size()] == '/';
}

bool has_name(std::string_view text, std::string_view name) {
  for (std::size_t at = text.find(name); at != std::string_view::npos;
       at = text.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || !is_name_letter(text[at - 1]);
    if (begins && (end == text.size() || !is_name_letter(text[end]))) return true;
  }
  return false;
}

}  // namespace

std::optional<std::string> GitHistory::ask(std::vector<std::string> arguments,
                                           std::chrono::milliseconds patience, std::string input) {
  if (!ask_) return std::nullopt;
  memory::GitQuestion question{.head = head_};
  question.arguments = std::move(arguments);
  question.patience = patience;
  question.input = std::move(input);
  question.may_find_nothing = question.arguments.front() == "grep";
  auto answer = ask_(question);
  if (!answer) silent_ = true;
  return answer;
}

const std::vector<std::string>& GitHistory::line() {
  if (line_read_) return line_;
  line_read_ = true;
  const std::string answer = ask({"rev-list", "--first-parent",
                                  "--max-count=" + std::to_string(window_ + 1), head_.commit},
                                 seconds(8))
                                 .value_or("");
  for (const std::string_view hash : split_lines(answer)) {
    if (!trim(hash).empty()) line_.emplace_back(trim(hash));
  }
  return line_;
}

// "" when git did not say.
std::string GitHistory::range_of(std::size_t window) {
  if (line().empty()) return {};
  return line().size() <= window ? head_.commit : line()[window] + ".." + head_.commit;
}

void GitHistory::begin_fates() {
  const std::string range = deletions_read_ ? "" : range_of(window_);
  if (range.empty() || !ask_) return;
  memory::GitQuestion question{.head = head_};
  question.arguments = deletions_in(range);
  question.patience = kPatience;
  begun_ = std::async(std::launch::async, [ask = ask_, question] { return ask(question); });
}

// One pass for all questions: what a path was called is found among all that was deleted.
bool GitHistory::read_deletions_of(std::size_t window, std::chrono::milliseconds patience) {
  const std::string range = range_of(window);
  if (range.empty()) return false;
  std::optional<std::string> answer;
  if (begun_.valid()) {
    answer = begun_.get();
    if (!answer) silent_ = true;
  } else {
    answer = ask(deletions_in(range), patience);
  }
  if (!answer) return false;
  GitDeletions read = upkeep::read_deletions(*answer);
  commits_ = std::move(read.commits);
  for (GitDeletions::Path& one : read.paths) {
    by_name_.emplace(last_component(one.path), deletions_.size());
    deletions_.push_back({std::move(one.path), one.commit});
  }
  return true;
}

void GitHistory::read_deletions() {
  if (std::exchange(deletions_read_, true)) return;
  // Where all takes too long, what happened of late is better than nothing.
  if (!read_deletions_of(window_, kPatience) && window_ > kFewCommits) {
    (void)read_deletions_of(kFewCommits, seconds(3));
  }
}

std::optional<GitHistory::Deleted> GitHistory::deletion_of(const std::string& cited) const {
  std::optional<Deleted> ending;
  // Those of one name are in the order in which they were added: the youngest first.
  const auto [begin, end] = by_name_.equal_range(last_component(cited));
  for (auto one = begin; one != end; ++one) {
    const Deleted& deleted = deletions_[one->second];
    if (deleted.path == cited) return deleted;
    if (!is_end_of(deleted.path, cited) || (is_foreign(deleted.path) && !is_foreign(cited))) {
      continue;
    }
    if (!ending) {
      ending = deleted;
    } else if (ending->path != deleted.path) {
      ending->several = true;
    }
  }
  const auto below =
      std::find_if(deletions_.begin(), deletions_.end(),
                   [&](const Deleted& deleted) { return is_below(deleted.path, cited); });
  if (below != deletions_.end()) return *below;
  return ending;
}

void GitHistory::read_renames(const std::set<std::size_t>& commits) {
  std::string input;
  std::map<std::string, std::size_t, std::less<>> numbers;
  for (const std::size_t number : commits) {
    if (renames_.contains(number) || renames_.size() >= kMostCommitsShown) continue;
    renames_[number];
    const GitCommit& commit = commits_[number];
    if (commit.parent.empty()) continue;
    numbers.emplace(commit.hash, number);
    input += commit.hash + " " + commit.parent + "\n";
  }
  if (input.empty()) return;
  const std::string answer = ask({"-c", "core.quotePath=false", "diff-tree", "--stdin", "-r", "-M",
                                  "-l1000", "--diff-filter=R", "--name-status"},
                                 seconds(5), input)
                                 .value_or("");
  for (auto& [hash, renames] : upkeep::read_renames(answer)) {
    if (const auto number = numbers.find(hash); number != numbers.end()) {
      renames_[number->second] = renames;
    }
  }
}

// The new name of what was cited: of a directory, the one that its file went to if the
// rest of the path stayed.
std::string GitHistory::renamed_to(const Deleted& deleted, const std::string& path) const {
  if (deleted.several) return {};
  const auto known = renames_.find(deleted.commit);
  if (known == renames_.end()) return {};
  const auto renamed = known->second.find(deleted.path);
  if (renamed == known->second.end()) return {};
  const std::string& to = renamed->second;
  if (!is_below(deleted.path, path)) return to;
  const std::string_view rest = std::string_view(deleted.path).substr(path.size());
  if (!std::string_view(to).ends_with(rest) || to.size() == rest.size()) return {};
  return to.substr(0, to.size() - rest.size());
}

std::map<std::string, GitHistory::Fate> GitHistory::fates(
    const std::set<std::string>& paths, const std::function<bool(const std::string&)>& exists) {
  struct Traced {
    std::string name;
    Deleted last;
  };
  std::map<std::string, Fate> fates;
  std::map<std::string, Traced> traced;  // by the cited path
  if (paths.empty()) return fates;
  read_deletions();
  for (const std::string& path : paths) {
    const auto deleted = deletion_of(path);
    if (!deleted) continue;
    const bool directory = is_below(deleted->path, path);
    fates[path] = {commits_[deleted->commit].shown, directory ? path : deleted->path};
    traced[path] = {path, *deleted};
  }
  for (int round = 0; round < kMostRenames && !traced.empty(); ++round) {
    std::set<std::size_t> commits;
    for (const auto& [path, one] : traced) commits.insert(one.last.commit);
    read_renames(commits);
    for (auto one = traced.begin(); one != traced.end();) {
      const std::string next = renamed_to(one->second.last, one->second.name);
      Fate& fate = fates[one->first];
      const bool there = !next.empty() && exists(next);
      if (there) {
        fate.commit = commits_[one->second.last.commit].shown;
        fate.renamed_to = next;
      }
      const auto again = there || next.empty() ? std::nullopt : deletion_of(next);
      // Only what happened later: names come back.
      if (again && again->commit < one->second.last.commit) {
        fate.commit = commits_[again->commit].shown;
        one->second = {next, *again};
        ++one;
      } else {
        one = traced.erase(one);
      }
    }
  }
  return fates;
}

std::set<std::string> GitHistory::in_head(const std::set<std::string>& paths) {
  std::set<std::string> found;
  std::vector<const std::string*> asked;
  std::string input;
  for (const std::string& path : paths) {
    if (path.find('\n') != std::string::npos) continue;
    asked.push_back(&path);
    input += head_.commit + ":" + path + "\n";
  }
  if (asked.empty()) return found;
  const std::string answer = ask({"cat-file", "--batch-check"}, seconds(5), input).value_or("");
  const std::vector<std::string_view> lines = split_lines(answer);
  for (std::size_t i = 0; i < lines.size() && i < asked.size(); ++i) {
    if (lines[i].find(" blob ") != std::string_view::npos) found.insert(*asked[i]);
  }
  return found;
}

std::set<std::string> GitHistory::unknown_commits(const std::set<std::string>& names) {
  if (names.empty() || head_.shallow) return {};
  std::string input;
  for (const std::string& name : names) input += name + "\n";
  return read_missing(ask({"cat-file", "--batch-check"}, seconds(5), input).value_or(""));
}

// For each file the versions that commits took away.
GitVersions GitHistory::versions_of(const std::set<NameInFile>& names) {
  const std::string range = range_of(window_);
  if (range.empty()) return {};
  std::vector<std::string> arguments{
      "-c",           "core.quotePath=false", "log", "--raw", "--first-parent", "-m", "--no-abbrev",
      "--no-renames", "--format=%x01%H",      range, "--"};
  std::string last;
  for (const auto& [path, name] : names) {
    if (path != last) arguments.push_back(":(literal)" + path);
    last = path;
  }
  return read_versions(ask(std::move(arguments), seconds(5)).value_or(""), kMostVersions);
}

std::map<GitHistory::NameInFile, std::string> GitHistory::lost_names(
    const std::set<NameInFile>& names) {
  std::map<NameInFile, std::string> lost;
  if (names.empty()) return lost;
  const GitVersions versions = versions_of(names);
  std::string input;
  for (const auto& [path, texts] : versions) {
    for (const GitVersion& version : texts) input += version.text + "\n";
  }
  if (input.empty()) return lost;
  const std::string answer = ask({"cat-file", "--batch"}, seconds(5), input).value_or("");
  const GitTexts texts = read_texts(answer);
  for (const NameInFile& name : names) {
    const auto known = versions.find(name.first);
    if (known == versions.end()) continue;
    for (const GitVersion& version : known->second) {
      const auto text = texts.find(version.text);
      if (text == texts.end() || !has_name(text->second, name.second)) continue;
      lost.emplace(name, version.commit);
      break;
    }
  }
  return lost;
}

// Two questions: which of them a source of the past declared; and which of those are
// nowhere now, not even in other letters or as a part of a longer name.
std::map<std::string, std::string> GitHistory::vanished_names(const std::set<std::string>& names) {
  if (names.empty() || window_ < kAllCommits || line().empty()) return {};
  std::string any;  // one pattern of all is much quicker than many
  std::size_t count = 0;
  for (const std::string& name : names) {
    if (count++ == kMostNames) break;
    any += (any.empty() ? "" : "|") + name;
  }
  std::vector<std::string> arguments{"grep",       "-I",          "-w", "-E",
                                     "--no-color", "--threads=2", "-e", any};
  for (const int part : kSearchedParts) {
    arguments.push_back(line()[(line().size() - 1) / static_cast<std::size_t>(part)]);
  }
  const std::vector<std::string> where{"--", ":(exclude,glob)**/*.md", ":(exclude,glob)**/*.mdx",
                                       ":(exclude,glob)**/*.mdc"};
  arguments.insert(arguments.end(), where.begin(), where.end());
  auto vanished = read_declared_names(ask(arguments, seconds(4)).value_or(""), names);
  if (vanished.empty()) return vanished;
  any.clear();
  for (const auto& [name, commit] : vanished) any += (any.empty() ? "" : "|") + name;
  arguments = {"grep", "-I", "-o", "-i", "-E", "--no-color", "--threads=2", "-e", any};
  arguments.push_back(head_.commit);
  arguments.insert(arguments.end(), where.begin(), where.end());
  const auto now = ask(arguments, seconds(4));
  if (!now) return {};
  std::set<std::string> there;
  for (const auto& [name, commit] : read_found_names(*now)) there.insert(ascii_lower(name));
  std::erase_if(vanished, [&](const auto& one) { return there.contains(ascii_lower(one.first)); });
  return vanished;
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
  if (!answer) {
    silent_ = true;
    return std::nullopt;
  }
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
