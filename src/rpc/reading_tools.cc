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
#include "prompt/briefing.h"
#include "rpc/resources.h"
#include "rpc/tool_runs.h"

namespace loci::rpc {
namespace {

constexpr std::size_t kHits = 10;

void put_notice(Json& reply, memory::Memory& memory, const memory::Selector& selector) {
  if (const auto seen = memory.what_agents_see(selector); seen && !seen->notice.empty()) {
    reply["notice"] = seen->notice;
  }
}

void put_text(Json& reply, std::string text) {
  if (text.size() > kWriteBytes) {
    reply["truncated"] = fmt::format("the file has {} bytes; this is the beginning", text.size());
    text.resize(cut_bytes(text, kWriteBytes).size());
  }
  reply["text"] = std::move(text);
}

std::string date_text(Timestamp time) { return utc_date(time); }

Result<ToolReply> read_note(memory::Memory& memory, const Json& arguments,
                            const memory::Selector& selector) {
  if (!arguments.contains("name")) {
    return fail(invalid_input("'name' is missing: which note?",
                              "memory_read with source \"list\" shows what there is"));
  }
  LOCI_ASSIGN(memory::NoteText note, memory::read(memory, {arguments["name"].get<std::string>(),
                                                           selector, std::nullopt, false}));
  LOCI_ASSIGN(note.info.modified, memory::date_of(memory, note.info));
  ToolReply reply;
  reply.data = {{"source", "note"},
                {"filename", note.info.file},
                {"scope", scope_word(note.info.place)},
                {"name", note.info.name},
                {"type", note.info.type.empty() ? Json(nullptr) : Json(note.info.type)},
                {"description", note.info.description},
                {"date", date_text(note.info.modified)},
                {"hash", note.info.hash}};
  put_text(reply.data, std::move(note.text));
  reply.link = link_to({note.info.place, note.info.file}, note.info.name);
  return reply;
}

Result<ToolReply> read_list(memory::Memory& memory, const memory::Selector& selector) {
  LOCI_ASSIGN(const std::vector<memory::NoteInfo> notes, memory::list(memory, {selector, ""}));
  ToolReply reply;
  reply.data = {{"source", "list"}, {"files", Json::array()}};
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
  // What is no note comes first: there is little of it.
  LOCI_ASSIGN(const std::vector<memory::FileName> files, memory::files(memory, selector));
  for (const memory::FileName& name : files) {
    const bool note = name.place.indexed() && name.file != note::kIndexFile;
    if (!note) add({{"filename", name.file}, {"scope", scope_word(name.place)}});
  }
  for (const memory::NoteInfo& note : notes) {
    add({{"filename", note.file},
         {"scope", scope_word(note.place)},
         {"type", note.type.empty() ? Json(nullptr) : Json(note.type)},
         {"name", note.name},
         {"description", note.unreadable.empty()
                             ? note.description
                             : fmt::format("cannot be read: {}", note.unreadable)},
         {"date", date_text(note.modified)}});
  }
  reply.data["more"] = more;
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
  reply.data = {{"source", "index"}};
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
  LOCI_ASSIGN(const memory::SearchReply found, memory::search(memory, request));
  ToolReply reply;
  reply.data = roomy_object();
  reply.data["hits"] = Json::array();
  std::size_t bytes = 0;
  std::size_t shown = 0;
  for (; shown < found.notes.size(); ++shown) {
    const search::Hit& hit = found.answer.hits[shown];
    const memory::FoundNote& note = found.notes[shown];
    Json terms = Json::object();
    for (const search::WordCount& word : hit.words) terms[word.text] = word.count;
    Json json = JsonObject(13)
                    .add("uri", uri_of({note.place, hit.key}))
                    .add("path", note.path)
                    .add("filename", hit.key)
                    .add("scope", scope_word(note.place))
                    .add("name", hit.name)
                    .add("type", hit.type.empty() ? Json(nullptr) : Json(hit.type))
                    .add("description", hit.description)
                    .add("date", date_text(hit.date))
                    .add("matched_terms", std::move(terms))
                    .add("total_hits", hit.total_hits)
                    .add("filename_only", hit.name_only)
                    .add("is_memory_md", note.is_index)
                    .add("body", search::excerpt(hit))
                    .take();
    bytes += dump_json(json).size();
    if (bytes > kContextBytes && shown > 0) break;
    reply.data["hits"].push_back(std::move(json));
  }
  reply.data["more"] = found.answer.more + (found.notes.size() - shown);
  if (!found.unread.empty()) reply.data["unread"] = found.unread;
  if (shown < found.notes.size()) {
    reply.data["notice"] = fmt::format("…[search truncated, {} more file(s) omitted]",
                                       found.notes.size() - shown + found.answer.more);
  }
  put_notice(reply.data, memory, request.selector);
  return reply;
}

Result<ToolReply> run_read(memory::Memory& memory, const Json& arguments, const Pins& pins) {
  const std::string source = arguments["source"].get<std::string>();
  LOCI_ASSIGN(const memory::Selector selector, selector_of(arguments, pins));
  if (source == "note") return read_note(memory, arguments, selector);
  if (source == "list") return read_list(memory, selector);
  if (source == "index") return read_index(memory, selector);
  ToolReply reply;
  reply.data = {{"source", source}};
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
