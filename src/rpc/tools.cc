// The tools of memory.

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "api/codec.h"
#include "app/search.h"
#include "base/limits.h"
#include "base/text.h"
#include "rpc/resources.h"
#include "rpc/tool.h"

namespace loci::rpc {
namespace {

using Type = Argument::Type;

constexpr std::array<std::string_view, 4> kTypes{"user", "feedback", "project", "reference"};
constexpr std::array<std::string_view, 6> kSources{"note",  "list",       "index",
                                                   "daily", "scratchpad", "long_term"};
constexpr std::string_view kScopeHelp =
    "global, workspace, private, shared or agent; all if absent";
constexpr std::size_t kHits = 10;

constexpr std::array kSearchArguments{
    Argument{"query", Type::Text, true,
             "words; also \"a phrase\", +must, -not, pre*, type:, tag:, file:, after:, before:"},
    Argument{"scope", Type::Text, false, kScopeHelp},
    Argument{"type", Type::Text, false, "", kTypes},
    Argument{"limit", Type::Integer, false, "notes at most; 10 if absent"}};
constexpr std::array kReadArguments{
    Argument{"source", Type::Text, true, "what to read; list and index show what there is",
             kSources},
    Argument{"name", Type::Text, false, "of a note: its file; of daily: YYYY-MM-DD, else today"},
    Argument{"scope", Type::Text, false, kScopeHelp}};
constexpr std::array kDeleteArguments{
    Argument{"name", Type::Text, true, "the note's file, with or without .md"},
    Argument{"scope", Type::Text, false, kScopeHelp}};
constexpr std::array kRememberArguments{
    Argument{"content", Type::Text, true, "the fact, in Markdown"},
    Argument{"title", Type::Text, true, "what it is about; the same title updates that note"},
    Argument{"type", Type::Text, false,
             "user or feedback: about the person, kept everywhere; project (if absent) or "
             "reference: about this workspace",
             kTypes},
    Argument{"description", Type::Text, false,
             "one sentence to decide relevance; the first of the content if absent"}};

constexpr std::string_view kSearchOutput = R"({"type":"object","properties":{
"hits":{"type":"array","items":{"type":"object","properties":{
"uri":{"type":"string"},"path":{"type":"string"},"filename":{"type":"string"},
"scope":{"type":"string"},"name":{"type":"string"},"type":{"type":["string","null"]},
"description":{"type":"string"},"date":{"type":"string"},
"matched_terms":{"type":"object"},"total_hits":{"type":"integer"},
"filename_only":{"type":"boolean"},"is_memory_md":{"type":"boolean"},
"body":{"type":"string"}},"required":["filename","scope","body"]}},
"more":{"type":"integer"},"notice":{"type":"string"}},"required":["hits","more"]})";
constexpr std::string_view kReadOutput = R"({"type":"object","properties":{
"source":{"type":"string"},"filename":{"type":"string"},"scope":{"type":"string"},
"name":{"type":"string"},"type":{"type":["string","null"]},"description":{"type":"string"},
"date":{"type":"string"},"hash":{"type":"string"},"text":{"type":"string"},
"files":{"type":"array","items":{"type":"object"}},"more":{"type":"integer"},
"truncated":{"type":"string"},"notice":{"type":"string"}},"required":["source"]})";
constexpr std::string_view kChangeOutput = R"({"type":"object","properties":{
"truncated":{"type":"string"},"status":{"type":"string"},"filename":{"type":["string","null"]},
"scope":{"type":["string","null"]},"hash":{"type":["string","null"]},
"operation":{"type":["integer","null"]},"warnings":{"type":"array","items":{"type":"string"}}},
"required":["status"]})";

bool within(std::string_view pin, std::string_view scope) {
  return scope == pin || (pin == "workspace" && (scope == "private" || scope == "shared"));
}

// Where a call may look: what it says, as far as the server's pins allow.
Result<app::Selector> selector_of(const Json& arguments, const Pins& pins) {
  std::string scope = arguments.value("scope", "");
  if (!pins.scope.empty()) {
    if (!scope.empty() && !within(pins.scope, scope)) {
      return fail(
          denied(fmt::format("this server keeps to scope '{}'", pins.scope), "leave scope out"));
    }
    if (scope.empty()) scope = pins.scope;
  }
  if (!pins.agent.empty() && scope.starts_with("agent:") && scope.substr(6) != pins.agent) {
    return fail(
        denied(fmt::format("this server keeps to agent '{}'", pins.agent), "use scope agent"));
  }
  return app::Selector{std::move(scope), false, false, false};
}

