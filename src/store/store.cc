#include "store/store.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_set>

#include "base/hash.h"
#include "base/limits.h"
#include "base/text.h"
#include "fs/atomic_file.h"
#include "guard/redact.h"
#include "note/index_file.h"
#include "store/apply.h"
#include "store/history.h"
#include "store/home_version.h"
#include "store/leftovers.h"
#include "store/names.h"
#include "store/open_places.h"
#include "store/recovery.h"

namespace loci::store {
namespace {

// Past this many files, one pass over the journal is cheaper than a search each.
constexpr std::size_t kManyFiles = 4;
constexpr int kLockRounds = 8;
constexpr int kEditRounds = 3;
// A workspace may be on a disk that is not there today.
constexpr std::chrono::days kGoneForGood{30};

bool contains(const std::vector<Place>& places, const Place& place) {
  return std::any_of(places.begin(), places.end(),
                     [&](const Place& other) { return other.key == place.key; });
}

std::optional<std::string> hash_of(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  return sha256(*text);
}

class OpenView final : public View {
 public:
  // `names` knows the notes of locked places; without it they are listed each time.
  explicit OpenView(const OpenPlaces& places, Names* names = nullptr)
      : places_(places), names_(names) {}

  Result<std::optional<std::string>> read(const Place& place, std::string_view file) override {
    const fs::Root* root = places_.find(place.key);
    if (root == nullptr) return std::nullopt;
    auto text = root->read(file, file == note::kIndexFile ? kIndexFileBytes : kFileBytes);
    if (!text && text.error().kind == ErrorKind::NotFound) return std::nullopt;
    if (!text) return fail(std::move(text));
    return std::move(*text);
  }

  Result<bool> exists(const Place& place, std::string_view file) override {
    const fs::Root* root = places_.find(place.key);
    if (root == nullptr) return false;
    const auto stat = root->stat(file);
    if (!stat && stat.error().kind == ErrorKind::NotFound) return false;
    if (!stat) return fail(stat.error());
    if (stat->kind == fs::Kind::Link) {
      return fail(denied(fmt::format("'{}/{}' is a symbolic link", root->path(), file),
                         "loci follows no links below a memory directory: put a file there"));
    }
    return stat->kind == fs::Kind::File;
  }

  Result<std::vector<std::string>> notes(const Place& place) override {
    std::vector<std::string> names;
    const fs::Root* root = places_.find(place.key);
    if (root == nullptr) return names;
    LOCI_ASSIGN(std::vector<fs::Entry> entries, root->list());
    for (fs::Entry& entry : entries) {
      if (is_note_entry(entry)) names.push_back(std::move(entry.name));
    }
    std::sort(names.begin(), names.end());
    return names;
  }

  Result<bool> is_taken(const Place& place, std::string_view file) override {
    const fs::Root* root = places_.find(place.key);
    if (root == nullptr) return false;
    const std::string folded = fold(file);
    const auto alike = [&](const std::string& name) { return folds_to(name, folded); };
    if (names_ == nullptr) {
      LOCI_ASSIGN(const std::vector<std::string> names, notes(place));
      return std::any_of(names.begin(), names.end(), alike);
    }
    LOCI_ASSIGN(const std::vector<std::string>* names, names_->of(*root));
    return std::any_of(names->begin(), names->end(), alike);
  }

 private:
  const OpenPlaces& places_;
  Names* names_;
};

// A view that keeps its directories open itself.
class OwningView final : public View {
 public:
  explicit OwningView(OpenPlaces places) : places_(std::move(places)), view_(places_) {}
  Result<std::optional<std::string>> read(const Place& place, std::string_view file) override {
    return view_.read(place, file);
  }
  Result<bool> exists(const Place& place, std::string_view file) override {
    return view_.exists(place, file);
  }
  Result<std::vector<std::string>> notes(const Place& place) override { return view_.notes(place); }
  Result<bool> is_taken(const Place& place, std::string_view file) override {
    return view_.is_taken(place, file);
  }

 private:
  OpenPlaces places_;
  OpenView view_;
};

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
    if (change.expected && hash_of(before).value_or("") != *change.expected) {
      return fail(conflict(fmt::format("'{}' changed since it was read", change.file),
                           fmt::format("run 'loci read {}' and try again", change.file)));
    }
    if (before == change.text && plan.purge.empty()) continue;
    result.push_back({change.place, std::move(change.file), std::move(before),
                      std::move(change.text), true, std::move(change.from),
                      std::move(change.from_place), std::move(change.kept)});
  }
  return result;
}

