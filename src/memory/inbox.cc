#include "memory/inbox.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/diff.h"
#include "base/text.h"
#include "memory/checks.h"
#include "note/index_file.h"
#include "note/note.h"

namespace loci::memory {
namespace {

constexpr std::string_view kDeciding = "decide what waits in the inbox";

Error none_called(Memory& memory, std::string_view id) {
  const auto known =
      memory.store().journal().last_change(store::kInboxKey, entry_file(ascii_lower(id)));
  if (known && *known) {
    return not_found(fmt::format("'{}' is no longer waiting", id),
                     "'loci history' shows what was decided, and 'loci undo' takes it back");
  }
  return not_found(fmt::format("there is no '{}' in the inbox", id),
                   "run 'loci inbox' to see what is waiting");
}

// The file of the entry that `id` names.
Result<std::string> file_called(Memory& memory, store::View& view, std::string_view id) {
  LOCI_ASSIGN(const std::vector<std::string> files, view.notes(store::inbox_place()));
  const std::string wanted = ascii_lower(trim(id));
  std::vector<std::string> found;
  for (const std::string& file : files) {
    if (file == entry_file(wanted)) return file;
    if (!wanted.empty() && file.starts_with(wanted)) found.push_back(file);
  }
  if (found.size() == 1) return std::move(found.front());
  if (found.size() > 1) {
    return fail(invalid_input(fmt::format("'{}' matches several ids", id),
                              "run 'loci inbox' to see them in full"));
  }
  return fail(none_called(memory, id));
}

Result<InboxEntry> read_entry(store::View& view, const std::string& file) {
  LOCI_ASSIGN(const std::optional<std::string> text, view.read(store::inbox_place(), file));
  if (!text) return fail(not_found(fmt::format("'{}' is no longer waiting", file)));
  return parse_entry(*text, file);
}

std::vector<store::Place> places_of(const InboxEntry& entry) {
  std::vector<store::Place> places;
  for (const HeldChange& change : entry.changes) {
    store::Place place = store::place_of_key(change.place);
    if (std::find(places.begin(), places.end(), place) == places.end()) {
      places.push_back(std::move(place));
    }
  }
  places.push_back(store::inbox_place());
  return places;
}

Error changed_since(const InboxEntry& entry, const HeldChange& change, std::string_view what) {
  return conflict(fmt::format("'{}' {} since '{}' was written", change.file, what, entry.id),
                  fmt::format("'loci inbox show {0}' shows both; 'loci inbox accept {0} --force' "
                              "replaces the present text, which stays in history",
                              entry.id));
}

std::string head_without_description(std::string_view text, const note::Note& note) {
  std::string head;
  for (const std::string_view line : split_lines(text.substr(0, note.body_begin))) {
    if (!line.starts_with("description:")) head += line;
  }
  return head;
}

// Every fact that is added to a note may change the description that loci made. Where the held
// change is about nothing else in front, the one that is there now stays.
Result<std::string> merged_bodies(const std::string& text, const std::string& base,
                                  const std::string& now) {
  const note::Note held = note::parse_note(text);
  const note::Note then = note::parse_note(base);
  if (head_without_description(text, held) != head_without_description(base, then)) {
    return fail(conflict("both changed its fields"));
  }
  const note::Note present = note::parse_note(now);
  LOCI_ASSIGN(const std::string body, revert_lines(held.body, then.body, present.body));
  return now.substr(0, present.body_begin) + body;
}

// What accepting makes of one file, as it stands now.
Result<std::optional<std::string>> text_accepted(const InboxEntry& entry, const HeldChange& change,
                                                 const std::optional<std::string>& now,
                                                 bool force) {
  if (force || now == change.base || now == change.text) return change.text;
  if (!now) return fail(changed_since(entry, change, "was deleted"));
  if (!change.base) return fail(changed_since(entry, change, "was created by somebody else"));
  if (!change.text) return fail(changed_since(entry, change, "was changed"));
  // Taking the step from the held text to its base back from what is there now puts exactly
  // the held change into it.
  auto merged = revert_lines(*change.text, *change.base, *now);
  if (!merged) merged = merged_bodies(*change.text, *change.base, *now);
  if (!merged) return fail(changed_since(entry, change, "was changed in the same lines"));
  return std::move(*merged);
}

// Checks a note as every write does; an index is checked where its notes are.
Result<> check_held(Memory& memory, const HeldChange& change, const std::string& text,
                    const std::optional<std::string>& before, TextChecks& checks) {
  const store::Place place = store::place_of_key(change.place);
  if (!place.indexed() || change.file == note::kIndexFile) return {};
  return check_text(memory, place, change.file, text, before, checks);
}

Result<store::Plan> plan_accept(Memory& memory, const InboxEntry& entry, const std::string& file,
                                bool force, store::View& view, TextChecks& checks) {
  checks.begin();
  store::Plan plan;
  plan.summary = fmt::format("accept {}: {}", entry.id, entry.summary);
  for (const HeldChange& change : entry.changes) {
    const store::Place place = store::place_of_key(change.place);
    LOCI_ASSIGN(const std::optional<std::string> now, view.read(place, change.file));
    LOCI_ASSIGN(std::optional<std::string> text, text_accepted(entry, change, now, force));
    if (text) LOCI_TRY(check_held(memory, change, *text, now, checks));
    store::FileChange made{place, change.file, std::move(text), std::nullopt};
    if (!change.from.empty()) {
      made.from = store::FileChange::Origin{change.from_place, change.from};
    }
    plan.changes.push_back(std::move(made));
  }
  plan.changes.push_back(store::FileChange::remove(store::inbox_place(), file));
  return plan;
}

// About the first file of the entry, whatever else the operation changed.
void tell_about_first(const InboxEntry& entry, ChangeReply& reply) {
  const HeldChange& first = entry.changes.front();
  reply.place = store::place_of_key(first.place);
  reply.file = first.file;
  reply.status = Status::Unchanged;
  reply.hash.clear();
  reply.text.clear();
  for (const store::Changed& file : reply.changed) {
    if (file.place != reply.place || file.file != reply.file) continue;
    reply.status = !file.after ? Status::Deleted : file.before ? Status::Updated : Status::Created;
    reply.hash = file.hash;
    reply.text = file.after.value_or("");
  }
  if (reply.status == Status::Created && !first.from.empty()) {
    const bool renamed = first.from_place == first.place;
    reply.status = renamed ? Status::Renamed : Status::Moved;
    reply.from = renamed ? first.from : store::place_of_key(first.from_place).label();
  }
  std::erase_if(reply.changed, [](const store::Changed& file) {
    return file.place.kind == store::Place::Kind::Inbox;
  });
}

}  // namespace

Result<InboxList> inbox(Memory& memory) {
  LOCI_TRY(memory.need_person("read what waits in the inbox"));
  InboxList list;
  const store::Place place = store::inbox_place();
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.look({place}, false));
  LOCI_ASSIGN(const std::vector<std::string> files, view->notes(place));
  for (const std::string& file : files) {
    auto entry = read_entry(*view, file);
    if (entry) {
      list.entries.push_back(std::move(*entry));
    } else if (entry.error().kind != ErrorKind::NotFound) {
      list.faults.push_back(entry.error());
    }
  }
  std::stable_sort(list.entries.begin(), list.entries.end(),
                   [](const InboxEntry& a, const InboxEntry& b) { return a.time < b.time; });
  return list;
}

