#include "compile/backups.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "base/free_name.h"
#include "fs/absent.h"
#include "fs/atomic_file.h"
#include "memory/compiled.h"

namespace loci::compile {
namespace {

constexpr std::size_t kBackupsOfAFile = 5;

// The oldest backups of a file go.
Result<> prune(fs::Root& directory, const std::string& stem) {
  LOCI_ASSIGN(const std::vector<fs::Entry> entries, directory.list());
  std::vector<std::pair<std::int64_t, std::string>> old;
  for (const fs::Entry& entry : entries) {
    if (entry.kind != fs::Kind::File || !entry.name.starts_with(stem)) continue;
    const auto stat = directory.stat(entry.name);
    if (!stat) return {};  // which is the oldest is not known: the next time
    old.emplace_back(stat->mtime_ns, entry.name);
  }
  std::sort(old.begin(), old.end());
  for (std::size_t i = 0; i + kBackupsOfAFile < old.size(); ++i) {
    auto removed = directory.remove(old[i].second);
    // A purge may have taken it meanwhile.
    if (!removed && removed.error().kind != ErrorKind::NotFound) return removed;
  }
  return {};
}

}  // namespace

Result<std::string> keep_backup(fs::Root& directory, Timestamp now, std::string_view path,
                                std::string_view text) {
  const std::string stem = memory::backup_stem(path);
  std::string time = format_utc(now);
  std::erase_if(time, [](char c) { return c == '-' || c == ':'; });
  const auto numbered = [&](int number) { return fmt::format("{}{}-{}", stem, time, number); };
  const auto is_taken = [&](const std::string& backup) -> Result<bool> {
    LOCI_ASSIGN(const auto there, fs::if_there(directory.stat(backup)));
    return there.has_value();
  };
  LOCI_ASSIGN(std::string backup, free_name(stem + time, numbered, is_taken));
  LOCI_TRY(fs::replace_file(directory, backup, text));
  LOCI_TRY(prune(directory, stem));
  LOCI_TRY(directory.sync());
  return backup;
}

}  // namespace loci::compile