Purging purging_of(const std::vector<TextChange>& changes, const Record& begin) {
  Purging purging{Purging::Moment::Before, begin, {}, {}};
  if (begin.purged.empty()) return purging;
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
std::string index_line_of(const TextChange& change, const std::vector<TextChange>& indexes) {
  if (change.after) return change.kept;
  for (const TextChange& index : indexes) {
    if (index.place == change.place && index.before) {
      return kept_text(*index.before, change.file);
    }
  }
  return {};
}

}  // namespace

class Store::Impl {
 public:
  Impl(fs::FileSystem& files, const Clock& clock, Log& log, std::string home)
      : files_(files),
        clock_(clock),
        log_(log),
        home_(std::move(home)),
        journal_(files, home_, clock) {}

  fs::FileSystem& files_;
  const Clock& clock_;
  Log& log_;
  std::string home_;
  Journal journal_;
  Names names_;
  Settled settled_;
  Forget forget_;

  // Locks `places` and finishes what dead processes left in them. Where that
  // involves other places too, the locks are given back and taken in order.
  // What cannot be finished, because of a file or of a place that cannot be
  // opened, is answered with the locks and is in nobody's way.
  struct Locked {
    OpenPlaces places;
    std::vector<Unfinished> unfinished;
  };
  Result<Locked> lock_and_recover(const std::vector<Place>& places, Missing missing,
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
      return Locked{std::move(*locked), std::move(left)};
    }
    return fail(locked_by_recovery());
  }

  // Takes those operations out of `pending` that touch `places` and others too.
  std::vector<Unfinished> take_beyond(std::vector<Record>& pending, const OpenPlaces& open,
                                      const std::vector<Place>& places, const Error& closed) {
    std::vector<Unfinished> beyond;
    std::erase_if(pending, [&](const Record& begin) {
      if (!any_touches({begin}, places)) return false;
      const bool within = std::all_of(
          begin.files.begin(), begin.files.end(),
          [&](const FileRecord& file) { return contains(places, place_of_key(file.place)); });
      if (within) return false;
      beyond.push_back(unfinished_at(open, begin, closed.message));
      log_.warn(fmt::format("{}; {}", unfinished_text(beyond.back()), way_out(beyond.back())));
      return true;
    });
    return beyond;
  }

  Result<std::vector<Record>> external_records(const std::vector<TextChange>& changes,
                                               const Request& request,
                                               std::vector<std::string>& objects);
  Result<std::uint64_t> log_begin(const Request& request, const Plan& plan,
                                  const std::vector<TextChange>& changes,
                                  const std::vector<TextChange>& indexes, StagedChanges& staged,
                                  Record& begin);
  // Removes what processes left that died before they logged anything.
  Result<> sweep(const OpenPlaces& places);
  Error failed(const Record& begin, Error error, bool touched);
  Result<> forget(const Plan& plan, const Purging& purging) const {
    return plan.purge.empty() || !forget_ ? Result<>() : forget_(purging);
  }
  // Closes an operation that left others' edits in place, records them and says so.
  Error close_overtaken(const Record& begin, const std::vector<Edit>& edits);
  void follow_names(const OpenPlaces& places, const std::vector<TextChange>& changes, bool written);
  // One try of commit(); `overtaken`: an editor changed a file meanwhile.
  Result<Outcome> attempt(const Request& request, const Planner& planner, const Locked& locked,
                          bool& overtaken);

 private:
  static Error locked_by_recovery() {
    return loci::locked("an interrupted operation could not be finished",
                        "try again; if it stays, run 'loci health'");
  }
};

// Notices files that differ from how loci last left or saw them, and keeps both
// texts: the one it knew is in the packs already, the present one joins it.
Result<std::vector<Record>> Store::Impl::external_records(const std::vector<TextChange>& changes,
                                                          const Request& request,
                                                          std::vector<std::string>& objects) {
  Record external;
  external.kind = Record::Kind::External;
  external.operation = "external";
  external.origin = "external";
  external.workspace = request.workspace;
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
  }
  if (external.files.empty()) return std::vector<Record>();
  return std::vector<Record>{std::move(external)};
}

