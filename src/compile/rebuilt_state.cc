#include "compile/rebuilt_state.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/limits.h"
#include "base/path.h"
#include "compile/foreign_file.h"
#include "compile/settings_files.h"
#include "exchange/fallback.h"
#include "fs/absent.h"

namespace loci::compile {
namespace {

using exchange::ApplyScope;
using exchange::Artifact;
using exchange::ArtifactRecord;
using exchange::Elsewhere;
using exchange::Fallback;
using exchange::Tool;

// What there is of one tool's fall-backs.
struct Found {
  std::vector<ArtifactRecord> blocks;
  std::vector<ArtifactRecord> rules;
  bool hook = false;
  bool notes = false;  // notes that are no agent's are in it

  [[nodiscard]] Fallback fallback() const {
    if (!blocks.empty()) return Fallback::Context;
    if (!rules.empty()) return Fallback::Rule;
    return hook ? Fallback::Hook : Fallback::None;
  }
};

// What is wrong with a file (marks that are no pair, too large) is for whoever writes there to
// say; where the system cannot read it, nothing is known and nothing may be forgotten.
template <typename Answer>
bool is_fault(const Result<Answer>& answer) {
  return !answer && answer.error().kind == ErrorKind::Io;
}

Result<> find_block(store::Store& store, Compiler& compiler, const Tool& tool, ApplyScope scope,
                    Found& found) {
  const Elsewhere& elsewhere = *tool.provider->elsewhere;
  const bool user = scope == ApplyScope::User;
  const std::string_view file = user ? elsewhere.user_context : elsewhere.context;
  if (file.empty()) return {};
  ToolPath path{user ? exchange::home_of(tool, compiler.around()) : compiler.around().workspace,
                std::string(file)};
  auto there = read_foreign(store.files(), fmt::format("{}/{}", path.base, path.path),
                            compiler.within(path), kFileBytes);
  if (is_fault(there)) return fail(std::move(there));
  if (!there || !there->text) return {};
  // A link to another context file beside it is that file.
  if (there->target.starts_with(path.base + "/")) {
    path.path = there->target.substr(path.base.size() + 1);
  }
  auto text = compiler.present(path, Artifact::Part::Block);
  if (is_fault(text)) return fail(std::move(text));
  if (!text || !*text) return {};
  const std::string full = fmt::format("{}/{}", path.base, path.path);
  found.blocks.push_back({compiler.state_path(full), Artifact::Part::Block, sha256(**text)});
  found.notes = found.notes || exchange::has_notes(**text);
  return {};
}

Result<> find_rules(store::Store& store, Compiler& compiler, const Tool& tool, Found& found) {
  const Elsewhere& elsewhere = *tool.provider->elsewhere;
  const std::string& workspace = compiler.around().workspace;
  if (elsewhere.rule_before.empty()) return {};
  const std::string_view directory = parent_path(elsewhere.rule_before);
  const std::string_view before = last_component(elsewhere.rule_before);
  LOCI_ASSIGN(const auto root, fs::if_there(store.files().open(
                                   fmt::format("{}/{}", workspace, directory), fs::Modes::Umask)));
  if (!root) return {};
  LOCI_ASSIGN(const std::vector<fs::Entry> entries, (*root)->list());
  for (const fs::Entry& entry : entries) {
    const bool named = entry.kind == fs::Kind::File && entry.name.starts_with(before) &&
                       entry.name.ends_with(elsewhere.rule_after);
    if (!named) continue;
    const ToolPath path{workspace, fmt::format("{}/{}", directory, entry.name)};
    auto text = compiler.files().read(path);
    if (is_fault(text)) return fail(std::move(text));
    if (!text || !*text || !exchange::is_memory_text(**text)) continue;
    found.rules.push_back({path.path, Artifact::Part::File, sha256(**text)});
    found.notes = found.notes || exchange::has_notes(**text);
  }
  return {};
}

// Hooks without the server are those that an apply connected: a setup connects both.
bool has_hook(const SettingsRecords& records, const Compiler& compiler, const Tool& tool,
              ApplyScope scope) {
  using What = exchange::Wanted::What;
  const bool user = scope == ApplyScope::User;
  const auto has = [&](What what) {
    return std::any_of(records.begin(), records.end(), [&](const exchange::RecordedFile& file) {
      const bool concerns = user ? file.scope == exchange::SetupScope::User
                                 : file.scope == exchange::SetupScope::Project &&
                                       file.path.starts_with(compiler.around().workspace + "/");
      return concerns &&
             std::any_of(file.entries.begin(), file.entries.end(), [&](const auto& entry) {
               return entry.what == what && std::find(entry.tools.begin(), entry.tools.end(),
                                                      tool.name) != entry.tools.end();
             });
    });
  };
  return has(What::Hook) && !has(What::Server);
}

void put_back(const Found& found, exchange::ProviderState& state) {
  for (const auto* records : {&found.blocks, &found.rules}) {
    for (const ArtifactRecord& record : *records) {
      const bool known = std::any_of(
          state.artifacts.begin(), state.artifacts.end(),
          [&](const auto& one) { return one.path == record.path && one.part == record.part; });
      if (!known) state.artifacts.push_back(record);
    }
  }
}

}  // namespace

Result<> rebuild_state(store::Store& store, Compiler& compiler, ApplyScope scope) {
  if (compiler.state_file().damage().empty()) return {};
  auto read = read_settings_records(store);
  if (is_fault(read)) return fail(std::move(read));
  const SettingsRecords settings = read ? *read : SettingsRecords();
  // All tools, also those that were not asked for: what is saved now counts as whole.
  for (const Tool* tool : exchange::providers()) {
    if (tool->provider->elsewhere == nullptr) continue;
    Found found;
    LOCI_TRY(find_block(store, compiler, *tool, scope, found));
    if (scope == ApplyScope::Project) LOCI_TRY(find_rules(store, compiler, *tool, found));
    found.hook = has_hook(settings, compiler, *tool, scope);
    const Fallback fallback = found.fallback();
    if (fallback == Fallback::None) continue;
    // What is left of the state says itself how the tool was compiled.
    const bool fresh = compiler.state().find(tool->name, scope) == nullptr;
    exchange::ProviderState& state = compiler.state().of(tool->name, scope);
    if (fresh) {
      state.time = format_utc(store.clock().now());
      state.options.push_back(
          fmt::format("{}{}", exchange::kFallbackOption, exchange::fallback_name(fallback)));
      if (found.notes) state.options.emplace_back("notes");
    }
    put_back(found, state);
    state.sort();
  }
  return {};
}

}  // namespace loci::compile