Result<std::size_t> count_waiting(Memory& memory) {
  const store::Place place = store::inbox_place();
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.look({place}, true));
  LOCI_ASSIGN(const std::vector<std::string> files, view->notes(place));
  return files.size();
}

Result<InboxItem> inbox_item(Memory& memory, std::string_view id) {
  LOCI_TRY(memory.need_person("read what waits in the inbox"));
  InboxItem item;
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.look({store::inbox_place()}, false));
  LOCI_ASSIGN(const std::string file, file_called(memory, *view, id));
  LOCI_ASSIGN(item.entry, read_entry(*view, file));
  LOCI_ASSIGN(const std::unique_ptr<store::View> files, memory.look(places_of(item.entry), false));
  for (const HeldChange& change : item.entry.changes) {
    InboxItem::File& shown = item.files.emplace_back();
    shown.place = store::place_of_key(change.place);
    shown.file = change.file;
    LOCI_ASSIGN(shown.now, files->read(shown.place, change.file));
    auto then = text_accepted(item.entry, change, shown.now, false);
    if (!then) shown.trouble = then.error().message;
    shown.then = then ? std::move(*then) : change.text;
  }
  return item;
}

Result<ChangeReply> accept_held(Memory& memory, const InboxDecision& decision) {
  LOCI_TRY(memory.need_person(kDeciding));
  LOCI_ASSIGN(const InboxItem item, inbox_item(memory, decision.id));
  const std::string file = entry_file(item.entry.id);
  store::Request request = memory.request("accept", places_of(item.entry), decision.dry_run);
  request.origin = accepted_origin(item.entry);
  TextChecks checks;
  LOCI_ASSIGN(ChangeReply reply, memory.change(std::move(request), [&](store::View& view) {
    // Read again: somebody may have edited or decided it meanwhile.
    const auto entry = read_entry(view, file);
    return entry ? plan_accept(memory, *entry, file, decision.force, view, checks)
                 : Result<store::Plan>(fail(entry.error()));
  }));
  tell_about_first(item.entry, reply);
  checks.finish(memory, reply);
  return reply;
}

