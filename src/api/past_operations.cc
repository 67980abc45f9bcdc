// history, log, diff, restore, undo, purge, gc.

#include <fmt/format.h>

#include <map>

#include "api/arguments.h"
#include "api/codec.h"
#include "api/rows.h"
#include "api/text_view.h"
#include "base/limits.h"
#include "base/text.h"
#include "memory/change.h"
#include "memory/memory.h"
#include "memory/targets.h"
#include "past/gc.h"
#include "past/history.h"
#include "past/purge.h"
#include "past/show.h"
#include "past/undo.h"

namespace loci::api {
namespace {

constexpr std::array kHistory{
    Param::text("scope", "SCOPE", "only this scope"),
    Param::text("operation", "KIND", "only this kind of operation, such as write"),
    Param::text("since", "WHEN", "24h, 7d or a date"),
    Param::text("on", "DATE", "only this day: YYYY-MM-DD"),
    Param::text("session", "ID", "only what this agent session did"),
    Param::integer("before", "N", "only what was done before operation N"),
    Param::flag("everywhere", "from all workspaces, not only this one and global memory"),
    Param::flag("searches", "include searches"),
    Param::integer("limit", "N", "at most this many (default: 25)")
        .at_least(1)
        .at_most(kHistoryRows)};
constexpr std::array kShowOperation{
    Param::integer("operation", "OPERATION", "its number").by_place().needed().at_least(1)};
constexpr std::array kCalendar{
    Param::text("month", "MONTH", "YYYY-MM (default: this month)").by_place()};
constexpr std::array kLog = params(
    kNote, std::array{Param::integer("limit", "N", "at most this many (default: all)").at_least(1)},
    kSelect);
constexpr std::array kDiff = params(
    kNote,
    std::array{
        Param::integer("rev", "REV", "compare this revision with the present text").by_place()},
    kSelect);
constexpr std::array kRestore =
    params(kNote,
           std::array{Param::integer("rev", "REV",
                                     "the revision (default: the one before the last change)")},
           kAllow, kSelect, kDryRun);
constexpr std::array kUndo = params(
    std::array{
        Param::integer("operation", "OPERATION", "the operation's number (default: the newest)")
            .by_place(),
        Param::flag("list", "show what can be undone"),
        Param::flag("any", "also undo what an agent did"),
        Param::text("hash", "HASH",
                    "the hash the operation left; with it agents undo what agents did"),
        Param::flag("everywhere", "also undo changes of global notes from another workspace"),
        Param::flag("force", "even if a note has changed since; its text stays in history")},
    kDryRun);
constexpr std::array kPurge = params(
    kNote,
    std::array{Param::integer("rev", "REV", "erase only the text of this revision"),
               Param::flag("copies", "also erase the notes that have, or had, one of its texts"),
               Param::flag("yes", "do not ask")},
    kSelect, kDryRun);
constexpr std::array kGc = params(kDryRun);

// At the command line there are far more searches than changes.
bool wants_searches(const memory::Memory& memory, const Json& arguments) {
  return memory.session().origin != "cli" || flag(arguments, "searches") ||
         text_or(arguments, "operation") == "search";
}

Result<Reply> history(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const std::vector<past::HistoryRow> rows,
              past::history(memory, {text_or(arguments, "scope"),
                                     text_or(arguments, "operation"),
                                     text_or(arguments, "since"),
                                     number_or(arguments, "limit", 25),
                                     {},
                                     "",
                                     text_or(arguments, "session"),
                                     number_or(arguments, "before", 0),
                                     text_or(arguments, "on"),
                                     flag(arguments, "everywhere"),
                                     wants_searches(memory, arguments)}));
  Reply reply;
  reply.list = "operations";
  reply.data = {{"operations", Json::array()}};
  for (const past::HistoryRow& row : rows) reply.data["operations"].push_back(to_json(row));
  reply.text = history_table(rows, memory.now(), memory.scopes().slug(), memory.session().columns);
  if (rows.empty()) reply.notes.emplace_back("nothing in the history");
  return reply;
}

Result<Reply> show_operation(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const past::ShownOperation operation,
              past::show_operation(memory, number_or(arguments, "operation", 0)));
  Reply reply;
  reply.data = to_json(operation.row);
  reply.text = history_table({operation.row}, memory.now(), memory.scopes().slug(),
                             memory.session().columns);
  for (std::size_t i = 0; i < operation.changes.size(); ++i) {
    const past::ShownChange& change = operation.changes[i];
    reply.data["files"][i]["diff"] = change.lost ? Json(nullptr) : Json(change.diff);
    reply.text += printable(change.diff);
    if (change.lost) {
      reply.notes.push_back(
          fmt::format("a text of {} is no longer kept", printable(change.file.file, true)));
    }
  }
  if (operation.row.untrusted) reply.notes.push_back(untrusted_note());
  return reply;
}

