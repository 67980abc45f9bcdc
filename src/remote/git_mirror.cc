#include "remote/git_mirror.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/limits.h"
#include "base/text.h"
#include "guard/redact.h"
#include "memory/kept.h"
#include "remote/git_remote.h"

namespace loci::remote {

using memory::GitAnswer;
using memory::GitRun;

namespace {

constexpr std::string_view kFetched = "refs/loci/fetched";
constexpr std::string_view kHeard = "refs/loci/heard";
// A file in a copy that has nothing from before it was made, and may stay for the next sync.
// Versions that kept all of the history made none.
constexpr std::string_view kIsKept = "loci-recent";

constexpr std::string_view kNothingPushed = "error: failed to push some refs to ";

// So many bytes of texts are in memory together.
constexpr std::uint64_t kBytesAtOnce = std::uint64_t{64} << 20;

// What a person likes to see, or not to see, of a log or a difference is not for loci, which reads
// all of it. The rest of the user's settings counts: who they are, and how a server is reached.
constexpr std::array<std::string_view, 10> kSettings = {"gc.autoDetach=false",
                                                        "maintenance.autoDetach=false",
                                                        "log.showSignature=false",
                                                        "log.diffMerges=separate",
                                                        "log.showRoot=true",
                                                        "diff.orderFile=/dev/null",
                                                        "diff.relative=false",
                                                        "diff.ignoreSubmodules=none",
                                                        "i18n.logOutputEncoding=UTF-8",
                                                        "push.followTags=false"};

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

// The server took the change and could not keep it. A right that its own files lack is for whoever
// keeps it, too, and said as a refusal; so is what a hook there says.
bool is_trouble_there(std::string_view said) {
  constexpr std::array<std::string_view, 5> kSigns = {"No space left", "quota exceeded",
                                                      "File too large", "Read-only file system",
                                                      "Input/output error"};
  if (has(said, "hook declined") || has(said, "ermission")) return false;
  return has(said, "(unpacker error)") ||
         std::any_of(kSigns.begin(), kSigns.end(),
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

// "fatal: missing blob object '…'". What the server says has its mark in front.
bool names_a_missing_object(std::string_view said) {
  constexpr std::array<std::string_view, 8> kSigns = {
      "missing ",    "ould not read ", "nable to read ", "nable to find ",
      "bad object ", "bad tree ",      "alid object",    "orrupt"};
  constexpr std::size_t kIdLength = 40;
  for (const std::string_view line : split_lines(said)) {
    if (line.starts_with("remote: ")) continue;
    if (has(line, "did not send all necessary objects")) return true;
    std::size_t digits = 0;
    const bool has_id = std::any_of(line.begin(), line.end(), [&](char c) {
      digits = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') ? digits + 1 : 0;
      return digits >= kIdLength;
    });
    if (has_id && std::any_of(kSigns.begin(), kSigns.end(),
                              [&](std::string_view sign) { return has(line, sign); })) {
      return true;
    }
  }
  return false;
}

// A repository of SHA-1 and one of SHA-256 do not speak with each other.
bool is_about_the_hash(const GitAnswer& answer) {
  constexpr std::array<std::string_view, 3> kSigns = {"mismatched algorithms", "object format",
                                                      "hash algorithm"};
  return answer.status != 0 &&
         std::any_of(kSigns.begin(), kSigns.end(),
                     [&](std::string_view sign) { return has(answer.errors, sign); });
}

// "fatal: what happened", without the first word.
std::string first_words(std::string_view said, int status) {
  std::vector<std::string_view> lines = split_lines(trim(said));
  const auto is_aside = [](std::string_view line) {
    return line.starts_with("warning: ") || line.starts_with("hint: ");
  };
  const auto word = std::find_if_not(lines.begin(), lines.end(), is_aside);
  if (word != lines.end()) lines.erase(lines.begin(), word);
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

GitMirror::GitMirror(memory::Memory& memory, const Remote& remote,
                     std::chrono::milliseconds patience, std::string directory)
    : memory_(memory),
      remote_(remote),
      directory_(std::move(directory)),
      until_(std::chrono::steady_clock::now() + patience) {
  work_in(memory::kMirrorDirectory);
}

void GitMirror::work_in(std::string_view name) {
  name_ = name;
  path_ = fmt::format("{}/{}", directory_, name);
}

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

// "remote: fatal: unable to write …: No space left on device" says more than what it came to.
Error GitMirror::trouble_there(const GitAnswer& answer) {
  remote_at_fault_ = true;
  std::string said = replace_all(guard::redact(answer.errors), remote_.url, shown_url(remote_.url));
  if (constexpr std::string_view kMark = "remote: "; said.starts_with(kMark)) {
    said.erase(0, kMark.size());
  }
  return io_error(
      fmt::format("'{}' ({}) has a fault of its own and could not keep the change: {}",
                  remote_.name, shown_url(remote_.url), first_words(said, answer.status)),
      "tell whoever keeps it; the next sync sends it again");
}

Error GitMirror::hook_refusal(const GitAnswer& answer) const {
  const std::string said = replace_all(guard::redact(answer.errors + answer.output), remote_.url,
                                       shown_url(remote_.url));
  std::vector<std::string> words;
  for (const std::string_view line : split_lines(trim(said))) {
    const bool is_words = !trim(line).empty() && !has(line, kNothingPushed);
    if (is_words) words.push_back(printable(trim(line), true));
  }
  return denied(
      fmt::format("a pre-push hook of git here refuses the change for '{}': {}", remote_.name,
                  words.empty() ? "it does not say why" : shortened(join(words, "; "), 300)),
      "it is where git's setting 'core.hooksPath' says, or comes with its template");
}

bool GitMirror::is_about_the_copy(const GitAnswer& answer) const {
  if (is_about_the_disk(answer.errors)) return false;
  const std::string place = remote_directory(remote_.name) + "/";
  if (has(answer.errors, place) || has(answer.errors, "refs/loci/")) return true;
  // Of one that was just made that cannot be: then the remote is damaged.
  return !fresh_ && names_a_missing_object(answer.errors);
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
  run.directory = directory_;
  run.arguments = {fmt::format("--git-dir={}", path_)};
  for (const std::string_view setting : kSettings) {
    run.arguments.insert(run.arguments.end(), {"-c", std::string(setting)});
  }
  // What the user's hooks say counts where something leaves, and not for a copy that is loci's own.
  if (arguments.front() != "push") {
    run.arguments.insert(run.arguments.end(), {"-c", "core.hooksPath=/dev/null"});
  }
  run.arguments.insert(run.arguments.end(), arguments.begin(), arguments.end());
  run.input = std::move(input);
  run.variables = {{"GIT_DEFAULT_HASH", hash_}};
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

Result<std::unique_ptr<fs::Root>> GitMirror::own_directory() const {
  return memory_.store().home_directory(remote_directory(remote_.name));
}

// Of one that an earlier version removed halfway the file may be left, and nothing else.
bool GitMirror::is_kept() const {
  const auto has_file = [&](std::string_view file) {
    const std::string path = fmt::format("{}/{}/{}", directory_, memory::kMirrorDirectory, file);
    return memory_.store().files().stat(path, false).has_value();
  };
  return has_file(kIsKept) && has_file("HEAD");
}

Result<> GitMirror::keep() {
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, own_directory());
  LOCI_TRY(memory_.store().write_home_file(
      fmt::format("{}/{}", remote_directory(remote_.name), name_), kIsKept, ""));
  LOCI_TRY(root->rename(name_, memory::kMirrorDirectory));
  work_in(memory::kMirrorDirectory);
  temporary_ = false;
  return {};
}

Result<> GitMirror::make_temporary() {
  if (temporary_) return {};
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, own_directory());
  LOCI_ASSIGN(const std::string aside, memory::make_mirror_aside(*root));
  LOCI_TRY(root->rename(name_, aside));
  work_in(aside);
  temporary_ = true;
  return {};
}

Result<> GitMirror::forget() {
  work_in(memory::kMirrorDirectory);
  temporary_ = false;
  return memory::remove_mirror(memory_.store(), remote_.name);
}

// What cannot go now, as a git that outlived another loci still writes there, goes later.
void GitMirror::sweep(fs::Root& root) {
  (void)memory::sweep_mirrors(memory_.store().files(), root);
}

Result<> GitMirror::begin() {
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, own_directory());
  LOCI_TRY(memory::set_mirror_aside(*root));
  sweep(*root);
  LOCI_ASSIGN(const std::string aside, memory::make_mirror_aside(*root));
  work_in(aside);
  temporary_ = true;
  fresh_ = true;
  LOCI_TRY(ask({"init", "--quiet", "--bare", path_}));
  return {};
}

// What a repository's hashes are is said only by a failure, where the repository is empty.
Result<> GitMirror::begin_with_other_hash() {
  hash_ = hash_ == "sha1" ? "sha256" : "sha1";
  return begin();
}

Result<GitAnswer> GitMirror::fetch_branch_once(std::string_view how) {
  std::vector<std::string> arguments{"fetch", "--quiet", "--no-tags", "--no-recurse-submodules"};
  if (!how.empty()) arguments.emplace_back(how);
  arguments.insert(arguments.end(),
                   {"--", remote_.url, fmt::format("+refs/heads/{}:{}", remote_.branch, kFetched)});
  return git(std::move(arguments));
}

Result<std::string> GitMirror::fetch_branch(std::string_view how) {
  LOCI_ASSIGN(GitAnswer answer, fetch_branch_once(how));
  if (is_about_the_hash(answer)) {
    LOCI_TRY(begin_with_other_hash());
    LOCI_ASSIGN(answer, fetch_branch_once(how));
  }
  if (answer.status != 0) {
    if (has(answer.errors, "couldn't find remote ref")) return std::string();
    return fail(is_about_the_copy(answer) ? damage(answer) : failure(answer));
  }
  LOCI_ASSIGN(const std::string head, ask({"rev-parse", "--verify", std::string(kFetched)}));
  return std::string(trim(head));
}

Result<std::string> GitMirror::fetch(Depth depth) {
  const bool is_new = !temporary_ && !is_kept();
  if (is_new) {
    LOCI_TRY(begin());
  } else if (!temporary_) {
    LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, own_directory());
    sweep(*root);
  }
  if (depth == Depth::All) {
    LOCI_TRY(make_temporary());
    return fetch_branch(is_shallow() ? "--unshallow" : "");
  }
  LOCI_ASSIGN(std::string head, fetch_branch(is_new ? "--depth=1" : ""));
  if (is_new) LOCI_TRY(keep());
  return head;
}

Result<std::string> GitMirror::fetch_since(const std::string& commit) {
  hash_ = commit.size() > 40 ? "sha256" : "sha1";
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

// That git cannot read it is no sign that it is not there: the list of the files says so.
Result<std::optional<std::string>> GitMirror::file_at(const std::string& commit,
                                                      std::string_view path, std::size_t most) {
  LOCI_ASSIGN(const std::string listed,
              ask({"ls-tree", "-z", "-l", "--full-tree", commit, std::string(path)}));
  const auto file = parse_listed(listed, path);
  if (!file) return std::nullopt;
  if (file->size > most) {
    return fail(corrupt(fmt::format("'{}' on the branch '{}' of '{}' is too large: {} bytes", path,
                                    remote_.branch, shown_url(remote_.url), file->size),
                        fmt::format("loci reads {} of it at most; see who wrote it there", most)));
  }
  LOCI_ASSIGN(std::string text, ask({"cat-file", "blob", file->blob}));
  return text;
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
  if (answer.status == 0) return true;
  const bool is_unknown = has(answer.errors, "Not a valid commit name " + commit);
  const bool is_no = answer.status == 1 && !names_a_missing_object(answer.errors);
  if (is_unknown || is_no) return false;
  return fail(damage(answer));
}

Result<std::string> GitMirror::committer() {
  LOCI_ASSIGN(const GitAnswer answer, git({"var", "GIT_COMMITTER_IDENT"}));
  if (answer.status == 0) return std::string(trim(answer.output));
  const auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(memory_.now().time_since_epoch());
  return fmt::format("loci <loci@localhost> {} +0000", seconds.count());
}

Result<GitAnswer> GitMirror::push_once(const NewCommit& commit) {
  LOCI_TRY(ask({"fast-import", "--quiet", "--force", "--done"}, format_import(commit)));
  return git({"push", "--quiet", "--porcelain", "--no-recurse-submodules", "--", remote_.url,
              fmt::format("{}:refs/heads/{}", kOutgoing, remote_.branch)});
}

Result<std::string> GitMirror::push(const NewCommit& commit) {
  LOCI_ASSIGN(GitAnswer answer, push_once(commit));
  if (commit.parent.empty() && is_about_the_hash(answer)) {
    LOCI_TRY(begin_with_other_hash());
    LOCI_ASSIGN(answer, push_once(commit));
  }
  if (answer.status == 0) {
    LOCI_ASSIGN(const std::string head, ask({"rev-parse", "--verify", std::string(kOutgoing)}));
    return std::string(trim(head));
  }
  // Such a hook was asked before any ref was, of which git says a line each.
  if (has(answer.errors, kNothingPushed) && !has("\n" + answer.output, "\n!\t")) {
    return fail(hook_refusal(answer));
  }
  const std::string said = answer.output + answer.errors;
  for (const std::string_view sign :
       {"[rejected]", "cannot lock ref", "failed to update ref", "incorrect old value"}) {
    if (has(said, sign)) return std::string();
  }
  const bool is_here = has(answer.errors, remote_directory(remote_.name) + "/");
  if (!is_here && is_trouble_there(said)) return fail(trouble_there(answer));
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
