#include "store/open_places.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/path.h"
#include "fs/absent.h"

namespace loci::store {
namespace {

// How often the directory of a place may be another one when its lock is had.
constexpr int kReplacedRounds = 8;

Result<> check_owner(fs::FileSystem& files, const std::string& path) {
  LOCI_ASSIGN(const fs::Stat stat, files.stat(path, true));
  if (stat.owner == files.user()) return {};
  return fail(denied(fmt::format("'{}' belongs to user {}, not to you", path, stat.owner),
                     "set LOCI_HOME to a directory of your own"));
}

// $LOCI_HOME/memory may be a link, resolved once.
Result<std::unique_ptr<fs::Root>> open_linked(fs::FileSystem& files, const fs::Root& home,
                                              std::string_view name) {
  LOCI_ASSIGN(const std::string target, files.canonical(fmt::format("{}/{}", home.path(), name)));
  LOCI_TRY(check_owner(files, target));
  return files.open(target, fs::Modes::Private);
}

Result<std::unique_ptr<fs::Root>> descend(fs::FileSystem& files, std::unique_ptr<fs::Root> root,
                                          const Place& place, Missing missing) {
  std::string_view below = split_key(place.key).below;
  for (bool first = true; !below.empty(); first = false) {
    const std::string_view name = take_component(below);
    if (first && place.kind == Place::Kind::Global) {
      LOCI_ASSIGN(const auto stat, fs::if_there(root->stat(name)));
      if (stat && stat->kind == fs::Kind::Link) return open_linked(files, *root, name);
    }
    const bool create = missing == Missing::Create && !(first && place.in_workspace());
    auto next = create ? fs::open_or_create(*root, name) : root->open(name);
    if (fs::is_absent(next) && missing == Missing::Leave) return std::unique_ptr<fs::Root>();
    if (fs::is_absent(next)) {
      return fail(not_found(fmt::format("'{}/{}' does not exist", root->path(), name),
                            "run 'loci init' to create it"));
    }
    if (!next) return next;
    root = std::move(*next);
  }
  return root;
}

}  // namespace

Result<std::unique_ptr<fs::Root>> open_place(fs::FileSystem& files, const std::string& home,
                                             const Place& place, Missing missing) {
  const std::string base = place.in_workspace() ? std::string(split_key(place.key).base) : home;
  auto root = !place.in_workspace() && missing == Missing::Create
                  ? fs::open_or_create(files, base, place.modes())
                  : files.open(base, place.modes());
  if (fs::is_absent(root) && missing == Missing::Leave) return std::unique_ptr<fs::Root>();
  if (!root) return root;
  return descend(files, std::move(*root), place, missing);
}

bool is_blocked(fs::FileSystem& files, const std::string& home, const Place& place) {
  const SplitKey key = split_key(place.key);
  auto root = files.open(place.in_workspace() ? std::string(key.base) : home, place.modes());
  for (std::string_view below = key.below; root && !below.empty();) {
    const std::string_view name = take_component(below);
    const auto stat = (*root)->stat(name);
    if (!stat) return false;
    if (stat->kind != fs::Kind::Directory) return true;
    root = (*root)->open(name);
  }
  return false;
}

namespace {

bool same_directory(const fs::Stat& a, const fs::Stat& b) {
  return a.inode == b.inode && a.device == b.device && a.birth_ns == b.birth_ns;
}

// Opens a place that is to be written to; what is there already need not be
// looked at twice.
Result<std::unique_ptr<fs::Root>> open_settled(fs::FileSystem& files, const std::string& home,
                                               const Place& place, Missing missing,
                                               Settled& settled) {
  const auto known = settled.find(place.key);
  if (missing == Missing::Create && known != settled.end()) {
    auto root = open_place(files, home, place, Missing::Leave);
    if (root && *root) {
      const auto self = (*root)->self();
      if (self && same_directory(*self, known->second)) return root;
    }
  }
  auto root = open_place(files, home, place, missing);
  if (root && *root && missing == Missing::Create) {
    if (const auto self = (*root)->self()) settled[place.key] = *self;
  }
  return root;
}

}  // namespace

Result<OpenPlaces> OpenPlaces::open(fs::FileSystem& files, const std::string& home,
                                    const std::vector<Place>& places) {
  OpenPlaces result;
  for (const Place& place : places) {
    if (result.find(place.key) != nullptr) continue;
    LOCI_ASSIGN(std::unique_ptr<fs::Root> root, open_place(files, home, place, Missing::Leave));
    if (root) result.items_.push_back({place, std::move(root), nullptr});
  }
  return result;
}

Result<OpenPlaces> OpenPlaces::lock(fs::FileSystem& files, const std::string& home,
                                    const std::vector<Place>& places, std::size_t create,
                                    std::chrono::milliseconds patience, Settled& settled) {
  OpenPlaces result;
  for (const Place& place : places) {
    const auto number = static_cast<std::size_t>(&place - places.data());
    const Missing missing = number < create ? Missing::Create : Missing::Leave;
    if (result.find(place.key) != nullptr) continue;
    LOCI_ASSIGN(std::unique_ptr<fs::Root> root, open_settled(files, home, place, missing, settled));
    if (root) result.items_.push_back({place, std::move(root), nullptr});
  }
  std::sort(result.items_.begin(), result.items_.end(),
            [](const Item& a, const Item& b) { return a.root->path() < b.root->path(); });
  for (Item& item : result.items_) {
    for (int round = 0; !item.lock; ++round) {
      auto lock = patience.count() == 0 ? item.root->try_lock()
                                        : fs::lock_patiently(files, *item.root, patience);
      if (lock) {
        item.lock = std::move(*lock);
        continue;
      }
      // Another directory stands there by now (new_directory.h).
      const bool replaced = lock.error().kind == ErrorKind::Conflict && round < kReplacedRounds;
      if (!replaced) return fail(std::move(lock));
      LOCI_ASSIGN(auto root, open_place(files, home, item.place, Missing::Leave));
      if (!root) return fail(std::move(lock));
      item.root = std::move(root);
    }
  }
  return result;
}

void OpenPlaces::replace(std::string_view key, std::unique_ptr<fs::Root> root,
                         std::unique_ptr<fs::Lock> lock) {
  for (Item& item : items_) {
    if (item.place.key != key) continue;
    item.root = std::move(root);
    item.lock = std::move(lock);
  }
}

fs::Root* OpenPlaces::find(std::string_view key) const {
  for (const Item& item : items_) {
    if (item.place.key == key) return item.root.get();
  }
  return nullptr;
}

}  // namespace loci::store
