#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <map>
#include <span>

#include "base/hash.h"
#include "base/parallel.h"
#include "guard/redact.h"
#include "note/index_file.h"
#include "store/directory.h"
#include "store/history.h"
#include "store/kept_line.h"
#include "store/past_hooks.h"
#include "store/recovery.h"
#include "store/repository.h"
#include "store/store_impl.h"

namespace loci::store {
namespace {

// Past this many files, one pass over the journal is cheaper than a search each.
constexpr std::size_t kManyFiles = 4;
// Past this many, that pass costs less than to look each time whether the journal has grown.
constexpr std::size_t kThousandsOfFiles = 1'000;

std::optional<std::string> hash_of(const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  return sha256(*text);
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

// What the record of an operation says of its files. Thousands are hashed and read on several
// threads.
std::vector<FileRecord> file_records(std::span<const TextChange> changes, bool purges) {
  std::vector<FileRecord> records(changes.size());
  in_parallel(changes.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const TextChange& change = changes[i];
      records[i] = {change.place.key,      change.file, hash_of(change.before),
                    hash_of(change.after), change.from, change.from_place};
      records[i].heard = change.heard;
      if (!purges) records[i].hook = hook_mark_of(change.place, change.file, change.after);
    }
  });
  return records;
}

// Where files of a workspace were changed by something else: "at commit 1f0c2a3b4d5e", which a
// checkout, a pull or a stash may have brought; or "".
std::string checked_out(fs::FileSystem& files, const Record& external) {
  constexpr std::size_t kDigits = 12;
  const std::string root = workspace_of(external);
  if (root.empty()) return "";
  const auto head = read_head(files, root);
  return head && *head ? fmt::format("at commit {}", (*head)->commit.substr(0, kDigits)) : "";
}

}  // namespace