Result<Reply> calendar(memory::Memory& memory, const Json& arguments) {
  const std::string month = text_or(arguments, "month", local_date(memory.now()).substr(0, 7));
  if (month.size() != 7 || !is_date(month + "-01")) {
    return fail(invalid_input(fmt::format("'{}' is not a month", printable(month, true)),
                              "write it as 2026-11"));
  }
  LOCI_ASSIGN(const std::vector<past::DayOfChanges> days, past::changes_by_day(memory, month));
  std::map<std::string, Json> rows;
  for (const past::DayOfChanges& day : days) {
    Json by = Json::object();
    for (const auto& [who, number] : day.by) by[who] = number;
    rows[day.date] = {
        {"date", day.date}, {"operations", day.operations}, {"by", std::move(by)}, {"log", false}};
  }
  if (memory.scopes().workspace()) {
    LOCI_ASSIGN(const std::vector<std::string> logs, memory::daily_dates(memory));
    for (const std::string& date : logs) {
      if (!date.starts_with(month)) continue;
      if (!rows.contains(date)) {
        rows[date] = {{"date", date}, {"operations", 0}, {"by", Json::object()}};
      }
      rows[date]["log"] = true;
    }
  }
  Reply reply;
  reply.list = "days";
  reply.data = {{"month", month}, {"days", Json::array()}};
  std::vector<std::vector<std::string>> cells{{"DAY", "CHANGES", "LOG"}};
  for (auto& [date, row] : rows) {
    cells.push_back({date, std::to_string(row["operations"].get<std::size_t>()),
                     row["log"].get<bool>() ? "yes" : "-"});
    reply.data["days"].push_back(std::move(row));
  }
  if (rows.empty()) {
    reply.notes.push_back(fmt::format("no changes in {}", month));
  } else {
    reply.text = table(cells, memory.session().columns);
  }
  return reply;
}

Result<Reply> log(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(std::vector<store::Revision> revisions,
              past::log(memory, reading_request(memory, arguments)));
  Reply reply;
  const std::uint64_t limit = number_or(arguments, "limit", revisions.size());
  if (limit < revisions.size()) {
    reply.notes.push_back(fmt::format("{}: '--limit {}' shows them",
                                      count(revisions.size() - limit, "more revision"),
                                      revisions.size()));
    revisions.erase(revisions.begin() + static_cast<std::ptrdiff_t>(limit), revisions.end());
  }
  reply.list = "revisions";
  reply.data = {{"revisions", Json::array()}};
  for (const store::Revision& revision : revisions) {
    reply.data["revisions"].push_back(to_json(revision));
  }
  reply.text = revision_table(revisions, memory.now(), memory.session().columns);
  const bool untrusted =
      !revisions.empty() && memory.untrusted(store::place_of_key(revisions.front().place));
  if (untrusted) {
    for (Json& revision : reply.data["revisions"]) revision["untrusted"] = true;
    reply.notes.push_back(untrusted_note());
  }
  return reply;
}

Result<Reply> diff(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(
      const past::DiffReply difference,
      past::diff(memory, reading_request(memory, arguments), number_or(arguments, "rev", 0)));
  Reply reply;
  reply.data = {{"from", difference.from}, {"to", difference.to}, {"diff", difference.diff}};
  reply.text = printable(difference.diff);
  if (difference.untrusted) {
    reply.data["untrusted"] = true;
    reply.notes.push_back(untrusted_note());
  }
  if (difference.diff.empty()) reply.notes.emplace_back("no difference");
  return reply;
}

