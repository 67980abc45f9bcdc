// context, flush, reserve, and the targets of agents.

#include <fmt/format.h>

#include "api/arguments.h"
#include "api/codec.h"
#include "api/rows.h"
#include "api/text_view.h"
#include "base/limits.h"
#include "base/text.h"
#include "compile/foreign_file.h"
#include "exchange/tool.h"
#include "memory/asker.h"
#include "memory/change.h"
#include "memory/memory.h"
#include "memory/targets.h"
#include "prompt/briefing.h"
#include "prompt/compaction.h"
#include "prompt/context.h"
#include "prompt/hooks.h"
#include "prompt/recalling.h"
#include "prompt/text_size.h"

namespace loci::api {
namespace {

constexpr std::array<std::string_view, 3> kContextFormats{"text", "json", "hook"};
constexpr std::array kContext{
    Param::list("agent", "ID", "include this agent's memory; may be repeated"),
    Param::text("query", "WORDS", "include the notes that answer it"),
    Param::integer("budget", "TOKENS", "at most this many tokens (default: 32,768 bytes)")
        .at_least(1),
    Param::text("tool", "TOOL", "stay within the limits of this tool's hook: {hooks}"),
    Param::text("append-to", "FILE", "print this text with the block after it").of_a_file(),
    Param::text("prepend-to", "FILE", "print this text with the block before it").of_a_file(),
    Param::flag("explain", "show what was included, why, and what was cut"),
    Param::choice("format", kContextFormats,
                  "output format; hook: what a session-start hook answers")};
constexpr std::array kRecall{
    Param::words("prompt", "WORDS", "the user's prompt").by_place(),
    Param::text("command", "LINE", "a command about to run, instead of a prompt"),
    Param::list("path", "FILE", "a file about to change, instead of a prompt; may be repeated"),
    Param::flag("explain", "explain the choice of each note")};
constexpr std::array kFlush = params(
    std::array{Param::content("summary", "TEXT", "the summary (default, or -: standard input)")
                   .by_place()
                   .needed(),
               Param::integer("count", "N", "how many messages were compacted")},
    kDryRun);
constexpr std::array kReserve{
    Param::integer("base", "TOKENS", "the reserve without memory, in tokens").by_place().needed(),
    Param::content("block", "TEXT|@FILE|-", "the memory block (default: standard input)")};

constexpr std::array kHook{
    Param::text("tool", "TOOL", "{hooks}").by_place().needed(),
    Param::text("event", "EVENT",
                "session-start, prompt, tool, pre-compact, post-compact or session-end")
        .by_place()
        .needed(),
    Param::flag("project",
                "called from a repository's settings: silent where your own have the hook")};

constexpr std::array<std::string_view, 4> kTargets{"long_term", "scratchpad", "daily", "note"};
constexpr std::array<std::string_view, 2> kModes{"append", "overwrite"};
constexpr Param kTarget = Param::choice("target", kTargets, "long_term, scratchpad, daily or note")
                              .shown_as("TARGET")
                              .by_place()
                              .needed();
constexpr Param kTargetName =
    Param::text("name", "NAME", "a note's file or title, or the date of a daily log");
constexpr std::array kTargetRead = params(std::array{kTarget, kTargetName}, kSelect);
constexpr std::array kTargetWrite = params(
    std::array{
        kTarget, Param::text("name", "NAME", "the note's file or title; only a note needs it"),
        Param::content("content", "TEXT|@FILE|-", "the text (default: standard input)"),
        Param::choice("mode", kModes, "how to add the text (default: append)"),
        Param::text("type", "TYPE", "a note's type (default: reference)"),
        Param::text("description", "TEXT", "a note's description (default: its first sentence)")},
    kSelect, kDryRun);
constexpr std::array kTargetEdit = params(
    std::array{
        kTarget, kTargetName,
        Param::text("old", "TEXT", "the text to replace; it must occur exactly once").needed(),
        Param::text("new", "TEXT", "the text to put in its place").needed(),
        Param::text("field", "FIELD",
                    "edit this field of a note: description or name (default: the body)")},
    kSelect, kDryRun);

Json json_of(const prompt::ReceiptRow& row) {
  return {{"section", row.title},
          {"why", row.why},
          {"fate", prompt::fate_name(row.fate)},
          {"bytes", row.shown.bytes},
          {"tokens", row.shown.tokens()},
          {"units", row.shown.units},
          {"whole_bytes", row.whole.bytes}};
}

// What the block must fit into; null for what is not limited.
Json limits_json(const prompt::ContextRequest& request) {
  const prompt::TextSize& room = request.limits.room;
  const auto or_null = [](std::size_t size) {
    return size == prompt::kUnlimited.bytes ? Json(nullptr) : Json(size);
  };
  const bool tokens = room.millitokens != prompt::kUnlimited.millitokens;
  return {{"bytes", or_null(room.bytes)},
          {"units", or_null(room.units)},
          {"tokens", request.budget ? Json(*request.budget)
                     : tokens       ? Json(room.millitokens / prompt::kMilli)
                                    : Json(nullptr)}};
}

std::vector<std::string> receipt_lines(const prompt::ContextBlock& block) {
  std::vector<std::string> lines;
  lines.push_back(fmt::format("{} bytes, about {} tokens; guide and fence {} bytes",
                              block.size.bytes, block.size.tokens(), block.frame.bytes));
  for (const prompt::ReceiptRow& row : block.receipt) {
    const std::string of = row.fate == prompt::ReceiptRow::Fate::Whole
                               ? std::string()
                               : fmt::format(" of {}", row.whole.bytes);
    lines.push_back(fmt::format("{}: {}, {}{} bytes, about {} tokens ({})",
                                printable(row.title, true), prompt::fate_name(row.fate),
                                row.shown.bytes, of, row.shown.tokens(), row.why));
  }
  return lines;
}

Result<std::string> file_text(memory::Memory& memory, const std::string& path) {
  LOCI_ASSIGN(compile::ForeignFile file,
              compile::read_foreign(memory.store().files(), path, "", kFileBytes));
  if (!file.text) return fail(not_found(fmt::format("there is no file '{}'", path)));
  return std::move(*file.text);
}

// The prompt of an agent with the block behind or before it; as it is where there is no block.
Result<std::string> joined_with(memory::Memory& memory, const Json& arguments,
                                const std::string& block) {
  std::string text = block;
  if (const auto path = text_if(arguments, "append-to")) {
    LOCI_ASSIGN(const std::string preamble, file_text(memory, *path));
    text = prompt::append_memory_block(preamble, text);
  }
  if (const auto path = text_if(arguments, "prepend-to")) {
    LOCI_ASSIGN(const std::string own, file_text(memory, *path));
    text = prompt::prepend_memory_block(text, own);
  }
  return text;
}

Result<Reply> context(memory::Memory& memory, const Json& arguments) {
  const std::string format = text_or(arguments, "format", "text");
  prompt::ContextRequest request;
  if (const auto name = text_if(arguments, "tool")) {
    LOCI_ASSIGN(const exchange::Tool* tool, exchange::find_hook_tool(*name));
    LOCI_ASSIGN(request, prompt::context_for(memory, *tool));
  }
  for (std::string& agent : list_of(arguments, "agent")) request.agents.push_back(std::move(agent));
  request.query = text_or(arguments, "query");
  if (arguments.contains("budget")) request.budget = number_or(arguments, "budget", 0);
  LOCI_ASSIGN(const prompt::ContextReply context, prompt::context(memory, request));
  Reply reply;
  reply.data = {{"text", context.block.text},
                {"bytes", context.block.size.bytes},
                {"tokens", context.block.size.tokens()},
                {"units", context.block.size.units},
                {"limits", limits_json(request)},
                {"notice", context.notice}};
  LOCI_ASSIGN(reply.text, joined_with(memory, arguments, context.block.text));
  if (arguments.contains("append-to") || arguments.contains("prepend-to")) {
    reply.data["prompt"] = reply.text;
  }
  if (format == "hook" && !reply.text.empty()) {
    reply.text =
        dump_json(
            {{"hookSpecificOutput",
              {{"hookEventName", "SessionStart"}, {"additionalContext", context.block.text}}}}) +
        "\n";
  }
  if (flag(arguments, "explain")) {
    reply.data["sections"] = Json::array();
    for (const prompt::ReceiptRow& row : context.block.receipt) {
      reply.data["sections"].push_back(json_of(row));
    }
    reply.notes = receipt_lines(context.block);
  }
  if (format == "json") reply.text = dump_json(reply.data, 2) + "\n";
  return reply;
}

Json json_of(const prompt::Evidence& evidence) {
  return {{"sum", evidence.sum},           {"shared_words", evidence.shared},
          {"surprise", evidence.surprise}, {"part", evidence.part},
          {"rarest", evidence.rarest},     {"titled", evidence.titled},
          {"together", evidence.together}, {"meaning", evidence.meaning},
          {"sentence", evidence.sentence}};
}

Json json_of(const prompt::Judged& note) {
  Json json = place_fields(note.place);
  json["filename"] = note.file;
  json["name"] = note.name;
  json["told"] = note.told;
  json["why"] = note.why;
  json["score"] = note.score;
  json["fact"] = note.fact;
  json["trigger"] = note.trigger.empty() ? Json() : Json(note.trigger);
  json["wanted"] = note.recalled.wanted;
  json["evidence"] = note.trigger.empty() ? json_of(note.evidence) : Json();
  return json;
}

std::string explained(const prompt::Judged& note) {
  if (!note.trigger.empty()) return {};
  const prompt::Evidence& has = note.evidence;
  return fmt::format(
      " ({} of its words, {:.0f} % of what it says; surprise {:.1f}, rarest {:.1f}, in the title "
      "{:.1f}, together {:.1f}; meaning {:.2f}, of a sentence {:.2f})",
      has.shared, has.part * 100, has.surprise, has.rarest, has.titled, has.together, has.meaning,
      has.sentence);
}

// What is asked about: a prompt, a command or files, one of them.
Result<prompt::Moment> moment_of(memory::Memory& memory, const Json& arguments) {
  prompt::Moment moment;
  moment.prompt = text_or(arguments, "prompt");
  moment.command = text_or(arguments, "command");
  moment.paths = prompt::paths_below(memory, list_of(arguments, "path"));
  const int given = static_cast<int>(!trim(moment.prompt).empty()) +
                    static_cast<int>(!trim(moment.command).empty()) +
                    static_cast<int>(!moment.paths.empty());
  if (given == 1) return moment;
  return fail(invalid_input(given == 0 ? "a prompt, --command or --path is missing"
                                       : "a prompt, --command and --path cannot be combined",
                            "give the words of a prompt, --command LINE or --path FILE"));
}

Result<Reply> recall(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const prompt::Moment moment, moment_of(memory, arguments));
  LOCI_ASSIGN(const prompt::Judgement judgement, prompt::judge(memory, moment));
  const bool explain = flag(arguments, "explain");
  Reply reply;
  reply.list = "notes";
  reply.data = {{"text", judgement.text},
                {"query", judgement.query},
                {"level", prompt::recall_level_name(judgement.level)},
                {"bar", judgement.bar ? Json(*judgement.bar) : Json()},
                {"units", prompt::measure(judgement.text).units},
                {"tokens", prompt::estimate_tokens(judgement.text)},
                {"notes", Json::array()}};
  reply.text = judgement.text;
  for (const prompt::Judged& note : judgement.notes) {
    reply.data["notes"].push_back(json_of(note));
    reply.notes.push_back(fmt::format("{} {}: {}{}", note.told ? "recalled" : "not recalled",
                                      printable(note.file, true), note.why,
                                      explain ? explained(note) : ""));
  }
  reply.nothing = judgement.text.empty();
  if (judgement.level == prompt::RecallLevel::Off) {
    reply.notes.emplace_back("recall.level is off: only notes with triggers are recalled");
  } else if (judgement.query.empty()) {
    reply.notes.emplace_back("none of its words is specific enough to search for");
  } else if (judgement.notes.empty()) {
    reply.notes.emplace_back("no note has any of its words");
  } else if (explain) {
    reply.notes.push_back(fmt::format(
        "level {}: the bar is {:.1f}, among {}", prompt::recall_level_name(judgement.level),
        judgement.bar.value_or(0), count(judgement.notes_searched, "note")));
  }
  return reply;
}

Result<Reply> flush(memory::Memory& memory, const Json& arguments) {
  std::optional<std::size_t> messages;
  if (arguments.contains("count")) messages = number_or(arguments, "count", 0);
  LOCI_ASSIGN(const memory::ChangeReply change,
              prompt::flush_compaction_summary(memory, text_or(arguments, "summary"), messages,
                                               flag(arguments, "dry-run")));
  return change_reply(change);
}

Result<Reply> reserve(memory::Memory& /*memory*/, const Json& arguments) {
  const std::size_t total =
      prompt::effective_reserve(number_or(arguments, "base", 0), text_or(arguments, "block"));
  Reply reply;
  reply.data = {{"tokens", total}};
  reply.text = fmt::format("{}\n", total);
  return reply;
}

Result<memory::TargetEdit> where(const Json& arguments) {
  memory::TargetEdit edit;
  LOCI_ASSIGN(edit.target, memory::parse_target(text_or(arguments, "target")));
  edit.name = text_or(arguments, "name");
  edit.selector = selector(arguments);
  return edit;
}

Result<Reply> target_read(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const memory::TargetEdit place, where(arguments));
  LOCI_ASSIGN(memory::TargetText target, memory::read_from(memory, place));
  Reply reply;
  reply.text = std::move(target.text);
  reply.data = {{"target", text_or(arguments, "target")}, {"text", reply.text}};
  reply.nothing = reply.text.empty();
  if (reply.nothing) reply.notes.emplace_back("nothing there yet");
  if (target.untrusted) {
    reply.data["untrusted"] = true;
    reply.notes.push_back(untrusted_note());
  }
  return reply;
}

