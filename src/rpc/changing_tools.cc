// The tools that change memory.

#include <fmt/format.h>

#include "api/memory_tool.h"
#include "base/limits.h"
#include "base/text.h"
#include "memory/change.h"
#include "memory/memory.h"
#include "memory/memory_tool.h"
#include "memory/moving.h"
#include "memory/scopes.h"
#include "memory/targets.h"
#include "memory/writing.h"
#include "note/note.h"
#include "rpc/tool_runs.h"

namespace loci::rpc {
namespace {

void put_cut(Json& reply, std::size_t given, std::size_t stored) {
  reply["truncated"] =
      fmt::format("the content has {} bytes; only the first {} were stored", given, stored);
}

// Cuts what an agent gives to what is stored, and says so first.
std::string cut_content(std::string content, Json& reply) {
  if (content.size() <= kWriteBytes) return content;
  const std::size_t given = content.size();
  content.resize(cut_bytes(content, kWriteBytes).size());
  put_cut(reply, given, content.size());
  return content;
}

// Of a long note the end is shown, where the newest is.
constexpr std::size_t kShownBytes = 4'096;

std::string newest_of(std::string_view body) {
  body = trim_right(body);
  if (body.size() <= kShownBytes) return std::string(body);
  const std::size_t line = body.find('\n', body.size() - kShownBytes);
  return line == std::string_view::npos ? "…" : fmt::format("…\n{}", body.substr(line + 1));
}

// The same of a note that a fact was added to: what it now says, what went, and where else
// its title is.
void put_fact(Json& reply, const memory::ChangeReply& change) {
  put_change(reply, change);
  if (change.status != memory::Status::Created && change.status != memory::Status::Held) {
    reply["text"] = newest_of(note::parse_note(change.text).body);
  }
  if (!change.gone.empty()) reply["gone"] = change.gone;
  for (const memory::NoteName& other : change.elsewhere) {
    reply["elsewhere"].push_back({{"filename", other.file}, {"scope", scope_word(other.place)}});
  }
}

// The target of a call, where the pins have room for it.
Result<memory::Target> target_of(const Json& arguments, const Pins& pins) {
  LOCI_ASSIGN(const memory::Target target,
              memory::parse_target(arguments["target"].get<std::string>()));
  if (target == memory::Target::Note) return target;
  const bool global = target == memory::Target::LongTerm;
  LOCI_TRY(check_pin(pins, global ? "global" : "workspace",
                     global ? "long-term memory" : "the scratchpad or daily log"));
  return target;
}

}  // namespace

Result<ToolReply> run_write(memory::Memory& memory, const Json& arguments, const Pins& pins) {
  memory::TargetWrite request;
  LOCI_ASSIGN(request.target, target_of(arguments, pins));
  LOCI_ASSIGN(request.mode, memory::parse_mode(arguments.value("mode", "append")));
  request.content = arguments["content"].get<std::string>();
  request.name = arguments.value("name", "");
  if (arguments.contains("type")) request.type = arguments["type"].get<std::string>();
  request.description = arguments.value("description", "");
  LOCI_ASSIGN(request.selector, selector_of(arguments, pins));
  request.truncate = true;
  LOCI_ASSIGN(const memory::TargetReply done, memory::write_to(memory, request));
  ToolReply reply;
  if (done.cut > 0) put_cut(reply.data, request.content.size(), request.content.size() - done.cut);
  if (request.target == memory::Target::Note) {
    put_fact(reply.data, done.change);
  } else {
    put_change(reply.data, done.change);
  }
  if (done.skipped > 0) reply.data["skipped"] = done.skipped;
  return reply;
}

Result<ToolReply> run_edit(memory::Memory& memory, const Json& arguments, const Pins& pins) {
  memory::TargetEdit request;
  LOCI_ASSIGN(request.target, target_of(arguments, pins));
  request.name = arguments.value("name", "");
  LOCI_ASSIGN(request.selector, selector_of(arguments, pins));
  request.from = arguments["old_str"].get<std::string>();
  request.to = arguments["new_str"].get<std::string>();
  request.field = arguments.value("field", "");
  if (request.target == memory::Target::Note && request.name.empty()) {
    return fail(invalid_input("'name' is missing: which note?",
                              "memory_read with source \"list\" shows all notes"));
  }
  LOCI_ASSIGN(const memory::TargetReply done, memory::edit_in(memory, request));
  ToolReply reply;
  put_change(reply.data, done.change);
  return reply;
}

Result<ToolReply> run_delete(memory::Memory& memory, const Json& arguments, const Pins& pins) {
  LOCI_ASSIGN(const memory::Selector selector, selector_of(arguments, pins));
  LOCI_ASSIGN(const memory::ChangeReply change,
              memory::remove(
                  memory, {arguments["name"].get<std::string>(), selector, std::nullopt, false}));
  ToolReply reply;
  put_change(reply.data, change);
  return reply;
}

Result<ToolReply> run_memory_tool(memory::Memory& memory, const Json& arguments, const Pins& pins) {
  LOCI_ASSIGN(const memory::MemoryToolCommand command, api::memory_tool_command(arguments));
  if (pins.read_only && command.kind != memory::MemoryToolCommand::Kind::View) {
    return fail(denied("this server is read-only", "use the command view"));
  }
  ToolReply reply;
  LOCI_ASSIGN(reply.text, memory::run_memory_tool(memory, pins.scope, command));
  return reply;
}

Result<ToolReply> run_remember(memory::Memory& memory, const Json& arguments, const Pins& pins) {
  ToolReply reply;
  memory::RememberRequest request;
  request.content = cut_content(arguments["content"].get<std::string>(), reply.data);
  request.title = arguments["title"].get<std::string>();
  if (arguments.contains("type")) request.type = arguments["type"].get<std::string>();
  request.description = arguments.value("description", "");
  const auto list = [&](const char* key) {
    return arguments.contains(key) ? arguments[key].get<std::vector<std::string>>()
                                   : std::vector<std::string>();
  };
  const note::Triggers triggers{list("on_paths"), list("on_commands"), list("on_words")};
  if (!triggers.empty()) request.triggers = triggers;
  request.replace = arguments.value("replace", false);
  LOCI_ASSIGN(request.selector, selector_of(arguments, pins));
  LOCI_ASSIGN(const memory::ChangeReply change, memory::remember(memory, request));
  put_fact(reply.data, change);
  return reply;
}

}  // namespace loci::rpc
