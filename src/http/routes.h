// The routes of the operation table: from a request to an operation and its
// arguments. Pure; what a request may say is what the table says, and anything
// else in it is refused by name.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "api/operation.h"
#include "base/json.h"
#include "base/result.h"
#include "http/message.h"
#include "http/target.h"

namespace loci::http {

// A parameter that every route takes, and some need.
inline constexpr std::string_view kWorkspaceParam = "workspace";
[[nodiscard]] api::Param workspace_param(const api::Operation& operation);
// That of events.
inline constexpr api::Param kWatched = api::Param::text(
    kWorkspaceParam, "PROJECT",
    "the project whose workspace is watched beside global memory; * is all of them");

// Global memory and all projects, where an operation can be asked of them together.
inline constexpr std::string_view kAllProjects = "*";

struct RouteMatch {
  const api::Operation* operation = nullptr;
  const api::Route* route = nullptr;
  std::vector<std::pair<std::string_view, std::string>> values;  // of the path, by route name
};

// Where a path leads. Words that are written out go before parameters, so that
// /api/memory/search is the search and a note of that name is search.md.
struct Routed {
  RouteMatch match;                       // operation == nullptr: none
  std::vector<std::string_view> allowed;  // methods of that path
};
[[nodiscard]] Routed find_route(std::string_view method, const std::vector<std::string>& segments);

// A parameter as a route calls it.
[[nodiscard]] std::string_view route_name(const api::Route& route, std::string_view param);
[[nodiscard]] std::string_view param_name(const api::Route& route, std::string_view name);

struct Call {
  const api::Operation* operation = nullptr;
  Json arguments = Json::object();
  std::string workspace;  // a slug, or ""
};
// The arguments of a request from its path, query, headers (If-Match,
// If-None-Match: *) and body. InvalidInput for what is given twice, and for
// what api::check() finds wrong.
[[nodiscard]] Result<Call> make_call(const RouteMatch& match, const Target& target,
                                     const Request& request);

// The only tag of a header such as If-Match, without quotes; "*" is itself. ""
// when there are several, or none.
[[nodiscard]] std::string_view single_tag(std::string_view header);

}  // namespace loci::http
