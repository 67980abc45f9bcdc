// The tools about what was done: history and undo.

#include <fmt/format.h>

#include "memory/memory.h"
#include "past/history.h"
#include "past/undo.h"
#include "rpc/tool_runs.h"
#include "store/place.h"

namespace loci::rpc {
namespace {

constexpr std::size_t kOperations = 10;
constexpr std::size_t kMinute = 16;  // characters of "2026-11-15T10:00"

Json to_json(const past::HistoryRow& row) {
  const store::Record& record = row.record;
  Json json = {{"operation", record.sequence},
               {"time", record.time.substr(0, kMinute)},
               {"kind", record.operation},
               {"by", record.actor}};
  if (!record.files.empty()) {
    json["filename"] = record.files.front().file;
    json["scope"] = scope_word(store::place_of_key(record.files.front().place));
  }
  if (record.files.size() > 1) json["files"] = record.files.size();
  json["hash"] = short_hash(past::left_by(record));
  if (row.undone) json["undone"] = true;
  return json;
}

}  // namespace

Result<ToolReply> run_history(memory::Memory& memory, const Json& arguments, const Pins& pins) {
  LOCI_ASSIGN(const memory::Selector selector, selector_of(Json::object(), pins));
  past::HistoryRequest request;
  request.limit = arguments.value("limit", kOperations);
  if (arguments.contains("name")) {
    memory::NoteRequest note{arguments["name"].get<std::string>(), selector, std::nullopt, false};
    note.by_title = true;
    LOCI_ASSIGN(const memory::Found found, past::locate_past(memory, note));
    request.places = {found.place};
    request.file = found.file;
  } else {
    LOCI_ASSIGN(request.places, memory.readable(selector));
  }
  LOCI_ASSIGN(const std::vector<past::HistoryRow> rows, past::history(memory, request));
  ToolReply reply;
  reply.data = {{"operations", Json::array()}};
  for (const past::HistoryRow& row : rows) reply.data["operations"].push_back(to_json(row));
  return reply;
}

Result<ToolReply> run_undo(memory::Memory& memory, const Json& arguments, const Pins& /*pins*/) {
  past::UndoRequest request;
  request.id = arguments["operation"].get<std::uint64_t>();
  request.hash = arguments["hash"].get<std::string>();
  if (request.hash.empty()) return fail(invalid_input("the hash is empty"));
  LOCI_ASSIGN(const past::UndoReply undone, past::undo(memory, request));
  ToolReply reply;
  put_change(reply.data, undone.change);
  reply.data["status"] = "undone";
  return reply;
}

}  // namespace loci::rpc
