// scratch and daily.

#include <fmt/format.h>

#include "api/arguments.h"
#include "api/codec.h"
#include "api/rows.h"
#include "api/text_view.h"
#include "base/text.h"
#include "memory/change.h"
#include "memory/memory.h"
#include "memory/targets.h"
#include "note/checklist.h"

namespace loci::api {
namespace {

constexpr std::array kScratchList{Param::flag("all", "include done items")};
constexpr std::array kScratchAdd =
    params(std::array{Param::text("text", "TEXT", "what to do").by_place().needed()}, kDryRun);
constexpr std::array kScratchDone =
    params(std::array{Param::text("which", "WHICH", "its number, or words that only it contains")
                          .by_place()
                          .needed()},
           kDryRun);
constexpr std::array kScratchClear = params(kDryRun);
constexpr std::array kDaily{Param::text("date", "DATE", "YYYY-MM-DD (default: today)").by_place()};
constexpr std::array kDailyAdd = params(
    std::array{Param::content("text", "TEXT", "what happened (default, or -: standard input)")
                   .by_place()
                   .needed(),
               Param::text("heading", "HEADING", "put a heading with the time above it")},
    kDryRun);

Reply scratch_reply(const memory::ScratchReply& scratch, bool all, bool changed) {
  Reply reply;
  reply.data = changed ? to_json(scratch.change) : Json::object();
  reply.data["items"] = Json::array();
  reply.list = "items";
  for (const note::ChecklistItem& item : note::checklist_items(scratch.text)) {
    if (item.done && !all) continue;
    reply.data["items"].push_back(
        {{"number", item.number}, {"done", item.done}, {"text", item.text}});
    reply.text += fmt::format("{:>3} [{}] {}\n", item.number, item.done ? 'x' : ' ',
                              printable(item.text, true));
  }
  if (changed && scratch.change.dry_run) reply.text = change_text(scratch.change);
  return reply;
}

Result<Reply> scratch_list(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const memory::ScratchReply scratch, memory::scratch(memory));
  Reply reply = scratch_reply(scratch, flag(arguments, "all"), false);
  if (reply.text.empty()) reply.notes.emplace_back("no open items on the scratchpad");
  return reply;
}

Result<Reply> scratch_add(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const memory::ScratchReply scratch,
              memory::scratch_add(memory, text_or(arguments, "text"), flag(arguments, "dry-run")));
  return scratch_reply(scratch, false, true);
}

Result<Reply> scratch_done(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(
      const memory::ScratchReply scratch,
      memory::scratch_done(memory, text_or(arguments, "which"), flag(arguments, "dry-run")));
  Reply reply = scratch_reply(scratch, false, true);
  if (reply.text.empty()) reply.notes.emplace_back("no open items left on the scratchpad");
  return reply;
}

Result<Reply> scratch_clear(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const memory::ScratchReply scratch,
              memory::scratch_clear(memory, flag(arguments, "dry-run")));
  Reply reply = scratch_reply(scratch, false, true);
  const bool changed = scratch.change.status != memory::Status::Unchanged;
  if (!changed) reply.text = "unchanged: the scratchpad is empty\n";
  if (changed && !scratch.change.dry_run) {
    reply.text = "cleared the scratchpad\n";
    reply.notes.push_back(fmt::format("'{}' brings it back", undo_command(memory, scratch.change)));
  }
  return reply;
}

Result<Reply> daily(memory::Memory& memory, const Json& arguments) {
  const std::string date = text_or(arguments, "date");
  LOCI_ASSIGN(std::optional<std::string> text, memory::daily(memory, date));
  Reply reply;
  const std::string day = date.empty() ? local_date(memory.now()) : date;
  reply.data = {{"date", day}, {"text", text ? Json(*text) : Json(nullptr)}};
  reply.nothing = !text;
  if (!text) reply.notes.push_back(fmt::format("no log for {}", day));
  reply.text = std::move(text).value_or("");
  return reply;
}

Result<Reply> daily_add(memory::Memory& memory, const Json& arguments) {
  LOCI_ASSIGN(const memory::ChangeReply change,
              memory::daily_add(memory, text_or(arguments, "heading"), text_or(arguments, "text"),
                                flag(arguments, "dry-run")));
  return change_reply(change);
}

constexpr std::array kScratchRoutes{Route{"GET", "/api/scratchpad"}};
constexpr std::array kAddRoutes{Route{"POST", "/api/scratchpad"}};
constexpr std::array kDoneRoutes{Route{"POST", "/api/scratchpad/done"}};
constexpr std::array kClearRoutes{Route{"DELETE", "/api/scratchpad"}};
constexpr std::array kDailyRoutes{Route{"GET", "/api/daily"}, Route{"GET", "/api/daily/{date}"}};
constexpr std::array kDailyAddRoutes{Route{"POST", "/api/daily"}};

constexpr std::array kTargetOperations{
    Operation{Group::Targets, "scratch list", "Show the open items of the scratchpad",
              Effect::Reads, kScratchList, "loci scratch list --all", scratch_list}
        .in_workspace()
        .at(kScratchRoutes),
    Operation{Group::Targets, "scratch add", "Add an item to the scratchpad", Effect::Writes,
              kScratchAdd, "loci scratch add \"ask about the cache\"", scratch_add}
        .in_workspace()
        .at(kAddRoutes),
    Operation{Group::Targets, "scratch done", "Tick an item off", Effect::Writes, kScratchDone,
              "loci scratch done cache", scratch_done}
        .in_workspace()
        .at(kDoneRoutes),
    Operation{Group::Targets, "scratch clear", "Empty the scratchpad; undo brings it back",
              Effect::Deletes, kScratchClear, "loci scratch clear", scratch_clear}
        .in_workspace()
        .at(kClearRoutes),
    Operation{Group::Targets, "daily", "Print the log of a day", Effect::Reads, kDaily,
              "loci daily 2026-11-14", daily}
        .in_workspace()
        .at(kDailyRoutes),
    Operation{Group::Targets, "daily add", "Add to today's log", Effect::Writes, kDailyAdd,
              "loci daily add \"Tagged 1.4 and pushed.\" --heading release", daily_add}
        .in_workspace()
        .at(kDailyAddRoutes),
};

}  // namespace

std::span<const Operation> target_operations() { return kTargetOperations; }

}  // namespace loci::api
