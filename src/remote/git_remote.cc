#include "remote/git_remote.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <thread>

#include "base/hash.h"
#include "base/limits.h"
#include "base/path.h"
#include "base/text.h"
#include "memory/kept.h"
#include "remote/branch_index.h"
#include "remote/git_mirror.h"
#include "remote/git_texts.h"
#include "remote/names.h"
#include "remote/replica.h"

namespace loci::remote {
namespace {

using memory::Memory;
using Depth = GitMirror::Depth;

constexpr std::string_view kReadme =
    "# Memory of loci\n\nThe notes that machines share through this branch, as plain files. `loci "
    "sync` changes them; edits by\nhand are taken over by the next sync of each machine. See "
    "docs/remotes.md of loci.\n";

class GitRemote final : public Transport {
 public:
  GitRemote(const Remote& remote, GitMirror mirror) : remote_(remote), mirror_(std::move(mirror)) {}
  GitRemote(const GitRemote&) = delete;
  GitRemote& operator=(const GitRemote&) = delete;
  ~GitRemote() override {
    // Where that fails the next fetch does it.
    if (mirror_.is_temporary()) (void)mirror_.forget();
  }

  void leave_out_past() override { history_ = false; }
  Result<sync::Pulled> pull(const std::string& cursor) override;
  [[nodiscard]] const std::vector<RemoteProject>& projects() const override { return projects_; }
  Result<ConfirmedNotes> confirmed() override;
  Result<> refresh() override;
  Result<> texts(const std::set<std::string>& hashes, Texts& found,
                 const TextArrives& arrives) override;
  Result<sync::Sent> send(const sync::Sending& sending, const Parcel& parcel) override;
  Result<> init(const InitRequest& request) override;
  Result<bool> wait(const std::string& cursor, std::chrono::milliseconds patience) override;
  [[nodiscard]] bool keeps_history() const override { return true; }
  [[nodiscard]] bool is_damaged() const override { return mirror_.is_damaged(); }
  [[nodiscard]] bool is_remote_at_fault() const override { return mirror_.is_remote_at_fault(); }
  [[nodiscard]] const std::vector<std::string>& odd() const override { return odd_; }

 private:
  using Tree = GitMirror::Tree;
  // A blob, and whether it is an index: of those the outline is what counts.
  using Blob = std::pair<std::string, bool>;

  Result<> fetch(Depth depth) { return look_at(mirror_.fetch(depth)); }
  Result<> look_at(Result<std::string> fetched);  // sets head_
  Result<std::set<sync::Purged>> purged_at(const std::string& commit);
  Result<> read_projects(const Tree& tree);
  // Hashes of blobs; what they hold is known from then on.
  Result<> learn(const std::set<Blob>& blobs);
  [[nodiscard]] sync::NoteVersion version_of(const std::string& path, const std::string& id) const;
  Result<sync::Pulled> everything();
  enum class Which : std::uint8_t { All, Unsaid };  // of the changes, or of files not named yet
  Result<> add_changes(const std::string& log, sync::Pulled& pulled, Which which = Which::All);
  // The index of a directory that a commit changes.
  Result<> add_index(const std::string& directory, const sync::Sending& sending,
                     const Parcel& parcel, NewCommit& commit);
  // Whether a commit is in the branch's history. Where the copy does not go back that far it is
  // made anew, and head_ may be a later one.
  Result<bool> knows(const std::string& commit);
  // `heard`: the commit that it was decided at, where the branch knows it.
  Result<bool> has_operation(const sync::Sending& sending, const std::string& heard);
  Result<bool> moved_on(const sync::Sending& sending, const std::string& heard);
  Result<> forget_purged(const sync::Sending& sending);