Result<Reply> restore(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const past::RestoreReply restored,
              past::restore(memory, note_request(arguments), number_or(arguments, "rev", 0)));
  const memory::ChangeReply& change = restored.change;
  Reply reply = change_reply(change);
  reply.data["revision"] = restored.revision == 0 ? Json(nullptr) : Json(restored.revision);
  if (change.status != memory::Status::Unchanged && !change.dry_run) {
    reply.text = fmt::format(
        "restored {} of {} in {}\n",
        restored.revision == 0 ? "an earlier text" : fmt::format("revision {}", restored.revision),
        printable(change.file, true), place_text(change.place, change.untrusted));
  }
  return reply;
}

Result<Reply> undo(memory::Memory& memory, const Json& arguments) {
  Reply reply;
  if (flag(arguments, "list")) {
    LOCI_ASSIGN(const std::vector<past::HistoryRow> rows,
                past::undo_candidates(memory, 25, flag(arguments, "everywhere")));
    reply.list = "operations";
    reply.data = {{"operations", Json::array()}};
    for (const past::HistoryRow& row : rows) reply.data["operations"].push_back(to_json(row));
    reply.text =
        history_table(rows, memory.now(), memory.scopes().slug(), memory.session().columns);
    if (rows.empty()) reply.notes.emplace_back("nothing to undo");
    return reply;
  }
  LOCI_ASSIGN(const past::UndoReply undone,
              past::undo(memory, {number_or(arguments, "operation", 0), flag(arguments, "any"),
                                  flag(arguments, "force"), flag(arguments, "dry-run"),
                                  flag(arguments, "everywhere"), text_or(arguments, "hash")}));
  if (!undone.undone) {
    reply.data = {{"undone", nullptr}};
    reply.nothing = true;
    reply.notes.emplace_back(
        undone.elsewhere == 0
            ? "nothing to undo; 'loci history' shows what was done"
            : fmt::format("nothing to undo here; operation {} was done in another workspace: 'loci "
                          "undo --everywhere' takes it back",
                          undone.elsewhere));
    return reply;
  }
  const store::Record& record = *undone.undone;
  reply.data = to_json(undone.change);
  reply.data["undone"] = to_json(past::HistoryRow{record, true});
  reply.text =
      fmt::format("{} operation {}: {} {} by {}, {}\n",
                  undone.change.dry_run ? "would undo" : "undid", record.sequence, record.operation,
                  files_text(record), record.actor, ago(record.time, memory.now()));
  if (undone.change.dry_run) {
    reply.text += diffs(undone.change.changed);
    reply.settled = {{"operation", record.sequence}};
  }
  if (undone.change.untrusted) reply.notes.push_back(untrusted_note());
  if (undone.applied) {
    reply.notes.emplace_back("tools' files were compiled since; 'loci apply' updates them");
  }
  return reply;
}

Result<Reply> purge(memory::Memory& memory, const Json& arguments) {
  const std::uint64_t revision = number_or(arguments, "rev", 0);
  LOCI_ASSIGN(const past::PurgeReply purged,
              past::purge(memory, {note_request(arguments), revision, flag(arguments, "copies"),
                                   flag(arguments, "yes")}));
  const memory::ChangeReply& change = purged.change;
  Reply reply;
  reply.data = to_json(change);
  reply.data["copies"] = Json::array();
  reply.data["unreached"] = purged.unreached;
  reply.text =
      fmt::format("{} {}{} from {} for good\n", change.dry_run ? "would erase" : "erased",
                  revision == 0 ? "" : fmt::format("revision {} of ", revision),
                  printable(change.file, true), place_text(change.place, change.untrusted));
  std::vector<std::string> copies;
  for (const past::PurgeReply::Copy& copy : purged.copies) {
    Json entry = place_fields(copy.place);
    entry["filename"] = copy.file;
    reply.data["copies"].push_back(std::move(entry));
    copies.push_back(fmt::format("{} in {}", printable(copy.file, true), copy.place.label()));
  }
  if (!copies.empty()) {
    reply.notes.push_back(
        fmt::format("one of its texts stays, because {} has it too; '--copies' erases that as well",
                    join(copies, ", ")));
  }
  for (const std::string& where : purged.unreached) {
    reply.notes.push_back("out of reach: " + printable(where, true));
  }
  return reply;
}

