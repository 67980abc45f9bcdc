#include "http/routes.h"

#include <fmt/format.h>

#include <algorithm>

#include "api/schema.h"
#include "base/named.h"
#include "base/text.h"

namespace loci::http {
namespace {

using api::Operation;
using api::Param;
using api::ParamType;
using api::Route;

constexpr std::string_view kIfHash = "if-hash";

// The next segment of a route's path, which is not empty.
std::string_view take_segment(std::string_view& path) {
  path.remove_prefix(1);  // the slash
  const std::string_view segment = path.substr(0, path.find('/'));
  path.remove_prefix(segment.size());
  return segment;
}

bool is_parameter(std::string_view segment) { return segment.starts_with('{'); }

// Whether a path fits, and how many of its words are written out in the route.
struct Fit {
  bool fits = false;
  int words = 0;
  std::vector<std::pair<std::string_view, std::string>> values;
};
Fit fit(std::string_view path, const std::vector<std::string>& segments) {
  Fit result;
  for (const std::string& given : segments) {
    if (path.empty()) return {};
    const std::string_view wanted = take_segment(path);
    if (is_parameter(wanted)) {
      if (given.empty()) return {};
      result.values.emplace_back(wanted.substr(1, wanted.size() - 2), given);
    } else if (wanted == given) {
      ++result.words;
    } else {
      return {};
    }
  }
  result.fits = path.empty();
  return result;
}

// Calls `see(outer, inner)` for each of a route's names.
template <typename See>
void for_each_name(const Route& route, const See& see) {
  std::string_view rest = route.other_names;
  while (!rest.empty()) {
    const std::string_view pair = rest.substr(0, rest.find(','));
    const std::size_t equals = pair.find('=');
    see(pair.substr(0, equals), pair.substr(equals + 1));
    rest.remove_prefix(std::min(pair.size() + 1, rest.size()));
  }
}

// What a route calls its parameters.
api::Naming naming_of(const RouteMatch& match) {
  api::Naming naming;
  naming.name = [&match](const Param& param) {
    return std::string(route_name(*match.route, param.name));
  };
  return naming;
}

// Gathers the arguments of one request: those of the operation, and the workspace.
class Gatherer {
 public:
  explicit Gatherer(const RouteMatch& match)
      : match_(match), params_(match.operation->params.begin(), match.operation->params.end()) {
    // No request names a file of this machine.
    std::erase_if(params_, [](const Param& param) { return param.path; });
    params_.push_back(workspace_param(*match.operation));
  }

  Result<> add_text(std::string_view name, const std::string& text) {
    const Param* param = find(name);
    if (param == nullptr) return leave(name, text);
    if (param->type == ParamType::TextList) {
      arguments_[std::string(param->name)].push_back(text);
      return {};
    }
    return set(param->name, name, api::from_text(*param, text));
  }

  Result<> add_json(const std::string& name, const Json& value) {
    const Param* param = find(name);
    if (param == nullptr) return leave(name, value);
    return value.is_null() ? Result<>() : set(param->name, name, value);
  }

  Result<> add_headers(const Request& request) {
    if (request.count("If-Match") > 0) {
      const std::string_view tag = single_tag(request.header("If-Match"));
      if (find(kIfHash) == nullptr) return fail(invalid_input("If-Match cannot be used here"));
      if (tag.empty() || request.count("If-Match") > 1) {
        return fail(
            invalid_input("If-Match takes one tag", "send the ETag that the note came with"));
      }
      if (tag == "*") {
        by_headers_["only-known"] = true;
      } else {
        LOCI_TRY(set(kIfHash, kIfHash, std::string(tag)));
      }
    }
    const bool writes = match_.operation->effect != api::Effect::Reads;
    if (!writes || request.count("If-None-Match") == 0) return {};
    if (!match_.operation->can_insist_on_new ||
        single_tag(request.header("If-None-Match")) != "*") {
      return fail(invalid_input(
          "with a change, If-None-Match can only be '*', for a note that must be new"));
    }
    by_headers_["only-new"] = true;
    return {};
  }

