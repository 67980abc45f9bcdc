// A note: YAML frontmatter and a Markdown body, as somebody wrote it.
//
// Reading never fails. CRLF, a BOM, no frontmatter, a missing field, a closing
// `---` at the end of the file, even broken YAML give a Note; `faults` says what
// is wrong, and nothing is repaired.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace loci::note {

enum class Type : std::uint8_t { User, Feedback, Project, Reference };

[[nodiscard]] std::string_view type_name(Type type);
// White space around it and case do not matter.
[[nodiscard]] std::optional<Type> parse_type(std::string_view text);

enum class FaultCode : std::uint8_t {
  NoFrontmatter,
  UnclosedFrontmatter,
  FrontmatterTooLarge,
  BrokenYaml,
  DuplicateKey,
  UnknownKey,
  WrongKind,  // a list where text belongs, and the like
  BadType,
  MissingName,
  MissingDescription,
  MissingType,
  InvalidUtf8,
};

struct Fault {
  FaultCode code;
  std::size_t line;  // 1-based, in the file
  std::string message;
};

struct Note {
  std::string name;          // trimmed; empty when absent
  std::string description;   // the frontmatter's own; empty when absent
  std::optional<Type> type;  // top level, else metadata.type (Claude's nested form)
  std::string agent_name;    // `agent_name`, else `agent`
  std::vector<std::string> tags;
  Json metadata = Json::object();

  bool has_frontmatter = false;
  std::size_t body_begin = 0;  // offset in the text: after the closing line and one blank line
  std::size_t body_line = 1;   // 1-based line of body_begin
  std::string body;            // the text from body_begin

  // What is wrong with the form. Which fields are required depends on the
  // scope: see validate.h.
  std::vector<Fault> faults;
};

[[nodiscard]] Note parse_note(std::string_view text);

// The first body line that is not blank, without heading marks, cut to 120
// characters, between words: what is shown where there is no description.
[[nodiscard]] std::string first_line(const Note& note);
// The description, else first_line().
[[nodiscard]] std::string shown_description(const Note& note);
// The same for a compiled index, which others write, too: cut to 120 characters wherever that is.
[[nodiscard]] std::string compiled_description(const Note& note);
// The name, else the file's stem.
[[nodiscard]] std::string shown_name(const Note& note, std::string_view file);

// `metadata.modified` and its like: text under a key of metadata, or "".
[[nodiscard]] std::string metadata_text(const Note& note, std::string_view key);

}  // namespace loci::note
