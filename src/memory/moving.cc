#include "memory/moving.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/free_name.h"
#include "base/hash.h"
#include "base/text.h"
#include "memory/checks.h"
#include "memory/graph.h"
#include "memory/survey.h"
#include "note/slug.h"

namespace loci::memory {
namespace {

using store::Expected;
using store::FileChange;

// What the file must still be when the locks are held.
Result<std::string> expected_hash(const NoteRequest& request, const std::string& text,
                                  std::string_view file) {
  LOCI_TRY(check_hash(request.if_hash, text, file));
  return sha256(text);
}

Result<std::string> present(store::View& view, const store::Place& place, const std::string& file) {
  LOCI_ASSIGN(std::optional<std::string> text, view.read(place, file));
  if (text) return std::move(*text);
  return fail(not_found(fmt::format("there is no note '{}'", file)));
}

Result<> check_free(store::View& view, const store::Place& place, const std::string& file) {
  LOCI_ASSIGN(const bool taken, view.exists(place, file));
  if (!taken) return {};
  return fail(conflict(fmt::format("a note '{}' already exists in {}", file, place.label()),
                       "choose another name, or delete that note first"));
}

}  // namespace

Result<ChangeReply> remove(Memory& memory, const NoteRequest& request) {
  LOCI_ASSIGN(const Located located, locate(memory, request));
  const Found& found = located.found;
  return memory.change(
      memory.request("delete", {found.place}, request.dry_run),
      [&](store::View& view) -> Result<store::Plan> {
        LOCI_ASSIGN(const std::string text, present(view, found.place, found.file));
        LOCI_ASSIGN(std::string hash, expected_hash(request, text, found.file));
        store::Plan plan;
        plan.summary = fmt::format("delete {}", found.file);
        plan.changes.push_back(
            FileChange::remove(found.place, found.file, Expected::text(std::move(hash))));
        return plan;
      });
}

Result<ChangeReply> rename(Memory& memory, const NoteRequest& request, std::string_view new_name) {
  LOCI_ASSIGN(const std::string target, note::note_file_name(new_name));
  LOCI_ASSIGN(const Located located, locate(memory, request));
  const Found& found = located.found;
  if (target == found.file) {
    ChangeReply same;
    same.place = found.place;
    same.file = target;
    same.dry_run = request.dry_run;
    return same;
  }
  // Notes of every place may link to it, so all of them are locked.
  LOCI_ASSIGN(const std::vector<store::Place> everywhere, all_places(memory, {}));
  std::vector<Refused> refused;
  std::vector<store::Place> places = present_places(memory, everywhere, refused);
  LOCI_TRY(need_readable(refused));  // a link to the note may be there
  if (std::find(places.begin(), places.end(), found.place) == places.end()) {
    places.push_back(found.place);
  }
  std::vector<std::string> warnings;
  std::size_t followed = 0;
  const auto planner = [&](store::View& view) -> Result<store::Plan> {
    LOCI_ASSIGN(std::string text, present(view, found.place, found.file));
    LOCI_ASSIGN(std::string hash, expected_hash(request, text, found.file));
    LOCI_TRY(check_free(view, found.place, target));
    LOCI_ASSIGN(Relinking relinking, relink_notes(places, found, target, view));
    warnings = std::move(relinking.warnings);
    followed = 0;
    store::Plan plan;
    plan.summary = fmt::format("rename {} to {}", found.file, target);
    plan.changes.push_back(FileChange::moved(found.place, target, "", {found.place.key, found.file},
                                             Expected::absent()));
    for (FileChange& other : relinking.changes) {
      if (other.place == found.place && other.file == found.file) {
        text = std::move(*other.text);
      } else {
        plan.changes.push_back(std::move(other));
        ++followed;
      }
    }
    plan.changes.front().text = std::move(text);
    plan.changes.push_back(
        FileChange::remove(found.place, found.file, Expected::text(std::move(hash))));
    return plan;
  };
  LOCI_ASSIGN(ChangeReply reply,
              memory.change(memory.request("rename", places, request.dry_run), planner));
  if (reply.status != Status::Held) reply.status = Status::Renamed;
  reply.from = found.file;
  reply.relinked = followed;
  reply.warnings = std::move(warnings);
  for (const Refused& place : refused) reply.warnings.push_back(place.message);
  return reply;
}

namespace {

Result<ChangeReply> transfer(Memory& memory, const NoteRequest& request, std::string_view to,
                             bool keep) {
  LOCI_ASSIGN(const store::Place target, memory.scopes().destination(to));
  LOCI_ASSIGN(const Located located, locate(memory, request));
  const Found& found = located.found;
  if (target == found.place) {
    if (keep) {
      return fail(conflict(fmt::format("'{}' is already in {}", found.file, target.label())));
    }
    ChangeReply same;
    same.place = target;
    same.file = found.file;
    same.dry_run = request.dry_run;
    return same;
  }
  TextChecks checks(request.allow);
  // What a repository gets for the first time is looked at as if it were new.
  checks.all_is_new = target.in_workspace() && !found.place.in_workspace();
  LOCI_ASSIGN(
      ChangeReply reply,
      memory.change(memory.request(keep ? "copy" : "move", {target, found.place}, request.dry_run),
                    [&](store::View& view) -> Result<store::Plan> {
                      checks.begin();
                      LOCI_ASSIGN(std::string text, present(view, found.place, found.file));
                      LOCI_ASSIGN(std::string hash, expected_hash(request, text, found.file));
                      LOCI_TRY(check_free(view, target, found.file));
                      // The text stays as it is; what the other scope asks for is said.
                      LOCI_TRY(check_text(memory, target, found.file, text, text, checks));
                      store::Plan plan;
                      plan.summary = fmt::format("{} {} from {} to {}", keep ? "copy" : "move",
                                                 found.file, found.place.label(), target.label());
                      plan.changes.push_back(
                          FileChange::put(target, found.file, std::move(text), Expected::absent()));
                      if (!keep) {
                        plan.changes[0].from = FileChange::Origin{found.place.key, found.file};
                        plan.changes.push_back(FileChange::remove(found.place, found.file,
                                                                  Expected::text(std::move(hash))));
                      }
                      return plan;
                    }));
  if (reply.status != Status::Held) reply.status = keep ? Status::Copied : Status::Moved;
  reply.from = found.place.label();
  reply.untrusted = reply.untrusted || memory.untrusted(found.place);
  checks.finish(memory, reply);
  return reply;
}

}  // namespace

Result<ChangeReply> move(Memory& memory, const NoteRequest& request, std::string_view to) {
  return transfer(memory, request, to, false);
}

Result<ChangeReply> copy(Memory& memory, const NoteRequest& request, std::string_view to) {
  return transfer(memory, request, to, true);
}

Result<std::string> free_in_archive(store::View& view, const store::Place& archive,
                                    const std::string& wanted, TakenNames& taken) {
  const std::string stem(note::stem(wanted));
  LOCI_ASSIGN(std::string name,
              free_name(
                  wanted, [&](int number) { return fmt::format("{}-{}.md", stem, number); },
                  [&](const std::string& candidate) -> Result<bool> {
                    if (taken.contains({archive.key, fold(candidate)})) return true;
                    return view.is_taken(archive, candidate);
                  }));
  taken.insert({archive.key, fold(name)});
  return name;
}

Result<ChangeReply> archive(Memory& memory, const NoteRequest& request) {
  LOCI_TRY(memory.need_person("archive a note"));
  LOCI_ASSIGN(const Located located, locate(memory, request));
  const Found& found = located.found;
  if (found.place.kind == store::Place::Kind::Archive) {
    return fail(invalid_input(
        fmt::format("'{}' is already in the archive", found.file),
        fmt::format("'loci move {} --scope archive --to SCOPE' brings it back", found.file)));
  }
  const store::Place aside = store::archive_of(found.place, memory.scopes().slug());
  LOCI_ASSIGN(
      ChangeReply reply,
      memory.change(
          memory.request("archive", {aside, found.place}, request.dry_run),
          [&](store::View& view) -> Result<store::Plan> {
            LOCI_ASSIGN(std::string text, present(view, found.place, found.file));
            LOCI_ASSIGN(std::string hash, expected_hash(request, text, found.file));
            TakenNames taken;
            LOCI_ASSIGN(const std::string kept, free_in_archive(view, aside, found.file, taken));
            store::Plan plan;
            plan.summary = fmt::format("archive {}", found.file);
            plan.changes.push_back(FileChange::moved(
                aside, kept, std::move(text), {found.place.key, found.file}, Expected::absent()));
            plan.changes.push_back(
                FileChange::remove(found.place, found.file, Expected::text(std::move(hash))));
            return plan;
          }));
  if (reply.status != Status::Held) reply.status = Status::Moved;
  reply.from = found.place.label();
  reply.untrusted = memory.untrusted(found.place);
  return reply;
}

}  // namespace loci::memory
