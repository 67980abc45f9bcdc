// The directories of some places, open and perhaps locked: what an operation
// holds while it works. Internal to store/.

#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fs/file_system.h"
#include "store/place.h"

namespace loci::store {

enum class Missing : bool { Leave, Create };

// The directory of a place below `home`. With Missing::Leave, nullptr when it is
// not there. Below the home or the workspace no link is followed, except that
// the home's own `memory` may be one and must then lead to the user's property.
// `.loci` and `xcaf` themselves are never created.
[[nodiscard]] Result<std::unique_ptr<fs::Root>> open_place(fs::FileSystem& files,
                                                           const std::string& home,
                                                           const Place& place, Missing missing);

// Whether a link or a file stands where a directory of the place would be. False
// also where that cannot be told.
[[nodiscard]] bool is_blocked(fs::FileSystem& files, const std::string& home, const Place& place);

// Directories of which this process knows that they and those above them are
// durable, by Place::key: whoever made them may have died before it synced.
using Settled = std::map<std::string, fs::Stat>;

class OpenPlaces {
 public:
  // Opens each; places that are not there are left out.
  static Result<OpenPlaces> open(fs::FileSystem& files, const std::string& home,
                                 const std::vector<Place>& places);

  // Opens each and locks it, in byte order of the canonical paths, so that two
  // operations never wait for each other. The first `create` places are made
  // when missing, others left out. `patience` 0: at once or Locked.
  static Result<OpenPlaces> lock(fs::FileSystem& files, const std::string& home,
                                 const std::vector<Place>& places, std::size_t create,
                                 std::chrono::milliseconds patience, Settled& settled);

  // nullptr when the place is not open.
  [[nodiscard]] fs::Root* find(std::string_view key) const;

  struct Item {
    Place place;
    std::unique_ptr<fs::Root> root;
    std::unique_ptr<fs::Lock> lock;
  };
  [[nodiscard]] const std::vector<Item>& items() const { return items_; }
  // Another directory stands for the place from now on; its lock is held by then.
  void replace(std::string_view key, std::unique_ptr<fs::Root> root,
               std::unique_ptr<fs::Lock> lock);

 private:
  std::vector<Item> items_;
};

}  // namespace loci::store
