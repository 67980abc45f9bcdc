// Which directory a workspace is, whatever it is called: so that an operation that
// was recorded for a path is not taken back, or finished, in what lies there now.

#pragma once

#include <string>
#include <string_view>

#include "fs/file_system.h"
#include "store/journal_line.h"
#include "store/project.h"

namespace loci::store {

// The directory at `root` as a record names it: "<inode>-<birth time>", and behind
// a space the origin of its repository where it has one. "" when it is not there.
[[nodiscard]] std::string directory_mark(fs::FileSystem& files, const std::string& root);
// The same of a directory as a project lists it. Pure.
[[nodiscard]] std::string directory_mark(const SeenPath& seen);

// Whether two marks are of one directory, or of two clones of one origin. Nothing is
// known of an empty one, which an earlier version left: then it is. Pure.
[[nodiscard]] bool same_directory(std::string_view one, std::string_view other);

// The workspace that an operation changed something in; "" when it was only the home.
[[nodiscard]] std::string workspace_of(const Record& record);

// Whether that is still the directory it was then.
[[nodiscard]] bool is_where_it_was(fs::FileSystem& files, const Record& record);

}  // namespace loci::store
