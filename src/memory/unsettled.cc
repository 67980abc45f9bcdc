#include "memory/unsettled.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/text.h"
#include "note/index_file.h"
#include "note/markers.h"
#include "note/slug.h"
#include "note/unmerged.h"

namespace loci::memory {
namespace {

// They put a text in place that had been there, that was made of both, or (sync) that another
// machine settled: refused, it would come again with every sync and stop all others.
constexpr std::array<std::string_view, 5> kSettling{"resolve", "merge", "undo", "restore", "sync"};
constexpr std::string_view kEdit = "edit";  // of an editor

constexpr std::string_view kMergeMarkers =
    "'loci check --fix' merges them or makes two notes; or remove the markers with 'loci edit'";

std::string resolving(std::string_view file) {
  return fmt::format("'loci resolve {}' settles it", note::stem(file));
}

// The same without the words of a hint; nothing where `after`, which is to take its place,
// is as unsettled as a pair may be.
std::optional<Error> fault_of(std::string_view file, std::string_view before,
                              std::string_view after) {
  if (const auto marked = note::split_markers(before)) {
    return conflict(
        fmt::format("{}:{}: the note has conflict markers from git", file, marked->line),
        std::string(kMergeMarkers));
  }
  if (const auto two = note::versions_in(before)) {
    return conflict(fmt::format("{}:{}: the note has two versions that were not merged, {} and {}",
                                file, two->line, two->first.name, two->second.name),
                    resolving(file));
  }
  const auto half = note::half_of_pair(before);
  const auto kept = half ? note::half_of_pair(after) : std::nullopt;
  if (half && !kept) {
    return conflict(
        fmt::format("{}:{}: the other version of this note is '{}', and they were not merged", file,
                    half->line, half->other),
        resolving(file));
  }
  return std::nullopt;
}

constexpr std::size_t kJoinedIndexBytes = std::size_t{64} << 10;  // parsed in less than 1 ms

// Without the lines of a note that has one above; nothing where none has.
std::optional<std::string> without_doubled(std::string_view index) {
  std::set<std::string> seen;
  std::set<std::size_t> doubled;
  for (const note::IndexEntry& entry : note::parse_index(index)) {
    if (!seen.insert(entry.file).second) doubled.insert(entry.line);
  }
  if (doubled.empty()) return std::nullopt;
  std::string text;
  std::size_t number = 0;
  for (const std::string_view line : split_lines(index)) {
    if (!doubled.contains(number++)) text += line;
  }
  return text;
}

bool has_both(std::string_view text) {
  return note::split_markers(text) || note::versions_in(text);
}

}  // namespace

std::string unsettled_in(std::string_view file, std::string_view text) {
  const auto fault = fault_of(file, text, "");
  return fault ? fmt::format("{}: {}", fault->message, fault->hint) : "";
}

Result<> refuse_unsettled(const Memory& memory, const store::Request& request, store::View& view,
                          const store::Plan& plan) {
  if (std::find(kSettling.begin(), kSettling.end(), request.operation) != kSettling.end()) {
    return {};
  }
  const bool by_hand = request.operation == kEdit && memory.is_person();
  for (const store::FileChange& change : plan.changes) {
    if (!change.text || (by_hand && !has_both(*change.text))) continue;
    LOCI_ASSIGN(const auto before, view.read(change.place, change.file));
    if (!before || *before == *change.text) continue;
    if (auto fault = fault_of(change.file, *before, *change.text)) return fail(std::move(*fault));
  }
  return {};
}

Result<> put_indexes_in_order(store::View& view, store::Plan& plan) {
  if (plan.purge) return {};
  std::map<std::string, store::Place> places;
  for (const store::FileChange& change : plan.changes) {
    if (change.place.in_workspace() && change.place.indexed()) {
      places.emplace(change.place.key, change.place);
    }
  }
  for (const store::FileChange& change : plan.changes) {
    if (change.file == note::kIndexFile) places.erase(change.place.key);
  }
  for (const auto& [key, place] : places) {
    LOCI_ASSIGN(const auto index, view.read(place, note::kIndexFile));
    if (!index || index->size() > kJoinedIndexBytes || note::split_markers(*index)) continue;
    if (auto text = without_doubled(*index)) {
      plan.changes.push_back(
          store::FileChange::put(place, std::string(note::kIndexFile), std::move(*text)));
    }
  }
  return {};
}

std::string without_sides(const Memory& memory, std::string text) {
  if (memory.session().audience == Audience::Person) return text;
  return note::without_conflicts(std::move(text));
}

}  // namespace loci::memory
