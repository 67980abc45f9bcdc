// apply and status: agents' memory compiled for other tools, and how it stands
// there.

#include "compile/apply.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/diff.h"
#include "base/hash.h"
#include "base/limits.h"
#include "base/parallel.h"
#include "base/text.h"
#include "compile/backups.h"
#include "compile/compile.h"
#include "compile/foreign_file.h"
#include "exchange/block.h"
#include "exchange/claude.h"
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

constexpr std::size_t kFewStamps = 200;
constexpr std::size_t kTold = 64;  // files from one word about progress to the next

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

// A plan put into effect.
class Work {
 public:
  Work(store::Store& store, Compiler& compiler, const ApplyRequest& request, Log& log)
      : store_(store), compiler_(compiler), request_(request), log_(log) {}

  // Others wait until this is over; a dry run changes nothing and waits for none.
  Result<> begin() {
    if (request_.dry_run) return {};
    LOCI_ASSIGN(directory_, apply_directory(store_));
    LOCI_ASSIGN(lock_, fs::lock_patiently(store_.files(), *directory_, store::Store::kPatience));
    LOCI_TRY(fs::sweep_temporary_files(store_.files(), *directory_));  // copies of tools' files
    return {};
  }

  // What a dry run shows: values of the environment are not.
  Result<std::string> diff_of(const Compiled& compiled, const PlanRow& row) {
    const ToolPath path = path_of(compiled, row);
    LOCI_ASSIGN(const std::optional<std::string> before, compiler_.present(path, row.part));
    std::optional<std::string> after;
    if (row.action == Action::Write) after = row.wanted->text.str();
    const auto shown = [&](const std::optional<std::string>& text) {
      const std::set<std::string, std::less<>> all(request_.allowed_env.begin(),
                                                   request_.allowed_env.end());
      return compiled.variables->mask(text.value_or(""), all);
    };
    const bool secret = (row.recorded != nullptr && row.recorded->secret) ||
                        (row.wanted != nullptr && !row.wanted->environment.empty());
    const std::optional<std::string> known =
        secret && before ? without_strange_lines(*before, after.value_or("")) : before;
    return unified_diff(shown(known), shown(after), before ? row.path : "/dev/null",
                        after ? row.path : "/dev/null");
  }

  // What could not be read again is not written.
  Result<> check_sizes(const std::vector<Compiled>& all) {
    for (const Compiled& compiled : all) {
      for (const PlanRow& row : compiled.plan) {
        if (row.action != Action::Write || row.part == Artifact::Part::Line) continue;
        std::size_t size = row.wanted->text.str().size();
        if (row.part == Artifact::Part::Block) {
          const ToolPath path = path_of(compiled, row);
          LOCI_ASSIGN(const ForeignFile file,
                      read_foreign(store_.files(), fmt::format("{}/{}", path.base, path.path),
                                   compiler_.within(path), kFileBytes));
          LOCI_ASSIGN(const std::string text, with_block(file, row));
          size = text.size();
        }
        if (size <= kFileBytes) continue;
        return fail(invalid_input(fmt::format("'{}' would have {} bytes, which is more than {}",
                                              row.path, size, kFileBytes),
                                  "nothing was written; make the notes it is made of shorter"));
      }
    }
    return {};
  }

  Result<> run(std::vector<Compiled>& all, std::vector<ApplyRow>& rows) {
    LOCI_TRY(sweep(all));
    LOCI_TRY(note_pending(all));
    if (request_.backup) LOCI_TRY(back_up(all, rows));
    std::size_t done = 0;
    const auto changed = std::count_if(
        rows.begin(), rows.end(), [](const ApplyRow& row) { return row.action != Action::None; });
    for (const Compiled& compiled : all) {
      for (const PlanRow& row : compiled.plan) {
        if (row.part != Artifact::Part::File || row.action == Action::None) continue;
        if (++done % kTold == 0) log_.progress(fmt::format("writing: {} of {}", done, changed));
        if (row.action == Action::Write) {
          LOCI_TRY(compiler_.files().replace(path_of(compiled, row), row.wanted->text.str(),
                                             row.present));
        } else {
          LOCI_TRY(compiler_.files().remove(path_of(compiled, row), row.present));
        }
      }
    }
    log_.progress("waiting for the disk");
    LOCI_TRY(compiler_.files().commit([&] { return look_again(all); }));
    LOCI_TRY(check_overtaken(all));
    for (const Compiled& compiled : all) {
      for (const PlanRow& row : compiled.plan) {
        if (row.action == Action::None) continue;
        if (row.part != Artifact::Part::File) LOCI_TRY(change_part(compiled, row));
        const bool gone = row.wanted == nullptr && !row.present.is_there();
        if (row.action == Action::Remove || gone) compiler_.files().prune(path_of(compiled, row));
      }
    }
    return stamp(all);
  }

