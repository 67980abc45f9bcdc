// Tools for agents, as a table: what a tool is called, what it takes and gives,
// and the few lines that run it.

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "api/operation.h"
#include "app/memory.h"
#include "base/json.h"
#include "base/result.h"
#include "rpc/host.h"

namespace loci::rpc {

struct Argument {
  enum class Type : std::uint8_t { Text, Integer, Count, Range };  // a count is 1 or more
  std::string_view name;
  Type type = Type::Text;
  bool required = false;
  std::string_view help;                      // one line
  std::span<const std::string_view> words{};  // it is one of these, or anything
};

// What a tool gives: JSON of its output schema, and the resource it is about.
struct ToolReply {
  Json data;
  Json link = nullptr;              // a resource_link, or null
  std::optional<std::string> text;  // in place of both, word for word
};

struct Tool {
  std::string_view name;
  std::string_view title;
  std::string_view description;
  api::Effect effect;
  bool idempotent;
  std::span<const Argument> arguments;
  std::string_view output;  // the output schema, or "" for plain text
  Result<ToolReply> (*run)(app::Memory& memory, const Json& arguments, const Pins& pins);
};

// In the order clients see them.
[[nodiscard]] std::span<const Tool> memory_tools();

// Whether a server with these pins offers a tool.
[[nodiscard]] bool is_offered(const Tool& tool, const Pins& pins);
// A tool as `tools/list` has it.
[[nodiscard]] Json to_json(const Tool& tool);

// All that is wrong with the arguments of a call, at once: unknown ones with the
// one that was meant, missing ones, wrong types and words.
[[nodiscard]] Result<> check_arguments(const Tool& tool, const Json& arguments);

// An error in the words of tools rather than of the command line: what went
// wrong and what to do, and nothing about the inside of the program.
[[nodiscard]] std::string advice(const Error& error);

}  // namespace loci::rpc
