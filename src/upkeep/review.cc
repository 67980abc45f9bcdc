#include "upkeep/review.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/hash.h"
#include "base/text.h"
#include "memory/checks.h"
#include "memory/inbox.h"
#include "memory/moving.h"
#include "memory/seen_files.h"
#include "note/frontmatter.h"
#include "note/lifetime.h"
#include "note/paragraphs.h"
#include "note/statements.h"

namespace loci::upkeep {
namespace {

using memory::ChangeReply;
using memory::Memory;
using memory::NoteRequest;
using memory::Preference;

// Why a note is due, or "".
std::string why_due(const note::Lifetime& life, std::string_view today) {
  if (life.is_expired(today)) return fmt::format("expired on {}", life.expires);
  if (life.is_due(today)) return fmt::format("to be reviewed by {}", life.review_by);
  return {};
}

Result<std::vector<DueNote>> due_notes(Memory& memory, const memory::Selector& selector) {
  std::vector<DueNote> due;
  const std::string today = local_date(memory.now());
  LOCI_ASSIGN(const std::vector<store::Place> places, memory.readable(selector));
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.look(places, false));
  for (const store::Place& place : places) {
    LOCI_ASSIGN(const std::vector<std::string> files, view->notes(place));
    for (const auto& note : memory::seen_notes(memory, *view, place, files)) {
      if (!note) continue;
      if (note->fault && note->fault->kind != ErrorKind::InvalidInput) return fail(*note->fault);
      const std::string why = why_due(note->life, today);
      if (why.empty()) continue;
      due.push_back({place, note->info.file, note->info.name, note->info.description, why});
    }
  }
  return due;
}

// The body without the lines that nobody confirmed; nothing when no other is left. Blank lines
// that would stand twice go with them.
std::optional<std::string> confirmed_body(const Preference& preference, const note::Note& parsed) {
  const std::vector<note::Statement> statements = note::statements(parsed);
  std::set<std::size_t> gone;
  bool stays = false;
  for (std::size_t i = 0; i < statements.size() && i < preference.lines.size(); ++i) {
    const bool confirmed = preference.lines[i].standing == memory::Standing::Confirmed;
    if (statements[i].heading == 0 && !confirmed) gone.insert(statements[i].line);
    stays = stays || (statements[i].heading == 0 && confirmed);
  }
  if (!stays) return std::nullopt;
  std::string body;
  const std::vector<std::string_view> lines = split_lines(parsed.body);
  bool blank = true;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (gone.contains(i)) continue;
    const bool empty = trim(lines[i]).empty();
    if (!(empty && blank)) body += lines[i];
    blank = empty;
  }
  return std::string(trim_right(body));
}

Result<std::string> without_unconfirmed(const Preference& preference, const std::string& body) {
  const note::Note parsed = note::parse_note(preference.text);
  std::string text = note::replace_body(preference.text, body);
  // A description that loci made of a line that goes would bring it back.
  const bool stale = !parsed.description.empty() &&
                     note::is_derived(parsed.description, parsed.body) &&
                     !note::is_derived(parsed.description, body);
  if (!stale) return text;
  return note::set_field(text, "description", note::first_sentence(note::newest_paragraph(body)));
}

}  // namespace

Result<ReviewReply> review(Memory& memory, const memory::Selector& selector, std::size_t limit) {
  LOCI_TRY(memory.need_person("review what agents noted"));
  ReviewReply reply;
  LOCI_ASSIGN(memory::AcceptReply waiting, memory::waiting(memory, selector, limit));
  reply.noted = std::move(waiting.notes);
  reply.noted_total = waiting.total;
  LOCI_ASSIGN(reply.due, due_notes(memory, selector));
  reply.due_total = reply.due.size();
  if (reply.due.size() > limit) reply.due.resize(limit);
  LOCI_ASSIGN(reply.held, memory::count_waiting(memory));
  return reply;
}

Result<ChangeReply> keep(Memory& memory, const NoteRequest& request, std::string_view until) {
  LOCI_TRY(memory.need_person("review a note"));
  const std::string today = local_date(memory.now());
  if (!until.empty() && (!is_date(until) || until < today)) {
    return fail(invalid_input(fmt::format("'{}' is not a date in the future", until),
                              "write it as YYYY-MM-DD, for example --until 2027-01-31"));
  }
  LOCI_ASSIGN(const memory::Located located, memory::locate(memory, request));
  const memory::Found& found = located.found;
  memory::TextChecks checks;
  LOCI_ASSIGN(
      ChangeReply reply,
      memory.change(
          memory.request("keep", {found.place}, request.dry_run),
          [&](store::View& view) -> Result<store::Plan> {
            checks.begin();
            LOCI_ASSIGN(const std::optional<std::string> before,
                        view.read(found.place, found.file));
            LOCI_TRY(memory::check_hash(request.if_hash, before, found.file));
            std::string text = before.value_or("");
            const note::Lifetime life = note::lifetime_in(text);
            if (why_due(life, today).empty()) {
              return fail(invalid_input(fmt::format("'{}' is not due", found.file),
                                        "'loci review' shows what is due"));
            }
            std::optional<std::string> date;
            if (!until.empty()) date = std::string(until);
            if (life.is_expired(today)) {
              LOCI_ASSIGN(text, note::set_date(text, "expires", date));
            }
            if (life.is_due(today)) {
              LOCI_ASSIGN(text, note::set_date(text, "review_by", date));
            }
            LOCI_TRY(memory::check_text(memory, found.place, found.file, text, before, checks));
            store::Plan plan;
            plan.summary = fmt::format("keep {}{}", found.file,
                                       until.empty() ? "" : fmt::format(" until {}", until));
            plan.changes.push_back(
                store::FileChange::put(found.place, found.file, std::move(text)));
            return plan;
          }));
  checks.finish(memory, reply);
  return reply;
}

Result<ChangeReply> reject_noted(Memory& memory, const NoteRequest& request) {
  LOCI_TRY(memory.need_person("review what agents noted"));
  LOCI_ASSIGN(const memory::Located located, memory::locate(memory, request));
  const memory::Found& found = located.found;
  LOCI_ASSIGN(const std::vector<Preference> all,
              memory::preferences(memory.store(), *located.view, {found.place}));
  const auto preference = std::find_if(
      all.begin(), all.end(), [&](const Preference& note) { return note.file == found.file; });
  if (preference == all.end() || !preference->waits()) {
    return fail(invalid_input(fmt::format("'{}' has no lines to confirm", found.file),
                              "'loci review' shows the notes that have"));
  }
  const std::optional<std::string> body =
      confirmed_body(*preference, note::parse_note(preference->text));
  NoteRequest as_read = request;
  as_read.if_hash = sha256(preference->text);
  if (!body) return memory::remove(memory, as_read);
  LOCI_ASSIGN(const std::string text, without_unconfirmed(*preference, *body));
  return memory.change(
      memory.request("edit", {found.place}, request.dry_run),
      [&](store::View& view) -> Result<store::Plan> {
        LOCI_ASSIGN(const std::optional<std::string> now, view.read(found.place, found.file));
        LOCI_TRY(memory::check_hash(as_read.if_hash, now, found.file));
        store::Plan plan;
        plan.summary = fmt::format("reject what was noted in {}", found.file);
        plan.changes.push_back(store::FileChange::put(found.place, found.file, text));
        return plan;
      });
}

}  // namespace loci::upkeep
