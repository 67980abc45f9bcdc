// The tools of memory.

#include <fmt/format.h>

#include <array>

#include "base/hash.h"
#include "base/limits.h"
#include "memory/change.h"
#include "memory/scopes.h"
#include "rpc/tool.h"
#include "rpc/tool_runs.h"

namespace loci::rpc {
namespace {

using api::Param;

constexpr std::array<std::string_view, 4> kTypes{"user", "feedback", "project", "reference"};
constexpr std::array<std::string_view, 6> kSources{"note",  "list",       "index",
                                                   "daily", "scratchpad", "long_term"};
constexpr std::array<std::string_view, 2> kFields{"description", "name"};
constexpr std::string_view kScopeHelp = "global, workspace, private, shared or agent";

constexpr std::array kSearchParams{
    Param::text("query", "",
                "words; also \"a phrase\", +must, -not, pre*, type:, tag:, after:, before:")
        .needed(),
    Param::text("scope", "", kScopeHelp), Param::choice("type", kTypes, ""),
    Param::integer("limit", "", "10 if absent").at_least(1)};
constexpr std::array kReadParams{
    Param::choice("source", kSources, "").needed(),
    Param::text("name", "", "of a note: file or title; of daily: YYYY-MM-DD, today if absent"),
    Param::text("scope", "", ""),
    Param::choice("type", kTypes, "of list"),
    Param::text("tag", "", "of list"),
    Param::text("since", "", "of list: a date, or 7d")};
constexpr std::array<std::string_view, 4> kTargets{"note", "long_term", "scratchpad", "daily"};
constexpr std::array<std::string_view, 2> kModes{"append", "overwrite"};
constexpr std::array kWriteParams{
    Param::choice(
        "target", kTargets,
        "long_term: always in the prompt; scratchpad: '- [ ] …' items; daily: today's log")
        .needed(),
    Param::text("content", "", "Markdown").needed(),
    Param::choice("mode", kModes, "append if absent"),
    Param::text("name", "", "of a note: file or title"),
    Param::choice("type", kTypes, "of a note; reference if absent"),
    Param::text("description", "", "of a note"),
    Param::text("scope", "", "of a note")};
constexpr std::array kEditParams{
    Param::choice("target", kTargets, "").needed(),
    Param::text("old_str", "", "").needed(),
    Param::text("new_str", "", "").needed(),
    Param::text("name", "", "of a note: its file; of daily: YYYY-MM-DD"),
    Param::choice("field", kFields, "of a note: edit this, not its body"),
    Param::text("scope", "", "of a note")};
constexpr std::array kContextParams{Param::text("query", "", "adds the notes that answer it best"),
                                    Param::integer("budget", "", "tokens at most").at_least(1)};
constexpr std::array<std::string_view, 6> kCommands{"view",   "create", "str_replace",
                                                    "insert", "delete", "rename"};
constexpr std::array kMemoryParams{
    Param::choice("command", kCommands, "what to do").needed(),
    Param::text("path", "", "file or directory below /memories; not for rename"),
    Param::integers("view_range", "view: first and last line; -1 is the end"),
    Param::text("file_text", "", "create: the whole text"),
    Param::text("old_str", "", "str_replace: text that is on one line only"),
    Param::text("new_str", "", "str_replace: the new text"),
    Param::integer("insert_line", "", "insert: after this line; 0 is the top")
        .at_least(Param::kNoLeast),
    Param::text("insert_text", "", "insert: the text"),
    Param::text("old_path", "", "rename: from"),
    Param::text("new_path", "", "rename: to")};
constexpr std::array kDeleteParams{Param::text("name", "", "its file").needed(),
                                   Param::text("scope", "", "")};
constexpr std::array kHistoryParams{
    Param::text("name", "", "of a note; all changes if absent"),
    Param::integer("limit", "", "10 if absent").at_least(1).at_most(kHistoryRows)};
constexpr std::array kUndoParams{Param::integer("operation", "", "").needed().at_least(1),
                                 Param::text("hash", "", "").needed()};
constexpr std::array kRememberParams{
    Param::text("content", "", "the fact in Markdown").needed(),
    Param::text("title", "", "what it is about").needed(),
    // Any word: models make types up, and the fact counts more.
    Param::text("type", "",
                "user or feedback: about the person, kept everywhere; project (if absent) or "
                "reference: about this workspace"),
    Param::text("description", "", "when it matters; first sentence if absent"),
    Param::text("scope", "", "by type if absent; shared: in the repository"),
    Param::list("on_paths", "", "globs: before such files change"),
    Param::list("on_commands", "", "before such commands"),
    Param::list("on_words", "", "at prompts with such words"),
    Param::flag("replace", "replace the note's text")};

// Nothing is required that may be empty or the same every time: clients hand this to their
// model word for word.
constexpr std::string_view kSearchOutput = R"({"type":"object","properties":{
"hits":{"type":"array","items":{"type":"object","properties":{
"filename":{"type":"string"},"scope":{"type":"string"},"title":{"type":"string"},
"date":{"type":"string"},"text":{"type":"string"}},"required":["filename","scope"]}},
"more":{"type":"integer"},"unread":{"type":"array","items":{"type":"string"}},
"notice":{"type":"string"}},"required":["hits"]})";
constexpr std::string_view kReadOutput = R"({"type":"object","properties":{
"filename":{"type":"string"},"scope":{"type":"string"},"date":{"type":"string"},
"title":{"type":"string"},"type":{"type":"string"},"description":{"type":"string"},
"tags":{"type":"array","items":{"type":"string"}},"metadata":{"type":"object"},
"text":{"type":"string"},"files":{"type":"array","items":{"type":"object"}},
"more":{"type":"integer"},"truncated":{"type":"string"},"notice":{"type":"string"}}})";
constexpr std::string_view kContextOutput =
    R"({"type":"object","properties":{"text":{"type":"string"}},"required":["text"]})";
