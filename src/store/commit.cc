#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_set>

#include "base/hash.h"
#include "base/text.h"
#include "guard/redact.h"
#include "note/index_file.h"
#include "store/directory.h"
#include "store/history.h"
#include "store/home_version.h"
#include "store/kept_line.h"
#include "store/leftovers.h"
#include "store/open_view.h"
#include "store/past_hooks.h"
#include "store/recovery.h"
#include "store/store_impl.h"

namespace loci::store {
namespace {

// Past this many files, one pass over the journal is cheaper than a search each.
constexpr std::size_t kManyFiles = 4;
// How often a plan is made again because an editor saved one of its files.
constexpr int kEditRounds = 3;

std::optional<std::string> hash_of(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  return sha256(*text);
}

Error name_taken(std::string_view file, std::string_view other) {
  return conflict(fmt::format("'{}' and '{}' are the same name but for case or form", file, other),
                  fmt::format("choose another name, or write to '{}'", other));
}

// New names must differ from every other of the place after folding.
Result<> check_names(Names& names, const OpenPlaces& places,
                     const std::vector<TextChange>& changes) {
  std::map<std::string, std::vector<const TextChange*>> created;
  std::unordered_set<std::string> removed;
  for (const TextChange& change : changes) {
    if (!change.before && change.after) created[change.place.key].push_back(&change);
    if (!change.after) removed.insert(change.place.key + "/" + change.file);
  }
  for (const auto& [key, list] : created) {
    if (!list.front()->place.indexed()) continue;
    std::map<std::string, std::string> folded;  // of the new ones
    for (const TextChange* change : list) {
      const auto [other, fresh] = folded.emplace(fold(change->file), change->file);
      if (!fresh) return fail(name_taken(change->file, other->second));
    }
    const fs::Root* root = places.find(key);
    if (root == nullptr) continue;  // a dry run in a place that is not there yet
    LOCI_ASSIGN(const std::vector<std::string>* present, names.of(*root));
    for (const std::string& name : *present) {
      if (folded.size() == 1 && !folds_to(name, folded.begin()->first)) continue;
      const auto taken = folded.find(fold(name));
      if (taken == folded.end() || taken->second == name) continue;
      if (!removed.contains(key + "/" + name)) return fail(name_taken(taken->second, name));
    }
  }
  return {};
}

Result<std::vector<TextChange>> prepare(View& view, Plan& plan) {
  std::vector<TextChange> result;
  for (FileChange& change : plan.changes) {
    LOCI_ASSIGN(std::optional<std::string> before, view.read(change.place, change.file));
    if (change.expected && hash_of(before) != change.expected->hash) {
      return fail(conflict(fmt::format("'{}' changed since it was read", change.file),
                           fmt::format("run 'loci read {}' and try again", change.file)));
    }
    if (before == change.text && !plan.purge) continue;
    TextChange& made = result.emplace_back();
    made.place = change.place;
    made.file = std::move(change.file);
    made.before = std::move(before);
    made.after = std::move(change.text);
    made.kept = std::move(change.kept);
    if (!change.from) continue;
    made.from = std::move(change.from->file);
    if (change.from->place != change.place.key) made.from_place = std::move(change.from->place);
  }
  return result;
}

// What a plan saw of notes that it does not change.
std::vector<TextChange> noticed_texts(const Plan& plan) {
  std::vector<TextChange> texts;
  for (const Noticed& note : plan.noticed) {
    texts.push_back({note.place, note.file, note.text, note.text, false});
  }
  return texts;
}

Purging purging_of(const std::vector<TextChange>& changes, const Record& begin) {
  Purging purging{Purging::Moment::Before, begin, {}, {}};
  if (!begin.is_purge()) return purging;
  for (const TextChange& change : changes) {
    if (change.before) (change.after ? purging.stays : purging.gone).push_back(*change.before);
  }
  return purging;
}

// What an operation is to do with a file that another one left half done, nobody
// can tell: the user decides first.
Result<> check_unfinished(const std::vector<Unfinished>& unfinished,
                          const std::vector<TextChange>& changes) {
  for (const Unfinished& one : unfinished) {
    for (const FileRecord& file : one.begin.files) {
      for (const TextChange& change : changes) {
        if (change.file != file.file || change.place.key != file.place) continue;
        return fail(denied(unfinished_text(one), way_out(one)));
      }
    }
  }
  return {};
}

// The index line that goes with a deleted note, or comes back with an undone one.
std::optional<note::KeptLine> index_line_of(const TextChange& change,
                                            const std::vector<TextChange>& indexes) {
  if (change.after) return change.kept;
  for (const TextChange& index : indexes) {
    if (index.place == change.place && index.before) {
      return note::kept_line(*index.before, change.file);
    }
  }
  return std::nullopt;
}

// A plan may touch the places that were locked for it and no other.
Result<> check_places(const Request& request, const Plan& plan, const OpenPlaces& open) {
  for (const FileChange& change : plan.changes) {
    // A note that a purge takes may have been in a place that is gone.
    const bool nowhere = plan.purge && !change.text && open.find(change.place.key) == nullptr;
    const bool locked =
        std::any_of(request.places.begin(), request.places.end(),
                    [&](const Place& place) { return place.key == change.place.key; });
    if (locked || nowhere) continue;
    return fail(
        internal_error(fmt::format("'{}' was planned outside the locked places", change.file)));
  }
  return {};
}

void report(std::vector<TextChange>& changes, bool with_hash, Outcome& outcome) {
  for (TextChange& change : changes) {
    std::string hash;
    if (with_hash) hash = hash_of(change.after).value_or("");
    outcome.changed.push_back({std::move(change.place), std::move(change.file),
                               std::move(change.before), std::move(change.after), std::move(hash)});
  }
}

}  // namespace

// Notices files that differ from how loci last left or saw them, and keeps both
// texts: the one it knew is in the packs already, the present one joins it.
Result<std::vector<Record>> Store::Impl::external_records(const std::vector<TextChange>& changes,
                                                          const Request& request,
                                                          std::vector<std::string>& objects) {
  Record external = external_record(request.workspace);
  std::map<std::string, Journal::Changes> known_places;
  for (const TextChange& change : changes) {
    const std::optional<std::string> present = hash_of(change.before);
    if (change.file == note::kIndexFile) {  // follows its notes; its history is theirs
      if (present) objects.push_back(format_object(*present, *change.before));
      continue;
    }
    std::optional<std::string> known;
    if (changes.size() > kManyFiles) {
      auto cached = known_places.find(change.place.key);
      if (cached == known_places.end()) {
        LOCI_ASSIGN(auto all, journal_.last_changes(change.place.key));
        cached = known_places.emplace(change.place.key, std::move(all)).first;
      }
      const auto found = cached->second.find(change.file);
      if (found != cached->second.end() && !found->second.hash.empty()) known = found->second.hash;
    } else {
      LOCI_ASSIGN(const auto last, journal_.last_change(change.place.key, change.file));
      if (last) known = last->after;
    }
    if (known == present) continue;
    if (present) objects.push_back(format_object(*present, *change.before));
    external.files.push_back({change.place.key, change.file, known, present, "", ""});
    external.files.back().hook = hook_mark_of(change.place, change.file, change.before);
  }
  if (external.files.empty()) return std::vector<Record>();
  return std::vector<Record>{std::move(external)};
}

Result<std::uint64_t> Store::Impl::log_begin(const Request& request, const Plan& plan,
                                             const std::vector<TextChange>& changes,
                                             const IndexChanges& indexes, StagedChanges& staged,
                                             Record& begin) {
  begin.kind = Record::Kind::Begin;
  begin.undoes = request.undoes;
  begin.operation = request.operation;
  begin.origin = request.origin;
  begin.actor = request.actor;
  begin.session = request.session;
  begin.workspace = request.workspace;
  begin.summary = guard::redact(plan.summary);
  if (plan.purge) {
    begin.purged = *plan.purge;
    if (begin.purged.empty()) begin.purged.emplace_back(kPurgesNothing);
  }
  for (const TextChange& change : changes) {
    begin.files.push_back({change.place.key, change.file, hash_of(change.before),
                           hash_of(change.after), change.from, change.from_place});
    if (!plan.purge)
      begin.files.back().hook = hook_mark_of(change.place, change.file, change.after);
  }
  for (const IndexChanges::Stayed& line : indexes.stayed) {
    for (FileRecord& file : begin.files) {
      if (file.place == line.place && file.file == line.file) file.stayed = hook_mark(line.hook);
    }
  }
  std::vector<Record> records;
  std::vector<std::string> objects;
  if (const std::string root = workspace_of(begin); !root.empty()) {
    begin.directory = directory_mark(files_, root);
  }
  // What is to be erased is not stored first.
  if (!plan.purge) {
    LOCI_ASSIGN(records, external_records(changes, request, objects));
    LOCI_ASSIGN(std::vector<Record> noticed,
                external_records(noticed_texts(plan), request, objects));
    for (Record& record : noticed) records.push_back(std::move(record));
  }
  for (Record& external : records) external.directory = begin.directory;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const FileRecord& file = begin.files[i];
    if (!file.after || (plan.purge && file.before == file.after)) continue;
    objects.push_back(format_object(*file.after, *changes[i].after));
  }
  for (std::size_t i = 0; i < changes.size() && !plan.purge; ++i) {
    const auto kept = index_line_of(changes[i], indexes.texts);
    if (!kept) continue;
    const std::string line = format_kept(*kept);
    begin.files[i].line = sha256(line);
    objects.push_back(format_object(begin.files[i].line, line));
  }
  records.push_back(begin);
  const std::vector<std::string_view> texts(objects.begin(), objects.end());
  LOCI_TRY(journal_.append(records, texts, Journal::Sync::Yes, staged.files()));
  staged.synced();
  begin = records.back();
  return begin.sequence;
}

