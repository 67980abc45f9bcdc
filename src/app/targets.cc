// Long-term memory, the scratchpad, the daily log.

#include "app/targets.h"

#include <fmt/format.h>

#include "app/memory.h"
#include "app/prompt.h"
#include "base/limits.h"
#include "base/text.h"
#include "note/checklist.h"
#include "note/index_file.h"
#include "note/long_term.h"
#include "note/slug.h"
#include "store/place.h"

namespace loci::app {
namespace {

Result<> check_content(std::string_view what, std::string_view text) {
  if (trim(text).empty()) return fail(invalid_input(fmt::format("the {} is empty", what)));
  if (text.size() <= kWriteBytes) return {};
  return fail(invalid_input(
      fmt::format("the {} has {} bytes; the limit is {}", what, text.size(), kWriteBytes)));
}

Error touches_entries() {
  return invalid_input("that would change entries of the index; nothing was changed",
                       "write or delete the note itself: its line follows");
}

}  // namespace

Result<Target> parse_target(std::string_view name) {
  if (name == "long_term") return Target::LongTerm;
  if (name == "scratchpad") return Target::Scratchpad;
  if (name == "daily") return Target::Daily;
  if (name == "note") return Target::Note;
  return fail(invalid_input(fmt::format("'{}' is not a target", name),
                            "use long_term, scratchpad, daily or note"));
}

Result<WriteMode> parse_mode(std::string_view name) {
  if (name == "append") return WriteMode::Append;
  if (name == "overwrite") return WriteMode::Overwrite;
  return fail(invalid_input(fmt::format("'{}' is not a mode", name), "use append or overwrite"));
}

Result<ScratchReply> Memory::scratch() {
  ScratchReply reply;
  LOCI_ASSIGN(const store::Place place, scopes_.scratchpad());
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, store_.view({place}));
  LOCI_ASSIGN(std::optional<std::string> text, view->read(place, store::kScratchpadFile));
  reply.text = std::move(text).value_or("");
  return reply;
}

Result<ChangeReply> Memory::change_text(
    std::string operation, const store::Place& place, const std::string& file, bool dry_run,
    const std::function<Result<std::string>(std::string_view)>& edit) {
  std::vector<std::string> warnings;
  const std::string summary = fmt::format("{} {}", operation, file);
  const auto planner = [&](store::View& view) -> Result<store::Plan> {
    warnings.clear();
    LOCI_ASSIGN(const std::optional<std::string> before, view.read(place, file));
    LOCI_ASSIGN(std::string text, edit(before.value_or("")));
    LOCI_TRY(scan(file, text, warnings));
    store::Plan plan;
    plan.summary = summary;
    if (before || !text.empty()) {
      plan.changes.push_back(store::FileChange::put(place, file, std::move(text)));
    }
    return plan;
  };
  LOCI_ASSIGN(ChangeReply reply, change(std::move(operation), {place}, dry_run, planner));
  reply.warnings = std::move(warnings);
  return reply;
}

Result<ScratchReply> Memory::scratch_change(
    std::string operation, bool dry_run,
    const std::function<Result<std::string>(std::string_view)>& edit) {
  ScratchReply reply;
  LOCI_ASSIGN(const store::Place place, scopes_.scratchpad());
  const auto noting = [&](std::string_view before) -> Result<std::string> {
    LOCI_ASSIGN(reply.text, edit(before));
    return reply.text;
  };
  LOCI_ASSIGN(reply.change, change_text(std::move(operation), place,
                                        std::string(store::kScratchpadFile), dry_run, noting));
  return reply;
}

Result<ScratchReply> Memory::scratch_add(std::string_view item, bool dry_run) {
  LOCI_TRY(check_content("item", item));
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

Result<Memory::TargetFile> Memory::target_file(Target target, const std::string& name) {
  if (target == Target::Daily) {
    const std::string day = name.empty() ? local_date(now()) : name;
    if (!is_date(day)) {
      return fail(invalid_input(fmt::format("'{}' is not a date", day),
                                "write it as YYYY-MM-DD, for example 2026-11-15"));
    }
    LOCI_ASSIGN(store::Place place, scopes_.daily());
    return TargetFile{std::move(place), day + ".md"};
  }
  if (target == Target::Scratchpad) {
    LOCI_ASSIGN(store::Place place, scopes_.scratchpad());
    return TargetFile{std::move(place), std::string(store::kScratchpadFile)};
  }
  return TargetFile{store::global_place(), std::string(note::kIndexFile)};
}

Result<std::optional<std::string>> Memory::daily(std::string_view date) {
  LOCI_ASSIGN(const TargetFile day, target_file(Target::Daily, std::string(date)));
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, store_.view({day.place}));
  return view->read(day.place, day.file);
}

