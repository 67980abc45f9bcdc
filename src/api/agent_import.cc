#include "api/agent_import.h"

#include <fmt/format.h>

#include "api/arguments.h"
#include "api/text_view.h"
#include "base/text.h"
#include "compile/import_agents.h"
#include "memory/memory.h"

namespace loci::api {
namespace {

constexpr std::size_t kShownNotes = 20;

Json json_of(const compile::AgentImportRow& row) {
  Json json = {{"provider", row.provider.empty() ? Json(nullptr) : Json(row.provider)},
               {"from", row.from.empty() ? Json(nullptr) : Json(row.from)},
               {"status", compile::status_name(row.status)},
               {"place", row.file.empty() ? Json(nullptr) : Json(row.place.label())},
               {"filename", row.file.empty() ? Json(nullptr) : Json(row.file)}};
  if (!row.message.empty()) json["message"] = row.message;
  return json;
}

// What was done with a note, or would be.
std::string_view did(compile::AgentImportStatus status, bool dry_run) {
  switch (status) {
    case compile::AgentImportStatus::Created:
      return dry_run ? "would create" : "created";
    case compile::AgentImportStatus::Updated:
      return dry_run ? "would update" : "updated";
    case compile::AgentImportStatus::Conflict:
      return dry_run ? "would keep as" : "kept as";
    case compile::AgentImportStatus::Pruned:
      return dry_run ? "would prune" : "pruned";
    case compile::AgentImportStatus::Held:
      return dry_run ? "would hold for review" : "held for review";
    case compile::AgentImportStatus::Unchanged:
    case compile::AgentImportStatus::Kept:
      break;
  }
  return compile::status_name(status);
}

std::string sentence(const compile::AgentImportRow& row, bool dry_run) {
  std::string where = fmt::format("{} {} in {}\n", did(row.status, dry_run),
                                  printable(row.file, true), row.place.label());
  if (row.from.empty()) return where;
  return fmt::format("{}: {}: {}", row.provider, printable(row.from, true), where);
}

}  // namespace

Result<Reply> import_agents(memory::Memory& memory, const Json& arguments) {
  compile::AgentImportRequest request;
  request.providers = list_of(arguments, "provider");
  request.allow = list_of(arguments, "allow");
  request.prune = flag(arguments, "prune");
  request.var_files = list_of(arguments, "var-file");
  request.allowed_env = list_of(arguments, "allow-env");
  request.dry_run = flag(arguments, "dry-run");
  LOCI_ASSIGN(const compile::AgentImportReply done, compile::import_agents(memory, request));
  Reply reply;
  reply.list = "notes";
  reply.data = {{"notes", Json::array()},
                {"conflict", done.conflict},
                {"operation", done.id == 0 ? Json(nullptr) : Json(done.id)},
                {"dry_run", done.dry_run},
                {"warnings", done.warnings}};
  std::size_t unchanged = 0;
  std::size_t shown = 0;
  for (const compile::AgentImportRow& row : done.rows) {
    reply.data["notes"].push_back(json_of(row));
    if (!row.message.empty()) {
      reply.notes.push_back(fmt::format("{}: {}", printable(row.from, true), row.message));
    }
    const bool same = row.status == compile::AgentImportStatus::Unchanged;
    if (same) ++unchanged;
    if (same || row.file.empty()) continue;
    if (++shown <= kShownNotes) reply.text += sentence(row, done.dry_run);
  }
  if (shown > kShownNotes) {
    reply.text += fmt::format("… and {}\n", count(shown - kShownNotes, "more note"));
  }
  if (shown == 0 && unchanged > 0) {
    reply.text = fmt::format("{} unchanged\n", count(unchanged, "note"));
  } else if (done.rows.empty()) {
    reply.notes.emplace_back("no tool has agent memory to import here");
  }
  for (const std::string& warning : done.warnings) reply.notes.push_back("warning: " + warning);
  if (done.dry_run) reply.text += diffs(done.changed);
  reply.nothing = done.conflict;
  return reply;
}

}  // namespace loci::api
