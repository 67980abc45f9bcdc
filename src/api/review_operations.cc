// review.

#include <fmt/format.h>

#include "api/arguments.h"
#include "api/codec.h"
#include "api/listing.h"
#include "api/rows.h"
#include "api/text_view.h"
#include "base/text.h"
#include "memory/moving.h"
#include "memory/preferences.h"
#include "upkeep/review.h"

namespace loci::api {
namespace {

constexpr std::array kReviewNote = params(kNote, kSelect, kDryRun);
constexpr std::array kKeep =
    params(kNote, std::array{Param::text("until", "DATE", "when it is due again (default: never)")},
           kSelect, kDryRun);

constexpr std::array kReview =
    params(std::array{Param::integer("limit", "N",
                                     "show at most this many of each kind; all are counted")},
           kSelect);

std::size_t limit_of(const Json& arguments) {
  return number_or(arguments, "limit", memory::kNoLimit);
}

Json due_json(const upkeep::DueNote& note) {
  Json json = place_fields(note.place);
  json["filename"] = note.file;
  json["name"] = note.name;
  json["description"] = note.description;
  json["why"] = note.why;
  return json;
}

Json noted_json(const memory::Preference& note) {
  Json json = place_fields(note.place);
  json["filename"] = note.file;
  json["name"] = note.name;
  json["lines"] = Json::array();
  for (const memory::PreferenceLine& line : note.lines) {
    if (line.standing == memory::Standing::Confirmed) continue;
    json["lines"].push_back(
        {{"text", line.text},
         {"from", line.standing == memory::Standing::Imported ? "import" : "agent"}});
  }
  return json;
}

Result<Reply> review(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const upkeep::ReviewReply found,
              upkeep::review(memory, selector(arguments), limit_of(arguments)));
  Reply reply;
  reply.data = {{"noted", Json::array()},
                {"due", Json::array()},
                {"inbox", found.held},
                {"noted_total", found.noted_total},
                {"due_total", found.due_total}};
  for (const memory::Preference& note : found.noted) {
    reply.data["noted"].push_back(noted_json(note));
    reply.text += noted_text(note);
  }
  for (const upkeep::DueNote& note : found.due) {
    reply.data["due"].push_back(due_json(note));
    reply.text += due_text(note);
  }
  if (!found.noted.empty()) {
    reply.notes.emplace_back(
        "'loci review accept NOTE' confirms what was noted, 'loci review reject NOTE' takes it "
        "out, 'loci edit NOTE' changes it");
  }
  if (!found.due.empty()) {
    reply.notes.emplace_back(
        "'loci review keep NOTE [--until DATE]' keeps a note that is due, 'loci review archive "
        "NOTE' archives it; 'loci edit' and 'loci delete' work as always");
  }
  if (found.held > 0) {
    reply.notes.push_back(
        fmt::format("{} in the inbox: 'loci inbox'",
                    found.held == 1 ? "1 write waits" : fmt::format("{} writes wait", found.held)));
  }
  const std::size_t more =
      found.noted_total + found.due_total - found.noted.size() - found.due.size();
  if (more > 0) reply.notes.push_back(fmt::format("{} more", count(more, "note")));
  if (found.noted_total + found.due_total == 0) reply.notes.emplace_back("nothing to review");
  return reply;
}

// Global memory and every project, each note with its project; the limit is for all of them.
Result<Reply> review_over(std::span<const Lent> lent, const Json& arguments) {
  Reply reply;
  reply.data = {{"noted", Json::array()}, {"due", Json::array()}, {"inbox", 0}};
  const std::size_t limit = limit_of(arguments);
  std::size_t noted = 0;
  std::size_t due = 0;
  for (const Lent& one : lent) {
    const auto asked = asked_of(one, arguments);
    if (!asked) continue;
    LOCI_ASSIGN(const upkeep::ReviewReply found,
                upkeep::review(*one.memory, selector(*asked), limit));
    const auto add = [&](const char* kind, Json note, const store::Place& place) {
      if (reply.data[kind].size() >= limit) return;
      note["project"] = project_of(place, one.project);
      reply.data[kind].push_back(std::move(note));
    };
    for (const memory::Preference& note : found.noted) add("noted", noted_json(note), note.place);
    for (const upkeep::DueNote& note : found.due) add("due", due_json(note), note.place);
    noted += found.noted_total;
    due += found.due_total;
    reply.data["inbox"] = found.held;
  }
  reply.data["noted_total"] = noted;
  reply.data["due_total"] = due;
  return reply;
}

Result<Reply> accept_noted(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const memory::AcceptReply done, memory::accept(memory, note_request(arguments)));
  Reply reply;
  reply.data = {{"notes", Json::array()}, {"dry_run", done.dry_run}};
  for (const memory::Preference& note : done.notes) {
    reply.data["notes"].push_back(noted_json(note));
    reply.text += fmt::format("{} {} in {}\n", done.dry_run ? "would accept" : "accepted",
                              printable(note.file, true), note.place.label());
  }
  return reply;
}

