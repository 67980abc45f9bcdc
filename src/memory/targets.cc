// Long-term memory, the scratchpad, the daily log.

#include "memory/targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/limits.h"
#include "base/text.h"
#include "memory/checks.h"
#include "memory/reading.h"
#include "memory/writing.h"
#include "note/checklist.h"
#include "note/frontmatter.h"
#include "note/index_file.h"
#include "note/long_term.h"
#include "note/note.h"
#include "note/paragraphs.h"
#include "note/slug.h"
#include "store/place.h"

namespace loci::memory {
namespace {

Result<> check_content(std::string_view what, std::string_view text) {
  if (trim(text).empty()) return fail(invalid_input(fmt::format("the {} is empty", what)));
  if (text.size() <= kWriteBytes) return {};
  return fail(invalid_input(
      fmt::format("the {} has {} bytes; the limit is {}", what, text.size(), kWriteBytes)));
}

Error touches_entries() {
  return invalid_input("this would change entries of the index; nothing was changed",
                       "write or delete the note itself: its index line follows");
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

Result<ScratchReply> scratch(Memory& memory) {
  ScratchReply reply;
  LOCI_ASSIGN(const store::Place place, memory.scopes().scratchpad());
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.store().view({place}));
  LOCI_ASSIGN(std::optional<std::string> text, view->read(place, store::kScratchpadFile));
  reply.text = std::move(text).value_or("");
  return reply;
}

namespace {

Result<ChangeReply> change_text(Memory& memory, std::string operation, const store::Place& place,
                                const std::string& file, bool dry_run,
                                const std::function<Result<std::string>(std::string_view)>& edit) {
  TextChecks checks;
  const std::string summary = fmt::format("{} {}", operation, file);
  const auto planner = [&](store::View& view) -> Result<store::Plan> {
    checks.begin();
    LOCI_ASSIGN(const std::optional<std::string> before, view.read(place, file));
    LOCI_ASSIGN(std::string text, edit(before.value_or("")));
    LOCI_TRY(scan_text(memory, place, file, text, before, checks));
    store::Plan plan;
    plan.summary = summary;
    if (before || !text.empty()) {
      plan.changes.push_back(store::FileChange::put(place, file, std::move(text)));
    }
    return plan;
  };
  LOCI_ASSIGN(ChangeReply reply,
              memory.change(memory.request(std::move(operation), {place}, dry_run), planner));
  checks.finish(memory, reply);
  return reply;
}

Result<ScratchReply> scratch_change(
    Memory& memory, std::string operation, bool dry_run,
    const std::function<Result<std::string>(std::string_view)>& edit) {
  ScratchReply reply;
  LOCI_ASSIGN(const store::Place place, memory.scopes().scratchpad());
  const auto noting = [&](std::string_view before) -> Result<std::string> {
    LOCI_ASSIGN(reply.text, edit(before));
    return reply.text;
  };
  LOCI_ASSIGN(reply.change, change_text(memory, std::move(operation), place,
                                        std::string(store::kScratchpadFile), dry_run, noting));
  return reply;
}

}  // namespace

Result<ScratchReply> scratch_add(Memory& memory, std::string_view item, bool dry_run) {
  LOCI_TRY(check_content("item", item));
  return scratch_change(
      memory, "scratch add", dry_run,
      [&](std::string_view text) -> Result<std::string> { return note::add_item(text, item); });
}

Result<ScratchReply> scratch_done(Memory& memory, std::string_view which, bool dry_run) {
  return scratch_change(memory, "scratch done", dry_run,
                        [&](std::string_view text) { return note::tick_item(text, which); });
}

Result<ScratchReply> scratch_clear(Memory& memory, bool dry_run) {
  return scratch_change(memory, "scratch clear", dry_run,
                        [](std::string_view) -> Result<std::string> { return std::string(); });
}

struct TargetFile {
  store::Place place;
  std::string file;
};
Result<TargetFile> target_file(Memory& memory, Target target, const std::string& name) {
  if (target == Target::Daily) {
    const std::string day = name.empty() ? local_date(memory.now()) : name;
    if (!is_date(day)) {
      return fail(invalid_input(fmt::format("'{}' is not a date", day),
                                "write it as YYYY-MM-DD, for example 2026-11-15"));
    }
    LOCI_ASSIGN(store::Place place, memory.scopes().daily());
    return TargetFile{std::move(place), day + ".md"};
  }
  if (target == Target::Scratchpad) {
    LOCI_ASSIGN(store::Place place, memory.scopes().scratchpad());
    return TargetFile{std::move(place), std::string(store::kScratchpadFile)};
  }
  return TargetFile{store::global_place(), std::string(note::kIndexFile)};
}

Result<std::optional<std::string>> daily(Memory& memory, std::string_view date) {
  LOCI_ASSIGN(const TargetFile day, target_file(memory, Target::Daily, std::string(date)));
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.store().view({day.place}));
  return view->read(day.place, day.file);
}

Result<std::vector<std::string>> daily_dates(Memory& memory) {
  LOCI_ASSIGN(const store::Place daily, memory.scopes().daily());
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.store().view({daily}));
  LOCI_ASSIGN(std::vector<std::string> dates, view->notes(daily));
  for (std::string& file : dates) file = std::string(note::stem(file));
  std::erase_if(dates, [](const std::string& date) { return !is_date(date); });
  std::sort(dates.begin(), dates.end());
  return dates;
}