// Notices files that differ from how loci last left or saw them, and keeps both
// texts: the one it knew is in the packs already, the present one joins it.
Result<std::vector<Record>> Store::Impl::external_records(KnownTexts& known_texts,
                                                          std::span<const TextChange> changes,
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
    if (changes.size() < kThousandsOfFiles) {
      LOCI_ASSIGN(const bool as_left,
                  known_texts.last_was(journal_, change.place.key, change.file, present));
      if (as_left) continue;
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

Result<Outcome> Store::Impl::keep_noticed(KnownTexts& known_texts, const Plan& plan,
                                          const Request& request) {
  if (plan.noticed.empty()) return Outcome();
  std::vector<std::string> objects;
  LOCI_ASSIGN(std::vector<Record> records,
              external_records(known_texts, noticed_texts(plan), request, objects));
  for (Record& external : records) {
    if (const std::string root = workspace_of(external); !root.empty()) {
      external.directory = directory_mark(files_, root);
    }
    external.summary = checked_out(files_, external);
  }
  const std::vector<std::string_view> texts(objects.begin(), objects.end());
  if (!records.empty()) LOCI_TRY(journal_.append(records, texts, Journal::Sync::Yes));
  return Outcome();
}

// The records of an operation, its Begin last, and the texts that go with them.
Result<> Store::Impl::describe(KnownTexts& known_texts, const Group& group,
                               const Operation& operation, std::vector<Record>& log,
                               std::vector<std::string>& objects) {
  const Request& request = operation.waiting->request;
  const Plan& plan = operation.plan;
  const std::span<const TextChange> changes = group.changes_of(operation);
  Record begin;
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
  begin.files = file_records(changes, plan.purge.has_value());
  for (const IndexChanges::Stayed& line : group.indexes.stayed) {
    for (FileRecord& file : begin.files) {
      if (file.place == line.place && file.file == line.file) file.stayed = hook_mark(line.hook);
    }
  }
  std::vector<Record> records;
  if (const std::string root = workspace_of(begin); !root.empty()) {
    begin.directory = directory_mark(files_, root);
  }
  // What is to be erased is not stored first.
  if (!plan.purge) {
    LOCI_ASSIGN(records, external_records(known_texts, changes, request, objects));
    LOCI_ASSIGN(std::vector<Record> noticed,
                external_records(known_texts, noticed_texts(plan), request, objects));
    for (Record& record : noticed) records.push_back(std::move(record));
  }
  for (Record& external : records) {
    external.directory = begin.directory;
    external.summary = checked_out(files_, external);
  }
  for (std::size_t i = 0; i < changes.size(); ++i) {
    const FileRecord& file = begin.files[i];
    if (!file.after || (plan.purge && file.before == file.after)) continue;
    objects.push_back(format_object(*file.after, *changes[i].after));
  }
  for (std::size_t i = 0; i < changes.size() && !plan.purge; ++i) {
    const auto kept = index_line_of(changes[i], group.indexes.texts);
    if (!kept) continue;
    const std::string line = format_kept(*kept);
    begin.files[i].line = sha256(line);
    objects.push_back(format_object(begin.files[i].line, line));
  }
  for (Record& external : records) log.push_back(std::move(external));
  log.push_back(std::move(begin));
  return {};
}

// Operations that failed before their first change are called off, so that nobody finishes
// them later.
bool Store::Impl::call_off_begun(const std::vector<Operation>& operations) {
  std::vector<Record> records;
  for (const Operation& operation : operations) {
    Record abort = closing(operation.begin, Record::Kind::Abort);
    for (const FileRecord& file : operation.begin.files) {
      abort.files.push_back({file.place, file.file, file.after, file.before, "", ""});
    }
    records.push_back(std::move(abort));
  }
  return journal_.append(records, {}, Journal::Sync::Yes).has_value();
}

// The answer of one that is logged and not done: the next command finishes it.
Error Store::Impl::left_unfinished(const Record& begin, Error error) {
  if (!error.hint.empty()) error.hint += "; ";
  error.hint +=
      error.kind == ErrorKind::Denied && can_be_undone(begin)
          ? fmt::format(
                "once that is fixed, the next command finishes it; 'loci undo {}' cancels it",
                begin.sequence)
          : "the change is logged, and the next command finishes it";
  return error;
}

Error Store::Impl::close_overtaken(const Record& begin, const std::vector<Edit>& edits) {
  std::vector<Record> records{closing(begin, Record::Kind::Done)};
  std::vector<std::string> objects;
  record_edits(begin, edits, records, objects);
  const std::vector<std::string_view> texts(objects.begin(), objects.end());
  if (const auto recorded = journal_.append(records, texts, Journal::Sync::Yes); !recorded) {
    return left_unfinished(begin, recorded.error());
  }
  for (const Edit& edit : edits) {
    if (!edit.leftover.empty()) (void)edit.root->remove(edit.leftover);
  }
  return saved_meanwhile(begin, edits, records.back().sequence);
}

void Store::Impl::follow_names(Names& names, const OpenPlaces& places,
                               const std::vector<TextChange>& changes, bool written) {
  const bool few = changes.size() < kThousandsOfFiles;  // else they are listed anew
  for (const TextChange& change : changes) {
    if (!few) break;
    const fs::Root* root = places.find(change.place.key);
    if (root == nullptr || change.file == note::kIndexFile) continue;
    if (!change.before && change.after) names.made(*root, change.file);
    if (change.before && !change.after) names.removed(*root, change.file);
  }
  for (const OpenPlaces::Item& item : places.items()) {
    if (written && few) {
      names.settle(*item.root);
    } else {
      names.forget(*item.root);
    }
  }
}

Result<> Store::Impl::forget(const Request& request, const Plan& plan,
                             const Purging& purging) const {
  const Forget& forget = request.forget ? request.forget : forget_;
  return !plan.purge || !forget ? Result<>() : forget(purging);
}

// One record for each, one wait for all: log, texts and what is staged are synced together.
Result<> Store::Impl::log_begins(KnownTexts& known_texts, Group& group, StagedChanges& staged) {
  std::vector<Record> records;
  std::vector<std::string> objects;
  std::vector<std::size_t> begins;
  for (const Operation& operation : group.operations) {
    LOCI_TRY(describe(known_texts, group, operation, records, objects));
    begins.push_back(records.size() - 1);
  }
  const std::vector<std::string_view> texts(objects.begin(), objects.end());
  LOCI_TRY(staged.sync_many());
  std::vector<fs::File*> along = staged.files();
  if (group.companion) {
    for (fs::File* file : group.companion->files()) along.push_back(file);
  }
  LOCI_TRY(journal_.append(records, texts, Journal::Sync::Yes, along));
  staged.synced();
  if (group.companion) group.companion->synced();
  for (std::size_t i = 0; i < begins.size(); ++i) {
    group.operations[i].begin = std::move(records[begins[i]]);
  }
  return {};
}

// Puts the files in place. Of a purge, which is alone, everybody else forgets first.
Result<> Store::Impl::publish(Room& room, const OpenPlaces& places, Group& group,
                              StagedChanges& staged, Progress& progress) {
  const Operation& first = group.operations.front();
  const Request& request = first.waiting->request;
  Purging purging = purging_of(group.changes, first.begin);
  Result<> written = forget(request, first.plan, purging);
  const auto accompany = [&] {
    // What somebody saved meanwhile may be another text than the companion was made for.
    group.accompanied = group.companion && progress.edits.empty() && group.companion->publish();
    group.companion.reset();  // and with it the directory's lock
  };
  if (written) written = staged.publish(places, journal_, group.changes, progress, accompany);
  follow_names(room.names, places, group.changes, written.has_value());
  if (!written || !first.plan.purge) return written;
  // From here on it cannot be called off, even if no file had to change.
  progress.touched = true;
  purging.moment = Purging::Moment::After;
  LOCI_TRY(forget(request, first.plan, purging));
  return erase_purged(journal_, first.begin, request.copy);
}

// What broke off among the files of a group must not be everybody's: each operation is
// finished by itself, as after a crash, and only the one that cannot be is answered so.
void Store::Impl::finish_each(const OpenPlaces& places, Group& group, const Error& error) {
  for (Operation& operation : group.operations) {
    const auto left = recover(files_, journal_, log_, places, {operation.begin}, forget_);
    if (left && left->empty()) continue;
    operation.waiting->answer = fail(left_unfinished(operation.begin, error));
  }
}

// Closes the operations that are done. What others saved meanwhile is an answer to the one
// whose file it was.
void Store::Impl::close(const Group& group, std::vector<Edit> edits) {
  std::vector<Record> records;
  for (const Operation& operation : group.operations) {
    std::vector<Edit> own;
    for (Edit& edit : edits) {
      const bool inside =
          edit.change >= operation.first && edit.change < operation.first + operation.count;
      if (!inside) continue;
      own.push_back(std::move(edit));
      own.back().change -= operation.first;
      edit.change = group.changes.size();  // taken
    }
    if (own.empty()) {
      records.push_back(closing(operation.begin, Record::Kind::Done));
    } else {
      operation.waiting->answer = fail(close_overtaken(operation.begin, own));
    }
  }
  // The files are safe; without these lines the next command looks once more.
  if (!records.empty()) (void)journal_.append(records, {}, Journal::Sync::No);
}

// The steps behind the log, of one operation or of several.
std::optional<Store::Impl::Setback> Store::Impl::carry_out(Room& room, const OpenPlaces& places,
                                                           Group& group,
                                                           std::optional<StagedChanges>& staged) {
  Progress progress;
  const bool anew = staged->fills_anew();
  Result<> written = publish(room, places, group, *staged, progress);
  staged.reset();  // what it left is not to be taken for a dead process's
  if (written) {
    close(group, std::move(progress.edits));
    return std::nullopt;
  }
  Error error = std::move(written).error();
  if (!progress.touched && call_off_begun(group.operations)) {
    return Setback{std::move(error), progress.overtaken};
  }
  // One place may have got its new directory and another one not.
  if (progress.touched && (anew || group.operations.size() > 1)) {
    finish_each(places, group, error);
    return std::nullopt;
  }
  for (Operation& operation : group.operations) {
    operation.waiting->answer = fail(left_unfinished(operation.begin, error));
  }
  return std::nullopt;
}

void Store::Impl::stage_companion(Group& group) {
  if (group.operations.size() != 1) return;
  const Companion& companion = group.operations.front().waiting->request.companion;
  if (!companion.edits) return;
  std::vector<Changed> changed;
  for (const TextChange& change : group.changes) {
    changed.push_back({change.place, change.file, change.before, change.after, ""});
  }
  group.companion = StagedCompanion::stage(files_, home_, companion, changed);
}

std::optional<Store::Impl::Setback> Store::Impl::write(Room& room, OpenPlaces& places, Group& group,
                                                       Filling filling) {
  std::optional<StagedChanges> staged(std::in_place);
  const std::vector<TextChange>& indexes = group.indexes.texts;
  NewDirectories* const ahead =
      group.operations.size() == 1 ? group.operations.front().waiting->request.ahead : nullptr;
  auto done = filling == Filling::Anew
                  ? staged->stage_anew(files_, home_, places, group.changes, indexes, ahead)
                  : staged->stage(places, group.changes, indexes);
  if (!done) return Setback{std::move(done).error()};
  stage_companion(group);
  if (auto logged = log_begins(room.known, group, *staged); !logged) {
    return Setback{std::move(logged).error()};
  }
  // They are logged: nobody may take one of them for an operation still to be done.
  try {
    return carry_out(room, places, group, staged);
  } catch (const std::exception&) {
    for (Operation& operation : group.operations) {
      operation.waiting->thrown = std::current_exception();
    }
    return std::nullopt;
  }
}

}  // namespace loci::store