 private:
  ToolPath path_of(const Compiled& compiled, const PlanRow& row) const {
    if (row.wanted != nullptr) return {row.wanted->base, row.wanted->path};
    return compiler_.tool_path(*compiled.tool, row.path);
  }

  // An apply that was killed leaves siblings beside files that are in step already: where
  // it was about to write, and where it removed something.
  Result<> sweep(const std::vector<Compiled>& all) {
    for (const Compiled& compiled : all) {
      const ProviderState* state = compiler_.state().find(compiled.tool->name, request_.scope);
      const bool killed = state != nullptr && !state->pending.empty();
      for (const PlanRow& row : compiled.plan) {
        if (!killed && row.wanted != nullptr) continue;
        const ToolPath path = path_of(compiled, row);
        if (row.part == Artifact::Part::File) {
          LOCI_TRY(compiler_.files().sweep(path));
        } else {
          sweep_beside(store_.files(), fmt::format("{}/{}", path.base, path.path),
                       store_.clock().now());
        }
      }
    }
    return {};
  }

  // Before the first file changes: whoever comes after a kill knows these texts.
  Result<> note_pending(const std::vector<Compiled>& all) {
    bool any = false;
    for (const Compiled& compiled : all) {
      const bool writes = std::any_of(compiled.plan.begin(), compiled.plan.end(),
                                      [](const auto& row) { return row.action == Action::Write; });
      if (!writes) continue;
      any = true;
      ProviderState& state = compiler_.state().of(compiled.tool->name, request_.scope);
      state.pending.clear();
      for (const PlanRow& row : compiled.plan) {
        if (row.action == Action::Write) {
          state.pending.push_back(
              {row.path, row.part, row.wanted_hash, "", !row.wanted->environment.empty()});
        }
      }
    }
    return any ? compiler_.save_state() : Result<>();
  }

  Result<> back_up(const std::vector<Compiled>& all, std::vector<ApplyRow>& rows) {
    std::size_t at = 0;
    for (const Compiled& compiled : all) {
      for (const PlanRow& row : compiled.plan) {
        ApplyRow& shown = rows[at++];
        if (row.action == Action::None || !row.present.is_there()) continue;
        const ToolPath path = path_of(compiled, row);
        const std::string full = fmt::format("{}/{}", path.base, path.path);
        LOCI_ASSIGN(const ForeignFile file,
                    read_foreign(store_.files(), full, compiler_.within(path), kFileBytes));
        if (!file.text) continue;
        LOCI_ASSIGN(const std::string name,
                    keep_backup(*directory_, store_.clock().now(), full, *file.text));
        shown.backup = fmt::format("{}/{}/{}", store_.home(), kApplyDirectory, name);
      }
    }
    return {};
  }

  // A tool may have written meanwhile: what nobody has seen is not overwritten.
  Result<> look_again(const std::vector<Compiled>& all) {
    LOCI_ASSIGN(const PlanRow* const changed, find_changed(all, true));
    if (changed == nullptr) return {};
    return fail(changed_meanwhile(*changed, "nothing was written; run it again"));
  }

  // The others are written and noted as pending, so the next apply knows them.
  Result<> check_overtaken(const std::vector<Compiled>& all) {
    const auto& overtaken = compiler_.files().overtaken();
    if (overtaken.empty()) return {};
    std::string hint = "it was left as it is; run it again";
    for (const fs::FileBatch::Overtaken& one : overtaken) {
      const std::string kept = keep_saved(one);
      if (!kept.empty()) hint += fmt::format("; what was saved before that is in '{}'", kept);
    }
    LOCI_ASSIGN(const PlanRow* const changed, find_changed(all, false));
    if (changed == nullptr) return {};  // to what was to be written
    return fail(changed_meanwhile(*changed, std::move(hint)));
  }

