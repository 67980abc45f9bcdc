#include "exchange/plan.h"

#include <array>
#include <unordered_map>
#include <unordered_set>

#include "base/hash.h"
#include "base/parallel.h"

namespace loci::exchange {
namespace {

Standing standing_of(const std::string& wanted, const std::string& present,
                     const std::string& recorded) {
  if (present == wanted) return Standing::InStep;
  if (present.empty()) return recorded.empty() ? Standing::ChangedHere : Standing::Missing;
  if (present == recorded) return Standing::ChangedHere;
  return recorded.empty() || wanted == recorded ? Standing::EditedThere : Standing::Both;
}

// Of texts that outlive the plan: a plan has thousands of rows.
struct Key {
  std::string_view path;
  Artifact::Part part;
  bool operator==(const Key&) const = default;
};
struct KeyHash {
  std::size_t operator()(const Key& key) const {
    return std::hash<std::string_view>()(key.path) + static_cast<std::size_t>(key.part);
  }
};
Key key_of(const ArtifactRecord& record) { return {record.path, record.part}; }

using Known = std::unordered_map<Key, const ArtifactRecord*, KeyHash>;

std::vector<std::string> hashes_of(const std::vector<Artifact>& artifacts) {
  std::vector<std::string> hashes(artifacts.size());
  in_parallel(artifacts.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) hashes[i] = sha256(artifacts[i].text);
  });
  return hashes;
}

}  // namespace

std::string_view standing_name(Standing standing) {
  static constexpr std::array<std::string_view, 5> kNames{"in step", "edited there", "changed here",
                                                          "both", "missing"};
  return kNames.at(static_cast<std::size_t>(standing));
}

std::vector<PlanRow> make_plan(const std::vector<Artifact>& wanted,
                               std::span<const std::string> paths, const ProviderState* recorded,
                               const PresentHash& present) {
  Known known;
  Known pending;
  if (recorded != nullptr) {
    known.reserve(recorded->artifacts.size());
    for (const ArtifactRecord& record : recorded->artifacts) {
      known.emplace(key_of(record), &record);
    }
    for (const auto* records : {&recorded->pending, &recorded->seen}) {
      for (const ArtifactRecord& record : *records) pending.emplace(key_of(record), &record);
    }
  }
  // What we wrote or read last, as far as the present bytes tell: an apply that was
  // killed may have got to this file or not.
  const auto ours = [&](const Key& key, const std::string& now) -> std::string {
    const auto coming = pending.find(key);
    if (coming != pending.end() && coming->second->hash == now) return now;
    const auto record = known.find(key);
    return record == known.end() ? "" : record->second->hash;
  };
  std::vector<std::string> hashes = hashes_of(wanted);
  std::vector<PlanRow> rows;
  rows.reserve(wanted.size());
  std::unordered_set<Key, KeyHash> wanted_keys;
  wanted_keys.reserve(wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    PlanRow row;
    row.path = paths[i];
    row.part = wanted[i].part;
    row.wanted = &wanted[i];
    row.wanted_hash = std::move(hashes[i]);
    row.present_hash = present(row.path, row.part);
    const Key key{paths[i], row.part};
    row.standing = standing_of(row.wanted_hash, row.present_hash, ours(key, row.present_hash));
    if (row.standing != Standing::InStep) row.action = Action::Write;
    wanted_keys.insert(key);
    rows.push_back(std::move(row));
  }
  if (recorded == nullptr) return rows;
  std::vector<const ArtifactRecord*> orphans;
  for (const ArtifactRecord& record : recorded->artifacts) orphans.push_back(&record);
  for (const ArtifactRecord& record : recorded->pending) {
    if (!known.contains(key_of(record))) orphans.push_back(&record);
  }
  for (const ArtifactRecord* orphan : orphans) {
    const ArtifactRecord& record = *orphan;
    const Key key = key_of(record);
    if (wanted_keys.contains(key)) continue;
    PlanRow row;
    row.path = record.path;
    row.part = record.part;
    row.present_hash = present(row.path, row.part);
    if (row.present_hash.empty()) {  // gone on both sides: only the record is left
      row.standing = Standing::InStep;
    } else {
      row.standing =
          row.present_hash == ours(key, row.present_hash) ? Standing::ChangedHere : Standing::Both;
      row.action = Action::Remove;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace loci::exchange
