#include "prompt/seen_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <map>
#include <optional>

#include "base/hash.h"
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
#include "search/checksum.h"

// A place may have 20,000 notes, and all of this is done while somebody waits for an answer:
// what is known of each note are views and numbers.

namespace loci::prompt {
namespace {

using memory::Memory;

// A hash as it is kept.
constexpr std::size_t kDigits = 16;
class Digits {
 public:
  explicit Digits(std::uint64_t hash) {
    constexpr std::string_view kHex = "0123456789abcdef";
    for (auto at = digits_.rbegin(); at != digits_.rend(); ++at, hash >>= 4U) {
      *at = kHex[hash & 0xFU];
    }
  }
  explicit Digits(std::string_view text) : Digits(fnv1a64(text)) {}
  // NOLINTNEXTLINE(google-explicit-constructor): it is text
  operator std::string_view() const { return {digits_.data(), digits_.size()}; }

 private:
  std::array<char, kDigits> digits_;
};

// What a session knows of a note: four hashes in one word. Sessions of older versions have
// fewer.
struct Seen {
  std::string_view line;   // as a prompt shows it
  std::string_view own;    // as loci would make it; kUnknown when the note was not opened
  std::string_view stamp;  // of the file
  std::string_view said;   // of its type and body; kUnknown when the note was not opened
};
constexpr std::string_view kUnknown = "----------------";

Seen parse_seen(std::string_view word) {
  const auto part = [&](std::size_t number) {
    const std::size_t begin = number * kDigits;
    return begin < word.size() ? word.substr(begin, kDigits) : kUnknown;
  };
  return {part(0), part(1), part(2), part(3)};
}

void add_seen(std::string& text, std::string_view word, const store::Place& place,
              std::string_view file) {
  text.append(word).append(" ").append(place.key).append("/").append(file).append("\n");
}

std::string key_of(const store::Place& place, std::string_view file) {
  return fmt::format("{}/{}", place.key, file);
}

Digits stamp_digits(const fs::Stamp& stamp) {
  std::array<char, 96> text;  // four numbers of at most 20 digits
  char* const end = text.data() + text.size();
  char* at = text.data();
  const auto add = [&](auto number) {
    if (at != text.data() && at != end) *at++ = ' ';
    at = std::to_chars(at, end, number).ptr;
  };
  add(stamp.inode);
  add(stamp.size);
  add(stamp.mtime_ns);
  add(stamp.ctime_ns);
  return Digits(std::string_view(text.data(), static_cast<std::size_t>(at - text.data())));
}

// What an opened note says.
struct Opened {
  std::string text;
  std::optional<std::string> own;  // its line as loci would make it; none: not readable
  std::string line;                // its line as a prompt shows it
};

// A note of a place.
struct NoteNow {
  const memory::ListedFile* listed = nullptr;
  std::optional<std::string_view> raw{};  // its line in the index
  std::string_view before{};              // what the session knew of it, or ""
  std::unique_ptr<Opened> opened{};

  [[nodiscard]] std::string_view file() const { return listed->name; }
  // As a prompt shows it; "" when it has none and was not opened.
  [[nodiscard]] std::string_view line() const {
    return opened ? std::string_view(opened->line) : raw.value_or("");
  }
};

// The notes of a place, in no particular order.
class NotesNow {
 public:
  explicit NotesNow(const PlaceGlance& place) : place_(place) {
    notes_.reserve(place.files->files().size());
    slots_.resize(std::bit_ceil(place.files->files().size() * 2 + 1));
    for (const memory::ListedFile& file : place.files->files()) {
      if (!store::is_note_file(file.name) || !note::can_be_listed(file.name)) continue;
      notes_.push_back({&file});
      const std::uint64_t hash = search::checksum(file.name);
      std::size_t at = hash & (slots_.size() - 1);
      while (slots_[at].number != 0) at = (at + 1) & (slots_.size() - 1);
      slots_[at] = {static_cast<std::uint32_t>(hash >> 32U),
                    static_cast<std::uint32_t>(notes_.size())};
    }
    // An entry that leads nowhere is left out by a prompt.
    note::for_each_entry(place.index, [&](std::string_view line, std::string_view file) {
      NoteNow* const note = find(file);
      if (note == nullptr || note->raw) return true;
      note->raw = line;
      if (in_order_.size() < kIndexEntryLines) in_order_.push_back(note);
      return true;
    });
  }

