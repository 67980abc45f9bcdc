// Changes to a note's text that keep every byte they need not touch: comments,
// order, quoting, line endings, unknown keys, a BOM.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/result.h"

namespace loci::note {

// What a new note is made from; empty fields are left out.
struct Draft {
  std::string name;
  std::string description;
  std::string type;
  std::string agent_name;
  std::vector<std::string> tags;
  Json metadata = Json::object();
  std::string body;
};

// A whole new file: frontmatter, a blank line, the body with a final newline.
[[nodiscard]] std::string render_note(const Draft& draft);

// Sets a text field: replaces the value where a reader finds it (its own key, its
// alias, for the type also `metadata.type`), and a comment behind it stays; or
// adds a line below the nearest field that comes before it in fields(), else on
// top; or adds a frontmatter where there is none. A value that is there already
// changes nothing. InvalidInput when the frontmatter is broken, with the line.
[[nodiscard]] Result<std::string> set_field(std::string_view text, std::string_view key,
                                            std::string_view value);
// The same for `tags`.
[[nodiscard]] Result<std::string> set_tags(std::string_view text,
                                           const std::vector<std::string>& tags);
// Everything after the frontmatter and its blank line becomes `body`, with the
// file's own line endings and a final newline; the frontmatter stays to the byte.
// A blank line is put before a body that would be read as something else.
[[nodiscard]] std::string replace_body(std::string_view text, std::string_view body);

}  // namespace loci::note
