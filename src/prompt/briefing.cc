// What a prompt gets of memory: gathered here, put together by assemble().

#include "prompt/briefing.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "guard/fence.h"
#include "memory/index_view.h"
#include "memory/preferences.h"
#include "memory/search.h"
#include "note/checklist.h"
#include "note/slug.h"
#include "prompt/compaction.h"
#include "prompt/preference_items.h"
#include "prompt/recall.h"

namespace loci::prompt {
namespace {

using memory::AgentView;
using memory::Audience;
using memory::Memory;
using memory::render_index;
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

Result<std::string> relevant_notes(Memory& memory, const std::string& query) {
  SearchRequest request;
  request.query = query;
  request.limit = kRelevantNotes;
  LOCI_ASSIGN(const SearchReply found, memory::search(memory, request, Audience::Agent));
  for (const std::string& why : found.unread) memory.log().warn(why);
  std::string text;
  for (const search::Hit& hit : found.answer.hits) text += relevant_note(hit);
  return text;
}

// The entries of an index but those of some notes.
std::string without_entries(const std::string& text, const std::set<std::string>& files) {
  if (files.empty()) return text;
  const std::vector<std::string_view> lines = split_lines(text);
  std::set<std::size_t> gone;
  for (const note::IndexEntry& entry : note::parse_index(text)) {
    if (files.contains(entry.file)) gone.insert(entry.line);
  }
  std::string left;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!gone.contains(i)) left += lines[i];
  }
  return left;
}

// What is said above the fence need not stand in an index that nobody is to follow: the
// notes of a place that the block shows whole.
std::set<std::string> told_whole(const PreferenceItems& items, const ContextBlock& block,
                                 const store::Place& place) {
  std::set<std::string> files;
  const auto add = [&](const std::vector<PreferenceItems::Source>& sources, std::size_t shown) {
    for (std::size_t i = 0; i < shown; ++i) {
      if (sources[i].whole && sources[i].note->place == place) files.insert(sources[i].note->file);
    }
  };
  add(items.wanted, block.wanted);
  add(items.noted, block.noted);
  return files;
}

struct PlaceIndex {
  store::Place place;
  note::RenderedIndex index;
};

// The sections of the indexes, without what is told above.
void add_indexes(const std::vector<PlaceIndex>& indexes, const PreferenceItems& items,
                 const ContextBlock& block, std::vector<ContextSection>& sections) {
  std::string workspace;
  std::vector<ContextSection> agents;
  for (const auto& [place, index] : indexes) {
    const std::set<std::string> told = told_whole(items, block, place);
    if (place.kind == store::Place::Kind::Global) {
      sections.push_back({"Long-term memory (MEMORY.md)", index.prose, "always", true});
      sections.push_back(
          {"Global index (MEMORY.md)", without_entries(index.entries, told), "always", true});
    } else if (place.is_agent()) {
      // The parts of a project's agent are one section.
      std::string title = agent_title(place);
      if (agents.empty() || agents.back().title != title) {
        agents.push_back({std::move(title), "", "--agent", false});
      }
      agents.back().text += index.text;
    } else {
      workspace += without_entries(index.text, told);
    }
  }
  sections.push_back({"Workspace index (MEMORY.md)", std::move(workspace), "always", true});
  std::move(agents.begin(), agents.end(), std::back_inserter(sections));
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
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.store().view(looked));

  ContextParts parts;
  ContextSection older;
  if (memory.scopes().workspace()) LOCI_TRY(add_project(memory, *view, parts, older));
  std::vector<PlaceIndex> indexes;
  std::vector<std::string> directories;
  for (const store::Place& place : seen.places) {
    LOCI_ASSIGN(note::RenderedIndex index, render_index(memory, *view, place));
    // A directory's name may hold anything, and the guide is outside the fence.
    directories.push_back(
        guard::escape_fence(printable(place_line(place, memory.store().path_of(place)), true)));
    const bool told_elsewhere = request.leave_private && place.kind == store::Place::Kind::Private;
    if (!told_elsewhere) indexes.push_back({place, std::move(index)});
  }
  LOCI_ASSIGN(const std::vector<memory::Preference> notes,
              memory::preferences(memory.store(), *view, seen.places));
  const PreferenceItems items = preference_items(notes, memory.config().trusts_agents());
  parts.preferences = items.items;
  std::vector<ContextSection> last{std::move(older)};
  if (!request.query.empty()) {
    LOCI_ASSIGN(std::string found, relevant_notes(memory, request.query));
    last.push_back({"Relevant notes", std::move(found), "--query", true});
  }
  parts.guide = context_guide(directories, agent_name(memory)) + request.plea;
  for (const std::string& line : {memory.session().notice, request.notice, seen.notice}) {
    if (!reply.notice.empty() && !line.empty()) reply.notice += '\n';
    reply.notice += line;
  }
  parts.notice = reply.notice;
  ContextLimits limits = request.limits;
  if (request.budget) {
    limits.room.bytes = kUnlimited.bytes;
    limits.room.millitokens = millitokens_of(*request.budget);
  }
  const std::vector<ContextSection> first = parts.sections;
  const auto assemble_with = [&](const ContextBlock& shown) {
    parts.sections = first;
    add_indexes(indexes, items, shown, parts.sections);
    parts.sections.insert(parts.sections.end(), last.begin(), last.end());
    return assemble(parts, limits);
  };
  // Which preferences have room is known only when all else is there.
  LOCI_ASSIGN(reply.block, assemble_with({}));
  if (reply.block.wanted + reply.block.noted > 0) {
    const ContextBlock shown = std::move(reply.block);
    LOCI_ASSIGN(reply.block, assemble_with(shown));
  }
  return reply;
}

}  // namespace loci::prompt
