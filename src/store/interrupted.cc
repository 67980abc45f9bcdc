#include <fmt/format.h>

#include <algorithm>

#include "store/recovery.h"
#include "store/store_impl.h"

namespace loci::store {
namespace {

// How often the locks are taken anew because operations touch still more places.
constexpr int kLockRounds = 8;
// A workspace may be on a disk that is not there today.
constexpr std::chrono::days kGoneForGood{30};
constexpr std::chrono::milliseconds kAtOnce{0};

bool contains(const std::vector<Place>& places, std::string_view key) {
  return std::any_of(places.begin(), places.end(),
                     [&](const Place& place) { return place.key == key; });
}

}  // namespace

std::vector<Place> places_of(const Record& record) {
  std::vector<Place> places;
  for (const FileRecord& file : record.files) places.push_back(place_of_key(file.place));
  return places;
}

Result<Store::Impl::Locked> Store::Impl::lock_and_recover(const std::vector<Place>& places,
                                                          Missing missing,
                                                          std::chrono::milliseconds patience) {
  std::vector<Place> wanted = places;
  // Only places the caller named are made; others are there or are gone.
  const std::size_t create = missing == Missing::Create ? places.size() : 0;
  std::optional<Error> closed;  // why the places of another operation cannot be had
  for (int round = 0; round < kLockRounds; ++round) {
    auto locked = OpenPlaces::lock(files_, home_, wanted, create, patience, settled_);
    if (!locked && wanted.size() > places.size() && locked.error().kind != ErrorKind::Locked) {
      closed = locked.error();
      wanted = places;
      locked = OpenPlaces::lock(files_, home_, wanted, create, patience, settled_);
    }
    if (!locked) return fail(std::move(locked));
    LOCI_ASSIGN(std::vector<Record> pending, journal_.pending());
    std::vector<Place> needed = places_to_recover(pending, wanted);
    if (!closed && needed.size() != wanted.size()) {
      wanted = std::move(needed);
      continue;
    }
    std::vector<Unfinished> beyond;
    if (closed) beyond = take_beyond(pending, *locked, wanted, *closed);
    LOCI_ASSIGN(std::vector<Unfinished> left,
                recover(files_, journal_, log_, *locked, pending, forget_));
    for (Unfinished& one : beyond) left.push_back(std::move(one));
    if (!pending.empty()) {  // the dead process may have left one, filled and not in place
      for (const OpenPlaces::Item& item : locked->items()) {
        static_cast<void>(sweep_new_directories(files_, home_, item.place));  // `gc` says why not
      }
    }
    return Locked{std::move(*locked), std::move(left)};
  }
  return fail(loci::locked("an interrupted operation could not be finished",
                           "try again; if it happens again, run 'loci health'"));
}

std::vector<Unfinished> Store::Impl::take_beyond(std::vector<Record>& pending,
                                                 const OpenPlaces& open,
                                                 const std::vector<Place>& places,
                                                 const Error& closed) {
  std::vector<Unfinished> beyond;
  std::erase_if(pending, [&](const Record& begin) {
    if (!any_touches({begin}, places)) return false;
    const bool within =
        std::all_of(begin.files.begin(), begin.files.end(),
                    [&](const FileRecord& file) { return contains(places, file.place); });
    if (within) return false;
    beyond.push_back(unfinished_at(open, begin, closed.message));
    log_.warn(fmt::format("{}; {}", unfinished_text(beyond.back()), way_out(beyond.back())));
    return true;
  });
  return beyond;
}

void Store::Impl::try_to_recover(const std::vector<Place>& places) {
  const auto locked = lock_and_recover(places, Missing::Leave, kAtOnce);
  if (locked || locked.error().kind == ErrorKind::Locked) return;
  log_.warn(
      fmt::format("an interrupted operation could not be finished: {}", locked.error().message));
}

Result<std::size_t> Store::finish_interrupted() {
  LOCI_ASSIGN(const std::vector<Record> before, impl_->journal_.pending());
  for (const Record& begin : before) {
    const std::vector<Place> places = places_of(begin);
    LOCI_ASSIGN(const OpenPlaces there, OpenPlaces::open(impl_->files_, impl_->home_, places));
    if (there.items().empty()) {
      const auto begun = parse_time(begin.time);
      const bool old = begun && impl_->clock_.now() - *begun > kGoneForGood;
      if (old) LOCI_TRY(store::call_off(impl_->journal_, impl_->log_, begin));
      continue;
    }
    impl_->try_to_recover(places);
  }
  LOCI_ASSIGN(const std::vector<Record> after, impl_->journal_.pending());
  return before.size() - std::min(before.size(), after.size());
}

Result<std::vector<Unfinished>> Store::unfinished(Recovery recovery) {
  std::vector<Unfinished> result;
  LOCI_ASSIGN(const std::vector<Record> pending, impl_->journal_.pending());
  for (const Record& begin : pending) {
    const std::vector<Place> places = places_of(begin);
    if (recovery == Recovery::No) {
      auto there = OpenPlaces::open(impl_->files_, impl_->home_, places);
      const OpenPlaces open = there ? std::move(*there) : OpenPlaces();
      result.push_back(unfinished_at(open, begin, ""));
      continue;
    }
    auto locked = impl_->lock_and_recover(places, Missing::Leave, kAtOnce);
    if (!locked && locked.error().kind == ErrorKind::Locked) continue;  // it is at it
    if (!locked) {
      result.push_back(unfinished_at(OpenPlaces(), begin, locked.error().message));
      continue;
    }
    for (Unfinished& one : locked->unfinished) {
      if (one.begin.sequence == begin.sequence) result.push_back(std::move(one));
    }
  }
  return result;
}

Result<> Store::call_off(std::uint64_t operation) {
  LOCI_ASSIGN(const std::vector<Unfinished> left, unfinished());
  for (const Unfinished& one : left) {
    if (one.begin.sequence != operation) continue;
    LOCI_ASSIGN(const OpenPlaces locked,
                OpenPlaces::lock(impl_->files_, impl_->home_, places_of(one.begin), 0, kPatience,
                                 impl_->settled_));
    return take_back(impl_->files_, impl_->journal_, impl_->log_, locked, one.begin);
  }
  return fail(not_found(fmt::format("operation {} is not unfinished", operation),
                        "run 'loci health' to see unfinished operations"));
}

}  // namespace loci::store