  Remote remote_;
  bool history_ = true;
  GitMirror mirror_;
  bool fetched_ = false;
  std::string head_;  // "" = the branch is not there
  std::optional<Marker> marker_;
  std::vector<RemoteProject> projects_;
  std::map<Blob, std::string> hash_of_;  // "" = an index in which nobody wrote anything
  std::map<std::string, std::string, std::less<>> blob_of_hash_;
  Texts outlines_;
  std::vector<std::string> odd_;
};

Result<> GitRemote::look_at(Result<std::string> fetched) {
  head_.clear();
  marker_.reset();
  LOCI_ASSIGN(head_, std::move(fetched));
  fetched_ = true;
  if (head_.empty()) return {};
  LOCI_ASSIGN(const auto text, mirror_.file_at(head_, kMarkerPath, kMostMarkerBytes));
  if (!text) {
    return fail(denied(fmt::format("the branch '{}' of '{}' is not a loci remote", remote_.branch,
                                   shown_url(remote_.url)),
                       "choose another branch with 'loci remote add --branch', or another URL"));
  }
  LOCI_ASSIGN(marker_, parse_marker(*text));
  return {};
}

Result<bool> GitRemote::knows(const std::string& commit) {
  if (head_.empty()) return false;
  LOCI_ASSIGN(const bool known, mirror_.is_ancestor(commit, head_));
  if (known || mirror_.is_whole()) return known;
  LOCI_TRY(look_at(mirror_.fetch_since(commit)));
  return head_.empty() ? Result<bool>(false) : mirror_.is_ancestor(commit, head_);
}

// What was heard of a purge is in the copy, whether or not it ever came further. The end of the
// branch does not have it, or has it because somebody wrote it again.
Result<> GitRemote::refresh() {
  LOCI_TRY(mirror_.forget());
  LOCI_TRY(fetch(Depth::Head));
  Tree tree;
  if (!head_.empty()) {
    LOCI_ASSIGN(tree, mirror_.tree_at(head_));
  }
  std::set<std::string> there;
  for (const auto& [path, blob] : tree) there.insert(blob);
  const auto is_gone = [&](const std::string& blob) { return !there.contains(blob); };
  std::erase_if(hash_of_, [&](const auto& one) { return is_gone(one.first.first); });
  std::erase_if(blob_of_hash_, [&](const auto& one) { return is_gone(one.second); });
  return {};
}

Result<std::set<sync::Purged>> GitRemote::purged_at(const std::string& commit) {
  LOCI_ASSIGN(const auto text, mirror_.file_at(commit, kPurgedPath, kMostListBytes));
  return parse_purged(text.value_or(""));
}

Result<> GitRemote::learn(const std::set<Blob>& blobs) {
  std::set<std::string> unknown;
  for (const Blob& blob : blobs) {
    if (!hash_of_.contains(blob)) unknown.insert(blob.first);
  }
  return mirror_.visit_blobs(unknown, [&](const std::string& id, std::string text) {
    if (blobs.contains({id, true})) {
      std::string outline = branch_outline(text);
      std::string hash = outline.empty() ? "" : sha256(outline);
      if (!hash.empty()) outlines_.emplace(hash, std::move(outline));
      hash_of_[{id, true}] = std::move(hash);
    }
    if (blobs.contains({id, false})) {
      const std::string hash = sha256(text);
      blob_of_hash_[hash] = id;
      hash_of_[{id, false}] = hash;
    }
  });
}

sync::NoteVersion GitRemote::version_of(const std::string& path, const std::string& id) const {
  const auto known = hash_of_.find({id, is_index(path)});
  const bool none = known == hash_of_.end() || known->second.empty();
  return none ? sync::NoteVersion() : sync::NoteVersion(known->second);
}

Result<> GitRemote::texts(const std::set<std::string>& hashes, Texts& found,
                          const TextArrives& arrives) {
  const auto add = [&](const std::string& hash, std::string text) {
    const auto [placed, is_new] = found.try_emplace(hash, std::move(text));
    if (is_new) arrives(*placed);
  };
  std::set<std::string> ids;
  for (const std::string& hash : hashes) {
    const auto outline = outlines_.find(hash);
    if (outline != outlines_.end()) add(hash, outline->second);
    const auto known = blob_of_hash_.find(hash);
    if (known != blob_of_hash_.end()) ids.insert(known->second);
  }
  LOCI_ASSIGN(auto blobs, mirror_.blobs(ids));
  for (auto& [id, text] : blobs) add(hash_of_[{id, false}], std::move(text));
  return {};
}

Result<ConfirmedNotes> GitRemote::confirmed() {
  if (head_.empty()) return ConfirmedNotes();
  LOCI_ASSIGN(const auto text, mirror_.file_at(head_, kConfirmedPath, kMostListBytes));
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
  LOCI_ASSIGN(const auto texts, mirror_.blobs(ids));
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

// The versions that each file had, from the changes of some commits, oldest first.
Result<> GitRemote::add_changes(const std::string& log, sync::Pulled& pulled, Which which) {
  std::vector<RawChange> changes = parse_raw_log(log);
  if (which == Which::Unsaid) {
    std::erase_if(changes,
                  [&](const RawChange& change) { return pulled.notes.contains(change.path); });
  }
  std::set<Blob> blobs;
  for (const RawChange& change : changes) {
    for (const std::string& id : {change.before, change.after}) {
      if (!id.empty()) blobs.emplace(id, is_index(change.path));
    }
  }
  LOCI_TRY(learn(blobs));
  for (const RawChange& change : changes) {
    if (change.odd) odd_.push_back(fmt::format("{}: not a plain file", change.path));
    auto& note = pulled.notes[change.path];
    const auto add = [&](const sync::NoteVersion& before) {
      if (!before) return;
      std::erase(note.ancestors, *before);
      note.ancestors.insert(note.ancestors.begin(), *before);
    };
    add(version_of(change.path, change.before));
    note.version = version_of(change.path, change.after);
  }
  return {};
}

Result<sync::Pulled> GitRemote::everything() {
  sync::Pulled pulled;
  pulled.answer = sync::Pulled::Answer::Everything;
  if (head_.empty()) return pulled;
  LOCI_ASSIGN(const Tree tree, mirror_.tree_at(head_));
  LOCI_TRY(read_projects(tree));
  if (history_) {
    LOCI_ASSIGN(const std::string log,
                mirror_.ask({"log", "-z", "--raw", "--no-renames", "--no-abbrev", "--reverse", "-m",
                             "--first-parent", "--format=", head_}));
    LOCI_TRY(add_changes(log, pulled));
  }
  std::set<Blob> blobs;
  for (const auto& [path, blob] : tree) blobs.emplace(blob, is_index(path));
  LOCI_TRY(learn(blobs));
  for (const auto& [path, blob] : tree) {
    if (const auto version = version_of(path, blob)) pulled.notes[path].version = version;
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
  LOCI_TRY(fetch(from || !history_ ? Depth::Head : Depth::All));
  if (head_.empty() && !from) {
    return fail(not_found(fmt::format("nothing at '{}' yet", shown_url(remote_.url)),
                          fmt::format("'loci remote init {}' sets it up", remote_.name)));
  }
  if (!from || head_.empty()) return everything();
  sync::Pulled pulled;
  if (from->marker.id != marker_->id) {
    pulled.answer = Answer::Foreign;
    // The copy has what both of them had before.
    LOCI_TRY(mirror_.make_temporary());
    return pulled;
  }
  if (*marker_ == from->marker && from->commit == head_) {
    pulled.cursor = cursor;
    return pulled;
  }
  LOCI_ASSIGN(const bool known, knows(from->commit));
  if (head_.empty()) return everything();
  pulled.cursor = format_cursor({*marker_, head_});
  if (!known || marker_->epoch != from->marker.epoch) {
    // The copy also has what is there no longer.
    LOCI_TRY(mirror_.make_temporary());
    pulled.answer = Answer::Rewound;
    return pulled;
  }
  LOCI_ASSIGN(const Tree tree, mirror_.tree_at(head_));
  LOCI_TRY(read_projects(tree));
  LOCI_ASSIGN(
      const std::string log,
      mirror_.ask({"log", "-z", "--raw", "--no-renames", "--no-abbrev", "--reverse", "-m",
                   "--first-parent", "--format=", fmt::format("{}..{}", from->commit, head_)}));
  LOCI_TRY(add_changes(log, pulled));
  // A merge made by hand may set a note back that no commit of its own line touched.
  LOCI_ASSIGN(const std::string all, mirror_.ask({"diff-tree", "-r", "-z", "--raw", "--no-renames",
                                                  "--no-abbrev", from->commit, head_}));
  LOCI_TRY(add_changes(all, pulled, Which::Unsaid));
  LOCI_ASSIGN(const auto before, purged_at(from->commit));
  LOCI_ASSIGN(const auto now, purged_at(head_));
  for (const sync::Purged& purge : now) {
    if (!before.contains(purge)) pulled.purged.push_back(purge);
  }
  return pulled;
}

// Whether the commit of an earlier try is there: the answer may have been lost.
Result<bool> GitRemote::has_operation(const sync::Sending& sending, const std::string& heard) {
  if (head_.empty()) return false;
  LOCI_ASSIGN(const std::string found,
              mirror_.ask({"log", "-1", "--format=%H", "--fixed-strings",
                           "--grep=" + operation_line(sending.id),
                           heard.empty() ? head_ : fmt::format("{}..{}", heard, head_)}));
  return !trim(found).empty();
}

// Whether a note is no longer what its change was made on, a text was purged since, or the branch
// is not the one that was heard of: a person is asked about that, at the next pull.
Result<bool> GitRemote::moved_on(const sync::Sending& sending, const std::string& heard) {
  const auto from = parse_cursor(sending.heard);
  if (head_.empty()) return from.has_value();
  if (from && (heard.empty() || from->marker != *marker_)) return true;
  if (heard == head_) return false;
  LOCI_ASSIGN(const Tree tree, mirror_.tree_at(head_));
  std::set<Blob> blobs;
  for (const sync::Outgoing& change : sending.changes) {
    const auto blob = tree.find(change.note);
    if (blob != tree.end()) blobs.emplace(blob->second, is_index(change.note));
  }
  LOCI_TRY(learn(blobs));
  LOCI_ASSIGN(std::set<sync::Purged> fresh, purged_at(head_));
  if (!heard.empty()) {
    LOCI_ASSIGN(const auto before, purged_at(heard));
    for (const sync::Purged& purge : before) fresh.erase(purge);
  }
  for (const sync::Outgoing& change : sending.changes) {
    const auto blob = tree.find(change.note);
    const auto version =
        blob == tree.end() ? sync::NoteVersion() : version_of(change.note, blob->second);
    if (version != change.base) return true;
    if (change.version && fresh.contains({change.note, *change.version})) return true;
  }
  return false;
}

Result<> GitRemote::add_index(const std::string& directory, const sync::Sending& sending,
                              const Parcel& parcel, NewCommit& commit) {
  const std::string path = fmt::format("{}/{}", directory, note::kIndexFile);
  Tree tree;
  if (!head_.empty()) {
    LOCI_ASSIGN(tree, mirror_.tree_at(head_, directory));
  }
  std::optional<std::string> before;
  if (const auto blob = tree.find(path); blob != tree.end()) {
    auto text = mirror_.file_at(head_, path, kIndexFileBytes);
    if (!text && mirror_.is_damaged()) return fail(std::move(text).error());
    if (text) before = std::move(*text);  // one that is too large is made anew
    tree.erase(blob);
  }
  BranchIndex index(before.value_or(""));
  std::set<std::string> unlisted;  // blobs of notes that are there and have no line
  for (const sync::Outgoing& change : sending.changes) {
    if (change.note == path) {
      index.outline = change.version ? parcel.texts.at(*change.version) : "";
    } else if (directory_of(change.note) == directory) {
      tree.erase(change.note);
      if (change.version) index.add(change.note, parcel.texts.at(*change.version));
    }
  }
  for (const auto& [file, blob] : tree) {
    if (!index.add_as_before(file)) unlisted.insert(blob);
  }
  LOCI_ASSIGN(const auto texts, mirror_.blobs(unlisted));
  for (const auto& [file, blob] : tree) {
    const auto text = texts.find(blob);
    if (text != texts.end()) index.add(file, text->second);
  }
  const std::string after = index.text();
  if (after == before.value_or("")) return {};
  commit.files[path] = after.empty() ? std::nullopt : std::optional(after);
  return {};
}

// What was fetched before has the texts that were purged with it.
Result<> GitRemote::forget_purged(const sync::Sending& sending) {
  if (sending.purges.empty()) return {};
  fetched_ = false;
  return mirror_.forget();
}

Result<sync::Sent> GitRemote::send(const sync::Sending& sending, const Parcel& parcel) {
  using Answer = sync::Sent::Answer;
  if (!fetched_) {
    LOCI_TRY(fetch(Depth::Head));
  }
  const auto from = parse_cursor(sending.heard);
  LOCI_ASSIGN(const bool is_known, from ? knows(from->commit) : Result<bool>(false));
  const std::string heard = is_known ? from->commit : "";
  LOCI_ASSIGN(const bool there, has_operation(sending, heard));
  if (there) {
    LOCI_TRY(forget_purged(sending));
    return sync::Sent{};
  }
  LOCI_ASSIGN(const bool moved, moved_on(sending, heard));
  if (moved) return sync::Sent{.answer = Answer::Moved};
  NewCommit commit;
  commit.reference = kOutgoing;
  commit.parent = head_;
  LOCI_ASSIGN(commit.committer, mirror_.committer());
  commit.message = commit_message(sending, parcel.replica);
  std::set<sync::Purged> purged;
  if (head_.empty()) {
    commit.files[std::string(kMarkerPath)] = format_marker({random_id(), 1});
    commit.files["README.md"] = std::string(kReadme);
  } else {
    LOCI_ASSIGN(purged, purged_at(head_));
  }
  const std::set<sync::Purged> before = purged;
  std::set<std::string> listed;
  for (const sync::Outgoing& change : sending.changes) {
    if (has_index(directory_of(change.note))) listed.emplace(directory_of(change.note));
    if (is_index(change.note)) continue;
    if (change.version) {
      commit.files[change.note] = parcel.texts.at(*change.version);
      purged.erase({change.note, *change.version});  // written again
    } else {
      commit.files[change.note] = std::nullopt;
    }
  }
  for (const std::string& directory : listed) {
    LOCI_TRY(add_index(directory, sending, parcel, commit));
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
  LOCI_ASSIGN(head_, mirror_.push(commit));
  if (head_.empty()) {
    fetched_ = false;
    return sync::Sent{.answer = Answer::Moved};
  }
  sync::Sent sent;
  if (is_known && heard == commit.parent) sent.cursor = format_cursor({from->marker, head_});
  LOCI_TRY(forget_purged(sending));
  return sent;
}

Result<> GitRemote::init(const InitRequest& request) {
  if (request.upgrade) {
    return fail(invalid_input("a git remote has nothing to upgrade",
                              "'loci remote init' without --upgrade sets up an empty one"));
  }
  LOCI_TRY(fetch(Depth::Head));
  if (!head_.empty()) {
    return fail(conflict(fmt::format("'{}' is already a loci remote", shown_url(remote_.url)),
                         fmt::format("'loci sync {}' fetches what is there", remote_.name)));
  }
  if (request.dry_run) return {};
  NewCommit commit;
  commit.reference = kOutgoing;
  LOCI_ASSIGN(commit.committer, mirror_.committer());
  commit.message = "A remote for the notes of loci\n";
  commit.files[std::string(kMarkerPath)] = format_marker({random_id(), 1});
  commit.files["README.md"] = std::string(kReadme);
  LOCI_ASSIGN(const std::string made, mirror_.push(commit));
  if (!made.empty()) return {};
  return fail(conflict("somebody else has just set up this remote",
                       fmt::format("'loci sync {}' fetches what is there", remote_.name)));
}

Result<bool> GitRemote::wait(const std::string& cursor, std::chrono::milliseconds patience) {
  std::this_thread::sleep_for(patience);
  LOCI_ASSIGN(const std::string head, mirror_.remote_head());
  const auto heard = parse_cursor(cursor);
  return !heard || head != heard->commit;
}

}  // namespace

Result<> check_git_url(std::string_view url) {
  const std::string shown = printable(shown_url(url), true);
  if (url.empty() || url.starts_with('-') || std::any_of(url.begin(), url.end(), [](char c) {
        return static_cast<unsigned char>(c) < 32;
      })) {
    return fail(invalid_input(fmt::format("'{}' is not the URL of a git repository", shown),
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

Result<std::string> whole_git_url(std::string_view url, std::string_view here) {
  LOCI_TRY(check_git_url(url));
  if (shown_url(url) != url) {
    return fail(invalid_input("this URL contains a password, and loci keeps no passwords",
                              "leave it out: a credential helper of git keeps it, which 'git help "
                              "credentials' tells of (docs/remotes.md)"));
  }
  // As git tells them apart: in "host:path" the colon is before any slash.
  const std::size_t colon = url.find(':');
  const bool is_path = colon == std::string_view::npos || url.find('/') < colon;
  return is_path ? joined_path(here, url) : std::string(url);
}

Result<> check_git_branch(std::string_view branch) {
  constexpr std::string_view kRefused{" ~^:?*[\\\x7f"};
  bool sound = is_valid_utf8(branch) && !branch.starts_with('-') && branch != "HEAD" &&
               !branch.ends_with('.') && !branch.ends_with('/') && branch.size() <= 200 &&
               branch.find("..") == std::string_view::npos &&
               branch.find("@{") == std::string_view::npos &&
               std::none_of(branch.begin(), branch.end(), [&](char c) {
                 return static_cast<unsigned char>(c) < 32 || kRefused.find(c) != std::string::npos;
               });
  std::string_view rest = branch;
  do {
    const std::string_view part = take_component(rest);
    sound = sound && !part.empty() && !part.starts_with('.') && !part.ends_with(".lock");
  } while (!rest.empty());
  if (sound) return {};
  return fail(
      invalid_input(fmt::format("'{}' cannot be the name of a branch", printable(branch, true)),
                    "use letters, digits, '-', '_', '.' and '/', such as 'loci' or 'team/memory'"));
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
    return fail(denied("git cannot be run from here", "run 'loci sync' at the command line"));
  }
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> made,
              memory.store().home_directory(remote_directory(remote.name)));
  return std::make_unique<GitRemote>(remote,
                                     GitMirror(memory, remote, options.patience, made->path()));
}

Result<> drop_mirror(store::Store& store, const Remote& remote) {
  return memory::remove_mirror(store, remote.name);
}

}  // namespace loci::remote
