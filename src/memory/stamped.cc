#include "memory/stamped.h"

namespace loci::memory {

Result<Stamps> stamps_in(store::Store& store, const store::Place& place) {
  Stamps stamps;
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, store.open_place(place));
  if (!root) return stamps;
  LOCI_TRY(root->for_each_file([&](std::string_view name, const fs::Stat& stat) {
    if (name.ends_with(".md")) stamps.emplace(name, fs::stamp_of(stat));
  }));
  return stamps;
}

}  // namespace loci::memory
