#include "store/recovery.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/hash.h"
#include "base/limits.h"
#include "base/path.h"
#include "base/text.h"
#include "fs/absent.h"
#include "fs/atomic_file.h"
#include "note/index_file.h"
#include "store/directory.h"
#include "store/history.h"
#include "store/kept_line.h"
#include "store/leftovers.h"
#include "store/staged_changes.h"

namespace loci::store {
namespace {

// Which text a file has: the one from before the operation, the one that the
// operation gives it, or one that somebody else wrote since.
enum class Version { Old, New, Edited };

// A file that the operation names, as it is now.
struct FileNow {
  const FileRecord* record;
  Place place;
  std::optional<std::string> text;
  Version version;
};

// None also for a link or a directory in the file's place: somebody put it there, so
// the file counts as edited.
Result<std::optional<std::string>> present_text(const OpenPlaces& places, const FileRecord& file) {
  const fs::Root* root = places.find(file.place);
  if (root == nullptr) return std::nullopt;
  LOCI_ASSIGN(const auto stat, fs::if_there(root->stat(file.file)));
  const bool readable = stat && stat->kind == fs::Kind::File && stat->size <= kIndexFileBytes;
  if (!readable) return std::nullopt;  // gone, or no regular file any more
  return fs::if_there(root->read(file.file, kIndexFileBytes));
}

Result<std::vector<FileNow>> look(const OpenPlaces& places, const Record& begin) {
  std::vector<FileNow> result;
  for (const FileRecord& file : begin.files) {
    LOCI_ASSIGN(std::optional<std::string> text, present_text(places, file));
    std::optional<std::string> hash;
    if (text) hash = sha256(*text);
    // New before Old: where both are the same, as in a purge that leaves the note,
    // nothing is left to do.
    const Version version = hash == file.after    ? Version::New
                            : hash == file.before ? Version::Old
                                                  : Version::Edited;
    result.push_back({&file, place_of_key(file.place), std::move(text), version});
  }
  return result;
}

std::optional<std::string> text_of(const Texts& texts, const std::optional<std::string>& hash) {
  if (!hash) return std::nullopt;
  const auto found = texts.find(*hash);
  if (found == texts.end()) return std::nullopt;
  return found->second;
}

std::string names_of(const Record& begin) {
  std::vector<std::string> names;
  for (const FileRecord& file : begin.files) names.push_back(printable(file.file, true));
  if (names.size() > 3) return fmt::format("{} files", names.size());
  return join(names, ", ");
}

// Whether the operation changed nothing yet and must not be finished: one of its texts
// is missing, so the power went before the log was whole on the disk, or a place that
// it would write to is gone. One file with its new text shows that it had begun, and
// then the rest is finished as far as it can be.
bool never_started(const OpenPlaces& places, const Record& begin, const std::vector<FileNow>& found,
                   const Texts& texts) {
  bool missing = false;
  for (const FileNow& file : found) {
    const FileRecord& record = *file.record;
    if (record.before == record.after) continue;
    if (file.version == Version::New) return false;
    if (file.version == Version::Edited) continue;
    if (record.after && !texts.contains(*record.after)) missing = true;
    if (!record.line.empty() && !texts.contains(record.line)) missing = true;
    if (record.after && places.find(record.place) == nullptr) missing = true;
    // A purge is not stopped by what it is to erase.
    if (record.before && !texts.contains(*record.before) && !begin.is_purge()) missing = true;
  }
  return missing;
}

// Files that were edited after the interruption stay as they are, and their text
// becomes a revision. An index is not among them: its history is that of its notes.
void report_edited(const std::vector<FileNow>& found, const Record& begin, Log& log,
                   std::vector<Record>& records, std::vector<std::string>& objects) {
  Record external = external_record(begin.workspace);
  for (const FileNow& file : found) {
    if (file.version != Version::Edited || file.record->file == note::kIndexFile) continue;
    std::optional<std::string> hash;
    if (file.text) {
      hash = sha256(*file.text);
      objects.push_back(format_object(*hash, *file.text));
    }
    external.files.push_back(
        {file.record->place, file.record->file, file.record->before, hash, "", ""});
    log.warn(fmt::format("'{}' was edited after an interrupted '{}' and was left unchanged",
                         printable(file.record->file, true), begin.operation));
  }
  if (!external.files.empty()) records.push_back(std::move(external));
}

bool touches(const Record& begin, const std::vector<Place>& places) {
  return std::any_of(begin.files.begin(), begin.files.end(), [&](const FileRecord& file) {
    return std::any_of(places.begin(), places.end(),
                       [&](const Place& place) { return place.key == file.place; });
  });
}

Purging purging_of(const std::vector<FileNow>& found, const Record& begin) {
  Purging purging{Purging::Moment::Before, begin, {}, {}};
  for (const FileNow& file : found) {
    if (!file.text) continue;
    const bool goes = file.version == Version::Old && !file.record->after;
    (goes ? purging.gone : purging.stays).push_back(*file.text);
  }
  return purging;
}

// The dead process may have put a whole directory in place (new_directory.h): its name stands in
// the one above. Who cannot open that one has put none there.
Result<> sync_above(fs::FileSystem& files, const OpenPlaces::Item& item) {
  if (item.place.in_workspace()) return {};
  const auto above = files.open(std::string(parent_path(item.root->path())), fs::Modes::Private);
  return above ? (*above)->sync() : Result<>();
}

// Removes what the dead process of an operation left beside the files. Texts that the
// journal does not know are recorded first, but not the old index of a purge: it has a
// line of the note that is to be erased.
Result<> sweep(fs::FileSystem& files, Journal& journal, const OpenPlaces::Item& item,
               const Record& begin) {
  if (begin.is_purge() && touches(begin, {item.place})) {
    LOCI_ASSIGN(const std::vector<std::string> names, fs::orphans(files, *item.root));
    for (const std::string& name : names) {
      if (fs::is_sibling_of(name, note::kIndexFile)) LOCI_TRY(item.root->remove(name));
    }
  }
  LOCI_TRY(sweep_place(files, journal, item));
  return {};
}

// The record that closes an operation which was taken back; its files say how things
// are now.
Record abort_of(const Record& reversed) {
  Record abort = closing(reversed, Record::Kind::Abort);
  for (const FileRecord& file : reversed.files) {
    abort.files.push_back({file.place, file.file, file.before, file.after, "", ""});
  }
  return abort;
}

// The same operation the other way round: texts, renames and index lines. So taking an
// operation back is finishing its opposite, and one piece of code does both.
Record reversed(const Record& begin) {
  Record back = begin;
  for (FileRecord& file : back.files) {
    std::swap(file.before, file.after);
    file.from.clear();
    file.from_place.clear();
  }
  for (const FileRecord& file : begin.files) {
    if (file.from.empty()) continue;
    const std::string& from_place = file.from_place.empty() ? file.place : file.from_place;
    for (FileRecord& other : back.files) {
      if (other.file != file.from || other.place != from_place) continue;
      other.from = file.file;
      if (!file.from_place.empty()) other.from_place = file.place;
    }
  }
  return back;
}

enum class Way : bool { Finish, TakeBack };

Result<> finish(fs::FileSystem& files, Journal& journal, Log& log, const OpenPlaces& places,
                const Record& begin, Way way, const Forget& forget) {
  LOCI_ASSIGN(std::vector<FileNow> found, look(places, begin));
  LOCI_ASSIGN(const Texts texts, journal.texts(hashes_of(begin)));
  if (way == Way::Finish && never_started(places, begin, found, texts)) {
    return call_off(journal, log, begin);
  }

  // Every file is a change, also one that has its new text already: its line in the
  // index may be missing.
  std::vector<TextChange> changes;
  bool unfinished = false;
  for (const FileNow& file : found) {
    TextChange change{file.place,
                      file.record->file,
                      text_of(texts, file.record->before),
                      file.text,
                      false,
                      file.record->from,
                      file.record->from_place};
    if (const auto line = texts.find(file.record->line); line != texts.end()) {
      change.kept = parse_kept(line->second);
    }
    if (file.version == Version::Old && file.record->before != file.record->after) {
      change.before = file.text;
      change.after = text_of(texts, file.record->after);
      // The text may be gone from the pack: the file then keeps the old one.
      change.write = change.after.has_value() == file.record->after.has_value();
      unfinished = true;
      if (!change.write) {
        change.after = file.text;
        log.warn(
            fmt::format("'{}' keeps its old text: the new text from an interrupted '{}' is lost",
                        printable(file.record->file, true), begin.operation));
      }
    }
    changes.push_back(std::move(change));
  }
  if (begin.undoes != 0) mark_unlisted(changes);
  LOCI_ASSIGN(const IndexChanges indexes, index_changes(places, journal, changes));
  StagedChanges staged;
  LOCI_TRY(staged.stage(places, changes, indexes.texts));
  // The dead process may not have synced its log. No file may change before it is
  // safe, or a power cut would leave a change that nobody knows of.
  LOCI_TRY(journal.settle());
  Purging purging = purging_of(found, begin);
  if (begin.is_purge() && forget) LOCI_TRY(forget(purging));
  Progress progress;
  LOCI_TRY(staged.publish(places, journal, changes, progress));
  // What somebody saved while this was done is an edit like those found before.
  for (Edit& edit : progress.edits) {
    found[edit.change].version = Version::Edited;
    found[edit.change].text = std::move(edit.text);
  }
  for (const OpenPlaces::Item& item : places.items()) {
    LOCI_TRY(sweep(files, journal, item, begin));
    // Also what the dead process had renamed and not synced.
    if (!touches(begin, {item.place})) continue;
    LOCI_TRY(item.root->sync());
    LOCI_TRY(sync_above(files, item));
  }
  if (begin.is_purge()) {
    purging.moment = Purging::Moment::After;
    if (forget) LOCI_TRY(forget(purging));
    LOCI_TRY(erase_purged(journal, begin));
  }

  std::vector<Record> records{way == Way::Finish ? closing(begin, Record::Kind::Done)
                                                 : abort_of(begin)};
  std::vector<std::string> objects;
  report_edited(found, begin, log, records, objects);
  const std::vector<std::string_view> views(objects.begin(), objects.end());
  // Not synced: without the record the next process comes to the same end.
  LOCI_TRY(journal.append(records, views, Journal::Sync::No));
  if (way == Way::TakeBack) {
    log.note(fmt::format("cancelled '{}' of {}", begin.operation, names_of(begin)));
  } else if (unfinished || !indexes.texts.empty()) {
    log.note(fmt::format("finished an interrupted '{}' of {}", begin.operation, names_of(begin)));
  }
  return {};
}

}  // namespace

Record closing(const Record& begin, Record::Kind kind) {
  Record record;
  record.kind = kind;
  record.of = begin.sequence;
  return record;
}

void record_edits(const Record& begin, const std::vector<Edit>& edits, std::vector<Record>& records,
                  std::vector<std::string>& objects) {
  Record earlier = external_record(begin.workspace);
  Record present = external_record(begin.workspace);
  const auto keep = [&](const std::string& text) {
    std::string hash = sha256(text);
    objects.push_back(format_object(hash, text));
    return hash;
  };
  for (const Edit& edit : edits) {
    const FileRecord& file = begin.files.at(edit.change);
    FileRecord record{file.place, file.file, file.before, std::nullopt, "", ""};
    if (edit.earlier) {
      record.after = keep(*edit.earlier);
      earlier.files.push_back(record);
      record.before = record.after;
    }
    record.after.reset();
    if (edit.text) record.after = keep(*edit.text);
    present.files.push_back(std::move(record));
  }
  if (!earlier.files.empty()) records.push_back(std::move(earlier));
  records.push_back(std::move(present));
}

Error saved_meanwhile(const Record& begin, const std::vector<Edit>& edits, std::uint64_t revision) {
  const FileRecord& first = begin.files.at(edits.front().change);
  const std::string file = printable(first.file, true);
  std::string what = fmt::format("'{}'", file);
  if (edits.size() > 1) what += fmt::format(" and {} more", edits.size() - 1);
  const std::string_view were = edits.size() > 1 ? "were" : "was";
  std::string hint =
      first.after
          ? fmt::format(
                "loci's text is revision {} ('loci diff {} {}', 'loci restore {} --rev {}')",
                begin.sequence, file, begin.sequence, file, begin.sequence)
          : std::string("run the command again to delete it");
  hint += fmt::format(", what was saved is revision {}", revision);
  if (begin.files.size() > edits.size()) hint += "; the other files were changed";
  return conflict(
      fmt::format("{} {} saved by another program in the meantime and left unchanged", what, were),
      std::move(hint));
}

Result<> call_off(Journal& journal, Log& log, const Record& begin) {
  Record abort = closing(begin, Record::Kind::Abort);
  for (const FileRecord& file : begin.files) {
    abort.files.push_back({file.place, file.file, file.after, file.before, "", ""});
  }
  std::vector<Record> records{std::move(abort)};
  LOCI_TRY(journal.append(records, {}, Journal::Sync::No));
  log.note(fmt::format("cancelled an interrupted '{}' of {}: nothing had changed yet",
                       begin.operation, names_of(begin)));
  return {};
}

bool any_touches(const std::vector<Record>& pending, const std::vector<Place>& places) {
  return std::any_of(pending.begin(), pending.end(),
                     [&](const Record& begin) { return touches(begin, places); });
}

std::vector<Place> places_to_recover(const std::vector<Record>& pending,
                                     const std::vector<Place>& places) {
  // An operation over a and b and another over b and c belong together: the second
  // cannot be finished without the locks of both.
  std::vector<Place> result = places;
  for (std::size_t before = 0; before != result.size();) {  // until no more join
    before = result.size();
    for (const Record& begin : pending) {
      if (!touches(begin, result)) continue;
      for (const FileRecord& file : begin.files) {
        if (std::none_of(result.begin(), result.end(),
                         [&](const Place& place) { return place.key == file.place; })) {
          result.push_back(place_of_key(file.place));
        }
      }
    }
  }
  return result;
}

Result<std::vector<Unfinished>> recover(fs::FileSystem& files, Journal& journal, Log& log,
                                        const OpenPlaces& places,
                                        const std::vector<Record>& pending, const Forget& forget) {
  std::vector<Unfinished> left;
  std::vector<Place> open;
  for (const OpenPlaces::Item& item : places.items()) open.push_back(item.place);
  for (const Record& begin : pending) {
    if (!touches(begin, open)) continue;
    // A purge changes no file that does not have the very text that is to go.
    const bool here = begin.is_purge() || is_where_it_was(files, begin);
    const auto finished = here ? finish(files, journal, log, places, begin, Way::Finish, forget)
                               : Result<>(fail(conflict(fmt::format(
                                     "'{}' is a different directory now", workspace_of(begin)))));
    if (finished) continue;
    // A file that cannot be changed must not keep others from being written.
    left.push_back(unfinished_at(places, begin, finished.error().message));
    log.warn(fmt::format("{}; {}", unfinished_text(left.back()), way_out(left.back())));
  }
  return left;
}

Result<> take_back(fs::FileSystem& files, Journal& journal, Log& log, const OpenPlaces& places,
                   const Record& begin) {
  if (begin.is_purge()) {
    return fail(
        denied(fmt::format("operation {} erases texts and cannot be cancelled", begin.sequence),
               "fix what keeps it from finishing, then run any command"));
  }
  if (!is_where_it_was(files, begin)) {  // what lies there now is not its own
    std::vector<Record> records{closing(begin, Record::Kind::Abort)};
    LOCI_TRY(journal.append(records, {}, Journal::Sync::No));
    log.note(fmt::format(
        "cancelled '{}' of {}; '{}' is a different directory now and was left unchanged",
        begin.operation, names_of(begin), workspace_of(begin)));
    return {};
  }
  return finish(files, journal, log, places, reversed(begin), Way::TakeBack, {});
}

Unfinished unfinished_at(const OpenPlaces& places, const Record& begin, std::string reason) {
  Unfinished result{begin, "", std::move(reason)};
  const auto found = look(places, begin);
  for (std::size_t i = 0; i < begin.files.size(); ++i) {
    const FileRecord& file = begin.files[i];
    const bool waits = !found || ((*found)[i].version == Version::Old && file.before != file.after);
    if (!result.path.empty() && !waits) continue;
    const fs::Root* root = places.find(file.place);
    const std::string path =
        fmt::format("{}/{}", root == nullptr ? file.place : root->path(), file.file);
    if (waits || result.path.empty()) result.path = path;
    if (waits) break;
  }
  return result;
}

std::string unfinished_text(const Unfinished& unfinished) {
  const std::string_view colon = unfinished.reason.empty() ? "" : ": ";
  return fmt::format("operation {} ('{}' of {}) is unfinished at '{}'{}{}",
                     unfinished.begin.sequence, unfinished.begin.operation,
                     names_of(unfinished.begin), printable(unfinished.path, true), colon,
                     unfinished.reason);
}

std::string way_out(const Unfinished& unfinished) {
  const std::string_view first = unfinished.reason.empty()
                                     ? "run 'loci list' there, which finishes it or says why not"
                                     : "fix that, then run any command there";
  if (!can_be_undone(unfinished.begin)) return std::string(first);
  return fmt::format("{}; or cancel it with 'loci undo {}'", first, unfinished.begin.sequence);
}

Result<> erase_purged(Journal& journal, const Record& purge, JournalCopy* copy) {
  const auto decide = [&](const std::vector<Record>& records, const std::vector<std::string>&) {
    return forgotten_by(purge, records);
  };
  const auto erased = copy != nullptr ? journal.swap(*copy, decide) : journal.rewrite(decide);
  if (!erased) return fail(erased.error());
  return {};
}

}  // namespace loci::store