Result<std::uint64_t> Store::Impl::log_begin(const Request& request, const Plan& plan,
                                             const std::vector<TextChange>& changes,
                                             const std::vector<TextChange>& indexes,
                                             StagedChanges& staged, Record& begin) {
  begin.kind = Record::Kind::Begin;
  begin.undoes = request.undoes;
  begin.operation = request.operation;
  begin.origin = request.origin;
  begin.actor = request.actor;
  begin.workspace = request.workspace;
  begin.summary = guard::redact(plan.summary);
  begin.purged = plan.purge;
  for (const TextChange& change : changes) {
    begin.files.push_back({change.place.key, change.file, hash_of(change.before),
                           hash_of(change.after), change.from, change.from_place});
  }
  std::vector<Record> records;
  std::vector<std::string> objects;
  // What is to be erased is not stored first.
  if (plan.purge.empty()) {
    LOCI_ASSIGN(records, external_records(changes, request, objects));
  }
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const FileRecord& file = begin.files[i];
    if (!file.after || (!plan.purge.empty() && file.before == file.after)) continue;
    objects.push_back(format_object(*file.after, *changes[i].after));
  }
  for (std::size_t i = 0; i < changes.size() && plan.purge.empty(); ++i) {
    const std::string line = index_line_of(changes[i], indexes);
    if (line.empty()) continue;
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

Store::Store(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Store::~Store() = default;

Result<std::unique_ptr<Store>> Store::open(fs::FileSystem& files, const Clock& clock, Log& log,
                                           const std::string& home) {
  std::string path = home;
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
      new Store(std::make_unique<Impl>(files, clock, log, std::move(path))));
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
    Result<> finished;
    if (!pending) finished = fail(pending.error());
    if (pending && any_touches(*pending, places)) {
      const auto locked =
          impl_->lock_and_recover(places, Missing::Leave, std::chrono::milliseconds(0));
      if (!locked) finished = fail(locked.error());
    }
    if (!finished && finished.error().kind != ErrorKind::Locked) {
      impl_->log_.warn(fmt::format("what an interrupted operation left could not be finished: {}",
                                   finished.error().message));
    }
  }
  LOCI_ASSIGN(OpenPlaces opened, OpenPlaces::open(impl_->files_, impl_->home_, places));
  return std::make_unique<OwningView>(std::move(opened));
}

Result<std::size_t> Store::finish_interrupted() {
  LOCI_ASSIGN(const std::vector<Record> before, impl_->journal_.pending());
  for (const Record& begin : before) {
    std::vector<Place> places;
    for (const FileRecord& file : begin.files) places.push_back(place_of_key(file.place));
    LOCI_ASSIGN(const OpenPlaces there, OpenPlaces::open(impl_->files_, impl_->home_, places));
    if (there.items().empty()) {
      const auto begun = parse_time(begin.time);
      const bool old = begun && impl_->clock_.now() - *begun > kGoneForGood;
      if (old) LOCI_TRY(store::call_off(impl_->journal_, impl_->log_, begin));
      continue;
    }
    // One that is still at it holds its locks, and is left alone.
    const auto finished =
        impl_->lock_and_recover(places, Missing::Leave, std::chrono::milliseconds(0));
    if (!finished && finished.error().kind != ErrorKind::Locked) {
      impl_->log_.warn(fmt::format("what an interrupted operation left could not be finished: {}",
                                   finished.error().message));
    }
  }
  LOCI_ASSIGN(const std::vector<Record> after, impl_->journal_.pending());
  return before.size() - std::min(before.size(), after.size());
}

Result<std::vector<Unfinished>> Store::unfinished(Recovery recovery) {
  std::vector<Unfinished> result;
  LOCI_ASSIGN(const std::vector<Record> pending, impl_->journal_.pending());
  for (const Record& begin : pending) {
    std::vector<Place> places;
    for (const FileRecord& file : begin.files) places.push_back(place_of_key(file.place));
    if (recovery == Recovery::No) {
      auto there = OpenPlaces::open(impl_->files_, impl_->home_, places);
      const OpenPlaces open = there ? std::move(*there) : OpenPlaces();
      result.push_back(unfinished_at(open, begin, ""));
      continue;
    }
    auto locked = impl_->lock_and_recover(places, Missing::Leave, std::chrono::milliseconds(0));
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
    std::vector<Place> places;
    for (const FileRecord& file : one.begin.files) places.push_back(place_of_key(file.place));
    LOCI_ASSIGN(const OpenPlaces locked, OpenPlaces::lock(impl_->files_, impl_->home_, places, 0,
                                                          kPatience, impl_->settled_));
    return take_back(impl_->files_, impl_->journal_, impl_->log_, locked, one.begin);
  }
  return fail(not_found(fmt::format("operation {} is not one that stays half done", operation),
                        "run 'loci health' to see those"));
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
  }
  return swept;
}

