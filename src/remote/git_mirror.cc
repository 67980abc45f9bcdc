#include "remote/git_mirror.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "guard/redact.h"
#include "memory/kept.h"
#include "remote/git_remote.h"

namespace loci::remote {

using memory::GitAnswer;
using memory::GitRun;

namespace {

constexpr std::string_view kFetched = "refs/loci/fetched";

bool has(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

}  // namespace

std::string mirror_below(const Remote& remote) {
  return fmt::format("{}/{}", remote_directory(remote.name), memory::kMirrorDirectory);
}

GitMirror::GitMirror(memory::Memory& memory, const Remote& remote,
                     std::chrono::milliseconds patience, std::string path)
    : memory_(memory),
      remote_(remote),
      path_(std::move(path)),
      until_(std::chrono::steady_clock::now() + patience) {}

Error GitMirror::failure(const GitAnswer& answer) const {
  std::string said = guard::redact(std::string(trim(answer.errors)));
  said = replace_all(said, remote_.url, shown_url(remote_.url));
  const std::vector<std::string_view> lines = split_lines(said);
  std::string first = lines.empty() ? fmt::format("git failed with status {}", answer.status)
                                    : printable(without_ending(lines.front()), true);
  for (const std::string_view start : {"fatal: ", "error: "}) {
    if (first.starts_with(start)) first.erase(0, start.size());
  }
  // "unable to connect to HOST:", and why on the next line.
  if (first.ends_with(':') && lines.size() > 1) {
    first += " " + printable(trim(lines[1]), true);
  }
  return io_error(fmt::format("'{}' ({}) cannot be reached: {}", remote_.name,
                              shown_url(remote_.url), shortened(first, 300)),
                  "loci works without it; 'git ls-remote' with the same URL shows more");
}

Result<GitAnswer> GitMirror::git(std::vector<std::string> arguments, std::string input) {
  GitRun run;
  run.directory = path_;
  run.arguments = {fmt::format("--git-dir={}", path_), "-c", "gc.autoDetach=false"};
  run.arguments.insert(run.arguments.end(), arguments.begin(), arguments.end());
  run.input = std::move(input);
  run.patience =
      std::max(std::chrono::milliseconds(1), std::chrono::duration_cast<std::chrono::milliseconds>(
                                                 until_ - std::chrono::steady_clock::now()));
  return memory_.session().run_git(run);
}

Result<std::string> GitMirror::ask(std::vector<std::string> arguments, std::string input) {
  LOCI_ASSIGN(GitAnswer answer, git(std::move(arguments), std::move(input)));
  if (answer.status != 0) return fail(failure(answer));
  return std::move(answer.output);
}

bool GitMirror::is_shallow() const {
  return memory_.store().files().stat(path_ + "/shallow", false).has_value();
}

Result<std::string> GitMirror::fetch(Depth depth) {
  const auto there = memory_.store().files().stat(path_ + "/HEAD", false);
  std::vector<std::string> arguments{"fetch", "--quiet", "--no-tags", "--no-recurse-submodules"};
  if (!there && there.error().kind == ErrorKind::NotFound) {
    LOCI_TRY(memory_.store().home_directory(mirror_below(remote_)));
    LOCI_TRY(ask({"init", "--quiet", "--bare", path_}));
    if (depth == Depth::Head) arguments.emplace_back("--depth=1");
  } else if (depth == Depth::All && is_shallow()) {
    arguments.emplace_back("--unshallow");
  }
  arguments.insert(arguments.end(),
                   {"--", remote_.url, fmt::format("+refs/heads/{}:{}", remote_.branch, kFetched)});
  LOCI_ASSIGN(const GitAnswer answer, git(std::move(arguments)));
  if (answer.status != 0) {
    if (has(answer.errors, "couldn't find remote ref")) return std::string();
    return fail(failure(answer));
  }
  LOCI_ASSIGN(const std::string head, ask({"rev-parse", "--verify", std::string(kFetched)}));
  return std::string(trim(head));
}

Result<std::optional<std::string>> GitMirror::file_at(const std::string& commit,
                                                      std::string_view path) {
  LOCI_ASSIGN(const GitAnswer answer,
              git({"cat-file", "blob", fmt::format("{}:{}", commit, path)}));
  if (answer.status != 0) return std::nullopt;
  return answer.output;
}

Result<GitMirror::Tree> GitMirror::tree_at(const std::string& commit, std::string_view directory) {
  std::vector<std::string> arguments{"ls-tree", "-z", "--full-tree"};
  if (directory.empty()) arguments.emplace_back("-r");
  arguments.push_back(commit);
  if (!directory.empty()) arguments.push_back(fmt::format("{}/", directory));
  LOCI_ASSIGN(const std::string output, ask(std::move(arguments)));
  return parse_tree(output);
}

Result<std::map<std::string, std::string>> GitMirror::blobs(const std::set<std::string>& ids) {
  if (ids.empty()) return std::map<std::string, std::string>();
  std::string input;
  for (const std::string& id : ids) input += id + "\n";
  LOCI_ASSIGN(const std::string output, ask({"cat-file", "--batch"}, std::move(input)));
  return parse_blobs(output);
}

Result<bool> GitMirror::is_ancestor(const std::string& commit, const std::string& of) {
  LOCI_ASSIGN(const GitAnswer answer, git({"merge-base", "--is-ancestor", commit, of}));
  return answer.status == 0;
}

Result<std::string> GitMirror::committer() {
  LOCI_ASSIGN(const GitAnswer answer, git({"var", "GIT_COMMITTER_IDENT"}));
  if (answer.status == 0) return std::string(trim(answer.output));
  const auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(memory_.now().time_since_epoch());
  return fmt::format("loci <loci@localhost> {} +0000", seconds.count());
}

Result<std::string> GitMirror::push(const NewCommit& commit) {
  LOCI_TRY(ask({"fast-import", "--quiet", "--force", "--done"}, format_import(commit)));
  LOCI_ASSIGN(const GitAnswer answer,
              git({"push", "--quiet", "--porcelain", "--no-recurse-submodules", "--", remote_.url,
                   fmt::format("{}:refs/heads/{}", kOutgoing, remote_.branch)}));
  if (answer.status == 0) {
    LOCI_ASSIGN(const std::string head, ask({"rev-parse", "--verify", std::string(kOutgoing)}));
    return std::string(trim(head));
  }
  const std::string said = answer.output + answer.errors;
  for (const std::string_view sign :
       {"[rejected]", "cannot lock ref", "failed to update ref", "incorrect old value"}) {
    if (has(said, sign)) return std::string();
  }
  GitAnswer shown = answer;
  if (has(said, "[remote rejected]")) {
    shown.errors = "it rejected the change: " + std::string(trim(answer.errors));
  }
  return fail(failure(shown));
}

Result<std::string> GitMirror::remote_head() {
  LOCI_ASSIGN(const std::string said,
              ask({"ls-remote", "--", remote_.url, fmt::format("refs/heads/{}", remote_.branch)}));
  return said.substr(0, said.find('\t'));
}

}  // namespace loci::remote