Result<Reply> gc(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const past::GcReply gone, past::gc(memory, flag(arguments, "dry-run")));
  Reply reply;
  reply.data = {{"records", gone.records},
                {"texts", gone.texts},
                {"swept", gone.swept},
                {"finished", gone.finished},
                {"refused", gone.refusal.empty() ? Json(nullptr) : Json(gone.refusal)},
                {"dry_run", gone.dry_run}};
  reply.text = fmt::format("{} {} and {}\n", gone.dry_run ? "would remove" : "removed",
                           count(gone.records, "journal record"), count(gone.texts, "old text"));
  if (gone.finished > 0) {
    reply.text += fmt::format("closed {}\n", count(gone.finished, "interrupted operation"));
  }
  if (gone.swept > 0) reply.text += fmt::format("swept {}\n", count(gone.swept, "left-over file"));
  if (!gone.refusal.empty()) reply.notes.push_back("nothing was pruned: " + gone.refusal);
  return reply;
}

constexpr std::array kHistoryRoutes{Route{"GET", "/api/memory/history"}};
constexpr std::array kShowRoutes{Route{"GET", "/api/memory/history/{operation}"}};
constexpr std::array kCalendarRoutes{Route{"GET", "/api/calendar"},
                                     Route{"GET", "/api/calendar/{month}"}};
constexpr std::array kLogRoutes{Route{"GET", "/api/memory/{filename}/log", kFilename}};
constexpr std::array kDiffRoutes{Route{"GET", "/api/memory/{filename}/diff", kFilename}};
constexpr std::array kRestoreRoutes{Route{"POST", "/api/memory/restore", kFilename}};
constexpr std::array kUndoRoutes{Route{"POST", "/api/memory/undo"}};
constexpr std::array kPurgeRoutes{Route{"POST", "/api/memory/{filename}/purge", kFilename}};

constexpr std::array kPastOperations{
    Operation{Group::Past, "history", "Show what was done, newest first", Effect::Reads, kHistory,
              "loci history --since 24h --operation delete", history}
        .at(kHistoryRoutes)
        .answering("Operations"),
    Operation{Group::Past, "history show", "Show what an operation changed", Effect::Reads,
              kShowOperation, "loci history show 42", show_operation}
        .at(kShowRoutes)
        .answering("Operation"),
    Operation{Group::Past, "calendar", "Show the days of a month: changes and daily logs",
              Effect::Reads, kCalendar, "loci calendar 2026-11", calendar}
        .at(kCalendarRoutes),
    Operation{Group::Past, "log", "Show the revisions of a note", Effect::Reads, kLog,
              "loci log review-style", log}
        .at(kLogRoutes),
    Operation{Group::Past, "diff", "Show what changed in a note", Effect::Reads, kDiff,
              "loci diff review-style 12", diff}
        .at(kDiffRoutes),
    Operation{Group::Past, "restore", "Bring back an earlier text of a note", Effect::Writes,
              kRestore, "loci restore review-style --rev 12", restore}
        .at(kRestoreRoutes),
    Operation{Group::Past, "undo", "Undo the newest operation, or any other", Effect::Writes, kUndo,
              "loci undo", undo}
        .with_consent("any")
        .shown_first()
        .at(kUndoRoutes)
        .answering("Answer"),
    Operation{Group::Past, "purge", "Erase a note and all its texts for good", Effect::Deletes,
              kPurge, "loci purge leaked-key --yes", purge}
        .with_consent("yes")
        .at(kPurgeRoutes)
        .only_local(),
    Operation{Group::Past, "gc", "Erase old texts that are past their retention time",
              Effect::Deletes, kGc, "loci gc --dry-run", gc},
};

}  // namespace

std::span<const Operation> past_operations() { return kPastOperations; }

}  // namespace loci::api