// An operation that failed before its first change is called off, so that
// nobody finishes it later; otherwise the next command finishes it.
Error Store::Impl::failed(const Record& begin, Error error, bool touched) {
  if (!touched) {
    Record abort;
    abort.kind = Record::Kind::Abort;
    abort.of = begin.sequence;
    for (const FileRecord& file : begin.files) {
      abort.files.push_back({file.place, file.file, file.after, file.before, "", ""});
    }
    std::vector<Record> records{std::move(abort)};
    if (journal_.append(records, {}, Journal::Sync::Yes)) return error;
  }
  if (!error.hint.empty()) error.hint += "; ";
  error.hint += error.kind == ErrorKind::Denied && can_be_undone(begin)
                    ? fmt::format(
                          "once that is mended the next command finishes it; 'loci undo {}' "
                          "calls it off",
                          begin.sequence)
                    : "the change is logged and the next command finishes it";
  return error;
}

Error Store::Impl::close_overtaken(const Record& begin, const std::vector<Edit>& edits) {
  std::vector<Record> records{closing(begin, Record::Kind::Done)};
  std::vector<std::string> objects;
  record_edits(begin, edits, records, objects);
  const std::vector<std::string_view> texts(objects.begin(), objects.end());
  if (const auto recorded = journal_.append(records, texts, Journal::Sync::Yes); !recorded) {
    return failed(begin, recorded.error(), true);
  }
  for (const Edit& edit : edits) {
    if (!edit.leftover.empty()) (void)edit.root->remove(edit.leftover);
  }
  return saved_meanwhile(begin, edits, records.back().sequence);
}

