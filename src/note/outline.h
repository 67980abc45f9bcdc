// What stands where in a Markdown body: headings, fences, links, citations.
// Pure, linear in the size of the text, and never fails.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace loci::note {

struct Heading {
  int level;  // 1–6
  std::string text;
  std::size_t line;  // 1-based, in the text given
};

struct Link {
  enum class Kind : std::uint8_t { Wiki, Markdown };  // [[x]] and [t](x.md)
  Kind kind;
  std::string target;  // as meant: escapes resolved, "#anchor" and "|label" cut off
  std::size_t line;
  std::size_t begin;  // byte range of the target as written, without angle
  std::size_t end;    // brackets, anchor and label
};

struct Outline {
  std::vector<Heading> headings;
  std::vector<Link> links;  // to notes: no scheme, no path; not inside code
};

[[nodiscard]] Outline parse_outline(std::string_view text);

}  // namespace loci::note
