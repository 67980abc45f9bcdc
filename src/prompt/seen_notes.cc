#include "prompt/seen_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/limits.h"
#include "base/path.h"
#include "base/text.h"
#include "guard/fence.h"
#include "memory/index_view.h"
#include "memory/preferences.h"
#include "memory/scanning.h"
#include "memory/standings_file.h"
#include "note/index_hooks.h"
#include "note/note.h"
#include "prompt/held_back.h"
#include "prompt/preference_items.h"

namespace loci::prompt {
namespace {

using memory::Memory;

// What a session knows of a note: four hashes of 16 digits in one word. Sessions of
// older versions have fewer.
struct Seen {
  std::string line;   // as a prompt shows it
  std::string own;    // as loci would make it; kUnknown when the note was not opened
  std::string stamp;  // of the file
  std::string said;   // of its type and body; kUnknown when the note was not opened
};
constexpr std::size_t kDigits = 16;
constexpr std::string_view kUnknown = "----------------";

Seen parse_seen(std::string_view word) {
  const auto part = [&](std::size_t number) {
    const std::size_t begin = number * kDigits;
    return std::string(begin < word.size() ? word.substr(begin, kDigits) : kUnknown);
  };
  return {part(0), part(1), part(2), part(3)};
}

std::string format_seen(const Seen& seen) { return seen.line + seen.own + seen.stamp + seen.said; }

std::string key_of(const store::Place& place, std::string_view file) {
  return fmt::format("{}/{}", place.key, file);
}

std::string short_stamp(const fs::Stat& stat) {
  return short_hash(
      fmt::format("{} {} {} {}", stat.inode, stat.size, stat.mtime_ns, stat.ctime_ns));
}

// A note and its lines.
struct NoteNow {
  std::optional<std::string> raw;   // its line in the index
  std::string line;                 // as a prompt shows it; "" when it has none and was not opened
  std::optional<std::string> own;   // as loci would make it; none: not opened, or not readable
  std::optional<std::string> text;  // of the note; none: not opened
};
using NotesNow = std::map<std::string, NoteNow, std::less<>>;  // by file

NotesNow raw_lines(const PlaceGlance& place, std::vector<std::string>* in_order = nullptr) {
  NotesNow notes;
  const std::vector<std::string_view> lines = split_lines(place.index);
  for (const note::IndexEntry& entry : note::parse_index(place.index)) {
    if (!place.stamps.contains(entry.file)) continue;  // leads nowhere: a prompt leaves it out
    NoteNow& now = notes[entry.file];
    if (now.raw) continue;
    now.line = without_ending(lines[entry.line]);
    now.raw = now.line;
    if (in_order != nullptr) in_order->push_back(entry.file);
  }
  std::vector<std::string> files;
  files.reserve(place.stamps.size());
  for (const auto& [file, stamp] : place.stamps) files.push_back(file);
  for (const std::string& file : note::compare_index(place.index, files).missing) {
    notes.try_emplace(file);
    if (in_order != nullptr) in_order->push_back(file);
  }
  return notes;
}

// Opens some notes and fills in what they say.
Result<> open_notes(Memory& memory, const PlaceGlance& place, const std::vector<std::string>& files,
                    NotesNow& notes) {
  if (files.empty()) return {};
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.store().view({place.place}));
  std::vector<note::NoteLine> opened;
  for (const std::string& file : files) {
    const auto text = view->read(place.place, file);
    if (!text && text.error().kind != ErrorKind::InvalidInput) return fail(text.error());
    NoteNow& now = notes[file];
    const bool there = text && text->has_value();
    now.text = there ? **text : "";
    const note::Note parsed = note::parse_note(*now.text);
    const auto line = there ? note::readable_line(parsed, file) : std::nullopt;
    if (line) {
      now.own = note::index_line(*line);
      opened.push_back(*line);
    }
    if (!now.raw) {
      now.line = note::index_line({file, note::shown_name(parsed, file), parsed.description});
    }
  }
  LOCI_ASSIGN(const std::vector<memory::LineApart> apart,
              memory::lines_apart(memory, place.place, place.index, opened));
  std::map<std::string_view, const note::NoteLine*> by_file;
  for (const note::NoteLine& line : opened) by_file.emplace(line.file, &line);
  for (const note::LineHook& hook : memory::own_hooks(apart)) {
    NoteNow& now = notes[hook.file];
    if (now.raw) now.line = note::bring_in_step(*now.raw, {by_file[hook.file], 1}, {&hook, 1});
  }
  return {};
}

std::string said_in(const std::string& text) {
  const note::Note parsed = note::parse_note(text);
  const std::string_view type = parsed.type ? note::type_name(*parsed.type) : "";
  return short_hash(fmt::format("{}\n{}", type, parsed.body));
}

Seen seen_of(const NoteNow& now, const std::string& stamp) {
  return {short_hash(now.line), now.own ? short_hash(*now.own) : std::string(kUnknown), stamp,
          now.text ? said_in(*now.text) : std::string(kUnknown)};
}

std::string told(std::string_view line) {
  return fmt::format("+ {}\n", guard::escape_fence(printable(line, true)));
}

// Whether a note says something else than the session has seen. Of one that was not opened then,
// only the file's stamp was seen; of older versions not even that.
bool says_else(const NoteNow& now, const std::string& stamp, const Seen& before) {
  if (before.said == kUnknown) return before.stamp != kUnknown && before.stamp != stamp;
  return now.text && before.said != said_in(*now.text);
}

// What is new of one note; "" when it says what the session has seen.
std::string change_of(const NoteNow& now, const std::string& stamp, const Seen* before) {
  if (before == nullptr || before->line != short_hash(now.line)) return told(now.line);
  // A line that a person wrote stays as it is when the note says something else.
  const bool described = now.own && before->own != kUnknown && before->own != short_hash(*now.own);
  if (described) return told(*now.own);
  return says_else(now, stamp, *before) ? told(now.line) : std::string();
}

// The items of a note that changed, if it is a preference that has any.
Result<bool> tell_preference(Memory& memory, const store::Place& place, const std::string& file,
                             const NoteNow& now, std::optional<memory::PlaceStandings>& known,
                             PreferenceItems& items) {
  const auto type = now.text ? note::parse_note(*now.text).type : std::nullopt;
  const bool is_preference = type == note::Type::User || type == note::Type::Feedback;
  if (!is_preference || !memory::has_standing(place)) return false;
  if (!known) {
    LOCI_ASSIGN(known, memory::PlaceStandings::read(memory.store(), place));
  }
  const std::size_t before = items.wanted.size() + items.noted.size();
  add_items(items, memory::as_preference(place, file, *now.text, known->of(file)),
            memory.config().trusts_agents());
  return items.wanted.size() + items.noted.size() > before;
}

}  // namespace

