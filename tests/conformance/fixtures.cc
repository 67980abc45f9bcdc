#include "conformance/fixtures.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <random>
#include <thread>

#include "base/hash.h"
#include "base/version.h"

namespace loci::conformance {
namespace {

using rpc::Answer;
using rpc::Call;
using rpc::Outcome;

// One red pixel, and a sound of no length.
constexpr std::string_view kImage =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg"
    "==";
constexpr std::string_view kSound = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=";
constexpr std::chrono::milliseconds kPause{20};

constexpr std::array<std::string_view, 24> kTools{"test_simple_text",
                                                  "test_image_content",
                                                  "test_audio_content",
                                                  "test_embedded_resource",
                                                  "test_multiple_content_types",
                                                  "test_tool_with_logging",
                                                  "test_tool_with_progress",
                                                  "test_error_handling",
                                                  "test_sampling",
                                                  "test_elicitation",
                                                  "test_elicitation_sep1034_defaults",
                                                  "test_elicitation_sep1330_enums",
                                                  "test_missing_capability",
                                                  "test_streaming_elicitation",
                                                  "test_logging_tool",
                                                  "test_trigger_tool_change",
                                                  "test_trigger_prompt_change",
                                                  "test_input_required_result_elicitation",
                                                  "test_input_required_result_sampling",
                                                  "test_input_required_result_list_roots",
                                                  "test_input_required_result_request_state",
                                                  "test_input_required_result_multiple_inputs",
                                                  "test_input_required_result_multi_round",
                                                  "test_input_required_result_tampered_state"};

Json text(std::string words) { return {{"type", "text"}, {"text", std::move(words)}}; }
Json image() { return {{"type", "image"}, {"data", kImage}, {"mimeType", "image/png"}}; }
Json resource(std::string_view uri, std::string_view type, std::string words) {
  return {{"type", "resource"},
          {"resource", {{"uri", uri}, {"mimeType", type}, {"text", std::move(words)}}}};
}

Outcome content(Json blocks) {
  Outcome outcome;
  outcome.result["content"] = std::move(blocks);
  return outcome;
}
Outcome said(std::string words) { return content(Json::array({text(std::move(words))})); }
Outcome prompt(Json contents) {
  Outcome outcome;
  outcome.result["messages"] = Json::array();
  for (Json& block : contents) {
    outcome.result["messages"].push_back({{"role", "user"}, {"content", std::move(block)}});
  }
  return outcome;
}

Json elicitation(std::string_view message, Json properties, Json required = Json::array()) {
  return {{"method", "elicitation/create"},
          {"params",
           {{"message", message},
            {"requestedSchema",
             {{"type", "object"},
              {"properties", std::move(properties)},
              {"required", std::move(required)}}}}}};
}
Json elicit_one(std::string_view message, const std::string& field, std::string_view type) {
  return elicitation(message, {{field, {{"type", type}}}}, Json::array({field}));
}
Json sampling(std::string_view message) {
  return {
      {"method", "sampling/createMessage"},
      {"params",
       {{"messages", Json::array({{{"role", "user"}, {"content", text(std::string(message))}}})},
        {"maxTokens", 100}}}};
}
Json roots() { return {{"method", "roots/list"}, {"params", Json::object()}}; }

Outcome need(Json requests, std::optional<std::string> state = std::nullopt) {
  Outcome outcome;
  outcome.input_requests = std::move(requests);
  outcome.state = std::move(state);
  return outcome;
}

// A field of an accepted form, as text.
std::string field(const Json& answer, const char* name) {
  const auto form = answer.find("content");
  if (form == answer.end() || !form->is_object()) return "nothing";
  const auto value = form->find(name);
  if (value == form->end()) return "nothing";
  return value->is_string() ? value->get<std::string>() : dump_json(*value);
}
std::string sampled(const Json& answer) { return field(answer, "text"); }
std::size_t root_count(const Json& answer) {
  const auto list = answer.find("roots");
  return list != answer.end() && list->is_array() ? list->size() : 0;
}
std::string form_reply(std::string_view before, const Json& answer) {
  return fmt::format("{}: action={}, content={}", before, answer.value("action", ""),
                     dump_json(answer.value("content", Json::object())));
}

Json default_fields() {
  return {{"name", {{"type", "string"}, {"description", "User name"}, {"default", "John Doe"}}},
          {"age", {{"type", "integer"}, {"description", "User age"}, {"default", 30}}},
          {"score", {{"type", "number"}, {"description", "User score"}, {"default", 95.5}}},
          {"status",
           {{"type", "string"},
            {"description", "User status"},
            {"enum", {"active", "inactive", "pending"}},
            {"default", "active"}}},
          {"verified",
           {{"type", "boolean"}, {"description", "Verification status"}, {"default", true}}}};
}

Json titled(std::string_view kind) {
  Json options = Json::array();
  int number = 0;
  for (const std::string_view word : {"First", "Second", "Third"}) {
    options.push_back(
        {{"const", fmt::format("value{}", ++number)}, {"title", fmt::format("{} {}", word, kind)}});
  }
  return options;
}

Json enum_fields() {
  const Json plain = {"option1", "option2", "option3"};
  return {{"untitledSingle", {{"type", "string"}, {"enum", plain}}},
          {"titledSingle", {{"type", "string"}, {"oneOf", titled("Option")}}},
          {"legacyEnum",
           {{"type", "string"},
            {"enum", {"opt1", "opt2", "opt3"}},
            {"enumNames", {"Option One", "Option Two", "Option Three"}}}},
          {"untitledMulti",
           {{"type", "array"},
            {"minItems", 1},
            {"maxItems", 3},
            {"items", {{"type", "string"}, {"enum", plain}}}}},
          {"titledMulti",
           {{"type", "array"},
            {"minItems", 1},
            {"maxItems", 3},
            {"items", {{"anyOf", titled("Choice")}}}}}};
}

Json schema_of_2020() {
  return Json::parse(R"({"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",
    "$defs":{"address":{"type":"object","$anchor":"address","properties":{"street":{"type":"string"},
    "city":{"type":"string"}}}},"properties":{"name":{"type":"string"},
    "address":{"$ref":"#/$defs/address"},"contactMethod":{"type":"string","enum":["phone","email"]},
    "phone":{"type":"string"},"email":{"type":"string"}},
    "allOf":[{"anyOf":[{"required":["phone"]},{"required":["email"]}]}],
    "if":{"properties":{"contactMethod":{"const":"phone"}},"required":["contactMethod"]},
    "then":{"required":["phone"]},"else":{"required":["email"]},"additionalProperties":false})");
}

Json tool_definitions() {
  Json list = Json::array();
  const Json nothing = {{"type", "object"}, {"properties", Json::object()}};
  for (const std::string_view name : kTools) {
    Json input = nothing;
    if (name == "test_sampling") input["properties"]["prompt"] = {{"type", "string"}};
    if (name == "test_elicitation") input["properties"]["message"] = {{"type", "string"}};
    list.push_back({{"name", name}, {"description", "A fixture"}, {"inputSchema", input}});
  }
  list.push_back({{"name", "test_input_required_result_capabilities"},
                  {"description", "A fixture"},
                  {"inputSchema", nothing}});
  list.push_back(
      {{"name", "test_header_params"},
       {"description", "A fixture"},
       {"inputSchema",
        {{"type", "object"},
         {"properties", {{"region", {{"type", "string"}, {"x-mcp-header", "Region"}}}}}}}});
  list.push_back({{"name", "json_schema_2020_12_tool"},
                  {"description", "A fixture"},
                  {"inputSchema", schema_of_2020()}});
  return list;
}

}  // namespace

