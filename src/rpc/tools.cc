// The tools of memory.

#include <fmt/format.h>

#include <array>

#include "memory/scopes.h"
#include "rpc/tool.h"
#include "rpc/tool_runs.h"

namespace loci::rpc {
namespace {

using api::Param;

constexpr std::array<std::string_view, 4> kTypes{"user", "feedback", "project", "reference"};
constexpr std::array<std::string_view, 6> kSources{"note",  "list",       "index",
                                                   "daily", "scratchpad", "long_term"};
constexpr std::string_view kScopeHelp =
    "global, workspace, private, shared or agent; all if absent";

constexpr std::array kSearchParams{
    Param::text("query", "",
                "words; also \"a phrase\", +must, -not, pre*, type:, tag:, file:, after:, before:")
        .needed(),
    Param::text("scope", "", kScopeHelp), Param::choice("type", kTypes, ""),
    Param::integer("limit", "", "notes at most; 10 if absent").at_least(1)};
constexpr std::array kReadParams{
    Param::choice("source", kSources, "what to read; list and index show what there is").needed(),
    Param::text("name", "", "of a note: its file; of daily: YYYY-MM-DD, else today"),
    Param::text("scope", "", kScopeHelp)};
constexpr std::array<std::string_view, 4> kTargets{"note", "long_term", "scratchpad", "daily"};
constexpr std::array<std::string_view, 2> kModes{"append", "overwrite"};
constexpr std::array kWriteParams{
    Param::choice(
        "target", kTargets,
        "long_term: always in the prompt; scratchpad: open items, '- [ ] …'; daily: today's "
        "log")
        .needed(),
    Param::text("content", "", "Markdown").needed(),
    Param::choice("mode", kModes, "append if absent"),
    Param::text("name", "", "of a note: its file or title"),
    Param::choice("type", kTypes, "of a note; reference if absent"),
    Param::text("description", "", "of a note: one sentence to decide relevance"),
    Param::text("scope", "", "of a note")};
constexpr std::array kEditParams{
    Param::choice("target", kTargets, "").needed(),
    Param::text("old_str", "", "text that is there exactly once").needed(),
    Param::text("new_str", "", "what stands there instead").needed(),
    Param::text("name", "", "of a note: its file; of daily: YYYY-MM-DD, else today"),
    Param::text("scope", "", "of a note")};
constexpr std::array kContextParams{Param::text("query", "", "adds the notes that answer it best"),
                                    Param::integer("budget", "", "tokens at most").at_least(1)};
constexpr std::array<std::string_view, 6> kCommands{"view",   "create", "str_replace",
                                                    "insert", "delete", "rename"};
constexpr std::array kMemoryParams{
    Param::choice("command", kCommands, "what to do").needed(),
    Param::text("path", "", "the file or directory, below /memories; not for rename"),
    Param::integers("view_range", "view: the first and last line; -1 is the end"),
    Param::text("file_text", "", "create: the whole text"),
    Param::text("old_str", "", "str_replace: text that is on one line only"),
    Param::text("new_str", "", "str_replace: what stands there instead"),
    Param::integer("insert_line", "", "insert: after this line; 0 is the top")
        .at_least(Param::kNoLeast),
    Param::text("insert_text", "", "insert: what to put there"),
    Param::text("old_path", "", "rename: from"),
    Param::text("new_path", "", "rename: to")};
constexpr std::array kDeleteParams{
    Param::text("name", "", "the note's file, with or without .md").needed(),
    Param::text("scope", "", kScopeHelp)};
constexpr std::array kRememberParams{
    Param::text("content", "", "the fact, in Markdown").needed(),
    Param::text("title", "", "what it is about; the same title updates that note").needed(),
    Param::choice("type", kTypes,
                  "user or feedback: about the person, kept everywhere; project (if absent) or "
                  "reference: about this workspace"),
    Param::text("description", "",
                "one sentence to decide relevance; the first of the content if absent")};

constexpr std::string_view kSearchOutput = R"({"type":"object","properties":{
"hits":{"type":"array","items":{"type":"object","properties":{
"uri":{"type":"string"},"path":{"type":"string"},"filename":{"type":"string"},
"scope":{"type":"string"},"name":{"type":"string"},"type":{"type":["string","null"]},
"description":{"type":"string"},"date":{"type":"string"},
"matched_terms":{"type":"object"},"total_hits":{"type":"integer"},
"filename_only":{"type":"boolean"},"is_memory_md":{"type":"boolean"},
"body":{"type":"string"}},"required":["filename","scope","body"]}},
"more":{"type":"integer"},"notice":{"type":"string"}},"required":["hits","more"]})";
constexpr std::string_view kReadOutput = R"({"type":"object","properties":{
"source":{"type":"string"},"filename":{"type":"string"},"scope":{"type":"string"},
"name":{"type":"string"},"type":{"type":["string","null"]},"description":{"type":"string"},
"date":{"type":"string"},"hash":{"type":"string"},"text":{"type":"string"},
"files":{"type":"array","items":{"type":"object"}},"more":{"type":"integer"},
"truncated":{"type":"string"},"notice":{"type":"string"}},"required":["source"]})";
constexpr std::string_view kContextOutput =
    R"({"type":"object","properties":{"text":{"type":"string"}},"required":["text"]})";
