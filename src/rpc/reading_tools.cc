// The tools that change nothing.

#include <fmt/format.h>

#include <algorithm>

#include "base/json_object.h"
#include "base/limits.h"
#include "base/text.h"
#include "memory/files.h"
#include "memory/index_view.h"
#include "memory/memory.h"
#include "memory/reading.h"
#include "memory/scopes.h"
#include "memory/search.h"
#include "memory/targets.h"
#include "memory/unsettled.h"
#include "note/markers.h"
#include "note/note.h"
#include "note/paragraphs.h"
#include "note/slug.h"
#include "prompt/briefing.h"
#include "rpc/resources.h"
#include "rpc/tool_runs.h"

namespace loci::rpc {
namespace {

constexpr std::size_t kHits = 10;
// Of many hits a model is shown one passage each, of few some more.
constexpr std::size_t kFewHits = 3;
constexpr std::size_t kSectionsOfFew = 3;
constexpr std::size_t kSnippetCharacters = 130;

void put_notice(Json& reply, memory::Memory& memory, const memory::Selector& selector) {
  if (const auto seen = memory.what_agents_see(selector); seen && !seen->notice.empty()) {
    reply["notice"] = seen->notice;
  }
}

void put_text(Json& reply, std::string text) {
  text = note::without_conflicts(std::move(text));
  if (text.size() > kWriteBytes) {
    reply["truncated"] = fmt::format("the file has {} bytes; this is the beginning", text.size());
    text.resize(cut_bytes(text, kWriteBytes).size());
  }
  reply["text"] = std::move(text);
}

std::string date_text(Timestamp time) { return utc_date(time); }

// A note in a list: what is there to say of it, and nothing that is empty.
Json listed(const memory::NoteInfo& note) {
  Json json = {{"filename", note.file}, {"scope", scope_word(note.place)}};
  if (!note.unreadable.empty()) {
    json["description"] = fmt::format("cannot be read: {}", note.unreadable);
    return json;
  }
  if (!note.type.empty()) json["type"] = note.type;
  json["title"] = note.name;
  if (!note.description.empty()) json["description"] = note.description;
  json["date"] = date_text(note.modified);
  if (note.citations == "stale" || note.citations == "missing") json["cites"] = note.citations;
  if (!note.outdated.empty()) json["outdated"] = printable(note.outdated, true);
  return json;
}

// What a model needs of a hit, each fact once: which note it is, how old, and the best of
// its lines.
Json hit_json(const search::Hit& hit, const memory::FoundNote& note, std::size_t sections) {
  std::string text;
  for (std::size_t i = 0; i < std::min(sections, hit.sections.size()); ++i) {
    const search::SectionHit& section = hit.sections[i];
    if (!text.empty()) text += "\n";
    if (!section.headings.empty()) text += section.headings + ": ";
    text += section.snippet;
  }
  if (hit.name_only || text.empty()) text = hit.description;
  JsonObject json(6);
  json.add("filename", hit.key).add("scope", scope_word(note.place));
  if (hit.name != note::stem(hit.key)) json.add("title", hit.name);
  if (hit.date != Timestamp()) json.add("date", date_text(hit.date));
  if (!note.citations.empty()) json.add("cites", note.citations);
  if (hit.by_meaning) json.add("by_meaning", true);
  if (!hit.outdated.empty()) json.add("outdated", printable(hit.outdated, true));
  if (!text.empty()) json.add("text", printable(text));
  return json.take();
}

Result<ToolReply> read_note(memory::Memory& memory, const Json& arguments,
                            const memory::Selector& selector) {
  if (!arguments.contains("name")) {
    return fail(invalid_input("'name' is missing: which note?",
                              "memory_read with source \"list\" shows all notes"));
  }
  memory::NoteRequest request{arguments["name"].get<std::string>(), selector, std::nullopt, false};
  request.by_title = true;
  LOCI_ASSIGN(memory::NoteText note, memory::read(memory, request));
  LOCI_ASSIGN(note.info.modified, memory::date_of(memory, note.info));
  const std::string unsettled = memory::unsettled_in(note.info.file, note.text);
  note.text = note::without_conflicts(std::move(note.text));
  note::Note parsed = note::parse_note(note.text);
  ToolReply reply;
  if (!unsettled.empty()) reply.data["warning"] = unsettled;
  reply.data.update({{"filename", note.info.file},
                     {"scope", scope_word(note.info.place)},
                     {"date", date_text(note.info.modified)}});
  for (const memory::CitationVerdict& one : note.stale) {
    reply.data["stale"].push_back(fmt::format("'{}': {}", one.text, one.reason));
  }
  // Fields and body, each once; of what is no proper note the file as it stands.
  if (!parsed.faults.empty()) {
    put_text(reply.data, std::move(note.text));
    return reply;
  }
  reply.data["title"] = note.info.name;
  if (!note.info.type.empty()) reply.data["type"] = note.info.type;
  const bool says_more =
      !parsed.description.empty() && !note::is_derived(parsed.description, parsed.body);
  if (says_more) reply.data["description"] = parsed.description;
  if (!parsed.tags.empty()) reply.data["tags"] = parsed.tags;
  if (!parsed.metadata.empty()) reply.data["metadata"] = parsed.metadata;
  put_text(reply.data, std::string(trim_right(parsed.body)));
  return reply;
}

Result<ToolReply> read_list(memory::Memory& memory, const Json& arguments,
                            const memory::Selector& selector) {
  memory::ListRequest request{selector, arguments.value("type", ""), arguments.value("tag", ""),
                              arguments.value("since", "")};
  LOCI_ASSIGN(const std::vector<memory::NoteInfo> notes, memory::list(memory, request));
  ToolReply reply;
  reply.data = {{"files", Json::array()}};
  std::size_t bytes = 0;
  std::size_t more = 0;
  const auto add = [&](Json file) {
    bytes += dump_json(file).size() + 1;
    if (bytes > kContextBytes) {
      ++more;
    } else {
      reply.data["files"].push_back(std::move(file));
    }
  };
  // What is no note comes first: there is little of it, and it has no type, tag or date.
  const bool filtered = !request.type.empty() || !request.tag.empty() || !request.since.empty();
  std::vector<memory::FileName> files;
  if (!filtered) {
    LOCI_ASSIGN(files, memory::files(memory, selector));
  }
  for (const memory::FileName& name : files) {
    const bool note = name.place.indexed() && name.file != note::kIndexFile;
    if (!note) add({{"filename", name.file}, {"scope", scope_word(name.place)}});
  }
  for (const memory::NoteInfo& note : notes) add(listed(note));
  if (more > 0) reply.data["more"] = more;
  put_notice(reply.data, memory, selector);
  return reply;
}

Result<ToolReply> read_index(memory::Memory& memory, const memory::Selector& selector) {
  LOCI_ASSIGN(const memory::AgentView seen, memory.what_agents_see(selector));
  std::string text;
  for (const store::Place& place : seen.places) {
    LOCI_ASSIGN(const note::RenderedIndex index, memory::rendered_index(memory, place));
    if (index.text.empty()) continue;
    text += fmt::format("{}## {} index\n\n{}", text.empty() ? "" : "\n", place.label(), index.text);
  }
  ToolReply reply;
  reply.data = Json::object();
  put_text(reply.data, std::move(text));
  if (!seen.notice.empty()) reply.data["notice"] = seen.notice;
  return reply;
}

}  // namespace

Result<ToolReply> run_search(memory::Memory& memory, const Json& arguments, const Pins& pins) {
  memory::SearchRequest request;
  request.query = arguments.value("query", "");
  LOCI_ASSIGN(request.selector, selector_of(arguments, pins));
  request.type = arguments.value("type", "");
  request.limit = std::min<std::size_t>(arguments.value("limit", kHits), kSearchHits);
  request.snippet_characters = kSnippetCharacters;
  LOCI_ASSIGN(const memory::SearchReply found, memory::search(memory, request));
  ToolReply reply;
  reply.data = roomy_object();
  reply.data["hits"] = Json::array();
  const std::size_t sections = found.notes.size() <= kFewHits ? kSectionsOfFew : 1;
  std::size_t bytes = 0;
  std::size_t shown = 0;
  for (; shown < found.notes.size(); ++shown) {
    Json hit = hit_json(found.answer.hits[shown], found.notes[shown], sections);
    bytes += dump_json(hit).size();
    if (bytes > kContextBytes && shown > 0) break;
    reply.data["hits"].push_back(std::move(hit));
  }
  const std::size_t more = found.answer.more + (found.notes.size() - shown);
  if (more > 0) reply.data["more"] = more;
  if (!found.unread.empty()) reply.data["unread"] = found.unread;
  put_notice(reply.data, memory, request.selector);
  return reply;
}

Result<ToolReply> run_read(memory::Memory& memory, const Json& arguments, const Pins& pins) {
  const std::string source = arguments["source"].get<std::string>();
  LOCI_ASSIGN(const memory::Selector selector, selector_of(arguments, pins));
  if (source == "list") return read_list(memory, arguments, selector);
  if (arguments.contains("type") || arguments.contains("tag") || arguments.contains("since")) {
    return fail(invalid_input("type, tag and since are for source \"list\"", "leave them out"));
  }
  if (source == "note") return read_note(memory, arguments, selector);
  if (source == "index") return read_index(memory, selector);
  ToolReply reply;
  reply.data = Json::object();
  if (source == "long_term") {
    LOCI_TRY(check_pin(pins, "global", "long-term memory"));
    LOCI_ASSIGN(memory::TargetText prose,
                memory::read_from(memory, {memory::Target::LongTerm, "", {}, "", ""}));
    put_text(reply.data, std::move(prose.text));
  } else if (source == "scratchpad") {
    LOCI_TRY(check_pin(pins, "workspace", "the scratchpad"));
    LOCI_ASSIGN(memory::ScratchReply scratch, memory::scratch(memory));
    put_text(reply.data, std::move(scratch.text));
  } else {
    LOCI_TRY(check_pin(pins, "workspace", "the daily log"));
    const std::string date = arguments.value("name", local_date(memory.now()));
    LOCI_ASSIGN(std::optional<std::string> text, memory::daily(memory, date));
    reply.data["date"] = date;
    put_text(reply.data, std::move(text).value_or(""));
  }
  return reply;
}

Result<ToolReply> run_context(memory::Memory& memory, const Json& arguments, const Pins& pins) {
  prompt::ContextRequest request;
  request.query = arguments.value("query", "");
  if (arguments.contains("budget")) request.budget = arguments["budget"].get<std::size_t>();
  if (!pins.agent.empty()) request.agents.push_back(pins.agent);
  LOCI_ASSIGN(prompt::ContextReply context, prompt::context(memory, request));
  ToolReply reply;
  reply.data["text"] = std::move(context.block.text);
  return reply;
}

}  // namespace loci::rpc
