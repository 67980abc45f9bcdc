#include "memory/catalogs.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/hash.h"
#include "base/limits.h"
#include "base/log.h"
#include "base/parallel.h"
#include "base/text.h"
#include "base/time.h"
#include "fs/absent.h"
#include "memory/listing.h"
#include "memory/word_table.h"
#include "note/index_file.h"
#include "note/markers.h"
#include "search/catalog.h"
#include "store/home_version.h"
#include "store/place.h"

namespace loci::memory {
namespace {

// Files read ahead of the one that is being catalogued.
constexpr std::size_t kBatch = 4'096;
// Another process holds a catalog's lock for as long as it writes one.
constexpr int kForgetRounds = 100;
constexpr std::chrono::milliseconds kForgetPause{50};

// Of a regular file.
bool is_searched(const store::Place& place, std::string_view name) {
  if (place.kind == store::Place::Kind::Project) return name == store::kScratchpadFile;
  return store::is_note_file(name) || (place.indexed() && name == note::kIndexFile);
}

std::int64_t milliseconds(Timestamp time) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
}

std::int64_t nanoseconds(Timestamp time) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
}

// The time of the journal's last change with this text, else the file's.
std::int64_t date_of(const store::Journal::Changes& changes, const std::string& file,
                     std::string_view text, const fs::Stamp& stamp) {
  const auto known = changes.find(file);
  if (known != changes.end() && known->second.hash == sha256(text)) {
    if (const auto time = parse_time(known->second.time)) return milliseconds(*time);
  }
  return stamp.mtime_ns / 1'000'000;
}

// Of a catalog, below the home. A place in a repository has an absolute path for a key.
std::string path_of(const store::Place& place) {
  return fmt::format("{}/{}/{}", store::kStateDirectory, store::kCatalogDirectory,
                     hex(fnv1a64(place.key), 16));
}

}  // namespace

std::string prose_of_index(std::string_view text) {
  const std::vector<std::string_view> lines = split_lines(text);
  const std::vector<note::IndexEntry> entries = note::parse_index(text);
  std::string prose;
  std::size_t next = 0;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    while (next < entries.size() && entries[next].line < i) ++next;
    if (next < entries.size() && entries[next].line == i) {
      prose += '\n';
    } else {
      prose += lines[i];
    }
  }
  return prose;
}

struct Catalogs::Changed {
  std::string file;
  fs::Stamp stamp;
};

struct Catalogs::Open {
  search::Catalog catalog;
  std::unique_ptr<fs::Watch> watch;  // nullptr: sweep
  fs::Stat directory;                // that is watched
  bool swept = false;                // since the watch began
};

Catalogs::Catalogs(store::Store& store, Log& log, Following following, WordTable* table)
    : store_(store), log_(log), following_(following), table_(table) {}
Catalogs::~Catalogs() = default;

std::unique_ptr<fs::Root> Catalogs::directory_of(const store::Place& place) {
  // A home of a later version is not written: the catalog is made in memory.
  if (!store::check_home_version(store_.files(), store_.home())) return nullptr;
  auto made = store_.home_directory(path_of(place));
  if (made) return std::move(*made);
  auto root = present_directory(place);
  return root ? std::move(*root) : nullptr;  // a home that cannot be written
}

Result<std::unique_ptr<fs::Root>> Catalogs::present_directory(const store::Place& place) {
  auto root =
      store_.files().open(fmt::format("{}/{}", store_.home(), path_of(place)), fs::Modes::Private);
  if (fs::is_absent(root)) return nullptr;
  return root;
}

Catalogs::Open& Catalogs::open(const store::Place& place, const fs::Root& root) {
  std::unique_ptr<Open>& open = open_[place.key];
  if (!open) {
    open = std::make_unique<Open>(Open{{store_.files(), directory_of(place), place.label(), log_,
                                        table_ != nullptr ? table_->get() : nullptr},
                                       nullptr,
                                       {},
                                       false});
  }
  if (following_ == Following::Sweeping) return *open;
  const auto self = root.self();
  const bool same =
      self && self->inode == open->directory.inode && self->device == open->directory.device;
  if (open->watch && same) return *open;
  // Before the sweep, so that nothing falls between the two.
  open->watch = self ? root.watch() : nullptr;
  open->directory = self.value_or(fs::Stat());
  open->swept = false;
  return *open;
}