constexpr std::string_view kChangeOutput = R"({"type":"object","properties":{
"truncated":{"type":"string"},"status":{"type":"string"},"filename":{"type":["string","null"]},
"scope":{"type":["string","null"]},"hash":{"type":["string","null"]},
"operation":{"type":["integer","null"]},"skipped":{"type":"integer"},"warnings":{"type":"array","items":{"type":"string"}}},
"required":["status"]})";

bool within(std::string_view pin, std::string_view scope) {
  return scope == pin || (pin == "workspace" && (scope == "private" || scope == "shared"));
}

}  // namespace

Result<memory::Selector> selector_of(const Json& arguments, const Pins& pins) {
  std::string scope = arguments.value("scope", "");
  if (!pins.scope.empty()) {
    if (!scope.empty() && !within(pins.scope, scope)) {
      return fail(
          denied(fmt::format("this server keeps to scope '{}'", pins.scope), "leave scope out"));
    }
    if (scope.empty()) scope = pins.scope;
  }
  if (!pins.agent.empty() && scope.starts_with("agent:") && scope.substr(6) != pins.agent) {
    return fail(
        denied(fmt::format("this server keeps to agent '{}'", pins.agent), "use scope agent"));
  }
  return memory::Selector{std::move(scope), false, false, false};
}

Result<> check_pin(const Pins& pins, std::string_view scope, std::string_view what) {
  if (pins.scope.empty() || pins.scope == scope) return {};
  return fail(denied(
      fmt::format("this server keeps to scope '{}', and {} is {}", pins.scope, what, scope)));
}

std::string scope_word(const store::Place& place) {
  return place.is_agent() ? place.scope() : place.label();
}

namespace {

constexpr std::array kTools{
    Tool{"memory_search", "Search memory",
         "Find what is remembered: notes, long-term memory, scratchpad and daily logs, best first, "
         "with the lines around the matches. Search before you ask the user or start work.",
         api::Effect::Reads, true, kSearchParams, kSearchOutput, run_search},
    Tool{"memory_read", "Read memory",
         "Read one note, the scratchpad, a day's log, long-term memory or an index, or list every "
         "file.",
         api::Effect::Reads, true, kReadParams, kReadOutput, run_read},
    Tool{"memory_write", "Write memory",
         "Append to or overwrite long-term memory, the scratchpad, today's log or a note. For a "
         "single fact `remember` is simpler.",
         api::Effect::Deletes, false, kWriteParams, kChangeOutput, run_write},
    Tool{"memory_edit", "Edit memory",
         "Replace one passage; nothing changes unless old_str is there exactly once.",
         api::Effect::Deletes, false, kEditParams, kChangeOutput, run_edit},
    Tool{"memory_delete", "Delete a note",
         "Delete a note that is wrong or out of date. A person can bring it back with 'loci undo'.",
         api::Effect::Deletes, false, kDeleteParams, kChangeOutput, run_delete},
    Tool{"remember", "Remember a fact",
         "Keep one durable fact as a note: a preference, a correction with its reason, a decision, "
         "a hard-won fix. Not for secrets, passing state or what the repository already says.",
         api::Effect::Writes, true, kRememberParams, kChangeOutput, run_remember},
    Tool{"memory_context", "Memory at a glance",
         "What a session starts with: open items, recent logs, long-term memory and the indexes.",
         api::Effect::Reads, true, kContextParams, kContextOutput, run_context,
         Offered::WithoutScope},
    Tool{"memory", "Memory",
         "View, create, edit, move and delete the text files below /memories, which last across "
         "sessions.",
         api::Effect::Deletes, false, kMemoryParams, "", run_memory_tool, Offered::Instead},
};

}  // namespace

std::span<const Tool> memory_tools() { return kTools; }

}  // namespace loci::rpc
