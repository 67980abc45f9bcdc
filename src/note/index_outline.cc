#include "note/index_outline.h"

#include <algorithm>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/text.h"
#include "note/index_entry.h"
#include "note/index_scan.h"
#include "note/split.h"

namespace loci::note {
namespace {

// A line without its ending, and what it is as an entry.
struct OutlineLine {
  std::string_view text;
  std::optional<EntryParts> entry;
  [[nodiscard]] bool has_hook() const { return entry && !entry_hook(text, *entry).empty(); }
};

std::vector<OutlineLine> outline_lines(std::string_view index) {
  std::vector<OutlineLine> lines;
  for_each_line(index, hidden_ranges(index), [&](std::size_t begin, std::size_t end, bool hidden) {
    const std::string_view line = without_ending(index.substr(begin, end - begin));
    lines.push_back({line, hidden ? std::nullopt : parse_entry(line)});
    return true;
  });
  return lines;
}

std::string bare_name(std::string_view file) {
  return std::string(file.ends_with(".md") ? file.substr(0, file.size() - 3) : file);
}

bool is_empty_line(std::string_view line) { return trim(line).empty(); }

// An entry as it travels.
std::string bare_entry(const OutlineLine& line, bool made) {
  const NoteLine bare{line.entry->file, bare_name(line.entry->file), ""};
  return made ? index_line(bare) : changed_entry(line.text, *line.entry, bare, false);
}

bool is_made(const OutlineLine& line, const Files& by_hand) {
  return !line.has_hook() || !by_hand.contains(line.entry->file);
}

// Whether entries that loci made stand in several lists, with prose between them.
bool is_arranged(const std::vector<OutlineLine>& lines, const Files& by_hand) {
  bool in_list = false;
  int lists = 0;
  Files seen;  // of doubled entries only the first counts
  for (const OutlineLine& line : lines) {
    if (line.entry) {
      if (seen.insert(line.entry->file).second && !in_list && is_made(line, by_hand)) {
        in_list = true;
        ++lists;
      }
    } else if (!is_empty_line(line.text)) {
      in_list = false;
    }
  }
  return lists > 1;
}

// Where lines went that stood between blank ones, one blank line is enough.
class KeptLines {
 public:
  void keep(std::string_view line) {
    const bool blank = is_empty_line(line);
    if (blank && gap_ && (last_blank_ || text_.empty())) return;
    text_.append(line).append("\n");
    last_blank_ = blank;
    if (!blank) gap_ = false;
  }
  void drop() { gap_ = true; }
  // Without blank lines at the end.
  std::string done() && {
    while (text_.ends_with("\n\n")) text_.pop_back();
    if (is_empty_line(text_)) text_.clear();
    return std::move(text_);
  }

 private:
  std::string text_;
  bool gap_ = false;
  bool last_blank_ = false;
};

std::string in_travelling_form(std::string_view index, const Files& by_hand, bool all) {
  const std::vector<OutlineLine> lines = outline_lines(index);
  const bool keeps_made = all || is_arranged(lines, by_hand);
  KeptLines kept;
  Files seen;
  for (const OutlineLine& line : lines) {
    if (!line.entry) {
      kept.keep(line.text);
      continue;
    }
    const bool made = is_made(line, by_hand);
    if (!seen.insert(line.entry->file).second || (made && !keeps_made)) {
      kept.drop();
    } else {
      kept.keep(bare_entry(line, made));
    }
  }
  return std::move(kept).done();
}

}  // namespace

std::string index_skeleton(std::string_view index, const Files& by_hand) {
  return in_travelling_form(index, by_hand, true);
}

std::string index_outline(std::string_view index, const Files& by_hand) {
  return in_travelling_form(index, by_hand, false);
}

Files hooked_files(std::string_view index) {
  Files files;
  for (const IndexEntry& entry : parse_index(index)) {
    if (!entry.hook.empty()) files.insert(entry.file);
  }
  return files;
}

Files listed_files(std::string_view index) {
  Files files;
  for_each_entry(index, [&](std::string_view, std::string_view file) {
    files.emplace(file);
    return true;
  });
  return files;
}

std::string without_entries(std::string_view index, const Files& files) {
  KeptLines kept;
  for (const OutlineLine& line : outline_lines(index)) {
    if (line.entry && files.contains(line.entry->file)) {
      kept.drop();
    } else {
      kept.keep(line.text);
    }
  }
  return std::move(kept).done();
}

std::string filled_in(std::string_view skeleton, std::string_view index, const Files& by_hand,
                      std::span<const NoteLine> notes) {
  std::unordered_map<std::string_view, const NoteLine*> note_of;
  for (const NoteLine& note : notes) note_of.emplace(note.file, &note);
  const std::vector<OutlineLine> present = outline_lines(index);
  std::unordered_map<std::string_view, const OutlineLine*> line_of;
  for (const OutlineLine& line : present) {
    if (line.entry) line_of.try_emplace(line.entry->file, &line);
  }
  KeptLines kept;
  Files listed;
  for (const OutlineLine& line : outline_lines(skeleton)) {
    if (!line.entry) {
      kept.keep(line.text);
      continue;
    }
    const auto note = note_of.find(line.entry->file);
    const auto before = line_of.find(line.entry->file);
    const bool worded = line.has_hook();
    const bool gone = !worded && note == note_of.end();
    if (gone || !listed.insert(line.entry->file).second) {
      kept.drop();
      continue;
    }
    const bool as_before =
        before != line_of.end() &&
        bare_entry(*before->second, is_made(*before->second, by_hand)) == line.text;
    const OutlineLine& source = as_before ? *before->second : line;
    if (note == note_of.end()) {
      kept.keep(source.text);
    } else if (!worded && !as_before) {
      kept.keep(index_line(*note->second));
    } else {
      kept.keep(changed_entry(source.text, *source.entry, *note->second, false));
    }
  }
  std::string text = std::move(kept).done();
  while (text.starts_with('\n') && !index.starts_with('\n')) text.erase(0, 1);
  // The first on top, as they stood.
  std::vector<IndexChange> missing;
  for (auto note = notes.rbegin(); note != notes.rend(); ++note) {
    if (!listed.contains(note->file)) missing.push_back({std::nullopt, *note});
  }
  if (!missing.empty()) text = update_index(text, missing).text;
  if (line_ending(index) == "\r\n") text = replace_all(text, "\n", "\r\n");
  if (first_line_begin(index) != 0) text.insert(0, index.substr(0, first_line_begin(index)));
  return text;
}

}  // namespace loci::note