  Error changed_meanwhile(const PlanRow& row, std::string hint) {
    if (const auto forgotten = forget_stamp(row); !forgotten) return forgotten.error();
    return conflict(fmt::format("'{}' was changed meanwhile", row.path), std::move(hint));
  }

  // The first file that is not what is wanted, nor, before it is written, what it was;
  // nullptr when there is none.
  Result<const PlanRow*> find_changed(const std::vector<Compiled>& all, bool before) {
    std::vector<ToolPath> paths;
    std::vector<const PlanRow*> rows;
    for (const Compiled& compiled : all) {
      for (const PlanRow& row : compiled.plan) {
        if (row.part != Artifact::Part::File || row.action == Action::None) continue;
        paths.push_back(path_of(compiled, row));
        rows.push_back(&row);
      }
    }
    LOCI_ASSIGN(const std::vector<ToolFiles::Seen> now,
                compiler_.files().look_at(paths, store_.clock().now()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const bool as_it_was = before && now[i].present == rows[i]->present;
      if (!as_it_was && !now[i].present.is(rows[i]->wanted_hash)) return rows[i];
    }
    return nullptr;
  }

  // The next one reads the file, whatever its stamp was good for.
  Result<> forget_stamp(const PlanRow& row) {
    for (ProviderState& provider : compiler_.state().providers) {
      for (exchange::ArtifactRecord& record : provider.artifacts) {
        if (record.path == row.path) record.stamp.clear();
      }
    }
    return compiler_.save_state();
  }

  // What was written is read once more, so that the stamps are of these bytes.
  Result<> stamp(std::vector<Compiled>& all) {
    std::vector<ToolPath> paths;
    std::vector<PlanRow*> rows;
    for (Compiled& compiled : all) {
      for (PlanRow& row : compiled.plan) {
        if (row.part != Artifact::Part::File || row.action != Action::Write) continue;
        row.stamp.clear();
        paths.push_back(path_of(compiled, row));
        rows.push_back(&row);
      }
    }
    LOCI_ASSIGN(std::vector<ToolFiles::Seen> now,
                compiler_.files().look_at(paths, store_.clock().now()));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (now[i].present.is(rows[i]->wanted_hash)) rows[i]->stamp = std::move(now[i].stamp);
    }
    return {};
  }

  // A block or a line of a file that is somebody's.
  Result<> change_part(const Compiled& compiled, const PlanRow& row) {
    const ToolPath path = path_of(compiled, row);
    const std::string full = fmt::format("{}/{}", path.base, path.path);
    const auto edit = [&](const ForeignFile& file) -> Result<std::optional<std::string>> {
      const bool remove = row.action == Action::Remove;
      if (row.part == Artifact::Part::Line) return line_edit(file, row, remove);
      if (remove) {
        if (!file.text) return std::nullopt;
        LOCI_ASSIGN(std::string rest, exchange::remove_block(*file.text, row.path));
        // A file that was made for the block holds nothing else.
        const std::string_view head =
            exchange::head_around_block(*compiled.tool, compiled.scope, path.path);
        if (rest.empty() || (!head.empty() && trim(head) == trim(rest))) return std::nullopt;
        return rest;
      }
      LOCI_ASSIGN(std::string text, with_block(file, row));
      return text;
    };
    const ForeignLimits limits{compiler_.within(path), kFileBytes, store_.clock().now()};
    LOCI_TRY(change_foreign(store_.files(), full, limits, edit,
                            [](const ForeignFile&) { return Result<>(); }));
    return {};
  }

  static Result<std::string> with_block(const ForeignFile& file, const PlanRow& row) {
    const std::string before = file.text ? *file.text : row.wanted->head;
    return exchange::put_block(before, row.wanted->text.str(), row.path);
  }

  static Result<std::optional<std::string>> line_edit(const ForeignFile& file, const PlanRow& row,
                                                      bool remove) {
    if (!file.text) return std::nullopt;
    const auto definition = exchange::parse_definition(file.path, *file.text);
    if (!definition || (remove && definition->memory.empty())) return file.text;
    return exchange::with_memory_line(*file.text, *definition,
                                      remove ? "" : row.wanted->text.str());
  }

  store::Store& store_;
  Compiler& compiler_;
  const ApplyRequest& request_;
  Log& log_;
  std::unique_ptr<fs::Root> directory_;
  std::unique_ptr<fs::Lock> lock_;
};

