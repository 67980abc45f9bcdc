// MEMORY.md, the index, line by line. It is the user's file: every function
// here keeps headings, prose, order and hand-written hooks to the byte. Pure.

#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loci::note {

inline constexpr std::string_view kIndexFile = "MEMORY.md";

// A line whose first link (or "(file: `x.md`)") leads to a note.
struct IndexEntry {
  std::size_t line;  // 0-based
  std::string file;  // "user(preferences).md", escapes resolved
  std::string name;  // the link text, escapes resolved
  std::string hook;  // what follows the separator, or ""
};

[[nodiscard]] std::vector<IndexEntry> parse_index(std::string_view text);
// Every entry line, without its ending, and the note it leads to: what costs least to know of
// an index of thousands of lines. Until `see` says that it has seen enough (false).
void for_each_entry(std::string_view text,
                    const std::function<bool(std::string_view line, std::string_view file)>& see);

// A file that an index line can name: "*.md", one component, no control
// character, not an index itself.
[[nodiscard]] bool can_be_listed(std::string_view file);

// What a note contributes.
struct NoteLine {
  std::string file;
  std::string name;         // shown_name()
  std::string description;  // the frontmatter's own, one line; "" when absent
};

// "- [Name](file.md) - description", without a line ending.
[[nodiscard]] std::string index_line(const NoteLine& note);

// An entry line as it stood, and where: what a note that comes back needs to get
// its hook and its place in the index again.
struct KeptLine {
  std::string above;       // the nearest line above it that is not blank; "" = there was none
  std::size_t blanks = 0;  // blank lines between the two
  std::string line;
  bool placed = true;  // false: only the line is known, and it goes where a new one goes
};
// The first entry line of a file, or nothing.
[[nodiscard]] std::optional<KeptLine> kept_line(std::string_view text, std::string_view file);

// What a line says of its note, behind the link.
struct LineHook {
  std::string file;
  std::string hook;  // as it stands there

  bool operator==(const LineHook&) const = default;
};

// One note's change: none before = new, none after = deleted, two files = renamed.
struct IndexChange {
  std::optional<NoteLine> before;
  std::optional<NoteLine> after;
  std::optional<KeptLine> kept{};  // of a note that comes back
};

struct IndexUpdate {
  std::string text;
  bool remove = false;              // only generated lines existed and the last went: the file goes
  std::vector<LineHook> foreign{};  // hooks that stay and are not what `after` makes
};

// The index after a change. A note that has a line: the line is updated in place, its
// link text always, its hook only where it is what `before` generated, or is among the
// hooks of `own`, which loci made from earlier texts of the note. One that has
// none: a new line goes above the first entry, or at the end after a blank line; a
// kept one goes behind the line it stood below, if that is still there. A deleted
// note: exactly the lines whose first link is the file go. Making the same changes
// twice gives the same text.
[[nodiscard]] IndexUpdate update_index(std::string_view text, std::span<const IndexChange> changes,
                                       std::span<const LineHook> own = {});

struct IndexState {
  std::vector<std::string> missing;   // notes without a line
  std::vector<std::string> dangling;  // lines without a note
  std::vector<std::string> doubled;   // notes with several lines
  std::vector<std::string> behind{};  // loci's own lines that say what their note said earlier
  [[nodiscard]] bool stale() const {
    return !missing.empty() || !dangling.empty() || !doubled.empty() || !behind.empty();
  }
};

// Names only, so that `behind` stays empty; `files` are the notes of the scope, in any order.
[[nodiscard]] IndexState compare_index(std::string_view text, std::span<const std::string> files);

// Adds missing lines, removes dangling and doubled ones, rewrites no hook. A
// missing index is made anew; `notes` are all notes of the scope.
[[nodiscard]] IndexUpdate reindex(std::string_view text, std::span<const NoteLine> notes);

// The index as a prompt shows it: as it stands, less dangling and doubled
// entries, plus missing ones above the first; without frontmatter and HTML
// comments; entry lines capped at 200 lines and 25,000 bytes, the marker
// "…[index truncated: 38 of 237 entries omitted]" among them. Synthesised from
// `notes` when `text` is empty.
struct RenderedIndex {
  std::string text;             // prose and entries together, in order
  std::string prose;            // without entry lines
  std::string entries;          // entry lines only, and the marker
  std::size_t entry_count = 0;  // shown and omitted
  std::size_t omitted = 0;
};
[[nodiscard]] RenderedIndex render_index(std::string_view text, std::span<const NoteLine> notes);

}  // namespace loci::note
