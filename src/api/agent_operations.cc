// agents, apply, status.

#include <fmt/format.h>

#include <memory>

#include "api/arguments.h"
#include "api/rows.h"
#include "api/text_view.h"
#include "base/text.h"
#include "compile/agents.h"
#include "compile/apply.h"
#include "compile/setup.h"
#include "exchange/tool.h"
#include "memory/memory.h"
#include "sync/git_stages.h"

namespace loci::api {
namespace {

using exchange::Action;
using exchange::Standing;

constexpr std::size_t kShownRows = 20;
constexpr std::size_t kShownNames = 5;

constexpr std::array kShow{
    Param::text("agent", "AGENT", "the agent's id, as 'loci agents' shows it").by_place().needed()};
constexpr std::array<std::string_view, 3> kAgentScopes{"project", "user", "local"};
constexpr std::array<std::string_view, 4> kFallbacks{"none", "context", "rule", "hook"};
constexpr std::array kWhich{
    Param::list("provider", "P", "{providers} (default: all)"),
    Param::choice("scope", kAgentScopes, "whose memory, and where (default: project)"),
    Param::choice("fallback", kFallbacks,
                  "for tools without a place of their own (default: as last time)"),
    Param::list("native", "P", "use the newer place of {newer}; 'none' goes back"),
    Param::flag("notes", "also compile workspace or global notes"),
    Param::flag("no-notes", "stop compiling workspace or global notes"),
    Param::list("var-file", "FILE", "a file of more variables; it overrides .loci/vars")
        .of_a_file(),
    Param::list("allow-env", "NAME", "an environment variable that notes may use")};
constexpr std::array kApply =
    params(kWhich,
           std::array{Param::flag("force", "overwrite edits made in the tools' files"),
                      Param::flag("backup", "keep a copy of what is overwritten or removed")},
           kDryRun);

constexpr std::array kStatusRoutes{Route{"GET", "/api/status"}};
constexpr std::array kAgentsRoutes{Route{"GET", "/api/agents"}};

Json json_of(const compile::AgentPlace& place) {
  Json json = {{"place", place.place.label()}, {"path", place.path}, {"entries", place.entries}};
  if (place.untrusted) json["untrusted"] = true;
  return json;
}

void warn(const std::vector<std::string>& warnings, Reply& reply) {
  reply.data["warnings"] = warnings;
  for (const std::string& warning : warnings) reply.notes.push_back("warning: " + warning);
}

std::string tree_line(const compile::AgentPlace& place, bool last) {
  return fmt::format("{} {}  {}  {}\n", last ? "└──" : "├──",
                     place_text(place.place, place.untrusted),
                     count(place.entries, "entry", "entries"), printable(place.path, true));
}

Result<Reply> agents(memory::Memory& memory, const Json& arguments) {
  (void)arguments;
  LOCI_ASSIGN(const compile::AgentsReply found, compile::list_agents(memory));
  Reply reply;
  reply.list = "agents";
  reply.data = {{"agents", Json::array()}};
  bool untrusted = false;
  for (const compile::AgentRow& agent : found.agents) {
    Json places = Json::array();
    reply.text += fmt::format("{}\n", printable(agent.id, true));
    for (const compile::AgentPlace& place : agent.places) {
      places.push_back(json_of(place));
      reply.text += tree_line(place, &place == &agent.places.back());
      untrusted = untrusted || place.untrusted;
    }
    reply.data["agents"].push_back({{"id", agent.id}, {"places", std::move(places)}});
  }
  if (found.agents.empty()) reply.notes.emplace_back("no agent has memory here");
  warn(found.warnings, reply);
  if (untrusted) reply.notes.push_back(untrusted_note());
  return reply;
}

Result<Reply> show(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const compile::AgentReply found,
              compile::show_agent(memory, text_or(arguments, "agent")));
  Reply reply;
  reply.list = "entries";
  reply.data = {{"id", found.id}, {"places", Json::array()}, {"entries", Json::array()}};
  bool untrusted = false;
  std::vector<std::vector<std::string>> rows{{"FILE", "PLACE", "NAME", "DESCRIPTION"}};
  for (const compile::AgentPlace& place : found.places)
    reply.data["places"].push_back(json_of(place));
  for (const compile::AgentNote& note : found.notes) {
    reply.data["entries"].push_back({{"filename", note.file},
                                     {"name", note.name},
                                     {"description", note.description},
                                     {"place", note.place.label()}});
    if (note.untrusted) reply.data["entries"].back()["untrusted"] = true;
    untrusted = untrusted || note.untrusted;
    rows.push_back(
        {note.file, place_text(note.place, note.untrusted), note.name, note.description});
  }
  if (found.notes.empty()) {
    reply.notes.push_back(fmt::format("'{}' remembers nothing", printable(found.id, true)));
  } else {
    reply.text = table(rows, memory.session().columns);
  }
  warn(found.warnings, reply);
  if (untrusted) reply.notes.push_back(untrusted_note());
  return reply;
}

Result<compile::ApplyRequest> apply_request(const Json& arguments) {
  compile::ApplyRequest request;
  request.providers = list_of(arguments, "provider");
  if (const auto scope = exchange::apply_scope_called(text_or(arguments, "scope"))) {
    request.scope = *scope;
  }
  if (const auto fallback = text_if(arguments, "fallback")) {
    request.fallback = exchange::fallback_called(*fallback);
  }
  for (std::string& name : list_of(arguments, "native")) {
    if (name == "none") {
      request.no_native = true;
    } else {
      request.native.push_back(std::move(name));
    }
  }
  if (flag(arguments, "notes") && flag(arguments, "no-notes")) {
    return fail(invalid_input("--notes and --no-notes cannot be combined"));
  }
  if (flag(arguments, "notes")) request.notes = true;
  if (flag(arguments, "no-notes")) request.notes = false;
  request.var_files = list_of(arguments, "var-file");
  request.allowed_env = list_of(arguments, "allow-env");
  request.force = flag(arguments, "force");
  request.backup = flag(arguments, "backup");
  request.dry_run = flag(arguments, "dry-run");
  return request;
}

std::string_view part_name(exchange::Artifact::Part part) {
  using Part = exchange::Artifact::Part;
  return part == Part::File ? "file" : part == Part::Block ? "block" : "line";
}

std::string_view action_name(Action action) {
  return action == Action::Write ? "write" : action == Action::Remove ? "remove" : "none";
}

Json json_of(const compile::ApplyRow& row) {
  Json json = {
      {"provider", row.provider},          {"path", row.path},
      {"part", part_name(row.part)},       {"status", exchange::standing_name(row.standing)},
      {"action", action_name(row.action)}, {"drift", row.drift}};
  if (row.unknown) json["unknown"] = true;
  if (!row.backup.empty()) json["backup"] = row.backup;
  return json;
}

// One object for every resource.
void add_json(const exchange::FidelityNote& note, Json& list) {
  for (const std::string& resource : note.resources) {
    list.push_back({{"level", note.level},
                    {"provider", note.provider},
                    {"resource", resource},
                    {"code", note.code},
                    {"reason", note.reason},
                    {"action", note.action}});
  }
}

// "dev/a.md, dev/b.md and 7 more".
std::string names_of(const exchange::FidelityNote& note) {
  std::vector<std::string> names;
  for (const std::string& resource : note.resources) {
    if (names.size() == kShownNames) break;
    names.push_back(printable(resource, true));
  }
  const std::size_t rest = note.resources.size() - names.size();
  return rest == 0 ? join(names, ", ") : fmt::format("{} and {} more", join(names, ", "), rest);
}

void add_fidelity(const std::vector<exchange::FidelityNote>& notes, Reply& reply) {
  for (const exchange::FidelityNote& note : notes) {
    reply.notes.push_back(fmt::format("{}{}: {}: {} [{}]; {}",
                                      note.level == "warning" ? "warning: " : "", note.provider,
                                      names_of(note), note.reason, note.code, note.action));
  }
}

std::string did(Action action, bool dry_run) {
  if (action == Action::Write) return dry_run ? "would write" : "wrote";
  return dry_run ? "would remove" : "removed";
}

// "the block in GEMINI.md".
std::string thing(const compile::ApplyRow& row) {
  std::string path = printable(row.path, true);
  if (row.part == exchange::Artifact::Part::File) return path;
  return fmt::format("the {} in {}",
                     row.part == exchange::Artifact::Part::Block ? "block" : "'memory:' line",
                     path);
}

void add_done(const compile::ApplyReply& done, Reply& reply) {
  std::size_t shown = 0;
  std::size_t rest = 0;
  std::size_t in_step = 0;
  for (const compile::ApplyRow& row : done.rows) {
    if (row.action == Action::None) {
      in_step += row.standing == Standing::InStep ? 1 : 0;
      continue;
    }
    if (!row.backup.empty()) {
      reply.notes.push_back(
          fmt::format("backup of {}: {}", printable(row.path, true), printable(row.backup, true)));
    }
    if (++shown > kShownRows) {
      ++rest;
      continue;
    }
    reply.text +=
        fmt::format("{}: {} {}\n", row.provider, did(row.action, done.dry_run), thing(row));
    reply.text += row.diff;
  }
  if (rest > 0) reply.text += fmt::format("… and {}\n", count(rest, "more file"));
  if (shown > 0 || done.refused) return;
  if (in_step > 0) {
    reply.text += fmt::format("{} up to date\n", count(in_step, "file"));
  } else if (done.agents == 0) {
    reply.notes.emplace_back("nothing to compile: no agent has memory here");
  }
}

void add_drift(const compile::ApplyReply& done, Reply& reply) {
  for (const compile::ApplyRow& row : done.rows) {
    if (row.drift) {
      reply.text += fmt::format("{}: {} was edited there{}\n", row.provider, thing(row),
                                row.standing == Standing::Both ? ", and its source here" : "");
    }
  }
  const bool comes_back = std::any_of(done.rows.begin(), done.rows.end(), [](const auto& row) {
    return row.drift && row.part == exchange::Artifact::Part::File &&
           exchange::find_tool(row.provider)->provider->comes_back();
  });
  reply.notes.emplace_back(fmt::format(
      "nothing was written: {}; '--force' overwrites them, and with '--backup' keeps a copy",
      comes_back ? "'loci import' keeps the edits"
                 : "'loci import' cannot bring these edits back"));
}

Json apply_json(const compile::ApplyReply& done) {
  Json json = {{"files", Json::array()}, {"drift", done.drift}, {"dry_run", done.dry_run}};
  for (const compile::ApplyRow& row : done.rows) json["files"].push_back(json_of(row));
  json["hooks"] = Json::array();
  for (const compile::SetupFile& file : done.hooks) {
    json["hooks"].push_back({{"provider", file.tool}, {"path", file.path}});
  }
  json["unhooked"] = Json::array();
  for (const compile::SetupFile& file : done.unhooked) {
    json["unhooked"].push_back({{"provider", file.tool}, {"path", file.path}});
  }
  json["with_environment"] = done.with_environment;
  json["notes"] = Json::array();
  for (const exchange::FidelityNote& note : done.notes) add_json(note, json["notes"]);
  json["warnings"] = done.warnings;
  if (done.untrusted) json["untrusted"] = true;
  return json;
}

Result<Reply> apply(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const compile::ApplyRequest request, apply_request(arguments));
  LOCI_ASSIGN(compile::ApplyReply applied, compile::apply(memory, request));
  const auto shared = std::make_shared<const compile::ApplyReply>(std::move(applied));
  const compile::ApplyReply& done = *shared;
  Reply reply;
  reply.list = "files";
  reply.large = [shared] { return apply_json(*shared); };
  if (done.refused) {
    add_drift(done, reply);
    reply.nothing = true;
  } else {
    add_done(done, reply);
  }
  for (const compile::SetupFile& file : done.hooks) {
    reply.text += fmt::format("{}: {} in {}\n", file.tool,
                              done.dry_run ? "would connect hooks" : "connected hooks",
                              printable(file.path, true));
    reply.text += file.diff;
  }
  for (const compile::SetupFile& file : done.unhooked) {
    reply.text += fmt::format("{}: {} from {}\n", file.tool,
                              done.dry_run ? "would remove hooks" : "removed hooks",
                              printable(file.path, true));
    reply.text += file.diff;
  }
  for (const std::string& file : done.with_environment) {
    reply.notes.push_back(fmt::format("{}: contains a value from the environment", file));
  }
  add_fidelity(done.notes, reply);
  for (const std::string& warning : done.warnings) reply.notes.push_back("warning: " + warning);
  if (done.untrusted) reply.notes.push_back(untrusted_note());
  return reply;
}

