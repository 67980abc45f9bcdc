// A place swept through its catalog, as loci does before a search.

#pragma once

#include <memory>
#include <string>

#include "base/log.h"
#include "fs/file_system.h"
#include "search/catalog.h"

namespace loci::bench {

class SweptPlace {
 public:
  // The catalog's directory is made when it is not there; "" is one in memory.
  SweptPlace(const std::string& notes, const std::string& catalog,
             std::shared_ptr<const search::Embedder> embedder = search::Embedder::built_in());

  // How many files were read.
  int sweep();
  [[nodiscard]] search::Catalog& catalog() { return *catalog_; }

 private:
  std::unique_ptr<fs::FileSystem> files_ = fs::make_system_file_system();
  StderrLog log_;
  std::unique_ptr<fs::Root> notes_;
  std::unique_ptr<search::Catalog> catalog_;
};

}  // namespace loci::bench