  [[nodiscard]] const PlaceGlance& place() const { return place_; }
  [[nodiscard]] std::vector<NoteNow>& notes() { return notes_; }
  [[nodiscard]] NoteNow* find(std::string_view file) {
    const std::uint64_t hash = search::checksum(file);
    for (std::size_t at = hash & (slots_.size() - 1); slots_[at].number != 0;
         at = (at + 1) & (slots_.size() - 1)) {
      NoteNow& note = notes_[slots_[at].number - 1];
      if (slots_[at].hash == hash >> 32U && note.file() == file) return &note;
    }
    return nullptr;
  }
  // Those that a prompt shows: first the ones that have no line yet.
  [[nodiscard]] std::vector<NoteNow*> shown() {
    std::vector<NoteNow*> shown;
    for (NoteNow& note : notes_) {
      if (!note.raw) shown.push_back(&note);
    }
    std::sort(shown.begin(), shown.end(),
              [](const NoteNow* a, const NoteNow* b) { return a->file() < b->file(); });
    shown.insert(shown.end(), in_order_.begin(), in_order_.end());
    shown.resize(std::min(shown.size(), kIndexEntryLines));
    return shown;
  }

 private:
  struct Slot {
    std::uint32_t hash = 0;    // its upper half
    std::uint32_t number = 0;  // of a note, and one
  };
  const PlaceGlance& place_;
  std::vector<NoteNow> notes_;
  std::vector<Slot> slots_;         // a table half full of the notes, by file
  std::vector<NoteNow*> in_order_;  // of the index, its first
};

// Opens some notes.
Result<> open_notes(Memory& memory, const PlaceGlance& place, const std::vector<NoteNow*>& notes) {
  if (notes.empty()) return {};
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.store().view({place.place}));
  std::vector<note::NoteLine> readable;
  std::vector<NoteNow*> of_readable;
  std::string lines;  // in the index
  for (NoteNow* const now : notes) {
    const auto text = view->read(place.place, now->file());
    if (!text && text.error().kind != ErrorKind::InvalidInput) return fail(text.error());
    const bool there = text && text->has_value();
    now->opened = std::make_unique<Opened>();
    now->opened->text = there ? **text : "";
    const note::Note parsed = note::parse_note(now->opened->text);
    now->opened->line =
        now->raw ? std::string(*now->raw)
                 : note::index_line({std::string(now->file()),
                                     note::shown_name(parsed, now->file()), parsed.description});
    auto line = there ? note::readable_line(parsed, now->file()) : std::nullopt;
    if (!line) continue;
    now->opened->own = note::index_line(*line);
    readable.push_back(std::move(*line));
    of_readable.push_back(now);
    if (now->raw) lines.append(*now->raw).append("\n");
  }
  // Each line is an item of a list: what it hides ends with it, so they can be read without
  // the rest of the index.
  LOCI_ASSIGN(const std::vector<memory::LineApart> apart,
              memory::lines_apart(memory, place.place, lines, readable));
  std::map<std::string_view, std::size_t> by_file;
  for (std::size_t i = 0; i < readable.size(); ++i) by_file.emplace(readable[i].file, i);
  for (const note::LineHook& hook : memory::own_hooks(apart)) {
    const std::size_t number = by_file[hook.file];
    NoteNow& now = *of_readable[number];
    if (!now.raw) continue;
    now.opened->line = note::bring_in_step(*now.raw, {&readable[number], 1}, {&hook, 1});
  }
  return {};
}

Digits said_in(const std::string& text) {
  const note::Note parsed = note::parse_note(text);
  const std::string_view type = parsed.type ? note::type_name(*parsed.type) : "";
  return Digits(fmt::format("{}\n{}", type, parsed.body));
}

void add_seen(std::string& text, const NoteNow& now, const store::Place& place) {
  text += Digits(now.line());
  const bool own = now.opened && now.opened->own;
  text += own ? Digits(*now.opened->own) : kUnknown;
  text += stamp_digits(now.listed->stamp);
  // What is not known behind it need not be said.
  add_seen(text, now.opened ? said_in(now.opened->text) : std::string_view(), place, now.file());
}

std::string told(std::string_view line) {
  return fmt::format("+ {}\n", guard::escape_fence(printable(line, true)));
}

// Whether a note says something else than the session has seen. Of one that was not opened then,
// only the file's stamp was seen; of older versions not even that.
bool says_else(const NoteNow& now, const Seen& before) {
  if (before.said == kUnknown) {
    return before.stamp != kUnknown && before.stamp != stamp_digits(now.listed->stamp);
  }
  return now.opened && before.said != said_in(now.opened->text);
}

// What is new of one note; "" when it says what the session has seen.
std::string change_of(const NoteNow& now) {
  const Seen before = parse_seen(now.before);
  if (now.before.empty() || before.line != Digits(now.line())) return told(now.line());
  // A line that a person wrote stays as it is when the note says something else.
  const std::optional<std::string>& own = now.opened->own;
  const bool described = own && before.own != kUnknown && before.own != Digits(*own);
  if (described) return told(*own);
  return says_else(now, before) ? told(now.line()) : std::string();
}

// Whether the line and the file of a note are what the session has seen.
bool looks_same(const NoteNow& now) {
  if (now.before.empty()) return false;
  const Seen before = parse_seen(now.before);
  const bool made_up = before.line == before.own || before.line == Digits(std::string_view());
  const bool same_line = now.raw ? before.line == Digits(*now.raw) : made_up;
  return same_line && before.stamp == stamp_digits(now.listed->stamp);
}

// The items of a note that changed, if it is a preference that has any.
Result<bool> tell_preference(Memory& memory, const store::Place& place, const NoteNow& now,
                             std::optional<memory::PlaceStandings>& known, PreferenceItems& items) {
  const std::string& text = now.opened->text;
  const auto type = note::parse_note(text).type;
  const bool is_preference = type == note::Type::User || type == note::Type::Feedback;
  if (!is_preference || !memory::has_standing(place)) return false;
  if (!known) {
    LOCI_ASSIGN(known, memory::PlaceStandings::read(memory.store(), place));
  }
  const std::size_t before = items.wanted.size() + items.noted.size();
  const std::string file(now.file());
  add_items(items, memory::as_preference(place, file, text, known->of(file)),
            memory.config().trusts_agents());
  return items.wanted.size() + items.noted.size() > before;
}

constexpr std::string_view kGone = "-";  // the word of a note that is no more

// Gives each note what the session knew of it; answers the keys of those that are gone since.
std::vector<std::string_view> take_over(const SeenNotes& known, std::vector<NotesNow>& places) {
  std::map<std::string_view, bool> absent;  // and whether the session knew it
  for (std::string_view seen : {std::string_view(known.lines), std::string_view(known.since)}) {
    while (!seen.empty()) {
      std::string_view key = seen.substr(0, seen.find('\n'));
      seen.remove_prefix(std::min(key.size() + 1, seen.size()));
      const std::string_view word = key.substr(0, key.find(' '));
      key.remove_prefix(std::min(word.size() + 1, key.size()));
      if (key.empty()) continue;
      const std::string_view file = last_component(key);
      const std::string_view directory = key.substr(0, key.size() - file.size());
      NoteNow* note = nullptr;
      for (NotesNow& place : places) {
        const std::string& own = place.place().place.key;
        if (directory.size() == own.size() + 1 && directory.starts_with(own))
          note = place.find(file);
      }
      if (note != nullptr) {
        note->before = word == kGone ? std::string_view() : word;
      } else {
        absent.insert_or_assign(key, word != kGone);
      }
    }
  }
  std::vector<std::string_view> gone;
  for (const auto& [key, was_there] : absent) {
    if (was_there) gone.push_back(key);
  }
  return gone;
}

// What became of a few notes is kept beside what all were like; of many, all is kept anew.
bool is_little(const SeenNotes& seen, std::string_view since) {
  constexpr std::size_t kAnyway = 4'096;
  constexpr std::size_t kShare = 64;
  return seen.since.size() + since.size() <= seen.lines.size() / kShare + kAnyway;
}

std::string all_lines(std::vector<NotesNow>& places) {
  std::string lines;
  for (NotesNow& notes : places) {
    const store::Place& place = notes.place().place;
    for (const NoteNow& note : notes.notes()) {
      if (note.opened) {
        add_seen(lines, note, place);
      } else {
        add_seen(lines, note.before, place, note.file());
      }
    }
  }
  return lines;
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
    LOCI_ASSIGN(one.files, memory::Listing::of(memory.store(), place));
  }
  return places;
}

