#include "sync/resolve.h"

#include <fmt/format.h>

#include "base/hash.h"
#include "base/text.h"
#include "memory/checks.h"
#include "memory/unsettled.h"
#include "note/markers.h"
#include "note/slug.h"
#include "sync/git_stages.h"
#include "sync/sides_file.h"

namespace loci::sync {
namespace {

using memory::Memory;

// What a note holds of a conflict; nothing where it has one version. `other` reads the other
// note of a pair.
template <typename ReadOther>
Result<std::optional<Unsettled>> conflict_in(const store::Place& place, const std::string& file,
                                             const std::string& text, ReadOther other) {
  if (auto two = note::versions_in(text)) {
    return Unsettled{place, file, "", std::move(two->first), std::move(two->second)};
  }
  auto half = note::half_of_pair(text);
  if (!half) return std::nullopt;
  LOCI_ASSIGN(const std::optional<std::string> there, other(half->other));
  auto second = there ? note::half_of_pair(*there) : std::nullopt;
  if (!second || second->other != file || second->named == half->named) {
    return fail(conflict(
        fmt::format("'{}' names '{}' as its other version, which it is not", file, half->other),
        fmt::format("remove the last line with 'loci edit {}'", note::stem(file))));
  }
  if (half->named) {
    return Unsettled{place, file, half->other, std::move(half->version),
                     std::move(second->version)};
  }
  return Unsettled{place, half->other, file, std::move(second->version), std::move(half->version)};
}

// The name of the version that is mine, as long as git's index has the three, and of a pair as
// the record says that was kept when it was made; or "".
Result<std::string> my_version(Memory& memory, const Unsettled& found) {
  const auto is_one = [&](const std::string& name) {
    return name == found.first.name || name == found.second.name;
  };
  if (!found.other.empty()) {
    std::string name = own_side(memory.store(), found.place.key, found.file);
    return is_one(name) ? name : std::string();
  }
  if (!found.place.in_workspace()) return std::string();
  LOCI_ASSIGN(const std::vector<UnmergedPath> paths, unmerged_paths(memory));
  const std::string path = fmt::format("{}/{}", memory.store().path_of(found.place), found.file);
  for (const UnmergedPath& one : paths) {
    if (one.path != path) continue;
    const auto mine = blob_text(memory, one.blobs[1]);
    if (!mine) return std::string();
    const std::string name = note::version_name(*mine);
    if (is_one(name)) return name;
  }
  return std::string();
}

Result<const note::Version*> chosen_version(const Unsettled& found, const ResolveRequest& request,
                                            const std::string& mine) {
  const auto versions =
      fmt::format("the versions are {} and {}", found.first.name, found.second.name);
  if (request.choice == Choice::Keep) {
    const std::string digits = ascii_lower(request.version);
    const bool first = found.first.name.starts_with(digits);
    const bool second = found.second.name.starts_with(digits);
    if (digits.empty() || first == second) {
      return fail(invalid_input(
          fmt::format("there is no version '{}' of '{}'", request.version, found.file), versions));
    }
    return first ? &found.first : &found.second;
  }
  if (mine.empty()) {
    return fail(invalid_input(
        fmt::format("it is no longer known which version of '{}' is yours", found.file),
        fmt::format("{}: choose one with --keep", versions)));
  }
  const bool first = (found.first.name == mine) == (request.choice == Choice::Mine);
  return first ? &found.first : &found.second;
}

std::string other_file(const Unsettled& found) {
  if (!found.other.empty()) return found.other;
  return note::as_pair(found.file, found.first.text, found.second.text).other_file;
}

}  // namespace

Result<ResolveReply> resolve(Memory& memory, const ResolveRequest& request) {
  LOCI_ASSIGN(const memory::NoteText note, memory::read(memory, request.note));
  const store::Place place = note.info.place;
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.look({place}, true));
  const auto look = [&](const std::string& file) { return view->read(place, file); };
  LOCI_ASSIGN(auto found, conflict_in(place, note.info.file, note.text, look));
  if (!found) {
    if (note::split_markers(note.text)) {
      return fail(conflict(memory::unsettled_in(note.info.file, note.text)));
    }
    return fail(invalid_input(fmt::format("'{}' has only one version", note.info.file),
                              "'loci check' lists the notes that have two"));
  }
  ResolveReply reply{std::move(*found)};
  const Unsettled& two = reply.found;
  LOCI_ASSIGN(reply.mine, my_version(memory, two));
  if (request.choice == Choice::None) return reply;

  std::string kept = request.text;
  std::optional<std::string> second;  // what the other note is to be
  if (request.choice == Choice::Both) {
    kept = two.first.text;
    second = two.second.text;
  } else if (request.choice != Choice::Text) {
    LOCI_ASSIGN(const note::Version* const version, chosen_version(two, request, reply.mine));
    kept = version->text;
  }
  if (note::versions_in(kept) || note::half_of_pair(kept)) {
    return fail(invalid_input(fmt::format("the text of '{}' still has both versions", two.file),
                              "remove the heading or the last line that says so"));
  }
  const std::string other = other_file(two);
  memory::TextChecks checks;
  const auto planner = [&](store::View& now) -> Result<store::Plan> {
    checks.begin();
    store::Plan plan;
    plan.summary = fmt::format("settled the two versions of {}", two.file);
    LOCI_ASSIGN(const auto before, now.read(place, two.file));
    LOCI_ASSIGN(const auto other_before, now.read(place, other));
    const auto& shown = note.info.file == two.file ? before : other_before;
    if (shown != note.text) {
      return fail(conflict(fmt::format("note '{}' changed in the meantime", note.info.file),
                           "look at it again, then try once more"));
    }
    LOCI_TRY(memory::check_text(memory, place, two.file, kept, before, checks));
    plan.changes.push_back(store::FileChange::put(place, two.file, kept));
    if (second) {
      LOCI_TRY(memory::check_text(memory, place, other, *second, before, checks));
      plan.changes.push_back(store::FileChange::put(place, other, *second));
    } else if (!two.other.empty()) {
      plan.changes.push_back(store::FileChange::remove(place, other));
    }
    return plan;
  };
  LOCI_ASSIGN(memory::ChangeReply change,
              memory.change(memory.request("resolve", {place}, request.dry_run), planner));
  checks.finish(memory, change);
  reply.change = std::move(change);
  return reply;
}

Result<std::vector<Unsettled>> unsettled(Memory& memory, const memory::Selector& selector) {
  std::vector<Unsettled> all;
  LOCI_ASSIGN(const std::vector<store::Place> places, memory.readable(selector));
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.look(places, true));
  for (const store::Place& place : places) {
    if (!place.indexed()) continue;
    LOCI_ASSIGN(const std::vector<std::string> files, view->notes(place));
    for (const std::string& file : files) {
      LOCI_ASSIGN(const auto text, view->read(place, file));
      if (!text || text->find("nmerged: ") == std::string::npos) continue;
      const auto look = [&](const std::string& other) { return view->read(place, other); };
      auto found = conflict_in(place, file, *text, look);
      if (found && *found && (*found)->file == file) all.push_back(std::move(**found));
    }
  }
  return all;
}

}  // namespace loci::sync