Result<Reply> reject_noted(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const memory::ChangeReply change,
              upkeep::reject_noted(memory, note_request(arguments)));
  Reply reply = change_reply(change);
  if (change.id != 0) {
    reply.notes.push_back(fmt::format("'loci undo {}' brings it back", change.id));
  }
  return reply;
}

Result<Reply> keep_note(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const memory::ChangeReply change,
              upkeep::keep(memory, note_request(arguments), text_or(arguments, "until")));
  return change_reply(change);
}

Result<Reply> archive_note(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const memory::ChangeReply change, memory::archive(memory, note_request(arguments)));
  Reply reply = change_reply(change);
  if (change.id != 0) {
    reply.notes.push_back(fmt::format("'loci undo {}' brings it back", change.id));
  }
  return reply;
}

constexpr std::array kReviewRoutes{Route{"GET", "/api/review"}};
constexpr std::array kReviewAcceptRoutes{Route{"POST", "/api/review/{filename}/accept", kFilename}};
constexpr std::array kReviewRejectRoutes{Route{"POST", "/api/review/{filename}/reject", kFilename}};
constexpr std::array kReviewKeepRoutes{Route{"POST", "/api/review/{filename}/keep", kFilename}};
constexpr std::array kReviewArchiveRoutes{
    Route{"POST", "/api/review/{filename}/archive", kFilename}};

constexpr std::array kReviewOperations{
    Operation{Group::Review, "review", "Review what agents noted about you, and notes that are due",
              Effect::Reads, kReview, "loci review", review}
        .at(kReviewRoutes)
        .over_projects(review_over),
    Operation{Group::Review, "review accept", "Confirm what agents noted in a note", Effect::Writes,
              kReviewNote, "loci review accept review-style", accept_noted}
        .at(kReviewAcceptRoutes)
        .answering("Answer"),
    Operation{Group::Review, "review reject", "Remove from a note what nobody confirmed",
              Effect::Deletes, kReviewNote, "loci review reject review-style", reject_noted}
        .at(kReviewRejectRoutes),
    Operation{Group::Review, "review keep", "Keep a note that is due", Effect::Writes, kKeep,
              "loci review keep staging-resets --until 2027-01-31", keep_note}
        .at(kReviewKeepRoutes),
    Operation{Group::Review, "review archive", "Archive a note; undo brings it back",
              Effect::Deletes, kReviewNote, "loci review archive staging-resets", archive_note}
        .at(kReviewArchiveRoutes),
};

}  // namespace

std::span<const Operation> review_operations() { return kReviewOperations; }

std::string noted_text(const memory::Preference& note) {
  std::string text = fmt::format("{} in {}: noted, not confirmed yet\n", printable(note.file, true),
                                 note.place.label());
  for (const memory::PreferenceLine& line : note.lines) {
    if (line.standing == memory::Standing::Confirmed) continue;
    text += fmt::format("  {}{}\n", printable(line.text, true),
                        line.standing == memory::Standing::Imported ? "  (imported)" : "");
  }
  return text;
}

std::string due_text(const upkeep::DueNote& note) {
  return fmt::format("{} in {}: {}\n  {}\n", printable(note.file, true), note.place.label(),
                     note.why, printable(note.description, true));
}

}  // namespace loci::api
