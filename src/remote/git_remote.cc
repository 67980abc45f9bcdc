#include "remote/git_remote.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/hash.h"
#include "base/path.h"
#include "base/text.h"
#include "fs/absent.h"
#include "guard/redact.h"
#include "memory/kept.h"
#include "remote/git_texts.h"
#include "remote/replica.h"

namespace loci::remote {
namespace {

using memory::GitAnswer;
using memory::GitRun;
using memory::Memory;

constexpr std::string_view kFetched = "refs/loci/fetched";
constexpr std::string_view kOutgoing = "refs/loci/outgoing";
constexpr std::string_view kReadme =
    "# Memory of loci\n\nThe notes that machines share through this branch, as plain files. `loci "
    "sync` changes them; edits by\nhand are taken over by the next sync of each machine. See "
    "docs/remotes.md of loci.\n";

bool has(std::string_view text, std::string_view word) {
  return text.find(word) != std::string_view::npos;
}

std::string mirror_below(const Remote& remote) {
  return fmt::format("{}/{}", remote_directory(remote.name), memory::kMirrorDirectory);
}

class GitRemote final : public Transport {
 public:
  GitRemote(Memory& memory, const Remote& remote, const TransportOptions& options,
            std::string mirror)
      : memory_(memory),
        remote_(remote),
        options_(options),
        mirror_(std::move(mirror)),
        until_(std::chrono::steady_clock::now() + options.patience) {}

  Result<sync::Pulled> pull(const std::string& cursor) override;
  [[nodiscard]] const std::vector<RemoteProject>& projects() const override { return projects_; }
  Result<ConfirmedNotes> confirmed() override;
  Result<> refresh() override { return fetch(Depth::Head); }
  Result<Texts> texts(const std::set<std::string>& hashes) override;
  Result<sync::Sent> send(const sync::Sending& sending, const Parcel& parcel) override;
  Result<> init(const InitRequest& request) override;
  Result<bool> wait(const std::string& cursor, std::chrono::milliseconds patience) override;
  [[nodiscard]] bool keeps_history() const override { return true; }
  [[nodiscard]] const std::vector<std::string>& odd() const override { return odd_; }

 private:
  using Tree = std::map<std::string, std::string, std::less<>>;

  Result<GitAnswer> git(std::vector<std::string> arguments, std::string input = {});
  Result<std::string> ask(std::vector<std::string> arguments, std::string input = {});
  [[nodiscard]] Error failure(const GitAnswer& answer) const;

  // How much of the history is wanted where there is no copy yet. What was purged is in the
  // history alone, so no more of it is kept than is needed.
  enum class Depth : std::uint8_t { Head, All };
  Result<> fetch(Depth depth);  // sets head_
  Result<std::optional<std::string>> file_at(const std::string& commit, std::string_view path);
  Result<Tree> tree_at(const std::string& commit);
  Result<std::set<sync::Purged>> purged_at(const std::string& commit);
  Result<> read_projects(const Tree& tree);
  Result<std::map<std::string, std::string>> blobs(const std::set<std::string>& ids);
  // Hashes of blobs; what they hold is known from then on.
  Result<> learn(const std::set<std::string>& ids);
  Result<sync::Pulled> everything();
  Result<> add_changes(const std::string& log, sync::Pulled& pulled);
  Result<bool> knows(const std::string& commit);
  [[nodiscard]] bool is_shallow() const {
    return memory_.store().files().stat(mirror_ + "/shallow", false).has_value();
  }
  Result<bool> has_operation(const sync::Sending& sending);
  Result<bool> moved_on(const sync::Sending& sending);
  Result<std::string> committer();
  Result<bool> push(const NewCommit& commit);

