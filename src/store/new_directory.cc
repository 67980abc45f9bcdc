#include "store/new_directory.h"

#include <deque>
#include <mutex>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/path.h"
#include "base/work_ahead.h"
#include "fs/absent.h"
#include "fs/atomic_file.h"
#include "fs/clear.h"
#include "fs/temporary.h"
#include "store/early_sync.h"
#include "store/open_places.h"

namespace loci::store {
namespace {

// Where the directory of a place stands.
struct Standing {
  std::unique_ptr<fs::Root> parent;
  std::string name;
};

// No parent where the place is outside the home, or a link or nothing stands there.
Result<Standing> standing_of(fs::FileSystem& files, const std::string& home, const Place& place) {
  if (place.in_workspace()) return Standing();
  std::string_view below = split_key(place.key).below;
  auto root = files.open(home, fs::Modes::Private);
  for (;;) {
    if (fs::is_absent(root)) return Standing();
    if (!root) return fail(std::move(root));
    const std::string name(take_component(below));
    if (below.empty()) {
      LOCI_ASSIGN(const auto found, fs::if_there((*root)->stat(name)));
      if (!found || found->kind != fs::Kind::Directory) return Standing();
      return Standing{std::move(*root), name};
    }
    root = (*root)->open(name);
  }
}

// Who looks at the one must not see that it is the other.
bool are_alike(const fs::Stat& one, const fs::Stat& other) {
  return one.mode == other.mode && one.owner == other.owner && one.device == other.device;
}

}  // namespace

// The files that are written, and those that are still to be.
class NewDirectory::Writing {
  struct Entry {
    std::string name;
    std::string_view bytes;
    bool written = false;
    fs::Stamp stamp{};  // once it is
  };

 public:
  explicit Writing(fs::Root& root) : root_(root) {}

  Entry& add(std::string name, std::string_view bytes) {
    Entry& entry = entries_.emplace_back(Entry{std::move(name), bytes});
    added_.emplace(entry.name, &entry);
    work_.add(&entry);
    if (entries_.size() == EarlySync::kWorth) {
      early_ = std::make_unique<EarlySync>(std::vector<fs::Root*>{&root_});
    }
    return entry;
  }

  void want(const std::vector<NewDirectory::File>& files) {
    const std::size_t ahead = entries_.size();
    std::size_t known = 0;
    wanted_.reserve(files.size());
    for (const NewDirectory::File& file : files) {
      const auto found = added_.find(file.name);
      Entry& entry =
          found == added_.end() ? add(std::string(file.name), file.bytes) : *found->second;
      if (found != added_.end()) ++known;
      if (entry.bytes != file.bytes) late_.emplace_back(&entry, file.bytes);
      wanted_.push_back(&entry);
    }
    if (known == ahead) return;
    std::unordered_set<const Entry*> wanted(wanted_.begin(), wanted_.end());
    for (std::size_t i = 0; i < ahead; ++i) {
      if (!wanted.contains(&entries_[i])) in_vain_.push_back(&entries_[i]);
    }
  }

  Result<> sync() {
    work_.finish();
    if (fault_) return fail(std::move(*fault_));
    for (Entry* entry : in_vain_) LOCI_TRY(take_back(*entry));
    for (const auto& [entry, bytes] : late_) {
      LOCI_TRY(take_back(*entry));
      entry->bytes = bytes;
    }
    for (Entry* entry : wanted_) {
      if (!entry->written) LOCI_TRY(write(*entry));
    }
    const auto early = std::exchange(early_, nullptr);
    if (early) LOCI_TRY(early->end());
    return root_.sync_file_system();
  }

  [[nodiscard]] std::vector<std::optional<fs::Stamp>> stamps(std::int64_t put_ns) const {
    std::vector<std::optional<fs::Stamp>> all(wanted_.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      const fs::Stamp& stamp = wanted_[i]->stamp;
      if (!fs::is_doubtful(stamp, put_ns)) all[i] = stamp;
    }
    return all;
  }

 private:
  using Work = WorkAhead<Entry*>;

