#include "memory/preferences.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "memory/standings_file.h"
#include "note/index_file.h"

namespace loci::memory {
namespace {

bool is_preference(const note::Note& note) {
  return note.type == note::Type::User || note.type == note::Type::Feedback;
}

// The notes of a place as its index orders them.
Result<std::vector<std::string>> in_index_order(store::View& view, const store::Place& place) {
  LOCI_ASSIGN(std::vector<std::string> files, view.notes(place));
  if (files.empty()) return files;
  LOCI_ASSIGN(const std::optional<std::string> index, view.read(place, note::kIndexFile));
  std::unordered_map<std::string, std::size_t> rank;
  for (const note::IndexEntry& entry : note::parse_index(index.value_or(""))) {
    rank.emplace(entry.file, rank.size());
  }
  const auto rank_of = [&](const std::string& file) {
    const auto known = rank.find(file);
    return known == rank.end() ? rank.size() : known->second;
  };
  std::stable_sort(files.begin(), files.end(), [&](const std::string& a, const std::string& b) {
    return rank_of(a) < rank_of(b);
  });
  return files;
}

Preference preference_of(const store::Place& place, const std::string& file, std::string text,
                         const Standings& standings) {
  const note::Note note = note::parse_note(text);
  Preference preference{place, file, note.name, {}, std::move(text)};
  const auto known = standings.find(file);
  for (note::Statement& line : note::statements(note)) {
    const Standing standing =
        known == standings.end() ? Standing::Noted : known->second.of(line.mark);
    preference.lines.push_back({std::move(line.text), standing, line.heading});
  }
  return preference;
}

// The text of a note that is a preference; nothing for one that is none.
Result<std::optional<std::string>> preference_text(store::View& view, const store::Place& place,
                                                   const std::string& file) {
  auto text = view.read(place, file);
  // One that is too large is in nobody's prompt.
  if (!text && text.error().kind == ErrorKind::InvalidInput) return std::nullopt;
  if (!text) return fail(std::move(text));
  if (*text && !is_preference(note::parse_note(**text))) text->reset();
  return text;
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

bool Preference::waits() const {
  return std::any_of(lines.begin(), lines.end(), [](const PreferenceLine& line) {
    return line.standing != Standing::Confirmed;
  });
}

Result<std::vector<Preference>> preferences(store::Store& store, store::View& view,
                                            const std::vector<store::Place>& places) {
  std::vector<Preference> all;
  for (const store::Place& place : places) {
    if (!has_standing(place)) continue;
    LOCI_ASSIGN(const std::vector<std::string> files, in_index_order(view, place));
    std::optional<Standings> standings;  // read when there is a preference
    for (const std::string& file : files) {
      LOCI_ASSIGN(std::optional<std::string> text, preference_text(view, place, file));
      if (!text) continue;
      if (!standings) {
        LOCI_ASSIGN(standings, read_standings(store, place));
      }
      all.push_back(preference_of(place, file, std::move(*text), *standings));
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

Result<AcceptReply> waiting(Memory& memory, const Selector& selector) {
  LOCI_ASSIGN(std::vector<store::Place> places, memory.readable(selector));
  places = those_with_standing(std::move(places));
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.look(places, false));
  AcceptReply reply;
  LOCI_ASSIGN(reply.notes, preferences(memory.store(), *view, places));
  std::erase_if(reply.notes, [](const Preference& note) { return !note.waits(); });
  return reply;
}

Result<AcceptReply> accept(Memory& memory, const NoteRequest& request, bool withdraw) {
  LOCI_TRY(may_accept(memory));
  LOCI_ASSIGN(const Located located, locate(memory, request));
  const Found& found = located.found;
  if (!has_standing(found.place)) {
    return fail(invalid_input(
        fmt::format("'{}' is in {}: only global and private notes can be what the user wants",
                    found.file, found.place.label()),
        fmt::format("'loci copy {} --to private', then accept the copy", found.file)));
  }
  LOCI_ASSIGN(std::optional<std::string> text,
              preference_text(*located.view, found.place, found.file));
  if (!text) {
    return fail(
        invalid_input(fmt::format("'{}' is neither of type user nor feedback", found.file),
                      fmt::format("'loci write {} --type feedback' makes it one", found.file)));
  }
  LOCI_ASSIGN(const Standings standings, read_standings(memory.store(), found.place));
  AcceptReply reply;
  reply.dry_run = request.dry_run;
  reply.notes.push_back(preference_of(found.place, found.file, std::move(*text), standings));
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
