// apply and status: agents' memory compiled for other tools, and how it stands
// there.

#include "compile/apply.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_set>

#include "base/diff.h"
#include "base/hash.h"
#include "base/text.h"
#include "compile/apply_record.h"
#include "compile/compile.h"
#include "compile/plan_writer.h"
#include "compile/rebuilt_state.h"
#include "exchange/fallback.h"
#include "memory/memory.h"
#include "store/identity.h"

namespace loci::compile {
namespace {

using memory::Memory;

using exchange::Action;
using exchange::ApplyScope;
using exchange::Artifact;
using exchange::PlanRow;
using exchange::ProviderState;
using exchange::Standing;

// What a file held of the environment may have been another value than today's:
// of one that held any, only lines that stay are shown.
std::string without_strange_lines(std::string_view before, std::string_view after) {
  const std::vector<std::string_view> kept = split_lines(after);
  const std::set<std::string_view> known(kept.begin(), kept.end());
  std::string text;
  for (const std::string_view line : split_lines(before)) {
    text += known.contains(line) ? line : "[not shown: it may hold a value of the environment]\n";
  }
  return text;
}

// What a dry run shows: values of the environment are not.
Result<std::string> diff_of(Compiler& compiler, const ApplyRequest& request,
                            const Compiled& compiled, const PlanRow& row) {
  const ToolPath path = compiler.tool_path(compiled, row);
  LOCI_ASSIGN(const std::optional<std::string> before, compiler.present(path, row.part));
  std::optional<std::string> after;
  if (row.action == Action::Write) after = row.wanted->text.str();
  const auto shown = [&](const std::optional<std::string>& text) {
    const std::set<std::string, std::less<>> all(request.allowed_env.begin(),
                                                 request.allowed_env.end());
    return compiled.variables->mask(text.value_or(""), all);
  };
  const bool secret = (row.recorded != nullptr && row.recorded->secret) ||
                      (row.wanted != nullptr && !row.wanted->environment.empty());
  const std::optional<std::string> known =
      secret && before ? without_strange_lines(*before, after.value_or("")) : before;
  return unified_diff(shown(known), shown(after), before ? row.path : "/dev/null",
                      after ? row.path : "/dev/null");
}

ApplyRow row_of(const Compiled& compiled, const PlanRow& row) {
  ApplyRow shown;
  shown.provider = compiled.tool->name;
  shown.path = row.path;
  shown.part = row.part;
  shown.standing = row.standing;
  shown.action = row.action;
  shown.drift = row.drift();
  return shown;
}

// What would be compiled if no agent's definition spoke against it, by path.
Result<std::map<std::string, Artifact>> rendered_anyway(Compiler& compiler,
                                                        const Compiled& compiled,
                                                        const AgentSources& sources) {
  LOCI_ASSIGN(Compiled all, compiler.compile(*compiled.tool, compiled.scope, sources, {},
                                             Compiler::Definitions::Ignored));
  std::map<std::string, Artifact> by_path;
  for (Artifact& artifact : all.rendered.artifacts) {
    std::string path = compiler.state_path(artifact.full_path());
    by_path.emplace(std::move(path), std::move(artifact));
  }
  return by_path;
}

// Notes that a tool wrote beside what was compiled.
Result<> add_unknown(Compiler& compiler, const Compiled& compiled, ApplyScope scope,
                     const AgentSources& sources, std::vector<ApplyRow>& rows) {
  std::unordered_set<std::string_view> known;
  std::optional<std::map<std::string, exchange::Artifact>>
      unread;                                         // by path: for agents that read elsewhere
  std::map<std::string_view, std::string_view> seen;  // hashes
  for (const PlanRow& row : compiled.plan) known.insert(row.path);
  if (const ProviderState* state = compiler.state().find(compiled.tool->name, scope)) {
    for (const exchange::ArtifactRecord& record : state->seen) seen[record.path] = record.hash;
  }
  for (const exchange::ToolDirectory& directory :
       compiled.tool->provider->directories(*compiled.tool, compiler.around())) {
    if (directory.scope != scope) continue;
    const std::string below = fmt::format("{}/{}/", directory.base, directory.path);
    const auto path_of = [&](std::string_view path) {
      return compiler.state_path(fmt::format("{}{}", below, path));
    };
    // What was compiled is in the plan: of thousands of files only the tool's own are read.
    LOCI_ASSIGN(
        const std::vector<exchange::ToolFile> files,
        compiler.files().notes_below({directory.base, directory.path}, [&](std::string_view path) {
          return !known.contains(path_of(path));
        }));
    for (const exchange::ToolFile& file : files) {
      const std::string path = path_of(file.path);
      const auto read = seen.find(path);
      if (read != seen.end() && read->second == sha256(file.text)) continue;
      if (!unread) {
        LOCI_ASSIGN(unread, rendered_anyway(compiler, compiled, sources));
      }
      const auto same = unread->find(path);
      if (same != unread->end() && exchange::is_wanted(same->second, file.text)) continue;
      ApplyRow row;
      row.provider = compiled.tool->name;
      row.path = path;
      row.standing = Standing::EditedThere;
      row.unknown = true;
      rows.push_back(std::move(row));
    }
  }
  return {};
}

void note_environment(const Compiled& compiled, Compiler& compiler, ApplyReply& reply) {
  for (const Artifact& artifact : compiled.rendered.artifacts) {
    if (artifact.environment.empty()) continue;
    reply.with_environment.push_back(
        fmt::format("{}: {}", compiler.state_path(artifact.full_path()),
                    join({artifact.environment.begin(), artifact.environment.end()}, ", ")));
  }
}

// What is compiled: agents' memory, and where it is wanted notes that are no agent's.
struct Sources {
  AgentSources agents;
  AgentSource notes;
  bool untrusted = false;  // some of it comes with a repository that is not trusted
};

bool any_untrusted(Memory& memory, const Sources& sources) {
  const auto shipped = [&](const SourceNote& note) { return memory.untrusted(note.place); };
  const auto ships = [&](const AgentSource& source) {
    return std::any_of(source.notes.begin(), source.notes.end(), shipped) ||
           std::any_of(source.indexes.begin(), source.indexes.end(), shipped);
  };
  const std::vector<AgentSource>& agents = sources.agents.agents;
  return ships(sources.notes) || std::any_of(agents.begin(), agents.end(), ships);
}

Result<Sources> read_sources(Memory& memory, const Compiler& compiler, ApplyScope scope,
                             bool dry_run) {
  const bool of_user = scope == ApplyScope::User;
  Sources sources;
  LOCI_ASSIGN(sources.agents, agent_sources(memory, of_user, dry_run));
  if (compiler.wants_notes(scope)) {
    LOCI_ASSIGN(sources.notes, note_sources(memory, of_user, dry_run));
  }
  sources.untrusted = any_untrusted(memory, sources);
  return sources;
}

// What is odd about what is compiled, before any of it is.
std::vector<std::string> warnings_of(Memory& memory, const Compiler& compiler,
                                     const AgentSources& sources) {
  std::vector<std::string> warnings;
  if (!compiler.state_file().damage().empty()) warnings.push_back(compiler.state_file().damage());
  warnings.insert(warnings.end(), sources.warnings.begin(), sources.warnings.end());
  for (std::string& agent : undefined_agents(memory.store(), sources)) {
    warnings.push_back(std::move(agent));
  }
  return warnings;
}

// The hooks of a tool, and nothing else of what a setup makes.
SetupRequest hooks_of(const Compiled& compiled, bool dry_run) {
  SetupRequest request;
  request.tools = {std::string(compiled.tool->name)};
  request.scope = compiled.scope == ApplyScope::User ? exchange::SetupScope::User
                                                     : exchange::SetupScope::Project;
  request.parts = {.server = false, .memory = false};
  request.dry_run = dry_run;
  return request;
}

// Tools that are told at a session's start get the hook that asks loci.
Result<> connect_hooks(Memory& memory, const std::vector<Compiled>& all, bool dry_run,
                       std::vector<SetupFile>& hooks) {
  for (const Compiled& compiled : all) {
    if (compiled.fallback != exchange::Fallback::Hook) continue;
    // Claude Code has a place of its own and needs none.
    if (compiled.tool->provider->elsewhere == nullptr || compiled.tool->hooks == nullptr) continue;
    LOCI_ASSIGN(SetupReply connected, setup(memory, hooks_of(compiled, dry_run)));
    for (SetupFile& file : connected.files) hooks.push_back(std::move(file));
  }
  return {};
}

// Tools that were told by a hook and are not any more lose it.
Result<> disconnect_hooks(Memory& memory, const Compiler& compiler,
                          const std::vector<Compiled>& all, bool dry_run,
                          std::vector<SetupFile>& unhooked) {
  const std::string by_hook = fmt::format("{}{}", exchange::kFallbackOption,
                                          exchange::fallback_name(exchange::Fallback::Hook));
  for (const Compiled& compiled : all) {
    if (compiled.fallback == exchange::Fallback::Hook || compiled.tool->hooks == nullptr) continue;
    const ProviderState* known = compiler.state().find(compiled.tool->name, compiled.scope);
    if (known == nullptr) continue;
    const auto& options = known->options;
    if (std::find(options.begin(), options.end(), by_hook) == options.end()) continue;
    LOCI_ASSIGN(SetupReply gone, unsetup(memory, hooks_of(compiled, dry_run)));
    for (SetupFile& file : gone.files) {
      const auto has = [&](exchange::EntryStatus status) {
        return std::any_of(file.rows.begin(), file.rows.end(),
                           [&](const exchange::EntryRow& row) { return row.status == status; });
      };
      if (has(exchange::EntryStatus::Kept)) {
        memory.log().warn(fmt::format("{}: hooks that were changed since loci wrote them stay",
                                      printable(file.path, true)));
      }
      if (has(exchange::EntryStatus::Removed)) unhooked.push_back(std::move(file));
    }
  }
  return {};
}

// `rows` has one for each row of the plans.
Result<> add_diffs(Compiler& compiler, const ApplyRequest& request,
                   const std::vector<Compiled>& all, std::vector<ApplyRow>& rows) {
  std::size_t at = 0;
  for (const Compiled& compiled : all) {
    for (const PlanRow& row : compiled.plan) {
      ApplyRow& shown = rows[at++];
      if (row.action == Action::None) continue;
      LOCI_ASSIGN(shown.diff, diff_of(compiler, request, compiled, row));
    }
  }
  return {};
}

// Files that a tool wrote and whose notes are gone, in one line however many they are.
std::optional<std::string> left_there(const Compiled& compiled) {
  constexpr std::size_t kNamed = 3;
  std::vector<std::string> names;
  std::size_t others = 0;
  for (const PlanRow& row : compiled.plan) {
    if (!row.left) continue;
    if (names.size() < kNamed) {
      names.push_back(row.path);
    } else {
      ++others;
    }
  }
  if (names.empty()) return std::nullopt;
  if (names.size() == 1) {
    return fmt::format(
        "{}: the tool wrote it and its note is gone here: it stays there, delete it yourself if it "
        "should go",
        names.front());
  }
  return fmt::format(
      "{}{}: the tool wrote them and their notes are gone here: they stay there, delete them "
      "yourself if they should go",
      join(names, ", "), others == 0 ? "" : fmt::format(" and {} more", others));
}

// Compiles for every provider and compares; the reply has what came of it.
Result<std::vector<Compiled>> plan_all(Compiler& compiler, ApplyScope scope, const Sources& sources,
                                       ApplyReply& reply) {
  std::vector<Compiled> all;
  for (const exchange::Tool* tool : compiler.providers()) {
    LOCI_ASSIGN(Compiled compiled, compiler.compile(*tool, scope, sources.agents, sources.notes));
    all.push_back(std::move(compiled));
  }
  for (Compiled& compiled : all) {
    LOCI_TRY(compiler.compare(compiled));
    reply.rows.reserve(reply.rows.size() + compiled.plan.size());
    for (const PlanRow& row : compiled.plan) {
      reply.rows.push_back(row_of(compiled, row));
      reply.drift = reply.drift || row.drift();
    }
    if (auto left = left_there(compiled)) reply.warnings.push_back(std::move(*left));
    for (exchange::FidelityNote& note : compiled.rendered.notes) {
      reply.notes.push_back(std::move(note));
    }
    note_environment(compiled, compiler, reply);
  }
  reply.warnings.insert(reply.warnings.end(), compiler.vars_warnings().begin(),
                        compiler.vars_warnings().end());
  return all;
}

Result<> record_all(Memory& memory, Compiler& compiler, const std::vector<Compiled>& all,
                    const AgentSources& sources) {
  const std::string now = format_utc(memory.store().clock().now());
  const std::vector<exchange::SourceRecord> records = source_records(compiler, sources);
  bool recorded = compiler.state_file().moved() || !compiler.state_file().damage().empty();
  for (const Compiled& compiled : all) {
    recorded |= record_apply(compiled, records, now, compiler.state());
  }
  return recorded ? compiler.state_file().save() : Result<>();
}

}  // namespace

Result<> need_tool_access(const Memory& memory, bool changes) {
  LOCI_TRY(memory.need_person("compile memory for other tools, or bring it back"));
  if (memory.session().ephemeral) {
    return fail(denied("an ephemeral session does not touch other tools' directories",
                       "run it without --ephemeral and outside 'loci ephemeral'"));
  }
  return changes ? memory.need_enabled() : Result<>();
}

ApplyRequest with_settings(const Memory& memory, const ApplyRequest& request) {
  ApplyRequest full = request;
  for (const std::string& name : memory.config().allowed_env()) full.allowed_env.push_back(name);
  return full;
}

Result<ApplyReply> apply_status(Memory& memory, const ApplyRequest& given) {
  LOCI_TRY(need_tool_access(memory, false));
  const ApplyRequest request = with_settings(memory, given);
  if (request.scope != ApplyScope::User) LOCI_TRY(memory.need_workspace());
  Compiler compiler(memory.store(), request, surroundings(memory), memory.scopes().slug());
  LOCI_TRY(compiler.choose_providers());
  LOCI_TRY(compiler.state_file().load());
  LOCI_TRY(rebuild_state(memory.store(), compiler, request.scope));
  LOCI_ASSIGN(const Sources sources, read_sources(memory, compiler, request.scope, true));
  ApplyReply reply;
  reply.agents = sources.agents.agents.size();
  reply.untrusted = sources.untrusted;
  reply.warnings = warnings_of(memory, compiler, sources.agents);
  for (const exchange::Tool* tool : compiler.providers()) {
    LOCI_ASSIGN(Compiled compiled,
                compiler.compile(*tool, request.scope, sources.agents, sources.notes));
    LOCI_TRY(compiler.compare(compiled));
    for (const PlanRow& row : compiled.plan) {
      if (row.wanted == nullptr && !row.present.is_there()) continue;
      reply.rows.push_back(row_of(compiled, row));
      reply.rows.back().action = Action::None;
      reply.drift = reply.drift || row.drift();
    }
    LOCI_TRY(add_unknown(compiler, compiled, request.scope, sources.agents, reply.rows));
  }
  reply.warnings.insert(reply.warnings.end(), compiler.vars_warnings().begin(),
                        compiler.vars_warnings().end());
  return reply;
}

Result<ApplyReply> apply(Memory& memory, const ApplyRequest& given) {
  LOCI_TRY(need_tool_access(memory, !given.dry_run));
  const ApplyRequest request = with_settings(memory, given);
  const bool of_user = request.scope == ApplyScope::User;
  if (!of_user) LOCI_TRY(memory.need_workspace());
  Compiler compiler(memory.store(), request, surroundings(memory), memory.scopes().slug());
  LOCI_TRY(compiler.choose_providers());
  PlanWriter writer(memory.store(), compiler, request, memory.log());
  LOCI_TRY(writer.begin());
  LOCI_TRY(compiler.state_file().load());
  LOCI_TRY(rebuild_state(memory.store(), compiler, request.scope));
  LOCI_ASSIGN(const Sources sources,
              read_sources(memory, compiler, request.scope, request.dry_run));
  // What is compiled is read by agents.
  if (sources.untrusted) {
    return fail(denied("this repository's notes are not trusted, so they are not compiled",
                       "look at them with 'loci agents' and 'loci list', then run 'loci trust'"));
  }
  ApplyReply reply;
  reply.dry_run = request.dry_run;
  reply.agents = sources.agents.agents.size();
  reply.warnings = warnings_of(memory, compiler, sources.agents);
  LOCI_ASSIGN(std::vector<Compiled> all, plan_all(compiler, request.scope, sources, reply));
  reply.refused = reply.drift && !request.force;
  if (reply.refused) {
    for (ApplyRow& row : reply.rows) row.action = Action::None;
    return reply;
  }
  LOCI_TRY(writer.check_sizes(all));
  if (reply.agents > 0) LOCI_TRY(connect_hooks(memory, all, request.dry_run, reply.hooks));
  LOCI_TRY(disconnect_hooks(memory, compiler, all, request.dry_run, reply.unhooked));
  if (request.dry_run) {
    LOCI_TRY(add_diffs(compiler, request, all, reply.rows));
    return reply;
  }
  LOCI_TRY(writer.run(all, reply.rows));
  LOCI_TRY(record_all(memory, compiler, all, sources.agents));
  const auto changed = std::count_if(reply.rows.begin(), reply.rows.end(), [](const ApplyRow& row) {
    return row.action != Action::None;
  });
  if (changed > 0) {  // so that `undo` can say that this was done last
    memory.activity().add_among_operations(
        {format_utc(memory.now()), "apply", memory.scopes().slug(), memory.actor(),
         fmt::format("{} changed", changed == 1 ? "1 file" : fmt::format("{} files", changed))});
  }
  if (changed > 0 && memory.scopes().workspace() && !of_user) {
    LOCI_TRY(store::record_workspace(memory.store(), *memory.scopes().workspace()));
  }
  return reply;
}

}  // namespace loci::compile
