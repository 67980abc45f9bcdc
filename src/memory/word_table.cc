#include "memory/word_table.h"

#include <fmt/format.h>

#include "base/path.h"
#include "base/text.h"
#include "search/embedder.h"

namespace loci::memory {
namespace {

Result<std::shared_ptr<const search::Embedder>> table_in(fs::FileSystem& files,
                                                         const std::string& path) {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string::npos || slash + 1 == path.size()) {
    return fail(invalid_input("is not the full path of a file"));
  }
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> directory,
              files.open(slash == 0 ? "/" : path.substr(0, slash), fs::Modes::Umask));
  LOCI_ASSIGN(std::unique_ptr<fs::Mapping> mapped, directory->map(path.substr(slash + 1)));
  const std::shared_ptr<const fs::Mapping> owner = std::move(mapped);
  return search::Embedder::open(owner->bytes(), owner);
}

}  // namespace

std::shared_ptr<const search::Embedder> WordTable::get() {
  std::call_once(opened_, [this] { open(); });
  return table_;
}

void WordTable::open() {
  if (!config_.searches_by_meaning()) return;
  const std::string& path = config_.word_table();
  if (path.empty()) {
    table_ = search::Embedder::built_in();
    return;
  }
  auto table = table_in(files_, path);
  if (table) {
    table_ = std::move(*table);
    return;
  }
  log_.warn(fmt::format(
      "the table of words '{}' (search.table) cannot be used: {}; search uses words only",
      printable(path, true), table.error().message));
}

}  // namespace loci::memory
