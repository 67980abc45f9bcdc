#include "memory/preferences.h"

#include <fmt/format.h>

#include <algorithm>

#include "memory/preference_place.h"
#include "memory/standings_file.h"
#include "note/index_file.h"

namespace loci::memory {
namespace {

bool is_preference(const note::Note& note) {
  return note.type == note::Type::User || note.type == note::Type::Feedback;
}

std::vector<store::Place> those_with_standing(std::vector<store::Place> places) {
  std::erase_if(places, [](const store::Place& place) { return !has_standing(place); });
  return places;
}

// Confirms the notes as they were read, so that nothing is accepted that was not shown.
Result<> accept_notes(Memory& memory, const std::vector<Preference>& notes, bool withdraw) {
  std::vector<store::Place> places;
  for (const Preference& note : notes) {
    if (places.empty() || places.back() != note.place) places.push_back(note.place);
  }
  for (const store::Place& place : places) {
    LOCI_TRY(change_standings(memory.store(), place, [&](Standings& all) {
      for (const Preference& note : notes) {
        if (note.place != place) continue;
        NoteStanding& known = all[note.file];
        known = withdraw ? withdrawn(known, note.text) : accepted(known, note.text);
      }
    }));
  }
  for (const Preference& note : notes) {
    memory.activity().add(
        {format_utc(memory.now()), "accept", memory.scopes().slug(), memory.actor(),
         fmt::format("{}{} in {}", withdraw ? "withdraw " : "", note.file, note.place.label())});
  }
  return {};
}

Result<> may_accept(const Memory& memory) {
  LOCI_TRY(memory.need_person("accept a note"));
  if (!memory.is_person()) {
    return fail(denied("only a person can accept a note", "run 'loci accept' in a terminal"));
  }
  return memory.need_enabled();
}

}  // namespace

Preference as_preference(const store::Place& place, const std::string& file, std::string text,
                         const NoteStanding& known) {
  const note::Note note = note::parse_note(text);
  Preference preference{place, file, note.name, {}, std::move(text)};
  for (note::Statement& line : note::statements(note)) {
    const Standing standing = known.of(line.mark);
    preference.lines.push_back({std::move(line.text), standing, line.heading});
  }
  return preference;
}

Result<std::optional<std::string>> preference_text(store::View& view, const store::Place& place,
                                                   const std::string& file) {
  auto text = view.read(place, file);
  // One that is too large is in nobody's prompt.
  if (!text && text.error().kind == ErrorKind::InvalidInput) return std::nullopt;
  if (!text) return fail(std::move(text));
  if (*text && !is_preference(note::parse_note(**text))) text->reset();
  return text;
}

bool Preference::waits() const {
  return std::any_of(lines.begin(), lines.end(), [](const PreferenceLine& line) {
    return line.standing != Standing::Confirmed;
  });
}

Result<std::vector<Preference>> preferences(store::Store& store, store::View& view,
                                            const std::vector<store::Place>& places) {
  std::vector<Preference> all;
  for (const store::Place& place : places) {
    LOCI_ASSIGN(PreferencePlace looked, PreferencePlace::look(store, view, place));
    for (const PreferencePlace::Name& note : looked.notes()) {
      LOCI_ASSIGN(std::optional<Preference> read, looked.read(view, note.file));
      if (read) all.push_back(std::move(*read));
    }
  }
  return all;
}

void keep_standings(Memory& memory) {
  const auto places = memory.readable({});
  if (!places) return;
  for (const store::Place& place : *places) {
    if (!has_standing(place) || keeps_standings(memory.store(), place)) continue;
    const auto kept = change_standings(memory.store(), place, [](Standings&) {});
    if (!kept) memory.log().warn(kept.error().message);
  }
}

Result<AcceptReply> waiting(Memory& memory, const Selector& selector, std::size_t limit) {
  LOCI_ASSIGN(std::vector<store::Place> places, memory.readable(selector));
  places = those_with_standing(std::move(places));
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.look(places, false));
  AcceptReply reply;
  for (const store::Place& place : places) {
    LOCI_ASSIGN(PreferencePlace looked, PreferencePlace::look(memory.store(), *view, place));
    for (const PreferencePlace::Name& note : looked.notes()) {
      if (!note.lines.noted && !note.lines.imported) continue;
      ++reply.total;
      if (reply.notes.size() >= limit) continue;
      LOCI_ASSIGN(std::optional<Preference> read, looked.read(*view, note.file));
      if (read && read->waits()) {
        reply.notes.push_back(std::move(*read));
      } else {
        --reply.total;  // changed meanwhile
      }
    }
  }
  return reply;
}

Result<AcceptReply> accept(Memory& memory, const NoteRequest& request, bool withdraw) {
  LOCI_TRY(may_accept(memory));
  LOCI_ASSIGN(const Located located, locate(memory, request));
  const Found& found = located.found;
  if (!has_standing(found.place)) {
    return fail(invalid_input(
        fmt::format("'{}' is in {}: only global and private notes can hold the user's preferences",
                    found.file, found.place.label()),
        fmt::format("run 'loci copy {} --to private', then accept the copy", found.file)));
  }
  LOCI_ASSIGN(std::optional<std::string> text,
              preference_text(*located.view, found.place, found.file));
  if (!text) {
    return fail(invalid_input(
        fmt::format("'{}' has another type: only user and feedback notes can be accepted",
                    found.file),
        fmt::format("run 'loci write {} --type feedback' to make it one", found.file)));
  }
  LOCI_ASSIGN(const PlaceStandings standings, PlaceStandings::read(memory.store(), found.place));
  AcceptReply reply;
  reply.dry_run = request.dry_run;
  reply.notes.push_back(
      as_preference(found.place, found.file, std::move(*text), standings.of(found.file)));
  if (!request.dry_run) LOCI_TRY(accept_notes(memory, reply.notes, withdraw));
  return reply;
}

Result<AcceptReply> accept_all(Memory& memory, const Selector& selector, bool dry_run) {
  LOCI_TRY(may_accept(memory));
  LOCI_ASSIGN(AcceptReply reply, waiting(memory, selector));
  reply.dry_run = dry_run;
  if (!dry_run) LOCI_TRY(accept_notes(memory, reply.notes, false));
  return reply;
}

}  // namespace loci::memory
