#include "store/planned.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <unordered_map>
#include <unordered_set>

#include "base/hash.h"
#include "base/text.h"

namespace loci::store {
namespace {

Error name_taken(std::string_view file, std::string_view other) {
  return conflict(fmt::format("the names '{}' and '{}' differ only in case or form", file, other),
                  fmt::format("choose another name, or write to '{}'", other));
}

// New names must differ from every other of the place after folding.
Result<> check_names(Names& names, const OpenPlaces& places,
                     const std::vector<TextChange>& changes) {
  std::unordered_set<std::string> removed;
  for (const TextChange& change : changes) {
    if (!change.after) removed.insert(change.place.key + "/" + change.file);
  }
  struct Seen {
    const Names::Folded* there = nullptr;  // none in a dry run where no such place is yet
    std::unordered_map<std::string, std::string_view> added{};  // by what they fold to
  };
  std::map<std::string_view, Seen> seen;  // by Place::key
  for (const TextChange& change : changes) {
    if (change.before || !change.after || !change.place.indexed()) continue;
    const auto [place, first] = seen.try_emplace(change.place.key);
    if (const fs::Root* root = places.find(change.place.key); first && root != nullptr) {
      LOCI_ASSIGN(place->second.there, names.folded(*root));
    }
    const std::string folded = fold(change.file);
    const auto [other, fresh] = place->second.added.emplace(folded, change.file);
    if (!fresh) return fail(name_taken(change.file, other->second));
    if (place->second.there == nullptr) continue;
    const auto [begin, end] = place->second.there->equal_range(folded);
    for (auto alike = begin; alike != end; ++alike) {
      const std::string& name = alike->second;
      if (name == change.file || removed.contains(change.place.key + "/" + name)) continue;
      return fail(name_taken(change.file, name));
    }
  }
  return {};
}

bool differs(const std::optional<std::string>& text, const Expected& expected) {
  if (!text || !expected.hash) return text.has_value() != expected.hash.has_value();
  return sha256(*text) != *expected.hash;
}

Result<std::vector<TextChange>> prepare(View& view, Plan& plan) {
  std::vector<TextChange> result;
  for (FileChange& change : plan.changes) {
    LOCI_ASSIGN(std::optional<std::string> before, view.read(change.place, change.file));
    if (change.expected && differs(before, *change.expected)) {
      return fail(conflict(fmt::format("'{}' changed since it was read", change.file),
                           fmt::format("run 'loci read {}' and try again", change.file)));
    }
    if (before == change.text && !plan.purge) continue;
    TextChange& made = result.emplace_back();
    made.place = change.place;
    made.file = std::move(change.file);
    made.before = std::move(before);
    made.after = std::move(change.text);
    made.kept = std::move(change.kept);
    made.heard = std::move(change.heard);
    if (!change.from) continue;
    made.from = std::move(change.from->file);
    if (change.from->place != change.place.key) made.from_place = std::move(change.from->place);
  }
  return result;
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

// A plan may touch the places that were locked for it and no other.
Result<> check_places(const Request& request, const Plan& plan, const OpenPlaces& open) {
  for (const FileChange& change : plan.changes) {
    // A note that a purge takes may have been in a place that is gone.
    const bool nowhere = plan.purge && !change.text && open.find(change.place.key) == nullptr;
    const bool locked =
        std::any_of(request.places.begin(), request.places.end(),
                    [&](const Place& place) { return place.key == change.place.key; });
    if (locked || nowhere) continue;
    return fail(
        internal_error(fmt::format("'{}' was planned outside the locked places", change.file)));
  }
  return {};
}

}  // namespace

Result<Planned> make_plan(const Request& request, const Planner& planner, View& view,
                          const OpenPlaces& places, Names& names,
                          const std::vector<Unfinished>& unfinished) {
  Planned planned;
  LOCI_ASSIGN(planned.plan, planner(view));
  LOCI_TRY(check_places(request, planned.plan, places));
  LOCI_ASSIGN(planned.changes, prepare(view, planned.plan));
  LOCI_TRY(check_unfinished(unfinished, planned.changes));
  LOCI_TRY(check_names(names, places, planned.changes));
  if (request.undoes != 0) mark_unlisted(planned.changes);
  return planned;
}

}  // namespace loci::store
