#include "search/catalog.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <utility>

#include "fs/absent.h"
#include "fs/atomic_file.h"
#include "fs/clear.h"
#include "search/bytes.h"
#include "search/checksum.h"

namespace loci::search {
namespace {

// A manifest has four bytes for each file that is gone and 76 for one whose stamp
// changed; a larger one was not written by loci.
constexpr std::size_t kMostManifestBytes = std::size_t{256} << 20U;
// Between reading the manifest and mapping its segments another process may merge
// them away. That can happen again, but not this often.
constexpr int kLoadTries = 8;

// The manifest names a segment by its number and by this: a file that was replaced by
// another of the same name is noticed without reading it.
std::uint64_t header_checksum(std::string_view bytes) {
  return load<std::uint64_t>(bytes.data() + offsetof(SegmentHeader, header_checksum));
}

}  // namespace

Catalog::Catalog(fs::FileSystem& files, std::unique_ptr<fs::Root> directory, std::string name,
                 Log& log, std::shared_ptr<const Embedder> embedder)
    : files_(files),
      directory_(std::move(directory)),
      name_(std::move(name)),
      log_(log),
      embedder_(std::move(embedder)) {
  load();
}

void Catalog::say(std::string_view why) {
  log_.note(fmt::format("the search catalog of {} {}; rebuilding it", name_, why));
}

void Catalog::load() {
  segments_.clear();
  generation_ = 0;
  saved_ = true;
  unusable_.reset();
  if (!directory_) return;
  for (int tries = 0; tries < kLoadTries; ++tries) {
    const auto bytes = directory_->read(kManifestName, kMostManifestBytes);
    if (!bytes && fs::is_refused_by_system(bytes.error())) return do_without(bytes.error());
    if (!bytes) return;  // none yet, or something that save() clears away
    const auto manifest = read_manifest(*bytes);
    if (!manifest) {
      // After an update of loci: nobody need know, it is built as for the first time.
      if (manifest.error().message != kEarlierVersion) say(manifest.error().message);
      break;
    }
    generation_ = manifest->generation;
    std::optional<Error> unreadable;
    const Loading loading = load_manifest(*manifest, unreadable);
    if (loading == Loading::Done) return;
    segments_.clear();
    if (unreadable) return do_without(*unreadable);
    // Merged away since: look again.
    if (loading == Loading::Missing && tries + 1 < kLoadTries) continue;
    if (loading != Loading::OtherTable) say("is damaged");
    break;
  }
  saved_ = false;
}

// The catalog on the disk cannot be read, so nothing is known about it: it may be in
// order. It is left alone, and this process searches from memory.
void Catalog::do_without(const Error& error) {
  generation_ = 0;
  unusable_ = error;
  log_.warn(fmt::format("the search catalog of {} cannot be used: {}", name_, error.message));
}

Catalog::Loading Catalog::load_manifest(const Manifest& manifest,
                                        std::optional<Error>& unreadable) {
  for (const ManifestEntry& entry : manifest.segments) {
    auto mapped = directory_->map(segment_name(entry.id));
    if (!mapped) {
      if (fs::is_refused_by_system(mapped.error())) unreadable = mapped.error();
      return mapped.error().kind == ErrorKind::NotFound ? Loading::Missing : Loading::Damaged;
    }
    const std::shared_ptr<const fs::Mapping> owner = std::move(*mapped);
    const std::string_view bytes = owner->bytes();
    // Half a file: whoever wrote it was killed, and its bytes were not synced.
    if (bytes.size() != entry.bytes) return Loading::Damaged;
    const auto segment = Segment::open(bytes, owner);
    if (!segment || header_checksum(bytes) != entry.header) return Loading::Damaged;
    if (embedder_ && (*segment)->table() != embedder_->id()) return Loading::OtherTable;
    Loaded loaded;
    loaded.entry = {.id = entry.id, .bytes = entry.bytes, .header = entry.header};
    loaded.segment = *segment;
    loaded.gone = Bits((*segment)->files());
    for (const std::uint32_t file : entry.gone) loaded.gone.set(file);
    loaded.restamped.insert(entry.restamped.begin(), entry.restamped.end());
    find_alive(loaded);
    segments_.push_back(std::move(loaded));
  }
  return Loading::Done;
}

Parts Catalog::parts() const {
  Parts parts;
  for (const Loaded& loaded : segments_) parts.push_back({loaded.segment, loaded.alive});
  return parts;
}

CatalogState Catalog::state() const {
  CatalogState state;
  for (const Loaded& loaded : segments_) {
    const std::uint64_t gone = loaded.gone.count();
    state.files += loaded.segment->files() - gone;
    state.sections += loaded.segment->sections();
    state.bytes += loaded.segment->bytes();
    state.gone += gone;
  }
  state.segments = segments_.size();
  state.saved = saved_ && directory_ != nullptr;
  state.fault = fault_;
  return state;
}

bool Catalog::is_current() const {
  if (!directory_ || !manifest_) return false;
  const auto now = directory_->stat(kManifestName);
  return now && *now == *manifest_;
}

bool Catalog::begin() {
  bool taken_over = false;
  manifest_.reset();
  if (directory_) {
    // The stat comes before the read: a manifest that is replaced in between has
    // another stat, so the next call looks again.
    if (const auto stat = directory_->stat(kManifestName)) manifest_ = *stat;
    const auto bytes = directory_->read(kManifestName, kMostManifestBytes);
    const auto manifest = bytes ? read_manifest(*bytes) : Result<Manifest>(Manifest());
    // Damaged, and load() said so already: once is enough.
    const bool known = !manifest && segments_.empty() && !saved_;
    // Another process saved: its catalog is loaded, so that its work is not done again.
    taken_over = !known && (!manifest || manifest->generation != generation_);
    if (taken_over) load();
  }
  builder_ = new_builder();
  put_.clear();
  changed_ = false;
  for (Loaded& loaded : segments_) {
    loaded.seen = Bits(loaded.segment->files());
    // A damaged stamp could call a changed file fresh, and nobody would ever notice;
    // all other damage shows when it is searched.
    if (loaded.segment->verify_stamps()) continue;
    forget("is damaged");
    return true;
  }
  return taken_over;
}

Catalog::Where Catalog::find(std::string_view key) {
  const std::uint64_t hash = checksum(key);
  // A key may be in several segments, but only one of them has it alive.
  for (Loaded& loaded : segments_) {
    const auto file = loaded.segment->find_file(key, hash);
    if (file && !loaded.gone.test(*file)) return {&loaded, *file};
  }
  return {};
}

StampRecord Catalog::stamp_of(const Where& where) {
  if (!where.in->restamped.empty()) {
    const auto found = where.in->restamped.find(where.file);
    if (found != where.in->restamped.end()) return found->second;
  }
  return where.in->segment->stamp(where.file);
}

bool Catalog::is_fresh(std::string_view key, const fs::Stamp& stamp) {
  const Where where = find(key);
  if (where.in == nullptr) return false;
  const StampRecord record = stamp_of(where);
  if (record.stamp() != stamp || fs::is_doubtful(stamp, record.read_ns)) return false;
  where.in->seen.set(where.file);
  return true;
}

void Catalog::put(const Source& note) {
  // Keys are unique within a segment, and find() does not look into the builder.
  if (put_.count(std::string(note.key)) != 0) flush();
  const Where where = find(note.key);
  if (where.in != nullptr) {
    StampRecord record = stamp_of(where);
    const FileRecord file = where.in->segment->file(where.file);
    // Touched or copied, but the same text: only the stamp is new, and a new stamp goes
    // into the manifest instead of a new segment.
    const bool same_date = file.says_date != 0 || file.date_ms == note.date_ms;
    if (record.content == checksum(note.text) && file.text_bytes == note.text.size() && same_date) {
      record.set(note.stamp);
      record.read_ns = note.read_ns;
      where.in->restamped[where.file] = record;
      where.in->seen.set(where.file);
      changed_ = true;
      return;
    }
    drop(where);
  }
  builder_.add(note);
  put_.emplace(note.key);
  changed_ = true;
  if (builder_.full()) flush();
}

void Catalog::keep(std::string_view key) {
  const Where where = find(key);
  if (where.in != nullptr) where.in->seen.set(where.file);
}

void Catalog::remove(std::string_view key) {
  if (put_.count(std::string(key)) != 0) flush();
  const Where where = find(key);
  if (where.in == nullptr) return;
  drop(where);
  changed_ = true;
}

void Catalog::drop(const Where& where) {
  where.in->gone.set(where.file);
  where.in->restamped.erase(where.file);
  where.in->alive = nullptr;
}

// What was put becomes a segment in memory.
void Catalog::flush() {
  if (builder_.files() > 0) add_segment(builder_.finish());
  put_.clear();
}

void Catalog::add_segment(std::string bytes) {
  auto owner = std::make_shared<const std::string>(std::move(bytes));
  const std::string_view view = *owner;
  const auto segment = Segment::open(view, owner);
  if (!segment) return;  // never: these bytes were made a moment ago
  Loaded loaded;
  loaded.entry.bytes = view.size();
  loaded.entry.header = header_checksum(view);
  loaded.segment = *segment;
  loaded.unsaved = true;
  loaded.gone = Bits((*segment)->files());
  loaded.seen = Bits((*segment)->files(), true);
  segments_.push_back(std::move(loaded));
}

// Searches ask about sections, files come and go: the one is made from the other once
// for all searches, and a segment that lost no file needs no bits at all.
void Catalog::find_alive(Loaded& loaded) {
  if (loaded.alive || loaded.gone.count() == 0) return;
  Bits alive(loaded.segment->sections(), true);
  for (std::uint32_t file = 0; file < loaded.segment->files(); ++file) {
    if (!loaded.gone.test(file)) continue;
    const FileRecord record = loaded.segment->file(file);
    for (std::uint32_t i = 0; i < record.sections; ++i) alive.reset(record.first_section + i);
  }
  loaded.alive = std::make_shared<const Bits>(std::move(alive));
}

Result<> Catalog::finish(Coverage coverage) {
  flush();
  for (Loaded& loaded : segments_) {
    if (coverage == Coverage::All) {  // what nobody named in this sweep is gone
      for (std::uint32_t file = 0; file < loaded.segment->files(); ++file) {
        if (loaded.seen.test(file) || loaded.gone.test(file)) continue;
        drop({&loaded, file});
        changed_ = true;
      }
    }
  }
  if (changed_) {
    saved_ = false;
    if (!merge()) {
      forget("is damaged");
      return fail(corrupt(fmt::format("the search catalog of {} is damaged", name_)));
    }
  }
  for (Loaded& loaded : segments_) find_alive(loaded);
  if (!saved_) {
    auto saved = save();
    fault_ = saved ? std::nullopt : std::optional(std::move(saved).error());
    // One that may not be written is kept in memory without a word.
    if (fault_ && fault_->kind == ErrorKind::Io) {
      log_.warn(fmt::format("the search catalog of {} is not saved: {}", name_, fault_->message));
    }
  }
  changed_ = false;
  return {};
}

void Catalog::forget(std::string_view why) {
  if (!why.empty()) say(why);
  segments_.clear();
  builder_ = new_builder();
  put_.clear();
  changed_ = true;
  saved_ = false;
}

// Under the lock, and only over the generation that was read: else another process
// was quicker, and its catalog is as good. Segments are written before the manifest
// that names them, and removed after the one that does not, so a reader without a lock
// always finds what its manifest names, or tries again. Nothing is synced: after a
// power cut the checksums tell, and the catalog is built again.
Result<> Catalog::save() {
  if (!directory_) return {};
  if (unusable_) return fail(*unusable_);
  LOCI_ASSIGN(const std::unique_ptr<fs::Lock> lock, directory_->try_lock());
  const auto bytes = directory_->read(kManifestName, kMostManifestBytes);
  // What cannot be read may be newer.
  if (!bytes && fs::is_refused_by_system(bytes.error())) return fail(bytes.error());
  const auto on_disk = bytes ? read_manifest(*bytes) : Result<Manifest>(Manifest());
  if (bytes && on_disk && on_disk->generation != generation_) return {};
  if (const auto there = directory_->stat(kManifestName); there && there->kind != fs::Kind::File) {
    // A link or a directory: the directory is loci's alone, so it may go.
    LOCI_TRY(fs::clear(*directory_, kManifestName));
  }
  LOCI_TRY(write_segments());
  Manifest manifest;
  manifest.generation = std::max(generation_, on_disk ? on_disk->generation : 0) + 1;
  for (const Loaded& loaded : segments_) {
    ManifestEntry entry = loaded.entry;
    for (std::uint32_t file = 0; file < loaded.segment->files(); ++file) {
      if (loaded.gone.test(file)) entry.gone.push_back(file);
    }
    entry.restamped.assign(loaded.restamped.begin(), loaded.restamped.end());
    manifest.segments.push_back(std::move(entry));
  }
  LOCI_TRY(fs::replace_file(*directory_, kManifestName, write_manifest(manifest),
                            fs::Durability::Unsynced));
  generation_ = manifest.generation;
  saved_ = true;
  remove_strangers();
  return {};
}

Result<> Catalog::write_segments() {
  LOCI_ASSIGN(const std::vector<fs::Entry> present, directory_->list());
  // Above every name that is there: a reader may still map a file that no manifest
  // names any more, and must not find another one under its name.
  std::uint64_t next = 1;
  for (const fs::Entry& entry : present) {
    std::uint64_t id = 0;
    const std::string_view name = entry.name;
    if (!name.ends_with(".seg") || name.size() != 20) continue;
    const auto [end, error] = std::from_chars(name.data(), name.data() + 16, id, 16);
    if (error == std::errc()) next = std::max(next, id + 1);
  }
  for (const Loaded& loaded : segments_) next = std::max(next, loaded.entry.id + 1);
  for (Loaded& loaded : segments_) {
    if (!loaded.unsaved) continue;
    const std::string name = segment_name(next);
    {
      LOCI_ASSIGN(const std::unique_ptr<fs::File> file, directory_->create(name));
      auto written = file->write(loaded.segment->all_bytes());
      if (!written) {
        static_cast<void>(directory_->remove(name));  // half of it only takes up space
        return written;
      }
    }
    loaded.entry.id = next++;
    loaded.unsaved = false;
    // From here on read from the file: the system may drop mapped pages when memory is
    // short, while a copy stays in a long-lived process.
    auto mapped = directory_->map(name);
    if (!mapped) continue;
    const std::shared_ptr<const fs::Mapping> owner = std::move(*mapped);
    if (owner->bytes().size() != loaded.entry.bytes) continue;
    if (const auto segment = Segment::open(owner->bytes(), owner)) loaded.segment = *segment;
  }
  return {};
}

// Segments that no manifest names: merged ones, and what a killed process left.
void Catalog::remove_strangers() {
  const auto present = directory_->list();
  if (!present) return;
  for (const fs::Entry& entry : *present) {
    if (!entry.name.ends_with(".seg")) continue;
    const bool named = std::any_of(segments_.begin(), segments_.end(), [&](const Loaded& loaded) {
      return segment_name(loaded.entry.id) == entry.name;
    });
    if (!named) static_cast<void>(directory_->remove(entry.name));
  }
  static_cast<void>(fs::sweep_temporary_files(files_, *directory_));
}

}  // namespace loci::search
