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

Result<> collect(const fs::Root& root, const ToolFiles::IsWanted& is_wanted,
                 std::vector<exchange::ToolFile>& files, std::vector<std::string>& left_out) {
  return fs::walk(root, [&](const fs::Walked& walked) -> Result<bool> {
    const fs::Entry& entry = walked.entry;
    if (entry.name.starts_with('.')) return false;
    if (entry.kind == fs::Kind::Directory) return walked.depth < kDeepest;
    if (entry.kind != fs::Kind::File || !entry.name.ends_with(".md")) return false;
    if (is_wanted && !is_wanted(walked.path)) return false;
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
  const auto stat = root.stat(name);
  if (fs::is_absent(stat)) return seen;
  if (stat) {
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

// Its stamp, when the file has the text with this hash; "" when not, or when the stamp is in
// doubt. Right after an apply most are, and then the file need not be read.
Result<std::string> stamp_of_text(const fs::Root& root, std::string_view name, Timestamp now,
                                  std::string_view hash) {
  LOCI_ASSIGN(const std::optional<fs::Stat> stat, fs::if_there(root.stat(name)));
  if (!stat || stat->size > kFileBytes) return "";
  std::string stamp = stamp_text(*stat, now);
  if (stamp.empty()) return stamp;
  LOCI_ASSIGN(const std::optional<std::string> text, fs::if_there(root.read(name, kFileBytes)));
  return text && sha256(*text) == hash ? stamp : "";
}

}  // namespace

Result<fs::Root*> ToolFiles::directory_of(const ToolPath& path, bool create) {
  const std::string key = fmt::format("{}\n{}", path.base, parent_path(path.path));
  const auto known = open_.find(key);
  if (known != open_.end() && (known->second || !create)) return known->second.get();
  LOCI_ASSIGN(std::unique_ptr<fs::Root> found, open_directory(path, create));
  return open_.insert_or_assign(key, std::move(found)).first->second.get();
}

// The directories of fifty agents are beside each other: the one around them is opened once.
Result<std::unique_ptr<fs::Root>> ToolFiles::open_directory(const ToolPath& path, bool create) {
  const std::string directory(parent_path(path.path));
  if (directory.empty()) return open_base(path.base, create);
  LOCI_ASSIGN(fs::Root* const around, directory_of({path.base, directory}, create));
  if (around == nullptr) return nullptr;
  const std::string_view name = last_component(directory);
  auto found = around->open(name);
  if (fs::is_absent(found)) {
    if (!create) return nullptr;
    LOCI_TRY(around->make_directory(name));
    found = around->open(name);
  }
  return found;
}

Result<std::unique_ptr<fs::Root>> ToolFiles::open_base(const std::string& base, bool create) {
  auto root = files_.open(base, fs::Modes::Umask);
  if (!fs::is_absent(root)) return root;
  if (!create) return nullptr;
  return fs::open_or_create(files_, base, fs::Modes::Umask);
}

Result<std::optional<std::string>> ToolFiles::read(const ToolPath& path) {
  LOCI_ASSIGN(fs::Root* const root, directory_of(path, false));
  if (root == nullptr) return std::nullopt;
  auto text = root->read(last_component(path.path), kFileBytes);
  if (text) return std::move(*text);
  if (text.error().kind == ErrorKind::NotFound) return std::nullopt;
  return fail(std::move(text));
}

// Calls `look(root, name, i)` for every path whose directory is there, on several threads; the
// answers in the order of the paths, an empty one where there is no directory.
template <typename Answer, typename Look>
Result<std::vector<Answer>> ToolFiles::ask_all(const std::vector<ToolPath>& paths,
                                               const Look& look) {
  std::vector<fs::Root*> roots;
  roots.reserve(paths.size());
  for (const ToolPath& path : paths) {
    LOCI_ASSIGN(fs::Root* const root, directory_of(path, false));
    roots.push_back(root);
  }
  std::vector<Result<Answer>> found(paths.size());
  in_parallel(paths.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (roots[i] != nullptr) found[i] = look(*roots[i], last_component(paths[i].path), i);
    }
  });
  std::vector<Answer> answers;
  answers.reserve(paths.size());
  for (Result<Answer>& one : found) {
    if (!one) return fail(std::move(one));
    answers.push_back(std::move(*one));
  }
  return answers;
}

Result<std::vector<ToolFiles::Seen>> ToolFiles::look_at(const std::vector<ToolPath>& paths,
                                                        Timestamp now,
                                                        std::span<const Known> known) {
  return ask_all<Seen>(paths, [&](const fs::Root& root, std::string_view name, std::size_t i) {
    return look_at_one(root, name, now, i < known.size() ? known[i] : Known());
  });
}

Result<std::vector<std::string>> ToolFiles::stamps_of(const std::vector<ToolPath>& paths,
                                                      std::span<const std::string_view> hashes,
                                                      Timestamp now) {
  return ask_all<std::string>(paths,
                              [&](const fs::Root& root, std::string_view name, std::size_t i) {
                                return stamp_of_text(root, name, now, hashes[i]);
                              });
}

Result<std::vector<exchange::ToolFile>> ToolFiles::notes_below(const ToolPath& directory,
                                                               const IsWanted& is_wanted) {
  std::vector<exchange::ToolFile> files;
  LOCI_ASSIGN(fs::Root* const root, directory_of({directory.base, directory.path + "/x"}, false));
  if (root != nullptr) LOCI_TRY(collect(*root, is_wanted, files, left_out_));
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
