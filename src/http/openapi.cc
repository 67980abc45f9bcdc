#include "http/openapi.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/operation.h"
#include "api/schema.h"
#include "base/text.h"
#include "base/version.h"
#include "http/routes.h"

namespace loci::http {
namespace {

using api::Operation;
using api::Param;
using api::Route;

constexpr Param kIfMatch =
    Param::text("If-Match", "TAG", "refuse with 409 if the note no longer has this ETag");

bool in_path(const Route& route, std::string_view name) {
  return route.path.find(fmt::format("{{{}}}", name)) != std::string_view::npos;
}

Json parameter(const Param& param, std::string_view where) {
  return {{"name", param.name},
          {"in", where},
          {"description", param.help},
          {"required", param.required},
          {"schema", api::json_schema(param)}};
}

// As the route calls it.
Param named(const Param& param, const Route& route) {
  Param result = param;
  result.name = route_name(route, param.name);
  return result;
}

bool has_if_hash(const Operation& operation) {
  return std::any_of(operation.params.begin(), operation.params.end(),
                     [](const Param& param) { return param.name == "if-hash"; });
}

Json parameters_of(const Operation& operation, const Route& route, bool body) {
  Json list = Json::array();
  for (const Param& param : operation.params) {
    if (param.path) continue;  // see Gatherer
    const Param here = named(param, route);
    if (in_path(route, here.name)) {
      list.push_back(parameter(here.needed(), "path"));
    } else if (!body || param.name == "scope") {
      list.push_back(parameter(here, "query"));
    }
  }
  list.push_back(parameter(workspace_param(operation), "query"));
  if (has_if_hash(operation)) list.push_back(parameter(kIfMatch, "header"));
  return list;
}

Json body_of(const Operation& operation, const Route& route) {
  if (!route.body.empty()) {
    const Json schema = {{"type", "object"}, {"description", operation.summary}};
    return {{"required", true}, {"content", {{"application/json", {{"schema", schema}}}}}};
  }
  std::vector<Param> members;
  for (const Param& param : operation.params) {
    if (param.path) continue;
    const Param here = named(param, route);
    if (!in_path(route, here.name)) members.push_back(here);
  }
  const bool needed = std::any_of(members.begin(), members.end(),
                                  [](const Param& param) { return param.required; });
  return {{"required", needed},
          {"content", {{"application/json", {{"schema", api::json_schema(members)}}}}}};
}

std::string_view answer_schema(const Operation& operation) {
  if (!operation.answer.empty()) return operation.answer;
  return operation.effect == api::Effect::Reads ? "Answer" : "Change";
}

Json responses_of(const Operation& operation) {
  const Json content = {
      {"application/json",
       {{"schema", {{"$ref", fmt::format("#/components/schemas/{}", answer_schema(operation))}}}}}};
  Json responses = {{"200", {{"description", "done"}, {"content", content}}}};
  if (operation.effect != api::Effect::Reads) {
    responses["201"] = {{"description", "a note was made"}, {"content", content}};
    responses["202"] = {{"description", "it waits in the inbox"}, {"content", content}};
  }
  if (operation.answer == "Note") {
    responses["200"]["headers"] = {
        {"ETag", {{"description", "the text's hash"}, {"schema", {{"type", "string"}}}}}};
    responses["304"] = {{"description", "the client has it already"}};
  }
  responses["default"] = {{"$ref", "#/components/responses/Error"}};
  return responses;
}

std::string operation_id(const Operation& operation, const Route& route) {
  std::string id(operation.name);
  std::replace(id.begin(), id.end(), ' ', '_');
  if (operation.routes.size() > 1) {
    const bool named = route.path.find('{') != std::string_view::npos;
    id += route.method == "PATCH" ? "_fields"
          : named                 ? ""
          : route.method == "GET" ? "_today"
                                  : "_list";
  }
  return id;
}

Json described(const Operation& operation, const Route& route) {
  const bool body = route.method != "GET" && route.method != "DELETE";
  Json json = {{"operationId", operation_id(operation, route)},
               {"summary", operation.summary},
               {"parameters", parameters_of(operation, route, body)}};
  if (body) json["requestBody"] = body_of(operation, route);
  json["responses"] = responses_of(operation);
  return json;
}

Json text() { return {{"type", "string"}}; }
Json text_or_null() { return {{"type", Json::array({"string", "null"})}}; }
Json number() { return {{"type", "integer"}}; }
Json list_of(std::string_view name) {
  return {{"type", "array"}, {"items", {{"$ref", fmt::format("#/components/schemas/{}", name)}}}};
}
Json object(Json properties, bool all = true) {
  Json required = Json::array();
  for (const auto& [key, value] : properties.items()) required.push_back(key);
  Json json = {{"type", "object"}, {"properties", std::move(properties)}};
  if (all) json["required"] = std::move(required);
  return json;
}

Json schemas() {
  Json note = object({{"filename", text()},
                      {"name", text()},
                      {"type", text_or_null()},
                      {"scope", text()},
                      {"place", text()},
                      {"age", text()},
                      {"description", text()},
                      {"mod_time", text()},
                      {"hash", text_or_null()},
                      {"tags", {{"type", "array"}, {"items", text()}}},
                      {"faults", {{"type", "array"}}}});
  note["properties"]["text"] = text();
  note["properties"]["untrusted"] = {{"type", "boolean"}};
  note["properties"]["citations"] = text();
  note["properties"]["verified"] = text();
  note["properties"]["outdated"] = text();
  note["properties"]["due"] = text();
  return {
      {"Error",
       object(
           {{"error", object({{"code", text()}, {"message", text()}, {"hint", text_or_null()}})}})},
      {"Note", std::move(note)},
      {"Notes", object({{"notes", list_of("Note")}})},
      {"Change", object({{"status", text()},
                         {"filename", text_or_null()},
                         {"scope", text_or_null()},
                         {"place", text_or_null()},
                         {"hash", text_or_null()},
                         {"operation", {{"type", Json::array({"integer", "null"})}}},
                         {"dry_run", {{"type", "boolean"}}},
                         {"warnings", {{"type", "array"}, {"items", text()}}},
                         {"changed", {{"type", "array"}}}})},
      {"Held", object({{"id", text()},
                       {"time", text()},
                       {"operation", text()},
                       {"origin", text()},
                       {"actor", text()},
                       {"session", text_or_null()},
                       {"workspace", text_or_null()},
                       {"summary", text()},
                       {"reasons", {{"type", "array"}}},
                       {"files", {{"type", "array"}}}})},
      {"Inbox", object({{"waiting", number()},
                        {"entries", list_of("Held")},
                        {"held_back", {{"type", "array"}}}},
                       false)},
      {"Hit", object({{"path", text()},
                      {"filename", text()},
                      {"name", text()},
                      {"type", text_or_null()},
                      {"scope", text()},
                      {"place", text()},
                      {"description", text()},
                      {"date", text()},
                      {"score", {{"type", "number"}}},
                      {"matched_terms", {{"type", "object"}}},
                      {"total_hits", number()},
                      {"filename_only", {{"type", "boolean"}}},
                      {"is_memory_md", {{"type", "boolean"}}},
                      {"body", text()},
                      {"sections", {{"type", "array"}}}})},
      {"Hits",
       object({{"hits", list_of("Hit")}, {"more", number()}, {"terms", {{"type", "array"}}}})},
      {"Operation", object({{"time", text()},
                            {"kind", text()},
                            {"origin", text()},
                            {"actor", text()},
                            {"summary", text()},
                            {"undone", {{"type", "boolean"}}},
                            {"files", {{"type", "array"}}}})},
      {"Operations", object({{"operations", list_of("Operation")}})},
      {"Health", object({{"enabled", {{"type", "boolean"}}},
                         {"home", text()},
                         {"workspace", text_or_null()},
                         {"scopes", {{"type", "array"}}},
                         {"catalogs", {{"type", "array"}}},
                         {"journal", {{"type", "object"}}},
                         {"latest", list_of("Operation")},
                         {"problems", {{"type", "array"}}}},
                        false)},
      {"Answer", {{"type", "object"}}},
  };
}

Json events() {
  return {{"get",
           {{"operationId", "events"},
            {"summary", "Follow every change of a note, whoever makes it"},
            {"parameters", Json::array({parameter(kWatched, "query")})},
            {"responses",
             {{"200",
               {{"description", "server-sent events"},
                {"content", {{"text/event-stream", {{"schema", text()}}}}}}},
              {"default", {{"$ref", "#/components/responses/Error"}}}}}}}};
}

}  // namespace

Json openapi_document() {
  Json paths = Json::object();
  for (const Operation& operation : api::operations()) {
    for (const Route& route : operation.routes) {
      paths[std::string(route.path)][ascii_lower(route.method)] = described(operation, route);
    }
  }
  paths["/api/events"] = events();
  return {
      {"openapi", "3.1.0"},
      {"info",
       {{"title", "loci"},
        {"version", kVersion},
        {"summary", "Durable memory for AI agents, as plain Markdown"},
        {"license", {{"name", "Apache-2.0"}, {"identifier", "Apache-2.0"}}}}},
      {"servers", Json::array({{{"url", "/"}}})},
      {"security", Json::array({{{"token", Json::array()}}})},
      {"paths", std::move(paths)},
      {"components",
       {{"securitySchemes", {{"token", {{"type", "http"}, {"scheme", "bearer"}}}}},
        {"responses",
         {{"Error",
           {{"description", "what went wrong"},
            {"content",
             {{"application/json", {{"schema", {{"$ref", "#/components/schemas/Error"}}}}}}}}}}},
        {"schemas", schemas()}}}};
}

}  // namespace loci::http
