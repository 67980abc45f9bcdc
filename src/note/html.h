// A note's Markdown as HTML that is safe to show, whoever wrote it.
//
// What comes out is made of the tags and attributes below and nothing else: raw HTML
// in the text is shown as text, a link leads only to http, https or mailto, and nothing is
// loaded, so that no picture carries data out. Links to notes have no address: they
// are <a data-note="target">, and whoever shows them knows where that is. Pure, and
// linear in the text.

#pragma once

#include <string>
#include <string_view>

namespace loci::note {

// Tags: p h2–h6 ul ol li blockquote hr pre code table thead tbody tr th td em strong
// del br a span input. Headings begin at h2: h1 is the note's title. Attributes:
//   a     href (http, https, mailto) or data-note (a link to a note, as written)
//   span  data-image (a picture's address, its text inside), data-blocked (a link that
//         leads elsewhere)
//   ol start; code class "language-x"; th, td align; input type=checkbox, disabled, checked
// A text that would become far longer than it is, or that cannot be read, comes back
// as it is, inside <pre>.
[[nodiscard]] std::string markdown_html(std::string_view markdown);

}  // namespace loci::note
