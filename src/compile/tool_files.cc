#include "compile/tool_files.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "base/limits.h"
#include "base/parallel.h"
#include "base/path.h"
#include "fs/absent.h"
#include "fs/stamp.h"
#include "fs/walk.h"

namespace loci::compile {
namespace {

constexpr std::size_t kDeepest = 8;

Result<> collect(const fs::Root& root, std::vector<exchange::ToolFile>& files,
                 std::vector<std::string>& left_out) {
  return fs::walk(root, [&](const fs::Walked& walked) -> Result<bool> {
    const fs::Entry& entry = walked.entry;
    if (entry.name.starts_with('.')) return false;
    if (entry.kind == fs::Kind::Directory) return walked.depth < kDeepest;
    if (entry.kind != fs::Kind::File || !entry.name.ends_with(".md")) return false;
    auto text = walked.directory.read(entry.name, kFileBytes);
    if (text) {
      files.push_back({walked.path, std::move(*text)});
    } else if (text.error().kind == ErrorKind::InvalidInput) {  // too large
      left_out.push_back(text.error().message);
    } else if (!fs::is_absent(text)) {
      return fail(std::move(text));
    }
    return false;
  });
}

// As apply.state has it; "" for one that is in doubt.
std::string stamp_text(const fs::Stat& stat, Timestamp now) {
  const fs::Stamp stamp = fs::stamp_of(stat);
  const auto now_ns = std::chrono::nanoseconds(now.time_since_epoch()).count();
  if (stat.kind != fs::Kind::File || fs::is_doubtful(stamp, now_ns)) return {};
  return fmt::format("{:x}.{:x}.{:x}.{:x}.{:x}", stamp.size, stamp.mtime_ns, stamp.ctime_ns,
                     stamp.inode, stamp.device);
}

// The stamp is from before the bytes: one that is out of date only has them read again.
Result<ToolFiles::Seen> look_at_one(const fs::Root& root, std::string_view name, Timestamp now,
                                    const ToolFiles::Known& known) {
  ToolFiles::Seen seen;
  if (const auto stat = root.stat(name)) {
    seen.stamp = stamp_text(*stat, now);
    // Nothing that loci wrote: it is there, and that is all there is to know.
    if (stat->kind == fs::Kind::File && stat->size > kFileBytes)
      return ToolFiles::Seen{exchange::Present::too_large(), ""};
  }
  if (!known.stamp.empty() && seen.stamp == known.stamp) {
    seen.present = exchange::Present::text(std::string(known.hash));
    return seen;
  }
  const auto text = root.read(name, kFileBytes);
  if (!text && text.error().kind == ErrorKind::NotFound) return ToolFiles::Seen();
  if (!text) return fail(text.error());
  seen.present = exchange::Present::text(sha256(*text));
  return seen;
}

}  // namespace

Result<fs::Root*> ToolFiles::directory_of(const ToolPath& path, bool create) {
  const std::string key = fmt::format("{}\n{}", path.base, parent_path(path.path));
  const auto known = open_.find(key);
  if (known != open_.end() && (known->second || !create)) return known->second.get();
  LOCI_ASSIGN(std::unique_ptr<fs::Root> found, open_directory(path, create));
  return open_.insert_or_assign(key, std::move(found)).first->second.get();
}

Result<std::unique_ptr<fs::Root>> ToolFiles::open_directory(const ToolPath& path, bool create) {
  auto root = files_.open(path.base, fs::Modes::Umask);
  if (!root && root.error().kind == ErrorKind::NotFound) {
    if (!create) return nullptr;
    root = fs::open_or_create(files_, path.base, fs::Modes::Umask);
  }
  if (!root) return fail(std::move(root));
  std::unique_ptr<fs::Root> at = std::move(*root);
  std::string_view rest = parent_path(path.path);
  while (!rest.empty()) {
    const std::string_view name = take_component(rest);
    auto next = at->open(name);
    if (!next && next.error().kind == ErrorKind::NotFound) {
      if (!create) return nullptr;
      LOCI_TRY(at->make_directory(name));
      next = at->open(name);
    }
    if (!next) return fail(std::move(next));
    at = std::move(*next);
  }
  return at;
}

Result<std::optional<std::string>> ToolFiles::read(const ToolPath& path) {
  LOCI_ASSIGN(fs::Root* const root, directory_of(path, false));
  if (root == nullptr) return std::nullopt;
  auto text = root->read(last_component(path.path), kFileBytes);
  if (text) return std::move(*text);
  if (text.error().kind == ErrorKind::NotFound) return std::nullopt;
  return fail(std::move(text));
}

Result<std::vector<ToolFiles::Seen>> ToolFiles::look_at(const std::vector<ToolPath>& paths,
                                                        Timestamp now,
                                                        std::span<const Known> known) {
  std::vector<fs::Root*> roots;
  roots.reserve(paths.size());
  for (const ToolPath& path : paths) {
    LOCI_ASSIGN(fs::Root* const root, directory_of(path, false));
    roots.push_back(root);
  }
  std::vector<Result<Seen>> found(paths.size());
  in_parallel(paths.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (roots[i] == nullptr) continue;
      const Known before = i < known.size() ? known[i] : Known();
      found[i] = look_at_one(*roots[i], last_component(paths[i].path), now, before);
    }
  });
  std::vector<Seen> result;
  result.reserve(paths.size());
  for (Result<Seen>& seen : found) {
    if (!seen) return fail(std::move(seen));
    result.push_back(std::move(*seen));
  }
  return result;
}

