#include "memory/preference_place.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>
#include <unordered_map>

#include "base/hash.h"
#include "base/limits.h"
#include "base/text.h"
#include "fs/absent.h"
#include "fs/stamp.h"
#include "memory/stamped.h"
#include "note/index_file.h"
#include "note/statements.h"

namespace loci::memory {
namespace {

constexpr std::string_view kKeptDirectory = "state/preferences";
constexpr std::string_view kAnyKept = "loci preferences ";
constexpr std::string_view kKeptHeader = "loci preferences 1\n";
// So many notes are read sooner than a file is written.
constexpr std::size_t kWorthKeeping = 16;

// What was found out of a note: "<stamp> <kind> <digest> <file>" is its line.
struct KeptNote {
  std::string stamp;
  char kind = '-';           // of the three below, or '-': no preference
  std::uint64_t digest = 0;  // of what was known of its lines
};
constexpr std::string_view kKinds = "csn";  // by Agreed
using KeptNotes = std::unordered_map<std::string, KeptNote>;

std::string stamp_word(const fs::Stamp& stamp) {
  return fmt::format("{:x}.{:x}.{:x}.{:x}.{:x}", stamp.size, stamp.mtime_ns, stamp.ctime_ns,
                     stamp.inode, stamp.device);
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

std::string format_kept(const KeptNotes& notes) {
  std::vector<const KeptNotes::value_type*> sorted;
  for (const auto& note : notes) {
    if (note.first.find('\n') == std::string::npos) sorted.push_back(&note);
  }
  std::sort(sorted.begin(), sorted.end(),
            [](const auto* a, const auto* b) { return a->first < b->first; });
  std::string text(kKeptHeader);
  for (const auto* note : sorted) {
    text += fmt::format("{} {} {:x} {}\n", note->second.stamp, note->second.kind,
                        note->second.digest, note->first);
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

void write_kept(store::Store& store, const store::Place& place, const KeptNotes& notes) {
  // Without it the next look reads the notes again.
  (void)store.change_home_file(
      kKeptDirectory, kept_name(place),
      [&](const std::optional<std::string>& text) -> Result<std::optional<std::string>> {
        if (text && text->starts_with(kAnyKept) && !text->starts_with(kKeptHeader)) {
          return std::nullopt;  // of a later version
        }
        return format_kept(notes);
      });
}

Agreed agreed_on(const Preference& note) {
  Agreed agreed = Agreed::All;
  for (const PreferenceLine& line : note.lines) {
    if (line.standing == Standing::Imported) return Agreed::Never;
    if (line.standing == Standing::Noted) agreed = Agreed::Some;
  }
  return agreed;
}

Result<> put_in_index_order(store::View& view, const store::Place& place,
                            std::vector<PreferencePlace::Name>& notes) {
  if (notes.empty()) return {};
  LOCI_ASSIGN(const std::optional<std::string> index, view.read(place, note::kIndexFile));
  std::unordered_map<std::string, std::size_t> rank;
  for (note::IndexEntry& entry : note::parse_index(index.value_or(""))) {
    rank.emplace(std::move(entry.file), rank.size());
  }
  const auto rank_of = [&](const PreferencePlace::Name& note) {
    const auto known = rank.find(note.file);
    return known == rank.end() ? rank.size() : known->second;
  };
  std::stable_sort(notes.begin(), notes.end(),
                   [&](const auto& a, const auto& b) { return rank_of(a) < rank_of(b); });
  return {};
}

}  // namespace

Result<PreferencePlace> PreferencePlace::look(store::Store& store, store::View& view,
                                              const store::Place& place) {
  PreferencePlace result(place);
  if (!has_standing(place)) return result;
  const std::int64_t now = std::chrono::nanoseconds(store.clock().now().time_since_epoch()).count();
  LOCI_ASSIGN(const std::vector<std::string> files, view.notes(place));
  LOCI_ASSIGN(const Stamps stamps, stamps_in(store, place));
  const KeptNotes kept = read_kept(store, place);
  LOCI_ASSIGN(result.standings_, PlaceStandings::read(store, place));
  KeptNotes found;
  std::size_t news = 0;
  for (const std::string& file : files) {
    const auto stamp = stamps.find(file);
    KeptNote note;
    if (stamp != stamps.end()) note.stamp = stamp_word(stamp->second);
    note.digest = result.standings_.digest(file);
    const auto known = kept.find(file);
    const bool same = known != kept.end() && !note.stamp.empty() &&
                      known->second.stamp == note.stamp &&
                      (known->second.kind == '-' || known->second.digest == note.digest);
    if (same) {
      note.kind = known->second.kind;
      const std::size_t agreed = kKinds.find(note.kind);
      if (agreed != std::string_view::npos) {
        result.notes_.push_back({file, static_cast<Agreed>(agreed)});
      }
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
        result.notes_.push_back({file, agreed_on(*read)});
        note.kind = kKinds[static_cast<std::size_t>(result.notes_.back().agreed)];
        result.read_.emplace(file, std::move(*read));
      }
    }
    const bool sure = !note.stamp.empty() && stamp != stamps.end() &&
                      (same || !fs::is_doubtful(stamp->second, now));
    if (sure) found.emplace(file, std::move(note));
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