Result<> Store::Impl::sweep(const OpenPlaces& places) {
  for (const OpenPlaces::Item& item : places.items()) {
    LOCI_ASSIGN(const bool leftovers, names_.has_temporary(*item.root));
    if (!leftovers) continue;
    names_.forget(*item.root);
    LOCI_TRY(sweep_place(files_, journal_, item));
    LOCI_TRY(item.root->sync());
  }
  return {};
}

void Store::Impl::follow_names(const OpenPlaces& places, const std::vector<TextChange>& changes,
                               bool written) {
  for (const TextChange& change : changes) {
    const fs::Root* root = places.find(change.place.key);
    if (root == nullptr || change.file == note::kIndexFile) continue;
    if (!change.before && change.after) names_.made(*root, change.file);
    if (change.before && !change.after) names_.removed(*root, change.file);
  }
  for (const OpenPlaces::Item& item : places.items()) {
    if (written) {
      names_.settle(*item.root);
    } else {
      names_.forget(*item.root);
    }
  }
}

Result<> Store::Impl::forget(const Request& request, const Plan& plan,
                             const Purging& purging) const {
  const Forget& forget = request.forget ? request.forget : forget_;
  return !plan.purge || !forget ? Result<>() : forget(purging);
}

// Everything behind the plan: staged, logged, published, closed.
Result<> Store::Impl::write(const Request& request, const Plan& plan, const OpenPlaces& places,
                            std::vector<TextChange>& changes, const IndexChanges& indexes,
                            Outcome& outcome, bool& overtaken) {
  StagedChanges staged;
  LOCI_TRY(staged.stage(places, changes, indexes.texts));
  Record begin;
  LOCI_ASSIGN(outcome.id, log_begin(request, plan, changes, indexes, staged, begin));
  Progress progress;
  Purging purging = purging_of(changes, begin);
  Result<> written = forget(request, plan, purging);
  if (written) written = staged.publish(places, journal_, changes, progress);
  overtaken = progress.overtaken;
  follow_names(places, changes, written.has_value());
  if (written && plan.purge) {
    // From here on it cannot be called off, even if no file had to change.
    progress.touched = true;
    purging.moment = Purging::Moment::After;
    written = forget(request, plan, purging);
    if (written) written = erase_purged(journal_, begin, request.copy);
  }
  if (!written) return fail(failed(begin, std::move(written).error(), progress.touched));
  if (!progress.edits.empty()) return fail(close_overtaken(begin, progress.edits));
  std::vector<Record> records{closing(begin, Record::Kind::Done)};
  // The files are safe; without this line the next command looks once more.
  (void)journal_.append(records, {}, Journal::Sync::No);
  return {};
}

