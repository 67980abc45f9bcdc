#include "compile/agent_merge.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/hash.h"
#include "base/text.h"
#include "compile/imported_past.h"
#include "exchange/claude.h"
#include "exchange/index_merge.h"
#include "exchange/merge.h"
#include "exchange/plan.h"
#include "memory/scanning.h"
#include "note/index_file.h"
#include "note/note.h"
#include "note/slug.h"
#include "note/split.h"

namespace loci::compile {
namespace {

using exchange::ApplyScope;
using exchange::Artifact;
using exchange::Imported;
using exchange::Tool;
using exchange::ToolDirectory;
using store::Place;

// What a tool has of a note, with the note's fields where it has none: a file that other
// compilers wrote has only the body, and an edit of it says nothing of the fields.
std::string with_fields_of(std::string_view compiled, std::string_view text) {
  const note::Split ours = note::split_note(compiled);
  if (!ours.closed || note::split_note(text).opened) return std::string(text);
  return fmt::format("{}{}\n", compiled.substr(0, ours.body_begin), trim(text));
}

// Whether a killed apply was about to write these bytes: then it did, not the tool.
bool is_pending(const exchange::ProviderState& state, std::string_view path,
                std::string_view hash) {
  return std::any_of(state.pending.begin(), state.pending.end(),
                     [&](const auto& one) { return one.path == path && one.hash == hash; });
}

}  // namespace

// What one directory is compared with.
struct AgentMerge::Side {
  Compiler* compiler;
  const Tool* tool;
  const ToolDirectory* directory;
  const Compiled* compiled;
  std::map<std::string, const Artifact*, std::less<>> wanted{};
  Hashes written{};
  Hashes pending{};  // by an apply that was killed