memory::Listings listings_of(const std::vector<PlaceGlance>& places) {
  memory::Listings listings;
  for (const PlaceGlance& place : places) listings.emplace(place.place.key, place.files);
  return listings;
}

bool has_notes(const std::vector<PlaceGlance>& places) {
  return std::any_of(places.begin(), places.end(), [](const PlaceGlance& place) {
    const auto& files = place.files->files();
    return std::any_of(files.begin(), files.end(), [](const memory::ListedFile& file) {
      return store::is_note_file(file.name) && note::can_be_listed(file.name);
    });
  });
}

// The order of a directory does not matter, so the hashes of its files are added up.
SeenLines hashes_of(const std::vector<PlaceGlance>& places) {
  SeenLines hashes;
  for (const PlaceGlance& place : places) {
    std::uint64_t sum = search::checksum(place.index);
    std::string one;
    for (const memory::ListedFile& file : place.files->files()) {
      if (!store::is_note_file(file.name)) continue;
      const std::array<std::uint64_t, 4> stamp = {file.stamp.inode, file.stamp.size,
                                                  static_cast<std::uint64_t>(file.stamp.mtime_ns),
                                                  static_cast<std::uint64_t>(file.stamp.ctime_ns)};
      one.resize(sizeof stamp);
      std::memcpy(one.data(), stamp.data(), sizeof stamp);
      one += file.name;
      sum += search::checksum(one);
    }
    hashes.emplace(place.place.key, Digits(sum));
  }
  return hashes;
}