Result<Outcome> Store::Impl::attempt(const Request& request, const Planner& planner,
                                     const Locked& locked, bool& overtaken) {
  const OpenPlaces& places = locked.places;
  // First: what is swept may become a revision, which a plan must know of.
  if (!request.dry_run) LOCI_TRY(sweep(places));
  OpenView view(places, &names_);
  LOCI_ASSIGN(Plan plan, planner(view));
  LOCI_TRY(check_places(request, plan, places));
  LOCI_ASSIGN(std::vector<TextChange> changes, prepare(view, plan));
  LOCI_TRY(check_unfinished(locked.unfinished, changes));
  LOCI_TRY(check_names(names_, places, changes));
  Outcome outcome;
  if (changes.empty()) return outcome;
  LOCI_ASSIGN(IndexChanges indexes, index_changes(places, journal_, changes));
  if (!request.dry_run) {
    LOCI_TRY(write(request, plan, places, changes, indexes, outcome, overtaken));
  }
  report(changes, true, outcome);
  report(indexes.texts, false, outcome);
  return outcome;
}

Result<Outcome> Store::commit(const Request& request, const Planner& planner) {
  Impl::Locked locked;
  if (request.dry_run) {
    LOCI_ASSIGN(locked.places, OpenPlaces::open(impl_->files_, impl_->home_, request.places));
  } else {
    LOCI_TRY(check_home_version(impl_->files_, impl_->home_));
    LOCI_ASSIGN(locked, impl_->lock_and_recover(request.places, Missing::Create, kPatience));
  }
  for (int round = 0;; ++round) {
    bool overtaken = false;
    auto outcome = impl_->attempt(request, planner, locked, overtaken);
    if (outcome || !overtaken || round == kEditRounds) return outcome;
  }
}

}  // namespace loci::store
