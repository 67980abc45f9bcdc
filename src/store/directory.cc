#include "store/directory.h"

#include <fmt/format.h>

#include <algorithm>

#include "store/place.h"
#include "store/repository.h"

namespace loci::store {

std::string directory_mark(const SeenPath& seen) {
  // No device: some file systems get another number with every start of the machine.
  std::string mark = fmt::format("{}-{}", seen.id.inode, seen.id.birth_ns);
  if (!seen.origin.empty()) mark += ' ' + seen.origin;
  return mark;
}

std::string directory_mark(fs::FileSystem& files, const std::string& root) {
  const auto stat = files.stat(root, true);
  if (!stat) return {};
  SeenPath seen{root, {stat->device, stat->inode, stat->birth_ns}, ""};
  // Whoever owns the directory decides what lies beside a `.git` of the user's.
  if (stat->owner != files.user()) return directory_mark(seen);
  const auto repository = read_repository(files, root);
  if (repository && *repository) seen.origin = (*repository)->origin;
  return directory_mark(seen);
}

bool same_directory(std::string_view one, std::string_view other) {
  if (one.empty() || other.empty()) return true;
  const std::size_t first = std::min(one.find(' '), one.size());
  const std::size_t second = std::min(other.find(' '), other.size());
  if (one.substr(0, first) == other.substr(0, second)) return true;
  return first < one.size() && one.substr(first) == other.substr(second);
}

std::string workspace_of(const Record& record) {
  for (const FileRecord& file : record.files) {
    if (file.place.starts_with('/')) return std::string(split_key(file.place).base);
  }
  return {};
}

bool is_where_it_was(fs::FileSystem& files, const Record& record) {
  const std::string root = workspace_of(record);
  if (root.empty() || record.directory.empty()) return true;
  return same_directory(record.directory, directory_mark(files, root));
}

}  // namespace loci::store