Result<Outcome> Store::commit(const Request& request, const Planner& planner) {
  if (!request.dry_run) LOCI_TRY(check_home_version(impl_->files_, impl_->home_));
  Impl::Locked locked;
  if (request.dry_run) {
    LOCI_ASSIGN(locked.places, OpenPlaces::open(impl_->files_, impl_->home_, request.places));
  } else {
    LOCI_ASSIGN(locked, impl_->lock_and_recover(request.places, Missing::Create, kPatience));
  }
  for (int round = 0;; ++round) {
    bool overtaken = false;
    auto outcome = impl_->attempt(request, planner, locked, overtaken);
    if (outcome || !overtaken || round == kEditRounds) return outcome;
  }
}

Result<Outcome> Store::Impl::attempt(const Request& request, const Planner& planner,
                                     const Locked& locked, bool& overtaken) {
  const OpenPlaces& places = locked.places;
  // First: what is swept may become a revision, which a plan must know of.
  if (!request.dry_run) LOCI_TRY(sweep(places));
  OpenView view(places, &names_);
  LOCI_ASSIGN(Plan plan, planner(view));
  for (const FileChange& change : plan.changes) {
    // A note that a purge takes may have been in a place that is gone.
    const bool nowhere =
        !plan.purge.empty() && !change.text && places.find(change.place.key) == nullptr;
    if (!contains(request.places, change.place) && !nowhere) {
      return fail(
          internal_error(fmt::format("'{}' was planned outside the locked places", change.file)));
    }
  }
  LOCI_ASSIGN(std::vector<TextChange> changes, prepare(view, plan));
  LOCI_TRY(check_unfinished(locked.unfinished, changes));
  LOCI_TRY(check_names(names_, places, changes));
  Outcome outcome;
  if (changes.empty()) return outcome;
  LOCI_ASSIGN(std::vector<TextChange> indexes, index_changes(places, changes));

  if (!request.dry_run) {
    StagedChanges staged;
    LOCI_TRY(staged.stage(places, changes, indexes));
    Record begin;
    LOCI_ASSIGN(outcome.id, log_begin(request, plan, changes, indexes, staged, begin));
    Progress progress;
    Purging purging = purging_of(changes, begin);
    Result<> written = forget(plan, purging);
    if (written) written = staged.publish(places, changes, progress);
    overtaken = progress.overtaken;
    follow_names(places, changes, written.has_value());
    if (written && !plan.purge.empty()) {
      progress.touched = true;
      purging.moment = Purging::Moment::After;
      written = forget(plan, purging);
      if (written) written = erase_purged(journal_, begin, request.copy);
    }
    if (!written) return fail(failed(begin, std::move(written).error(), progress.touched));
    if (!progress.edits.empty()) return fail(close_overtaken(begin, progress.edits));
    std::vector<Record> records{closing(begin, Record::Kind::Done)};
    // The files are safe; without this line the next command looks once more.
    (void)journal_.append(records, {}, Journal::Sync::No);
  }
  for (std::vector<TextChange>* list : {&changes, &indexes}) {
    for (TextChange& change : *list) {
      std::string hash;
      if (list == &changes) hash = hash_of(change.after).value_or("");
      outcome.changed.push_back({std::move(change.place), std::move(change.file),
                                 std::move(change.before), std::move(change.after),
                                 std::move(hash)});
    }
  }
  return outcome;
}

Result<std::unique_ptr<fs::Root>> Store::home_directory(std::string_view path) {
  LOCI_TRY(check_home_version(impl_->files_, impl_->home_));
  LOCI_ASSIGN(std::unique_ptr<fs::Root> root,
              fs::open_or_create(impl_->files_, impl_->home_, fs::Modes::Private));
  while (!path.empty()) {
    const std::string_view name = path.substr(0, path.find('/'));
    path.remove_prefix(std::min(path.size(), name.size() + 1));
    LOCI_ASSIGN(root, fs::open_or_create(*root, name));
  }
  return root;
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
  std::optional<std::string> before;
  auto text = root->read(name, kFileBytes);
  if (text) before = std::move(*text);
  if (!text && text.error().kind != ErrorKind::NotFound) return fail(std::move(text));
  LOCI_ASSIGN(const std::optional<std::string> after, edit(before));
  if (!after || after == before) return {};
  LOCI_TRY(fs::sweep_temporary_files(impl_->files_, *root));
  LOCI_TRY(fs::replace_file(*root, name, *after));
  return root->sync();
}

}  // namespace loci::store
