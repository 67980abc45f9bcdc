// What a prompt gets of memory: gathered here, put together by assemble().

#include "prompt/briefing.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "compile/told_variables.h"
#include "guard/fence.h"
#include "memory/index_view.h"
#include "memory/outdated.h"
#include "memory/preference_place.h"
#include "memory/scanning.h"
#include "memory/search.h"
#include "note/checklist.h"
#include "note/slug.h"
#include "prompt/compaction.h"
#include "prompt/held_back.h"
#include "prompt/preference_items.h"
#include "prompt/recall.h"
#include "store/read_once.h"

namespace loci::prompt {
namespace {

using compile::ToldVariables;
using memory::AgentView;
using memory::Audience;
using memory::Memory;
using memory::SearchReply;
using memory::SearchRequest;

constexpr std::size_t kRelevantNotes = 5;

// What the guide calls a place.
std::string place_line(const store::Place& place, const std::string& path) {
  using Kind = store::Place::Kind;
  switch (place.kind) {
    case Kind::Global:
      return fmt::format("global: {}", path);
    case Kind::Private:
      return fmt::format("workspace, private: {}", path);
    case Kind::Shared:
      return fmt::format("workspace, shared by the repository: {}", path);
    case Kind::AgentUser:
      return fmt::format("agent {}, user-wide: {}", place.agent, path);
    default:
      return fmt::format("agent {}: {}", place.agent, path);
  }
}

std::string agent_title(const store::Place& place) {
  const std::string_view where = place.kind == store::Place::Kind::AgentUser ? ", user-wide" : "";
  return fmt::format("Agent memory: {}{} (MEMORY.md)", place.agent, where);
}

// The newest day before `today` that has a log.
Result<std::string> day_before(store::View& view, const store::Place& daily,
                               const std::string& today, std::string& text) {
  LOCI_ASSIGN(std::vector<std::string> files, view.notes(daily));
  std::sort(files.rbegin(), files.rend());
  for (const std::string& file : files) {
    const std::string day(note::stem(file));
    if (!is_date(day) || day >= today) continue;
    auto log = view.read(daily, file);
    if (!log && log.error().kind == ErrorKind::InvalidInput) continue;  // too large
    if (!log) return fail(std::move(log));
    if (!*log || trim(**log).empty()) continue;
    text = std::move(**log);
    return day;
  }
  return std::string();
}

std::string relevant_note(const search::Hit& hit) {
  std::string text = fmt::format("- {}\n", note_title(hit, hit.key));
  if (hit.name_only) {
    if (!hit.description.empty()) text += fmt::format("  {}\n", printable(hit.description, true));
    return text;
  }
  for (const search::SectionHit& section : hit.sections) {
    text += fmt::format("  {}{}\n",
                        section.headings.empty() ? "" : printable(section.headings, true) + ": ",
                        printable(section.snippet, true));
  }
  return text;
}

// Who asks, for --agent, where the guide needs a name.
std::string agent_name(const Memory& memory) {
  constexpr std::string_view kPrefix = "agent:";
  const std::string name = memory.actor();
  return name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : "assistant";
}

constexpr std::size_t kSummaryShares = 10;  // summaries get one of so many parts of the room

// What compaction left of earlier conversations, the newest first.
ContextSection summaries_section(const std::vector<std::string>& summaries) {
  ContextSection section{"Compacted conversations", "", "beginning and open ends", false};
  section.share = kSummaryShares;
  for (const std::string& summary : summaries) section.text += summary;
  return section;
}

Result<> add_project(Memory& memory, store::View& view, ContextParts& parts,
                     ContextSection& older) {
  LOCI_ASSIGN(const store::Place project, memory.scopes().scratchpad());
  LOCI_ASSIGN(const store::Place daily, memory.scopes().daily());
  LOCI_ASSIGN(const std::optional<std::string> pad, view.read(project, store::kScratchpadFile));
  parts.sections.push_back(
      {"Scratchpad (open items)", note::open_items(pad.value_or("")), "open items", false});
  const std::string today = local_date(memory.now());
  LOCI_ASSIGN(const std::optional<std::string> log, view.read(daily, today + ".md"));
  DayWithSummaries now = without_summaries(log.value_or(""));
  parts.sections.push_back(
      {fmt::format("Daily log {} (today)", today), std::move(now.log), "today", false});
  LOCI_ASSIGN(const std::string day, day_before(view, daily, today, older.text));
  DayWithSummaries then = without_summaries(older.text);
  older.text = std::move(then.log);
  std::move(then.summaries.begin(), then.summaries.end(), std::back_inserter(now.summaries));
  parts.sections.push_back(summaries_section(now.summaries));
  older.title = fmt::format("Daily log {}", day);
  older.why = "the last day before today";
  return {};
}

using NoteKeys = std::set<std::pair<std::string, std::string>>;  // of a place's key and a file

Result<SearchReply> notes_for(Memory& memory, const std::string& query) {
  SearchRequest request;
  request.query = query;
  request.limit = kRelevantNotes;
  LOCI_ASSIGN(SearchReply found, memory::search(memory, request, Audience::Agent));
  for (const std::string& why : found.unread) memory.log().warn(why);
  return found;
}

std::string relevant_notes(const SearchReply& found, const NoteKeys& told) {
  std::string text;
  for (std::size_t i = 0; i < found.answer.hits.size(); ++i) {
    const search::Hit& hit = found.answer.hits[i];
    if (!hit.outdated.empty()) continue;
    if (!told.contains({found.notes[i].place.key, hit.key})) text += relevant_note(hit);
  }
  return text;
}

// The notes that the block shows with every line: they need not stand in it again.
NoteKeys told_whole(const PreferenceItems& items, const ContextBlock& block) {
  std::map<std::pair<std::string, std::string>, std::size_t> left;  // lines that are not shown
  const auto add = [&](const std::vector<PreferenceItems::Source>& sources, std::size_t shown) {
    for (std::size_t i = 0; i < shown; ++i) {
      const PreferenceItems::Source& from = sources[i];
      const auto note = left.try_emplace({from.place.key, from.file}, from.lines).first;
      note->second -= from.said;
    }
  };
  add(items.wanted, block.wanted);
  add(items.noted, block.noted);
  NoteKeys told;
  for (const auto& [note, lines] : left) {
    if (lines == 0) told.insert(note);
  }
  return told;
}

struct PlaceIndex {
  store::Place place;
  memory::IndexSource source;
};

// Notes that hold no more: nobody is led to them.
Result<NoteKeys> outdated_in(Memory& memory, store::View& view,
                             const std::vector<store::Place>& places) {
  NoteKeys result;
  LOCI_ASSIGN(const std::vector<memory::LivingNote> notes, memory::living_notes(view, places));
  const std::vector<std::string> reasons = memory::outdated(notes, local_date(memory.now()));
  for (std::size_t i = 0; i < notes.size(); ++i) {
    if (!reasons[i].empty()) result.emplace(notes[i].place.key, notes[i].file);
  }
  return result;
}

// An index without the lines of some notes, as if there were none.
note::RenderedIndex rendered_without(const PlaceIndex& index, const NoteKeys& told) {
  if (told.empty()) return note::render_index(index.source.text, index.source.lines);
  std::vector<note::NoteLine> lines = index.source.lines;
  std::erase_if(lines, [&](const note::NoteLine& line) {
    return told.contains({index.place.key, line.file});
  });
  return note::render_index(index.source.text, lines);
}

// The sections of the indexes, without what is told above.
void add_indexes(Memory& memory, store::View& view, const std::vector<PlaceIndex>& indexes,
                 const NoteKeys& told, ToldVariables& variables,
                 std::vector<ContextSection>& sections) {
  std::string workspace;
  std::vector<ContextSection> agents;
  for (const PlaceIndex& one : indexes) {
    note::RenderedIndex index = rendered_without(one, told);
    memory::mark_citations(memory, view, one.place, index);
    if (one.place.kind == store::Place::Kind::Global) {
      sections.push_back({"Long-term memory (MEMORY.md)", std::move(index.prose), "always", true});
      sections.push_back({"Global index (MEMORY.md)", std::move(index.entries), "always", true});
    } else if (one.place.is_agent()) {
      // The parts of a project's agent are one section.
      std::string title = agent_title(one.place);
      if (agents.empty() || agents.back().title != title) {
        agents.push_back({std::move(title), "", "--agent", false});
      }
      agents.back().text += variables.expand(one.place, note::kIndexFile, std::move(index.text));
    } else {
      workspace += index.text;
    }
  }
  sections.push_back({"Workspace index (MEMORY.md)", std::move(workspace), "always", true});
  std::move(agents.begin(), agents.end(), std::back_inserter(sections));
}

// What the notes of agents say, for tools that have no place for them: as much as any block
// could show.
Result<std::vector<ContextSection>> agents_notes(Memory& memory, store::View& view,
                                                 const std::vector<store::Place>& places,
                                                 ToldVariables& variables) {
  std::vector<ContextSection> sections;
  std::size_t bytes = 0;
  for (const store::Place& place : places) {
    if (!place.is_agent()) continue;
    const std::string title = fmt::format("Agent notes: {}", place.agent);
    if (sections.empty() || sections.back().title != title) {
      sections.push_back({title, "", "fallback hook", false});
    }
    LOCI_ASSIGN(const std::vector<std::string> files, view.notes(place));
    for (const std::string& file : files) {
      if (bytes > kContextBytes) break;
      Result<std::optional<std::string>> text = view.read(place, file);
      if (!text && text.error().kind != ErrorKind::InvalidInput) return fail(text.error());
      if (!text) memory.log().warn(text.error().message);  // too large: the others are told
      if (!text || !*text) continue;
      const note::Note parsed = note::parse_note(variables.expand(place, file, std::move(**text)));
      if (trim(parsed.body).empty()) continue;
      const std::string said =
          fmt::format("### {}\n\n{}\n\n", note::shown_name(parsed, file), trim(parsed.body));
      bytes += said.size();
      sections.back().text += said;
    }
  }
  return sections;
}

// The preferences, as many as can have room: of thousands of notes few are read.
Result<PreferenceItems> gather_preferences(Memory& memory, store::View& view,
                                           const std::vector<store::Place>& places,
                                           const memory::Listings& listings,
                                           const NoteKeys& outdated, const TextSize& room,
                                           std::vector<store::Noticed>& lost) {
  const bool trust_agents = memory.config().trusts_agents();
  PreferenceItems all;
  TextSize wanted;
  TextSize noted;
  for (const store::Place& place : places) {
    LOCI_ASSIGN(memory::PreferencePlace looked,
                memory::PreferencePlace::look(memory.store(), view, place,
                                              memory::listing_of(listings, place)));
    lost.insert(lost.end(), looked.lost().begin(), looked.lost().end());
    for (const memory::PreferencePlace::Name& name : looked.notes()) {
      if (outdated.contains({place.key, name.file})) continue;
      const bool wants = name.lines.confirmed || (name.lines.noted && trust_agents);
      const bool notes = name.lines.noted && !trust_agents;
      if (notes || name.lines.imported) ++all.items.waiting;
      // One more than fits, so that the part says that it is cut.
      const bool reads = (wants && wanted.fits(room)) || (notes && noted.fits(room));
      if (!reads) continue;
      LOCI_ASSIGN(const std::optional<memory::Preference> note, looked.read(view, name.file));
      if (!note) continue;
      const std::size_t before_wanted = all.items.wanted.size();
      const std::size_t before_noted = all.items.noted.size();
      add_items(all, *note, trust_agents);
      if (all.items.wanted.size() > before_wanted) wanted += measure(all.items.wanted.back());
      if (all.items.noted.size() > before_noted) noted += measure(all.items.noted.back());
    }
  }
  return all;
}

}  // namespace

Result<ContextReply> context(Memory& memory, const ContextRequest& request) {
  ContextReply reply;
  if (!memory.config().disabled().empty()) return reply;
  LOCI_ASSIGN(AgentView seen, memory.what_agents_see());
  for (const std::string& agent : request.agents) {
    if (agent == memory.session().agent) continue;
    LOCI_ASSIGN(AgentView own, memory.what_agents_see({"agent:" + agent}));
    seen.places.insert(seen.places.end(), own.places.begin(), own.places.end());
  }
  std::vector<store::Place> looked = seen.places;
  if (memory.scopes().workspace()) {
    LOCI_ASSIGN(store::Place project, memory.scopes().scratchpad());
    LOCI_ASSIGN(store::Place daily, memory.scopes().daily());
    looked.push_back(std::move(project));
    looked.push_back(std::move(daily));
  }
  LOCI_ASSIGN(const std::unique_ptr<store::View> files, memory.store().view(looked));
  store::ReadOnce view(*files);

  ContextParts parts;
  ContextSection older;
  if (memory.scopes().workspace()) LOCI_TRY(add_project(memory, view, parts, older));
  ContextLimits limits = request.limits;
  if (request.budget) {
    limits.room.bytes = kUnlimited.bytes;
    limits.room.millitokens = millitokens_of(*request.budget);
  }
  LOCI_ASSIGN(const NoteKeys outdated, outdated_in(memory, view, seen.places));
  LOCI_ASSIGN(const PreferenceItems items,
              gather_preferences(memory, view, seen.places, request.looked, outdated,
                                 limits.room / kPreferenceShares, reply.lost));
  parts.preferences = items.items;
  hold_back_blocked(memory, parts.preferences);
  const std::size_t most_told = items.wanted.size() + items.noted.size() + outdated.size();
  std::vector<PlaceIndex> indexes;
  std::vector<std::string> directories;
  for (const store::Place& place : seen.places) {
    // A directory's name may hold anything, and the guide is outside the fence.
    directories.push_back(
        guard::escape_fence(printable(place_line(place, memory.store().path_of(place)), true)));
    const bool told_elsewhere = request.leave_private && place.kind == store::Place::Kind::Private;
    if (told_elsewhere) continue;
    LOCI_ASSIGN(memory::IndexSource source, memory::index_source(memory, view, place, most_told));
    indexes.push_back({place, std::move(source)});
  }
  std::optional<SearchReply> found;
  if (!request.query.empty()) {
    LOCI_ASSIGN(found, notes_for(memory, request.query));
  }
  parts.guide = context_guide(directories, agent_name(memory)) + request.plea;
  for (const std::string& line : {memory.session().notice, request.notice, seen.notice}) {
    if (!reply.notice.empty() && !line.empty()) reply.notice += '\n';
    reply.notice += line;
  }
  parts.notice = reply.notice;
  // Preferences stay as a person confirmed them: a value can change afterwards.
  ToldVariables variables(memory, request.tool);
  std::vector<ContextSection> bodies;
  if (request.agents_notes) {
    LOCI_ASSIGN(bodies, agents_notes(memory, view, seen.places, variables));
  }
  const std::vector<ContextSection> first = parts.sections;
  const auto assemble_with = [&](const NoteKeys& told) {
    parts.sections = first;
    add_indexes(memory, view, indexes, told, variables, parts.sections);
    parts.sections.insert(parts.sections.end(), bodies.begin(), bodies.end());
    parts.sections.push_back(older);
    if (found) {
      parts.sections.push_back({"Relevant notes", relevant_notes(*found, told), "--query", true});
    }
    for (ContextSection& section : parts.sections) {
      section.text = memory::without_blocked(memory, std::move(section.text));
    }
    return assemble(parts, limits);
  };
  // Which preferences have room is known only when all else is there.
  LOCI_ASSIGN(reply.block, assemble_with(outdated));
  if (NoteKeys told = told_whole(items, reply.block); !told.empty()) {
    told.insert(outdated.begin(), outdated.end());
    LOCI_ASSIGN(reply.block, assemble_with(told));
  }
  return reply;
}

}  // namespace loci::prompt