std::vector<std::string> options_of(const Compiled& compiled) {
  std::vector<std::string> options;
  switch (compiled.fallback) {
    case exchange::Fallback::Context:
      options.emplace_back("fallback=context");
      break;
    case exchange::Fallback::Rule:
      options.emplace_back("fallback=rule");
      break;
    case exchange::Fallback::Hook:
      options.emplace_back("fallback=hook");
      break;
    case exchange::Fallback::None:
      break;
  }
  if (compiled.native) options.emplace_back("native");
  if (compiled.notes) options.emplace_back("notes");
  return options;
}

// Whether the state says all this already, but for a few stamps: the quick way out
// for thousands of files of which none changed.
bool is_recorded(const Compiled& compiled, const std::vector<exchange::SourceRecord>& sources,
                 const ProviderState& before) {
  if (!before.pending.empty() || !before.seen.empty() || before.options != options_of(compiled) ||
      before.artifacts.size() != compiled.plan.size() || before.sources != sources) {
    return false;
  }
  std::size_t restamped = 0;
  const bool same = std::all_of(compiled.plan.begin(), compiled.plan.end(), [&](const auto& row) {
    if (row.recorded != nullptr && row.recorded->stamp != row.stamp) ++restamped;
    return row.wanted != nullptr && row.recorded != nullptr &&
           row.recorded->hash == row.wanted_hash &&
           row.recorded->secret == !row.wanted->environment.empty();
  });
  return same && restamped <= kFewStamps;
}

// What an import read and no apply writes stays known.
void keep_seen(const Compiled& compiled, const ProviderState& before, ProviderState& after) {
  if (before.seen.empty()) return;
  std::set<std::string_view> planned;
  for (const PlanRow& row : compiled.plan) planned.insert(row.path);
  for (const exchange::ArtifactRecord& record : before.seen) {
    if (!planned.contains(record.path)) after.seen.push_back(record);
  }
}

