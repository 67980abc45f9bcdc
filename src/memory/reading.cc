#include "memory/reading.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <map>
#include <utility>

#include "base/hash.h"
#include "base/parallel.h"
#include "base/text.h"
#include "fs/absent.h"
#include "memory/checks.h"
#include "memory/origins.h"
#include "memory/outdated.h"
#include "memory/seen_files.h"
#include "memory/titles.h"
#include "note/slug.h"
#include "note/validate.h"
#include "search/query.h"

namespace loci::memory {
namespace {

constexpr Timestamp kUndated{};

Result<Timestamp> file_time(const fs::Root& root, std::string_view file) {
  LOCI_ASSIGN(const auto stat, fs::if_there(root.stat(file)));
  if (!stat) return kUndated;
  return Timestamp(
      std::chrono::floor<std::chrono::milliseconds>(std::chrono::nanoseconds(stat->mtime_ns)));
}

// What a list shows of a note. Its date is kUndated when the note does not say it; then the
// journal's counts, and the file's own.
NoteInfo inspect(const store::Place& place, const std::string& file, std::string_view text,
                 note::Lifetime* life = nullptr) {
  note::Note parsed = note::parse_note(text);
  NoteInfo info;
  info.place = place;
  info.file = file;
  info.name = note::shown_name(parsed, file);
  info.description = note::shown_description(parsed);
  if (parsed.type) info.type = note::type_name(*parsed.type);
  info.hash = sha256(text);
  info.faults = note::validate(parsed, place.is_agent() ? note::requirements_for_agent_scope()
                                                        : note::requirements_for_shared_scope());
  info.modified = parse_time(note::metadata_text(parsed, "modified")).value_or(kUndated);
  if (life != nullptr) *life = note::lifetime_of(parsed);
  info.tags = std::move(parsed.tags);
  info.agent_name = std::move(parsed.agent_name);
  return info;
}

// Nothing is known of what could not be read.
void mark_unreadable(NoteInfo& info, const Error& error) {
  info.unreadable = error.message;
  info.hash.clear();
  info.faults.clear();
}

// Those whose date nothing else tells have their file's.
Result<> date_by_file(store::Store& store, const store::Place& place,
                      std::vector<NoteInfo>& notes) {
  std::unique_ptr<fs::Root> root;
  for (NoteInfo& note : notes) {
    if (note.modified != kUndated) continue;
    if (!root) {
      LOCI_ASSIGN(root, store.open_place(place));
    }
    if (!root) continue;
    const auto time = file_time(*root, note.file);
    note.modified = time.value_or(kUndated);
    // Known, but for its age: what is shown of it is not all there is.
    if (!time && note.unreadable.empty()) note.unreadable = time.error().message;
  }
  return {};
}

void note_verdict(NoteInfo& info, const NoteVerdict* verdict) {
  if (verdict == nullptr || verdict->citations.empty()) return;
  info.citations = verdict_name(verdict->worst());
  info.verified = verdict->date;
}

// A note that was looked at, whether or not a filter lets it through.
struct LookedAt {
  const store::Place* place;
  std::shared_ptr<const SeenNote> note;
};

// Marks what holds no more, or is due, among `notes`; `all` are these and those that a filter
// left out: a note may be superseded by one of them.
void mark_outdated(std::vector<NoteInfo>& notes, const std::vector<LookedAt>& looked,
                   const std::string& today) {
  const bool said = std::any_of(looked.begin(), looked.end(),
                                [](const LookedAt& one) { return !one.note->life.says_nothing(); });
  if (!said) return;
  std::vector<LivingNote> all;
  all.reserve(looked.size());
  for (const auto& [place, note] : looked) {
    all.push_back({*place, note->info.file, note->info.name, note->life});
  }
  const std::vector<std::string> reasons = outdated(all, today);
  std::map<std::pair<std::string_view, std::string_view>, std::size_t> numbers;
  for (std::size_t i = 0; i < all.size(); ++i) {
    numbers.emplace(std::pair<std::string_view, std::string_view>(all[i].place.key, all[i].file),
                    i);
  }
  for (NoteInfo& note : notes) {
    const auto number = numbers.find({note.place.key, note.file});
    if (number == numbers.end()) continue;
    note.outdated = reasons[number->second];
    const note::Lifetime& life = all[number->second].lifetime;
    if (life.is_due(today)) note.due = fmt::format("to be reviewed by {}", life.review_by);
  }
}

// Sorts dates and numbers: std::sort over the notes themselves, which are large, would
// move each of them a dozen times.
std::vector<NoteInfo> newest_first(std::vector<NoteInfo> notes) {
  std::vector<std::pair<Timestamp, std::size_t>> dates;
  dates.reserve(notes.size());
  for (const NoteInfo& note : notes) dates.emplace_back(note.modified, dates.size());
  std::sort(dates.begin(), dates.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second < b.second;
  });
  std::vector<std::size_t> order;
  order.reserve(dates.size());
  for (const auto& [date, number] : dates) order.push_back(number);
  // Moves each note to its sorted place without copying: follows one cycle of the
  // permutation at a time, so that each is moved once.
  for (std::size_t start = 0; start < order.size(); ++start) {
    if (order[start] == start) continue;
    NoteInfo first = std::move(notes[start]);
    std::size_t at = start;
    while (order[at] != start) {
      notes[at] = std::move(notes[order[at]]);
      at = std::exchange(order[at], at);
    }
    notes[at] = std::move(first);
    order[at] = at;
  }
  return notes;
}

Result<std::optional<Timestamp>> since_when(std::string_view text, Timestamp now) {
  if (text.empty()) return std::nullopt;
  if (const auto period = search::parse_period(text, now)) return period->begin;
  return fail(invalid_input(fmt::format("'{}' is not a time", text),
                            "write 24h, 7d, 2w or a date such as 2026-11-15"));
}

// As the journal has it, where the text is still the one it knows.
void date_by_journal(const store::Journal::Changes& changes, NoteInfo& note) {
  if (note.modified != kUndated) return;
  const auto known = changes.find(note.file);
  if (known == changes.end() || known->second.hash != note.hash) return;
  note.modified = parse_time(known->second.time).value_or(kUndated);
}

bool has_tag(const NoteInfo& note, std::string_view tag) {
  const std::string wanted = fold(tag);
  return std::any_of(note.tags.begin(), note.tags.end(),
                     [&](const std::string& one) { return folds_to(one, wanted); });
}

Result<> check_origin(std::string_view text) {
  constexpr std::array<std::string_view, 7> kKinds{"all",  "user",   "agent",   "http",
                                                   "sync", "import", "external"};
  const std::string_view kind = text.substr(0, text.find(':'));
  if (text.empty() || std::find(kKinds.begin(), kKinds.end(), kind) != kKinds.end()) return {};
  return fail(invalid_input(fmt::format("'{}' is not an origin", text),
                            "use user, agent, agent:NAME, http, import, sync, external or all"));
}

}  // namespace

