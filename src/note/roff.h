// Markdown as the source of a manual page, in the macros of man(7) that both groff and mandoc
// know. Pure.

#pragma once

#include <string>
#include <string_view>

#include "note/document.h"

namespace loci::note {

// Text as it stands in a page, wherever it stands in a line: nothing of it is taken for a
// request, and a minus stays one, so that commands can be copied out of the page.
[[nodiscard]] std::string roff_text(std::string_view text);

// The body of a page: the headings of a text as sections and subsections, a table as a list of
// its first column. The first heading of level 1 is the page's own title and is left out.
[[nodiscard]] std::string roff_body(const Block& document);

// Words in lines of a page's source, none of them longer than its readers advise.
[[nodiscard]] std::string roff_lines(std::string_view words);

}  // namespace loci::note