Result<std::vector<PlaceGlance>> glance(Memory& memory) {
  std::vector<PlaceGlance> places;
  LOCI_ASSIGN(const memory::AgentView seen, memory.what_agents_see());
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.store().view(seen.places));
  for (const store::Place& place : seen.places) {
    PlaceGlance& one = places.emplace_back();
    one.place = place;
    LOCI_ASSIGN(std::optional<std::string> text, view->read(place, note::kIndexFile));
    one.index = std::move(text).value_or("");
    LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, memory.store().open_place(place));
    if (!root) continue;
    LOCI_TRY(root->for_each_file([&](std::string_view name, const fs::Stat& stat) {
      const bool is_note = name.ends_with(".md") && name != note::kIndexFile && name[0] != '.';
      if (is_note) one.stamps.emplace(name, short_stamp(stat));
    }));
  }
  return places;
}

SeenLines hashes_of(const std::vector<PlaceGlance>& places) {
  SeenLines hashes;
  for (const PlaceGlance& place : places) {
    std::string all = short_hash(place.index);
    for (const auto& [file, stamp] : place.stamps) all.append(stamp).append(file).append("\n");
    hashes.emplace(place.place.key, short_hash(all));
  }
  return hashes;
}

Result<SeenLines> see_notes(Memory& memory, const std::vector<PlaceGlance>& places) {
  SeenLines seen;
  for (const PlaceGlance& place : places) {
    std::vector<std::string> files;
    NotesNow notes = raw_lines(place, &files);
    // Missing lines are shown first, and they are behind the others here.
    std::stable_partition(files.begin(), files.end(),
                          [&](const std::string& file) { return !notes[file].raw; });
    files.resize(std::min(files.size(), kIndexEntryLines));
    LOCI_TRY(open_notes(memory, place, files, notes));
    for (const auto& [file, now] : notes) {
      seen.emplace(key_of(place.place, file), format_seen(seen_of(now, place.stamps.at(file))));
    }
  }
  return seen;
}

Result<Changes> tell_changes(Memory& memory, const std::vector<PlaceGlance>& places,
                             SeenLines& seen) {
  PreferenceItems items;
  std::map<std::string, std::string> changed;  // by key
  SeenLines present;
  for (const PlaceGlance& place : places) {
    NotesNow notes = raw_lines(place);
    std::optional<memory::PlaceStandings> known_lines;  // read when there is a preference
    std::vector<std::string> looked;
    for (const auto& [file, now] : notes) {
      const auto known = seen.find(key_of(place.place, file));
      const Seen before = parse_seen(known == seen.end() ? "" : known->second);
      const bool made_up = before.line == before.own || before.line == short_hash("");
      const bool same_line = now.raw ? before.line == short_hash(*now.raw) : made_up;
      if (!same_line || before.stamp != place.stamps.at(file)) {
        looked.push_back(file);
      } else {
        present.emplace(key_of(place.place, file), known->second);
      }
    }
    LOCI_TRY(open_notes(memory, place, looked, notes));
    for (const std::string& file : looked) {
      std::string key = key_of(place.place, file);
      const auto known = seen.find(key);
      Seen before;
      if (known != seen.end()) before = parse_seen(known->second);
      const std::string& stamp = place.stamps.at(file);
      std::string text = change_of(notes[file], stamp, known == seen.end() ? nullptr : &before);
      if (!text.empty()) {
        // What is only described otherwise is no other wish.
        bool told = false;
        if (known == seen.end() || says_else(notes[file], stamp, before)) {
          LOCI_ASSIGN(told,
                      tell_preference(memory, place.place, file, notes[file], known_lines, items));
        }
        if (!told) changed.emplace(key, memory::without_blocked(memory, std::move(text)));
      }
      present.emplace(std::move(key), format_seen(seen_of(notes[file], stamp)));
    }
  }
  std::string text;
  for (const auto& [key, line] : changed) text += line;
  for (const auto& [key, word] : seen) {
    if (present.contains(key)) continue;
    text += fmt::format("- {}\n", guard::escape_fence(printable(last_component(key), true)));
  }
  seen = std::move(present);
  hold_back_blocked(memory, items.items);
  return Changes{std::move(items.items), std::move(text)};
}

}  // namespace loci::prompt
