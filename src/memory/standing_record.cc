#include "memory/standing_record.h"

#include <algorithm>
#include <array>
#include <map>

#include "base/hash.h"
#include "base/parallel.h"
#include "memory/origins.h"
#include "memory/standings_file.h"
#include "note/index_file.h"
#include "note/note.h"

namespace loci::memory {
namespace {

struct Source {
  const store::Place* place;
  std::string file;
};

// Where a note was before: the renamed one's old name, a copy's original.
Source source_of(const store::Changed& changed, const store::Request& request,
                 const std::vector<store::FileChange>& renamed) {
  for (const store::FileChange& change : renamed) {
    if (change.place != changed.place || change.file != changed.file) continue;
    for (const store::Place& place : request.places) {
      if (place.key == change.from->place) return {&place, change.from->file};
    }
  }
  if (request.operation == "copy") {
    for (const store::Place& place : request.places) {
      if (place != changed.place) return {&place, changed.file};
    }
  }
  return {&changed.place, changed.file};
}

// The text that a note had at its source.
std::optional<std::string> text_at(const Source& source, const store::Changed& changed,
                                   const std::vector<store::Changed>& all) {
  if (*source.place == changed.place && source.file == changed.file) return changed.before;
  for (const store::Changed& other : all) {
    if (other.place == *source.place && other.file == source.file) return other.before;
  }
  return changed.after;  // a copy: the original stays as it is
}

// What is known of places, read once.
class KnownStandings {
 public:
  explicit KnownStandings(store::Store& store) : store_(store) {}

  Result<NoteStanding> of(const store::Place& place, const std::string& file) {
    if (!has_standing(place)) return NoteStanding();
    auto known = places_.find(place.key);
    if (known == places_.end()) {
      LOCI_ASSIGN(PlaceStandings read, PlaceStandings::read(store_, place));
      known = places_.emplace(place.key, std::move(read)).first;
    }
    return known->second.of(file);
  }
  // Whether anything is known of a place.
  bool keeps(const store::Place& place) {
    const auto [known, is_new] = kept_.try_emplace(place.key);
    if (is_new) known->second = keeps_standings(store_, place);
    return known->second;
  }

 private:
  store::Store& store_;
  std::map<std::string, PlaceStandings> places_;  // by key
  std::map<std::string, bool> kept_;
};

// A text that comes back may have been another note's in between: undo of a rename.
Result<> look_where_it_went(KnownStandings& known, const std::string& hash,
                            const std::vector<store::Changed>& all, NoteStanding& standing) {
  const auto knows = [&](const NoteStanding& note) {
    return std::any_of(note.confirmed.begin(), note.confirmed.end(),
                       [&](const NoteStanding::Text& text) { return text.hash == hash; });
  };
  if (knows(standing)) return {};
  for (const store::Changed& other : all) {
    if (other.after || !has_standing(other.place)) continue;
    LOCI_ASSIGN(const NoteStanding note, known.of(other.place, other.file));
    if (knows(note)) standing = note;
  }
  return {};
}

bool holds_preference(const std::string& text) {
  const auto type = note::parse_note(text).type;
  return type == note::Type::User || type == note::Type::Feedback;
}

// Of each change. Thousands are read on several threads.
std::vector<char> preferences_in(const std::vector<store::Changed>& all) {
  std::vector<char> found(all.size());  // not a vector<bool>: several threads write to it
  in_parallel(all.size(), [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      found[i] = all[i].after && all[i].file != note::kIndexFile && holds_preference(*all[i].after);
    }
  });
  return found;
}

// What is to be kept of a place, by file; a note that is known no more has nothing.
struct PlaceEdit {
  store::Place place;
  Standings notes;
};

}  // namespace

Writer writer_of(const store::Request& request, bool is_person, bool renames) {
  static constexpr std::array<std::string_view, 3> kMoving{"rename", "move", "copy"};
  static constexpr std::array<std::string_view, 2> kReturning{"undo", "restore"};
  static constexpr std::array<std::string_view, 5> kWriting{"write", "remember", "edit", "delete",
                                                            "archive"};
  const auto is_one_of = [&](const auto& names) {
    return std::find(names.begin(), names.end(), request.operation) != names.end();
  };
  // What others copy or bring back is not what the user wants now.
  if (request.operation == "copy" && !is_person) return Writer::Other;
  // It carries what was confirmed and confirms nothing, whoever lets it.
  if (request.operation == "consolidate") return Writer::Mover;
  // Somebody else's rename that a person let in stays one.
  if (request.operation == "accept" && renames) return Writer::Mover;
  if (is_one_of(kMoving)) return is_person ? Writer::Loci : Writer::Mover;
  if (is_one_of(kReturning)) return is_person ? Writer::Return : Writer::Other;
  if (comes_from_outside(request.origin)) return Writer::Import;
  return is_person && is_one_of(kWriting) ? Writer::Person : Writer::Other;
}