Fixtures::Fixtures() : tools_(tool_definitions()) {
  std::random_device random("/dev/urandom");
  while (key_.size() < 32) key_ += hex(random(), 8);
}

Json Fixtures::info() const { return {{"name", "loci-conformance"}, {"version", kVersion}}; }

rpc::Offers Fixtures::offers() const { return {true, true, true, true, true, true, true, true}; }

Json Fixtures::prompts() const {
  const auto argument = [](const char* name) {
    return Json{{"name", name}, {"description", "An argument"}, {"required", true}};
  };
  return Json::array(
      {{{"name", "test_simple_prompt"}, {"description", "A fixture"}},
       {{"name", "test_prompt_with_arguments"},
        {"description", "A fixture"},
        {"arguments", Json::array({argument("arg1"), argument("arg2")})}},
       {{"name", "test_prompt_with_embedded_resource"},
        {"description", "A fixture"},
        {"arguments", Json::array({argument("resourceUri")})}},
       {{"name", "test_prompt_with_image"}, {"description", "A fixture"}},
       {{"name", "test_input_required_result_prompt"}, {"description", "A fixture"}}});
}

Json Fixtures::templates() const {
  return Json::array({{{"uriTemplate", "test://template/{id}/data"},
                       {"name", "template"},
                       {"description", "A fixture"},
                       {"mimeType", "application/json"}}});
}