  Memory& memory_;
  Remote remote_;
  TransportOptions options_;
  std::string mirror_;
  std::chrono::steady_clock::time_point until_;
  bool fetched_ = false;
  std::string head_;  // "" = the branch is not there
  std::optional<Marker> marker_;
  std::vector<RemoteProject> projects_;
  std::map<std::string, std::string> hash_of_;  // by blob
  std::map<std::string, std::string, std::less<>> blob_of_hash_;
  std::vector<std::string> odd_;
};

Error GitRemote::failure(const GitAnswer& answer) const {
  std::string said = guard::redact(std::string(trim(answer.errors)));
  said = replace_all(said, remote_.url, shown_url(remote_.url));
  const std::vector<std::string_view> lines = split_lines(said);
  std::string first = lines.empty() ? fmt::format("git failed with status {}", answer.status)
                                    : printable(without_ending(lines.front()), true);
  for (const std::string_view start : {"fatal: ", "error: "}) {
    if (first.starts_with(start)) first.erase(0, start.size());
  }
  return io_error(fmt::format("'{}' ({}) cannot be reached: {}", remote_.name,
                              shown_url(remote_.url), shortened(first, 300)),
                  "everything goes on without it; 'git ls-remote' with the same URL shows more");
}

Result<GitAnswer> GitRemote::git(std::vector<std::string> arguments, std::string input) {
  GitRun run;
  run.directory = mirror_;
  run.arguments = {fmt::format("--git-dir={}", mirror_), "-c", "gc.autoDetach=false"};
  run.arguments.insert(run.arguments.end(), arguments.begin(), arguments.end());
  run.input = std::move(input);
  run.patience =
      std::max(std::chrono::milliseconds(1), std::chrono::duration_cast<std::chrono::milliseconds>(
                                                 until_ - std::chrono::steady_clock::now()));
  return memory_.session().run_git(run);
}

Result<std::string> GitRemote::ask(std::vector<std::string> arguments, std::string input) {
  LOCI_ASSIGN(GitAnswer answer, git(std::move(arguments), std::move(input)));
  if (answer.status != 0) return fail(failure(answer));
  return std::move(answer.output);
}

Result<> GitRemote::fetch(Depth depth) {
  const auto there = memory_.store().files().stat(mirror_ + "/HEAD", false);
  std::vector<std::string> arguments{"fetch", "--quiet", "--no-tags", "--no-recurse-submodules"};
  if (!there && there.error().kind == ErrorKind::NotFound) {
    LOCI_TRY(memory_.store().home_directory(mirror_below(remote_)));
    LOCI_TRY(ask({"init", "--quiet", "--bare", mirror_}));
    if (depth == Depth::Head) arguments.emplace_back("--depth=1");
  } else if (depth == Depth::All && is_shallow()) {
    arguments.emplace_back("--unshallow");
  }
  arguments.insert(arguments.end(),
                   {"--", remote_.url, fmt::format("+refs/heads/{}:{}", remote_.branch, kFetched)});
  LOCI_ASSIGN(const GitAnswer answer, git(std::move(arguments)));
  fetched_ = true;
  head_.clear();
  marker_.reset();
  if (answer.status != 0) {
    if (has(answer.errors, "couldn't find remote ref")) return {};
    return fail(failure(answer));
  }
  LOCI_ASSIGN(const std::string head, ask({"rev-parse", "--verify", std::string(kFetched)}));
  head_ = trim(head);
  LOCI_ASSIGN(const auto text, file_at(head_, kMarkerPath));
  if (!text) {
    return fail(denied(fmt::format("the branch '{}' of '{}' is no remote of loci", remote_.branch,
                                   shown_url(remote_.url)),
                       "take another branch with 'loci remote add --branch', or another URL"));
  }
  LOCI_ASSIGN(marker_, parse_marker(*text));
  return {};
}

Result<std::optional<std::string>> GitRemote::file_at(const std::string& commit,
                                                      std::string_view path) {
  LOCI_ASSIGN(const GitAnswer answer,
              git({"cat-file", "blob", fmt::format("{}:{}", commit, path)}));
  if (answer.status != 0) return std::nullopt;
  return answer.output;
}

Result<GitRemote::Tree> GitRemote::tree_at(const std::string& commit) {
  LOCI_ASSIGN(const std::string output, ask({"ls-tree", "-r", "-z", "--full-tree", commit}));
  return parse_tree(output);
}

Result<std::set<sync::Purged>> GitRemote::purged_at(const std::string& commit) {
  LOCI_ASSIGN(const auto text, file_at(commit, kPurgedPath));
  return parse_purged(text.value_or(""));
}

Result<std::map<std::string, std::string>> GitRemote::blobs(const std::set<std::string>& ids) {
  if (ids.empty()) return std::map<std::string, std::string>();
  std::string input;
  for (const std::string& id : ids) input += id + "\n";
  LOCI_ASSIGN(const std::string output, ask({"cat-file", "--batch"}, std::move(input)));
  return parse_blobs(output);
}

Result<> GitRemote::learn(const std::set<std::string>& ids) {
  std::set<std::string> unknown;
  for (const std::string& id : ids) {
    if (!hash_of_.contains(id)) unknown.insert(id);
  }
  LOCI_ASSIGN(const auto texts, blobs(unknown));
  for (const auto& [id, text] : texts) {
    const std::string hash = sha256(text);
    blob_of_hash_[hash] = id;
    hash_of_[id] = hash;
  }
  return {};
}

Result<Texts> GitRemote::texts(const std::set<std::string>& hashes) {
  std::set<std::string> ids;
  for (const std::string& hash : hashes) {
    const auto known = blob_of_hash_.find(hash);
    if (known != blob_of_hash_.end()) ids.insert(known->second);
  }
  LOCI_ASSIGN(auto found, blobs(ids));
  Texts result;
  for (auto& [id, text] : found) result.emplace(hash_of_[id], std::move(text));
  return result;
}

Result<ConfirmedNotes> GitRemote::confirmed() {
  if (head_.empty()) return ConfirmedNotes();
  LOCI_ASSIGN(const auto text, file_at(head_, kConfirmedPath));
  return parse_confirmed(text.value_or(""));
}

Result<> GitRemote::read_projects(const Tree& tree) {
  projects_.clear();
  std::map<std::string, std::string> directories;  // by blob
  std::set<std::string> ids;
  for (const auto& [path, blob] : tree) {
    std::string_view rest = path;
    if (take_component(rest) != "projects") continue;
    const std::string directory(take_component(rest));
    if (rest != kProjectFileName) continue;
    directories.emplace(directory, blob);
    ids.insert(blob);
  }
  LOCI_ASSIGN(const auto texts, blobs(ids));
  for (const auto& [directory, blob] : directories) {
    const auto text = texts.find(blob);
    if (text == texts.end()) continue;
    if (auto project = parse_remote_project(directory, text->second)) {
      projects_.push_back(std::move(*project));
    } else {
      odd_.push_back(fmt::format("projects/{}: its project.json cannot be understood", directory));
    }
  }
  return {};
}

Result<bool> GitRemote::knows(const std::string& commit) {
  LOCI_ASSIGN(const GitAnswer answer, git({"merge-base", "--is-ancestor", commit, head_}));
  return answer.status == 0;
}

// The versions that each file had, from the changes of some commits, oldest first.
Result<> GitRemote::add_changes(const std::string& log, sync::Pulled& pulled) {
  const std::vector<RawChange> changes = parse_raw_log(log);
  std::set<std::string> ids;
  for (const RawChange& change : changes) {
    for (const std::string& id : {change.before, change.after}) {
      if (!id.empty()) ids.insert(id);
    }
  }
  LOCI_TRY(learn(ids));
  const auto version = [&](const std::string& id) -> sync::NoteVersion {
    const auto known = hash_of_.find(id);
    return known == hash_of_.end() ? sync::NoteVersion() : sync::NoteVersion(known->second);
  };
  for (const RawChange& change : changes) {
    if (change.odd) odd_.push_back(fmt::format("{}: it is no plain file", change.path));
    auto& note = pulled.notes[change.path];
    const auto add = [&](const sync::NoteVersion& before) {
      if (!before) return;
      std::erase(note.ancestors, *before);
      note.ancestors.insert(note.ancestors.begin(), *before);
    };
    add(version(change.before));
    note.version = version(change.after);
  }
  return {};
}

Result<sync::Pulled> GitRemote::everything() {
  sync::Pulled pulled;
  pulled.answer = sync::Pulled::Answer::Everything;
  if (head_.empty()) return pulled;
  LOCI_ASSIGN(const Tree tree, tree_at(head_));
  LOCI_TRY(read_projects(tree));
  if (options_.history) {
    LOCI_ASSIGN(const std::string log,
                ask({"log", "-z", "--raw", "--no-renames", "--no-abbrev", "--reverse", "-m",
                     "--first-parent", "--format=", head_}));
    LOCI_TRY(add_changes(log, pulled));
  }
  std::set<std::string> ids;
  for (const auto& [path, blob] : tree) ids.insert(blob);
  LOCI_TRY(learn(ids));
  for (const auto& [path, blob] : tree) {
    const auto hash = hash_of_.find(blob);
    if (hash != hash_of_.end()) pulled.notes[path].version = hash->second;
  }
  LOCI_ASSIGN(const auto purged, purged_at(head_));
  pulled.purged.assign(purged.begin(), purged.end());
  pulled.cursor = format_cursor({*marker_, head_});
  return pulled;
}

Result<sync::Pulled> GitRemote::pull(const std::string& cursor) {
  using Answer = sync::Pulled::Answer;
  odd_.clear();
  const std::optional<GitCursor> from = parse_cursor(cursor);
  LOCI_TRY(fetch(from || !options_.history ? Depth::Head : Depth::All));
  if (head_.empty() && !from) {
    return fail(not_found(fmt::format("there is nothing at '{}' yet", shown_url(remote_.url)),
                          fmt::format("'loci remote init {}' begins it", remote_.name)));
  }
  if (!from || head_.empty()) return everything();
  sync::Pulled pulled;
  if (from->marker.id != marker_->id) {
    pulled.answer = Answer::Foreign;
    return pulled;
  }
  pulled.cursor = format_cursor({*marker_, head_});
  if (*marker_ == from->marker && from->commit == head_) return pulled;
  LOCI_ASSIGN(bool known, knows(from->commit));
  if (!known && is_shallow()) {
    LOCI_TRY(fetch(Depth::All));
    LOCI_ASSIGN(known, knows(from->commit));
  }
  if (!known || marker_->epoch != from->marker.epoch) {
    pulled.answer = Answer::Rewound;
    return pulled;
  }
  LOCI_ASSIGN(const Tree tree, tree_at(head_));
  LOCI_TRY(read_projects(tree));
  LOCI_ASSIGN(const std::string log,
              ask({"log", "-z", "--raw", "--no-renames", "--no-abbrev", "--reverse", "-m",
                   "--first-parent", "--format=", fmt::format("{}..{}", from->commit, head_)}));
  LOCI_TRY(add_changes(log, pulled));
  LOCI_ASSIGN(const auto before, purged_at(from->commit));
  LOCI_ASSIGN(const auto now, purged_at(head_));
  for (const sync::Purged& purge : now) {
    if (!before.contains(purge)) pulled.purged.push_back(purge);
  }
  return pulled;
}

// Whether the commit of an earlier try is there: the answer may have been lost.
Result<bool> GitRemote::has_operation(const sync::Sending& sending) {
  if (head_.empty()) return false;
  std::vector<std::string> arguments{"log", "-1", "--format=%H", "--fixed-strings",
                                     "--grep=" + operation_line(sending.id)};
  const auto heard = parse_cursor(sending.heard);
  bool known = false;
  if (heard) {
    LOCI_ASSIGN(known, knows(heard->commit));
  }
  if (heard && !known && is_shallow()) {
    LOCI_TRY(fetch(Depth::All));
    LOCI_ASSIGN(known, knows(heard->commit));
  }
  arguments.push_back(known ? fmt::format("{}..{}", heard->commit, head_) : head_);
  LOCI_ASSIGN(const std::string found, ask(std::move(arguments)));
  return !trim(found).empty();
}

// Whether a note is no longer what its change was made on, or a text was purged since.
Result<bool> GitRemote::moved_on(const sync::Sending& sending) {
  const auto heard = parse_cursor(sending.heard);
  if (head_.empty()) return heard.has_value();
  if (heard && heard->commit == head_) return false;
  if (heard && heard->marker != *marker_) return true;
  LOCI_ASSIGN(const Tree tree, tree_at(head_));
  std::set<std::string> ids;
  for (const sync::Outgoing& change : sending.changes) {
    const auto blob = tree.find(change.note);
    if (blob != tree.end()) ids.insert(blob->second);
  }
  LOCI_TRY(learn(ids));
  LOCI_ASSIGN(std::set<sync::Purged> fresh, purged_at(head_));
  if (heard) {
    LOCI_ASSIGN(const auto before, purged_at(heard->commit));
    for (const sync::Purged& purge : before) fresh.erase(purge);
  }
  for (const sync::Outgoing& change : sending.changes) {
    const auto blob = tree.find(change.note);
    const auto version =
        blob == tree.end() ? sync::NoteVersion() : sync::NoteVersion(hash_of_[blob->second]);
    if (version != change.base) return true;
    if (change.version && fresh.contains({change.note, *change.version})) return true;
  }
  return false;
}

Result<std::string> GitRemote::committer() {
  LOCI_ASSIGN(const GitAnswer answer, git({"var", "GIT_COMMITTER_IDENT"}));
  if (answer.status == 0) return std::string(trim(answer.output));
  const auto seconds =
      std::chrono::duration_cast<std::chrono::seconds>(memory_.now().time_since_epoch());
  return fmt::format("loci <loci@localhost> {} +0000", seconds.count());
}

// False when somebody was quicker.
Result<bool> GitRemote::push(const NewCommit& commit) {
  LOCI_TRY(ask({"fast-import", "--quiet", "--force", "--done"}, format_import(commit)));
  LOCI_ASSIGN(const GitAnswer answer,
              git({"push", "--quiet", "--porcelain", "--no-recurse-submodules", "--", remote_.url,
                   fmt::format("{}:refs/heads/{}", kOutgoing, remote_.branch)}));
  if (answer.status == 0) {
    LOCI_ASSIGN(const std::string head, ask({"rev-parse", "--verify", std::string(kOutgoing)}));
    head_ = trim(head);
    return true;
  }
  const std::string said = answer.output + answer.errors;
  for (const std::string_view sign :
       {"[rejected]", "cannot lock ref", "failed to update ref", "incorrect old value"}) {
    if (has(said, sign)) return false;
  }
  GitAnswer shown = answer;
  if (has(said, "[remote rejected]")) {
    shown.errors = "it refuses the change: " + std::string(trim(answer.errors));
  }
  return fail(failure(shown));
}

Result<sync::Sent> GitRemote::send(const sync::Sending& sending, const Parcel& parcel) {
  using Answer = sync::Sent::Answer;
  if (!fetched_) {
    LOCI_TRY(fetch(Depth::Head));
  }
  LOCI_ASSIGN(const bool there, has_operation(sending));
  if (there) return sync::Sent{};
  LOCI_ASSIGN(const bool moved, moved_on(sending));
  if (moved) return sync::Sent{.answer = Answer::Moved};
  NewCommit commit;
  commit.reference = kOutgoing;
  commit.parent = head_;
  LOCI_ASSIGN(commit.committer, committer());
  commit.message = commit_message(sending, parcel.replica);
  std::set<sync::Purged> purged;
  if (head_.empty()) {
    commit.files[std::string(kMarkerPath)] = format_marker({random_id(), 1});
    commit.files["README.md"] = std::string(kReadme);
  } else {
    LOCI_ASSIGN(purged, purged_at(head_));
  }
  const std::set<sync::Purged> before = purged;
  for (const sync::Outgoing& change : sending.changes) {
    if (change.version) {
      commit.files[change.note] = parcel.texts.at(*change.version);
      purged.erase({change.note, *change.version});  // written again
    } else {
      commit.files[change.note] = std::nullopt;
    }
  }
  purged.insert(sending.purges.begin(), sending.purges.end());
  if (parcel.carries_confirmed) {
    LOCI_ASSIGN(ConfirmedNotes notes, confirmed());
    const ConfirmedNotes known = notes;
    for (const sync::Outgoing& change : sending.changes) notes.erase(change.note);
    for (const auto& [note, marks] : parcel.confirmed) notes.insert_or_assign(note, marks);
    if (notes != known) commit.files[std::string(kConfirmedPath)] = format_confirmed(notes);
  }
  if (purged != before) commit.files[std::string(kPurgedPath)] = format_purged(purged);
  for (const RemoteProject& project : parcel.projects) {
    commit.files[fmt::format("projects/{}/{}", project.directory, kProjectFileName)] =
        format_remote_project(project);
  }
  LOCI_ASSIGN(const bool went, push(commit));
  if (!went) {
    fetched_ = false;
    return sync::Sent{.answer = Answer::Moved};
  }
  sync::Sent sent;
  const auto heard = parse_cursor(sending.heard);
  if (heard && heard->commit == commit.parent) sent.cursor = format_cursor({heard->marker, head_});
  return sent;
}

Result<> GitRemote::init(const InitRequest& request) {
  if (request.upgrade) {
    return fail(invalid_input("a git remote has no form to upgrade",
                              "'loci remote init' without --upgrade begins an empty one"));
  }
  LOCI_TRY(fetch(Depth::Head));
  if (!head_.empty()) {
    return fail(conflict(fmt::format("'{}' is a remote of loci already", shown_url(remote_.url)),
                         fmt::format("'loci sync {}' takes what is there", remote_.name)));
  }
  if (request.dry_run) return {};
  NewCommit commit;
  commit.reference = kOutgoing;
  LOCI_ASSIGN(commit.committer, committer());
  commit.message = "A remote for the notes of loci\n";
  commit.files[std::string(kMarkerPath)] = format_marker({random_id(), 1});
  commit.files["README.md"] = std::string(kReadme);
  LOCI_ASSIGN(const bool went, push(commit));
  if (went) return {};
  return fail(conflict("somebody else began this remote just now",
                       fmt::format("'loci sync {}' takes what is there", remote_.name)));
}

Result<bool> GitRemote::wait(const std::string& cursor, std::chrono::milliseconds patience) {
  std::this_thread::sleep_for(patience);
  const std::string branch = fmt::format("refs/heads/{}", remote_.branch);
  LOCI_ASSIGN(const std::string said, ask({"ls-remote", "--", remote_.url, branch}));
  const auto heard = parse_cursor(cursor);
  return !heard || said.substr(0, said.find('\t')) != heard->commit;
}

}  // namespace

Result<> check_git_url(std::string_view url) {
  const std::string shown = printable(shown_url(url), true);
  if (url.empty() || url.starts_with('-') || std::any_of(url.begin(), url.end(), [](char c) {
        return static_cast<unsigned char>(c) < 32;
      })) {
    return fail(invalid_input(fmt::format("'{}' is no URL of a git repository", shown),
                              "such as git@example.com:me/memory.git, or a path"));
  }
  const std::size_t helper = url.find("::");
  if (helper != std::string_view::npos &&
      url.substr(0, helper).find('/') == std::string_view::npos) {
    return fail(invalid_input(fmt::format("'{}' names a helper program of git", shown),
                              "give an https, ssh, git or file URL, or a path"));
  }
  return {};
}

std::string shown_url(std::string_view url) {
  const std::size_t scheme = url.find("://");
  if (scheme == std::string_view::npos) return std::string(url);
  const std::size_t begin = scheme + 3;
  const std::size_t end = std::min(url.find('/', begin), url.size());
  const std::size_t at = url.substr(0, end).rfind('@');
  const std::size_t colon = url.substr(0, end).find(':', begin);
  if (at == std::string_view::npos || colon == std::string_view::npos || colon > at) {
    return std::string(url);
  }
  return fmt::format("{}:***{}", url.substr(0, colon), url.substr(at));
}

Result<std::unique_ptr<Transport>> open_git_remote(Memory& memory, const Remote& remote,
                                                   const TransportOptions& options) {
  LOCI_TRY(check_git_url(remote.url));
  if (!memory.session().run_git) {
    return fail(denied("no git can be run from here", "run 'loci sync' at the command line"));
  }
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> made,
              memory.store().home_directory(mirror_below(remote)));
  return std::make_unique<GitRemote>(memory, remote, options, made->path());
}

Result<> drop_mirror(store::Store& store, const Remote& remote) {
  return memory::remove_mirror(store, remote.name);
}

}  // namespace loci::remote