// The state of a provider once its plan is done; false when it is as it was.
bool record(const Compiled& compiled, const std::vector<exchange::SourceRecord>& sources,
            const std::string& now, ApplyScope scope, exchange::ApplyState& state) {
  const ProviderState* before = state.find(compiled.tool->name, scope);
  if (before != nullptr && is_recorded(compiled, sources, *before)) return false;
  ProviderState after;
  after.provider = compiled.tool->name;
  after.scope = scope;
  after.options = options_of(compiled);
  std::set<std::string> lines;
  if (before != nullptr) {
    for (const auto* records : {&before->artifacts, &before->pending}) {
      for (const exchange::ArtifactRecord& record : *records) {
        if (record.part == Artifact::Part::Line) lines.insert(record.path);
      }
    }
  }
  for (const PlanRow& row : compiled.plan) {
    if (row.wanted == nullptr) continue;
    // A `memory:` line that somebody else wrote stays theirs.
    const bool theirs = row.part == Artifact::Part::Line && row.standing == Standing::InStep &&
                        !lines.contains(row.path);
    if (theirs) continue;
    after.artifacts.push_back(
        {row.path, row.part, row.wanted_hash, row.stamp, !row.wanted->environment.empty()});
  }
  if (!after.artifacts.empty()) after.sources = sources;
  if (before != nullptr) keep_seen(compiled, *before, after);
  if (after.artifacts.empty() && after.options.empty() && after.seen.empty()) {
    return std::erase_if(state.providers, [&](const ProviderState& one) {
             return one.provider == after.provider && one.scope == scope;
           }) > 0;
  }
  after.sort();
  after.time = before == nullptr ? now : before->time;  // another only when it is another
  if (before != nullptr) {
    // Stamps alone are worth a new state when there are many.
    const std::size_t restamped = after.restamped(*before);
    if (restamped <= kFewStamps) return false;
    if (restamped == std::string::npos) after.time = now;
  }
  state.of(after.provider, scope) = std::move(after);
  return true;
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

// Notes that a tool wrote beside what was compiled.
Result<> add_unknown(Compiler& compiler, const Compiled& compiled, ApplyScope scope,
                     std::vector<ApplyRow>& rows) {
  std::set<std::string> known;
  std::map<std::string_view, std::string_view> seen;  // hashes
  for (const PlanRow& row : compiled.plan) known.insert(row.path);
  if (const ProviderState* state = compiler.state().find(compiled.tool->name, scope)) {
    for (const exchange::ArtifactRecord& record : state->seen) seen[record.path] = record.hash;
  }
  for (const exchange::ToolDirectory& directory :
       compiled.tool->provider->directories(*compiled.tool, compiler.around())) {
    if (directory.scope != scope) continue;
    LOCI_ASSIGN(const std::vector<exchange::ToolFile> files,
                compiler.files().notes_below({directory.base, directory.path}));
    for (const exchange::ToolFile& file : files) {
      const std::string path =
          compiler.state_path(fmt::format("{}/{}/{}", directory.base, directory.path, file.path));
      if (known.contains(path)) continue;
      const auto read = seen.find(path);
      if (read != seen.end() && read->second == sha256(file.text)) continue;
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

// By path.
std::vector<exchange::SourceRecord> source_records(const Compiler& compiler,
                                                   const AgentSources& sources) {
  std::vector<const SourceNote*> notes;
  for (const AgentSource& agent : sources.agents) {
    for (const auto* list : {&agent.notes, &agent.indexes}) {
      for (const SourceNote& note : *list) notes.push_back(&note);
    }
  }
  std::vector<exchange::SourceRecord> records(notes.size());
  in_parallel(notes.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      records[i] = {compiler.source_path(notes[i]->place, notes[i]->file),
                    sha256(notes[i]->text.str())};
    }
  });
  std::sort(records.begin(), records.end(),
            [](const auto& a, const auto& b) { return a.path < b.path; });
  return records;
}

}  // namespace

Result<> need_tool_access(const Memory& memory, bool changes) {
  LOCI_TRY(memory.need_person("compile memory for other tools, or bring it back"));
  if (memory.session().ephemeral) {
    return fail(denied("an ephemeral session leaves other tools' directories alone",
                       "run it without --ephemeral, outside of 'loci ephemeral'"));
  }
  return changes ? memory.need_enabled() : Result<>();
}

ApplyRequest with_settings(const Memory& memory, const ApplyRequest& request) {
  ApplyRequest full = request;
  for (const std::string& name : memory.config().allowed_env()) full.allowed_env.push_back(name);
  return full;
}

namespace {

bool any_untrusted(Memory& memory, const AgentSources& sources, const AgentSource& notes) {
  const auto shipped = [&](const SourceNote& note) { return memory.untrusted(note.place); };
  const auto ships = [&](const AgentSource& source) {
    return std::any_of(source.notes.begin(), source.notes.end(), shipped) ||
           std::any_of(source.indexes.begin(), source.indexes.end(), shipped);
  };
  return ships(notes) || std::any_of(sources.agents.begin(), sources.agents.end(), ships);
}

}  // namespace

Result<ApplyReply> apply_status(Memory& memory, const ApplyRequest& given) {
  LOCI_TRY(need_tool_access(memory, false));
  const ApplyRequest request = with_settings(memory, given);
  const bool of_user = request.scope == ApplyScope::User;
  if (!of_user) LOCI_TRY(memory.need_workspace());
  Compiler compiler(memory.store(), request, surroundings(memory), memory.scopes().slug());
  LOCI_TRY(compiler.choose_providers());
  LOCI_TRY(compiler.load_state());
  ApplyReply reply;
  LOCI_ASSIGN(const AgentSources sources, agent_sources(memory, of_user, true));
  AgentSource notes;
  if (compiler.wants_notes(request.scope)) {
    LOCI_ASSIGN(notes, note_sources(memory, of_user, true));
  }
  reply.agents = sources.agents.size();
  reply.untrusted = any_untrusted(memory, sources, notes);
  reply.warnings = sources.warnings;
  for (const exchange::Tool* tool : compiler.providers()) {
    LOCI_ASSIGN(Compiled compiled, compiler.compile(*tool, request.scope, sources, notes));
    LOCI_TRY(compiler.compare(compiled));
    for (const PlanRow& row : compiled.plan) {
      if (row.wanted == nullptr && !row.present.is_there()) continue;
      reply.rows.push_back(row_of(compiled, row));
      reply.rows.back().action = Action::None;
      reply.drift = reply.drift || row.drift();
    }
    LOCI_TRY(add_unknown(compiler, compiled, request.scope, reply.rows));
  }
  return reply;
}

Result<ApplyReply> apply(Memory& memory, const ApplyRequest& given) {
  LOCI_TRY(need_tool_access(memory, !given.dry_run));
  const ApplyRequest request = with_settings(memory, given);
  const bool of_user = request.scope == ApplyScope::User;
  if (!of_user) LOCI_TRY(memory.need_workspace());
  Compiler compiler(memory.store(), request, surroundings(memory), memory.scopes().slug());
  LOCI_TRY(compiler.choose_providers());
  Work work(memory.store(), compiler, request, memory.log());
  LOCI_TRY(work.begin());
  LOCI_TRY(compiler.load_state());
  ApplyReply reply;
  reply.dry_run = request.dry_run;
  LOCI_ASSIGN(const AgentSources sources, agent_sources(memory, of_user, request.dry_run));
  AgentSource notes;
  if (compiler.wants_notes(request.scope)) {
    LOCI_ASSIGN(notes, note_sources(memory, of_user, request.dry_run));
  }
  reply.agents = sources.agents.size();
  // What is compiled is read by agents.
  if (any_untrusted(memory, sources, notes)) {
    return fail(denied("this repository's notes are not trusted, so they are not compiled",
                       "look at them with 'loci agents' and 'loci list', then run 'loci trust'"));
  }
  reply.warnings = sources.warnings;
  std::vector<Compiled> all;
  for (const exchange::Tool* tool : compiler.providers()) {
    LOCI_ASSIGN(Compiled compiled, compiler.compile(*tool, request.scope, sources, notes));
    all.push_back(std::move(compiled));
  }
  for (Compiled& compiled : all) {
    LOCI_TRY(compiler.compare(compiled));
    reply.rows.reserve(reply.rows.size() + compiled.plan.size());
    for (const PlanRow& row : compiled.plan) {
      reply.rows.push_back(row_of(compiled, row));
      reply.drift = reply.drift || row.drift();
    }
    for (exchange::FidelityNote& note : compiled.rendered.notes) {
      reply.notes.push_back(std::move(note));
    }
    note_environment(compiled, compiler, reply);
  }
  reply.refused = reply.drift && !request.force;
  if (reply.refused) {
    for (ApplyRow& row : reply.rows) row.action = Action::None;
    return reply;
  }
  LOCI_TRY(work.check_sizes(all));
  for (const Compiled& compiled : all) {
    if (compiled.fallback != exchange::Fallback::Hook || sources.agents.empty()) continue;
    // Claude Code has a place of its own and needs none.
    if (compiled.tool->provider->elsewhere == nullptr || compiled.tool->hooks == nullptr) continue;
    SetupRequest setup_request;
    setup_request.tools = {std::string(compiled.tool->name)};
    setup_request.scope = of_user ? exchange::SetupScope::User : exchange::SetupScope::Project;
    setup_request.parts = {false, true};
    setup_request.dry_run = request.dry_run;
    LOCI_ASSIGN(SetupReply connected, setup(memory, setup_request));
    for (SetupFile& file : connected.files) reply.hooks.push_back(std::move(file));
  }
  if (request.dry_run) {
    std::size_t at = 0;
    for (const Compiled& compiled : all) {
      for (const PlanRow& row : compiled.plan) {
        ApplyRow& shown = reply.rows[at++];
        if (row.action == Action::None) continue;
        LOCI_ASSIGN(shown.diff, work.diff_of(compiled, row));
      }
    }
    return reply;
  }
  LOCI_TRY(work.run(all, reply.rows));
  const std::string now = format_utc(memory.store().clock().now());
  const std::vector<exchange::SourceRecord> records = source_records(compiler, sources);
  bool recorded = compiler.moved();
  for (const Compiled& compiled : all) {
    recorded |= record(compiled, records, now, request.scope, compiler.state());
  }
  if (recorded) LOCI_TRY(compiler.save_state());
  const bool changed = std::any_of(reply.rows.begin(), reply.rows.end(),
                                   [](const ApplyRow& row) { return row.action != Action::None; });
  if (changed && memory.scopes().workspace() && !of_user) {
    LOCI_TRY(store::record_workspace(memory.store(), *memory.scopes().workspace()));
  }
  return reply;
}

}  // namespace loci::compile