std::optional<std::string> Fixtures::canonical_uri(std::string_view uri) const {
  if (!uri.starts_with("test://")) return std::nullopt;
  return std::string(uri);
}

std::string Fixtures::sealed(const Json& state) const {
  const std::string words = dump_json(state);
  return fmt::format("{}.{}", sha256(key_ + sha256(key_ + words)), words);
}

rpc::RpcResult<Json> Fixtures::opened(const std::string& state) const {
  const std::size_t dot = state.find('.');
  const auto json = parse_json(dot == std::string::npos ? "" : state.substr(dot + 1));
  if (!json || sealed(*json) != state) {
    return rpc::refuse(rpc::kInvalidParams, "the requestState is not one of this server");
  }
  return *json;
}

Answer Fixtures::call_tool(const std::string& name, const Json& arguments, Call& call) {
  const std::string kind = name.starts_with("test_") ? name.substr(5) : name;
  if (kind == "simple_text") return said("This is a simple text response for testing.");
  if (kind == "image_content") return content(Json::array({image()}));
  if (kind == "audio_content") {
    return content(Json::array({{{"type", "audio"}, {"data", kSound}, {"mimeType", "audio/wav"}}}));
  }
  if (kind == "embedded_resource") {
    return content(Json::array({resource("test://embedded-resource", "text/plain",
                                         "This is an embedded resource content.")}));
  }
  if (kind == "multiple_content_types") {
    return content(Json::array({text("Multiple content types test:"), image(),
                                resource("test://mixed-content-resource", "application/json",
                                         R"({"test":"data","value":123})")}));
  }
  if (kind == "tool_with_logging" || kind == "logging_tool") {
    for (const char* step :
         {"Tool execution started", "Tool processing data", "Tool execution completed"}) {
      call.log("info", "", step);
      std::this_thread::sleep_for(kPause);
    }
    return said("Tool with logging executed successfully");
  }
  if (kind == "tool_with_progress" || kind == "streaming_elicitation") {
    for (const int step : {0, 50, 100}) {
      call.progress(step, 100, fmt::format("Completed step {} of 100", step));
      std::this_thread::sleep_for(kPause);
    }
    return said(dump_json(call.caller().progress_token));
  }
  if (kind == "error_handling") {
    Outcome outcome = said("This tool intentionally returns an error for testing");
    outcome.result["isError"] = true;
    return outcome;
  }
  if (kind == "trigger_tool_change" || kind == "trigger_prompt_change") {
    if (kind == "trigger_tool_change") {
      dispatcher_->tools_changed();
    } else {
      dispatcher_->prompts_changed();
    }
    return said("Mutation triggered");
  }
  if (kind == "json_schema_2020_12_tool" || kind == "header_params")
    return said(dump_json(arguments));
  const Json& input = call.input();
  if (kind == "sampling") {
    if (input.contains("answer")) return said("LLM response: " + sampled(input["answer"]));
    return need({{"answer", sampling(arguments.value("prompt", ""))}});
  }
  if (kind == "elicitation") {
    if (input.contains("answer")) return said(form_reply("User response", input["answer"]));
    return need({{"answer", elicit_one(arguments.value("message", ""), "response", "string")}});
  }
  if (kind == "elicitation_sep1034_defaults" || kind == "elicitation_sep1330_enums") {
    if (input.contains("answer")) return said(form_reply("Elicitation completed", input["answer"]));
    return need(
        {{"answer", elicitation("Please fill in the form",
                                kind.ends_with("defaults") ? default_fields() : enum_fields())}});
  }
  return ask(kind, call);
}