Result<ChangeReply> reject_held(Memory& memory, const InboxDecision& decision) {
  LOCI_TRY(memory.need_person(kDeciding));
  LOCI_ASSIGN(const InboxItem item, inbox_item(memory, decision.id));
  const store::Place inbox = store::inbox_place();
  const std::string file = entry_file(item.entry.id);
  LOCI_ASSIGN(ChangeReply reply,
              memory.change(memory.request("reject", {inbox}, decision.dry_run),
                            [&](store::View& view) -> Result<store::Plan> {
                              LOCI_ASSIGN(const InboxEntry entry, read_entry(view, file));
                              store::Plan plan;
                              plan.summary = fmt::format("reject {}: {}", entry.id, entry.summary);
                              plan.changes.push_back(store::FileChange::remove(inbox, file));
                              return plan;
                            }));
  tell_about_first(item.entry, reply);
  return reply;
}

Result<ChangeReply> edit_held(Memory& memory, const InboxDecision& decision, std::string text) {
  LOCI_TRY(memory.need_person(kDeciding));
  LOCI_ASSIGN(const InboxItem item, inbox_item(memory, decision.id));
  const store::Place inbox = store::inbox_place();
  const std::string file = entry_file(item.entry.id);
  TextChecks checks;
  LOCI_ASSIGN(
      ChangeReply reply,
      memory.change(
          memory.request("inbox edit", {inbox}, decision.dry_run),
          [&](store::View& view) -> Result<store::Plan> {
            checks.begin();
            LOCI_ASSIGN(InboxEntry entry, read_entry(view, file));
            HeldChange& change = entry.changes.front();
            if (entry.changes.size() != 1 || !change.text) {
              return fail(invalid_input(fmt::format("'{}' is not the text of one note", entry.id),
                                        "accept or reject it as it is"));
            }
            LOCI_TRY(check_held(memory, change, text, change.base, checks));
            change.text = text;
            store::Plan plan;
            plan.summary = fmt::format("edit {} in the inbox", entry.id);
            plan.changes.push_back(store::FileChange::put(inbox, file, format_entry(entry)));
            return plan;
          }));
  const bool changed = !reply.changed.empty();
  tell_about_first(item.entry, reply);
  reply.status = changed ? Status::Updated : Status::Unchanged;
  checks.finish(memory, reply);
  return reply;
}

}  // namespace loci::memory
