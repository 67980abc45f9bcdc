// Which workspace a command works for, and where its private memory lives.

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "fs/file_system.h"

namespace loci::store {

struct Workspace {
  std::string root;  // canonical
  std::string slug;
  bool has_loci = false;  // a real directory <root>/.loci
  bool has_xcaf = false;
};

// The homes that a `.loci` directory may turn out to be.
struct HomePaths {
  std::string home;       // $LOCI_HOME
  std::string user_home;  // ~, so that ~/.loci is known whatever LOCI_HOME says
};

// Walks up from `directory` and stops at the first that holds `.git` or a
// workspace `.loci/`, without crossing a file system; `directory` itself when
// there is none. A `.loci` that is a home marks nothing.
[[nodiscard]] Result<Workspace> find_workspace(fs::FileSystem& files, const std::string& directory,
                                               const HomePaths& homes);
// The workspace at exactly `path`; InvalidInput when it is no directory.
[[nodiscard]] Result<Workspace> workspace_at(fs::FileSystem& files, const std::string& path,
                                             const HomePaths& homes);

}  // namespace loci::store