  Result<> write(Entry& entry) {
    {
      LOCI_ASSIGN(const std::unique_ptr<fs::File> file, root_.create(entry.name));
      entry.written = true;
      LOCI_TRY(file->write(entry.bytes));
    }
    LOCI_ASSIGN(const fs::Stat stat, root_.stat(entry.name));
    entry.stamp = fs::stamp_of(stat);
    return {};
  }
  Result<> take_back(Entry& entry) {
    return std::exchange(entry.written, false) ? root_.remove(entry.name) : Result<>();
  }
  // Where names that differ in case only cannot stand beside each other, a second one waits until
  // it is known which of them is wanted.
  void write_all(const Work::Part& part) {
    for (Entry* entry : part) {
      auto done = write(*entry);
      if (done || (!entry->written && done.error().kind == ErrorKind::Conflict)) continue;
      const std::lock_guard lock(mutex_);
      if (!fault_) fault_ = std::move(done).error();
      return;
    }
  }

  fs::Root& root_;
  std::unique_ptr<EarlySync> early_{};
  std::deque<Entry> entries_;  // where each of them stays
  std::unordered_map<std::string_view, Entry*> added_;
  std::vector<Entry*> wanted_;
  std::vector<Entry*> in_vain_;
  std::vector<std::pair<Entry*, std::string_view>> late_;  // are to have these bytes instead
  std::mutex mutex_;
  std::optional<Error> fault_;
  Work work_{[this](const Work::Part& part) { write_all(part); }};  // last: its threads use all
};

NewDirectory::NewDirectory(Place place, std::unique_ptr<fs::Root> parent, std::string name)
    : place_(std::move(place)), parent_(std::move(parent)), name_(std::move(name)) {}

std::unique_ptr<NewDirectory> NewDirectory::begin(fs::FileSystem& files, const std::string& home,
                                                  const Place& place) {
  auto standing = standing_of(files, home, place);
  if (!standing || !standing->parent) return nullptr;
  fs::Root& parent = *standing->parent;
  const auto present = parent.open(standing->name);
  if (!present || !(*present)->is_empty().value_or(false)) return nullptr;
  const auto above = parent.self();
  const auto before = (*present)->self();
  if (!above || !before || above->device != before->device) return nullptr;
  // Another process may be at it, too. What stays is in nobody's way.
  static_cast<void>(fs::clear_orphan_directories(files, parent));
  std::string aside = fs::temporary_name(fs::this_writer(), fs::sibling_number(standing->name));
  if (!parent.make_directory(aside)) return nullptr;  // or another thread is at it
  std::unique_ptr<NewDirectory> directory(
      new NewDirectory(place, std::move(standing->parent), std::move(standing->name)));
  directory->aside_ = std::move(aside);
  return directory->open(*before) ? std::move(directory) : nullptr;
}

bool NewDirectory::open(const fs::Stat& before) {
  auto root = parent_->open(aside_);
  if (!root) return false;
  root_ = std::move(*root);
  const auto self = root_->self();
  if (!self || !are_alike(before, *self)) return false;
  auto lock = root_->try_lock();
  if (!lock) return false;
  lock_ = std::move(*lock);
  writing_ = std::make_unique<Writing>(*root_);
  return true;
}

NewDirectory::~NewDirectory() {
  writing_.reset();
  root_.reset();
  lock_.reset();  // it may be a file in there
  // What cannot be removed is swept by a later process.
  if (!aside_.empty()) static_cast<void>(fs::clear(*parent_, aside_));
}

void NewDirectory::add(std::string file, std::string_view bytes) {
  writing_->add(std::move(file), bytes);
}

void NewDirectory::want(const std::vector<File>& files) { writing_->want(files); }

Result<> NewDirectory::sync() { return writing_->sync(); }

std::vector<std::optional<fs::Stamp>> NewDirectory::stamps() const {
  return writing_->stamps(put_ns_);
}

Result<> NewDirectory::publish(OpenPlaces& places) {
  LOCI_TRY(parent_->rename(aside_, name_));
  aside_.clear();
  LOCI_ASSIGN(const fs::Stat parent, parent_->self());
  put_ns_ = parent.ctime_ns;
  LOCI_ASSIGN(std::unique_ptr<fs::Root> root, parent_->open(name_));
  places.replace(place_.key, std::move(root), std::move(lock_));
  return {};
}

Result<> sweep_new_directories(fs::FileSystem& files, const std::string& home, const Place& place) {
  LOCI_ASSIGN(const Standing standing, standing_of(files, home, place));
  return standing.parent ? fs::clear_orphan_directories(files, *standing.parent) : Result<>();
}

}  // namespace loci::store
