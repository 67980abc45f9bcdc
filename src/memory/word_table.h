// The table of words by which memory is searched for what is meant, as the settings have it:
// the program's own, another file, or none.

#pragma once

#include <memory>
#include <mutex>

#include "base/log.h"
#include "fs/file_system.h"
#include "memory/config.h"

namespace loci::search {
class Embedder;
}

namespace loci::memory {

class WordTable {
 public:
  WordTable(fs::FileSystem& files, const Config& config, Log& log)
      : files_(files), config_(config), log_(log) {}

  // Opened when it is first asked for. nullptr when `search.meaning` is off, and when the
  // file of `search.table` is missing, cut off or of another version, which is said once:
  // then words alone are searched for.
  [[nodiscard]] std::shared_ptr<const search::Embedder> get();

 private:
  void open();

  fs::FileSystem& files_;
  const Config& config_;
  Log& log_;
  std::once_flag opened_;
  std::shared_ptr<const search::Embedder> table_;
};

}  // namespace loci::memory