Result<SeenNotes> see_notes(Memory& memory, const std::vector<PlaceGlance>& places) {
  SeenNotes seen;
  for (const PlaceGlance& place : places) {
    NotesNow notes(place);
    LOCI_TRY(open_notes(memory, place, notes.shown()));
    constexpr std::size_t kUsual = 96;  // bytes of a line
    seen.lines.reserve(seen.lines.size() + notes.notes().size() * kUsual + kUsual);
    for (const NoteNow& now : notes.notes()) add_seen(seen.lines, now, place.place);
  }
  return seen;
}

Result<Changes> tell_changes(Memory& memory, const std::vector<PlaceGlance>& places,
                             SeenNotes& seen) {
  std::vector<NotesNow> now;
  now.reserve(places.size());
  for (const PlaceGlance& place : places) now.emplace_back(place);
  const std::vector<std::string_view> gone = take_over(seen, now);
  PreferenceItems items;
  std::map<std::string, std::string> changed;  // by key
  std::string since;
  for (NotesNow& notes : now) {
    const store::Place& place = notes.place().place;
    std::optional<memory::PlaceStandings> known_lines;  // read when there is a preference
    std::vector<NoteNow*> looked;
    for (NoteNow& note : notes.notes()) {
      if (!looks_same(note)) looked.push_back(&note);
    }
    std::sort(looked.begin(), looked.end(),
              [](const NoteNow* a, const NoteNow* b) { return a->file() < b->file(); });
    LOCI_TRY(open_notes(memory, notes.place(), looked));
    for (const NoteNow* const note : looked) {
      std::string text = change_of(*note);
      if (!text.empty()) {
        // What is only described otherwise is no other wish.
        bool told = false;
        if (note->before.empty() || says_else(*note, parse_seen(note->before))) {
          LOCI_ASSIGN(told, tell_preference(memory, place, *note, known_lines, items));
        }
        if (!told) {
          changed.emplace(key_of(place, note->file()),
                          memory::without_blocked(memory, std::move(text)));
        }
      }
      add_seen(since, *note, place);
    }
  }
  std::string text;
  for (const auto& [key, line] : changed) text += line;
  for (const std::string_view key : gone) {
    text += fmt::format("- {}\n", guard::escape_fence(printable(last_component(key), true)));
    since.append(kGone).append(" ").append(key).append("\n");
  }
  // Views of what was seen end here.
  std::string all = is_little(seen, since) ? std::string() : all_lines(now);
  now.clear();
  if (all.empty()) {
    seen.since += since;
  } else {
    seen = {std::move(all), "", "", ""};
  }
  hold_back_blocked(memory, items.items);
  return Changes{std::move(items.items), std::move(text)};
}

}  // namespace loci::prompt