Result<ChangeReply> daily_add(Memory& memory, std::string_view heading, std::string_view text,
                              bool dry_run) {
  LOCI_TRY(check_content("text", text));
  LOCI_ASSIGN(const TargetFile day, target_file(memory, Target::Daily, ""));
  const std::string time = local_time(memory.now());
  return change_text(memory, "daily add", day.place, day.file, dry_run,
                     [&](std::string_view before) -> Result<std::string> {
                       return heading.empty() ? note::append_text(before, text)
                                              : note::append_daily(before, time, heading, text);
                     });
}

Result<TargetReply> write_to(Memory& memory, const TargetWrite& request) {
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
    fact.replace = request.mode == WriteMode::Overwrite;
    fact.operation = "write";
    if (trim(request.name).empty()) {
      return fail(invalid_input("a note needs a name", "give its file or its title as the name"));
    }
    // A title may be no path either: what could not be its file is refused, as everywhere.
    LOCI_TRY(note::note_file_name(request.name));
    LOCI_ASSIGN(reply.change, remember(memory, fact));
    return reply;
  }
  if (!request.name.empty() || request.type || !request.description.empty()) {
    return fail(invalid_input("name, type and description are for notes",
                              "leave them out, or use the target 'note'"));
  }
  const bool append = request.mode == WriteMode::Append;
  if (append || content.size() > kWriteBytes) LOCI_TRY(check_content("content", content));
  LOCI_ASSIGN(const TargetFile file, target_file(memory, request.target, ""));
  const auto edit = [&](std::string_view before) -> Result<std::string> {
    if (request.target != Target::LongTerm) {
      return append ? note::append_text(before, content) : std::string(content);
    }
    if (!append) return note::replace_prose(before, content);
    note::AppendedProse added = note::append_prose(before, content);
    reply.skipped = added.skipped;
    return std::move(added.text);
  };
  LOCI_ASSIGN(reply.change,
              change_text(memory, "write", file.place, file.file, request.dry_run, edit));
  return reply;
}

