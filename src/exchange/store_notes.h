// What the parsers of stores share: a file of another tool as a note, names for
// nested files, what an index says itself. Internal to exchange/.

#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "exchange/stores.h"

namespace loci::exchange {

// What a note gets that does not say it itself.
struct Missing {
  std::string name;
  std::string_view type;
  std::string description{};  // "": the first line of prose
};

struct Adopted {
  std::string text;
  bool unreadable = false;        // its frontmatter is no YAML: all of it is in the body
  std::string strange_type = {};  // one that no note has: it is of type `project` now
};
// A file as a note: as it is where it is a valid one; with the missing fields
// added; with keys that a note does not have under `metadata`; with quotes where
// somebody left them out ("description: Plots: how"); and where its frontmatter
// cannot be read, all of it as the body of a new note.
[[nodiscard]] Adopted adopt(std::string_view text, const Missing& missing);

// A note made from a text that has no frontmatter.
[[nodiscard]] std::string new_note(std::string_view body, const Missing& missing,
                                   Json metadata = Json::object());

// "team/x.md" -> "team-x.md"; a name that a note cannot have becomes one.
[[nodiscard]] std::string flat_name(std::string_view path);
// "Frontend" for "modules/frontend.md": the title of a file that has none.
[[nodiscard]] std::string title_of(std::string_view path);

// Says of a file what is not as it was.
void add_warnings(StoreDrafts& drafts, std::string_view path, const Adopted& adopted);
// Adds a Markdown file.
void add_file(StoreDrafts& drafts, const StoreFile& file, std::string_view type);
// A directory of notes and nothing else.
[[nodiscard]] StoreDrafts parse_notes(const std::vector<StoreFile>& files, std::string_view type);

// What an index says beside the notes it lists.
struct IndexFacts {
  std::string prose;                         // without the lines of `files`; "" when only headings
  std::map<std::string, std::string> hooks;  // by file
};
[[nodiscard]] IndexFacts index_facts(std::string_view index, const std::vector<StoreFile>& files);

// A directory of notes with a MEMORY.md: the notes, and what else the index says
// as a note of its own.
[[nodiscard]] StoreDrafts parse_indexed(const std::vector<StoreFile>& files, std::string_view type,
                                        const StoreDraft& own, const Missing& own_fields);

[[nodiscard]] bool is_markdown(std::string_view path);        // "x.md", not hidden
[[nodiscard]] bool is_open_directory(std::string_view path);  // not hidden
[[nodiscard]] bool no_directory(std::string_view path);
// Where programs keep data of the user: XDG_DATA_HOME, or ~/.local/share.
[[nodiscard]] std::string data_home(const StoreSearch& search);
// `below` under the first of these: a variable, a place in the user's home.
[[nodiscard]] std::string store_home(const StoreSearch& search, std::string_view variable,
                                     std::string_view in_home);

}  // namespace loci::exchange
