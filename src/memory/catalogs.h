// The search catalogs of places: where they are kept, and how they follow the
// files.
//
// A place's catalog is a directory below state/catalog in the home. It follows
// its files by a sweep: every file is examined, and what looks changed is read.
// A process that lives long watches the directories instead and examines what it
// is told of; where that is not possible, or something was lost, it sweeps. So an
// edit that was finished before the question is seen, whoever made it. All of it
// may be deleted at any time.

#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/log.h"
#include "base/result.h"
#include "store/store.h"

namespace loci::search {
class Catalog;
struct Collection;
}  // namespace loci::search

namespace loci::memory {

class Listing;
class WordTable;

enum class Following : std::uint8_t { Sweeping, Watching };

struct CatalogHealth {
  store::Place place;
  std::uint64_t files = 0;
  std::uint64_t sections = 0;
  std::uint64_t segments = 0;
  std::uint64_t bytes = 0;
  std::size_t stale = 0;  // files that the next search will read
  Following following = Following::Sweeping;
  std::string fault;  // why what is kept of it is of no use, or ""
};

class Catalogs {
 public:
  // Without a table what is catalogued is found by its words alone.
  Catalogs(store::Store& store, Log& log, Following following, WordTable* table = nullptr);
  ~Catalogs();

  // The catalog of a place, brought up to its files: what is to be searched. What
  // could not be read is as the catalog knew it, or missing; `unread` gets why. With
  // `looked`, what the caller saw of the files just now, they are not looked at again.
  Result<search::Collection> refreshed(const store::Place& place, std::vector<std::string>& unread,
                                       const Listing* looked = nullptr);
  // Forgets what is kept of a place, in memory and on disk.
  Result<> forget(const store::Place& place, std::string_view why);
  // The same of every place there ever was, so that nothing of it comes back.
  Result<> forget_all();
  // How a place's files are followed at present.
  [[nodiscard]] Following following(const store::Place& place) const;
  // How far a catalog is behind its files; changes nothing.
  Result<CatalogHealth> examine(const store::Place& place);

 private:
  struct Changed;
  struct Open;

  // Where a catalog is kept, made when missing; nullptr where that cannot be.
  [[nodiscard]] std::unique_ptr<fs::Root> directory_of(const store::Place& place);
  // The same if it is there, else nullptr.
  Result<std::unique_ptr<fs::Root>> present_directory(const store::Place& place);
  Result<> empty(const std::string& directory, const std::string& label, std::string_view why);
  Open& open(const store::Place& place, const fs::Root& root);
  Result<> refresh(const store::Place& place, const fs::Root& root, const Listing* looked,
                   Open& open);
  Result<> sweep(const store::Place& place, const fs::Root& root, const Listing* looked,
                 search::Catalog& catalog);
  Result<> follow(const store::Place& place, const fs::Root& root,
                  const std::vector<std::string>& names, search::Catalog& catalog);
  // The files that are to be read again.
  static Result<std::vector<Changed>> changed_files(const store::Place& place, const fs::Root& root,
                                                    const Listing* looked,
                                                    search::Catalog& catalog);
  Result<> read_changed(const store::Place& place, const fs::Root& root,
                        const std::vector<Changed>& changed, search::Catalog& catalog);

  store::Store& store_;
  Log& log_;
  Following following_;
  WordTable* table_;
  std::vector<std::string> unread_;                    // by the refresh that is going on
  std::map<std::string, std::unique_ptr<Open>> open_;  // by Place::key
};

// The text of an index as it is searched: its entries, which say what the notes
// say themselves, are blank lines.
[[nodiscard]] std::string prose_of_index(std::string_view text);

}  // namespace loci::memory
