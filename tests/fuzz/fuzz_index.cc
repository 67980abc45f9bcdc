// The index. The first line of an input is a name, the second a description, the
// rest a MEMORY.md: a change is made once, other lines stay, the caps hold.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/limits.h"
#include "base/text.h"
#include "note/index_file.h"
#include "note/outline.h"
#include "property.h"

namespace {

using namespace loci::note;

std::string_view take_line(std::string_view& input) {
  const std::size_t feed = std::min(input.find('\n'), input.size());
  const std::string_view line = input.substr(0, feed);
  input.remove_prefix(std::min(feed + 1, input.size()));
  return line;
}

// The text without the entry lines of some files; blank space at the end aside.
std::string without_entries(std::string_view text, const std::vector<std::string_view>& files) {
  const auto entries = parse_index(text);
  const auto lines = loci::split_lines(text);
  std::vector<bool> gone(lines.size());
  for (const IndexEntry& entry : entries) {
    LOCI_HOLDS(entry.line < lines.size());
    if (std::find(files.begin(), files.end(), entry.file) != files.end()) gone[entry.line] = true;
  }
  std::string rest;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    // A BOM stays when the line behind it goes.
    if (!gone[i]) {
      rest += lines[i];
    } else if (lines[i].starts_with("\xEF\xBB\xBF")) {
      rest += "\xEF\xBB\xBF";
    }
  }
  return std::string(loci::trim_right(rest));
}

std::size_t count_entries(std::string_view text, std::string_view file) {
  const auto entries = parse_index(text);
  return static_cast<std::size_t>(std::count_if(
      entries.begin(), entries.end(), [&](const IndexEntry& e) { return e.file == file; }));
}

void check_change(std::string_view text, const IndexChange& change) {
  const std::vector<IndexChange> changes = {change};
  const IndexUpdate once = update_index(text, changes);
  LOCI_HOLDS(update_index(once.text, changes).text == once.text);
  std::vector<std::string_view> files;
  if (change.before) files.push_back(change.before->file);
  if (change.after) files.push_back(change.after->file);
  LOCI_HOLDS(without_entries(text, files) == without_entries(once.text, files));
  if (change.after) LOCI_HOLDS(count_entries(once.text, change.after->file) >= 1);
  if (change.before && (!change.after || change.after->file != change.before->file)) {
    LOCI_HOLDS(count_entries(once.text, change.before->file) == 0);
  }
  if (once.remove) LOCI_HOLDS(!text.empty() && parse_index(once.text).empty());
  for (const IndexEntry& entry : parse_index(once.text)) {
    LOCI_HOLDS(!change.after || entry.file != change.after->file || !entry.name.empty());
  }
}

// Many changes in one go, a renamed note among them.
void check_batch(std::string_view text, const NoteLine& note) {
  std::vector<IndexChange> changes;
  for (const std::string_view file : {"a.md", "b.md", "c.md", "d.md", "e.md"}) {
    changes.push_back({std::nullopt, NoteLine{std::string(file), note.name, note.description}});
  }
  changes.push_back({note, NoteLine{"renamed.md", note.name, ""}});
  changes.push_back({NoteLine{"renamed.md", note.name, ""}, NoteLine{"again.md", "N", "d"}});
  changes.push_back({NoteLine{"e.md", "", ""}, std::nullopt});
  const IndexUpdate once = update_index(text, changes);
  LOCI_HOLDS(update_index(once.text, changes).text == once.text);
  LOCI_HOLDS(count_entries(once.text, "again.md") >= 1 && count_entries(once.text, "d.md") >= 1);
  LOCI_HOLDS(count_entries(once.text, "e.md") == 0 && count_entries(once.text, note.file) == 0);
  const std::vector<std::string_view> files = {"a.md", "b.md",     "c.md",       "d.md",
                                               "e.md", "again.md", "renamed.md", note.file};
  LOCI_HOLDS(without_entries(text, files) == without_entries(once.text, files));
}

void check_whole(std::string_view text, const std::vector<NoteLine>& notes) {
  std::vector<std::string> files;
  for (const NoteLine& note : notes) files.push_back(note.file);
  const IndexUpdate fixed = reindex(text, notes);
  LOCI_HOLDS(!compare_index(fixed.text, files).stale());
  LOCI_HOLDS(reindex(fixed.text, notes).text == fixed.text);
  if (!compare_index(text, files).stale()) LOCI_HOLDS(fixed.text == text);

  const RenderedIndex shown = render_index(text, notes);
  const auto lines = loci::split_lines(shown.entries);
  LOCI_HOLDS(lines.size() <= loci::kIndexEntryLines);
  LOCI_HOLDS(shown.entries.size() <= loci::kIndexEntryBytes);
  LOCI_HOLDS(shown.omitted <= shown.entry_count);
  LOCI_HOLDS(lines.size() == shown.entry_count - shown.omitted + (shown.omitted > 0 ? 1 : 0));
  LOCI_HOLDS(shown.entry_count == notes.size());
  LOCI_HOLDS(loci::trim(shown.prose).empty() ||
             shown.text.size() == shown.prose.size() + shown.entries.size());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::string name(take_line(input));
  const std::string description(take_line(input));
  const std::string_view text = input;

  const NoteLine prefs{"prefs.md", name, description};
  const NoteLine plain{"prefs.md", "Prefs", "Saved preference"};
  const NoteLine odd{"user(a) <b>\\c.md", name, description};
  check_change(text, {std::nullopt, prefs});
  check_change(text, {plain, prefs});
  check_change(text, {prefs, plain});
  check_change(text, {prefs, std::nullopt});
  check_change(text, {plain, odd});
  check_change(text, {odd, prefs});
  check_change(text, {odd, std::nullopt});

  check_batch(text, prefs);

  std::vector<NoteLine> notes = {prefs, odd, {"a.md", "A", ""}, {"b c.md", "", description}};
  check_whole(text, notes);
  if (description.size() % 4 == 0) {  // a quarter of the inputs: it takes most of the time
    for (int i = 0; i < 205; ++i) {
      notes.push_back({"n" + std::to_string(i) + ".md", "", "some words about it"});
    }
    check_whole(text, notes);
  }

  const Outline outline = parse_outline(text);
  for (const Link& link : outline.links) {
    LOCI_HOLDS(link.begin < link.end && link.end <= text.size() && !link.target.empty());
    LOCI_HOLDS(link.target.find('/') == std::string::npos);
  }
  for (const Heading& heading : outline.headings) {
    LOCI_HOLDS(heading.level >= 1 && heading.level <= 6 && heading.line >= 1);
  }

  const std::string line = index_line(odd);
  const auto read = parse_index(line);
  LOCI_HOLDS(read.size() == 1 && read[0].file == odd.file);
  return 0;
}
