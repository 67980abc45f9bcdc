#include "exchange/stores.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "exchange/store_notes.h"

namespace loci::exchange {
namespace {

// One line a directory: its files stand beside the others now.
void warn_of_nested(const std::vector<StoreFile>& files, const StoreDrafts& drafts,
                    std::vector<std::string>& warnings) {
  std::set<std::string_view> kept;
  for (const StoreDraft& note : drafts.notes) kept.insert(note.source);
  std::map<std::string, std::size_t> nested;
  for (const StoreFile& file : files) {
    const std::size_t slash = file.path.rfind('/');
    if (slash == std::string::npos || !kept.contains(file.path)) continue;
    ++nested[file.path.substr(0, slash + 1)];
  }
  for (const auto& [directory, count] : nested) {
    warnings.push_back(fmt::format("{}: {} stored beside the others", directory,
                                   count == 1 ? "1 file" : fmt::format("{} files", count)));
  }
}

}  // namespace

StoreDrafts parse_store(const ForeignStore& store, std::vector<StoreFile> files, StoreReach reach) {
  std::vector<std::string> warnings;
  std::erase_if(files, [&](const StoreFile& file) {
    if (is_valid_utf8(file.text)) return false;
    warnings.push_back(fmt::format("{}: left out, it is not UTF-8", printable(file.path, true)));
    return true;
  });
  std::sort(files.begin(), files.end(),
            [](const StoreFile& a, const StoreFile& b) { return a.path < b.path; });
  StoreDrafts drafts = store.parse(files, reach == StoreReach::Workspace ? "project" : "reference");
  warnings.insert(warnings.end(), drafts.warnings.begin(), drafts.warnings.end());
  for (const auto& [type, paths] : drafts.strange_types) {
    const std::string others =
        paths.size() == 1 ? "" : fmt::format(" and {} more", paths.size() - 1);
    warnings.push_back(fmt::format("{}{}: '{}' is not a type: stored as 'project'", paths.front(),
                                   others, printable(type, true)));
  }
  // The directories that a tool itself has are no surprise.
  if (store.enters == is_open_directory) warn_of_nested(files, drafts, warnings);
  drafts.warnings = std::move(warnings);
  return drafts;
}

}  // namespace loci::exchange