  [[nodiscard]] std::string full_path(const Imported& note) const {
    return fmt::format("{}/{}/{}", directory->base, directory->path, note.path);
  }
  [[nodiscard]] std::string state_path(const Imported& note) const {
    return compiler->state_path(full_path(note));
  }
  // What was written there the last time, or "".
  [[nodiscard]] std::string recorded(const std::string& path, const std::string& now) const {
    // A killed apply may have written the file or not. When the file is what it was going
    // to write, it did: that is no edit by the tool.
    const auto coming = pending.find(path);
    if (coming != pending.end() && coming->second == now) return now;
    const auto found = written.find(path);
    return found == written.end() ? "" : found->second;
  }
};

void AgentMerge::begin(AgentSources project, AgentSources user) {
  sources_[0] = std::move(project);
  sources_[1] = std::move(user);
  for (const AgentSources& sources : sources_) {
    for (const AgentSource& agent : sources.agents) {
      for (const Place& place : agent.places) known_places_.insert(place.key);
      for (const auto* list : {&agent.notes, &agent.indexes}) {
        for (const SourceNote& note : *list) notes_.put(note.place, note.file, note.text.str());
      }
    }
  }
}

Result<> AgentMerge::read(Compiler& compiler, const Tool& tool, const ToolDirectory& directory,
                          bool listed) {
  LOCI_ASSIGN(const std::vector<exchange::ToolFile> files,
              compiler.files().notes_below({directory.base, directory.path}));
  for (const Imported& note : tool.provider->parse(files)) {
    if (!note.agent.empty()) found_agents_.insert(note.agent);
  }
  // Which agents are there counts for every directory: memory that an earlier import made
  // for an agent goes again only when no tool has the agent any more.
  if (!listed || files.empty()) return {};
  AgentSources& sources = sources_[directory.scope == ApplyScope::User ? 1 : 0];
  LOCI_ASSIGN(Compiled compiled,
              compiler.compile(tool, directory.scope, sources, {}, Compiler::Definitions::Ignored));
  Side side{&compiler, &tool, &directory, &compiled};
  for (const Artifact& artifact : compiled.rendered.artifacts) {
    if (artifact.part == Artifact::Part::File) side.wanted[artifact.full_path()] = &artifact;
  }
  if (const auto* state = compiler.state().find(tool.name, directory.scope)) {
    for (const auto* list : {&state->seen, &state->artifacts}) {
      for (const auto& one : *list) side.written[one.path] = one.hash;
    }
    for (const auto& one : state->pending) side.pending[one.path] = one.hash;
  }
  // Indexes come last: what their lines mean depends on the notes that came in before.
  std::vector<Imported> indexes;
  std::map<std::string, std::set<std::string, std::less<>>> names;
  for (Imported& note : tool.provider->parse(files)) {
    if (!note.agent.empty() && note.file == note::kIndexFile) {
      indexes.push_back(std::move(note));
      continue;
    }
    names[note.agent].insert(note.file);
    LOCI_TRY(take_note(side, note));
  }
  for (const Imported& index : indexes) LOCI_TRY(take_index(side, index, names[index.agent]));
  return {};
}

std::vector<SourceNote> AgentMerge::notes_at(const Place& place) const {
  std::vector<SourceNote> notes;
  for (const AgentSources& sources : sources_) {
    for (const AgentSource& agent : sources.agents) {
      for (const SourceNote& note : agent.notes) {
        if (note.place == place) notes.push_back(note);
      }
    }
  }
  return notes;
}

// What was read is what `apply` compares with the next time: a file whose text came back
// is not "edited there" any more. Files that loci did not write are kept apart (`seen`),
// because an apply must not take them for its own and remove them. They stay the tool's when an
// apply has adopted them, and what loci made stays loci's when the tool edits it.
void AgentMerge::record(Compiler& compiler, ApplyScope scope) const {
  for (const auto& [key, files] : read_) {
    if (key.first != scope) continue;
    exchange::ProviderState& state = compiler.state().of(key.second, scope);
    std::map<std::string, Read, std::less<>> read = files;
    for (exchange::ArtifactRecord& artifact : state.artifacts) {
      const auto found = read.find(artifact.path);
      if (found == read.end() || artifact.part != Artifact::Part::File) continue;
      // What loci wrote, or adopted: whose it is stays as it was.
      const bool written = artifact.hash == found->second.hash ||
                           is_pending(state, artifact.path, found->second.hash);
      // The stamp vouches for the text that was written, not for the one that was read.
      if (artifact.hash != found->second.hash) artifact.stamp.clear();
      artifact.hash = found->second.hash;
      const bool tools_own =
          std::any_of(state.seen.begin(), state.seen.end(),
                      [&](const auto& seen) { return seen.path == artifact.path; });
      if (written || !found->second.whole || !tools_own) read.erase(found);
    }
    std::erase_if(state.seen, [&](const auto& seen) { return read.contains(seen.path); });
    for (const auto& [path, one] : read) {
      state.seen.push_back({path, Artifact::Part::File, one.hash});
    }
    if (state.time.empty()) state.time = format_utc(memory_.now());
  }
}

// A tool's directory has a name that several ids could have been made to; the agents that
// there are decide which one it was.
AgentSource* AgentMerge::agent_of(const Side& side, const std::string& directory) {
  for (AgentSource& agent : sources_[side.directory->scope == ApplyScope::User ? 1 : 0].agents) {
    if (exchange::directory_for(agent.id) == directory) return &agent;
  }
  return nullptr;
}

Result<Place> AgentMerge::place_for(const Side& side, const std::string& directory) {
  const AgentSource* agent = agent_of(side, directory);
  LOCI_ASSIGN(const std::string id, note::agent_id(agent == nullptr ? directory : agent->id));
  if (side.directory->scope == ApplyScope::User) return store::agent_user_place(id);
  // What a tool keeps out of the repository stays out of it.
  if (side.directory->scope == ApplyScope::Local) {
    return store::agent_private_place(memory_.scopes().slug(), id);
  }
  return memory_.scopes().destination("agent:" + id);
}

void AgentMerge::add_row(const Side& side, const Imported& note, const Place& place,
                         const std::string& file, AgentImportStatus status, std::string message) {
  AgentImportRow row;
  row.provider = side.tool->name;
  row.from = side.state_path(note);
  row.place = place;
  row.file = file;
  row.status = status;
  row.message = std::move(message);
  reply_.rows.push_back(std::move(row));
}

// `text` is what the file says, with the note's fields where it has none.
void AgentMerge::remember_read(const Side& side, const Imported& note, std::string_view text) {
  read_[{side.directory->scope, std::string(side.tool->name)}][side.state_path(note)] = {
      sha256(text), text == note.text};
}

// Whether the scanner lets a text in.
Result<bool> AgentMerge::passes(const Side& side, const Imported& note) {
  const SourceNote* source = source_of(side, note);
  LOCI_ASSIGN(const Place place, place_of(side, note, source));
  std::optional<std::string> here;
  if (source != nullptr) here = source->text.str();
  LOCI_ASSIGN(const memory::ScanVerdict verdict,
              memory::scan_verdict(memory_, place, note.file, note.text, here, allow_));
  for (const guard::Finding& finding : verdict.fresh) {
    // It waits in the inbox: Memory::commit() takes it out of the plan.
    if (finding.severity == guard::Severity::Quarantine) continue;
    const std::string said = memory::finding_text(side.state_path(note), finding);
    if (finding.severity == guard::Severity::Warn) {
      reply_.warnings.push_back(said);
      continue;
    }
    add_row(side, note, {}, "", AgentImportStatus::Kept, said + "; it is left where it is");
    reply_.conflict = true;
    return false;
  }
  allowed_.insert(allowed_.end(), verdict.allowed.begin(), verdict.allowed.end());
  return true;
}

// Four texts decide: the source, what it compiles to now, what was last written there, and
// what the file says. Three ways merge without asking: nothing happened there; only there
// (the edit comes back); only here (the next apply writes it). When both changed, both
// texts are kept, since no line-wise merge of prose can be trusted.
Result<> AgentMerge::take_note(const Side& side, const Imported& note) {
  if (!note.warning.empty()) {
    reply_.warnings.push_back(fmt::format("{}: {}", side.state_path(note), note.warning));
  }
  if (note.agent.empty()) return {};
  if (const auto fault = note::file_name_fault(note.file)) {
    add_row(side, note, {}, "", AgentImportStatus::Kept, *fault + "; it is left where it is");
    return {};
  }
  const std::string path = side.state_path(note);
  const std::string hash = sha256(note.text);
  const std::string recorded = side.recorded(path, hash);
  const Counterpart here = counterpart_of(side, note, recorded);
  const SourceNote* const source = here.source;
  const std::string compiled = here.wanted == nullptr ? "" : sha256(here.wanted->text.str());
  // In step, whatever was recorded: a file that was edited to what loci would write.
  if (hash == compiled) {
    add_row(side, note, source->place, source->file, AgentImportStatus::Unchanged);
    remember_read(side, note, note.text);
    return {};
  }
  bool undone = false;
  bool beside = false;
  if (!recorded.empty() && hash == recorded) {
    LOCI_ASSIGN(undone, was_undone(side, note, source));
    LOCI_ASSIGN(beside, was_undone_beside(note, source));
  }
  if (!recorded.empty() && hash == recorded && !undone && !beside) {  // nothing happened there
    if (source != nullptr)
      add_row(side, note, source->place, source->file, AgentImportStatus::Unchanged);
    return {};
  }
  // A text that the scanner stops is not noted as read: the next import stops it again.
  LOCI_ASSIGN(const bool in, passes(side, note));
  if (!in) return {};
  if (source == nullptr) {
    remember_read(side, note, note.text);
    return take_new(side, note, exchange::escape_references(note.text));
  }
  std::string theirs = note.text;
  if (here.wanted != nullptr) {
    const std::string_view ours = here.wanted->text.str();
    // Another compiler of the same source leaves its frontmatter out.
    if (exchange::is_wanted(*here.wanted, note.text)) {
      add_row(side, note, source->place, source->file, AgentImportStatus::Unchanged);
      remember_read(side, note, ours);
      return {};
    }
    theirs = with_fields_of(ours, note.text);
  }
  remember_read(side, note, theirs);
  LOCI_ASSIGN(const exchange::BroughtBack back,
              exchange::bring_back(source->text.str(),
                                   side.compiler->source_path(source->place, source->file), theirs,
                                   *side.compiled->variables));
  // The source still compiles to what was written: only the tool changed something.
  const bool only_there = undone || (!recorded.empty() && recorded == compiled);
  if (only_there && !back.conflict) return take_edit(side, note, *source, back.text);
  if (back.text == source->text.str() && !back.conflict) {
    add_row(side, note, source->place, source->file, AgentImportStatus::Unchanged);
    return {};
  }
  const std::string why = back.conflict      ? "a line with a variable was changed in the tool"
                          : recorded.empty() ? "a different text has its name"
                                             : "it was changed here and in the tool";
  return keep_both(side, note, source->place, source->file, back.theirs, why);
}

// Whether the last thing that became of the note here was that its import was undone: what
// the state says of an earlier import is then no reason to leave it out.
Result<bool> AgentMerge::was_undone(const Side& side, const Imported& note,
                                    const SourceNote* source) {
  LOCI_ASSIGN(const Place place, place_of(side, note, source));
  const std::string& file = source == nullptr ? note.file : source->file;
  const std::string start = store::file_record_start(place.key, file);
  std::uint64_t undoes = 0;
  bool undone = false;
  LOCI_TRY(memory_.store().journal().visit_some(
      [&](std::string_view line) { return line.find(start) != std::string_view::npos; },
      [&](const store::Record& record) {
        if (undoes == 0) {
          // What somebody changed by hand since is not known there yet.
          const bool touched = source != nullptr &&
                               std::any_of(record.files.begin(), record.files.end(),
                                           [&](const store::FileRecord& one) {
                                             return one.place == place.key && one.file == file &&
                                                    one.after != sha256(source->text.str());
                                           });
          return !touched && (undoes = record.undoes) != 0;
        }
        undone = record.sequence == undoes && record.operation == "import";
        return record.sequence > undoes;
      }));
  return undone;
}

// Whether an import had kept the tool's text beside the note, and was undone.
Result<bool> AgentMerge::was_undone_beside(const Imported& note, const SourceNote* source) {
  if (source == nullptr) return false;
  LOCI_ASSIGN(const auto undone, undone_text(memory_.store().journal(), source->place.key,
                                             sha256(exchange::escape_references(note.text))));
  return undone && undone->file != source->file && !undone->after;
}

Result<Place> AgentMerge::place_of(const Side& side, const Imported& note,
                                   const SourceNote* source) {
  if (source != nullptr) return source->place;
  return place_for(side, note.agent);
}

const SourceNote* AgentMerge::source_of(const Side& side, const Imported& note) {
  const AgentSource* agent = agent_of(side, note.agent);
  if (agent == nullptr) return nullptr;
  for (const SourceNote& source : agent->notes) {
    if (source.file == note.file) return &source;
  }
  return nullptr;
}

// What loci has for a file of the tool. Where the tool keeps it outside of its agent's directory
// or deeper in it, it is the note that it was taken for: by the text that an import read there,
// since it may have got another name, else the one of its name.
AgentMerge::Counterpart AgentMerge::counterpart_of(const Side& side, const Imported& note,
                                                   std::string_view recorded) {
  const auto wanted_at = [&](const std::string& path) -> const Artifact* {
    const auto found = side.wanted.find(path);
    return found == side.wanted.end() ? nullptr : found->second;
  };
  const SourceNote* const named = source_of(side, note);
  if (note.path == fmt::format("{}/{}", note.agent, note.file)) {
    return {named, wanted_at(side.full_path(note))};
  }
  const AgentSource* const agent = agent_of(side, note.agent);
  if (recorded.empty() || agent == nullptr) return {named, nullptr};
  const auto compiled = [&](const SourceNote& source) {
    return wanted_at(fmt::format("{}/{}/{}/{}", side.directory->base, side.directory->path,
                                 note.agent, source.file));
  };
  const auto was_read = [&](const SourceNote& source) {
    const Artifact* const text = compiled(source);
    return text != nullptr && sha256(text->text.str()) == recorded;
  };
  if (named != nullptr && was_read(*named)) return {named, compiled(*named)};
  for (const SourceNote& source : agent->notes) {
    if (was_read(source)) return {&source, compiled(source)};
  }
  return {named, named == nullptr ? nullptr : compiled(*named)};
}

// Two tools may have edited one note. The first edit is taken, a different second one is
// kept beside it: neither is newer in a way that could be relied on.
Result<> AgentMerge::take_edit(const Side& side, const Imported& note, const SourceNote& source,
                               const std::string& text) {
  const std::string* now = notes_.now(source.place, source.file);
  if (notes_.changed(source.place, source.file) && *now != text) {
    return keep_both(side, note, source.place, source.file, text, "another tool changed it too");
  }
  notes_.write(source.place, source.file, text);
  add_row(side, note, source.place, source.file, AgentImportStatus::Updated);
  return {};
}

Result<> AgentMerge::take_new(const Side& side, const Imported& note, const std::string& text) {
  LOCI_ASSIGN(const Place place, place_for(side, note.agent));
  if (!known_places_.contains(place.key)) made_.emplace(place.key, place);
  const std::string* now = notes_.now(place, note.file);
  if (now == nullptr) {
    notes_.write(place, note.file, text);
    add_row(side, note, place, note.file, AgentImportStatus::Created);
    return {};
  }
  if (*now == text) {
    add_row(side, note, place, note.file, AgentImportStatus::Unchanged);
    return {};
  }
  return keep_both(side, note, place, note.file, text, "a different text has its name");
}

// The tool's text gets a free name of its own. Where an earlier import put the very same
// text there already, nothing is to be done: importing twice changes nothing.
Result<> AgentMerge::keep_both(const Side& side, const Imported& note, const Place& place,
                               const std::string& file, const std::string& text,
                               const std::string& why) {
  const std::string name = notes_.free_name(place, file, text);
  const bool there = notes_.now(place, name) != nullptr;
  if (!there) notes_.write(place, name, text);
  add_row(side, note, place, name,
          there ? AgentImportStatus::Unchanged : AgentImportStatus::Conflict,
          there ? "" : fmt::format("{}: both are kept, the tool's as '{}'", why, name));
  reply_.conflict = reply_.conflict || !there;
  return {};
}

// Facts that a tool wrote into its index, and lines that it put there.
Result<> AgentMerge::take_index(const Side& side, const Imported& index,
                                const std::set<std::string, std::less<>>& there) {
  const std::string hash = sha256(index.text);
  const std::string recorded = side.recorded(side.state_path(index), hash);
  bool undone = false;
  if (!recorded.empty() && hash == recorded) {
    LOCI_ASSIGN(undone, was_undone(side, index, nullptr));
    if (!undone) return {};
  }
  const AgentSource* agent = agent_of(side, index.agent);
  const auto wanted = side.wanted.find(side.full_path(index));
  const std::string compiled = wanted == side.wanted.end() ? "" : wanted->second->text.str();
  if (index.text == compiled) {
    remember_read(side, index, index.text);
    return {};
  }
  if (!passes(side, index)) return {};
  LOCI_ASSIGN(Place place, place_for(side, index.agent));
  std::string before;
  // Beside the notes that its lines are about.
  if (agent != nullptr && !agent->indexes.empty()) {
    place = agent->indexes.front().place;
  } else if (agent != nullptr && !agent->notes.empty()) {
    place = agent->notes.front().place;
  }
  if (const std::string* now = notes_.now(place, std::string(note::kIndexFile))) before = *now;
  // A line that leads to a note on neither side is a fact like any other, and stays.
  std::set<std::string, std::less<>> files = there;
  if (agent != nullptr) {
    for (const SourceNote& note : agent->notes) files.insert(note.file);
  }
  exchange::NoteNames names;
  for (const std::string& file : files) {
    const std::string* text = notes_.now(place, file);
    names[file] = note::shown_name(note::parse_note(text == nullptr ? "" : *text), file);
  }
  exchange::IndexEdit edit;
  edit.source = before;
  edit.compiled = compiled;
  edit.edited = index.text;
  edit.several = agent != nullptr && agent->indexes.size() > 1;
  edit.both_changed = !undone && !recorded.empty() && recorded != sha256(compiled);
  LOCI_ASSIGN(const exchange::MergedIndex merged,
              exchange::merge_index(edit, names, *side.compiled->variables));
  remember_read(side, index, index.text);
  if (merged.text == before) return {};
  if (before.empty() && !known_places_.contains(place.key)) made_.emplace(place.key, place);
  notes_.write(place, std::string(note::kIndexFile), merged.text);
  add_row(side, index, place, std::string(note::kIndexFile),
          merged.conflict ? AgentImportStatus::Conflict : AgentImportStatus::Updated,
          merged.conflict ? "it was changed here and in the tool: lines of both are kept" : "");
  reply_.conflict = reply_.conflict || merged.conflict;
  return {};
}

}  // namespace loci::compile