Result<ChangeReply> Memory::daily_add(std::string_view heading, std::string_view text,
                                      bool dry_run) {
  LOCI_TRY(check_content("text", text));
  LOCI_ASSIGN(const TargetFile day, target_file(Target::Daily, ""));
  const std::string time = local_time(now());
  return change_text("daily add", day.place, day.file, dry_run,
                     [&](std::string_view before) -> Result<std::string> {
                       return heading.empty() ? note::append_text(before, text)
                                              : note::append_daily(before, time, heading, text);
                     });
}

Result<ChangeReply> Memory::flush_compaction_summary(std::string_view summary,
                                                     std::optional<std::size_t> messages,
                                                     bool dry_run) {
  return daily_add(compaction_heading(messages), summary, dry_run);
}

Result<TargetReply> Memory::write_to(const TargetWrite& request) {
  TargetReply reply;
  std::string_view content = request.content;
  if (request.truncate) {
    content = cut_bytes(content, kWriteBytes);
    reply.cut = request.content.size() - content.size();
  }
  if (request.target == Target::Note) {
    RememberRequest fact{std::string(content), request.name,     request.type,
                         request.description,  request.selector, request.dry_run};
    fact.new_type = "reference";
    fact.by_file = true;
    fact.append = request.mode == WriteMode::Append;
    fact.operation = "write";
    if (trim(request.name).empty()) {
      return fail(invalid_input("a note needs a name", "give its file or its title as the name"));
    }
    // A title may be no path either: what could not be its file is refused, as everywhere.
    LOCI_TRY(note::note_file_name(request.name));
    LOCI_ASSIGN(reply.change, remember(fact));
    return reply;
  }
  if (!request.name.empty() || request.type || !request.description.empty()) {
    return fail(invalid_input("name, type and description are for notes",
                              "leave them out, or use the target 'note'"));
  }
  const bool append = request.mode == WriteMode::Append;
  if (append || content.size() > kWriteBytes) LOCI_TRY(check_content("content", content));
  LOCI_ASSIGN(const TargetFile file, target_file(request.target, ""));
  const auto edit = [&](std::string_view before) -> Result<std::string> {
    if (request.target != Target::LongTerm) {
      return append ? note::append_text(before, content) : std::string(content);
    }
    if (!append) return note::replace_prose(before, content);
    note::AppendedProse added = note::append_prose(before, content);
    reply.skipped = added.skipped;
    return std::move(added.text);
  };
  LOCI_ASSIGN(reply.change, change_text("write", file.place, file.file, request.dry_run, edit));
  return reply;
}

Result<TargetReply> Memory::edit_note(const TargetEdit& request) {
  LOCI_ASSIGN(const Located located, locate({request.name, request.selector, {}, request.dry_run}));
  const Found& found = located.found;
  TargetReply reply;
  std::vector<std::string> warnings;
  const auto planner = [&](store::View& view) -> Result<store::Plan> {
    warnings.clear();
    LOCI_ASSIGN(const std::optional<std::string> before, view.read(found.place, found.file));
    LOCI_ASSIGN(std::string text, note::replace_once(before.value_or(""), request.from, request.to,
                                                     fmt::format("'{}'", found.file)));
    LOCI_TRY(check_text(found.place, found.file, text, before, warnings));
    store::Plan plan;
    plan.summary = fmt::format("edit {}", found.file);
    plan.changes.push_back(store::FileChange::put(found.place, found.file, std::move(text)));
    return plan;
  };
  LOCI_ASSIGN(reply.change, change("edit", {found.place}, request.dry_run, planner));
  reply.change.warnings = std::move(warnings);
  return reply;
}

Result<TargetReply> Memory::edit_in(const TargetEdit& request) {
  if (request.target == Target::Note) return edit_note(request);
  TargetReply reply;
  LOCI_ASSIGN(const TargetFile file, target_file(request.target, request.name));
  const auto edit = [&](std::string_view before) -> Result<std::string> {
    LOCI_ASSIGN(std::string text, note::replace_once(before, request.from, request.to,
                                                     fmt::format("'{}'", file.file)));
    const bool index = request.target == Target::LongTerm;
    if (index && !note::same_entries(before, text)) return fail(touches_entries());
    return text;
  };
  LOCI_ASSIGN(reply.change, change_text("edit", file.place, file.file, request.dry_run, edit));
  return reply;
}

Result<TargetText> Memory::read_from(const TargetEdit& where) {
  if (where.target == Target::Note) {
    LOCI_ASSIGN(NoteText note, read({where.name, where.selector, {}, false}));
    return TargetText{std::move(note.text), note.info.untrusted};
  }
  LOCI_ASSIGN(const TargetFile file, target_file(where.target, where.name));
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, store_.view({file.place}));
  LOCI_ASSIGN(std::optional<std::string> text, view->read(file.place, file.file));
  if (where.target != Target::LongTerm) return TargetText{std::move(text).value_or("")};
  return TargetText{note::render_index(text.value_or(""), {}).prose};
}

}  // namespace loci::app
