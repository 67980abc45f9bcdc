#include <algorithm>

#include "base/hash.h"
#include "note/index_file.h"
#include "store/group_view.h"
#include "store/home_version.h"
#include "store/leftovers.h"
#include "store/open_view.h"
#include "store/planned.h"
#include "store/store_impl.h"

namespace loci::store {
namespace {

// How often a plan is made again because an editor saved one of its files.
constexpr int kEditRounds = 3;

// `hash`: of the text that it was to get, where that is known.
Changed changed_file(TextChange& change, std::string hash = {}) {
  // What an index got may be another one than was planned: it follows its notes.
  if (change.after && (hash.empty() || change.file == note::kIndexFile)) {
    hash = sha256(*change.after);
  }
  return {std::move(change.place), std::move(change.file), std::move(change.before),
          std::move(change.after), std::move(hash),        change.written};
}

// An index that followed. Of several operations at once nobody is to copy it for each.
Changed followed_index(TextChange& index, bool alone) {
  if (alone) {
    return {index.place, index.file, std::move(index.before), std::move(index.after), ""};
  }
  Changed changed{index.place, index.file, std::nullopt, std::nullopt, ""};
  if (index.before) changed.before.emplace();
  if (index.after) changed.after.emplace();
  return changed;
}

bool changes_index(const std::vector<TextChange>& changes) {
  return std::any_of(changes.begin(), changes.end(),
                     [](const TextChange& change) { return change.file == note::kIndexFile; });
}

}  // namespace

Result<> Store::Impl::sweep(Names& names, const OpenPlaces& places) {
  for (const OpenPlaces::Item& item : places.items()) {
    LOCI_ASSIGN(const bool leftovers, names.has_temporary(*item.root));
    if (!leftovers) continue;
    names.forget(*item.root);
    LOCI_TRY(sweep_place(files_, journal_, item));
    LOCI_TRY(item.root->sync());
  }
  return {};
}

void Store::Impl::report(Group& group) {
  const bool alone = group.operations.size() == 1;
  for (Operation& operation : group.operations) {
    Waiting& waiting = *operation.waiting;
    if (waiting.answer || waiting.thrown) continue;
    Outcome outcome;
    outcome.id = operation.begin.sequence;
    outcome.accompanied = group.accompanied;
    for (std::size_t i = 0; i < operation.count; ++i) {
      outcome.changed.push_back(changed_file(group.changes[operation.first + i],
                                             operation.begin.files[i].after.value_or("")));
    }
    for (TextChange& index : group.indexes.texts) {
      outcome.changed.push_back(followed_index(index, alone));
    }
    waiting.answer = std::move(outcome);
  }
}

// Plans the operations one after the other. One that looks at what an earlier one changes is
// left for the next group; so are all behind one that rewrites an index.
Store::Impl::Group Store::Impl::plan(Room& room, const Locked& locked,
                                     const std::vector<Waiting*>& waiting) {
  Group group;
  Claims claims;
  OpenView files(locked.places, &room.names);
  for (Waiting* one : waiting) {
    GroupView view(files, claims);
    try {
      auto planned =
          make_plan(one->request, one->planner, view, locked.places, room.names, locked.unfinished);
      if (view.has_to_wait()) continue;
      if (!planned) {
        one->answer = fail(std::move(planned).error());
      } else if (planned->changes.empty()) {
        one->answer = keep_noticed(room.known, planned->plan, one->request);
      } else {
        if (waiting.size() > 1) claims.add(planned->changes);
        const bool last = changes_index(planned->changes);
        group.add(*one, std::move(*planned));
        if (last) break;
      }
    } catch (const std::exception&) {
      one->thrown = std::current_exception();
    }
  }
  return group;
}

std::optional<Store::Impl::Setback> Store::Impl::attempt(Room& room, Locked& locked,
                                                         const std::vector<Waiting*>& waiting,
                                                         Filling filling) {
  // First: what is swept may become a revision, which a plan must know of.
  if (auto swept = sweep(room.names, locked.places); !swept) {
    return Setback{std::move(swept).error()};
  }
  Group group = plan(room, locked, waiting);
  if (group.operations.empty()) return std::nullopt;
  auto indexes = index_changes(locked.places, journal_, group.changes);
  if (!indexes) return Setback{std::move(indexes).error()};
  group.indexes = std::move(*indexes);
  auto setback = write(room, locked.places, group, filling);
  if (!setback) report(group);
  return setback;
}

void Store::Impl::commit_alone(Room& room, Locked& locked, Waiting& waiting) {
  for (int round = 0;; ++round) {
    const Filling filling = round == 0 ? Filling::Anew : Filling::FileByFile;
    auto setback = attempt(room, locked, {&waiting}, filling);
    if (!setback) return;
    if (setback->overtaken && round < kEditRounds) continue;
    waiting.answer = fail(std::move(setback->error));
    return;
  }
}

// Whoever cannot be committed with others is committed alone, and has an answer of its own.
void Store::Impl::commit_together(Room& room, Locked& locked,
                                  const std::vector<Waiting*>& waiting) {
  if (waiting.size() > 1 && !attempt(room, locked, waiting, Filling::FileByFile)) return;
  for (Waiting* one : waiting) {
    if (!one->answer && !one->thrown) commit_alone(room, locked, *one);
  }
}

void Store::Impl::lead(Room& room, Waiting& self, const Room::Gather& gather) {
  const auto waited = std::chrono::duration_cast<std::chrono::milliseconds>(
      std::chrono::steady_clock::now() - self.since);
  const auto patience = std::max(kPatience - waited, std::chrono::milliseconds(0));
  auto locked = lock_and_recover(self.request.places, Missing::Create, patience);
  if (!locked) {
    self.answer = fail(std::move(locked).error());
    return;
  }
  commit_together(room, *locked, gather());
}

Result<Outcome> Store::Impl::try_out(const Request& request, const Planner& planner) {
  LOCI_ASSIGN(const OpenPlaces places, OpenPlaces::open(files_, home_, request.places));
  Names names;
  OpenView view(places, &names);
  LOCI_ASSIGN(Planned planned, make_plan(request, planner, view, places, names, {}));
  Outcome outcome;
  if (planned.changes.empty()) return outcome;
  LOCI_ASSIGN(IndexChanges indexes, index_changes(places, journal_, planned.changes));
  for (TextChange& change : planned.changes) outcome.changed.push_back(changed_file(change));
  for (TextChange& index : indexes.texts) outcome.changed.push_back(followed_index(index, true));
  return outcome;
}

Result<Outcome> Store::commit(const Request& request, const Planner& planner) {
  if (request.dry_run) return impl_->try_out(request, planner);
  LOCI_TRY(check_home_version(impl_->files_, impl_->home_));
  const std::shared_ptr<Room> room = impl_->door_->room(request.places);
  Waiting self(request, planner);
  return room->take_part(
      self, [&](const Room::Gather& gather) { impl_->lead(*room, self, gather); }, kPatience);
}

}  // namespace loci::store
