#include "store/store.h"

#include <fmt/format.h>

#include "base/limits.h"
#include "fs/absent.h"
#include "fs/atomic_file.h"
#include "store/companion.h"
#include "store/home_version.h"
#include "store/leftovers.h"
#include "store/open_view.h"
#include "store/recovery.h"
#include "store/store_impl.h"

namespace loci::store {

FileChange FileChange::put(Place place, std::string file, std::string text,
                           std::optional<Expected> expected) {
  return {std::move(place), std::move(file), std::move(text), std::move(expected)};
}

FileChange FileChange::remove(Place place, std::string file, std::optional<Expected> expected) {
  return {std::move(place), std::move(file), std::nullopt, std::move(expected)};
}

FileChange FileChange::moved(Place place, std::string file, std::string text, Origin from,
                             std::optional<Expected> expected) {
  FileChange change = put(std::move(place), std::move(file), std::move(text), std::move(expected));
  change.from = std::move(from);
  return change;
}

Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Store::~Store() = default;

Result<std::unique_ptr<Store>> Store::open(fs::FileSystem& files, const Clock& clock, Log& log,
                                           const std::string& home, std::shared_ptr<Door> door) {
  std::string path = home;
  if (!door) door = std::make_shared<Door>();
  if (const auto stat = files.stat(home, true)) {
    if (stat->kind != fs::Kind::Directory) {
      return fail(
          denied(fmt::format("'{}' is not a directory", home), "set LOCI_HOME to a directory"));
    }
    if (stat->owner != files.user()) {
      return fail(denied(fmt::format("'{}' belongs to user {}, not to you", home, stat->owner),
                         "set LOCI_HOME to a directory of your own"));
    }
    LOCI_ASSIGN(path, files.canonical(home));
  } else if (stat.error().kind != ErrorKind::NotFound) {
    return fail(stat.error());
  }
  return std::unique_ptr<Store>(
      new Store(std::make_unique<Impl>(files, clock, log, std::move(path), std::move(door))));
}

const std::string& Store::home() const { return impl_->home_; }
Journal& Store::journal() { return impl_->journal_; }
fs::FileSystem& Store::files() { return impl_->files_; }
const Clock& Store::clock() const { return impl_->clock_; }
void Store::when_purging(Forget forget) { impl_->forget_ = std::move(forget); }

bool Store::is_blocked(const Place& place) {
  return store::is_blocked(impl_->files_, impl_->home_, place);
}

std::string Store::path_of(const Place& place) const {
  return place.in_workspace() ? place.key : fmt::format("{}/{}", impl_->home_, place.key);
}

Result<std::unique_ptr<fs::Root>> Store::open_place(const Place& place) {
  return store::open_place(impl_->files_, impl_->home_, place, Missing::Leave);
}

Result<std::unique_ptr<View>> Store::view(const std::vector<Place>& places, Recovery recovery) {
  if (recovery == Recovery::Yes) {
    // Best effort: a live operation, a journal that cannot be read or a home that
    // cannot be written is no reason not to answer; but it is said.
    const auto pending = impl_->journal_.pending();
    if (!pending) {
      impl_->log_.warn(fmt::format("an interrupted operation could not be finished: {}",
                                   pending.error().message));
    } else if (any_touches(*pending, places) && !impl_->door_->is_at_work(places)) {
      impl_->try_to_recover(places);
    }
  }
  LOCI_ASSIGN(OpenPlaces opened, OpenPlaces::open(impl_->files_, impl_->home_, places));
  return make_view(std::move(opened));
}

Result<std::size_t> Store::sweep(const Place& place) {
  const auto locked = OpenPlaces::lock(impl_->files_, impl_->home_, {place}, 0,
                                       std::chrono::milliseconds(0), impl_->settled_);
  if (!locked && locked.error().kind == ErrorKind::Locked) return 0;
  if (!locked) return fail(locked.error());
  std::size_t swept = 0;
  for (const OpenPlaces::Item& item : locked->items()) {
    LOCI_ASSIGN(const int count, sweep_place(impl_->files_, impl_->journal_, item));
    swept += static_cast<std::size_t>(count);
    LOCI_TRY(sweep_new_directories(impl_->files_, impl_->home_, item.place));
  }
  return swept;
}

Result<std::unique_ptr<fs::Root>> Store::home_directory(std::string_view path) {
  LOCI_TRY(check_home_version(impl_->files_, impl_->home_));
  return open_home_directory(impl_->files_, impl_->home_, path);
}

Result<> Store::write_home_file(std::string_view directory, std::string_view name,
                                std::string_view bytes) {
  return change_home_file(directory, name, [&](const std::optional<std::string>&) {
    return Result<std::optional<std::string>>(std::string(bytes));
  });
}

Result<> Store::change_home_file(std::string_view directory, std::string_view name,
                                 const FileEdit& edit) {
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, home_directory(directory));
  LOCI_ASSIGN(const auto lock, fs::lock_patiently(impl_->files_, *root, kPatience));
  LOCI_ASSIGN(const std::optional<std::string> before,
              fs::if_there(root->read(name, kIndexFileBytes)));
  LOCI_ASSIGN(const std::optional<std::string> after, edit(before));
  if (!after || after == before) return {};
  LOCI_TRY(fs::sweep_temporary_files(impl_->files_, *root));
  LOCI_TRY(fs::replace_file(*root, name, *after));
  return root->sync();
}

}  // namespace loci::store
