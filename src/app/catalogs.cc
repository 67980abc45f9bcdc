#include "app/catalogs.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/hash.h"
#include "base/limits.h"
#include "base/parallel.h"
#include "base/text.h"
#include "base/time.h"
#include "note/index_file.h"
#include "search/catalog.h"
#include "store/place.h"

namespace loci::app {
namespace {

// Files read ahead of the one that is being catalogued.
constexpr std::size_t kBatch = 4'096;

bool is_searched(const store::Place& place, const fs::Entry& entry) {
  if (entry.kind != fs::Kind::File) return false;
  if (place.kind == store::Place::Kind::Project) return entry.name == store::kScratchpadFile;
  return store::is_note_entry(entry) || (place.indexed() && entry.name == note::kIndexFile);
}

search::Stamp stamp_of(const fs::Stat& stat) {
  return {stat.size, stat.mtime_ns, stat.ctime_ns, stat.inode, stat.device};
}

std::int64_t milliseconds(Timestamp time) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(time.time_since_epoch()).count();
}

std::int64_t nanoseconds(Timestamp time) {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(time.time_since_epoch()).count();
}

// The time of the journal's last change with this text, else the file's.
std::int64_t date_of(const store::Journal::Changes& changes, const std::string& file,
                     std::string_view text, const search::Stamp& stamp) {
  const auto known = changes.find(file);
  if (known != changes.end() && known->second.hash == sha256(text)) {
    if (const auto time = parse_time(known->second.time)) return milliseconds(*time);
  }
  return stamp.mtime_ns / 1'000'000;
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
  search::Stamp stamp;
};

Catalogs::Catalogs(store::Store& store, Log& log) : store_(store), log_(log) {}
Catalogs::~Catalogs() = default;

std::unique_ptr<fs::Root> Catalogs::directory_of(const store::Place& place, bool create) {
  // A place in a repository has an absolute path for a key.
  const std::string path = fmt::format("{}/{}/{}", store::kStateDirectory, store::kCatalogDirectory,
                                       hex(fnv1a64(place.key), 16));
  if (create) {
    auto made = store_.home_directory(path);
    if (made) return std::move(*made);
  }
  auto root = store_.files().open(fmt::format("{}/{}", store_.home(), path), fs::Modes::Private);
  return root ? std::move(*root) : nullptr;  // a home that cannot be written
}

search::Catalog& Catalogs::catalog_of(const store::Place& place, bool create) {
  std::unique_ptr<search::Catalog>& catalog = open_[place.key];
  if (!catalog) {
    catalog = std::make_unique<search::Catalog>(store_.files(), directory_of(place, create),
                                                place.label(), log_);
  }
  return *catalog;
}

Result<search::Place> Catalogs::refreshed(const store::Place& place) {
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, store_.open_place(place));
  if (!root) return search::Place{place.scope(), {}};
  search::Catalog& catalog = catalog_of(place, true);
  auto swept = sweep(place, *root, catalog);
  // Damaged, so it was forgotten: all files are read once more.
  if (!swept && swept.error().kind == ErrorKind::Corrupt) swept = sweep(place, *root, catalog);
  if (!swept) return fail(std::move(swept));
  return search::Place{place.scope(), catalog.parts()};
}

Result<> Catalogs::forget(const store::Place& place, std::string_view why) {
  if (open_.find(place.key) == open_.end() && directory_of(place, false) == nullptr) return {};
  catalog_of(place, false).forget(why);
  open_.erase(place.key);
  return {};
}

Result<std::vector<Catalogs::Changed>> Catalogs::changed_files(const store::Place& place,
                                                               const fs::Root& root,
                                                               search::Catalog& catalog) {
  std::vector<Changed> changed;
  LOCI_ASSIGN(const std::vector<fs::Entry> entries, root.list());
  for (const fs::Entry& entry : entries) {
    if (!is_searched(place, entry)) continue;
    const auto stat = root.stat(entry.name);
    if (!stat) continue;  // gone meanwhile
    const search::Stamp stamp = stamp_of(*stat);
    if (!catalog.is_fresh(entry.name, stamp)) changed.push_back({entry.name, stamp});
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
    const std::size_t count = std::min(kBatch, changed.size() - done);
    const std::int64_t now = nanoseconds(store_.clock().now());
    struct Text {
      std::optional<std::string> text;
      std::int64_t date = 0;
    };
    std::vector<Text> texts(count);
    in_parallel(count, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const Changed& file = changed[done + i];
        const bool index = file.file == note::kIndexFile;
        auto text = root.read(file.file, index ? kIndexFileBytes : kFileBytes);
        if (!text) continue;
        texts[i].date = date_of(dates, file.file, *text, file.stamp);
        texts[i].text = index ? prose_of_index(*text) : std::move(*text);
      }
    });
    for (std::size_t i = 0; i < count; ++i) {
      const Changed& file = changed[done + i];
      if (texts[i].text) {
        catalog.put({file.file, *texts[i].text, file.stamp, now, texts[i].date});
      } else {
        catalog.keep(file.file);
      }
    }
  }
  return {};
}

Result<> Catalogs::sweep(const store::Place& place, const fs::Root& root,
                         search::Catalog& catalog) {
  catalog.begin();
  LOCI_ASSIGN(const std::vector<Changed> changed, changed_files(place, root, catalog));
  if (!changed.empty()) LOCI_TRY(read_changed(place, root, changed, catalog));
  return catalog.finish(search::Coverage::All);
}

Result<CatalogHealth> Catalogs::examine(const store::Place& place) {
  search::Catalog catalog(store_.files(), directory_of(place, false), place.label(), log_);
  catalog.begin();
  const search::CatalogState state = catalog.state();
  CatalogHealth health{place, state.files, state.sections, state.segments, state.bytes, 0};
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, store_.open_place(place));
  if (!root) return health;
  LOCI_ASSIGN(const std::vector<Changed> changed, changed_files(place, *root, catalog));
  health.stale = changed.size();
  return health;
}

}  // namespace loci::app
