// The scratchpad and the daily log.

#include <fmt/format.h>

#include "app/memory.h"
#include "base/limits.h"
#include "base/text.h"
#include "note/checklist.h"

namespace loci::app {

Result<ScratchReply> Memory::scratch() {
  ScratchReply reply;
  LOCI_ASSIGN(const store::Place place, scopes_.scratchpad());
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, store_.view({place}));
  LOCI_ASSIGN(std::optional<std::string> text, view->read(place, store::kScratchpadFile));
  reply.text = std::move(text).value_or("");
  return reply;
}

Result<ScratchReply> Memory::scratch_change(
    std::string operation, bool dry_run,
    const std::function<Result<std::string>(std::string_view)>& edit) {
  ScratchReply reply;
  LOCI_ASSIGN(const store::Place place, scopes_.scratchpad());
  const std::string file(store::kScratchpadFile);
  const std::string summary = operation;
  const auto planner = [&](store::View& view) -> Result<store::Plan> {
    LOCI_ASSIGN(const std::optional<std::string> before, view.read(place, file));
    LOCI_ASSIGN(reply.text, edit(before.value_or("")));
    store::Plan plan;
    plan.summary = summary;
    if (before || !reply.text.empty()) {
      plan.changes.push_back({place, file, reply.text, std::nullopt, "", ""});
    }
    return plan;
  };
  LOCI_ASSIGN(reply.change, change(std::move(operation), {place}, dry_run, planner));
  return reply;
}

Result<ScratchReply> Memory::scratch_add(std::string_view item, bool dry_run) {
  if (trim(item).empty()) return fail(invalid_input("the item is empty"));
  if (item.size() > kWriteBytes) {
    return fail(invalid_input(
        fmt::format("the item has {} bytes; the limit is {}", item.size(), kWriteBytes)));
  }
  return scratch_change("scratch add", dry_run, [&](std::string_view text) -> Result<std::string> {
    return note::add_item(text, item);
  });
}

Result<ScratchReply> Memory::scratch_done(std::string_view which, bool dry_run) {
  return scratch_change("scratch done", dry_run,
                        [&](std::string_view text) { return note::tick_item(text, which); });
}

Result<ScratchReply> Memory::scratch_clear(bool dry_run) {
  return scratch_change("scratch clear", dry_run,
                        [](std::string_view) -> Result<std::string> { return std::string(); });
}

Result<std::optional<std::string>> Memory::daily(std::string_view date) {
  const std::string day = date.empty() ? local_date(now()) : std::string(date);
  if (!is_date(day)) {
    return fail(invalid_input(fmt::format("'{}' is not a date", day),
                              "write it as YYYY-MM-DD, for example 2026-11-15"));
  }
  LOCI_ASSIGN(const store::Place place, scopes_.daily());
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, store_.view({place}));
  return view->read(place, day + ".md");
}

Result<ChangeReply> Memory::daily_add(std::string_view heading, std::string_view text,
                                      bool dry_run) {
  if (trim(text).empty()) return fail(invalid_input("the text is empty"));
  if (text.size() > kWriteBytes) {
    return fail(invalid_input(
        fmt::format("the text has {} bytes; the limit is {}", text.size(), kWriteBytes)));
  }
  LOCI_ASSIGN(const store::Place place, scopes_.daily());
  const Timestamp time = now();
  const std::string file = local_date(time) + ".md";
  return change("daily add", {place}, dry_run, [&](store::View& view) -> Result<store::Plan> {
    LOCI_ASSIGN(const std::optional<std::string> before, view.read(place, file));
    const std::string_view old = before ? std::string_view(*before) : std::string_view();
    store::Plan plan;
    plan.summary = fmt::format("daily add {}", file);
    plan.changes.push_back({place, file,
                            heading.empty()
                                ? note::append_text(old, text)
                                : note::append_daily(old, local_time(time), heading, text),
                            std::nullopt, "", ""});
    return plan;
  });
}

}  // namespace loci::app
