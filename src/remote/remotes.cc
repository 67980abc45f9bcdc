#include "remote/remotes.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"
#include "base/text.h"
#include "fs/absent.h"
#include "fs/atomic_file.h"
#include "fs/clear.h"
#include "fs/file_system.h"
#include "memory/kept.h"

namespace loci::remote {
namespace {

constexpr std::string_view kRemoteFile = "remote.json";
constexpr std::string_view kStateFile = "agreed.json";
constexpr std::string_view kSeenFile = "seen";
constexpr std::size_t kMostBytes = std::size_t{256} << 20;
constexpr std::chrono::milliseconds kLockPatience{2'000};

Result<std::unique_ptr<fs::Root>> open_directory(store::Store& store, const std::string& below) {
  auto root = store.files().open(fmt::format("{}/{}", store.home(), below), fs::Modes::Private);
  if (!root && root.error().kind == ErrorKind::NotFound) return nullptr;
  return root;
}

}  // namespace

std::string remote_directory(std::string_view name) {
  return fmt::format("{}/{}", memory::kRemotesDirectory, name);
}

namespace {

// Nothing where it was removed halfway.
Result<std::optional<Remote>> read_remote(const fs::Root& root, const std::string& name) {
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> directory, root.open(name));
  LOCI_ASSIGN(const auto text, fs::if_there(directory->read(kRemoteFile, kMostBytes)));
  if (!text) return std::nullopt;
  return parse_remote(name, *text);
}

}  // namespace

Result<Remotes> read_remotes(store::Store& store) {
  Remotes remotes;
  LOCI_ASSIGN(const auto root, open_directory(store, std::string(memory::kRemotesDirectory)));
  if (!root) return remotes;
  LOCI_ASSIGN(std::vector<fs::Entry> entries, root->list());
  std::sort(entries.begin(), entries.end(),
            [](const fs::Entry& a, const fs::Entry& b) { return a.name < b.name; });
  for (const fs::Entry& entry : entries) {
    if (entry.kind != fs::Kind::Directory || !check_remote_name(entry.name)) continue;
    auto remote = read_remote(*root, entry.name);
    if (!remote) {
      remotes.unread.push_back({entry.name, std::move(remote).error()});
    } else if (*remote) {
      remotes.all.push_back(std::move(**remote));
    }
  }
  return remotes;
}

Result<Remote> find_remote(store::Store& store, std::string_view name) {
  LOCI_ASSIGN(Remotes remotes, read_remotes(store));
  std::vector<std::string> names;
  for (Remote& remote : remotes.all) {
    if (remote.name == name) return std::move(remote);
    names.push_back(remote.name);
  }
  for (UnreadRemote& unread : remotes.unread) {
    if (unread.name == name) return fail(std::move(unread.fault));
  }
  return fail(not_found(fmt::format("there is no remote '{}'", printable(name, true)),
                        names.empty() ? "'loci remote add NAME URL' adds one"
                                      : fmt::format("use one of: {}", join(names, ", "))));
}

Result<> write_remote(store::Store& store, const Remote& remote) {
  LOCI_TRY(check_remote_name(remote.name));
  return store.write_home_file(remote_directory(remote.name), kRemoteFile, format_remote(remote));
}

Result<> remove_remote(store::Store& store, std::string_view name) {
  Remote remote;  // the lock needs no more of it
  remote.name = name;
  LOCI_ASSIGN(const SyncLock held, lock_remote(store, remote));
  LOCI_ASSIGN(const auto root, open_directory(store, std::string(memory::kRemotesDirectory)));
  if (!root) return {};
  LOCI_TRY(fs::clear(*root, remote.name));
  return root->sync();
}

Result<SavedState> read_state(store::Store& store, const Remote& remote) {
  LOCI_ASSIGN(const auto root, open_directory(store, remote_directory(remote.name)));
  if (!root) return SavedState();
  LOCI_ASSIGN(const auto text, fs::if_there(root->read(kStateFile, kMostBytes)));
  if (!text) return SavedState();
  return parse_state(*text);
}

Result<> write_state(store::Store& store, const Remote& remote, const SavedState& state) {
  return store.write_home_file(remote_directory(remote.name), kStateFile, format_state(state));
}

SeenNotes read_seen(store::Store& store, const Remote& remote) {
  const auto root = open_directory(store, remote_directory(remote.name));
  if (!root || !*root) return {};
  const auto text = (*root)->read(kSeenFile, kMostBytes);
  return text ? SeenNotes::parse(*text) : SeenNotes();
}

// Not synced: what a power loss tears is noticed, and then the notes are read.
void write_seen(store::Store& store, const Remote& remote, SeenNotes& seen) {
  if (!seen.has_news()) return;
  const auto root = store.home_directory(remote_directory(remote.name));
  if (!root) return;
  (void)fs::replace_file(**root, kSeenFile, seen.format(), fs::Durability::Unsynced);
  seen.written();
}

namespace {

// A directory of its own: the one above it is locked for each file that is written there.
Result<SyncLock> lock_below(store::Store& store, const Remote& remote, std::string_view directory,
                            std::chrono::milliseconds patience, std::string_view what,
                            std::string_view hint) {
  SyncLock held;
  LOCI_ASSIGN(held.root,
              store.home_directory(fmt::format("{}/{}", remote_directory(remote.name), directory)));
  auto lock = fs::lock_patiently(store.files(), *held.root, patience);
  if (!lock && lock.error().kind == ErrorKind::Locked) {
    const std::string holder = held.root->lock_holder();
    return fail(locked(fmt::format("'{}' is {}{}", remote.name, what,
                                   holder.empty() ? "" : fmt::format(" by {}", holder)),
                       std::string(hint)));
  }
  if (!lock) return fail(std::move(lock));
  held.lock = std::move(*lock);
  return held;
}

}  // namespace

Result<SyncLock> lock_remote(store::Store& store, const Remote& remote,
                             std::chrono::milliseconds patience) {
  return lock_below(store, remote, "busy", std::min(patience, kLockPatience), "being synced",
                    "try again when that is done");
}

Result<SyncLock> lock_live(store::Store& store, const Remote& remote) {
  return lock_below(store, remote, "live", std::chrono::milliseconds(0), "kept up to date already",
                    "only one process at a time can do that");
}

}  // namespace loci::remote