Reply target_reply(const memory::TargetReply& target) {
  Reply reply = change_reply(target.change);
  reply.data["skipped"] = target.skipped;
  reply.data["cut"] = target.cut;
  if (target.skipped > 0) {
    reply.notes.push_back(fmt::format("skipped {}: already there", count(target.skipped, "line")));
  }
  if (target.cut > 0) {
    reply.notes.insert(
        reply.notes.begin(),
        fmt::format("the content was cut to {} bytes; {} were left out", kWriteBytes, target.cut));
  }
  return reply;
}

Result<Reply> target_write(memory::Memory& memory, const Json& arguments) {
  memory::TargetWrite request;
  LOCI_ASSIGN(request.target, memory::parse_target(text_or(arguments, "target")));
  LOCI_ASSIGN(request.mode, memory::parse_mode(text_or(arguments, "mode", "append")));
  request.content = text_or(arguments, "content");
  request.name = text_or(arguments, "name");
  request.type = text_if(arguments, "type");
  request.description = text_or(arguments, "description");
  request.selector = selector(arguments);
  request.truncate = memory.session().audience == memory::Audience::Agent;
  request.dry_run = flag(arguments, "dry-run");
  LOCI_ASSIGN(const memory::TargetReply target, memory::write_to(memory, request));
  return target_reply(target);
}

