// Notes that grow: text is added as a paragraph that says when it was written,
// "2026-11-17: text". And descriptions that are made from such paragraphs. Pure.

#pragma once

#include <string>
#include <string_view>

namespace loci::note {

// The first sentence, on one line, without heading marks, at most 120 characters.
[[nodiscard]] std::string first_sentence(std::string_view text);

// `file`, a whole note, with a paragraph of this date (YYYY-MM-DD) at its end. What
// stands there stays to the byte. A text that begins with a list, a heading, a table or
// the like comes below its date.
[[nodiscard]] std::string add_paragraph(std::string_view file, std::string_view date,
                                        std::string_view text);

// What was added last, without its date: all from the last line that begins with a date, or
// the whole body where none does.
[[nodiscard]] std::string_view newest_paragraph(std::string_view body);
// Whether the newest paragraph, or the last block of lines of the body, says just this: dates
// and white space aside.
[[nodiscard]] bool newest_says(std::string_view body, std::string_view text);

// Whether loci would have made this description from some paragraph of the body.
[[nodiscard]] bool is_derived(std::string_view description, std::string_view body);

}  // namespace loci::note
