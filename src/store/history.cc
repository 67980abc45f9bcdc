#include "store/history.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_set>
#include <utility>

#include "note/index_file.h"

namespace loci::store {
namespace {

// A journal may have a hundred thousand records, and somebody waits.
using HashSet = std::unordered_set<std::string_view>;

bool changes_files(const Record& record) {
  return record.kind == Record::Kind::Begin || record.kind == Record::Kind::External ||
         record.kind == Record::Kind::Abort;
}

// A clock that is wrong must not make memories old.
std::string clock_doubt(const std::vector<Record>& dated, Timestamp now) {
  if (dated.empty()) return {};
  const auto newest = parse_time(dated.back().time);
  if (!newest) return "the newest record has no valid date";
  if (*newest > now) return "the newest record is dated in the future: check the clock";
  if (dated.size() < 2) return {};
  const auto before = parse_time(dated[dated.size() - 2].time);
  if (before && *newest - *before > std::chrono::days(365)) {
    return "the newest record is more than a year later than the one before: check the clock";
  }
  return {};
}

// The sequence from which on nothing may go, whatever the dates there say.
std::uint64_t first_young(const std::vector<Record>& dated, Timestamp limit) {
  for (const Record& record : dated) {
    const auto time = parse_time(record.time);
    if (!time || *time >= limit) return record.sequence;
  }
  return dated.empty() ? 0 : dated.back().sequence;
}

}  // namespace

RevisionScan::RevisionScan(std::string place, std::string file)
    : place_(std::move(place)), file_(std::move(file)) {}

void RevisionScan::add(const Record& record) {
  if (record.kind == Record::Kind::Abort) aborted_.insert(record.of);
  const bool counts = record.kind == Record::Kind::Begin || record.kind == Record::Kind::External;
  if (!counts || aborted_.contains(record.sequence)) return;
  for (const FileRecord& file : record.files) {
    if (file.place != place_ || file.file != file_) continue;
    revisions_.push_back({record.sequence, record.time, record.operation, record.origin,
                          record.actor, record.summary, file.place, file.file, file.before,
                          file.after, file.line, record.directory});
    if (!file.from.empty() && !file.before) {
      file_ = file.from;
      if (!file.from_place.empty()) place_ = file.from_place;
    }
    return;
  }
}

OperationScan::Verdict OperationScan::add(const Record& record) {
  if (record.kind == Record::Kind::Abort) aborted_.insert(record.of);
  if (record.kind != Record::Kind::Begin || aborted_.contains(record.sequence)) return {};
  const bool undone = undone_.contains(record.sequence);
  // An undo that was itself undone takes nothing back.
  if (record.undoes != 0 && !undone) undone_.insert(record.undoes);
  return {true, undone};
}

bool can_be_undone(const Record& record) {
  return record.kind == Record::Kind::Begin && record.operation != "purge";
}

Forgettable forgettable(const std::vector<Record>& records, const std::vector<std::string>& stored,
                        Timestamp now, const Retention& retention) {
  Forgettable result;
  std::vector<Record> dated;
  std::set<std::uint64_t> closed;
  std::map<NoteKey, std::size_t> later;  // revisions of a note behind the one looked at
  for (const Record& record : records) {
    if (changes_files(record)) dated.push_back(record);
    if (record.of != 0) closed.insert(record.of);
  }
  result.refusal = clock_doubt(dated, now);
  if (!result.refusal.empty() || dated.empty()) return result;

  const std::uint64_t young = first_young(dated, now - retention.always);
  std::vector<const Record*> old;  // newest first
  for (auto record = dated.rbegin(); record != dated.rend(); ++record) {
    const auto time = parse_time(record->time);
    bool may_go = record->sequence < young && time && *time < now - retention.age;
    // Recovery may still need it.
    if (record->kind == Record::Kind::Begin && !closed.contains(record->sequence)) may_go = false;
    for (const FileRecord& file : record->files) {
      const std::size_t behind = later[{file.place, file.file}]++;
      if (behind < retention.revisions) may_go = false;
    }
    if (may_go) old.push_back(&*record);
  }

  std::map<std::string, std::size_t> uses;
  for (const Record& record : dated) {
    for (const std::string& hash : hashes_of(record)) ++uses[hash];
  }
  const std::set<std::string> present(stored.begin(), stored.end());
  std::size_t allowance = present.size() / retention.largest_share;
  for (auto record = old.rbegin(); record != old.rend(); ++record) {
    std::set<std::string> last_uses;
    for (const std::string& hash : hashes_of(**record)) {
      if (uses[hash] == 1 && present.contains(hash)) last_uses.insert(hash);
    }
    if (last_uses.size() > allowance) break;
    allowance -= last_uses.size();
    for (const std::string& hash : hashes_of(**record)) --uses[hash];
    result.texts.merge(last_uses);
    result.records.insert((*record)->sequence);
  }
  for (const Record& record : records) {
    if (record.of != 0 && result.records.contains(record.of)) {
      result.records.insert(record.sequence);
    }
  }
  return result;
}

Past::Past(const std::vector<NoteKey>& notes, const std::vector<Record>& records, std::uint64_t end)
    : records_(records), end_(end) {
  for (const Record& record : records) {
    if (record.kind == Record::Kind::Abort) aborted_.insert(record.of);
  }
  for (const NoteKey& note : notes) follow(note);
}

void Past::follow(const NoteKey& note) {
  NoteKey key = note;
  names_.insert(key);
  for (auto record = records_.rbegin(); record != records_.rend(); ++record) {
    if (record->sequence > end_) continue;
    const auto find = [&]() -> const FileRecord* {
      for (const FileRecord& file : record->files) {
        if (file.place == key.first && file.file == key.second) return &file;
      }
      return nullptr;
    };
    const auto add = [&](const FileRecord* file) {
      if (file == nullptr || !own_.insert(file).second) return;
      entries_.push_back({&*record, file});
      sequences_.insert(record->sequence);
    };
    const FileRecord* file = find();
    add(file);
    if (file == nullptr || file->from.empty() || file->before) continue;
    if (aborted_.contains(record->sequence)) continue;
    key = {file->from_place.empty() ? file->place : file->from_place, file->from};
    names_.insert(key);
    add(find());  // the same record says that it left there
  }
}

std::set<std::string> Past::texts(std::uint64_t revision) const {
  std::set<std::string> hashes;
  for (const Entry& entry : entries_) {
    if (revision != 0 && entry.record->sequence != revision) continue;
    if (entry.file->after) hashes.insert(*entry.file->after);
    if (revision == 0 && entry.file->before) hashes.insert(*entry.file->before);
  }
  return hashes;
}

std::set<std::string> Past::lines() const {
  std::set<std::string> hashes;
  for (const Entry& entry : entries_) {
    if (!entry.file->line.empty()) hashes.insert(entry.file->line);
  }
  return hashes;
}

std::map<std::string, std::set<NoteKey>> Past::holders(const std::set<std::string>& hashes) const {
  std::map<std::string, std::set<NoteKey>> result;
  // A text that was purged from a note, and only stayed for another, is not its own any more.
  std::set<std::pair<const FileRecord*, std::string>> given_up;
  for (const Record& purge : records_) {
    if (!purge.is_purge() || aborted_.contains(purge.sequence)) continue;
    std::vector<NoteKey> notes;
    for (const FileRecord& file : purge.files) notes.emplace_back(file.place, file.file);
    const Past past(notes, records_, purge.sequence);
    for (const FileRecord* file : past.own_) {
      for (const std::string& hash : purge.purged) given_up.emplace(file, hash);
    }
  }
  const HashSet wanted(hashes.begin(), hashes.end());
  for (const Record& record : records_) {
    if (record.kind == Record::Kind::Abort || aborted_.contains(record.sequence)) continue;
    for (const FileRecord& file : record.files) {
      const bool any = (file.before && wanted.contains(*file.before)) ||
                       (file.after && wanted.contains(*file.after));
      if (!any || file.file == note::kIndexFile || own_.contains(&file)) continue;
      for (const auto* hash : {&file.before, &file.after}) {
        if (!*hash || !hashes.contains(**hash) || given_up.contains({&file, **hash})) continue;
        result[**hash].insert({file.place, file.file});
      }
    }
  }
  return result;
}

Forgettable forgotten_by(const Record& purge, const std::vector<Record>& records) {
  Forgettable result;
  result.strays = true;
  result.texts.insert(purge.purged.begin(), purge.purged.end());
  std::vector<NoteKey> notes;
  notes.reserve(purge.files.size());
  for (const FileRecord& file : purge.files) notes.emplace_back(file.place, file.file);
  const Past past(notes, records, purge.sequence);
  result.summaries = past.sequences();
  for (const auto& [hash, holders] : past.holders(result.texts)) result.texts.erase(hash);
  std::set<std::uint64_t> closed;
  for (const Record& record : records) {
    if (record.of != 0) closed.insert(record.of);
  }
  for (const Record& record : records) {
    const bool open = record.kind == Record::Kind::Begin && !closed.contains(record.sequence);
    if (!open || record.sequence == purge.sequence) continue;
    for (const std::string& hash : hashes_of(record)) result.texts.erase(hash);
  }
  const HashSet gone(result.texts.begin(), result.texts.end());
  for (const Record& record : records) {
    for (const FileRecord& file : record.files) {
      const bool any = (file.before && gone.contains(*file.before)) ||
                       (file.after && gone.contains(*file.after)) ||
                       (!file.line.empty() && gone.contains(file.line));
      if (any) {
        result.summaries.insert(record.sequence);
      }
    }
  }
  return result;
}

}  // namespace loci::store
