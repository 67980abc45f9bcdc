#include "store/apply.h"

#include <fmt/format.h>

#include <charconv>
#include <map>

#include "base/limits.h"
#include "base/text.h"
#include "note/index_file.h"
#include "note/note.h"
#include "store/store.h"

namespace loci::store {
namespace {

std::optional<note::NoteLine> line_for(std::string_view file,
                                       const std::optional<std::string>& text) {
  if (!text) return std::nullopt;
  const note::Note parsed = note::parse_note(*text);
  return note::NoteLine{std::string(file), note::shown_name(parsed, file), parsed.description};
}

// The inverse of kept_text().
std::optional<note::KeptLine> parse_kept(std::string_view text) {
  const std::vector<std::string_view> lines = split_lines(text);
  std::size_t blanks = 0;
  if (lines.size() != 3) return std::nullopt;
  const std::string_view number = without_ending(lines[1]);
  (void)std::from_chars(number.data(), number.data() + number.size(), blanks);
  return note::KeptLine{std::string(without_ending(lines[0])), blanks,
                        std::string(without_ending(lines[2]))};
}

bool is_note(const TextChange& change) {
  return change.place.indexed() && change.file != note::kIndexFile && change.file.ends_with(".md");
}

// A renamed note's two halves become one change of the index.
std::vector<note::IndexChange> note_changes(const std::vector<TextChange>& changes,
                                            const Place& place) {
  std::vector<note::IndexChange> result;
  const auto renamed_away = [&](const std::string& file) {
    for (const TextChange& change : changes) {
      if (change.place == place && change.from == file && change.from_place.empty()) return true;
    }
    return false;
  };
  const auto text_before = [&](const std::string& file) -> std::optional<std::string> {
    for (const TextChange& change : changes) {
      if (change.place == place && change.file == file) return change.before;
    }
    return std::nullopt;
  };
  for (const TextChange& change : changes) {
    if (!(change.place == place) || !is_note(change)) continue;
    if (!change.after && renamed_away(change.file)) continue;
    note::IndexChange index;
    index.after = line_for(change.file, change.after);
    const bool renamed = !change.from.empty() && change.from_place.empty();
    index.before = renamed ? line_for(change.from, text_before(change.from))
                           : line_for(change.file, change.before);
    if (!change.before && !change.kept.empty()) index.kept = parse_kept(change.kept);
    // Without the old text (it was purged) the name alone must do.
    if (!index.before && !index.after) index.before = note::NoteLine{change.file, "", ""};
    result.push_back(std::move(index));
  }
  return result;
}

Result<std::optional<std::string>> present_text(const OpenPlaces& places, const Place& place,
                                                std::string_view file) {
  const fs::Root* root = places.find(place.key);
  if (root == nullptr) return std::nullopt;
  auto text = root->read(file, kIndexFileBytes);
  if (!text && text.error().kind == ErrorKind::NotFound) return std::nullopt;
  if (!text) return fail(std::move(text));
  return std::move(*text);
}

// Whether the file is as it was read, without taking it all into memory again.
Result<bool> stands(const fs::Root& root, const TextChange& change) {
  constexpr std::size_t kBlock = std::size_t{1} << 16;
  const auto reader = root.open_reader(change.file);
  if (!reader && reader.error().kind == ErrorKind::NotFound) return !change.before;
  if (!reader) return fail(reader.error());
  if (!change.before || (*reader)->size() != change.before->size()) return false;
  std::string block;
  for (std::size_t at = 0; at < change.before->size(); at += kBlock) {
    LOCI_TRY((*reader)->read_into(block, at, kBlock));
    if (change.before->compare(at, kBlock, block) != 0) return false;
  }
  return true;
}

}  // namespace

std::string kept_text(std::string_view index, std::string_view file) {
  const auto kept = note::kept_line(index, file);
  if (!kept) return {};
  return fmt::format("{}\n{}\n{}\n", kept->above, kept->blanks, kept->line);
}

std::string line_for_new_note(std::string_view line) {
  constexpr char kNowhere = '\x01';  // stands in no index, so it is below nothing
  return fmt::format("{}\n0\n{}\n", kNowhere, line);
}

Result<std::vector<TextChange>> index_changes(const OpenPlaces& places,
                                              const std::vector<TextChange>& changes) {
  std::vector<TextChange> result;
  std::map<std::string, Place> touched;
  for (const TextChange& change : changes) {
    if (is_note(change)) touched.emplace(change.place.key, change.place);
  }
  for (const auto& [key, place] : touched) {
    LOCI_ASSIGN(std::optional<std::string> present, present_text(places, place, note::kIndexFile));
    const std::optional<std::string>* base = &present;
    for (const TextChange& change : changes) {  // the operation's own index, if it brings one
      if (change.place == place && change.file == note::kIndexFile) base = &change.after;
    }
    note::IndexUpdate update = note::update_index(base->has_value() ? **base : std::string_view(),
                                                  note_changes(changes, place));
    std::optional<std::string> after;
    if (!update.remove && (!update.text.empty() || *base)) after = std::move(update.text);
    if (after == *base) continue;
    // Moved, not copied: an index may have megabytes.
    TextChange change{
        place, std::string(note::kIndexFile), std::move(present), std::move(after), true, "", ""};
    result.push_back(std::move(change));
  }
  return result;
}

Result<> StagedChanges::stage(const OpenPlaces& places, const std::vector<TextChange>& changes,
                              const std::vector<TextChange>& indexes) {
  const auto superseded = [&](const TextChange& change) {
    for (const TextChange& index : indexes) {
      if (index.place == change.place && index.file == change.file) return true;
    }
    return false;
  };
  for (const std::vector<TextChange>* list : {&changes, &indexes}) {
    for (const TextChange& change : *list) {
      if (!change.write || (list == &changes && superseded(change))) continue;
      fs::Root* root = places.find(change.place.key);
      if (root == nullptr) continue;  // the place is gone: nothing to remove there
      written_.push_back({root, &change});
      if (change.after) {
        LOCI_TRY(batch_.replace(*root, change.file, *change.after));
      } else {
        batch_.remove(*root, change.file);
      }
    }
  }
  return {};
}

Result<> StagedChanges::publish(Progress& progress) {
  progress = {};
  const auto look_again = [&]() -> Result<> {
    for (const Written& written : written_) {
      LOCI_ASSIGN(const bool same, stands(*written.root, *written.change));
      if (same) continue;
      progress.overtaken = true;
      return fail(
          conflict(fmt::format("'{}' was changed while it was being written", written.change->file),
                   "save it in your editor and run the command again"));
    }
    return {};
  };
  auto outcome = batch_.commit(fs::Durability::Synced, look_again);
  progress.touched = batch_.touched();
  return outcome;
}

}  // namespace loci::store
