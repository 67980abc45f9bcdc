// The tools of memory.

#include <fmt/format.h>

#include <array>

#include "rpc/tool.h"
#include "rpc/tool_runs.h"

namespace loci::rpc {
namespace {

using Type = Argument::Type;

constexpr std::array<std::string_view, 4> kTypes{"user", "feedback", "project", "reference"};
constexpr std::array<std::string_view, 6> kSources{"note",  "list",       "index",
                                                   "daily", "scratchpad", "long_term"};
constexpr std::string_view kScopeHelp =
    "global, workspace, private, shared or agent; all if absent";

constexpr std::array kSearchArguments{
    Argument{"query", Type::Text, true,
             "words; also \"a phrase\", +must, -not, pre*, type:, tag:, file:, after:, before:"},
    Argument{"scope", Type::Text, false, kScopeHelp},
    Argument{"type", Type::Text, false, "", kTypes},
    Argument{"limit", Type::Count, false, "notes at most; 10 if absent"}};
constexpr std::array kReadArguments{
    Argument{"source", Type::Text, true, "what to read; list and index show what there is",
             kSources},
    Argument{"name", Type::Text, false, "of a note: its file; of daily: YYYY-MM-DD, else today"},
    Argument{"scope", Type::Text, false, kScopeHelp}};
constexpr std::array<std::string_view, 4> kTargets{"note", "long_term", "scratchpad", "daily"};
constexpr std::array<std::string_view, 2> kModes{"append", "overwrite"};
constexpr std::array kWriteArguments{
    Argument{"target", Type::Text, true,
             "long_term: always in the prompt; scratchpad: open items, '- [ ] …'; daily: today's "
             "log",
             kTargets},
    Argument{"content", Type::Text, true, "Markdown"},
    Argument{"mode", Type::Text, false, "append if absent", kModes},
    Argument{"name", Type::Text, false, "of a note: its file or title"},
    Argument{"type", Type::Text, false, "of a note; reference if absent", kTypes},
    Argument{"description", Type::Text, false, "of a note: one sentence to decide relevance"},
    Argument{"scope", Type::Text, false, "of a note"}};
constexpr std::array kEditArguments{
    Argument{"target", Type::Text, true, "", kTargets},
    Argument{"old_str", Type::Text, true, "text that is there exactly once"},
    Argument{"new_str", Type::Text, true, "what stands there instead"},
    Argument{"name", Type::Text, false, "of a note: its file; of daily: YYYY-MM-DD, else today"},
    Argument{"scope", Type::Text, false, "of a note"}};
constexpr std::array kContextArguments{
    Argument{"query", Type::Text, false, "adds the notes that answer it best"},
    Argument{"budget", Type::Count, false, "tokens at most"}};
constexpr std::array<std::string_view, 6> kCommands{"view",   "create", "str_replace",
                                                    "insert", "delete", "rename"};
constexpr std::array kMemoryArguments{
    Argument{"command", Type::Text, true, "what to do", kCommands},
    Argument{"path", Type::Text, false, "the file or directory, below /memories; not for rename"},
    Argument{"view_range", Type::Range, false, "view: the first and last line; -1 is the end"},
    Argument{"file_text", Type::Text, false, "create: the whole text"},
    Argument{"old_str", Type::Text, false, "str_replace: text that is on one line only"},
    Argument{"new_str", Type::Text, false, "str_replace: what stands there instead"},
    Argument{"insert_line", Type::Integer, false, "insert: after this line; 0 is the top"},
    Argument{"insert_text", Type::Text, false, "insert: what to put there"},
    Argument{"old_path", Type::Text, false, "rename: from"},
    Argument{"new_path", Type::Text, false, "rename: to"}};
constexpr std::array kDeleteArguments{
    Argument{"name", Type::Text, true, "the note's file, with or without .md"},
    Argument{"scope", Type::Text, false, kScopeHelp}};
constexpr std::array kRememberArguments{
    Argument{"content", Type::Text, true, "the fact, in Markdown"},
    Argument{"title", Type::Text, true, "what it is about; the same title updates that note"},
    Argument{"type", Type::Text, false,
             "user or feedback: about the person, kept everywhere; project (if absent) or "
             "reference: about this workspace",
             kTypes},
    Argument{"description", Type::Text, false,
             "one sentence to decide relevance; the first of the content if absent"}};

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

Result<app::Selector> selector_of(const Json& arguments, const Pins& pins) {
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
  return app::Selector{std::move(scope), false, false, false};
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
         api::Effect::Reads, true, kSearchArguments, kSearchOutput, run_search},
    Tool{"memory_read", "Read memory",
         "Read one note, the scratchpad, a day's log, long-term memory or an index, or list every "
         "file.",
         api::Effect::Reads, true, kReadArguments, kReadOutput, run_read},
    Tool{"memory_write", "Write memory",
         "Append to or overwrite long-term memory, the scratchpad, today's log or a note. For a "
         "single fact `remember` is simpler.",
         api::Effect::Deletes, false, kWriteArguments, kChangeOutput, run_write},
    Tool{"memory_edit", "Edit memory",
         "Replace one passage; nothing changes unless old_str is there exactly once.",
         api::Effect::Deletes, false, kEditArguments, kChangeOutput, run_edit},
    Tool{"memory_delete", "Delete a note",
         "Delete a note that is wrong or out of date. A person can bring it back with 'loci undo'.",
         api::Effect::Deletes, false, kDeleteArguments, kChangeOutput, run_delete},
    Tool{"remember", "Remember a fact",
         "Keep one durable fact as a note: a preference, a correction with its reason, a decision, "
         "a hard-won fix. Not for secrets, passing state or what the repository already says.",
         api::Effect::Writes, true, kRememberArguments, kChangeOutput, run_remember},
    Tool{"memory_context", "Memory at a glance",
         "What a session starts with: open items, recent logs, long-term memory and the indexes.",
         api::Effect::Reads, true, kContextArguments, kContextOutput, run_context},
    Tool{"memory", "Memory",
         "View, create, edit, move and delete the text files below /memories, which last across "
         "sessions.",
         api::Effect::Deletes, false, kMemoryArguments, "", run_memory_tool},
};

}  // namespace

std::span<const Tool> memory_tools() { return kTools; }

}  // namespace loci::rpc
