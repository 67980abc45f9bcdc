// Thousands of notes for a place that has none yet, as on a fresh machine: they are written into a
// new directory aside, which takes the place of the empty one in one step. So nobody renames each
// of them, and whoever looks sees none or all. Whoever knows early what a place is going to get
// begins before the operation that puts it there (Request::ahead).

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fs/file_system.h"
#include "fs/stamp.h"
#include "store/place.h"

namespace loci::store {

class OpenPlaces;  // open_places.h

class NewDirectory {
 public:
  // From so many notes on it is quicker than one by one.
  static constexpr std::size_t kWorth = 1'000;

  // nullptr where the directory of the place is not there or not empty, or cannot be replaced by
  // another one without anybody noticing: outside the home, behind a link, on a disk of its own,
  // with other permissions than loci gives. And where anything fails: whoever then writes the files
  // one by one says what is wrong. Removes what dead processes left of theirs.
  static std::unique_ptr<NewDirectory> begin(fs::FileSystem& files, const std::string& home,
                                             const Place& place);
  NewDirectory(const NewDirectory&) = delete;
  NewDirectory& operator=(const NewDirectory&) = delete;
  ~NewDirectory();  // removes it, unless it was put in place

  // Writes the file on another thread, while more of them come. The bytes must stay where they are
  // until sync(). By one thread at a time.
  void add(std::string file, std::string_view bytes);
  struct File {
    std::string_view name;
    std::string_view bytes;
  };
  // All that it is to have. What is missing is added, what was added in vain goes.
  void want(const std::vector<File>& files);
  // All of that is written, and on the disk.
  Result<> sync();
  // Puts it in place, and into `places`, locked like the one that it replaces. Fails where somebody
  // saved a file in that one meanwhile. parent() is to be synced behind this.
  Result<> publish(OpenPlaces& places);

  // Of the files that were wanted, in their order: what each was like when it was put in place,
  // unless a change right behind that may have left the same (fs/stamp.h).
  [[nodiscard]] std::vector<std::optional<fs::Stamp>> stamps() const;

  [[nodiscard]] const Place& place() const { return place_; }
  [[nodiscard]] bool is_in_place() const { return aside_.empty(); }
  [[nodiscard]] fs::Root& parent() { return *parent_; }

 private:
  class Writing;
  NewDirectory(Place place, std::unique_ptr<fs::Root> parent, std::string name);
  // The one aside, locked; false where it is not like the one `before`.
  bool open(const fs::Stat& before);

  Place place_;
  std::unique_ptr<fs::Root> parent_;
  std::string name_;   // of the place's directory in it
  std::string aside_;  // of the new one, until it is in place
  std::unique_ptr<fs::Root> root_;
  std::unique_ptr<fs::Lock> lock_;
  std::unique_ptr<Writing> writing_;
  std::int64_t put_ns_ = 0;  // when it was put in place, by the file system's clock
};

using NewDirectories = std::vector<std::unique_ptr<NewDirectory>>;

// Removes what dead processes left of theirs beside the directory of a place.
Result<> sweep_new_directories(fs::FileSystem& files, const std::string& home, const Place& place);

}  // namespace loci::store
