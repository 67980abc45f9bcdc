// The catalog of one place: what its notes say, ready to be searched, and the
// stamps that tell whether they still say it.
//
// It is a directory of immutable segments and a manifest that names them. It is
// given notes and never reads them; it may be deleted at any time. The caller
// sweeps the place's files through it before a search:
//
//   catalog.begin();
//   for each file:  if (!catalog.is_fresh(key, stamp)) catalog.put({key, text, …});
//   catalog.finish(Coverage::All);      // files that were not named are gone
//   … search catalog.parts() …
//
// A process that watches names what changed instead: put(), remove(), and
// finish(Coverage::Named).
//
// Readers take no lock. finish() saves when it gets the directory's lock at once
// and no other process saved meanwhile; else, and where it may not write, the
// answer is the same and stays in memory. What is damaged, of another version or
// half written is forgotten with one line to the log: begin() and finish() then
// ask for everything again. Not thread-safe; what parts() gave is.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "base/log.h"
#include "base/result.h"
#include "fs/file_system.h"
#include "search/manifest.h"
#include "search/part.h"
#include "search/segment_builder.h"
#include "search/source.h"

namespace loci::search {

enum class Coverage : std::uint8_t { All, Named };

struct CatalogState {
  std::uint64_t files = 0;
  std::uint64_t sections = 0;
  std::uint64_t segments = 0;
  std::uint64_t bytes = 0;
  std::uint64_t gone = 0;                     // files in segments that are no more
  bool saved = false;                         // what is in memory is on disk
  std::optional<Error> fault = std::nullopt;  // why not, when saving failed
};

class Catalog {
 public:
  // `directory` may be null: a catalog in memory. Whatever is in it, this
  // succeeds; `name` is for the log. With an embedder, what is catalogued gets vectors, and
  // a catalog that has none of that table is built again as if it were of an earlier version.
  Catalog(fs::FileSystem& files, std::unique_ptr<fs::Root> directory, std::string name, Log& log,
          std::shared_ptr<const Embedder> embedder = nullptr);

  [[nodiscard]] Parts parts() const;
  [[nodiscard]] CatalogState state() const;

  // Whether the saved catalog is still the one that begin() found, by one look at the
  // directory. Then a caller who knows that no file changed may search at once.
  [[nodiscard]] bool is_current() const;
  // Begins a sweep. True when the catalog is not what finish() left, because another
  // process saved or because it is damaged: then every file must be swept, also by a
  // caller who otherwise names only what changed.
  bool begin();
  // Whether the text need not be read: it has the stamp it was read with, and that
  // stamp is not in doubt.
  [[nodiscard]] bool is_fresh(std::string_view key, const fs::Stamp& stamp);
  // A text that is new, changed, or only looked so.
  void put(const Source& note);
  // Still there, but cannot be read now: what is catalogued stays.
  void keep(std::string_view key);
  void remove(std::string_view key);
  // Corrupt when a segment turned out to be damaged: everything is forgotten,
  // sweep once more.
  Result<> finish(Coverage coverage);

  // Forgets everything, in memory and on disk, saying why: after a search
  // answered Corrupt, and for `reindex`.
  void forget(std::string_view why);

 private:
  struct Loaded {
    ManifestEntry entry;
    std::shared_ptr<const Segment> segment;
    bool unsaved = false;  // in no file yet
    Bits gone;             // files
    Bits seen;             // files, in this sweep
    std::unordered_map<std::uint32_t, StampRecord> restamped;
    std::shared_ptr<const Bits> alive;  // sections; made when asked for
  };
  struct Where {
    Loaded* in = nullptr;
    std::uint32_t file = 0;
  };

  void load();
  void do_without(const Error& error);
  enum class Loading : std::uint8_t { Done, Damaged, Missing, OtherTable };
  Loading load_manifest(const Manifest& manifest, std::optional<Error>& unreadable);
  [[nodiscard]] Where find(std::string_view key);
  [[nodiscard]] static StampRecord stamp_of(const Where& where);
  static void drop(const Where& where);
  static void find_alive(Loaded& loaded);
  void say(std::string_view why);
  void add_segment(std::string bytes);
  void flush();

  // Merging, in merge.cc: at most one a call, and bounded.
  [[nodiscard]] bool merge();
  [[nodiscard]] std::vector<std::size_t> segments_to_merge() const;
  bool move_files(Loaded& from, std::size_t most, SegmentBuilder& to);

  Result<> save();
  Result<> write_segments();
  void remove_strangers();

  fs::FileSystem& files_;
  std::unique_ptr<fs::Root> directory_;
  std::string name_;
  Log& log_;
  std::shared_ptr<const Embedder> embedder_;
  std::uint64_t generation_ = 0;
  std::optional<fs::Stat> manifest_;  // as begin() found it
  bool saved_ = true;
  std::optional<Error> fault_;     // of the last save()
  std::optional<Error> unusable_;  // why what is on the disk was not loaded
  bool changed_ = false;
  std::vector<Loaded> segments_;
  [[nodiscard]] SegmentBuilder new_builder() const { return SegmentBuilder({}, embedder_); }
  SegmentBuilder builder_ = new_builder();
  std::unordered_set<std::string> put_;  // keys in builder_
};

}  // namespace loci::search
