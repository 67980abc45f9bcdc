#include "api/codec.h"

#include "base/limits.h"
#include "guard/redact.h"
#include "memory/catalogs.h"
#include "memory/change.h"
#include "memory/origins.h"
#include "memory/reading.h"
#include "past/history.h"
#include "store/place.h"
#include "upkeep/health.h"

namespace loci::api {
Json place_fields(const store::Place& place) {
  return {{"scope", place.scope()}, {"place", place.label()}};
}

namespace {

Json text_or_null(const std::optional<std::string>& text) {
  return text ? Json(*text) : Json(nullptr);
}

Json file_fields(const store::FileRecord& file) {
  Json json = place_fields(store::place_of_key(file.place));
  json["filename"] = file.file;
  json["before"] = text_or_null(file.before);
  json["after"] = text_or_null(file.after);
  if (!file.from.empty()) json["from"] = file.from;
  return json;
}

}  // namespace

Json to_json(const memory::NoteInfo& note, Timestamp now) {
  Json json = {{"filename", note.file},
               {"name", note.name},
               {"type", note.type.empty() ? Json(nullptr) : Json(note.type)},
               {"scope", note.place.scope()},
               {"place", note.place.label()},
               {"age", age(note.modified, now)},
               {"description", note.description},
               {"mod_time", format_utc(note.modified)},
               {"hash", note.hash.empty() ? Json(nullptr) : Json(note.hash)},
               {"tags", note.tags},
               {"agent_name", note.agent_name.empty() ? Json(nullptr) : Json(note.agent_name)},
               {"faults", Json::array()}};
  for (const note::Fault& fault : note.faults) {
    json["faults"].push_back({{"line", fault.line}, {"message", fault.message}});
  }
  if (!note.unreadable.empty()) json["unreadable"] = note.unreadable;
  if (note.untrusted) json["untrusted"] = true;
  if (!note.citations.empty()) {
    json["citations"] = note.citations;
    json["verified"] = note.verified;
  }
  if (!note.outdated.empty()) json["outdated"] = note.outdated;
  if (!note.due.empty()) json["due"] = note.due;
  if (!note.origin.empty()) json["origin"] = note.origin;
  return json;
}

Json to_json(const memory::CitationVerdict& citation) {
  Json json = {{"kind", citation.kind},
               {"text", citation.text},
               {"line", citation.line},
               {"result", memory::verdict_name(citation.verdict)}};
  if (!citation.reason.empty()) json["reason"] = citation.reason;
  return json;
}

Json to_json(const memory::NoteText& note, Timestamp now) {
  Json json = to_json(note.info, now);
  for (const memory::CitationVerdict& one : note.stale) json["stale"].push_back(to_json(one));
  json["text"] = note.text;
  return json;
}

Json to_json(const memory::ChangeReply& change) {
  Json json = {{"status", memory::status_name(change.status)},
               {"filename", nullptr},
               {"scope", nullptr},
               {"place", nullptr}};
  if (!change.file.empty()) {
    json["filename"] = change.file;
    json.update(place_fields(change.place));
  }
  if (!change.from.empty()) json["from"] = change.from;
  json["hash"] = change.hash.empty() ? Json(nullptr) : Json(change.hash);
  json["operation"] = change.id == 0 ? Json(nullptr) : Json(change.id);
  json["dry_run"] = change.dry_run;
  if (change.untrusted) json["untrusted"] = true;
  for (const memory::HeldWrite& held : change.held) {
    Json entry = place_fields(held.place);
    entry["filename"] = held.file;
    entry["id"] = held.id.empty() ? Json(nullptr) : Json(held.id);
    entry["why"] = held.why;
    json["held"].push_back(std::move(entry));
  }
  json["warnings"] = change.warnings;
  json["changed"] = Json::array();
  for (const store::Changed& file : change.changed) {
    if (!file.before && !file.after) continue;  // a purge of a note that was gone
    Json entry = place_fields(file.place);
    entry["filename"] = file.file;
    entry["change"] = !file.before ? "created" : !file.after ? "deleted" : "updated";
    json["changed"].push_back(std::move(entry));
  }
  return json;
}

Json to_json(const past::HistoryRow& row) {
  const store::Record& record = row.record;
  Json json = {{"operation", record.sequence == 0 ? Json(nullptr) : Json(record.sequence)},
               {"time", record.time},
               {"kind", record.operation},
               {"origin", record.origin},
               {"actor", record.actor},
               {"workspace", record.workspace.empty() ? Json(nullptr) : Json(record.workspace)},
               {"summary", guard::redact(record.summary)},
               {"undone", row.undone},
               {"undoes", record.undoes == 0 ? Json(nullptr) : Json(record.undoes)},
               {"files", Json::array()}};
  if (!record.session.empty()) json["session"] = record.session;
  if (row.untrusted) json["untrusted"] = true;
  for (const store::FileRecord& file : record.files) json["files"].push_back(file_fields(file));
  return json;
}

Json to_json(const store::Revision& revision) {
  Json json = {{"revision", revision.id == 0 ? Json(nullptr) : Json(revision.id)},
               {"time", revision.time.empty() ? Json(nullptr) : Json(revision.time)},
               {"kind", revision.operation},
               {"origin", revision.origin},
               {"actor", revision.actor},
               {"by", memory::origin_of(revision.origin, revision.actor)},
               {"summary", guard::redact(revision.summary)},
               {"filename", revision.file}};
  json.update(place_fields(store::place_of_key(revision.place)));
  json["before"] = text_or_null(revision.before);
  json["hash"] = text_or_null(revision.after);
  return json;
}

Json to_json(const note::IndexState& state) {
  return {{"missing", state.missing},
          {"dangling", state.dangling},
          {"doubled", state.doubled},
          {"behind", state.behind}};
}

Json to_json(const upkeep::HealthReply& health) {
  Json json = {{"enabled", health.disabled.empty()},
               {"disabled_by", health.disabled.empty() ? Json(nullptr) : Json(health.disabled)},
               {"home", health.home},
               {"workspace", health.workspace.empty() ? Json(nullptr) : Json(health.workspace)},
               {"scopes", Json::array()}};
  for (const upkeep::ScopeHealth& scope : health.scopes) {
    Json entry = place_fields(scope.place);
    if (scope.untrusted) entry["untrusted"] = true;
    entry["path"] = scope.path;
    entry["files"] = scope.notes;
    entry["index"] = {{"lines", scope.index_lines},
                      {"bytes", scope.index_bytes},
                      {"max_lines", kIndexEntryLines},
                      {"max_bytes", kIndexEntryBytes}};
    json["scopes"].push_back(std::move(entry));
  }
  json["catalogs"] = Json::array();
  for (const memory::CatalogHealth& catalog : health.catalogs) {
    Json entry = place_fields(catalog.place);
    entry["files"] = catalog.files;
    entry["sections"] = catalog.sections;
    entry["segments"] = catalog.segments;
    entry["bytes"] = catalog.bytes;
    entry["stale"] = catalog.stale;
    entry["followed_by"] = catalog.following == memory::Following::Watching ? "watch" : "sweep";
    if (!catalog.fault.empty()) entry["fault"] = catalog.fault;
    json["catalogs"].push_back(std::move(entry));
  }
  json["journal"] = {
      {"records", health.journal.records},       {"operations", health.operations},
      {"damaged", health.journal.damaged},       {"bytes", health.journal.bytes},
      {"texts", health.journal.objects.objects}, {"text_bytes", health.journal.objects.bytes}};
  json["last_reindex"] = health.last_reindex.empty() ? Json(nullptr) : Json(health.last_reindex);
  json["inbox"] = health.inbox;
  json["latest"] = Json::array();
  for (const past::HistoryRow& row : health.latest) json["latest"].push_back(to_json(row));
  Json gates = Json::array();
  for (const upkeep::Gate& gate : health.gates) {
    gates.push_back({{"gate", gate.name}, {"open", gate.open}, {"reason", gate.reason}});
  }
  json["consolidation"] = {
      {"due", upkeep::may_run(health.gates, false)},
      {"gates", std::move(gates)},
      {"open", health.open_proposal.empty() ? Json(nullptr) : Json(health.open_proposal)}};
  json["problems"] = Json::array();
  for (const upkeep::Problem& problem : health.problems) {
    if (json["problems"].size() == kHistoryRows) break;  // the rest is in 'loci check'
    json["problems"].push_back(
        {{"problem", guard::redact(problem.what)}, {"fix", guard::redact(problem.fix)}});
  }
  return json;
}

Json to_json(const Error& error) {
  return {{"error",
           {{"code", error_info(error.kind).code},
            {"message", error.message},
            {"hint", error.hint.empty() ? Json(nullptr) : Json(error.hint)}}}};
}

}  // namespace loci::api
