#include "rpc/resources.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "memory/files.h"
#include "memory/scopes.h"
#include "note/index_file.h"
#include "note/markers.h"
#include "note/note.h"

namespace loci::rpc {
namespace {

using Kind = store::Place::Kind;

constexpr std::size_t kPage = 100;
constexpr std::string_view kMarkdown = "text/markdown";

MemoryUri memory_uri(const memory::FileName& name) {
  const store::Place& place = name.place;
  const auto of_agent = [&](const char* part) {
    return MemoryUri{"agent", place.agent, part, name.file};
  };
  switch (place.kind) {
    case Kind::Global:
      return {"global", "", "", name.file};
    case Kind::Private:
      return {"private", "", "", name.file};
    case Kind::Shared:
      return {"shared", "", "", name.file};
    case Kind::AgentUser:
      return of_agent("user");
    case Kind::AgentPrivate:
      return of_agent("private");
    case Kind::AgentShared:
      return of_agent("shared");
    case Kind::AgentXcaf:
      return of_agent("xcaf");
    case Kind::Project:
      return {"scratchpad", "", "", name.file};
    case Kind::Daily:
      return {"daily", "", "", name.file};
    case Kind::Inbox:    // what waits for review is no resource
    case Kind::Archive:  // in no list of resources
      break;
  }
  return {};
}

// What a list says of a file: a note's own name and description.
Json describe(memory::Memory& memory, const memory::FileName& name) {
  Json json = {{"uri", uri_of(name)}, {"name", name.file}};
  const bool note = name.place.indexed() && name.file != note::kIndexFile;
  if (note) {
    const auto text = memory::file_text(memory, name);
    if (text && *text) {
      const note::Note parsed = note::parse_note(**text);
      json["title"] = note::shown_name(parsed, name.file);
      json["description"] = note::shown_description(parsed);
      json["size"] = (*text)->size();
    } else if (!text) {
      json["description"] = fmt::format("cannot be read: {}", text.error().message);
    }
  } else if (name.place.kind == Kind::Project) {
    json["title"] = "Scratchpad";
  } else if (name.place.kind == Kind::Daily) {
    json["title"] = fmt::format("Daily log {}", name.file.substr(0, name.file.size() - 3));
  } else {
    json["title"] = fmt::format("Index of {} memory", name.place.label());
  }
  json["mimeType"] = kMarkdown;
  return json;
}

RpcError no_resource(const std::string& uri, Era era) {
  return {era == Era::Modern ? kInvalidParams : kResourceNotFoundLegacy,
          "there is no such resource", Json{{"uri", uri}}};
}

}  // namespace

std::string uri_of(const memory::FileName& name) { return to_text(memory_uri(name)); }

Json resource_templates() {
  return Json::array({{{"uriTemplate", "loci://{scope}/{file}"},
                       {"name", "memory file"},
                       {"title", "A file of memory"},
                       {"description",
                        "A note or MEMORY.md of a scope (global, workspace, private, shared), "
                        "scratchpad/SCRATCHPAD.md, or daily/YYYY-MM-DD.md"},
                       {"mimeType", kMarkdown}},
                      {{"uriTemplate", "loci://agent/{id}/{part}/{file}"},
                       {"name", "agent memory file"},
                       {"title", "A file of an agent's memory"},
                       {"description", "The part is user, private, shared or xcaf"},
                       {"mimeType", kMarkdown}}});
}

RpcError to_rpc(const Error& error) {
  const bool callers = error.kind == ErrorKind::InvalidInput || error.kind == ErrorKind::NotFound ||
                       error.kind == ErrorKind::Conflict || error.kind == ErrorKind::Denied;
  if (error.kind == ErrorKind::Internal) return {kInternalError, "loci failed to answer", nullptr};
  const std::string text =
      error.hint.empty() ? error.message : fmt::format("{}; {}", error.message, error.hint);
  return {callers ? kInvalidParams : kInternalError, text, nullptr};
}

Answer list_resources(memory::Memory& memory, const memory::Selector& selector,
                      const std::optional<std::string>& cursor) {
  const auto files = memory::files(memory, selector);
  if (!files) return tl::unexpected(to_rpc(files.error()));
  std::size_t begin = 0;
  if (cursor) {
    // A position by name: what comes and goes meanwhile moves nothing else. A
    // file that is gone itself makes the cursor invalid.
    const auto found = std::find_if(files->begin(), files->end(),
                                    [&](const auto& name) { return uri_of(name) == *cursor; });
    if (found == files->end()) return refuse(kInvalidParams, "there is no such cursor");
    begin = static_cast<std::size_t>(found - files->begin());
  }
  const std::size_t end = std::min(files->size(), begin + kPage);
  Outcome outcome;
  outcome.result["resources"] = Json::array();
  for (std::size_t i = begin; i < end; ++i) {
    outcome.result["resources"].push_back(describe(memory, (*files)[i]));
  }
  if (end < files->size()) outcome.result["nextCursor"] = uri_of((*files)[end]);
  return outcome;
}

Result<std::optional<memory::FileName>> find_resource(memory::Memory& memory,
                                                      const MemoryUri& uri) {
  memory::Selector selector;
  if (uri.scope == "agent") selector.scope = "agent:" + uri.agent;
  LOCI_ASSIGN(const std::vector<store::Place> places, memory::shown_places(memory, selector));
  for (const store::Place& place : places) {
    const memory::FileName name{place, uri.file};
    MemoryUri known = memory_uri(name);
    if (uri.scope == "workspace" && (known.scope == "shared" || known.scope == "private")) {
      known.scope = "workspace";
    }
    if (known != uri) continue;
    LOCI_ASSIGN(const std::optional<std::string> text, memory::file_text(memory, name));
    if (text) return name;
  }
  return std::nullopt;
}

Answer read_resource(memory::Memory& memory, const memory::Selector& selector,
                     const std::string& uri, Era era) {
  const auto parsed = parse_memory_uri(uri);
  if (!parsed) return tl::unexpected(no_resource(uri, era));
  const auto name = find_resource(memory, *parsed);
  if (!name) return tl::unexpected(to_rpc(name.error()));
  if (!*name) return tl::unexpected(no_resource(uri, era));
  if (!selector.scope.empty()) {
    const auto allowed = memory::shown_places(memory, selector);
    if (!allowed) return tl::unexpected(to_rpc(allowed.error()));
    if (std::find(allowed->begin(), allowed->end(), (*name)->place) == allowed->end()) {
      return tl::unexpected(no_resource(uri, era));
    }
  }
  const auto text = memory::file_text(memory, **name);
  if (!text) return tl::unexpected(to_rpc(text.error()));
  if (!*text) return tl::unexpected(no_resource(uri, era));
  Outcome outcome;
  outcome.result["contents"] = Json::array(
      {{{"uri", uri}, {"mimeType", kMarkdown}, {"text", note::without_conflicts(**text)}}});
  return outcome;
}

std::vector<std::string> complete_resource(memory::Memory& memory, const memory::Selector& selector,
                                           const Json& params) {
  const std::string variable = params["argument"]["name"].get<std::string>();
  std::vector<std::string> values;
  const auto files = memory::files(memory, selector);
  if (!files) return values;
  // Other variables that are known already narrow the choice.
  Json known = Json::object();
  if (const auto context = params.find("context");
      context != params.end() && context->is_object()) {
    known = context->value("arguments", Json::object());
  }
  const bool agents = params["ref"]["uri"].get<std::string>().find("{id}") != std::string::npos;
  for (const memory::FileName& name : *files) {
    const MemoryUri uri = memory_uri(name);
    if ((uri.scope == "agent") != agents) continue;
    const auto fits = [&](const char* key, const std::string& value) {
      const auto given = known.find(key);
      return given == known.end() || *given == value;
    };
    if (variable != "scope" && !agents && !fits("scope", uri.scope)) continue;
    if (variable != "id" && agents && !fits("id", uri.agent)) continue;
    if (variable == "file" && agents && !fits("part", uri.part)) continue;
    if (variable == "file") values.push_back(uri.file);
    if (variable == "scope") values.push_back(uri.scope);
    if (variable == "id") values.push_back(uri.agent);
    if (variable == "part") values.push_back(uri.part);
  }
  return values;
}

}  // namespace loci::rpc