// Those that need something from the client.
Answer Fixtures::ask(const std::string& name, Call& call) {
  const Json& input = call.input();
  const auto has = [&](const char* key) { return input.contains(key); };
  const std::string kind = name.starts_with("input_required_result_") ? name.substr(22) : name;
  Json state = Json::object();
  if (call.state()) {
    auto known = opened(*call.state());
    if (!known) return tl::unexpected(known.error());
    state = std::move(*known);
  }
  const Json confirm = {{"confirm", elicit_one("Please confirm", "ok", "boolean")}};
  const Json user_name = elicit_one("What is your name?", "name", "string");
  if (kind == "missing_capability") {
    if (has("answer")) return said("Success");
    return need({{"answer", sampling("Anything")}});
  }
  if (kind == "elicitation") {
    if (has("user_name")) return said(fmt::format("Hello, {}!", field(input["user_name"], "name")));
    return need({{"user_name", user_name}});
  }
  if (kind == "sampling") {
    if (has("sample_request")) return said("Sampling result: " + sampled(input["sample_request"]));
    return need({{"sample_request", sampling("What is the capital of France?")}});
  }
  if (kind == "list_roots") {
    if (has("roots_request")) {
      return said(fmt::format("Found {} root(s)", root_count(input["roots_request"])));
    }
    return need({{"roots_request", roots()}});
  }
  if (kind == "request_state" || kind == "tampered_state") {
    if (has("confirm") && state.value("kind", "") == kind) {
      return said(kind == "request_state" ? "state-ok: requestState validated"
                                          : "integrity-ok: state verified");
    }
    return need(confirm, sealed({{"kind", kind}}));
  }
  if (kind == "multiple_inputs") {
    if (has("user_name") && has("greeting") && has("client_roots")) {
      return said(fmt::format("Name: {}; Greeting: {}; Roots: {}",
                              field(input["user_name"], "name"), sampled(input["greeting"]),
                              root_count(input["client_roots"])));
    }
    return need({{"user_name", user_name},
                 {"greeting", sampling("Generate a greeting")},
                 {"client_roots", roots()}},
                sealed({{"kind", kind}}));
  }
  if (kind == "multi_round") {
    if (state.value("round", 0) == 1 && has("step1")) {
      return need(
          {{"step2", elicit_one("Step 2: What is your favorite color?", "color", "string")}},
          sealed({{"round", 2}, {"name", field(input["step1"], "name")}}));
    }
    if (state.value("round", 0) == 2 && has("step2")) {
      return said(fmt::format("Multi-round complete for {} who likes {}", state.value("name", ""),
                              field(input["step2"], "color")));
    }
    return need({{"step1", elicit_one("Step 1: What is your name?", "name", "string")}},
                sealed({{"round", 1}}));
  }
  if (kind == "capabilities") {
    if (!input.empty()) return said("capabilities-ok: received " + input.begin().key());
    Json wanted = Json::object();
    const Json& offered = call.caller().capabilities;
    if (offered.contains("elicitation")) {
      wanted["elicit_input"] = elicit_one("Elicitation input", "value", "string");
    }
    if (offered.contains("sampling")) wanted["sample_input"] = sampling("Sample request");
    if (wanted.empty()) return said("No supported capabilities declared");
    return need(std::move(wanted), sealed({{"kind", kind}}));
  }
  return rpc::refuse(rpc::kInvalidParams, "there is no such tool");
}

