#include "memory/preference_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <unordered_map>

#include "base/hash.h"
#include "base/limits.h"
#include "base/text.h"
#include "fs/absent.h"
#include "fs/stamp.h"
#include "note/index_file.h"
#include "note/statements.h"

namespace loci::memory {
namespace {

constexpr std::string_view kKeptDirectory = "state/preferences";
constexpr std::string_view kAnyKept = "loci preferences ";
constexpr std::string_view kKeptHeader = "loci preferences 2\n";
// Did not tell whether a line is confirmed: its notes are read once more, and it is replaced.
constexpr std::string_view kEarlierHeader = "loci preferences 1\n";
// So many notes are read sooner than a file is written.
constexpr std::size_t kWorthKeeping = 16;

constexpr char kNone = '-';  // it is no preference
// What was found out of a note: "<stamp> <kind> <digest> <file>" is its line.
struct KeptNote {
  std::string stamp;
  char kind = kNone;         // a digit below 8, the sum of its kinds of lines, or none
  std::uint64_t digest = 0;  // of what was known of its lines
};
using KeptNotes = std::unordered_map<std::string, KeptNote>;

// Five numbers with dots between them.
std::string stamp_word(const fs::Stamp& stamp) {
  std::array<char, 96> text;
  char* at = text.data();
  const auto add = [&](auto number) {
    if (at != text.data()) *at++ = '.';
    at = std::to_chars(at, text.data() + text.size() - 1, number, 16).ptr;
  };
  add(stamp.size);
  add(stamp.mtime_ns);
  add(stamp.ctime_ns);
  add(stamp.inode);
  add(stamp.device);
  return {text.data(), at};
}

KeptNotes parse_kept(std::string_view text) {
  KeptNotes notes;
  if (!text.starts_with(kKeptHeader)) return notes;
  text.remove_prefix(kKeptHeader.size());
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    const std::size_t kind = line.find(' ');
    if (kind == std::string_view::npos || kind + 4 > line.size()) continue;
    const std::size_t file = line.find(' ', kind + 3);
    if (file == std::string_view::npos) continue;
    KeptNote note{std::string(line.substr(0, kind)), line[kind + 1]};
    std::from_chars(line.data() + kind + 3, line.data() + file, note.digest, 16);
    notes.insert_or_assign(std::string(line.substr(file + 1)), std::move(note));
  }
  return notes;
}

using FoundNotes = std::vector<std::pair<std::string_view, KeptNote>>;  // in order

std::string format_kept(const FoundNotes& notes) {
  std::string text(kKeptHeader);
  for (const auto& [file, note] : notes) {
    if (file.find('\n') != std::string_view::npos) continue;
    text += fmt::format("{} {} {:x} {}\n", note.stamp, note.kind, note.digest, file);
    if (text.size() > kIndexFileBytes) return std::string(kKeptHeader);
  }
  return text;
}

// What an earlier look kept. What cannot be read is found out anew.
KeptNotes read_kept(store::Store& store, const store::Place& place) {
  const auto root =
      store.files().open(fmt::format("{}/{}", store.home(), kKeptDirectory), fs::Modes::Private);
  if (!root) return {};
  const auto text = (*root)->read(kept_name(place), kIndexFileBytes);
  return text ? parse_kept(*text) : KeptNotes();
}

void write_kept(store::Store& store, const store::Place& place, const FoundNotes& notes) {
  // Without it the next look reads the notes again.
  (void)store.change_home_file(
      kKeptDirectory, kept_name(place),
      [&](const std::optional<std::string>& text) -> Result<std::optional<std::string>> {
        const bool ours =
            !text || text->starts_with(kKeptHeader) || text->starts_with(kEarlierHeader);
        if (!ours && text->starts_with(kAnyKept)) return std::nullopt;  // of a later version
        return format_kept(notes);
      });
}

LineKinds kinds_of(const Preference& note) {
  LineKinds kinds;
  for (const PreferenceLine& line : note.lines) {
    kinds.confirmed |= line.standing == Standing::Confirmed;
    kinds.noted |= line.standing == Standing::Noted;
    kinds.imported |= line.standing == Standing::Imported;
  }
  return kinds;
}

char digit_of(const LineKinds& kinds) {
  return static_cast<char>('0' + (kinds.confirmed ? 1 : 0) + (kinds.noted ? 2 : 0) +
                           (kinds.imported ? 4 : 0));
}

std::optional<LineKinds> parse_kinds(char digit) {
  if (digit < '0' || digit > '7') return std::nullopt;
  const int sum = digit - '0';
  return LineKinds{sum % 2 != 0, sum / 2 % 2 != 0, sum / 4 != 0};
}

Result<> put_in_index_order(store::View& view, const store::Place& place,
                            std::vector<PreferencePlace::Name>& notes) {
  if (notes.empty()) return {};
  LOCI_ASSIGN(const std::optional<std::string> index, view.read(place, note::kIndexFile));
  std::unordered_map<std::string_view, std::size_t> left;  // those without a place yet
  for (std::size_t i = 0; i < notes.size(); ++i) left.emplace(notes[i].file, i);
  std::vector<std::size_t> order;
  note::for_each_entry(index.value_or(""), [&](std::string_view, std::string_view file) {
    const auto note = left.find(file);
    if (note == left.end()) return true;
    order.push_back(note->second);
    left.erase(note);
    return !left.empty();
  });
  const std::size_t listed = order.size();
  for (const auto& [file, number] : left) order.push_back(number);
  std::sort(order.begin() + static_cast<std::ptrdiff_t>(listed), order.end());
  std::vector<PreferencePlace::Name> sorted;
  sorted.reserve(notes.size());
  for (const std::size_t number : order) sorted.push_back(std::move(notes[number]));
  notes = std::move(sorted);
  return {};
}

}  // namespace

