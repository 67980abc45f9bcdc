// memories.

#include <fmt/format.h>

#include "api/arguments.h"
#include "api/memory_tool.h"
#include "api/rows.h"
#include "base/limits.h"

namespace loci::api {
namespace {

using Kind = app::MemoryToolCommand::Kind;

constexpr std::array kMemories{
    Param{"json", ParamType::Content, true, true, "JSON",
          "the tool's input, such as {\"command\":\"view\",\"path\":\"/memories\"}"},
    Param{"scope", ParamType::Text, false, false, "SCOPE", "whose notes; global when absent"}};

// Reads the members of a command and keeps what is wrong.
class Members {
 public:
  explicit Members(const Json& json) : json_(json) {}

  std::string text(const char* name) {
    const auto found = json_.find(name);
    if (found != json_.end() && found->is_string()) return found->get<std::string>();
    complain(name, "a string");
    return {};
  }
  std::int64_t integer(const char* name) {
    const auto found = json_.find(name);
    if (found != json_.end() && found->is_number_integer()) return found->get<std::int64_t>();
    complain(name, "an integer");
    return 0;
  }
  [[nodiscard]] bool has(const char* name) const { return json_.contains(name); }
  void complain(const char* name, const char* kind) {
    if (fault_.empty()) fault_ = fmt::format("\"{}\" must be {}", name, kind);
  }
  [[nodiscard]] Result<> done() const {
    if (fault_.empty()) return {};
    return fail(invalid_input(fault_));
  }

 private:
  const Json& json_;
  std::string fault_;
};

Result<Reply> memories(app::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const Json json,
              parse_json(text_or(arguments, "json"), {.bytes = 2 * kFileBytes, .depth = 8}));
  LOCI_ASSIGN(const app::MemoryToolCommand command, memory_tool_command(json));
  LOCI_ASSIGN(const std::string text,
              app::run_memory_tool(memory, text_or(arguments, "scope"), command));
  Reply reply;
  reply.data = {{"content", text}};
  reply.text = text + "\n";
  return reply;
}

constexpr std::array kRoutes{Route{"POST", "/api/memories", "", "", "json"}};

constexpr std::array kOperations{
    Operation{"memories", "Run a command of Anthropic's memory tool", Effect::Writes, kMemories,
              "loci memories '{\"command\":\"view\",\"path\":\"/memories\"}'", memories, "",
              kRoutes, true},
};

}  // namespace

std::span<const Operation> memory_tool_operations() { return kOperations; }

Result<app::MemoryToolCommand> memory_tool_command(const Json& json) {
  if (!json.is_object()) return fail(invalid_input("a command is a JSON object"));
  Members members(json);
  app::MemoryToolCommand command;
  const std::string name = members.text("command");
  LOCI_TRY(members.done());
  if (name == "view") {
    command.kind = Kind::View;
    command.path = members.text("path");
    if (members.has("view_range") && !json["view_range"].is_null()) {
      const Json& range = json["view_range"];
      const bool pair = range.is_array() && range.size() == 2 && range[0].is_number_integer() &&
                        range[1].is_number_integer();
      if (pair) {
        command.range = {range[0].get<std::int64_t>(), range[1].get<std::int64_t>()};
      } else {
        members.complain("view_range", "two integers");
      }
    }
  } else if (name == "create") {
    command.kind = Kind::Create;
    command.path = members.text("path");
    command.text = members.text("file_text");
  } else if (name == "str_replace") {
    command.kind = Kind::StrReplace;
    command.path = members.text("path");
    command.text = members.text("old_str");
    if (members.has("new_str")) command.new_text = members.text("new_str");
  } else if (name == "insert") {
    command.kind = Kind::Insert;
    command.path = members.text("path");
    command.line = members.integer("insert_line");
    command.text = members.text("insert_text");
  } else if (name == "delete") {
    command.kind = Kind::Delete;
    command.path = members.text("path");
  } else if (name == "rename") {
    command.kind = Kind::Rename;
    command.path = members.text("old_path");
    command.new_path = members.text("new_path");
  } else {
    return fail(invalid_input(fmt::format("there is no command '{}'", name),
                              "use view, create, str_replace, insert, delete or rename"));
  }
  LOCI_TRY(members.done());
  return command;
}

}  // namespace loci::api
