// What a prompt gets of memory: gathered here, put together by assemble().

#include "app/briefing.h"

#include <fmt/format.h>

#include <algorithm>

#include "app/memory.h"
#include "app/recall.h"
#include "app/search.h"
#include "base/text.h"
#include "guard/fence.h"
#include "note/checklist.h"
#include "note/slug.h"

namespace loci::app {
namespace {

constexpr std::size_t kRelevantNotes = 5;
constexpr std::size_t kMilli = 1'000;

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

std::string relevant_note(const search::Hit& hit, Timestamp now) {
  std::string text = fmt::format("- {}\n", note_title(hit, hit.key, now));
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

}  // namespace

// Only the notes that an index leaves out are opened, and of them no more than
// it can show.
Result<note::RenderedIndex> Memory::render_index(store::View& view, const store::Place& place) {
  LOCI_ASSIGN(const std::optional<std::string> text, view.read(place, note::kIndexFile));
  LOCI_ASSIGN(std::vector<std::string> files, view.notes(place));
  note::IndexState state = note::compare_index(text.value_or(""), files);
  std::sort(state.missing.begin(), state.missing.end());
  std::vector<note::NoteLine> lines;
  lines.reserve(files.size());
  std::size_t opened = 0;
  for (std::string& file : files) {
    note::NoteLine line{std::move(file), "", ""};
    const bool missing = std::binary_search(state.missing.begin(), state.missing.end(), line.file);
    if (missing && opened++ < kIndexEntryLines) {
      const auto note = view.read(place, line.file);
      if (!note && note.error().kind != ErrorKind::InvalidInput) return fail(note.error());
      const bool readable = note && note->has_value();
      const note::Note parsed = note::parse_note(readable ? std::string_view(**note) : "");
      line.name = note::shown_name(parsed, line.file);
      line.description = parsed.description;
    }
    lines.push_back(std::move(line));
  }
  return note::render_index(text.value_or(""), lines);
}

Result<note::RenderedIndex> Memory::rendered_index(const store::Place& place) {
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, store_.view({place}));
  return render_index(*view, place);
}

Result<> Memory::add_project(store::View& view, ContextParts& parts, ContextSection& older) {
  LOCI_ASSIGN(const store::Place project, scopes_.scratchpad());
  LOCI_ASSIGN(const store::Place daily, scopes_.daily());
  LOCI_ASSIGN(const std::optional<std::string> pad, view.read(project, store::kScratchpadFile));
  parts.sections.push_back(
      {"Scratchpad (open items)", note::open_items(pad.value_or("")), "open items", false});
  const std::string today = local_date(now());
  LOCI_ASSIGN(const std::optional<std::string> log, view.read(daily, today + ".md"));
  parts.sections.push_back(
      {fmt::format("Daily log {} (today)", today), log.value_or(""), "today", false});
  LOCI_ASSIGN(const std::string day, day_before(view, daily, today, older.text));
  older.title = fmt::format("Daily log {}", day);
  older.why = "the last day before today";
  return {};
}

Result<std::string> Memory::relevant_notes(const std::string& query) {
  SearchRequest request;
  request.query = query;
  request.limit = kRelevantNotes;
  LOCI_ASSIGN(const SearchReply found, search_as(Audience::Agent, request));
  for (const std::string& why : found.unread) log_.warn(why);
  std::string text;
  for (const search::Hit& hit : found.answer.hits) text += relevant_note(hit, now());
  return text;
}

Result<ContextReply> Memory::context(const ContextRequest& request) {
  ContextReply reply;
  if (!config_.disabled().empty()) return reply;
  LOCI_ASSIGN(AgentView seen, what_agents_see());
  for (const std::string& agent : request.agents) {
    if (agent == session_.agent) continue;
    LOCI_ASSIGN(AgentView own, what_agents_see({"agent:" + agent}));
    seen.places.insert(seen.places.end(), own.places.begin(), own.places.end());
  }
  std::vector<store::Place> looked = seen.places;
  if (scopes_.workspace()) {
    LOCI_ASSIGN(store::Place project, scopes_.scratchpad());
    LOCI_ASSIGN(store::Place daily, scopes_.daily());
    looked.push_back(std::move(project));
    looked.push_back(std::move(daily));
  }
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, store_.view(looked));

  ContextParts parts;
  ContextSection older;
  if (scopes_.workspace()) LOCI_TRY(add_project(*view, parts, older));
  std::string workspace;
  std::vector<std::string> directories;
  std::vector<ContextSection> agents;
  for (const store::Place& place : seen.places) {
    LOCI_ASSIGN(note::RenderedIndex index, render_index(*view, place));
    // A directory's name may hold anything, and the guide is outside the fence.
    directories.push_back(
        guard::escape_fence(printable(place_line(place, store_.path_of(place)), true)));
    if (place.kind == store::Place::Kind::Global) {
      parts.sections.push_back(
          {"Long-term memory (MEMORY.md)", std::move(index.prose), "always", true});
      parts.sections.push_back(
          {"Global index (MEMORY.md)", std::move(index.entries), "always", true});
    } else if (place.is_agent()) {
      // The parts of a project's agent are one section.
      std::string title = agent_title(place);
      if (agents.empty() || agents.back().title != title) {
        agents.push_back({std::move(title), "", "--agent", false});
      }
      agents.back().text += index.text;
    } else {
      workspace += index.text;
    }
  }
  parts.sections.push_back({"Workspace index (MEMORY.md)", std::move(workspace), "always", true});
  std::move(agents.begin(), agents.end(), std::back_inserter(parts.sections));
  parts.sections.push_back(std::move(older));
  if (!request.query.empty()) {
    LOCI_ASSIGN(std::string notes, relevant_notes(request.query));
    parts.sections.push_back({"Relevant notes", std::move(notes), "--query", true});
  }
  parts.guide = context_guide(directories, agent_name());
  reply.notice = session_.notice;
  if (!reply.notice.empty() && !seen.notice.empty()) reply.notice += '\n';
  parts.notice = reply.notice += seen.notice;
  ContextLimits limits = request.limits;
  if (request.budget) {
    limits.room.bytes = kUnlimited.bytes;
    limits.room.millitokens = *request.budget * kMilli;
  }
  LOCI_ASSIGN(reply.block, assemble(parts, limits));
  return reply;
}

}  // namespace loci::app
