#include "compile/apply_record.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/hash.h"
#include "base/parallel.h"

namespace loci::compile {
namespace {

using exchange::Artifact;
using exchange::PlanRow;
using exchange::ProviderState;
using exchange::Standing;

constexpr std::size_t kFewStamps = 200;

std::vector<std::string> options_of(const Compiled& compiled) {
  std::vector<std::string> options;
  if (compiled.fallback != exchange::Fallback::None) {
    options.push_back(
        fmt::format("{}{}", exchange::kFallbackOption, exchange::fallback_name(compiled.fallback)));
  }
  if (compiled.native) options.emplace_back("native");
  if (compiled.notes) options.emplace_back("notes");
  return options;
}

// Whether the state says all this already, but for a few stamps: the quick way out
// for thousands of files of which none changed.
bool is_recorded(const Compiled& compiled, const std::vector<exchange::SourceRecord>& sources,
                 const ProviderState& before) {
  if (!before.pending.empty() || before.options != options_of(compiled) ||
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

// Texts of the tool's own that an import read stay known, also when the file has been compiled
// since: a file that has such a text is not loci's to remove. Those are forgotten that are not
// there any more, or that loci has put there itself now.
void keep_seen(const Compiled& compiled, const ProviderState& before, ProviderState& after) {
  if (before.seen.empty()) return;
  std::set<std::pair<std::string_view, std::string_view>> gone;  // path and hash, "" = any
  for (const PlanRow& row : compiled.plan) {
    if (row.part != Artifact::Part::File) continue;
    const bool removed = row.action == exchange::Action::Remove ||
                         (row.wanted == nullptr && !row.present.is_there());
    if (removed) gone.emplace(row.path, "");
    const bool first = row.action == exchange::Action::Write && row.recorded == nullptr;
    if (first) gone.emplace(row.path, row.wanted_hash);
  }
  for (const exchange::ArtifactRecord& record : before.seen) {
    if (!gone.contains({record.path, ""}) && !gone.contains({record.path, record.hash})) {
      after.seen.push_back(record);
    }
  }
}

}  // namespace

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

bool record_apply(const Compiled& compiled, const std::vector<exchange::SourceRecord>& sources,
                  const std::string& now, exchange::ApplyState& state) {
  const exchange::ApplyScope scope = compiled.scope;
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

}  // namespace loci::compile
