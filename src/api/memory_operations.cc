// memory, memory edit: the index and the notes as files.

#include <fmt/format.h>

#include "api/arguments.h"
#include "api/codec.h"
#include "api/rows.h"
#include "api/text_view.h"
#include "base/hash.h"
#include "base/text.h"
#include "memory/index_edit.h"
#include "memory/reading.h"
#include "memory/unsettled.h"
#include "note/index_file.h"

namespace loci::api {
namespace {

constexpr std::array kMemory = params(
    std::array{Param::text("name", "NOTE", "print this note; MEMORY is the index").by_place()},
    kSelect);
constexpr std::array kMemoryEdit = params(
    std::array{Param::text("name", "NOTE", "the note (default, or MEMORY: the index)").by_place()},
    kAllow, kSelect, kDryRun);

Json json_of(const memory::PlaceFiles& place) {
  Json json = place_fields(place.place);
  json["path"] = place.path;
  json["index_bytes"] = place.index_bytes ? Json(*place.index_bytes) : Json(nullptr);
  json["notes"] = Json::array();
  for (const auto& note : place.notes) {
    json["notes"].push_back({{"filename", note.name}, {"bytes", note.bytes}});
  }
  if (place.untrusted) json["untrusted"] = true;
  return json;
}

Result<Reply> show_places(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const std::vector<memory::PlaceFiles> places,
              memory::files_on_disk(memory, selector(arguments)));
  Reply reply;
  reply.list = "places";
  reply.data = {{"places", Json::array()}};
  bool any = false;
  for (const memory::PlaceFiles& place : places) {
    reply.data["places"].push_back(json_of(place));
    if (!place.index_bytes && place.notes.empty()) continue;
    any = true;
    reply.text += fmt::format("{}  {}\n", place_text(place.place, place.untrusted),
                              printable(place.path, true));
    std::vector<std::vector<std::string>> rows;
    rows.push_back({std::string(note::kIndexFile),
                    place.index_bytes ? size_text(*place.index_bytes) : "none yet"});
    for (const auto& note : place.notes) rows.push_back({note.name, size_text(note.bytes)});
    const std::size_t columns = memory.session().columns;
    const std::string shown = table(rows, columns > 2 ? columns - 2 : columns);
    for (const std::string_view line : split_lines(shown)) {
      reply.text += fmt::format("  {}", line);
    }
  }
  if (!any) {
    reply.notes.emplace_back("no notes yet: 'loci remember TEXT --title TITLE' makes one");
  }
  return reply;
}

Result<Reply> show_index(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const memory::IndexText index, memory::read_index(memory, selector(arguments)));
  Reply reply;
  reply.data = place_fields(index.place);
  reply.data["filename"] = note::kIndexFile;
  reply.data["text"] = index.text ? Json(*index.text) : Json(nullptr);
  reply.data["hash"] = index.text ? Json(sha256(*index.text)) : Json(nullptr);
  reply.text = index.text.value_or("");
  reply.nothing = !index.text;
  if (!index.text) {
    reply.notes.push_back(fmt::format("{} has no index yet", index.place.label()));
  }
  if (index.untrusted) reply.notes.push_back(untrusted_note());
  return reply;
}

Result<Reply> show_memory(memory::Memory& memory, const Json& arguments) {
  const std::string name = text_or(arguments, "name");
  if (name.empty()) return show_places(memory, arguments);
  if (is_index_name(name)) return show_index(memory, arguments);
  LOCI_ASSIGN(memory::NoteText note, memory::read(memory, reading_request(memory, arguments)));
  const std::string unsettled = memory::unsettled_in(note.info.file, note.text);
  note.text = memory::without_sides(memory, std::move(note.text));
  Reply reply;
  reply.text = note.text;
  reply.data = to_json(note, memory.now());
  if (note.info.untrusted) reply.notes.push_back(untrusted_note());
  if (!unsettled.empty()) reply.notes.push_back(unsettled);
  return reply;
}

constexpr std::array kMemoryOperations{
    Operation{Group::Notes, "memory", "List the files of memory, or print the index or a note",
              Effect::Reads, kMemory, "loci memory MEMORY --scope global", show_memory},
    Operation{Group::Notes, "memory edit", "Open the index, or a note, in your editor",
              Effect::Writes, kMemoryEdit, "EDITOR=vim loci memory edit", kByFrontEnd},
};

}  // namespace

std::span<const Operation> memory_operations() { return kMemoryOperations; }

bool is_index_name(std::string_view name) { return name == "MEMORY" || name == note::kIndexFile; }

}  // namespace loci::api
