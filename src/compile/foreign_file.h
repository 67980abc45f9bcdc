// A file that belongs to another program: settings of a tool, files compiled for
// it. Such a program may write it at any moment and knows nothing of our locks.
//
// A link is followed to the file it leads to, and that file is replaced: its new
// bytes go to a hidden sibling, are synced and replace it, with its mode, only if it
// still holds the text that was read (fs/swap.h). If the program saved something else
// meanwhile, that stays and the edit is made once more from it; after that we give up.

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "fs/atomic_file.h"
#include "fs/file_system.h"

namespace loci::compile {

struct ForeignFile {
  std::string path;                  // as it was named
  std::string target;                // without links; where it would be made
  std::optional<std::string> text;   // none: it is not there
  std::vector<std::string> missing;  // directories it would need, the outermost first
};

// `within` is a directory that links may not lead out of, as a repository's may
// not; "" allows any. Denied for a link to nothing, for what is no regular file
// and for another user's file; InvalidInput above `limit` bytes.
[[nodiscard]] Result<ForeignFile> read_foreign(fs::FileSystem& files, const std::string& path,
                                               const std::string& within, std::size_t limit);

// What the text shall be; nothing: the file shall go.
using ForeignEdit = std::function<Result<std::optional<std::string>>(const ForeignFile& file)>;
// Called before each attempt to change the file; when it fails, nothing changes.
using BeforeChange = std::function<Result<>(const ForeignFile& file)>;

struct ForeignLimits {
  std::string within;
  std::size_t bytes;
  Timestamp now{};  // for what a killed process left beside the file
};

// Whether the file changed. Conflict when another program changed it at every
// attempt, or several times in one moment. The caller keeps other processes of
// loci out.
Result<bool> change_foreign(fs::FileSystem& files, const std::string& path,
                            const ForeignLimits& limits, const ForeignEdit& edit,
                            const BeforeChange& before);

// Another program may save twice while loci puts the first save back. The text that was
// displaced then gets a visible name beside the file, since the next sweep would remove
// it: this is its path, "" when there is none.
[[nodiscard]] std::string keep_saved(const fs::FileBatch::Overtaken& overtaken);

// Removes what a killed process of loci left beside the file.
void sweep_beside(fs::FileSystem& files, const std::string& path, Timestamp now);

// Removes those directories that are empty, the innermost first.
void remove_empty_directories(fs::FileSystem& files, const std::vector<std::string>& outer_first);

}  // namespace loci::compile