Result<std::vector<exchange::ToolFile>> ToolFiles::notes_below(const ToolPath& directory) {
  std::vector<exchange::ToolFile> files;
  LOCI_ASSIGN(fs::Root* const root, directory_of({directory.base, directory.path + "/x"}, false));
  if (root != nullptr) LOCI_TRY(collect(*root, files, left_out_));
  return files;
}

Result<> ToolFiles::sweep(const ToolPath& path) {
  LOCI_ASSIGN(fs::Root* const root, directory_of(path, false));
  if (root == nullptr || !swept_.insert(root).second) return {};
  LOCI_TRY(fs::sweep_unlocked(files_, *root, now_));
  return {};
}

Result<> ToolFiles::replace(const ToolPath& path, std::string_view text,
                            const exchange::Present& seen) {
  LOCI_ASSIGN(fs::Root* const root, directory_of(path, true));
  if (std::find(touched_.begin(), touched_.end(), root) == touched_.end()) {
    touched_.push_back(root);
    LOCI_TRY(sweep(path));
  }
  if (seen.is_too_large()) return batch_.replace(*root, last_component(path.path), text);
  return batch_.replace(*root, last_component(path.path), text, {std::nullopt, seen.hash()});
}

Result<> ToolFiles::remove(const ToolPath& path, const exchange::Present& seen) {
  LOCI_ASSIGN(fs::Root* const root, directory_of(path, false));
  if (root == nullptr) return {};
  if (std::find(touched_.begin(), touched_.end(), root) == touched_.end()) {
    touched_.push_back(root);
  }
  if (!seen.is_there()) return {};
  if (seen.is_too_large()) {
    batch_.remove(*root, last_component(path.path));
  } else {
    batch_.remove(*root, last_component(path.path), {std::nullopt, seen.hash()});
  }
  return {};
}

// One for each file system, and they are few: a repository and a home.
Result<> ToolFiles::sync() {
  std::vector<std::uint64_t> done;
  for (fs::Root* root : touched_) {
    LOCI_ASSIGN(const fs::Stat self, root->self());
    if (std::find(done.begin(), done.end(), self.device) != done.end()) continue;
    LOCI_TRY(root->sync_file_system());
    done.push_back(self.device);
  }
  return {};
}

Result<> ToolFiles::commit(const std::function<Result<>()>& last_look) {
  if (touched_.empty()) return {};
  const auto before_renames = [&]() -> Result<> {
    LOCI_TRY(sync());
    return last_look();
  };
  LOCI_TRY(batch_.commit(fs::Durability::Unsynced, before_renames));
  return sync();
}

void ToolFiles::prune(const ToolPath& path) {
  std::string directory(parent_path(path.path));
  while (!directory.empty()) {
    const std::string name(last_component(directory));
    const auto above = directory_of({path.base, directory}, false);
    if (!above) return;
    // One that is gone already was taken away by a run that ended here.
    const Result<> removed = *above == nullptr ? Result<>() : (*above)->remove_directory(name);
    if (!removed && !fs::is_absent(removed)) return;
    const auto gone = open_.find(fmt::format("{}\n{}", path.base, directory));
    if (gone != open_.end()) {
      swept_.erase(gone->second.get());
      open_.erase(gone);
    }
    directory = parent_path(directory);
  }
}

}  // namespace loci::compile