// A target outside of all notes: only where the pin allows its scope.
Result<> check_pin(const Pins& pins, std::string_view scope, std::string_view what) {
  if (pins.scope.empty() || pins.scope == scope) return {};
  return fail(denied(
      fmt::format("this server keeps to scope '{}', and {} is {}", pins.scope, what, scope)));
}

// Cuts what an agent gives to what is stored, and says so first.
std::string cut_content(std::string content, Json& reply) {
  if (content.size() <= kWriteBytes) return content;
  const std::size_t given = content.size();
  content.resize(cut_bytes(content, kWriteBytes).size());
  reply["truncated"] =
      fmt::format("the content has {} bytes; only the first {} were stored", given, content.size());
  return content;
}

// What a call may give as `scope` to mean this place.
std::string scope_word(const store::Place& place) {
  return place.is_agent() ? place.scope() : place.label();
}

void put_change(Json& reply, const app::ChangeReply& change) {
  const Json all = api::to_json(change);
  for (const char* key : {"status", "filename", "scope", "hash", "operation", "warnings"}) {
    reply[key] = all[key];
  }
  if (!change.file.empty()) reply["scope"] = scope_word(change.place);
}

void put_notice(Json& reply, app::Memory& memory, const app::Selector& selector) {
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

std::string date_text(Timestamp time) { return format_utc(time).substr(0, 10); }

Result<ToolReply> search(app::Memory& memory, const Json& arguments, const Pins& pins) {
  app::SearchRequest request;
  request.query = arguments.value("query", "");
  LOCI_ASSIGN(request.selector, selector_of(arguments, pins));
  request.type = arguments.value("type", "");
  request.limit = std::min<std::size_t>(arguments.value("limit", kHits), kSearchHits);
  LOCI_ASSIGN(const app::SearchReply found, memory.search(request));
  ToolReply reply;
  reply.data["hits"] = Json::array();
  std::size_t bytes = 0;
  std::size_t shown = 0;
  for (; shown < found.notes.size(); ++shown) {
    const search::Hit& hit = found.answer.hits[shown];
    const app::FoundNote& note = found.notes[shown];
    Json terms = Json::object();
    for (const search::WordCount& word : hit.words) terms[word.text] = word.count;
    Json json = {{"uri", uri_of({note.place, hit.key})},
                 {"path", note.path},
                 {"filename", hit.key},
                 {"scope", scope_word(note.place)},
                 {"name", hit.name},
                 {"type", hit.type.empty() ? Json(nullptr) : Json(hit.type)},
                 {"description", hit.description},
                 {"date", date_text(hit.date)},
                 {"matched_terms", std::move(terms)},
                 {"total_hits", hit.total_hits},
                 {"filename_only", hit.name_only},
                 {"is_memory_md", note.is_index},
                 {"body", search::excerpt(hit, found.query)}};
    bytes += dump_json(json).size();
    if (bytes > kContextBytes && shown > 0) break;
    reply.data["hits"].push_back(std::move(json));
  }
  reply.data["more"] = found.answer.more + (found.notes.size() - shown);
  if (shown < found.notes.size()) {
    reply.data["notice"] = fmt::format("…[search truncated, {} more file(s) omitted]",
                                       found.notes.size() - shown + found.answer.more);
  }
  put_notice(reply.data, memory, request.selector);
  return reply;
}

Result<ToolReply> read_note(app::Memory& memory, const Json& arguments,
                            const app::Selector& selector) {
  if (!arguments.contains("name")) {
    return fail(invalid_input("\"name\" is missing: which note?",
                              "memory_read with source \"list\" shows what there is"));
  }
  LOCI_ASSIGN(app::NoteText note,
              memory.read({arguments["name"].get<std::string>(), selector, std::nullopt, false}));
  note.info.modified = memory.date_of(note.info);
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

Result<ToolReply> read_list(app::Memory& memory, const app::Selector& selector) {
  LOCI_ASSIGN(const std::vector<app::NoteInfo> notes, memory.list({selector, ""}));
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
  LOCI_ASSIGN(const std::vector<app::FileName> files, memory.files(selector));
  for (const app::FileName& name : files) {
    const bool note = name.place.indexed() && name.file != note::kIndexFile;
    if (!note) add({{"filename", name.file}, {"scope", scope_word(name.place)}});
  }
  for (const app::NoteInfo& note : notes) {
    add({{"filename", note.file},
         {"scope", scope_word(note.place)},
         {"type", note.type.empty() ? Json(nullptr) : Json(note.type)},
         {"name", note.name},
         {"description", note.description},
         {"date", date_text(note.modified)}});
  }
  reply.data["more"] = more;
  put_notice(reply.data, memory, selector);
  return reply;
}

Result<ToolReply> read_index(app::Memory& memory, const app::Selector& selector) {
  LOCI_ASSIGN(const app::AgentView seen, memory.what_agents_see(selector));
  std::string text;
  for (const store::Place& place : seen.places) {
    LOCI_ASSIGN(const note::RenderedIndex index, memory.rendered_index(place));
    if (index.text.empty()) continue;
    text += fmt::format("{}## {} index\n\n{}", text.empty() ? "" : "\n", place.label(), index.text);
  }
  ToolReply reply;
  reply.data = {{"source", "index"}};
  put_text(reply.data, std::move(text));
  if (!seen.notice.empty()) reply.data["notice"] = seen.notice;
  return reply;
}

Result<ToolReply> read(app::Memory& memory, const Json& arguments, const Pins& pins) {
  const std::string source = arguments["source"].get<std::string>();
  LOCI_ASSIGN(const app::Selector selector, selector_of(arguments, pins));
  if (source == "note") return read_note(memory, arguments, selector);
  if (source == "list") return read_list(memory, selector);
  if (source == "index") return read_index(memory, selector);
  ToolReply reply;
  reply.data = {{"source", source}};
  if (source == "long_term") {
    LOCI_TRY(check_pin(pins, "global", "long-term memory"));
    LOCI_ASSIGN(const note::RenderedIndex index, memory.rendered_index(store::global_place()));
    put_text(reply.data, index.prose);
  } else if (source == "scratchpad") {
    LOCI_TRY(check_pin(pins, "workspace", "the scratchpad"));
    LOCI_ASSIGN(app::ScratchReply scratch, memory.scratch());
    put_text(reply.data, std::move(scratch.text));
  } else {
    LOCI_TRY(check_pin(pins, "workspace", "the daily log"));
    const std::string date = arguments.value("name", local_date(memory.now()));
    LOCI_ASSIGN(std::optional<std::string> text, memory.daily(date));
    reply.data["date"] = date;
    put_text(reply.data, std::move(text).value_or(""));
  }
  return reply;
}

Result<ToolReply> remove(app::Memory& memory, const Json& arguments, const Pins& pins) {
  LOCI_ASSIGN(const app::Selector selector, selector_of(arguments, pins));
  LOCI_ASSIGN(const app::ChangeReply change,
              memory.remove({arguments["name"].get<std::string>(), selector, std::nullopt, false}));
  ToolReply reply;
  put_change(reply.data, change);
  return reply;
}

Result<ToolReply> remember(app::Memory& memory, const Json& arguments, const Pins& pins) {
  ToolReply reply;
  app::RememberRequest request;
  request.content = cut_content(arguments["content"].get<std::string>(), reply.data);
  request.title = arguments["title"].get<std::string>();
  if (arguments.contains("type")) request.type = arguments["type"].get<std::string>();
  request.description = arguments.value("description", "");
  LOCI_ASSIGN(request.selector, selector_of(arguments, pins));
  LOCI_ASSIGN(const app::ChangeReply change, memory.remember(request));
  put_change(reply.data, change);
  reply.link = link_to({change.place, change.file}, request.title);
  return reply;
}

constexpr std::array kTools{
    Tool{"memory_search", "Search memory",
         "Find what is remembered: notes, long-term memory, scratchpad and daily logs, best first, "
         "with the lines around the matches. Search before you ask the user or start work.",
         api::Effect::Reads, true, kSearchArguments, kSearchOutput, search},
    Tool{"memory_read", "Read memory",
         "Read one note, the scratchpad, a day's log, long-term memory or an index, or list every "
         "file.",
         api::Effect::Reads, true, kReadArguments, kReadOutput, read},
    Tool{"memory_delete", "Delete a note",
         "Delete a note that is wrong or out of date. A person can bring it back with 'loci undo'.",
         api::Effect::Deletes, false, kDeleteArguments, kChangeOutput, remove},
    Tool{"remember", "Remember a fact",
         "Keep one durable fact as a note: a preference, a correction with its reason, a decision, "
         "a hard-won fix. Not for secrets, passing state or what the repository already says.",
         api::Effect::Writes, true, kRememberArguments, kChangeOutput, remember},
};

}  // namespace

std::span<const Tool> memory_tools() { return kTools; }

}  // namespace loci::rpc
