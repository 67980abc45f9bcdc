#include "compile/foreign_file.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/path.h"
#include "fs/absent.h"

namespace loci::compile {
namespace {

constexpr int kAttempts = 2;
constexpr int kNames = 1'000;  // of texts that were saved meanwhile, beside one file

std::string parent_of(const std::string& path) { return std::string(parent_path(path)); }

std::string name_of(const std::string& path) { return std::string(last_component(path)); }

Result<> check_within(fs::FileSystem& files, const std::string& path, const std::string& target,
                      const std::string& within) {
  if (within.empty()) return {};
  LOCI_ASSIGN(const std::string root, files.canonical(within));
  if (target.starts_with(root == "/" ? root : root + "/")) return {};
  return fail(denied(fmt::format("'{}' points out of '{}', to '{}'", path, root, target),
                     "replace the link with a file"));
}

// Where the file would be: the directories that are there without links, and
// those that are missing.
Result<> find_place(fs::FileSystem& files, ForeignFile& file) {
  std::string above = parent_of(file.path);
  std::vector<std::string> names;
  auto found = files.canonical(above);
  while (!found && found.error().kind == ErrorKind::NotFound && above != "/") {
    names.push_back(name_of(above));
    // A link to nothing is there, and nothing can be made in it.
    LOCI_ASSIGN(const auto link, fs::if_there(files.stat(above, false)));
    if (link) {
      return fail(denied(fmt::format("'{}' is a broken link", above),
                         "remove the link, or create what it points to"));
    }
    above = parent_of(above);
    found = files.canonical(above);
  }
  if (!found) return fail(std::move(found));
  std::string directory = std::move(*found);
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    directory = child_path(directory, *name);
    file.missing.push_back(directory);
  }
  file.target = child_path(directory, name_of(file.path));
  return {};
}

Error changed_meanwhile(const ForeignFile& file) {
  return conflict(fmt::format("'{}' was changed by another program in the meantime", file.path),
                  "nothing was written to it; close the program that uses it and try again");
}

Result<> write(fs::FileSystem& files, const ForeignFile& file,
               const std::optional<std::string>& text, const ForeignLimits& limits,
               bool& overtaken) {
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root,
              fs::open_or_create(files, parent_of(file.target), fs::Modes::Umask));
  LOCI_TRY(fs::sweep_unlocked(files, *root, limits.now));
  fs::FileBatch batch;
  const fs::Expected expected{file.text};
  if (text) {
    LOCI_TRY(batch.replace(*root, name_of(file.target), *text, expected));
  } else {
    batch.remove(*root, name_of(file.target), expected);
  }
  LOCI_TRY(batch.commit(fs::Durability::Synced, [&]() -> Result<> {
    LOCI_ASSIGN(const ForeignFile now, read_foreign(files, file.path, limits.within, limits.bytes));
    if (now.text == file.text && now.target == file.target) return {};
    overtaken = true;
    return fail(changed_meanwhile(file));
  }));
  if (batch.overtaken().empty()) return {};
  const std::string kept = keep_saved(batch.overtaken().front());
  overtaken = kept.empty();
  Error error = changed_meanwhile(file);
  if (!kept.empty()) error.hint += fmt::format("; what it saved before is in '{}'", kept);
  return fail(std::move(error));
}

}  // namespace

Result<ForeignFile> read_foreign(fs::FileSystem& files, const std::string& path,
                                 const std::string& within, std::size_t limit) {
  ForeignFile file;
  file.path = path;
  const auto named = files.stat(path, false);
  if (!named) {
    if (named.error().kind != ErrorKind::NotFound) return fail(named.error());
    LOCI_TRY(find_place(files, file));
    LOCI_TRY(check_within(files, path, file.target, within));
    return file;
  }
  auto target = files.canonical(path);
  if (!target) {
    if (target.error().kind != ErrorKind::NotFound) return fail(std::move(target));
    return fail(denied(fmt::format("'{}' is a broken link", path),
                       "remove the link, or create the file it points to"));
  }
  file.target = std::move(*target);
  LOCI_TRY(check_within(files, path, file.target, within));
  LOCI_ASSIGN(const fs::Stat stat, files.stat(file.target, false));
  if (stat.owner != files.user()) {
    return fail(denied(fmt::format("'{}' belongs to another user", file.target)));
  }
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root,
              files.open(parent_of(file.target), fs::Modes::Umask));
  LOCI_ASSIGN(file.text, root->read(name_of(file.target), limit));
  return file;
}

Result<bool> change_foreign(fs::FileSystem& files, const std::string& path,
                            const ForeignLimits& limits, const ForeignEdit& edit,
                            const BeforeChange& before) {
  for (int attempt = 1;; ++attempt) {
    LOCI_ASSIGN(const ForeignFile file, read_foreign(files, path, limits.within, limits.bytes));
    LOCI_ASSIGN(const std::optional<std::string> text, edit(file));
    if (text == file.text) return false;
    LOCI_TRY(before(file));
    bool overtaken = false;
    auto written = write(files, file, text, limits, overtaken);
    if (written) return true;
    if (!overtaken || attempt == kAttempts) return fail(std::move(written));
  }
}

std::string keep_saved(const fs::FileBatch::Overtaken& overtaken) {
  if (overtaken.leftover.empty()) return {};
  fs::Root& root = *overtaken.root;
  for (int number = 1; number <= kNames; ++number) {
    const std::string name = number == 1
                                 ? fmt::format("{}.saved-meanwhile", overtaken.name)
                                 : fmt::format("{}.saved-meanwhile-{}", overtaken.name, number);
    const auto taken = root.stat(name);
    if (taken || taken.error().kind != ErrorKind::NotFound) continue;
    if (root.rename(overtaken.leftover, name)) return child_path(root.path(), name);
    break;
  }
  return child_path(root.path(), overtaken.leftover);
}

void sweep_beside(fs::FileSystem& files, const std::string& path, Timestamp now) {
  const auto target = files.canonical(path);  // the link that leads to it may be elsewhere
  for (const std::string& directory : {parent_of(path), parent_of(target.value_or(path))}) {
    const auto root = files.open(directory, fs::Modes::Umask);
    if (root) (void)fs::sweep_unlocked(files, **root, now);
  }
}

void remove_empty_directories(fs::FileSystem& files, const std::vector<std::string>& outer_first) {
  for (auto path = outer_first.rbegin(); path != outer_first.rend(); ++path) {
    const auto above = files.open(parent_of(*path), fs::Modes::Umask);
    // What is not empty stays, and so does what is around it.
    if (!above || !(*above)->remove_directory(name_of(*path))) return;
    (void)(*above)->sync();
  }
}

}  // namespace loci::compile