Result<note::Type> check_type(std::string_view text) {
  const auto type = note::parse_type(text);
  if (type) return *type;
  return fail(invalid_input(fmt::format("'{}' is not a type", text),
                            "use user, feedback, project or reference"));
}

// The target of a new note, and the other parts of its scope that are there: a
// title is one note's in the whole scope.
Result<std::vector<store::Place>> parts_of(Memory& memory, const Selector& selector,
                                           const store::Place& target) {
  Selector whole = selector;
  if (whole.scope.empty() && !whole.in_private && !whole.in_shared && !whole.in_user) {
    whole.scope = target.scope();
  }
  std::vector<store::Place> places{target};
  LOCI_ASSIGN(const std::vector<store::Place> allowed, memory.readable(whole));
  for (const store::Place& place : allowed) {
    if (place == target) continue;
    LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, memory.store().open_place(place));
    if (root) places.push_back(place);
  }
  return places;
}

Result<Located> locate(Memory& memory, const NoteRequest& request) {
  Located located;
  LOCI_ASSIGN(located.places, memory.readable(request.selector));
  LOCI_ASSIGN(located.view, memory.look(located.places, request.dry_run));
  auto found = request.by_title ? find_for_reading(memory, *located.view, located.places,
                                                   request.name, request.dry_run)
                                : find_note(*located.view, located.places, request.name);
  if (!found && found.error().kind == ErrorKind::NotFound && request.by_prefix) {
    LOCI_ASSIGN(std::optional<Found> begins,
                find_by_prefix(*located.view, located.places, request.name));
    if (begins) found = std::move(*begins);
  }
  if (!found && found.error().kind == ErrorKind::NotFound && request.if_hash) {
    LOCI_ASSIGN(const std::string file, note::note_file_name(request.name));
    LOCI_TRY(check_hash(request.if_hash, std::nullopt, file));
  }
  if (!found) return fail(std::move(found));
  located.found = std::move(*found);
  return located;
}

