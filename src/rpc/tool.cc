#include "rpc/tool.h"

#include <fmt/format.h>

#include <array>

#include "api/schema.h"
#include "base/text.h"

namespace loci::rpc {
namespace {

// Claude Code shows its model the definitions of these; of other tools only the names,
// until it searches for one.
bool is_needed_at_once(const Tool& tool) {
  return tool.name == "memory_search" || tool.name == "memory_read" || tool.name == "remember" ||
         tool.offered == Offered::Instead;
}

}  // namespace

bool is_offered(const Tool& tool, const Pins& pins) {
  const bool instead = tool.offered == Offered::Instead;
  if (pins.memory_tool || instead) return pins.memory_tool && instead;
  if (!pins.scope.empty() && tool.offered == Offered::WithoutScope) return false;
  if (pins.read_only && tool.offered == Offered::ToWriters) return false;
  return !pins.read_only || tool.effect == api::Effect::Reads;
}

Json to_json(const Tool& tool) {
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
               {"inputSchema", api::json_schema(tool.params)}};
  if (!tool.output.empty()) json["outputSchema"] = Json::parse(tool.output);
  json["annotations"] = std::move(annotations);
  if (is_needed_at_once(tool)) json["_meta"] = {{"anthropic/alwaysLoad", true}};
  return json;
}

std::string advice(const Error& error) {
  if (error.kind == ErrorKind::Internal) {
    return "loci failed to do this; as far as it knows nothing was changed";
  }
  struct Phrase {
    std::string_view from;
    std::string_view to;
  };
  static constexpr std::array kPhrases{
      Phrase{"run 'loci list' to see all notes",
             "memory_read with source \"list\" shows all notes"},
      Phrase{"name one with --workspace, over HTTP with workspace=PROJECT",
             "this server has no workspace: the person who configures it can add --workspace PATH "
             "to 'loci mcp', or set LOCI_WORKSPACE; global scope works without"},
      Phrase{"say which with --private, --shared or --user", "say which with scope"},
      Phrase{"say which with --private or --shared", "say which with scope private or shared"},
      Phrase{"name it with --agent ID or --scope agent:ID", "name it with scope agent:ID"},
      Phrase{"see 'loci log', or use --force: the present text stays in history",
             "memory_history shows by whom; read the note and edit it"},
      Phrase{"run 'loci undo --list' to see what can be undone",
             "memory_history shows what was done"},
      Phrase{"to redo it, undo that undo: 'loci history' shows its number",
             "to redo it, undo that undo: memory_history shows its number"},
      Phrase{"name the field with --field", "name the field with field"},
      Phrase{"say what it is about with --title", "say what it is about with title"},
      Phrase{"say which with --scope", "say which with scope"},
  };
  std::string hint = error.hint;
  for (const Phrase& phrase : kPhrases) hint = replace_all(hint, phrase.from, phrase.to);
  return hint.empty() ? error.message : fmt::format("{}; {}", error.message, hint);
}

}  // namespace loci::rpc
