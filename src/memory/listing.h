// The files of a place as one look at its directory found them. Whoever asks several things
// of a place at one moment hands it on: to look at 20,000 notes takes longer than to search them.

#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fs/stamp.h"
#include "store/store.h"

namespace loci::memory {

struct ListedFile {
  std::string_view name;
  fs::Stamp stamp;
};

class Listing {
 public:
  // Regular files only. A place that is not there has none.
  static Result<std::shared_ptr<const Listing>> of(store::Store& store, const store::Place& place);

  [[nodiscard]] const std::vector<ListedFile>& files() const { return files_; }

 private:
  [[nodiscard]] std::string_view keep(std::string_view name);

  std::vector<ListedFile> files_;
  std::vector<std::unique_ptr<char[]>> blocks_;  // of names
  std::size_t room_ = 0;                         // in the last one
};

using Listings =
    std::map<std::string, std::shared_ptr<const Listing>, std::less<>>;  // by Place::key

// Of a place, or nullptr.
[[nodiscard]] const Listing* listing_of(const Listings& listings, const store::Place& place);

}  // namespace loci::memory