Result<Reply> target_edit(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(memory::TargetEdit edit, where(arguments));
  edit.from = text_or(arguments, "old");
  edit.to = text_or(arguments, "new");
  edit.field = text_or(arguments, "field");
  edit.dry_run = flag(arguments, "dry-run");
  LOCI_ASSIGN(const memory::TargetReply target, memory::edit_in(memory, edit));
  return target_reply(target);
}

constexpr std::array kContextRoutes{Route{"GET", "/api/context"}};
constexpr std::array kRecallRoutes{Route{"GET", "/api/context/recall"}};

constexpr std::array kContextOperations{
    Operation{Group::Sessions, "context", "Print the memory a session starts with", Effect::Reads,
              kContext, "loci context --query \"release checklist\" --budget 2400", context}
        .at(kContextRoutes),
    Operation{Group::Sessions, "recall",
              "Show which notes a prompt or command would recall, and why", Effect::Reads, kRecall,
              "loci recall --explain why does the staging login fail", recall}
        .at(kRecallRoutes),
    Operation{Group::Sessions, "target read",
              "Print long-term memory, the scratchpad, a day's log or a note", Effect::Reads,
              kTargetRead, "loci target read long_term", target_read},
    Operation{Group::Sessions, "target write",
              "Add to long-term memory, the scratchpad, today's log or a note", Effect::Writes,
              kTargetWrite,
              "loci target write long_term --content \"Deploys are frozen in December.\"",
              target_write},
    Operation{Group::Sessions, "target edit", "Replace a text that occurs exactly once",
              Effect::Writes, kTargetEdit,
              "loci target edit long_term --old December --new \"late December\"", target_edit},
    Operation{Group::Sessions, "flush", "Add a compaction summary to today's log", Effect::Writes,
              kFlush, "loci flush \"We chose the ring buffer.\" --count 42", flush}
        .in_workspace(),
    Operation{Group::Sessions, "reserve", "Print how many tokens to keep free at compaction",
              Effect::Reads, kReserve, "loci reserve 16000 --block @block.md", reserve},
    Operation{Group::Sessions, "hook", "Answer a tool's hook; reads the event from standard input",
              Effect::Writes, kHook, "loci hook claude session-start", kByFrontEnd}
        .asked_by(Asker::Tool),
};

}  // namespace

std::span<const Operation> context_operations() { return kContextOperations; }

}  // namespace loci::api
