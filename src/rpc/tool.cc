#include "rpc/tool.h"

#include <fmt/format.h>

#include <array>
#include <vector>

#include "base/text.h"

namespace loci::rpc {
namespace {

using Type = Argument::Type;

Json schema_of(Type type) {
  switch (type) {
    case Type::Text:
      return {{"type", "string"}};
    case Type::Integer:
      return {{"type", "integer"}};
    case Type::Count:
      return {{"type", "integer"}, {"minimum", 1}};
    case Type::Range:
      return {{"type", "array"}, {"items", {{"type", "integer"}}}};
  }
  return Json::object();
}

std::string_view kind_of(Type type) {
  return type == Type::Text ? "a string" : type == Type::Range ? "a list" : "an integer";
}

bool has_type(const Json& value, Type type) {
  if (type == Type::Text) return value.is_string();
  return type == Type::Range ? value.is_array() : value.is_number_integer();
}

std::string words_of(std::span<const std::string_view> words) {
  std::string text;
  for (const std::string_view word : words) {
    text += fmt::format("{}\"{}\"", text.empty() ? "" : ", ", word);
  }
  return text;
}

std::string unknown_argument(const Tool& tool, const std::string& name) {
  std::vector<std::string_view> known;
  std::string all;
  for (const Argument& argument : tool.arguments) {
    known.push_back(argument.name);
    all += fmt::format("{}{}", all.empty() ? "" : ", ", argument.name);
  }
  const std::string shown = printable(cut_bytes(name, 100), true);
  const std::string_view near = closest(name, known);
  if (near.empty()) return fmt::format("there is no argument \"{}\": use {}", shown, all);
  return fmt::format("there is no argument \"{}\": did you mean \"{}\"?", shown, near);
}

void check_value(const Argument& argument, const Json& value, std::vector<std::string>& faults) {
  if (!has_type(value, argument.type)) {
    faults.push_back(fmt::format("\"{}\" must be {}", argument.name, kind_of(argument.type)));
    return;
  }
  if (argument.type == Type::Count && value < 1) {
    faults.push_back(fmt::format("\"{}\" must be at least 1", argument.name));
  }
  if (argument.words.empty()) return;
  for (const std::string_view word : argument.words) {
    if (word == value.get_ref<const std::string&>()) return;
  }
  faults.push_back(
      fmt::format("\"{}\" must be one of {}", argument.name, words_of(argument.words)));
}

}  // namespace

bool is_offered(const Tool& tool, const Pins& pins) {
  if (pins.memory_tool || tool.name == "memory") {
    return pins.memory_tool && tool.name == "memory";
  }
  // The context is of all scopes.
  if (!pins.scope.empty() && tool.name == "memory_context") return false;
  return !pins.read_only || tool.effect == api::Effect::Reads;
}

Json to_json(const Tool& tool) {
  Json properties = Json::object();
  Json required = Json::array();
  for (const Argument& argument : tool.arguments) {
    Json property = schema_of(argument.type);
    if (!argument.words.empty()) property["enum"] = argument.words;
    if (!argument.help.empty()) property["description"] = argument.help;
    properties[std::string(argument.name)] = std::move(property);
    if (argument.required) required.push_back(argument.name);
  }
  Json input = {{"type", "object"}, {"properties", std::move(properties)}};
  if (!required.empty()) input["required"] = std::move(required);
  input["additionalProperties"] = false;
  const bool reads = tool.effect == api::Effect::Reads;
  Json annotations = {{"readOnlyHint", reads}};
  if (!reads) {
    annotations["destructiveHint"] = tool.effect == api::Effect::Deletes;
    annotations["idempotentHint"] = tool.idempotent;
  }
  annotations["openWorldHint"] = false;
  Json json = {{"name", tool.name},
               {"title", tool.title},
               {"description", tool.description},
               {"inputSchema", std::move(input)}};
  if (!tool.output.empty()) json["outputSchema"] = Json::parse(tool.output);
  json["annotations"] = std::move(annotations);
  return json;
}

Result<> check_arguments(const Tool& tool, const Json& arguments) {
  std::vector<std::string> faults;
  for (const auto& [name, value] : arguments.items()) {
    const Argument* known = nullptr;
    for (const Argument& argument : tool.arguments) {
      if (argument.name == name) known = &argument;
    }
    if (known == nullptr) {
      faults.push_back(unknown_argument(tool, name));
    } else {
      check_value(*known, value, faults);
    }
  }
  for (const Argument& argument : tool.arguments) {
    if (argument.required && !arguments.contains(std::string(argument.name))) {
      faults.push_back(fmt::format("\"{}\" is missing: {}", argument.name, argument.help));
    }
  }
  if (faults.empty()) return {};
  return fail(invalid_input(join(faults, "; ")));
}

std::string advice(const Error& error) {
  if (error.kind == ErrorKind::Internal) {
    return "loci failed to do this; nothing is known to be changed";
  }
  struct Phrase {
    std::string_view from;
    std::string_view to;
  };
  static constexpr std::array kPhrases{
      Phrase{"run 'loci list' to see what there is",
             "memory_read with source \"list\" shows what there is"},
      Phrase{"name one with --workspace",
             "this server has no workspace: the person who configures it can add --workspace PATH "
             "to 'loci mcp', or set LOCI_WORKSPACE; global scope works without"},
      Phrase{"say which with --private, --shared or --user", "say which with scope"},
      Phrase{"say which with --private or --shared", "say which with scope private or shared"},
      Phrase{"name it with --agent ID or --scope agent:ID", "name it with scope agent:ID"},
      Phrase{"say what it is about with --title", "say what it is about with title"},
      Phrase{"say which with --scope", "say which with scope"},
  };
  std::string hint = error.hint;
  for (const Phrase& phrase : kPhrases) hint = replace_all(hint, phrase.from, phrase.to);
  return hint.empty() ? error.message : fmt::format("{}; {}", error.message, hint);
}

}  // namespace loci::rpc
