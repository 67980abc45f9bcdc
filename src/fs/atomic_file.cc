#include "fs/atomic_file.h"

#include <algorithm>
#include <chrono>
#include <optional>

#include "fs/faults.h"
#include "fs/platform.h"

namespace loci::fs {

namespace {

// Siblings kept open between write and sync; the rest are opened again, so that
// a batch of a thousand files stays below the limit on open files.
constexpr std::size_t kOpenSiblings = 128;
constexpr std::size_t kCollisions = 10'000;

struct Sibling {
  std::string name;
  std::unique_ptr<File> file;
};

Result<Sibling> create_sibling(Root& root, const Writer& writer, std::size_t number) {
  const std::size_t last = number + kCollisions;
  for (;; ++number) {
    std::string name = temporary_name(writer, number);
    auto file = root.create(name);
    if (file) return Sibling{std::move(name), std::move(*file)};
    if (file.error().kind != ErrorKind::Conflict || number == last) return fail(std::move(file));
  }
}

// The mode of the file that will be replaced; nothing when there is none.
Result<std::optional<std::uint32_t>> mode_to_keep(Root& root, std::string_view name) {
  const auto present = root.stat(name);
  if (!present) {
    if (present.error().kind == ErrorKind::NotFound) return std::nullopt;
    return fail(present.error());
  }
  if (present->kind == Kind::Link) return fail(link_error(child_path(root.path(), name)));
  if (present->kind != Kind::File) return fail(not_regular_error(child_path(root.path(), name)));
  return present->mode;
}

Result<> fill_sibling(Root& root, const Sibling& sibling, std::string_view bytes,
                      std::optional<std::uint32_t> mode) {
  if (mode) {  // before the bytes: nobody may read them who may not read the file
    LOCI_ASSIGN(const Stat fresh, root.stat(sibling.name));
    if (fresh.mode != *mode) LOCI_TRY(sibling.file->set_mode(*mode));
  }
  return sibling.file->write(bytes);
}

}  // namespace

FileBatch::~FileBatch() { discard(); }

Result<> FileBatch::replace(Root& root, std::string_view name, std::string_view bytes) {
  LOCI_ASSIGN(const auto mode, mode_to_keep(root, name));
  if (!writer_) writer_ = this_writer();
  LOCI_ASSIGN(Sibling sibling, create_sibling(root, *writer_, steps_.size()));
  if (auto filled = fill_sibling(root, sibling, bytes, mode); !filled) {
    static_cast<void>(root.remove(sibling.name));
    return filled;
  }
  if (steps_.size() >= kOpenSiblings) sibling.file.reset();
  steps_.push_back({&root, std::string(name), std::move(sibling.name), std::move(sibling.file)});
  return {};
}

void FileBatch::remove(Root& root, std::string_view name) {
  steps_.push_back({&root, std::string(name), "", nullptr});
}

Result<> FileBatch::commit(Durability durability, const std::function<Result<>()>& last_look) {
  Result<> outcome;
  if (durability == Durability::Synced) outcome = sync_siblings();
  if (outcome && last_look) outcome = last_look();
  if (outcome) outcome = publish();
  if (outcome && durability == Durability::Synced) {
    std::vector<Root*> roots;
    for (const Step& step : steps_) {
      if (std::find(roots.begin(), roots.end(), step.root) == roots.end()) {
        roots.push_back(step.root);
      }
    }
    for (Root* root : roots) {
      if (outcome = root->sync(); !outcome) break;
    }
  }
  discard();
  return outcome;
}

std::vector<File*> FileBatch::open_siblings() const {
  std::vector<File*> files;
  for (const Step& step : steps_) {
    if (step.file) files.push_back(step.file.get());
  }
  return files;
}

void FileBatch::siblings_synced() {
  for (Step& step : steps_) {
    if (!step.file) continue;
    step.file.reset();
    step.synced = true;
  }
}

Result<> FileBatch::sync_siblings() {
  for (const Step& step : steps_) {
    if (step.file && steps_.size() > 1) step.file->start_sync();
  }
  for (Step& step : steps_) {
    if (step.temporary.empty() || step.synced) continue;
    if (!step.file) {
      LOCI_ASSIGN(step.file, step.root->open_for_append(step.temporary));
    }
    LOCI_TRY(step.file->sync());
    step.file.reset();
  }
  return {};
}

Result<> FileBatch::publish() {
  for (Step& step : steps_) {
    if (step.temporary.empty()) {
      auto removed = step.root->remove(step.name);
      if (!removed && removed.error().kind != ErrorKind::NotFound) return removed;
    } else {
      LOCI_TRY(step.root->rename(step.temporary, step.name));
    }
    step.done = true;
    touched_ = true;
  }
  return {};
}

void FileBatch::discard() {
  for (Step& step : steps_) {
    step.file.reset();
    // A sibling that cannot be removed is swept by a later process.
    if (!step.done && !step.temporary.empty()) static_cast<void>(step.root->remove(step.temporary));
  }
  steps_.clear();
}

Result<> replace_file(Root& root, std::string_view name, std::string_view bytes,
                      Durability durability) {
  FileBatch batch;
  LOCI_TRY(batch.replace(root, name, bytes));
  if (durability == Durability::Synced) LOCI_TRY(batch.sync_siblings());
  return batch.publish();
}

namespace {

// Whether the process that made a sibling is known to run, here and now. `written`
// is when the file was last written to: a process that began later is another one.
bool still_runs(const FileSystem& files, const Writer& self, const Writer& writer,
                std::int64_t written_ns) {
  if (!files.process_alive(writer.pid)) return false;
  if (writer.only_pid()) {
    return writer.pid == self.pid || platform::running(writer.pid).began_ns <= written_ns;
  }
  if (writer.boot != self.boot || writer.host != self.host) return false;
  const std::uint64_t start = platform::running(writer.pid).start;
  return start == 0 || start == writer.start;  // 0: the system does not tell
}

// Removes siblings of processes that do not run, but for those that `is_left_alone`.
// A file that is gone already was swept by another process.
template <typename IsLeftAlone>
Result<int> sweep(const FileSystem& files, Root& root, const IsLeftAlone& is_left_alone) {
  LOCI_ASSIGN(const std::vector<Entry> entries, root.list());
  std::optional<Writer> self;
  int swept = 0;
  for (const Entry& entry : entries) {
    const auto writer = writer_of(entry.name);
    if (!writer || entry.kind != Kind::File) continue;
    if (!self) self = this_writer();
    const auto stat = root.stat(entry.name);
    if (!stat && stat.error().kind == ErrorKind::NotFound) continue;
    if (!stat) return fail(stat.error());
    if (still_runs(files, *self, *writer, stat->mtime_ns)) continue;
    if (is_left_alone(*self, *writer, stat->mtime_ns)) continue;
    auto removed = root.remove(entry.name);
    if (!removed && removed.error().kind != ErrorKind::NotFound) return fail(std::move(removed));
    ++swept;
  }
  return swept;
}

}  // namespace

Result<int> sweep_temporary_files(FileSystem& files, Root& root) {
  return sweep(files, root, [](const Writer&, const Writer&, std::int64_t) { return false; });
}

Result<int> sweep_unlocked(FileSystem& files, Root& root, Timestamp now) {
  const std::int64_t yesterday_ms = (now - std::chrono::days(1)).time_since_epoch().count();
  return sweep(files, root, [&](const Writer& self, const Writer& writer, std::int64_t written_ns) {
    const bool can_be_seen =
        writer.only_pid() || (writer.host == self.host && writer.boot == self.boot);
    return !can_be_seen && written_ns / 1'000'000 > yesterday_ms;
  });
}

}  // namespace loci::fs
