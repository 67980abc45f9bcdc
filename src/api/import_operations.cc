// import.

#include <fmt/format.h>

#include <algorithm>

#include "api/agent_import.h"
#include "api/arguments.h"
#include "api/rows.h"
#include "api/text_view.h"
#include "base/text.h"
#include "compile/import_store.h"
#include "memory/change.h"
#include "memory/memory.h"

namespace loci::api {
namespace {

using compile::ImportStatus;

constexpr std::array kImport = params(
    std::array{
        Param::text("from", "STORE", "{stores} (default: what agents wrote in tools' directories)"),
        Param::text("path", "PATH",
                    "the directory or file it is in (default: where the tool keeps it)")
            .of_a_file(),
        Param::text("scope", "SCOPE", "global or workspace (its private part), private or shared"),
        Param::flag("stores", "list the stores on this machine that --from accepts")},
    kAgentImport, kAllow, kDryRun);

Result<Reply> list_stores(memory::Memory& memory) {
  LOCI_ASSIGN(const std::vector<compile::FoundStore> found, compile::find_stores(memory));
  Reply reply;
  reply.list = "stores";
  reply.data = {{"stores", Json::array()}};
  std::vector<std::vector<std::string>> rows{{"STORE", "NOTES", "SCOPE", "PATH"}};
  std::vector<std::string> commands;
  for (const compile::FoundStore& store : found) {
    reply.data["stores"].push_back({{"store", store.store},
                                    {"title", store.title},
                                    {"path", store.path},
                                    {"notes", store.notes},
                                    {"scope", store.scope}});
    rows.push_back({store.store, std::to_string(store.notes), store.scope, store.path});
    std::string command = fmt::format("loci import --from {}", store.store);
    if (std::find(commands.begin(), commands.end(), command) == commands.end()) {
      commands.push_back(std::move(command));
    }
  }
  if (found.empty()) {
    reply.notes.emplace_back(
        "no memory of other tools was found: name one with --from STORE --path PATH");
    reply.nothing = true;
    return reply;
  }
  reply.text = table(rows, memory.session().columns);
  for (const std::string& command : commands) {
    reply.notes.push_back(fmt::format("run '{}'", command));
  }
  return reply;
}

Result<Reply> found_stores(memory::Memory& memory, const Json& /*arguments*/) {
  return list_stores(memory);
}

Json json_of(const compile::ImportSource& source) {
  Json notes = Json::array();
  for (const compile::ImportRow& row : source.rows) {
    notes.push_back({{"source", row.source},
                     {"filename", row.file},
                     {"status", compile::status_name(row.status)}});
    if (!row.wanted.empty()) notes.back()["wanted"] = row.wanted;
  }
  return {{"path", source.path},
          {"scope", source.place.scope()},
          {"place", source.place.label()},
          {"notes", std::move(notes)},
          {"warnings", source.warnings}};
}

// "2 created, 1 unchanged".
std::string counts(const compile::ImportSource& source) {
  std::vector<std::string> parts;
  for (const ImportStatus status :
       {ImportStatus::Created, ImportStatus::Updated, ImportStatus::Beside, ImportStatus::Kept,
        ImportStatus::Unchanged, ImportStatus::Refused, ImportStatus::Held}) {
    const auto number =
        std::count_if(source.rows.begin(), source.rows.end(),
                      [&](const compile::ImportRow& row) { return row.status == status; });
    if (number > 0) parts.push_back(fmt::format("{} {}", number, compile::status_name(status)));
  }
  return parts.empty() ? "nothing" : join(parts, ", ");
}

void add_source(const compile::ImportSource& source, bool dry_run, Reply& reply) {
  reply.text += fmt::format("{} {} into {}: {}\n", dry_run ? "would import" : "imported",
                            printable(source.path, true), source.place.label(), counts(source));
  for (const compile::ImportRow& row : source.rows) {
    const std::string name = printable(row.file, true);
    switch (row.status) {
      case ImportStatus::Beside:
        reply.notes.push_back(fmt::format("'{}' has a different text here: kept as '{}'",
                                          printable(row.wanted, true), name));
        break;
      case ImportStatus::Kept:
        reply.notes.push_back(fmt::format("'{}' has changed here since: left as it is", name));
        break;
      case ImportStatus::Refused:
        reply.nothing = true;
        break;
      case ImportStatus::Held:
        reply.notes.push_back(fmt::format("'{}' {} for review: 'loci inbox' shows it", name,
                                          dry_run ? "would wait" : "waits"));
        break;
      default:
        break;
    }
  }
  for (const std::string& warning : source.warnings) reply.notes.push_back(warning);
}

Result<Reply> import_memory(memory::Memory& memory, const Json& arguments) {
  const auto store = text_if(arguments, "from");
  if (!store) {
    for (const char* other : {"path", "scope"}) {
      if (!arguments.contains(other)) continue;
      return fail(invalid_input(fmt::format("--{} needs --from", other),
                                "name the store with --from STORE"));
    }
    return flag(arguments, "stores") ? list_stores(memory) : import_agents(memory, arguments);
  }
  for (const Param& other : kAgentImport) {
    if (!arguments.contains(std::string(other.name))) continue;
    return fail(invalid_input(fmt::format("--{} cannot be combined with --from", other.name),
                              "leave one of them out"));
  }
  compile::ImportRequest request;
  request.store = *store;
  request.path = text_or(arguments, "path");
  request.scope = text_or(arguments, "scope");
  request.allow = list_of(arguments, "allow");
  request.dry_run = flag(arguments, "dry-run");
  LOCI_ASSIGN(const compile::ImportReply imported, compile::import_store(memory, request));
  Reply reply = change_reply(imported.change);
  reply.text.clear();
  reply.list = "sources";
  reply.data["store"] = imported.store;
  reply.data["sources"] = Json::array();
  for (const compile::ImportSource& source : imported.sources) {
    reply.data["sources"].push_back(json_of(source));
    add_source(source, request.dry_run, reply);
  }
  if (imported.sources.empty()) {
    reply.notes.push_back(
        fmt::format("no memory of {} was found: say where it is with --path PATH", *store));
    reply.nothing = true;
  }
  if (request.dry_run) reply.text += diffs(imported.change.changed);
  return reply;
}

constexpr std::array kImportRoutes{Route{"POST", "/api/imports"}};
constexpr std::array kFoundRoutes{Route{"GET", "/api/imports"}};

constexpr std::array kImportOperations{
    Operation{Group::Tools, "import",
              "Import what agents wrote in other tools, or what a tool remembers", Effect::Writes,
              kImport, "loci import --provider claude --dry-run", import_memory}
        .at(kImportRoutes)
        .answering("Answer")
        .only_local(),
    Operation{Group::Tools, "imports", "List what other tools remember on this machine",
              Effect::Reads, kNoParams, "loci imports", found_stores}
        .at(kFoundRoutes)
        .only_local(),
};

}  // namespace

std::span<const Operation> import_operations() { return kImportOperations; }

}  // namespace loci::api