Result<Reply> status(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const compile::ApplyRequest request, apply_request(arguments));
  LOCI_ASSIGN(compile::ApplyReply answered, compile::apply_status(memory, request));
  const auto shared = std::make_shared<const compile::ApplyReply>(std::move(answered));
  const compile::ApplyReply& found = *shared;
  Reply reply;
  LOCI_ASSIGN(const std::vector<sync::UnmergedPath> waiting, sync::unmerged_paths(memory));
  for (const sync::UnmergedPath& path : waiting) {
    reply.notes.push_back(fmt::format("git is waiting for '{}': {}", printable(path.path, true),
                                      sync::what_to_do(path)));
  }
  reply.list = "files";
  std::vector<std::vector<std::string>> rows{{"STATUS", "PROVIDER", "FILE"}};
  std::size_t in_step = 0;
  for (const compile::ApplyRow& row : found.rows) {
    if (row.standing == Standing::InStep) {
      ++in_step;
      continue;
    }
    rows.push_back({std::string(exchange::standing_name(row.standing)), row.provider,
                    row.unknown ? thing(row) + " (new)" : thing(row)});
  }
  reply.nothing = rows.size() > 1;
  reply.large = [shared, in_step = !reply.nothing] {
    Json json = {{"files", Json::array()}, {"in_step", in_step}};
    for (const compile::ApplyRow& row : shared->rows) json["files"].push_back(json_of(row));
    json["warnings"] = shared->warnings;
    return json;
  };
  if (reply.nothing) {
    reply.text = table(rows, memory.session().columns);
  } else if (in_step > 0) {
    reply.text = fmt::format("{} up to date\n", count(in_step, "file"));
  } else {
    reply.notes.emplace_back(
        found.agents == 0 ? "nothing to compile for other tools: no agent has memory here; 'loci "
                            "remember TEXT --title TITLE --scope agent:ID' creates some"
                          : "nothing is compiled for other tools yet: 'loci apply --dry-run' shows "
                            "what would be");
  }
  for (const std::string& warning : found.warnings) reply.notes.push_back("warning: " + warning);
  if (found.untrusted) reply.notes.push_back(untrusted_note());
  return reply;
}

constexpr std::array kAgentOperations{
    Operation{Group::Tools, "agents list", "List the agents that have memory, and where",
              Effect::Reads, kNoParams, "loci agents list", agents}
        .at(kAgentsRoutes),
    Operation{Group::Tools, "agents show", "Show what one agent remembers", Effect::Reads, kShow,
              "loci agents show dev", show},
    Operation{Group::Tools, "apply", "Compile agents' memory into other tools' files",
              Effect::Writes, kApply, "loci apply --provider claude --dry-run", apply},
    Operation{Group::Tools, "status", "Show whether compiled files are up to date; exit 1 if not",
              Effect::Reads, kWhich, "loci status", status}
        .at(kStatusRoutes)
        .answering("Answer"),
};

}  // namespace

std::span<const Operation> agent_operations() { return kAgentOperations; }

}  // namespace loci::api
