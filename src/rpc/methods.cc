// What each method of MCP does.

#include <fmt/format.h>

#include <array>

#include "rpc/connection.h"
#include "rpc/dispatcher.h"

namespace loci::rpc {
namespace {

// Tools, prompts and templates stay as they are while the server runs.
constexpr Caching kStable{3'600'000, true};
// Memory may change at any time, and is nobody else's.
constexpr Caching kVolatile{0, false};

// There is one page of everything but resources.
RpcResult<void> first_page(const RpcResult<std::optional<std::string>>& cursor) {
  if (!cursor) return tl::unexpected(cursor.error());
  if (*cursor) return refuse(kInvalidParams, "there is no such cursor");
  return {};
}

}  // namespace

const Dispatcher::Method* Dispatcher::find_method(std::string_view name, Era era) {
  static constexpr std::array kMethods{
      Method{"initialize", true, false, true, nullptr, &Dispatcher::initialize},
      Method{"ping", true, false, true, nullptr, &Dispatcher::ping},
      Method{"logging/setLevel", true, false, true, &Offers::logging, &Dispatcher::set_level},
      Method{"resources/subscribe", true, false, false, &Offers::resources_change,
             &Dispatcher::subscribe},
      Method{"resources/unsubscribe", true, false, true, &Offers::resources_change,
             &Dispatcher::unsubscribe},
      Method{"server/discover", false, true, true, nullptr, &Dispatcher::discover, kStable},
      Method{"subscriptions/listen", false, true, false, nullptr, &Dispatcher::listen},
      Method{"tools/list", true, true, true, &Offers::tools, &Dispatcher::list_tools, kStable},
      Method{"prompts/list", true, true, true, &Offers::prompts, &Dispatcher::list_prompts,
             kStable},
      Method{"resources/templates/list", true, true, true, &Offers::resources,
             &Dispatcher::list_templates, kStable},
      Method{"resources/list", true, true, false, &Offers::resources, &Dispatcher::list_resources,
             kVolatile},
      Method{"resources/read", true, true, false, &Offers::resources, &Dispatcher::read_resource,
             kVolatile},
      Method{"tools/call", true, true, false, &Offers::tools, &Dispatcher::call_tool},
      Method{"prompts/get", true, true, false, &Offers::prompts, &Dispatcher::get_prompt},
      Method{"completion/complete", true, true, false, &Offers::completions, &Dispatcher::complete},
  };
  for (const Method& method : kMethods) {
    if (method.name == name && (era == Era::Legacy ? method.legacy : method.modern)) {
      return &method;
    }
  }
  return nullptr;
}

Json Dispatcher::capabilities(Era era) const {
  const Offers offers = service_.offers();
  Json json = Json::object();
  const auto list = [&](const char* name, bool changes) {
    json[name] = Json::object();
    if (changes) json[name]["listChanged"] = true;
  };
  if (offers.tools) list("tools", offers.tools_change);
  if (offers.prompts) list("prompts", offers.prompts_change);
  if (offers.resources) {
    list("resources", offers.resources_change);
    if (offers.resources_change) json["resources"]["subscribe"] = true;
  }
  if (offers.completions) json["completions"] = Json::object();
  if (offers.logging && era == Era::Legacy) json["logging"] = Json::object();
  return json;
}

Json Dispatcher::input_schema(std::string_view tool) const {
  for (const Json& known : service_.tools()) {
    if (known["name"] == tool) return known.value("inputSchema", Json());
  }
  return nullptr;
}

Answer Dispatcher::initialize(ActiveCall& call) {
  const auto wanted = call.text_param("protocolVersion");
  if (!wanted) return tl::unexpected(wanted.error());
  const Json& capabilities_of_client = call.param("capabilities");
  if (!capabilities_of_client.is_object()) {
    return refuse(kInvalidParams, "params.capabilities must be an object");
  }
  // A version that is not known here is answered with the newest one: the client
  // decides whether it goes on.
  const std::string version =
      is_legacy_version(*wanted) ? *wanted : std::string(kLegacyVersions.front());
  {
    const std::lock_guard lock(mutex_);
    call.connection()->version_ = version;
    call.connection()->capabilities_ = capabilities_of_client;
    call.connection()->client_ = name_in(&call.param("clientInfo"));
  }
  Outcome outcome;
  outcome.result = {{"protocolVersion", version},
                    {"capabilities", capabilities(Era::Legacy)},
                    {"serverInfo", server_}};
  if (std::string text = service_.instructions(); !text.empty()) {
    outcome.result["instructions"] = std::move(text);
  }
  return outcome;
}

Answer Dispatcher::ping(ActiveCall& /*call*/) { return Outcome(); }

Answer Dispatcher::set_level(ActiveCall& call) {
  const auto level = call.text_param("level");
  if (!level) return tl::unexpected(level.error());
  if (log_severity(*level) < 0) {
    return refuse(kInvalidParams,
                  "params.level must be one of debug, info, notice, warning, error, "
                  "critical, alert, emergency");
  }
  const std::lock_guard lock(mutex_);
  call.connection()->log_level_ = *level;
  return Outcome();
}

Answer Dispatcher::subscribe(ActiveCall& call) {
  const auto uri = call.text_param("uri");
  if (!uri) return tl::unexpected(uri.error());
  const auto canonical = service_.canonical_uri(*uri);
  if (!canonical) {
    return refuse(kResourceNotFoundLegacy, "there is no such resource", {{"uri", *uri}});
  }
  count_listeners(true);
  const std::lock_guard lock(mutex_);
  call.connection()->subscribed_[*canonical] = *uri;
  return Outcome();
}

Answer Dispatcher::unsubscribe(ActiveCall& call) {
  const auto uri = call.text_param("uri");
  if (!uri) return tl::unexpected(uri.error());
  const auto canonical = service_.canonical_uri(*uri);
  const std::lock_guard lock(mutex_);
  if (canonical) call.connection()->subscribed_.erase(*canonical);
  return Outcome();
}

Answer Dispatcher::discover(ActiveCall& /*call*/) {
  Outcome outcome;
  outcome.result = {{"supportedVersions", kModernVersions},
                    {"capabilities", capabilities(Era::Modern)}};
  if (std::string text = service_.instructions(); !text.empty()) {
    outcome.result["instructions"] = std::move(text);
  }
  return outcome;
}

Answer Dispatcher::listen(ActiveCall& call) {
  const Json& filter = call.param("notifications");
  if (!filter.is_object()) {
    return refuse(kInvalidParams, "params.notifications must be an object");
  }
  const Offers offers = service_.offers();
  Subscription subscription;
  Json agreed = Json::object();
  const auto take = [&](const char* name, bool offered, bool& wanted) {
    const auto found = filter.find(name);
    wanted = offered && found != filter.end() && *found == true;
    if (wanted) agreed[name] = true;
  };
  take("toolsListChanged", offers.tools_change, subscription.tools);
  take("promptsListChanged", offers.prompts_change, subscription.prompts);
  take("resourcesListChanged", offers.resources_change, subscription.resources);
  const auto uris = filter.find("resourceSubscriptions");
  if (uris != filter.end() && !uris->is_array()) {
    return refuse(kInvalidParams, "params.notifications.resourceSubscriptions must be a list");
  }
  if (uris != filter.end() && offers.resources_change) {
    agreed["resourceSubscriptions"] = Json::array();
    for (const Json& uri : *uris) {
      if (!uri.is_string())
        return refuse(kInvalidParams, "each resource to subscribe to must be a URI");
      const auto canonical = service_.canonical_uri(uri.get<std::string>());
      if (!canonical) continue;  // nothing will ever be told of it
      subscription.uris[*canonical] = uri.get<std::string>();
      agreed["resourceSubscriptions"].push_back(uri);
    }
  }
  count_listeners(true);
  {
    // Nothing of this subscription may be sent before it is acknowledged.
    const std::lock_guard lock(mutex_);
    Connection& connection = *call.connection();
    const auto self = connection.calls_.find(id_key(call.id()));
    if (self != connection.calls_.end()) {  // else it was called off
      subscription.call = self->second;
      call.send(subscription.notification("notifications/subscriptions/acknowledged",
                                          {{"notifications", std::move(agreed)}}));
      connection.listening_[id_key(call.id())] = std::move(subscription);
    }
  }
  count_listeners();
  return Outcome();
}

Answer Dispatcher::list_tools(ActiveCall& call) {
  if (const auto page = first_page(call.cursor()); !page) return tl::unexpected(page.error());
  Outcome outcome;
  outcome.result["tools"] = service_.tools();
  return outcome;
}

Answer Dispatcher::list_prompts(ActiveCall& call) {
  if (const auto page = first_page(call.cursor()); !page) return tl::unexpected(page.error());
  Outcome outcome;
  outcome.result["prompts"] = service_.prompts();
  return outcome;
}

Answer Dispatcher::list_templates(ActiveCall& call) {
  if (const auto page = first_page(call.cursor()); !page) return tl::unexpected(page.error());
  Outcome outcome;
  outcome.result["resourceTemplates"] = service_.templates();
  return outcome;
}

Answer Dispatcher::list_resources(ActiveCall& call) {
  const auto cursor = call.cursor();
  if (!cursor) return tl::unexpected(cursor.error());
  return service_.list_resources(*cursor, call);
}

Answer Dispatcher::read_resource(ActiveCall& call) {
  const auto uri = call.text_param("uri");
  if (!uri) return tl::unexpected(uri.error());
  return service_.read_resource(*uri, call);
}

Answer Dispatcher::call_tool(ActiveCall& call) {
  const auto name = call.text_param("name");
  if (!name) return tl::unexpected(name.error());
  const auto arguments = call.arguments();
  if (!arguments) return tl::unexpected(arguments.error());
  return service_.call_tool(*name, *arguments, call);
}

Answer Dispatcher::get_prompt(ActiveCall& call) {
  const auto name = call.text_param("name");
  if (!name) return tl::unexpected(name.error());
  const auto arguments = call.arguments();
  if (!arguments) return tl::unexpected(arguments.error());
  for (const auto& [key, value] : arguments->items()) {
    if (!value.is_string()) {
      return refuse(kInvalidParams, fmt::format("argument {} must be a string", json_quote(key)));
    }
  }
  return service_.get_prompt(*name, *arguments, call);
}

Answer Dispatcher::complete(ActiveCall& call) {
  const Json& ref = call.param("ref");
  const Json& argument = call.param("argument");
  const auto has_text = [](const Json& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string();
  };
  if (!ref.is_object() || !has_text(ref, "type")) {
    return refuse(kInvalidParams, "params.ref must be an object with a type");
  }
  const bool prompt = ref["type"] == "ref/prompt" && has_text(ref, "name");
  const bool resource = ref["type"] == "ref/resource" && has_text(ref, "uri");
  if (!prompt && !resource) {
    return refuse(kInvalidParams,
                  "params.ref is a ref/prompt with a name or a ref/resource with a "
                  "uri");
  }
  if (!argument.is_object() || !has_text(argument, "name") || !has_text(argument, "value")) {
    return refuse(kInvalidParams, "params.argument must have a name and a value");
  }
  return service_.complete(call.params(), call);
}

}  // namespace loci::rpc
