// Notes that grow: text is added as a paragraph that says when it was written,
// "2026-11-17: text". And descriptions that are made from such paragraphs. Pure.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "note/note.h"

namespace loci::note {

// As much of a text as a description may have, 120 characters, and no part of a word unless it is
// longer than half of that.
[[nodiscard]] std::string cut_words(std::string_view text);
// The first sentence, on one line, without heading marks, cut so.
[[nodiscard]] std::string first_sentence(std::string_view text);

// `file`, a whole note, with a paragraph of this date (YYYY-MM-DD) at its end. What
// stands there stays to the byte, and the paragraph is no part of it: a fence that was left
// open is closed, and in a note that has headings the paragraph comes below a heading
// "Added" of their highest level. A heading that is the note's title on top is none of them. A
// text that begins with a list, a heading, a table or the like comes below its date.
[[nodiscard]] std::string add_paragraph(std::string_view file, std::string_view date,
                                        std::string_view text);

// What was added last, without its date: all from the last line that begins with a date, or
// the whole body where none does.
[[nodiscard]] std::string_view newest_paragraph(std::string_view body);
// Where the note says just this: as its whole body, or as its newest paragraph or last block of
// lines, standing where add_paragraph() would put it. Dates and white space aside.
struct LineRange {  // of a body, 0-based
  std::size_t begin = 0;
  std::size_t end = std::string_view::npos;  // not among them
};
[[nodiscard]] std::optional<LineRange> newest_saying(const Note& note, std::string_view text);

// Whether loci would have made this description from some paragraph of the body.
[[nodiscard]] bool is_derived(std::string_view description, std::string_view body);

}  // namespace loci::note
