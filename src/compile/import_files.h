// The files of another tool's memory, read for its parser: found, walked, and
// never followed through a link below the directory that was named.

#pragma once

#include <string>
#include <vector>

#include "exchange/stores.h"
#include "fs/file_system.h"
#include "store/workspace.h"

namespace loci::compile {

struct StoreFiles {
  std::string path;  // without links; "" when nothing is there
  std::vector<exchange::StoreFile> files;
  std::vector<std::string> warnings;  // what was not read
};

// The files of a store at a directory, or the one file that `path` is. Nothing
// there is no error. InvalidInput when there are far more than a memory has.
[[nodiscard]] Result<StoreFiles> read_store_files(fs::FileSystem& files,
                                                  const exchange::ForeignStore& store,
                                                  const std::string& path);

// What stores are looked for with: a workspace is known to tools by its own path,
// by its repository's, and by that of the work tree it belongs to.
// Where it cannot look, a place may be missed: `faults`, which must outlive it, has why.
[[nodiscard]] Result<exchange::StoreSearch> store_search(fs::FileSystem& files,
                                                         exchange::Surroundings around,
                                                         std::vector<Error>& faults);

}  // namespace loci::compile
