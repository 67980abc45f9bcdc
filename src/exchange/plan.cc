#include "exchange/plan.h"

#include <array>
#include <unordered_map>
#include <unordered_set>

#include "base/hash.h"

namespace loci::exchange {
namespace {

Standing standing_of(const std::string& wanted, const std::string& present,
                     const std::string& recorded) {
  if (present == wanted) return Standing::InStep;
  if (present.empty()) return recorded.empty() ? Standing::ChangedHere : Standing::Missing;
  if (present == recorded) return Standing::ChangedHere;
  return recorded.empty() || wanted == recorded ? Standing::EditedThere : Standing::Both;
}

using Known = std::unordered_map<std::string, const ArtifactRecord*>;

std::string key_of(std::string_view path, Artifact::Part part) {
  return std::string(path) + '\n' + static_cast<char>('0' + static_cast<int>(part));
}

}  // namespace

std::string_view standing_name(Standing standing) {
  static constexpr std::array<std::string_view, 5> kNames{"in step", "edited there", "changed here",
                                                          "both", "missing"};
  return kNames.at(static_cast<std::size_t>(standing));
}

std::vector<PlanRow> make_plan(const std::vector<Artifact>& wanted, const ProviderState* recorded,
                               const PresentHash& present, const StatePath& path_of) {
  Known known;
  Known pending;
  if (recorded != nullptr) {
    for (const ArtifactRecord& record : recorded->artifacts) {
      known.emplace(key_of(record.path, record.part), &record);
    }
    for (const auto* records : {&recorded->pending, &recorded->seen}) {
      for (const ArtifactRecord& record : *records) {
        pending.emplace(key_of(record.path, record.part), &record);
      }
    }
  }
  // What we wrote or read last, as far as the present bytes tell: an apply that was
  // killed may have got to this file or not.
  const auto ours = [&](const std::string& key, const std::string& now) -> std::string {
    const auto coming = pending.find(key);
    if (coming != pending.end() && coming->second->hash == now) return now;
    const auto record = known.find(key);
    return record == known.end() ? "" : record->second->hash;
  };
  std::vector<PlanRow> rows;
  rows.reserve(wanted.size());
  std::unordered_set<std::string> wanted_keys;
  for (const Artifact& artifact : wanted) {
    PlanRow row;
    row.path = path_of(artifact);
    row.part = artifact.part;
    row.wanted = &artifact;
    row.wanted_hash = sha256(artifact.text);
    row.present_hash = present(row.path, row.part);
    const std::string key = key_of(row.path, row.part);
    row.standing = standing_of(row.wanted_hash, row.present_hash, ours(key, row.present_hash));
    if (row.standing != Standing::InStep) row.action = Action::Write;
    wanted_keys.insert(key);
    rows.push_back(std::move(row));
  }
  if (recorded == nullptr) return rows;
  std::vector<const ArtifactRecord*> orphans;
  for (const ArtifactRecord& record : recorded->artifacts) orphans.push_back(&record);
  for (const ArtifactRecord& record : recorded->pending) {
    if (!known.contains(key_of(record.path, record.part))) orphans.push_back(&record);
  }
  for (const ArtifactRecord* orphan : orphans) {
    const ArtifactRecord& record = *orphan;
    const std::string key = key_of(record.path, record.part);
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