  Result<Call> finish() {
    Call call;
    call.operation = match_.operation;
    LOCI_ASSIGN(call.arguments, api::check(params_, std::move(arguments_), naming_of(match_)));
    call.workspace = call.arguments.value(std::string(kWorkspaceParam), "");
    call.arguments.erase(std::string(kWorkspaceParam));
    if (call.workspace == kAllProjects && call.operation->run_over == nullptr) {
      return fail(invalid_input("this does not work for all projects at once",
                                "name one project, as GET /api/projects lists it"));
    }
    call.arguments.update(by_headers_);
    if (!match_.route->sets.empty()) call.arguments[std::string(match_.route->sets)] = true;
    return call;
  }

 private:
  // Answers say `agent_name` where the flag is `--agent-name`: both are taken.
  [[nodiscard]] const Param* find(std::string_view name) const {
    const Param* exact = find_named(params_, param_name(*match_.route, name));
    return exact != nullptr ? exact : find_named(params_, replace_all(name, "_", "-"));
  }
  // An unknown name is the checker's, which says what was meant.
  Result<> leave(std::string_view name, Json value) {
    arguments_[std::string(name)] = std::move(value);
    return {};
  }
  Result<> set(std::string_view key, std::string_view name, Json value) {
    if (arguments_.contains(key)) {
      return fail(invalid_input(fmt::format("'{}' is given twice", name)));
    }
    arguments_[std::string(key)] = std::move(value);
    return {};
  }

  const RouteMatch& match_;
  std::vector<Param> params_;
  Json arguments_ = Json::object();
  Json by_headers_ = Json::object();  // what only they can ask for
};

}  // namespace

api::Param workspace_param(const Operation& operation) {
  if (operation.needs_workspace) {
    return Param::text(kWorkspaceParam, "PROJECT",
                       "the project whose workspace is meant, as GET /api/projects lists it")
        .needed();
  }
  if (operation.run_over != nullptr) {
    return Param::text(kWorkspaceParam, "PROJECT",
                       "the project whose workspace is meant, as GET /api/projects lists it; * is "
                       "all of them and global memory; global memory only when absent");
  }
  return Param::text(kWorkspaceParam, "PROJECT",
                     "the project whose workspace is meant, as GET /api/projects lists it; global "
                     "memory only when absent");
}

std::string_view route_name(const Route& route, std::string_view param) {
  std::string_view name = param;
  for_each_name(route, [&](std::string_view outer, std::string_view inner) {
    if (inner == param) name = outer;
  });
  return name;
}

std::string_view param_name(const Route& route, std::string_view name) {
  std::string_view param = name;
  for_each_name(route, [&](std::string_view outer, std::string_view inner) {
    if (outer == name) param = inner;
  });
  return param;
}

Routed find_route(std::string_view method, const std::vector<std::string>& segments) {
  Routed routed;
  int most_words = -1;
  for (const Operation& operation : api::operations()) {
    for (const Route& route : operation.routes) {
      Fit found = fit(route.path, segments);
      if (!found.fits || found.words < most_words) continue;
      if (found.words > most_words) {
        routed = {};
        most_words = found.words;
      }
      routed.allowed.push_back(route.method);
      if (route.method != method) continue;
      routed.match = {&operation, &route, std::move(found.values)};
    }
  }
  return routed;
}

Result<Call> make_call(const RouteMatch& match, const Target& target, const Request& request) {
  Gatherer gatherer(match);
  for (const auto& [name, value] : match.values) LOCI_TRY(gatherer.add_text(name, value));
  for (const auto& [name, value] : target.query) LOCI_TRY(gatherer.add_text(name, value));
  if (!request.body.empty()) {
    LOCI_ASSIGN(const Json body, parse_json(request.body));
    if (!body.is_object()) return fail(invalid_input("the body must be a JSON object"));
    if (!match.route->body.empty()) {
      LOCI_TRY(gatherer.add_text(match.route->body, request.body));
      return gatherer.finish();
    }
    for (const auto& [name, value] : body.items()) LOCI_TRY(gatherer.add_json(name, value));
  }
  LOCI_TRY(gatherer.add_headers(request));
  return gatherer.finish();
}

std::string_view single_tag(std::string_view header) {
  std::string_view tag = trim(header);
  if (tag == "*") return tag;
  const bool quoted = tag.size() > 2 && tag.starts_with('"') && tag.ends_with('"');
  if (!quoted) return {};
  tag = tag.substr(1, tag.size() - 2);
  return tag.find_first_of("\", ") == std::string_view::npos ? tag : std::string_view();
}

}  // namespace loci::http
