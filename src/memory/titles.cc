#include "memory/titles.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "note/index_file.h"
#include "note/note.h"
#include "note/slug.h"
#include "search/part.h"
#include "search/segment.h"
#include "store/place.h"

namespace loci::memory {
namespace {

// Whether fold_with_space(name) is `wanted`; quick for the many that begin with
// another letter, and for those that are plain.
bool has_title(std::string_view name, std::string_view wanted) {
  const auto is_letter = [](char c) { return c > ' ' && c < 0x7F; };
  // A letter may become another with a mark that follows it.
  if (name.size() > 1 && is_letter(name[0]) && is_letter(name[1])) {
    const bool upper = name[0] >= 'A' && name[0] <= 'Z';
    const char first = upper ? static_cast<char>(name[0] - 'A' + 'a') : name[0];
    if (!wanted.starts_with(first)) return false;
  }
  const bool simple = is_plain(name) && name.find("  ") == std::string_view::npos;
  return simple ? folds_to(trim(name), wanted) : fold_with_space(name) == wanted;
}

// The files of a place that may have this title, as its catalog has them.
std::vector<std::string> titled_files(const search::Collection& place, std::string_view wanted) {
  std::vector<std::string> files;
  for (const search::Part& part : place.parts) {
    const search::Segment& segment = *part.segment;
    for (std::uint32_t i = 0; i < segment.files(); ++i) {
      if (!has_title(segment.string(segment.file(i).name), wanted)) continue;
      files.emplace_back(segment.key(i));
    }
  }
  return files;
}

// The files of a place that may have this title.
Result<std::vector<std::string>> candidates(Memory& memory, store::View& view,
                                            const store::Place& place, std::string_view wanted,
                                            bool dry_run) {
  // A server knows all names already; a command reads the notes, since making a
  // catalog is more than it was asked for.
  if (!memory.session().lives_long || dry_run) return view.notes(place);
  std::vector<std::string> unread;
  const auto catalog = memory.catalogs().refreshed(place, unread);
  if (!catalog || !unread.empty()) return view.notes(place);
  return titled_files(*catalog, wanted);
}

}  // namespace

namespace {

// Those of `files` that have the title.
Result<std::vector<TitledNote>> with_title(store::View& view, const store::Place& place,
                                           const std::vector<std::string>& files,
                                           std::string_view wanted) {
  std::vector<TitledNote> notes;
  for (const std::string& file : files) {
    if (!store::is_note_entry({file, fs::Kind::File})) continue;
    auto text = view.read(place, file);
    if (!text && text.error().kind == ErrorKind::InvalidInput) continue;  // too large for a note
    if (!text) return fail(std::move(text));                              // it may be the one
    if (!*text) continue;                                                 // gone meanwhile
    const note::Note parsed = note::parse_note(**text);
    if (fold_with_space(note::shown_name(parsed, file)) != wanted) continue;
    notes.push_back({{place, file}, std::move(**text)});
  }
  return notes;
}

}  // namespace

Result<std::vector<TitledNote>> find_titled(Memory& memory, store::View& view,
                                            const store::Place& place, std::string_view title,
                                            bool dry_run) {
  const std::string wanted = fold_with_space(title);
  LOCI_ASSIGN(const std::vector<std::string> files,
              candidates(memory, view, place, wanted, dry_run));
  return with_title(view, place, files, wanted);
}

Result<std::vector<Found>> find_likely_titled(store::View& view, const store::Place& place,
                                              std::string_view title) {
  const std::string wanted = fold_with_space(title);
  const std::string named = note::file_name_for_title(title);
  LOCI_ASSIGN(const std::vector<std::string> files, view.notes(place));
  if (files.empty()) return std::vector<Found>();
  LOCI_ASSIGN(const std::optional<std::string> index, view.read(place, note::kIndexFile));
  std::vector<std::string> likely = note::compare_index(index.value_or(""), files).missing;
  for (note::IndexEntry& entry : note::parse_index(index.value_or(""))) {
    if (fold_with_space(entry.name) == wanted) likely.push_back(std::move(entry.file));
  }
  for (const std::string& file : files) {
    if (file.starts_with(note::stem(named))) likely.push_back(file);  // "x.md", "x-2.md"
  }
  std::sort(likely.begin(), likely.end());
  likely.erase(std::unique(likely.begin(), likely.end()), likely.end());
  LOCI_ASSIGN(std::vector<TitledNote> titled, with_title(view, place, likely, wanted));
  std::vector<Found> found;
  for (TitledNote& note : titled) found.push_back(std::move(note.found));
  return found;
}

Result<std::optional<Found>> find_by_prefix(store::View& view,
                                            const std::vector<store::Place>& places,
                                            std::string_view name) {
  constexpr std::size_t kNamed = 4;  // of those that begin so, in a message
  const std::string wanted = fold(trim(name));
  if (wanted.empty()) return std::optional<Found>();
  const std::string slug(note::stem(note::file_name_for_title(wanted)));
  std::vector<Found> found;
  for (const store::Place& place : places) {
    LOCI_ASSIGN(const std::vector<std::string> files, view.notes(place));
    for (const std::string& file : files) {
      const std::string folded = fold(file);
      if (folded.starts_with(wanted) || folded.starts_with(slug)) found.push_back({place, file});
    }
  }
  if (found.empty()) return std::optional<Found>();
  if (found.size() == 1) return std::optional<Found>(std::move(found.front()));
  std::vector<std::string> names;
  for (std::size_t i = 0; i < std::min(found.size(), kNamed); ++i) {
    names.push_back(fmt::format("'{}' in {}", note::stem(found[i].file), found[i].place.label()));
  }
  if (found.size() > kNamed) names.push_back(fmt::format("{} more", found.size() - kNamed));
  const std::string last = std::move(names.back());
  names.pop_back();
  return fail(invalid_input(fmt::format("{} notes begin with '{}': {} and {}", found.size(),
                                        trim(name), join(names, ", "), last),
                            "type more of the name, or say which with --scope"));
}

Result<Found> find_for_reading(Memory& memory, store::View& view,
                               const std::vector<store::Place>& places, std::string_view name,
                               bool dry_run) {
  auto by_file = find_note(view, places, name);
  if (by_file) return by_file;
  const bool no_file = by_file.error().kind == ErrorKind::NotFound || !note::note_file_name(name);
  if (!no_file || trim(name).empty()) return by_file;
  std::vector<Found> found;
  for (const store::Place& place : places) {
    LOCI_ASSIGN(std::vector<TitledNote> titled, find_titled(memory, view, place, name, dry_run));
    for (TitledNote& note : titled) found.push_back(std::move(note.found));
  }
  if (found.empty()) return by_file;
  if (found.size() == 1) return found.front();
  std::vector<std::string> names;
  for (const Found& note : found) {
    names.push_back(fmt::format("'{}' in {}", note.file, note.place.label()));
  }
  return fail(invalid_input(
      fmt::format("more than one note is titled '{}': {}", trim(name), join(names, " and ")),
      "give the file, and say which with --scope"));
}

}  // namespace loci::memory
