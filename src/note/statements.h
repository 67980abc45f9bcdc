// What a note says, line by line. Each line has a mark that tells it apart from every
// other together with all that it depends on, so that whoever agreed to a line has not
// agreed to the same words behind another title, heading or sentence. Pure.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "note/note.h"

namespace loci::note {

struct Statement {
  std::size_t line;  // 0-based, in the body
  std::string text;  // without blanks behind it
  // 32 hex digits, made from the line, white space folded, and: the type and title of
  // the note, the headings above it, and every line before it below the same heading.
  std::string mark;
  int heading = 0;  // its level, 1–6
};

// The lines of the body that are not blank.
[[nodiscard]] std::vector<Statement> statements(const Note& note);

}  // namespace loci::note