Result<std::vector<store::HomeEdit>> standing_edits(store::Store& store, Writer writer,
                                                    const store::Request& request,
                                                    const std::vector<store::FileChange>& renamed,
                                                    const std::vector<store::Changed>& all) {
  KnownStandings known(store);
  std::map<std::string, PlaceEdit> edits;  // by the place's key
  const auto keep = [&](const store::Place& place, const std::string& file, NoteStanding standing) {
    PlaceEdit& edit = edits[place.key];
    edit.place = place;
    edit.notes.insert_or_assign(file, std::move(standing));
  };
  const std::vector<char> preferences = preferences_in(all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const store::Changed& changed = all[i];
    if (!has_standing(changed.place) || changed.file == note::kIndexFile) continue;
    if (!changed.after && writer != Writer::Person) continue;
    const Source itself{&changed.place, changed.file};
    Source source = writer == Writer::Other ? itself : source_of(changed, request, renamed);
    // What comes back from the archive, where nothing is known, counts as it counted before.
    if (writer == Writer::Return && !has_standing(*source.place)) source = itself;
    // Only what can be a preference is worth keeping, or looking for in the journal.
    const bool counts = preferences[i] != 0;
    const bool adds = counts && writer != Writer::Other;
    if (!adds && !known.keeps(*source.place)) continue;
    LOCI_ASSIGN(NoteStanding standing, known.of(*source.place, source.file));
    if (writer == Writer::Return && changed.after) {
      LOCI_TRY(look_where_it_went(known, sha256(*changed.after), all, standing));
    }
    if (!counts && standing == NoteStanding()) continue;
    NoteStanding now = after_step(standing, {text_at(source, changed, all), changed.after}, writer);
    if (now != NoteStanding()) keep(changed.place, changed.file, std::move(now));
    const bool same_note = *source.place == changed.place && source.file == changed.file;
    // The name that a note had says nothing of the next one that is called so.
    if (!same_note && request.operation != "copy" && has_standing(*source.place)) {
      keep(*source.place, source.file, {});
    }
  }
  std::vector<store::HomeEdit> files;
  for (auto& [key, edit] : edits) {
    files.push_back(put_standings(store, edit.place, std::move(edit.notes)));
  }
  return files;
}

Result<> record_standings(store::Store& store, const std::vector<store::HomeEdit>& edits) {
  for (const store::HomeEdit& edit : edits) {
    LOCI_TRY(store.change_home_file(kStandingsDirectory, edit.name, edit.change));
  }
  return {};
}

Result<> record_noticed(store::Store& store, const std::vector<store::Noticed>& notes) {
  for (const store::Noticed& note : notes) {
    if (!has_standing(note.place) || !keeps_standings(store, note.place)) continue;
    LOCI_TRY(change_standings(store, note.place, [&](Standings& all) {
      const auto known = all.find(note.file);
      if (known != all.end()) known->second = as_it_stands(known->second, note.text);
    }));
  }
  return {};
}

Result<std::size_t> record_said_again(store::Store& store, const store::Place& place,
                                      const std::string& file, const std::string& text,
                                      const note::LineRange& lines) {
  std::size_t confirmed = 0;
  if (!has_standing(place) || !holds_preference(text)) return confirmed;
  LOCI_TRY(change_standings(store, place, [&](Standings& all) {
    const auto found = all.find(file);
    const NoteStanding before = found == all.end() ? NoteStanding() : found->second;
    const NoteStanding now = accepted(as_it_stands(before, text), text, lines);
    confirmed = 0;
    for (const note::Statement& line : note::statements(note::parse_note(text))) {
      const bool was = before.of(line.mark) == Standing::Confirmed;
      if (!was && line.heading == 0 && now.of(line.mark) == Standing::Confirmed) ++confirmed;
    }
    if (confirmed > 0) all.insert_or_assign(file, now);
  }));
  return confirmed;
}

}  // namespace loci::memory
