#include "remote/git_mirror.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/limits.h"
#include "base/text.h"
#include "fs/clear.h"
#include "guard/redact.h"
#include "memory/kept.h"
#include "remote/git_remote.h"

namespace loci::remote {

using memory::GitAnswer;
using memory::GitRun;

namespace {

constexpr std::string_view kFetched = "refs/loci/fetched";
constexpr std::string_view kHeard = "refs/loci/heard";
// A file in a copy that has nothing from before it was made, and may stay for the next sync. A
// fetch that dies leaves a copy without it, and so did versions that kept all of the history.
constexpr std::string_view kIsKept = "loci-recent";

// So many bytes of texts are in memory together.
constexpr std::uint64_t kBytesAtOnce = std::uint64_t{64} << 20;

bool has(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

// Nothing is wrong with the copy where the disk has no room for it.
bool is_about_the_disk(std::string_view said) {
  constexpr std::array<std::string_view, 4> kSigns = {"No space left", "quota exceeded",
                                                      "Read-only file system", "Permission denied"};
  return std::any_of(kSigns.begin(), kSigns.end(),
                     [&](std::string_view sign) { return has(said, sign); });
}

// It does not pass by itself, as a network that is away does.
bool is_about_the_login(std::string_view said) {
  constexpr std::array<std::string_view, 6> kSigns = {
      "Authentication failed", "could not read Username", "could not read Password",
      "returned error: 403",   "Permission denied (",     "Host key verification failed"};
  return std::any_of(kSigns.begin(), kSigns.end(),
                     [&](std::string_view sign) { return has(said, sign); });
}

// "fatal: what happened", without the first word.
std::string first_words(std::string_view said, int status) {
  const std::vector<std::string_view> lines = split_lines(trim(said));
  if (lines.empty()) return fmt::format("git failed with status {}", status);
  std::string first = printable(trim(lines.front()), true);
  for (const std::string_view start : {"fatal: ", "error: "}) {
    if (first.starts_with(start)) first.erase(0, start.size());
  }
  // "unable to connect to HOST:", and why on the next line.
  if (first.ends_with(':') && lines.size() > 1) first += " " + printable(trim(lines[1]), true);
  return shortened(first, 300);
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
  if (is_about_the_login(said)) {
    return denied(fmt::format("'{}' ({}) does not let you in: {}", remote_.name,
                              shown_url(remote_.url), first_words(said, answer.status)),
                  "git's own credentials count: 'git ls-remote' with the same URL asks for them");
  }
  return io_error(fmt::format("'{}' ({}) cannot be reached: {}", remote_.name,
                              shown_url(remote_.url), first_words(said, answer.status)),
                  "loci works without it; 'git ls-remote' with the same URL shows more");
}

Error GitMirror::refusal(const GitAnswer& answer) const {
  const std::string said =
      replace_all(guard::redact(answer.errors), remote_.url, shown_url(remote_.url));
  return denied(fmt::format("'{}' ({}) rejected the change: {}", remote_.name,
                            shown_url(remote_.url), first_words(said, answer.status)),
                "ask whoever keeps it for the right to push");
}

bool GitMirror::is_about_the_copy(const GitAnswer& answer) const {
  const bool named = has(answer.errors, mirror_below(remote_)) || has(answer.errors, "refs/loci/");
  return named && !is_about_the_disk(answer.errors);
}

Error GitMirror::damage(const GitAnswer& answer) {
  const std::string why = first_words(guard::redact(answer.errors), answer.status);
  if (is_about_the_disk(answer.errors)) {
    return io_error(fmt::format("git cannot work for '{}' here: {}", remote_.name, why));
  }
  damaged_ = true;
  return corrupt(
      fmt::format("the copy of '{}' that is kept here is damaged: {}", remote_.name, why),
      "'loci sync --repair' fetches it anew");
}

Result<GitAnswer> GitMirror::git(std::vector<std::string> arguments, std::string input) {
  GitRun run;
  run.directory = path_;
  run.arguments = {fmt::format("--git-dir={}", path_), "-c", "gc.autoDetach=false",
                   // What a person likes to see beside a log is not for us.
                   "-c", "log.showSignature=false", "-c", "log.diffMerges=separate"};
  run.arguments.insert(run.arguments.end(), arguments.begin(), arguments.end());
  run.input = std::move(input);
  run.patience =
      std::max(std::chrono::milliseconds(1), std::chrono::duration_cast<std::chrono::milliseconds>(
                                                 until_ - std::chrono::steady_clock::now()));
  return memory_.session().run_git(run);
}

Result<std::string> GitMirror::ask(std::vector<std::string> arguments, std::string input) {
  LOCI_ASSIGN(GitAnswer answer, git(std::move(arguments), std::move(input)));
  if (answer.status != 0) return fail(damage(answer));
  return std::move(answer.output);
}

bool GitMirror::is_shallow() const {
  return memory_.store().files().stat(path_ + "/shallow", false).has_value();
}

bool GitMirror::is_there() const {
  const auto head = memory_.store().files().stat(path_ + "/HEAD", false);
  return head || head.error().kind != ErrorKind::NotFound;
}

bool GitMirror::is_kept() const {
  return memory_.store().files().stat(fmt::format("{}/{}", path_, kIsKept), false).has_value();
}

Result<> GitMirror::keep() {
  LOCI_TRY(memory_.store().write_home_file(mirror_below(remote_), kIsKept, ""));
  temporary_ = false;
  return {};
}

Result<> GitMirror::make_temporary() {
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root,
              memory_.store().home_directory(mirror_below(remote_)));
  LOCI_TRY(fs::clear(*root, kIsKept));
  temporary_ = true;
  return {};
}

Result<> GitMirror::forget() { return memory::remove_mirror(memory_.store(), remote_.name); }

// An empty one, also where somebody died while an earlier one was removed.
Result<> GitMirror::begin() {
  LOCI_TRY(forget());
  LOCI_TRY(memory_.store().home_directory(mirror_below(remote_)));
  LOCI_TRY(ask({"init", "--quiet", "--bare", path_}));
  temporary_ = true;
  return {};
}

Result<std::string> GitMirror::fetch_branch(std::string_view how) {
  std::vector<std::string> arguments{"fetch", "--quiet", "--no-tags", "--no-recurse-submodules"};
  if (!how.empty()) arguments.emplace_back(how);
  arguments.insert(arguments.end(),
                   {"--", remote_.url, fmt::format("+refs/heads/{}:{}", remote_.branch, kFetched)});
  LOCI_ASSIGN(const GitAnswer answer, git(std::move(arguments)));
  if (answer.status != 0) {
    if (has(answer.errors, "couldn't find remote ref")) return std::string();
    return fail(is_about_the_copy(answer) ? damage(answer) : failure(answer));
  }
  LOCI_ASSIGN(const std::string head, ask({"rev-parse", "--verify", std::string(kFetched)}));
  return std::string(trim(head));
}

Result<std::string> GitMirror::fetch(Depth depth) {
  const bool is_new = !is_there() || (!is_kept() && !temporary_);
  if (is_new) LOCI_TRY(begin());
  if (depth == Depth::All) {
    LOCI_TRY(make_temporary());
    return fetch_branch(is_shallow() ? "--unshallow" : "");
  }
  if (!is_new) return fetch_branch("");
  LOCI_TRY(keep());
  return fetch_branch("--depth=1");
}

Result<std::string> GitMirror::fetch_since(const std::string& commit) {
  LOCI_TRY(begin());
  LOCI_ASSIGN(const GitAnswer given,
              git({"fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--depth=1", "--",
                   remote_.url, fmt::format("+{}:{}", commit, kHeard)}));
  LOCI_ASSIGN(std::string head, fetch_branch(""));
  if (given.status != 0 || head.empty()) return head;
  // Of a branch that was set back it is all that came now.
  LOCI_ASSIGN(const bool is_since, is_ancestor(commit, head));
  if (is_since) LOCI_TRY(keep());
  return head;
}

Result<std::optional<std::string>> GitMirror::file_at(const std::string& commit,
                                                      std::string_view path) {
  LOCI_ASSIGN(const GitAnswer answer,
              git({"cat-file", "blob", fmt::format("{}:{}", commit, path)}));
  if (answer.status == 0) return answer.output;
  if (is_about_the_copy(answer) || has(answer.errors, "corrupt")) return fail(damage(answer));
  return std::nullopt;
}

Result<GitMirror::Tree> GitMirror::tree_at(const std::string& commit, std::string_view directory) {
  std::vector<std::string> arguments{"ls-tree", "-z", "--full-tree"};
  if (directory.empty()) arguments.emplace_back("-r");
  arguments.push_back(commit);
  if (!directory.empty()) arguments.push_back(fmt::format("{}/", directory));
  LOCI_ASSIGN(const std::string output, ask(std::move(arguments)));
  return parse_tree(output);
}

Result<> GitMirror::add_blobs(const std::vector<std::string>& ids, const VisitBlob& visit) {
  if (ids.empty()) return {};
  LOCI_ASSIGN(const std::string output, ask({"cat-file", "--batch"}, join(ids, "\n") + "\n"));
  auto texts = parse_blobs(output);
  if (texts.size() != ids.size()) return fail(damage({128, "", "texts are missing in it"}));
  for (auto& [id, text] : texts) visit(id, std::move(text));
  return {};
}

Result<> GitMirror::visit_blobs(const std::set<std::string>& ids, const VisitBlob& visit) {
  if (ids.empty()) return {};
  const std::vector<std::string> all(ids.begin(), ids.end());
  LOCI_ASSIGN(
      const std::string output,
      ask({"cat-file", "--batch-check=%(objectname) %(objectsize)"}, join(all, "\n") + "\n"));
  std::vector<std::string> some;
  std::uint64_t bytes = 0;
  for (const std::string_view line : split_lines(output)) {
    const std::size_t space = std::min(line.find(' '), line.size() - 1);
    const std::string id(line.substr(0, space));
    std::uint64_t size = 0;
    const std::string_view number = trim(line.substr(space + 1));
    const auto read = std::from_chars(number.data(), number.data() + number.size(), size);
    if (read.ec != std::errc()) return fail(damage({128, "", "texts are missing in it"}));
    if (size > kIndexFileBytes) {
      visit(id, std::string(kTooLarge) + id);
      continue;
    }
    if (bytes + size > kBytesAtOnce) {
      LOCI_TRY(add_blobs(some, visit));
      some.clear();
      bytes = 0;
    }
    some.push_back(id);
    bytes += size;
  }
  return add_blobs(some, visit);
}

Result<std::map<std::string, std::string>> GitMirror::blobs(const std::set<std::string>& ids) {
  std::map<std::string, std::string> all;
  LOCI_TRY(visit_blobs(
      ids, [&](const std::string& id, std::string text) { all.emplace(id, std::move(text)); }));
  return all;
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
  // It could be fetched from just now, so this is about a right, or a rule there.
  for (const std::string_view sign :
       {"[remote rejected]", "error: 403", "denied", "read only", "read-only", "not allowed"}) {
    if (has(said, sign)) return fail(refusal(answer));
  }
  return fail(is_about_the_copy(answer) ? damage(answer) : failure(answer));
}

Result<std::string> GitMirror::remote_head() {
  LOCI_ASSIGN(const GitAnswer answer,
              git({"ls-remote", "--", remote_.url, fmt::format("refs/heads/{}", remote_.branch)}));
  if (answer.status != 0) return fail(failure(answer));
  return answer.output.substr(0, answer.output.find('\t'));
}

}  // namespace loci::remote
