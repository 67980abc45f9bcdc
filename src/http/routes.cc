#include "http/routes.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

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

const Param* find_param(const Operation& operation, std::string_view name) {
  for (const Param& param : operation.params) {
    if (param.name == name) return &param;
  }
  return nullptr;
}

Error unknown_parameter(const RouteMatch& match, std::string_view name) {
  std::vector<std::string_view> names{kWorkspaceParam};
  for (const Param& param : match.operation->params) {
    names.push_back(route_name(*match.route, param.name));
  }
  const std::string_view near = closest(name, names);
  std::string known;
  for (const std::string_view each : names)
    known += fmt::format("{}{}", known.empty() ? "" : ", ", each);
  return invalid_input(
      fmt::format("there is no parameter '{}' here", name),
      near.empty() ? fmt::format("there are: {}", known) : fmt::format("did you mean '{}'?", near));
}

Error wrong_kind(std::string_view name, std::string_view wanted) {
  return invalid_input(fmt::format("'{}' takes {}", name, wanted));
}

Result<Json> from_text(const Param& param, std::string_view name, const std::string& text) {
  switch (param.type) {
    case ParamType::Flag:
      if (text.empty() || text == "true" || text == "1") return Json(true);
      if (text == "false" || text == "0") return Json(false);
      return fail(wrong_kind(name, "true or false"));
    case ParamType::Integer: {
      std::uint64_t number = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
      if (error == std::errc() && end == text.data() + text.size()) return Json(number);
      return fail(wrong_kind(name, "a whole number"));
    }
    case ParamType::Text:
    case ParamType::TextList:
    case ParamType::Content:
    case ParamType::Words:
      break;
  }
  return Json(text);
}

Result<> check_kind(const Param& param, std::string_view name, const Json& value) {
  switch (param.type) {
    case ParamType::Flag:
      if (value.is_boolean()) return {};
      return fail(wrong_kind(name, "true or false"));
    case ParamType::Integer:
      if (value.is_number_unsigned()) return {};
      return fail(wrong_kind(name, "a whole number"));
    case ParamType::TextList:
      if (value.is_array() && std::all_of(value.begin(), value.end(),
                                          [](const Json& each) { return each.is_string(); })) {
        return {};
      }
      return fail(wrong_kind(name, "a list of texts"));
    case ParamType::Text:
    case ParamType::Content:
    case ParamType::Words:
      break;
  }
  if (value.is_string()) return {};
  return fail(wrong_kind(name, "a text"));
}

// Gathers the arguments of one request.
class Gatherer {
 public:
  explicit Gatherer(const RouteMatch& match) : match_(match) { call_.operation = match.operation; }

  Result<> add_text(std::string_view name, const std::string& text) {
    if (name == kWorkspaceParam) return set_workspace(text);
    LOCI_ASSIGN(const Param* param, known(name));
    LOCI_ASSIGN(Json value, from_text(*param, name, text));
    if (param->type == ParamType::TextList) {
      call_.arguments[std::string(param->name)].push_back(std::move(value));
      return {};
    }
    return set(*param, name, std::move(value));
  }

  Result<> add_json(const std::string& name, const Json& value) {
    if (name == kWorkspaceParam) {
      if (value.is_null()) return {};
      if (!value.is_string()) return fail(wrong_kind(name, "a text"));
      return set_workspace(value.get<std::string>());
    }
    LOCI_ASSIGN(const Param* param, known(name));
    if (value.is_null()) return {};  // as good as absent
    LOCI_TRY(check_kind(*param, name, value));
    return set(*param, name, value);
  }

  Result<> add_headers(const Request& request) {
    if (request.count("If-Match") > 0) {
      const std::string_view tag = single_tag(request.header("If-Match"));
      const Param* param = find_param(*match_.operation, kIfHash);
      if (param == nullptr) return fail(invalid_input("If-Match means nothing here"));
      if (tag.empty() || request.count("If-Match") > 1) {
        return fail(
            invalid_input("If-Match takes one tag", "send the ETag that the note came with"));
      }
      if (tag == "*") {
        call_.arguments["only-known"] = true;
      } else {
        LOCI_TRY(set(*param, kIfHash, Json(std::string(tag))));
      }
    }
    const bool writes = match_.operation->effect != api::Effect::Reads;
    if (!writes || request.count("If-None-Match") == 0) return {};
    if (match_.operation->name != "write" || single_tag(request.header("If-None-Match")) != "*") {
      return fail(invalid_input("If-None-Match of a change takes '*', and only for a new note"));
    }
    call_.arguments["only-new"] = true;
    return {};
  }

  Result<Call> finish() {
    for (const Param& param : match_.operation->params) {
      if (!param.required || call_.arguments.contains(param.name)) continue;
      return fail(invalid_input(
          fmt::format("'{}' is missing: {}", route_name(*match_.route, param.name), param.help)));
    }
    if (!match_.route->sets.empty()) call_.arguments[std::string(match_.route->sets)] = true;
    return std::move(call_);
  }

 private:
  Result<const Param*> known(std::string_view name) const {
    const Param* param = find_param(*match_.operation, param_name(*match_.route, name));
    if (param == nullptr) return fail(unknown_parameter(match_, name));
    return param;
  }
  Result<> set(const Param& param, std::string_view name, Json value) {
    const std::string key(param.name);
    if (call_.arguments.contains(key)) {
      return fail(invalid_input(fmt::format("'{}' is given twice", name)));
    }
    call_.arguments[key] = std::move(value);
    return {};
  }
  Result<> set_workspace(std::string slug) {
    if (!call_.workspace.empty()) return fail(invalid_input("'workspace' is given twice"));
    call_.workspace = std::move(slug);
    return {};
  }

  const RouteMatch& match_;
  Call call_;
};

}  // namespace

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