Answer Fixtures::list_resources(const std::optional<std::string>& cursor, Call& /*call*/) {
  if (cursor) return rpc::refuse(rpc::kInvalidParams, "there is no such cursor");
  Outcome outcome;
  outcome.result["resources"] = Json::array();
  for (const char* name : {"static-text", "static-binary", "watched-resource"}) {
    outcome.result["resources"].push_back(
        {{"uri", fmt::format("test://{}", name)},
         {"name", name},
         {"description", "A fixture"},
         {"mimeType", std::string_view(name) == "static-binary" ? "image/png" : "text/plain"}});
  }
  return outcome;
}

Answer Fixtures::read_resource(const std::string& uri, Call& call) {
  constexpr std::string_view kBefore = "test://template/";
  constexpr std::string_view kBehind = "/data";
  Json read = {{"uri", uri}};
  if (uri == "test://static-text" || uri == "test://watched-resource") {
    read["mimeType"] = "text/plain";
    read["text"] = "This is the content of the static text resource.";
  } else if (uri == "test://static-binary") {
    read["mimeType"] = "image/png";
    read["blob"] = kImage;
  } else if (uri.starts_with(kBefore) && uri.ends_with(kBehind) &&
             uri.size() > kBefore.size() + kBehind.size()) {
    const std::string id = uri.substr(kBefore.size(), uri.size() - kBefore.size() - kBehind.size());
    read["mimeType"] = "application/json";
    read["text"] = dump_json(
        {{"id", id}, {"templateTest", true}, {"data", fmt::format("Data for ID: {}", id)}});
  } else {
    const bool modern = call.caller().era == rpc::Era::Modern;
    return rpc::refuse(modern ? rpc::kInvalidParams : rpc::kResourceNotFoundLegacy,
                       "there is no such resource", {{"uri", uri}});
  }
  Outcome outcome;
  outcome.result["contents"] = Json::array({std::move(read)});
  return outcome;
}

Answer Fixtures::get_prompt(const std::string& name, const Json& arguments, Call& call) {
  if (name == "test_simple_prompt") {
    return prompt(Json::array({text("This is a simple prompt for testing.")}));
  }
  if (name == "test_prompt_with_arguments") {
    return prompt(
        Json::array({text(fmt::format("Prompt with arguments: arg1='{}', arg2='{}'",
                                      arguments.value("arg1", ""), arguments.value("arg2", "")))}));
  }
  if (name == "test_prompt_with_embedded_resource") {
    return prompt(Json::array({resource(arguments.value("resourceUri", ""), "text/plain",
                                        "Embedded resource content for testing."),
                               text("Please process the embedded resource above.")}));
  }
  if (name == "test_prompt_with_image") {
    return prompt(Json::array({image(), text("Please analyze the image above.")}));
  }
  if (name == "test_input_required_result_prompt") {
    const Json& input = call.input();
    if (!input.contains("user_context")) {
      return need({{"user_context",
                    elicit_one("What context should the prompt use?", "context", "string")}});
    }
    return prompt(Json::array(
        {text(fmt::format("Prompt with context: {}", field(input["user_context"], "context")))}));
  }
  return rpc::refuse(rpc::kInvalidParams, "there is no such prompt");
}

Answer Fixtures::complete(const Json& /*params*/, Call& /*call*/) {
  Outcome outcome;
  outcome.result["completion"] = {
      {"values", Json::array({"paris", "park"})}, {"total", 2}, {"hasMore", false}};
  return outcome;
}

}  // namespace loci::conformance