Result<PreferencePlace> PreferencePlace::look(store::Store& store, store::View& view,
                                              const store::Place& place, const Listing* listing) {
  PreferencePlace result(place);
  if (!has_standing(place)) return result;
  const std::int64_t now = std::chrono::nanoseconds(store.clock().now().time_since_epoch()).count();
  LOCI_ASSIGN(const std::vector<std::string> files, view.notes(place));
  // Of a place without notes the journal, which may be long, need not be asked.
  if (files.empty() && !keeps_standings(store, place)) return result;
  std::shared_ptr<const Listing> own;
  if (listing == nullptr) {
    LOCI_ASSIGN(own, Listing::of(store, place));
    listing = own.get();
  }
  std::unordered_map<std::string_view, fs::Stamp> stamps;
  stamps.reserve(listing->files().size());
  for (const ListedFile& file : listing->files()) stamps.emplace(file.name, file.stamp);
  const KeptNotes kept = read_kept(store, place);
  LOCI_ASSIGN(result.standings_, PlaceStandings::read(store, place));
  FoundNotes found;
  std::size_t news = 0;
  for (const std::string& file : files) {
    const auto stamp = stamps.find(file);
    KeptNote note;
    if (stamp != stamps.end()) note.stamp = stamp_word(stamp->second);
    note.digest = result.standings_.digest(file);
    const auto known = kept.find(file);
    const auto kinds = known == kept.end() ? std::nullopt : parse_kinds(known->second.kind);
    const bool same = known != kept.end() && !note.stamp.empty() &&
                      known->second.stamp == note.stamp &&
                      (kinds ? known->second.digest == note.digest : known->second.kind == kNone);
    if (same) {
      note.kind = known->second.kind;
      if (kinds) result.notes_.push_back({file, *kinds});
    } else {
      ++news;
      LOCI_ASSIGN(std::optional<Preference> read, result.read(view, file));
      if (read) {
        const NoteStanding standing = result.standings_.of(file);
        const bool lost = as_it_stands(standing, read->text) != standing;
        if (lost) {
          result.lost_.push_back({place, file, read->text});
          note.stamp.clear();
        }
        result.notes_.push_back({file, kinds_of(*read)});
        note.kind = digit_of(result.notes_.back().lines);
        result.read_.emplace(file, std::move(*read));
      }
    }
    const bool sure = !note.stamp.empty() && stamp != stamps.end() &&
                      (same || !fs::is_doubtful(stamp->second, now));
    if (sure) found.emplace_back(file, std::move(note));
  }
  const std::vector<std::string> remembered = result.standings_.files();
  for (const std::string& file : remembered) {
    if (std::binary_search(files.begin(), files.end(), file)) continue;
    const NoteStanding standing = result.standings_.of(file);
    if (as_it_stands(standing, "") != standing) result.lost_.push_back({place, file, ""});
  }
  if (news >= kWorthKeeping) write_kept(store, place, found);
  LOCI_TRY(put_in_index_order(view, place, result.notes_));
  return result;
}

Result<std::optional<Preference>> PreferencePlace::read(store::View& view,
                                                        const std::string& file) {
  if (const auto known = read_.find(file); known != read_.end()) return known->second;
  LOCI_ASSIGN(std::optional<std::string> text, preference_text(view, place_, file));
  if (!text) return std::nullopt;
  return as_preference(place_, file, std::move(*text), standings_.of(file));
}

}  // namespace loci::memory
