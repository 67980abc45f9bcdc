#include "fs/atomic_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "fs/faults.h"

namespace loci::fs {

namespace {

constexpr std::string_view kPrefix = ".loci-";
constexpr std::string_view kSuffix = ".tmp";
// Siblings kept open between write and sync; the rest are opened again, so that
// a batch of a thousand files stays below the limit on open files.
constexpr std::size_t kOpenSiblings = 128;
constexpr std::size_t kCollisions = 10'000;

// The process in a sibling's name, or 0 when it is no such name.
int process_of(std::string_view name) {
  if (!name.starts_with(kPrefix) || !name.ends_with(kSuffix)) return 0;
  name.remove_prefix(kPrefix.size());
  name.remove_suffix(std::min(kSuffix.size(), name.size()));
  int pid = 0;
  unsigned long long number = 0;
  const char* const end = name.data() + name.size();
  const auto first = std::from_chars(name.data(), end, pid);
  if (first.ec != std::errc() || first.ptr == end || *first.ptr != '-') return 0;
  const auto second = std::from_chars(first.ptr + 1, end, number);
  return second.ec == std::errc() && second.ptr == end && pid > 0 ? pid : 0;
}

struct Sibling {
  std::string name;
  std::unique_ptr<File> file;
};

Result<Sibling> create_sibling(Root& root, std::size_t number) {
  const std::size_t last = number + kCollisions;
  for (;; ++number) {
    std::string name = fmt::format("{}{}-{}{}", kPrefix, ::getpid(), number, kSuffix);
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
  LOCI_TRY(sibling.file->write(bytes));
  if (!mode) return {};
  LOCI_ASSIGN(const Stat fresh, root.stat(sibling.name));
  if (fresh.mode == *mode) return {};
  return sibling.file->set_mode(*mode);
}

}  // namespace

FileBatch::~FileBatch() { discard(); }

Result<> FileBatch::replace(Root& root, std::string_view name, std::string_view bytes) {
  LOCI_ASSIGN(const auto mode, mode_to_keep(root, name));
  LOCI_ASSIGN(Sibling sibling, create_sibling(root, steps_.size()));
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

Result<int> sweep_temporary_files(FileSystem& files, Root& root) {
  LOCI_ASSIGN(const std::vector<Entry> entries, root.list());
  int swept = 0;
  for (const Entry& entry : entries) {
    const int pid = process_of(entry.name);
    if (pid == 0 || entry.kind != Kind::File || files.process_alive(pid)) continue;
    LOCI_TRY(root.remove(entry.name));
    ++swept;
  }
  return swept;
}

bool is_temporary_name(std::string_view name) { return process_of(name) != 0; }

}  // namespace loci::fs
