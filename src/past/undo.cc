#include "past/undo.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/diff.h"
#include "base/hash.h"
#include "base/text.h"
#include "fs/atomic_file.h"
#include "memory/activity.h"
#include "note/index_file.h"
#include "store/directory.h"
#include "store/kept_line.h"

namespace loci::past {
namespace {

using memory::Activity;
using memory::Memory;
using memory::Status;

using store::FileRecord;
using store::Record;

std::vector<store::Place> places_of(const Record& record) {
  std::vector<store::Place> places;
  for (const FileRecord& file : record.files) {
    store::Place place = store::place_of_key(file.place);
    if (std::find(places.begin(), places.end(), place) == places.end()) {
      places.push_back(std::move(place));
    }
  }
  return places;
}

std::string names_of(const Record& record) {
  std::vector<std::string> names;
  for (const FileRecord& file : record.files) names.push_back(file.file);
  if (names.size() > 3) return fmt::format("{} files", names.size());
  return join(names, ", ");
}

// Of a file that is gone, the text it had.
std::string left_in(const FileRecord& file) {
  return file.after.value_or(file.before.value_or(""));
}

// "agent", or "agent:" and a name. A program with the server's token is none.
bool by_agent(const Record& record) { return record.actor.starts_with("agent"); }

Error consent(std::string message, std::string hint) {
  Error error = denied(std::move(message), std::move(hint));
  error.needs_consent = true;
  return error;
}

Result<std::optional<std::string>> stored(const store::Texts& texts,
                                          const std::optional<std::string>& hash,
                                          const Record& record) {
  if (!hash) return std::nullopt;
  const auto found = texts.find(*hash);
  if (found != texts.end()) return found->second;
  return fail(
      not_found(fmt::format("the texts of operation {} are no longer kept", record.sequence),
                "they were purged, or 'loci gc' removed them after their retention time"));
}

}  // namespace

Result<std::vector<HistoryRow>> undo_candidates(Memory& memory, std::size_t limit,
                                                bool everywhere) {
  std::vector<HistoryRow> rows;
  store::OperationScan scan;
  const std::string slug = memory.scopes().slug();
  LOCI_TRY(visit_as_here(memory, [&](const Record& record) {
    const auto verdict = scan.add(record);
    if (!verdict.happened || verdict.undone || record.undoes != 0) return true;
    if (is_kept_back(memory, record)) return true;
    const bool global =
        std::any_of(record.files.begin(), record.files.end(), [](const FileRecord& file) {
          return store::place_of_key(file.place).kind == store::Place::Kind::Global;
        });
    const bool elsewhere = record.workspace != slug && !record.workspace.empty();
    const bool here = record.workspace == slug || (global && (everywhere || !elsewhere));
    if (here && store::can_be_undone(record))
      rows.push_back({record, false, concerns_untrusted(memory, record)});
    return rows.size() < limit;
  }));
  return rows;
}

namespace {

// The opposite of `record`, against the files as they stand.
Result<store::Plan> plan_undo(Memory& memory, const Record& record, bool force, store::View& view) {
  std::set<std::string> hashes;
  for (const FileRecord& file : record.files) {
    if (file.before) hashes.insert(*file.before);
    if (file.after && file.file == note::kIndexFile) hashes.insert(*file.after);
    if (!file.line.empty()) hashes.insert(file.line);
  }
  LOCI_ASSIGN(const store::Texts texts, memory.store().journal().texts(hashes));
  store::Plan plan;
  plan.summary = fmt::format("undo {} {}: {}", record.operation, record.sequence, names_of(record));
  for (const FileRecord& file : record.files) {
    const store::Place place = store::place_of_key(file.place);
    LOCI_ASSIGN(const std::optional<std::string> now_there, view.read(place, file.file));
    LOCI_ASSIGN(std::optional<std::string> before, stored(texts, file.before, record));
    std::optional<std::string> hash;
    if (now_there) hash = sha256(*now_there);
    if (file.file == note::kIndexFile && hash != file.after) {
      LOCI_ASSIGN(const std::optional<std::string> after, stored(texts, file.after, record));
      LOCI_ASSIGN(before,
                  revert_lines(before.value_or(""), after.value_or(""), now_there.value_or("")));
      if (trim(*before).empty()) before = std::nullopt;
    } else if (hash != file.after && !force) {
      return fail(
          conflict(fmt::format("'{}' has changed since operation {}", file.file, record.sequence),
                   "see 'loci log', or use --force: the present text stays in history"));
    }
    store::FileChange change{place, file.file, std::move(before), store::Expected{hash}};
    const auto line = texts.find(file.line);
    if (!file.after && line != texts.end()) change.kept = store::parse_kept(line->second);
    plan.changes.push_back(std::move(change));
  }
  // A rename is taken back as a rename, so that its index line keeps its place.
  for (const FileRecord& file : record.files) {
    if (file.from.empty()) continue;
    for (store::FileChange& change : plan.changes) {
      const std::string& from_place = file.from_place.empty() ? file.place : file.from_place;
      if (change.file != file.from || change.place.key != from_place) continue;
      change.from = store::FileChange::Origin{file.place, file.file};
    }
  }
  return plan;
}

// How whoever asks takes an operation back.
std::string undo_of(const Memory& memory, const Record& record) {
  constexpr std::size_t kDigits = 12;
  std::string command = fmt::format("loci undo {}", record.sequence);
  if (!by_agent(record)) return command;
  if (memory.session().audience == memory::Audience::Person) return command + " --any";
  return fmt::format("{} --hash {}", command, left_by(record).substr(0, kDigits));
}

// The newest thing done here to tools' settings and files that `is_meant`, if it came after an
// operation; 0: at any time.
template <typename IsMeant>
Result<std::optional<Activity>> done_since(Memory& memory, std::uint64_t operation,
                                           IsMeant is_meant) {
  LOCI_ASSIGN(std::vector<Activity> all, memory::recent_activity(memory.store()));
  const auto found = std::find_if(all.begin(), all.end(), [&](const Activity& one) {
    return one.workspace == memory.scopes().slug() && is_meant(one.operation);
  });
  if (found == all.end() || found->journal < operation) return std::nullopt;
  return std::move(*found);
}

// The newest operation of this workspace, an undo too; 0: there is none.
Result<std::uint64_t> newest_here(Memory& memory) {
  std::uint64_t newest = 0;
  store::OperationScan scan;
  LOCI_TRY(visit_as_here(memory, [&](const Record& record) {
    const bool here = scan.add(record).happened && record.workspace == memory.scopes().slug();
    if (here) newest = record.sequence;
    return !here;
  }));
  return newest;
}

// Whoever types `undo` means what they did last. Tools' settings and files are not in the
// journal: taking back the note before them instead would be a surprise.
Result<> check_newest(Memory& memory, const Record* newest) {
  LOCI_ASSIGN(const std::uint64_t last, newest_here(memory));
  LOCI_ASSIGN(const std::optional<Activity> done,
              done_since(memory, last, [](std::string_view kind) {
                return kind == "setup" || kind == "unsetup" || kind == "apply";
              }));
  if (!done) return {};
  const std::string change =
      newest == nullptr
          ? "no change of memory to undo"
          : fmt::format("'{}' takes back the newest change of memory: {} {}",
                        undo_of(memory, *newest), newest->operation, names_of(*newest));
  if (done->operation == "apply") {
    return fail(conflict("the last operation here is 'apply', which changed only tools' files",
                         newest == nullptr ? change : change + "; run 'loci apply' after it"));
  }
  return fail(conflict(
      fmt::format("the last operation here is '{} {}'; 'loci {} {}' takes it back", done->operation,
                  done->summary, done->operation == "setup" ? "unsetup" : "setup", done->summary),
      change));
}

}  // namespace

std::string left_by(const Record& record) {
  return record.files.empty() ? std::string() : left_in(record.files.front());
}

namespace {

// What an agent did is taken back by a person who says so, or by whoever holds what it left.
Result<> check_right(const Memory& memory, const Record& record, const UndoRequest& wanted) {
  constexpr std::size_t kShortestHash = 8;
  if (!wanted.hash.empty()) {
    if (!by_agent(record)) {
      return fail(denied(fmt::format("operation {} was not made by an agent", record.sequence),
                         fmt::format("a person can undo it with 'loci undo {}'", record.sequence)));
    }
    const std::string given = ascii_lower(wanted.hash);
    const bool held =
        std::any_of(record.files.begin(), record.files.end(),
                    [&](const FileRecord& file) { return left_in(file).starts_with(given); });
    if (held && given.size() >= kShortestHash) return {};
    return fail(denied(fmt::format("this is not the hash that operation {} left", record.sequence),
                       "give the number and hash from the same answer"));
  }
  if (!by_agent(record) || wanted.any) return {};
  auto person = memory.need_person("undo what an agent did without the hash that it left");
  if (!person) {
    person.error().hint +=
        fmt::format("; an agent gives it with 'loci undo {} --hash HASH'", record.sequence);
    return person;
  }
  return fail(consent(fmt::format("operation {} ({} {}) was made by {}", record.sequence,
                                  record.operation, names_of(record), record.actor),
                      "use --any to undo what an agent did"));
}

}  // namespace

Result<UndoReply> undo(Memory& memory, const UndoRequest& wanted) {
  LOCI_TRY(memory.need_enabled());
  if (wanted.any) LOCI_TRY(memory.need_person("undo what an agent did"));
  std::optional<Record> record;
  if (wanted.id == 0) {
    LOCI_ASSIGN(const std::vector<HistoryRow> rows, undo_candidates(memory, 1, wanted.everywhere));
    LOCI_TRY(check_newest(memory, rows.empty() ? nullptr : &rows.front().record));
    if (rows.empty()) {
      UndoReply nothing;
      LOCI_ASSIGN(const std::vector<HistoryRow> others, undo_candidates(memory, 1, true));
      if (!others.empty()) nothing.elsewhere = others.front().record.sequence;
      return nothing;
    }
    record = rows.front().record;
  } else {
    store::OperationScan scan;
    bool undone = false;
    LOCI_TRY(visit_as_here(memory, [&](const Record& candidate) {
      const auto verdict = scan.add(candidate);
      if (candidate.sequence != wanted.id) return true;
      const bool shown = verdict.happened && !is_kept_back(memory, candidate);
      if (shown && store::can_be_undone(candidate)) record = candidate;
      undone = verdict.undone;
      return false;
    }));
    if (!record) {
      return fail(not_found(fmt::format("no operation {} to undo", wanted.id),
                            "run 'loci undo --list' to see what can be undone"));
    }
    if (undone) {
      return fail(conflict(fmt::format("operation {} is already undone", wanted.id),
                           "to redo it, undo that undo: 'loci history' shows its number"));
    }
  }
  LOCI_TRY(check_right(memory, *record, wanted));
  UndoReply reply;
  if (!wanted.dry_run) {
    // One that stays half done is called off, which leaves nothing to undo.
    LOCI_ASSIGN(const std::vector<store::Unfinished> unfinished, memory.store().unfinished());
    const bool half_done = std::any_of(
        unfinished.begin(), unfinished.end(),
        [&](const store::Unfinished& one) { return one.begin.sequence == record->sequence; });
    if (half_done) {
      const auto called_off = memory.store().call_off(record->sequence);
      if (called_off) {
        reply.change.status = Status::Updated;
        reply.undone = std::move(record);
        return reply;
      }
      // Somebody finished it between the two looks: it is undone like any other.
      if (called_off.error().kind != ErrorKind::NotFound) return fail(called_off.error());
    }
  }
  if (!store::is_where_it_was(memory.store().files(), *record)) {
    return fail(another_directory(store::workspace_of(*record), record->sequence));
  }
  store::Request undo = memory.request("undo", places_of(*record), wanted.dry_run);
  undo.undoes = record->sequence;
  LOCI_ASSIGN(store::Outcome outcome, memory.commit(undo, [&](store::View& view) {
    return plan_undo(memory, *record, wanted.force, view);
  }));
  reply.change.id = outcome.id;
  reply.change.dry_run = wanted.dry_run;
  reply.change.status = outcome.unchanged() ? Status::Unchanged : Status::Updated;
  reply.change.changed = std::move(outcome.changed);
  reply.change.untrusted = concerns_untrusted(memory, *record);
  LOCI_ASSIGN(
      const std::optional<Activity> applied,
      done_since(memory, record->sequence, [](std::string_view kind) { return kind == "apply"; }));
  reply.applied = applied.has_value();
  reply.undone = std::move(record);
  return reply;
}

}  // namespace loci::past
