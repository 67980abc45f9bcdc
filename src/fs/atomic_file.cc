#include "fs/atomic_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <optional>

#include "base/hash.h"
#include "base/parallel.h"
#include "base/path.h"
#include "fs/absent.h"
#include "fs/clear.h"
#include "fs/faults.h"
#include "fs/platform.h"
#include "fs/swap.h"

namespace loci::fs {

namespace {

// Siblings kept open between write and sync; the rest are opened again, so that
// a batch of a thousand files stays below the limit on open files.
constexpr std::size_t kOpenSiblings = 128;
// Beyond so many, starting the write of each by itself takes longer than all the rest: whoever
// writes thousands syncs the file system (Root::sync_file_system).
constexpr std::size_t kStartedSiblings = 1'000;

// A sibling that was written and closed: it is opened for the moment of its sync. Its bytes
// are on their way since it was closed.
class ClosedSibling final : public File {
 public:
  ClosedSibling(Root& root, std::string name) : root_(root), name_(std::move(name)) {}

  Result<> sync() override {
    LOCI_ASSIGN(const std::unique_ptr<File> file, root_.open_for_append(name_));
    return file->sync();
  }
  Result<> write(std::string_view) override { return fail(closed()); }
  Result<> truncate(std::uint64_t) override { return fail(closed()); }
  Result<> set_mode(std::uint32_t) override { return fail(closed()); }

 private:
  [[nodiscard]] Error closed() const {
    return internal_error(fmt::format("'{}' is already closed", child_path(root_.path(), name_)));
  }

  Root& root_;
  std::string name_;
};

constexpr std::size_t kCollisions = 10'000;

struct Sibling {
  std::string name;
  std::unique_ptr<File> file;
};

Result<Sibling> create_sibling(Root& root, const Writer& writer, std::string_view of) {
  std::uint64_t number = sibling_number(of);
  const std::uint64_t last = number + kCollisions;
  for (;; ++number) {
    std::string name = temporary_name(writer, number);
    auto file = root.create(name);
    if (file) return Sibling{std::move(name), std::move(*file)};
    if (file.error().kind != ErrorKind::Conflict || number == last) return fail(std::move(file));
  }
}

// A name for a file that is put aside.
Result<std::string> free_name(const Root& root, const Writer& writer, std::string_view of) {
  const std::uint64_t first = sibling_number(of);
  for (std::uint64_t number = first; number < first + kCollisions; ++number) {
    std::string name = temporary_name(writer, number);
    LOCI_ASSIGN(const auto taken, if_there(root.stat(name)));
    if (!taken) return name;
  }
  return fail(conflict(fmt::format("'{}' has too many temporary files", root.path()),
                       "remove those that no process uses any more"));
}

// The mode of the file that will be replaced; nothing when there is none.
Result<std::optional<std::uint32_t>> mode_to_keep(Root& root, std::string_view name) {
  LOCI_ASSIGN(const auto present, if_there(root.stat(name)));
  if (!present) return std::nullopt;
  if (present->kind == Kind::Link) return fail(link_error(child_path(root.path(), name)));
  if (present->kind != Kind::File) return fail(not_regular_error(child_path(root.path(), name)));
  return present->mode;
}

// The error in words of the file that the user knows, not of its sibling.
Error about(Error error, std::string_view sibling, std::string_view name) {
  const std::size_t at = error.message.find(sibling);
  if (!sibling.empty() && at != std::string::npos) error.message.replace(at, sibling.size(), name);
  return error;
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
  return add({&root, std::string(name), false, bytes});
}

Result<> FileBatch::replace(Root& root, std::string_view name, std::string_view bytes,
                            const Expected& expected) {
  return add({&root, std::string(name), false, bytes, expected});
}

Result<> FileBatch::add(Step step) {
  if (order_ == Order::AsGiven) LOCI_TRY(stage(step));
  steps_.push_back(std::move(step));
  return {};
}

Result<> FileBatch::stage(Step& step) {
  Root& root = *step.root;
  std::optional<std::uint32_t> mode;
  // Where no file is expected none is replaced, be there one or a link: of thousands nobody asks.
  if (order_ != Order::Any || !step.expected || !step.expected->is_no_file()) {
    LOCI_ASSIGN(mode, mode_to_keep(root, step.name));
  }
  if (!writer_) writer_ = this_writer();
  auto created = create_sibling(root, *writer_, step.name);
  if (!created) {
    return fail(
        about(created.error(), temporary_name(*writer_, sibling_number(step.name)), step.name));
  }
  Sibling& sibling = *created;
  if (auto filled = fill_sibling(root, sibling, step.bytes, mode); !filled) {
    static_cast<void>(root.remove(sibling.name));
    return fail(about(filled.error(), sibling.name, step.name));
  }
  step.temporary = std::move(sibling.name);
  if (order_ == Order::Any) return {};
  if (steps_.size() < kOpenSiblings) {
    step.file = std::move(sibling.file);
  } else {
    if (steps_.size() < kStartedSiblings) sibling.file->start_sync();
    step.file = std::make_unique<ClosedSibling>(root, step.temporary);
  }
  return {};
}

void FileBatch::remove(Root& root, std::string_view name) {
  steps_.push_back({&root, std::string(name), true});
}

void FileBatch::remove(Root& root, std::string_view name, const Expected& expected) {
  steps_.push_back({&root, std::string(name), true, {}, expected});
}

Result<> FileBatch::for_each_step(const std::function<Result<>(Step&)>& work) {
  std::vector<Result<>> done(steps_.size());
  const auto do_some = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      if (done[i] = work(steps_[i]); !done[i]) break;
    }
  };
  if (order_ == Order::Any) {
    in_parallel(steps_.size(), do_some);
  } else {
    do_some(0, steps_.size());
  }
  for (Result<>& one : done) {
    if (!one) return fail(std::move(one));
  }
  return {};
}

