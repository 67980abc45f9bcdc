#include "memory/listing.h"

#include <algorithm>

namespace loci::memory {
namespace {

constexpr std::size_t kBlockBytes = std::size_t{64} << 10;

}  // namespace

// One by one they would be 20,000 allocations.
std::string_view Listing::keep(std::string_view name) {
  if (name.size() > room_) {
    room_ = std::max(kBlockBytes, name.size());
    blocks_.push_back(std::make_unique_for_overwrite<char[]>(room_));
  }
  room_ -= name.size();
  char* const at = blocks_.back().get() + room_;  // from its end on
  std::copy(name.begin(), name.end(), at);
  return {at, name.size()};
}

Result<std::shared_ptr<const Listing>> Listing::of(store::Store& store, const store::Place& place) {
  auto listing = std::make_shared<Listing>();
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, store.open_place(place));
  if (!root) return listing;
  LOCI_TRY(root->for_each_file([&](std::string_view name, const fs::Stat& stat) {
    listing->files_.push_back({listing->keep(name), fs::stamp_of(stat)});
  }));
  return listing;
}

const Listing* listing_of(const Listings& listings, const store::Place& place) {
  const auto found = listings.find(place.key);
  return found == listings.end() ? nullptr : found->second.get();
}

}  // namespace loci::memory