constexpr std::string_view kChangeOutput = R"({"type":"object","properties":{
"status":{"type":"string"},"filename":{"type":"string"},"scope":{"type":"string"},
"operation":{"type":"integer"},"hash":{"type":"string"},"review":{"type":"string"}},
"required":["status"]})";
constexpr std::string_view kFactOutput = R"({"type":"object","properties":{
"truncated":{"type":"string"},"status":{"type":"string"},"filename":{"type":"string"},
"scope":{"type":"string"},"operation":{"type":"integer"},"hash":{"type":"string"},
"warnings":{"type":"array"},"text":{"type":"string"},"gone":{"type":"array"},
"elsewhere":{"type":"array"},"skipped":{"type":"integer"},"review":{"type":"string"}},
"required":["status"]})";
constexpr std::string_view kHistoryOutput = R"({"type":"object","properties":{
"operations":{"type":"array","items":{"type":"object","properties":{
"operation":{"type":"integer"},"time":{"type":"string"},"kind":{"type":"string"},
"by":{"type":"string"},"filename":{"type":"string"},"scope":{"type":"string"},
"files":{"type":"integer"},"hash":{"type":"string"},"undone":{"type":"boolean"}},
"required":["operation","hash"]}}},"required":["operations"]})";

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

std::string short_hash(std::string_view hash) {
  constexpr std::size_t kDigits = 12;
  return std::string(hash.substr(0, kDigits));
}

namespace {

// Of the text that a change left; of one that it removed, that of the text it had.
std::string left_by(const memory::ChangeReply& change) {
  if (!change.hash.empty() || change.changed.empty()) return change.hash;
  const store::Changed& first = change.changed.front();
  return sha256(first.after ? *first.after : first.before.value_or(""));
}

}  // namespace

void put_change(Json& reply, const memory::ChangeReply& change) {
  reply["status"] = memory::status_name(change.status);
  const bool named = !change.file.empty();
  if (named || !change.changed.empty()) {
    reply["filename"] = named ? change.file : change.changed.front().file;
    reply["scope"] = scope_word(named ? change.place : change.changed.front().place);
  }
  if (change.id != 0) {
    reply["operation"] = change.id;
    reply["hash"] = short_hash(left_by(change));
  }
  if (change.status == memory::Status::Held) {
    reply["review"] =
        fmt::format("stored for review: it is not in memory until a person accepts it ({})",
                    change.held.front().why);
  }
  if (!change.warnings.empty()) reply["warnings"] = change.warnings;
}

namespace {

constexpr std::array kTools{
    Tool{"memory_search", "Search memory",
         "Search notes, long-term memory, scratchpad and daily logs, best first. Search before you "
         "ask the user or start work.",
         api::Effect::Reads, true, kSearchParams, kSearchOutput, run_search},
    Tool{"memory_read", "Read memory",
         "Read one note, the scratchpad, a day's log, long-term memory or the indexes, or list "
         "the notes.",
         api::Effect::Reads, true, kReadParams, kReadOutput, run_read},
    Tool{"memory_write", "Write memory",
         "Append to or overwrite long-term memory, the scratchpad, today's log or a note. For one "
         "fact use `remember`.",
         api::Effect::Deletes, false, kWriteParams, kFactOutput, run_write},
    Tool{"memory_edit", "Edit memory", "Replace old_str, which must be there exactly once.",
         api::Effect::Deletes, false, kEditParams, kChangeOutput, run_edit},
    Tool{"memory_delete", "Delete a note", "Delete a note that is wrong or out of date.",
         api::Effect::Deletes, false, kDeleteParams, kChangeOutput, run_delete},
    Tool{"remember", "Remember a fact",
         "Keep one durable fact: a preference, a correction with its reason, a decision, a "
         "hard-won fix. Under an existing title it is added as a dated paragraph. No secrets, "
         "passing state or what the repository says.",
         api::Effect::Deletes, true, kRememberParams, kFactOutput, run_remember},
    Tool{"memory_history", "History of memory",
         "What was changed, newest first, with the operation and hash that memory_undo takes.",
         api::Effect::Reads, true, kHistoryParams, kHistoryOutput, run_history, Offered::ToWriters},
    Tool{"memory_undo", "Undo a change",
         "Take back a change that an agent made, by the operation and hash in the answer to it.",
         api::Effect::Deletes, true, kUndoParams, kChangeOutput, run_undo, Offered::WithoutScope},
    Tool{"memory_context", "Memory at a glance",
         "What a session starts with: what the user wants, open items, recent logs, long-term "
         "memory and indexes.",
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