Result<> FileBatch::stage() {
  if (!writer_) writer_ = this_writer();  // before there are threads
  return for_each_step([&](Step& step) {
    return step.removes || !step.temporary.empty() ? Result<>() : stage(step);
  });
}

Result<> FileBatch::commit(Durability durability, const std::function<Result<>()>& last_look) {
  Result<> outcome;
  if (order_ == Order::Any) outcome = stage();
  if (outcome && durability == Durability::Synced) outcome = sync_siblings();
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

std::vector<File*> FileBatch::unsynced_siblings() const {
  std::vector<File*> files;
  for (const Step& step : steps_) {
    if (step.file) files.push_back(step.file.get());
  }
  return files;
}

void FileBatch::siblings_synced() {
  for (Step& step : steps_) step.file.reset();
}

Result<> FileBatch::sync_siblings() {
  for (const Step& step : steps_) {
    if (step.file && steps_.size() > 1) step.file->start_sync();
  }
  for (Step& step : steps_) {
    if (!step.file) continue;
    LOCI_TRY(step.file->sync());
    step.file.reset();
  }
  return {};
}

Result<> FileBatch::publish() {
  const auto published = for_each_step([&](Step& step) -> Result<> {
    auto done = step.expected ? swap(step) : publish(step);
    if (!done) return fail(about(done.error(), step.temporary, step.name));
    return {};
  });
  for (Step& step : steps_) {
    touched_ = touched_ || step.touched;
    if (step.overtaken) overtaken_.push_back(std::move(*step.overtaken));
  }
  return published;
}

Result<> FileBatch::publish(Step& step) {
  if (step.removes) {
    auto removed = step.root->remove(step.name);
    if (!removed && !is_absent(removed)) return removed;
  } else if (auto renamed = step.root->rename(step.temporary, step.name); !renamed) {
    // Only when the sibling is still there it is certain that nothing happened.
    if (!step.root->stat(step.temporary)) step.touched = step.kept = true;
    return renamed;
  }
  step.touched = step.kept = true;
  return {};
}

Result<> FileBatch::swap(Step& step) {
  if (step.removes) {
    if (!writer_) writer_ = this_writer();
    LOCI_ASSIGN(step.temporary, free_name(*step.root, *writer_, step.name));
  }
  auto swapped = step.removes ? take_away(*step.root, step.name, step.temporary, *step.expected)
                              : put_in_place(*step.root, step.temporary, step.name, step.bytes,
                                             *step.expected);
  if (!swapped) {
    // The sibling may have what stood in the file's place, and is left unless it
    // is certain that it has not.
    const auto untouched = step.removes ? holds(*step.root, step.temporary, std::nullopt)
                                        : holds(*step.root, step.temporary, step.bytes);
    if (!untouched || !*untouched) step.touched = step.kept = true;
    return fail(swapped.error());
  }
  step.kept = !swapped->spent;
  if (swapped->overtaken) {
    step.overtaken = {step.root, step.name, swapped->leftover ? step.temporary : ""};
  } else {
    step.touched = true;
  }
  return {};
}

void FileBatch::discard() {
  for (Step& step : steps_) {
    step.file.reset();
    // A sibling that cannot be removed is swept by a later process.
    if (!step.kept && !step.temporary.empty()) static_cast<void>(step.root->remove(step.temporary));
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

// Calls `visit` for every sibling in a directory, with who made it and who we are. One
// that is gone already was swept by another process.
template <typename Visit>
Result<> for_each_sibling(const Root& root, Visit visit, Kind kind = Kind::File) {
  LOCI_ASSIGN(const std::vector<Entry> entries, root.list());
  std::optional<Writer> self;
  for (const Entry& entry : entries) {
    const auto writer = writer_of(entry.name);
    if (!writer || entry.kind != kind) continue;
    if (!self) self = this_writer();  // takes a while, and most directories have no sibling
    LOCI_ASSIGN(const std::optional<Stat> stat, if_there(root.stat(entry.name)));
    if (stat) LOCI_TRY(visit(entry.name, *writer, *self, stat->mtime_ns));
  }
  return {};
}

// Removes siblings of processes that do not run, but for those that `is_left_alone`.
template <typename IsLeftAlone>
Result<int> sweep(const FileSystem& files, Root& root, const IsLeftAlone& is_left_alone) {
  int swept = 0;
  LOCI_TRY(for_each_sibling(root,
                            [&](const std::string& name, const Writer& writer, const Writer& self,
                                std::int64_t written_ns) -> Result<> {
                              if (still_runs(files, self, writer, written_ns)) return {};
                              if (is_left_alone(self, writer, written_ns)) return {};
                              auto removed = root.remove(name);
                              if (!removed && !is_absent(removed)) return removed;
                              ++swept;
                              return {};
                            }));
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

Result<std::vector<std::string>> orphans(FileSystem& files, const Root& root) {
  std::vector<std::string> found;
  LOCI_TRY(for_each_sibling(root,
                            [&](const std::string& name, const Writer& writer, const Writer& self,
                                std::int64_t written_ns) -> Result<> {
                              const bool own = writer == self;
                              if (own || !still_runs(files, self, writer, written_ns))
                                found.push_back(name);
                              return {};
                            }));
  return found;
}

Result<> clear_orphan_directories(FileSystem& files, Root& root) {
  return for_each_sibling(
      root,
      [&](const std::string& name, const Writer& writer, const Writer& self,
          std::int64_t written_ns) -> Result<> {
        if (still_runs(files, self, writer, written_ns)) return {};
        // A process that cannot be seen from here, as one in a container, holds its lock.
        const auto directory = root.open(name);
        const auto lock = directory ? (*directory)->try_lock() : fail(directory.error());
        return lock ? clear(root, name) : Result<>();
      },
      Kind::Directory);
}

// Siblings of one file are numbered on from here, so that the rest of the number
// says which file it was.
constexpr unsigned kSiblingBits = 16;

std::uint64_t sibling_number(std::string_view name) {
  return std::uint64_t{crc32(name)} << kSiblingBits;
}

bool is_sibling_of(std::string_view temporary, std::string_view name) {
  if (!is_temporary_name(temporary)) return false;
  std::uint64_t number = 0;
  temporary.remove_prefix(temporary.rfind('-') + 1);
  std::from_chars(temporary.data(), temporary.data() + temporary.size(), number);
  return number >> kSiblingBits == crc32(name);
}

}  // namespace loci::fs