namespace {

constexpr std::array<std::string_view, 2> kFields{"description", "name"};

std::string field_of(const note::Note& note, std::string_view field) {
  return field == "name" ? note.name : note.description;
}

Result<std::string> edited_field(const TargetEdit& request, const note::Note& parsed,
                                 const std::string& text, const std::string& file) {
  if (std::find(kFields.begin(), kFields.end(), request.field) == kFields.end()) {
    return fail(invalid_input(fmt::format("the field '{}' cannot be edited", request.field),
                              "use description or name"));
  }
  LOCI_ASSIGN(const std::string value,
              note::replace_once(field_of(parsed, request.field), request.from, request.to,
                                 fmt::format("the {} of '{}'", request.field, file)));
  return note::set_field(text, request.field, value);
}

// The note with a passage of its body replaced. A description that loci made follows.
Result<std::string> edited_body(const TargetEdit& request, const note::Note& parsed,
                                const std::string& text, const std::string& file) {
  const auto body = note::replace_once(parsed.body, request.from, request.to,
                                       fmt::format("'{}'", file), parsed.body_line);
  if (!body) {
    const bool nowhere = parsed.body.find(request.from) == std::string::npos;
    for (const std::string_view field : kFields) {
      if (!nowhere || field_of(parsed, field).find(request.from) == std::string::npos) continue;
      return fail(invalid_input(
          fmt::format("the text to replace is in the {} of '{}', not in its body; nothing was "
                      "changed",
                      field, file),
          fmt::format("name the field with --field {}", field)));
    }
    return fail(body.error());
  }
  std::string edited = text.substr(0, parsed.body_begin) + *body;
  const std::string about = note::first_sentence(note::newest_paragraph(*body));
  const bool stale = !parsed.description.empty() && !about.empty() &&
                     note::is_derived(parsed.description, parsed.body) &&
                     !note::is_derived(parsed.description, *body);
  if (!stale) return edited;
  return note::set_field(edited, "description", about);
}

Result<TargetReply> edit_note(Memory& memory, const TargetEdit& request) {
  LOCI_ASSIGN(const Located located,
              locate(memory, {request.name, request.selector, {}, request.dry_run}));
  const Found& found = located.found;
  TargetReply reply;
  TextChecks checks;
  const auto planner = [&](store::View& view) -> Result<store::Plan> {
    checks.begin();
    LOCI_ASSIGN(const std::optional<std::string> before, view.read(found.place, found.file));
    const std::string old = before.value_or("");
    const note::Note parsed = note::parse_note(old);
    LOCI_ASSIGN(std::string text, request.field.empty()
                                      ? edited_body(request, parsed, old, found.file)
                                      : edited_field(request, parsed, old, found.file));
    LOCI_TRY(check_text(memory, found.place, found.file, text, before, checks));
    store::Plan plan;
    plan.summary = fmt::format("edit {}", found.file);
    plan.changes.push_back(store::FileChange::put(found.place, found.file, std::move(text)));
    return plan;
  };
  LOCI_ASSIGN(reply.change,
              memory.change(memory.request("edit", {found.place}, request.dry_run), planner));
  checks.finish(memory, reply.change);
  return reply;
}

}  // namespace

Result<TargetReply> edit_in(Memory& memory, const TargetEdit& request) {
  if (request.target == Target::Note) return edit_note(memory, request);
  if (!request.field.empty()) return fail(invalid_input("only a note has fields"));
  TargetReply reply;
  LOCI_ASSIGN(const TargetFile file, target_file(memory, request.target, request.name));
  const auto edit = [&](std::string_view before) -> Result<std::string> {
    LOCI_ASSIGN(std::string text, note::replace_once(before, request.from, request.to,
                                                     fmt::format("'{}'", file.file)));
    const bool index = request.target == Target::LongTerm;
    if (index && !note::same_entries(before, text)) return fail(touches_entries());
    return text;
  };
  LOCI_ASSIGN(reply.change,
              change_text(memory, "edit", file.place, file.file, request.dry_run, edit));
  return reply;
}

Result<TargetText> read_from(Memory& memory, const TargetEdit& where) {
  if (where.target == Target::Note) {
    LOCI_ASSIGN(NoteText note, read(memory, {where.name, where.selector, {}, false, true}));
    return TargetText{std::move(note.text), note.info.untrusted};
  }
  LOCI_ASSIGN(const TargetFile file, target_file(memory, where.target, where.name));
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.store().view({file.place}));
  LOCI_ASSIGN(std::optional<std::string> text, view->read(file.place, file.file));
  if (where.target != Target::LongTerm) return TargetText{std::move(text).value_or("")};
  return TargetText{note::render_index(text.value_or(""), {}).prose};
}

}  // namespace loci::memory
