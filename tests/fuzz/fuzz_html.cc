// A note's text as HTML: whatever goes in, what comes out is made of the promised tags and
// attributes, every link leads to http, https or mailto, and it does not grow without end.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/text.h"
#include "note/html.h"
#include "property.h"

namespace {

constexpr std::array<std::string_view, 26> kTags{
    "p",          "h2",     "h3",  "h4",    "h5",    "h6",    "ul",   "ol",   "li",
    "blockquote", "hr",     "pre", "code",  "tr",    "th",    "td",   "em",   "a",
    "br",         "strong", "del", "table", "thead", "tbody", "span", "input"};
constexpr std::array<std::string_view, 10> kAttributes{
    "href",  "rel",   "data-note", "data-image", "data-blocked",
    "start", "class", "align",     "type",       "checked"};

template <typename List>
bool has(const List& list, std::string_view word) {
  for (const std::string_view one : list) {
    if (one == word) return true;
  }
  return false;
}

// Reads `name="value"` or a bare name at the start of `rest`.
void check_attribute(std::string_view& rest) {
  const std::string_view name = rest.substr(0, rest.find_first_of("= "));
  LOCI_HOLDS(has(kAttributes, name) || name == "disabled");
  rest.remove_prefix(name.size());
  if (!rest.starts_with("=\"")) return;
  rest.remove_prefix(2);
  const std::string_view value = rest.substr(0, rest.find('"'));
  LOCI_HOLDS(value.size() < rest.size());
  rest.remove_prefix(value.size() + 1);
  LOCI_HOLDS(value.find_first_of("<>'") == std::string_view::npos);
  if (name != "href") return;
  const std::string address = loci::ascii_lower(value);
  LOCI_HOLDS(address.starts_with("http:") || address.starts_with("https:") ||
             address.starts_with("mailto:"));
}

void check_tag(std::string_view tag) {
  if (tag.starts_with('/')) {
    LOCI_HOLDS(has(kTags, tag.substr(1)));
    return;
  }
  const std::string_view name = tag.substr(0, tag.find(' '));
  LOCI_HOLDS(has(kTags, name));
  std::string_view rest = tag.substr(name.size());
  while (!rest.empty()) {
    LOCI_HOLDS(rest.starts_with(' '));
    rest.remove_prefix(1);
    check_attribute(rest);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const std::string html = loci::note::markdown_html(text);
  LOCI_HOLDS(html.size() <= text.size() * 20 + 70'000);
  std::string_view rest = html;
  while (true) {
    const std::size_t open = rest.find_first_of("<>");
    if (open == std::string_view::npos) break;
    LOCI_HOLDS(rest[open] == '<');
    const std::size_t close = rest.find('>', open);
    LOCI_HOLDS(close != std::string_view::npos);
    check_tag(rest.substr(open + 1, close - open - 1));
    rest.remove_prefix(close + 1);
  }
  return 0;
}