Result<NoteText> read(Memory& memory, const NoteRequest& request) {
  LOCI_ASSIGN(const Located located, locate(memory, request));
  const Found& found = located.found;
  LOCI_ASSIGN(std::optional<std::string> text, located.view->read(found.place, found.file));
  if (!text) return fail(not_found(fmt::format("there is no note '{}'", found.file)));
  NoteText reply;
  reply.info = inspect(found.place, found.file, *text);
  reply.info.untrusted = memory.untrusted(found.place);
  KnownVerdicts known(memory);
  const NoteVerdict* verdict = known.of(found.place, found.file, reply.info.hash);
  note_verdict(reply.info, verdict);
  if (verdict != nullptr) {
    for (const CitationVerdict& one : verdict->citations) {
      if (one.verdict != Verdict::Ok) reply.stale.push_back(one);
    }
  }
  reply.text = std::move(*text);
  return reply;
}

Result<Timestamp> date_of(Memory& memory, const NoteInfo& note) {
  if (note.modified != kUndated) return note.modified;
  LOCI_ASSIGN(const auto known, memory.store().journal().last_change_of(note.place.key, note.file));
  if (known && known->hash == note.hash) {
    if (const auto time = parse_time(known->time)) return *time;
  }
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, memory.store().open_place(note.place));
  return root ? file_time(*root, note.file) : kUndated;
}

std::vector<std::shared_ptr<const SeenNote>> seen_notes(Memory& memory, store::View& view,
                                                        const store::Place& place,
                                                        const std::vector<std::string>& files) {
  std::vector<std::shared_ptr<const SeenNote>> unread(files.size());
  auto seen = look_over(memory.seen() == nullptr ? nullptr : &memory.seen()->notes, memory.store(),
                        place, files, [&](std::size_t i) -> std::shared_ptr<const SeenNote> {
                          const auto text = view.read(place, files[i]);
                          if (text && !*text) return nullptr;
                          auto note = std::make_shared<SeenNote>();
                          note->info = inspect(place, files[i],
                                               text ? std::string_view(**text) : "", &note->life);
                          if (text) return note;
                          mark_unreadable(note->info, text.error());
                          note->fault = text.error();
                          unread[i] = std::move(note);
                          return nullptr;
                        });
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (unread[i]) seen[i] = std::move(unread[i]);
  }
  return seen;
}

Result<std::vector<NoteInfo>> list(Memory& memory, const ListRequest& request) {
  std::string wanted;
  if (!request.type.empty()) {
    LOCI_ASSIGN(const note::Type type, check_type(request.type));
    wanted = note::type_name(type);
  }
  LOCI_TRY(check_origin(request.origin));
  LOCI_ASSIGN(const std::optional<Timestamp> since, since_when(request.since, memory.now()));
  LOCI_ASSIGN(const std::vector<store::Place> places, memory.readable(request.selector));
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.store().view(places));
  std::vector<NoteInfo> result;
  std::vector<LookedAt> looked;
  KnownVerdicts known_verdicts(memory);
  for (const store::Place& place : places) {
    LOCI_ASSIGN(const std::vector<std::string> files, view->notes(place));
    if (files.empty()) continue;
    LOCI_ASSIGN(const auto changes, memory.store().journal().last_changes(place.key));
    const bool not_trusted = memory.untrusted(place);
    std::vector<std::size_t> shown;  // of `looked`
    for (auto& seen : seen_notes(memory, *view, place, files)) {
      if (!seen) continue;  // gone meanwhile
      const NoteInfo& info = seen->info;
      const bool fits = (wanted.empty() || info.type == wanted) &&
                        (request.tag.empty() || has_tag(info, request.tag));
      // Unread it may have any type and tag.
      if (fits || !info.unreadable.empty()) shown.push_back(looked.size());
      looked.push_back({&place, std::move(seen)});
    }
    std::vector<NoteInfo> notes(shown.size());
    in_parallel(shown.size(), [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        notes[i] = looked[shown[i]].note->info;
        notes[i].untrusted = not_trusted;
        date_by_journal(changes, notes[i]);
      }
    });
    if (!request.origin.empty()) {
      LOCI_ASSIGN(const Origins origins, origins_in(memory.store(), place));
      for (NoteInfo& note : notes) {
        note.origin = origin_of_text(origins, note.file, note.hash).origin;
      }
      std::erase_if(notes, [&](const NoteInfo& note) {
        return request.origin != "all" && !origin_fits(note.origin, request.origin);
      });
    }
    LOCI_TRY(date_by_file(memory.store(), place, notes));
    for (NoteInfo& note : notes) {
      note_verdict(note, known_verdicts.of(place, note.file, note.hash));
    }
    if (since) std::erase_if(notes, [&](const NoteInfo& note) { return note.modified < *since; });
    if (result.empty()) {
      result = std::move(notes);
    } else {
      std::move(notes.begin(), notes.end(), std::back_inserter(result));
    }
  }
  mark_outdated(result, looked, local_date(memory.now()));
  return newest_first(std::move(result));
}

}  // namespace loci::memory
