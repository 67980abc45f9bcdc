#include "exchange/plan.h"

#include <fmt/format.h>

#include <array>
#include <unordered_map>
#include <unordered_set>

#include "base/hash.h"
#include "base/parallel.h"
#include "base/text.h"
#include "note/split.h"

namespace loci::exchange {
namespace {

// A hash, or nothing: loci neither wrote nor read the part before.
using LastHash = std::optional<std::string_view>;

// What drift is, for everything that shall be there (files that shall go are below): from what the
// file shall be, what it is, and what loci last wrote there. A file that is what it shall be is in
// step whoever made it so.
Standing standing_of(std::string_view wanted, const Present& present, const LastHash& last) {
  if (present.is(wanted)) return Standing::InStep;
  if (!present.is_there()) return last ? Standing::Missing : Standing::ChangedHere;
  if (last && present.is(*last)) return Standing::ChangedHere;
  // It is neither what shall be nor what was written. If the source did not change
  // since, only the tool did; what was never written by loci is the tool's, too.
  return !last || wanted == *last ? Standing::EditedThere : Standing::Both;
}

// Whether a file is the wanted text but for its frontmatter, as other compilers of the same
// source write it: then it is nobody's edit.
bool is_wanted_body(const Artifact& wanted, const Present& present) {
  if (wanted.part != Artifact::Part::File) return false;
  const std::string_view text = wanted.text.str();
  const std::string_view body = text.substr(note::split_note(text).body_begin);
  if (body.size() == text.size()) return false;
  const std::string_view bare = trim(body);
  return present.is(sha256(body)) || present.is(sha256(bare)) ||
         present.is(sha256(fmt::format("{}\n", bare)));
}

PartKey key_of(const ArtifactRecord& record) { return {record.path, record.part}; }

using KnownParts = std::unordered_map<PartKey, const ArtifactRecord*, PartKeyHash>;

// Thousands of texts: hashing is most of what a plan costs.
std::vector<std::string> hashes_of(const std::vector<WantedPart>& wanted) {
  std::vector<std::string> hashes(wanted.size());
  in_parallel(wanted.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) hashes[i] = sha256(wanted[i].artifact->text.str());
  });
  return hashes;
}

}  // namespace

bool is_wanted(const Artifact& wanted, std::string_view text) {
  const Present present = Present::text(sha256(text));
  return text == wanted.text.str() || is_wanted_body(wanted, present);
}

std::string_view standing_name(Standing standing) {
  static constexpr std::array<std::string_view, 5> kNames{"in step", "edited there", "changed here",
                                                          "both", "missing"};
  return kNames.at(static_cast<std::size_t>(standing));
}

std::vector<PlanRow> make_plan(std::vector<WantedPart> wanted, const ProviderState* recorded,
                               const FindPresent& find_present) {
  KnownParts known;
  KnownParts pending;
  KnownParts seen;
  if (recorded != nullptr) {
    known.reserve(recorded->artifacts.size());
    for (const ArtifactRecord& record : recorded->artifacts) {
      known.emplace(key_of(record), &record);
    }
    for (const ArtifactRecord& record : recorded->pending) pending.emplace(key_of(record), &record);
    for (const ArtifactRecord& record : recorded->seen) seen.emplace(key_of(record), &record);
  }
  // The hash of what loci last wrote or read, as far as the present bytes tell. Before
  // an apply renames its files it records them as pending. If it was killed, some have
  // the new bytes and some the old, and both are loci's: neither is drift.
  const auto ours = [&](const PartKey& key, const ArtifactRecord* record,
                        const Present& now) -> LastHash {
    const auto coming = pending.find(key);
    if (coming != pending.end() && now.is(coming->second->hash)) return coming->second->hash;
    // Of a whole file that was compiled the record is newer than what an import read before.
    const auto read =
        record != nullptr && key.part == Artifact::Part::File ? seen.end() : seen.find(key);
    if (read != seen.end() && now.is(read->second->hash)) return read->second->hash;
    return record == nullptr ? LastHash() : LastHash(record->hash);
  };
  std::vector<std::string> hashes = hashes_of(wanted);
  std::vector<PlanRow> rows;
  const std::size_t records =
      recorded == nullptr ? 0 : recorded->artifacts.size() + recorded->pending.size();
  rows.reserve(wanted.size() + records);           // the keys below point into the rows
  std::vector<bool> used(records);                 // recorded and wanted
  std::unordered_set<PartKey, PartKeyHash> fresh;  // wanted and not recorded
  const auto number_of = [&](const ArtifactRecord* record) {
    return static_cast<std::size_t>(record - recorded->artifacts.data());
  };
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    PlanRow& row = rows.emplace_back();
    row.path = std::move(wanted[i].path);
    row.part = wanted[i].artifact->part;
    row.wanted = wanted[i].artifact;
    row.wanted_hash = std::move(hashes[i]);
    row.present = std::move(wanted[i].present);
    row.stamp = std::move(wanted[i].stamp);
    const PartKey key{row.path, row.part};
    const auto record = known.find(key);
    if (record != known.end()) row.recorded = record->second;
    row.standing = standing_of(row.wanted_hash, row.present, ours(key, row.recorded, row.present));
    const bool edited = row.standing == Standing::EditedThere || row.standing == Standing::Both;
    if (edited && is_wanted_body(*row.wanted, row.present)) {
      row.standing = Standing::ChangedHere;
    }
    if (row.standing != Standing::InStep) row.action = Action::Write;
    if (row.recorded != nullptr) {
      used[number_of(row.recorded)] = true;
    } else {
      fresh.insert(key);
    }
  }
  if (recorded == nullptr) return rows;
  // What was recorded and is wanted no more: the source is gone. Also what is pending
  // and was never recorded, which a killed apply may have written.
  std::vector<const ArtifactRecord*> orphans;
  for (const ArtifactRecord& record : recorded->artifacts) orphans.push_back(&record);
  for (const ArtifactRecord& record : recorded->pending) {
    if (!known.contains(key_of(record))) orphans.push_back(&record);
  }
  for (const ArtifactRecord* orphan : orphans) {
    const PartKey key = key_of(*orphan);
    const auto found = known.find(key);
    const ArtifactRecord* record = found == known.end() ? nullptr : found->second;
    if (record == nullptr ? fresh.contains(key) : used[number_of(record)]) continue;
    PlanRow row;
    row.path = orphan->path;
    row.part = orphan->part;
    row.recorded = orphan;
    row.present = find_present(row.path, row.part);
    const LastHash last = ours(key, record, row.present);
    const bool ours_still = last && row.present.is(*last);
    // Not there any more, or a line in somebody's file that was changed: nothing is to
    // be removed, the row only drops the record. A whole file that was changed is
    // removed by a forced apply alone.
    const bool theirs = row.part == Artifact::Part::Line && !ours_still;
    // What the tool wrote and an import read is the tool's, although loci would have written
    // the same: it stays, and only the record goes.
    const auto read = row.part == Artifact::Part::File ? seen.find(key) : seen.end();
    row.left = read != seen.end() && row.present.is(read->second->hash);
    if (row.present.is_there() && !theirs && !row.left) {
      row.standing = ours_still ? Standing::ChangedHere : Standing::Both;
      row.action = Action::Remove;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace loci::exchange
