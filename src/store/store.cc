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
#include "store/home_version.h"
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
  Result<OpenPlaces> lock_and_recover(const std::vector<Place>& places, Missing missing,
                                      std::chrono::milliseconds patience) {
    std::vector<Place> wanted = places;
    for (int round = 0; round < kLockRounds; ++round) {
      // Only places the caller named are made; others are there or are gone.
      const std::size_t create = missing == Missing::Create ? places.size() : 0;
      LOCI_ASSIGN(OpenPlaces locked,
                  OpenPlaces::lock(files_, home_, wanted, create, patience, settled_));
      LOCI_ASSIGN(const std::vector<Record> pending, journal_.pending());
      std::vector<Place> needed = places_to_recover(pending, wanted);
      if (needed.size() == wanted.size()) {
        LOCI_TRY(recover(files_, journal_, log_, locked, pending, forget_));
        return locked;
      }
      wanted = std::move(needed);
    }
    return fail(locked_by_recovery());
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
  void follow_names(const OpenPlaces& places, const std::vector<TextChange>& changes, bool written);
  // One try of commit(); `overtaken`: an editor changed a file meanwhile.
  Result<Outcome> attempt(const Request& request, const Planner& planner, const OpenPlaces& places,
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
  error.hint = fmt::format("{}{}the change is logged and the next command finishes it", error.hint,
                           error.hint.empty() ? "" : "; ");
  return error;
}

Result<> Store::Impl::sweep(const OpenPlaces& places) {
  for (const OpenPlaces::Item& item : places.items()) {
    LOCI_ASSIGN(const bool leftovers, names_.has_temporary(*item.root));
    if (!leftovers) continue;
    names_.forget(*item.root);
    LOCI_TRY(fs::sweep_temporary_files(files_, *item.root));
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

std::string Store::path_of(const Place& place) const {
  return place.in_workspace() ? place.key : fmt::format("{}/{}", impl_->home_, place.key);
}

Result<std::unique_ptr<fs::Root>> Store::open_place(const Place& place) {
  return store::open_place(impl_->files_, impl_->home_, place, Missing::Leave);
}

Result<std::unique_ptr<View>> Store::view(const std::vector<Place>& places, Recovery recovery) {
  if (recovery == Recovery::Yes) {
    const auto pending = impl_->journal_.pending();
    // Best effort: a live operation, or a home that cannot be written, is no
    // reason not to answer.
    if (pending && any_touches(*pending, places)) {
      (void)impl_->lock_and_recover(places, Missing::Leave, std::chrono::milliseconds(0));
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
      if (old) LOCI_TRY(call_off(impl_->journal_, impl_->log_, begin));
      continue;
    }
    // One that is still at it holds its locks, and is left alone.
    (void)impl_->lock_and_recover(places, Missing::Leave, std::chrono::milliseconds(0));
  }
  LOCI_ASSIGN(const std::vector<Record> after, impl_->journal_.pending());
  return before.size() - std::min(before.size(), after.size());
}

Result<Outcome> Store::commit(const Request& request, const Planner& planner) {
  if (!request.dry_run) LOCI_TRY(check_home_version(impl_->files_, impl_->home_));
  Result<OpenPlaces> places =
      request.dry_run ? OpenPlaces::open(impl_->files_, impl_->home_, request.places)
                      : impl_->lock_and_recover(request.places, Missing::Create, kPatience);
  if (!places) return fail(std::move(places));
  for (int round = 0;; ++round) {
    bool overtaken = false;
    auto outcome = impl_->attempt(request, planner, *places, overtaken);
    if (outcome || !overtaken || round == kEditRounds) return outcome;
  }
}

Result<Outcome> Store::Impl::attempt(const Request& request, const Planner& planner,
                                     const OpenPlaces& places, bool& overtaken) {
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
  LOCI_TRY(check_names(names_, places, changes));
  Outcome outcome;
  if (changes.empty()) return outcome;
  LOCI_ASSIGN(std::vector<TextChange> indexes, index_changes(places, changes));

  if (!request.dry_run) {
    LOCI_TRY(sweep(places));
    StagedChanges staged;
    LOCI_TRY(staged.stage(places, changes, indexes));
    Record begin;
    LOCI_ASSIGN(outcome.id, log_begin(request, plan, changes, indexes, staged, begin));
    Progress progress;
    Purging purging = purging_of(changes, begin);
    Result<> written = forget(plan, purging);
    if (written) written = staged.publish(progress);
    overtaken = progress.overtaken;
    follow_names(places, changes, written.has_value());
    if (written && !plan.purge.empty()) {
      progress.touched = true;
      purging.moment = Purging::Moment::After;
      written = forget(plan, purging);
      if (written) written = erase_purged(journal_, begin, request.copy);
    }
    if (!written) return fail(failed(begin, std::move(written).error(), progress.touched));
    Record done;
    done.kind = Record::Kind::Done;
    done.of = begin.sequence;
    std::vector<Record> records{std::move(done)};
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