Following Catalogs::following(const store::Place& place) const {
  const auto found = open_.find(place.key);
  const bool watched = found != open_.end() && found->second->watch;
  return watched ? Following::Watching : Following::Sweeping;
}

Result<> Catalogs::refresh(const store::Place& place, const fs::Root& root, const Listing* looked,
                           Open& open) {
  if (open.watch) {
    const fs::Watch::Changes changes = open.watch->drain();
    if (changes.lost) {
      open.watch = nullptr;  // a new one next time
    } else if (open.swept && changes.names.empty() && open.catalog.is_current()) {
      return {};
    } else if (open.swept && !open.catalog.begin()) {
      return follow(place, root, changes.names, open.catalog);
    }
  }
  // What was looked at before a watch began may have changed before it began.
  LOCI_TRY(sweep(place, root, open.watch ? nullptr : looked, open.catalog));
  open.swept = true;
  return {};
}

Result<search::Collection> Catalogs::refreshed(const store::Place& place,
                                               std::vector<std::string>& unread,
                                               const Listing* looked) {
  unread_.clear();
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, store_.open_place(place));
  if (!root) return search::Collection{place.scope(), {}};
  Open& opened = open(place, *root);
  auto fresh = refresh(place, *root, looked, opened);
  if (!fresh && fresh.error().kind == ErrorKind::Corrupt) {
    // Damaged, so it was forgotten: all files are read once more.
    opened.swept = false;
    fresh = refresh(place, *root, looked, opened);
  }
  if (!fresh) return fail(std::move(fresh));
  if (!unread_.empty()) opened.swept = false;  // nobody tells when it can be read again
  unread.insert(unread.end(), unread_.begin(), unread_.end());
  return search::Collection{place.scope(), opened.catalog.parts()};
}

// An empty catalog takes the place of what is there; whoever still has that in
// memory cannot save it any more.
Result<> Catalogs::empty(const std::string& path, const std::string& label, std::string_view why) {
  for (int round = 0; round < kForgetRounds; ++round) {
    auto directory = store_.files().open(path, fs::Modes::Private);
    if (fs::is_absent(directory)) return {};
    if (!directory) return fail(std::move(directory));
    search::Catalog catalog(store_.files(), std::move(*directory), label, log_);
    catalog.begin();
    catalog.forget(round == 0 ? why : "");
    LOCI_TRY(catalog.finish(search::Coverage::Named));
    const search::CatalogState state = catalog.state();
    if (state.saved) return {};
    if (state.fault && state.fault->kind != ErrorKind::Locked) return fail(*state.fault);
    store_.files().sleep(kForgetPause);
  }
  return fail(locked(fmt::format("the search catalog of {} could not be erased", label),
                     "another process is writing it: try again"));
}

Result<> Catalogs::forget(const store::Place& place, std::string_view why) {
  open_.erase(place.key);
  return empty(fmt::format("{}/{}", store_.home(), path_of(place)), place.label(), why);
}

Result<> Catalogs::forget_all() {
  open_.clear();
  const std::string path =
      fmt::format("{}/{}/{}", store_.home(), store::kStateDirectory, store::kCatalogDirectory);
  const auto root = store_.files().open(path, fs::Modes::Private);
  if (!root && root.error().kind == ErrorKind::NotFound) return {};
  if (!root) return fail(root.error());
  LOCI_ASSIGN(const std::vector<fs::Entry> entries, (*root)->list());
  for (const fs::Entry& entry : entries) {
    if (entry.kind != fs::Kind::Directory) continue;
    LOCI_TRY(empty(fmt::format("{}/{}", path, entry.name), "a place", ""));
    LOCI_ASSIGN(const std::unique_ptr<fs::Root> directory, (*root)->open(entry.name));
    LOCI_TRY(directory->sync());
  }
  return {};
}

// What a watch told of, a few names or none, behind Catalog::begin().
Result<> Catalogs::follow(const store::Place& place, const fs::Root& root,
                          const std::vector<std::string>& names, search::Catalog& catalog) {
  std::vector<Changed> changed;
  bool any = false;
  for (const std::string& name : names) {
    LOCI_ASSIGN(const auto stat, fs::if_there(root.stat(name)));
    if (stat && (stat->kind != fs::Kind::File || !is_searched(place, name))) continue;
    any = true;
    if (stat) {
      changed.push_back({name, fs::stamp_of(*stat)});
    } else {
      catalog.remove(name);
    }
  }
  if (!any) return {};
  if (!changed.empty()) LOCI_TRY(read_changed(place, root, changed, catalog));
  return catalog.finish(search::Coverage::Named);
}

