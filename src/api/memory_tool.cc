#include "api/memory_tool.h"

#include <algorithm>
#include <array>

#include "api/arguments.h"
#include "api/schema.h"

namespace loci::api {
namespace {

using Kind = memory::MemoryToolCommand::Kind;

// The commands, in the order of Kind, and what each takes.
constexpr std::array<std::string_view, 6> kCommands{"view",   "create", "str_replace",
                                                    "insert", "delete", "rename"};
constexpr std::array kCommand{Param::choice("command", kCommands, "what to do").needed()};

constexpr Param kPath = Param::text("path", "", "the file or directory, below /memories").needed();
constexpr std::array kView{kPath, Param::integers("view_range", "the first and last line")};
constexpr std::array kCreate{kPath, Param::text("file_text", "", "the whole text").needed()};
constexpr std::array kStrReplace{
    kPath, Param::text("old_str", "", "text that is on one line only").needed(),
    Param::text("new_str", "", "what stands there instead")};
constexpr std::array kInsert{kPath,
                             Param::integer("insert_line", "", "after this line; 0 is the top")
                                 .at_least(Param::kNoLeast)
                                 .needed(),
                             Param::text("insert_text", "", "what to put there").needed()};
constexpr std::array kDeleteFile{kPath};
constexpr std::array kRenameFile{Param::text("old_path", "", "from").needed(),
                                 Param::text("new_path", "", "to").needed()};
constexpr std::array<std::span<const Param>, 6> kParams{kView,   kCreate,     kStrReplace,
                                                        kInsert, kDeleteFile, kRenameFile};

// Clients send the members of other commands too, often as null: they mean nothing.
Result<Json> members(std::span<const Param> params, const Json& json) {
  Json own = Json::object();
  for (const Param& param : params) {
    if (const auto found = json.find(param.name); found != json.end()) {
      own[std::string(param.name)] = *found;
    }
  }
  return check(params, own);
}

}  // namespace

Result<memory::MemoryToolCommand> memory_tool_command(const Json& json) {
  if (!json.is_object()) return fail(invalid_input("a command is a JSON object"));
  LOCI_ASSIGN(const Json named, members(kCommand, json));
  const auto index = static_cast<std::size_t>(
      std::find(kCommands.begin(), kCommands.end(), text_or(named, "command")) - kCommands.begin());
  LOCI_ASSIGN(const Json given, members(kParams.at(index), json));
  memory::MemoryToolCommand command;
  command.kind = static_cast<Kind>(index);
  command.path = text_or(given, command.kind == Kind::Rename ? "old_path" : "path");
  command.new_path = text_or(given, "new_path");
  command.new_text = text_or(given, "new_str");
  for (const char* text : {"file_text", "old_str", "insert_text"}) {
    if (given.contains(text)) command.text = text_or(given, text);
  }
  if (given.contains("insert_line")) command.line = given["insert_line"].get<std::int64_t>();
  if (given.contains("view_range")) {
    const Json& range = given["view_range"];
    if (range.size() != 2) return fail(invalid_input("'view_range' takes two whole numbers"));
    command.range = {range[0].get<std::int64_t>(), range[1].get<std::int64_t>()};
  }
  return command;
}

}  // namespace loci::api
