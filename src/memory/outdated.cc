#include "memory/outdated.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/limits.h"
#include "note/index_file.h"

namespace loci::memory {
namespace {

// As many as a prompt shows, in the order of the index; behind them those without a line.
Result<std::vector<std::string>> listed_notes(store::View& view, const store::Place& place) {
  LOCI_ASSIGN(const std::vector<std::string> files, view.notes(place));
  if (files.size() <= kIndexEntryLines) return files;
  LOCI_ASSIGN(const std::optional<std::string> index, view.read(place, note::kIndexFile));
  std::vector<std::string> listed;
  note::for_each_entry(index.value_or(""), [&](std::string_view, std::string_view file) {
    if (std::binary_search(files.begin(), files.end(), file)) listed.emplace_back(file);
    return listed.size() < kIndexEntryLines;
  });
  for (std::size_t i = 0; i < files.size() && listed.size() < kIndexEntryLines; ++i) {
    if (std::find(listed.begin(), listed.end(), files[i]) == listed.end()) {
      listed.push_back(files[i]);
    }
  }
  return listed;
}

}  // namespace

std::vector<std::size_t> superseded_by(const LivingNote& by, std::string_view name,
                                       const std::vector<LivingNote>& from) {
  std::vector<std::size_t> own;
  std::vector<std::size_t> others;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const LivingNote& note = from[i];
    const bool itself = note.place == by.place && note.file == by.file;
    if (itself || !note::names_note(name, note.file, note.name)) continue;
    (note.place == by.place ? own : others).push_back(i);
  }
  return own.empty() ? others : own;
}

std::vector<std::string> outdated(const std::vector<LivingNote>& notes, std::string_view today) {
  std::vector<std::string> reasons(notes.size());
  for (const LivingNote& note : notes) {
    for (const std::string& name : note.lifetime.supersedes) {
      for (const std::size_t old : superseded_by(note, name, notes)) {
        if (reasons[old].empty()) reasons[old] = fmt::format("superseded by {}", note.file);
      }
    }
  }
  for (std::size_t i = 0; i < notes.size(); ++i) {
    if (!notes[i].lifetime.is_expired(today)) continue;
    reasons[i] = fmt::format("expired on {}", notes[i].lifetime.expires);
  }
  return reasons;
}

Result<std::vector<LivingNote>> living_notes(store::View& view,
                                             const std::vector<store::Place>& places) {
  std::vector<LivingNote> notes;
  for (const store::Place& place : places) {
    if (!place.indexed()) continue;
    LOCI_ASSIGN(const std::vector<std::string> files, listed_notes(view, place));
    for (const std::string& file : files) {
      const auto text = view.read(place, file);
      if (!text && text.error().kind != ErrorKind::InvalidInput) return fail(text.error());
      if (!text || !*text) continue;
      const note::Note parsed = note::parse_note(**text);
      notes.push_back({place, file, parsed.name, note::lifetime_of(parsed)});
    }
  }
  return notes;
}

}  // namespace loci::memory