Result<std::vector<Catalogs::Changed>> Catalogs::changed_files(const store::Place& place,
                                                               const fs::Root& root,
                                                               const Listing* looked,
                                                               search::Catalog& catalog) {
  std::vector<Changed> changed;
  const auto see = [&](std::string_view name, const fs::Stamp& stamp) {
    if (!is_searched(place, name) || catalog.is_fresh(name, stamp)) return;
    changed.push_back({std::string(name), stamp});
  };
  if (looked != nullptr) {
    for (const ListedFile& file : looked->files()) see(file.name, file.stamp);
  } else {
    LOCI_TRY(root.for_each_file(
        [&](std::string_view name, const fs::Stat& stat) { see(name, fs::stamp_of(stat)); }));
  }
  // Sections of one age stand together, and the same files give the same catalog.
  std::sort(changed.begin(), changed.end(),
            [](const Changed& a, const Changed& b) { return a.file < b.file; });
  return changed;
}

Result<> Catalogs::read_changed(const store::Place& place, const fs::Root& root,
                                const std::vector<Changed>& changed, search::Catalog& catalog) {
  LOCI_ASSIGN(const store::Journal::Changes dates, store_.journal().last_changes(place.key));
  for (std::size_t done = 0; done < changed.size(); done += kBatch) {
    if (following_ == Following::Sweeping) {
      log_.progress(fmt::format("reading notes for search: {} of {}", done, changed.size()));
    }
    const std::size_t count = std::min(kBatch, changed.size() - done);
    const std::int64_t now = nanoseconds(store_.clock().now());
    struct Text {
      std::optional<std::string> text;
      std::int64_t date = 0;
      std::optional<Error> fault = {};
    };
    std::vector<Text> texts(count);
    in_parallel(count, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const Changed& file = changed[done + i];
        const bool index = file.file == note::kIndexFile;
        auto text = root.read(file.file, index ? kIndexFileBytes : kFileBytes);
        if (!text) {
          texts[i].fault = text.error();
          continue;
        }
        texts[i].date = date_of(dates, file.file, *text, file.stamp);
        texts[i].text = note::without_conflicts(index ? prose_of_index(*text) : std::move(*text));
      }
    });
    for (std::size_t i = 0; i < count; ++i) {
      const Changed& file = changed[done + i];
      if (texts[i].text) {
        catalog.put({file.file, *texts[i].text, file.stamp, now, texts[i].date});
        continue;
      }
      catalog.keep(file.file);
      const ErrorKind why = texts[i].fault->kind;
      if (why == ErrorKind::NotFound || why == ErrorKind::InvalidInput)
        continue;  // gone, too large
      unread_.push_back(texts[i].fault->message);
    }
  }
  return {};
}

Result<> Catalogs::sweep(const store::Place& place, const fs::Root& root, const Listing* looked,
                         search::Catalog& catalog) {
  catalog.begin();
  LOCI_ASSIGN(const std::vector<Changed> changed, changed_files(place, root, looked, catalog));
  if (!changed.empty()) LOCI_TRY(read_changed(place, root, changed, catalog));
  return catalog.finish(search::Coverage::All);
}

Result<CatalogHealth> Catalogs::examine(const store::Place& place) {
  LOCI_ASSIGN(std::unique_ptr<fs::Root> directory, present_directory(place));
  MemoryLog said;
  search::Catalog catalog(store_.files(), std::move(directory), place.label(), said);
  catalog.begin();
  const search::CatalogState state = catalog.state();
  CatalogHealth health{place,       state.files, state.sections,   state.segments,
                       state.bytes, 0,           following(place), join(said.messages(), "; ")};
  if (!health.fault.empty()) log_.warn(health.fault);
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, store_.open_place(place));
  if (!root) return health;
  LOCI_ASSIGN(const std::vector<Changed> changed, changed_files(place, *root, nullptr, catalog));
  health.stale = changed.size();
  return health;
}

}  // namespace loci::memory
