// Writing notes: by name, and as a fact that finds its note by title.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "memory/memory.h"
#include "note/triggers.h"

namespace loci::memory {

struct WriteRequest {
  std::string file;
  Selector selector;
  std::optional<std::string> type;
  std::optional<std::string> description;
  std::optional<std::string> name;
  std::optional<std::vector<std::string>> tags;
  std::optional<std::string> agent_name = {};
  std::optional<std::string> content;  // none: the body stays
  bool raw = false;                    // `content` is the whole file
  std::optional<std::string> if_hash;  // 8 or more digits
  bool only_new = false;               // Conflict when there is such a note
  bool only_known = false;             // NotFound when there is none
  bool undescribed = false;            // a new note may go without a description
  bool dry_run = false;
  std::vector<std::string> allow = {};  // rules of the scanner that a person lets pass
  std::string operation = "write";      // what the journal calls it: "edit" for an editor's
  std::optional<note::Triggers> triggers = std::nullopt;  // in place of those it has
};

struct RememberRequest {
  std::string content;
  std::string title;
  std::optional<std::string> type;  // none: `new_type`, or what an old note has
  std::string description;          // "" = the first sentence
  Selector selector;
  bool dry_run = false;
  std::string new_type = "project";     // of a new note without `type`
  bool by_file = false;                 // `title` may be a note's file
  bool replace = false;                 // the text that is there; else the fact is added to it
  std::vector<std::string> allow = {};  // as in WriteRequest
  std::optional<std::string> agent_name = {};
  std::string operation = "remember";
  std::optional<note::Triggers> triggers = std::nullopt;  // in place of those it has
};

// A body that is blank is refused. One that begins with a frontmatter is a whole note when no
// field is given beside it, and refused when one is: it would be stored twice.
Result<ChangeReply> write(Memory& memory, const WriteRequest& request);
// Adds the fact to the note that has this title in the place it goes to, as a paragraph with
// the date, unless its newest paragraph says it; or makes a note. A note of that title
// elsewhere is named in the reply and left alone. A type that there is not is an error for a
// person; an agent's fact is then of type `project`, with a warning.
Result<ChangeReply> remember(Memory& memory, const RememberRequest& request);

}  // namespace loci::memory
