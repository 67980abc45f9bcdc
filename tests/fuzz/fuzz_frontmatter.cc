// Reading and changing a note. The first line of an input is a value, the rest a
// note: whatever is set reads back, and every byte that need not change stays.

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/text.h"
#include "note/fields.h"
#include "note/frontmatter.h"
#include "note/note.h"
#include "note/outline.h"
#include "note/validate.h"
#include "property.h"

namespace {

using namespace loci::note;

bool same_but(const Note& a, const Note& b, std::string_view key) {
  return (key == "name" || a.name == b.name) &&
         (key == "description" || a.description == b.description) &&
         (key == "type" || (a.type == b.type && a.metadata == b.metadata)) &&
         (key == "agent_name" || a.agent_name == b.agent_name) &&
         (key == "tags" || a.tags == b.tags) && a.body == b.body;
}

std::string_view field(const Note& note, std::string_view key) {
  if (key == "name") return note.name;
  if (key == "description") return note.description;
  return note.agent_name;
}

// The longest common start and end of two texts leave one run of lines.
std::string_view changed_part(std::string_view text, std::string_view other) {
  const std::size_t limit = std::min(text.size(), other.size());
  std::size_t start = 0;
  while (start < limit && text[start] == other[start]) ++start;
  std::size_t end = 0;
  while (end < limit - start && text[text.size() - 1 - end] == other[other.size() - 1 - end]) ++end;
  return text.substr(start, text.size() - end - start);
}

void check_reading(std::string_view text, const Note& note) {
  LOCI_HOLDS(note.body == text.substr(note.body_begin));
  const std::string_view before = text.substr(0, note.body_begin);
  LOCI_HOLDS(note.body_line ==
             static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n')) + 1);
  const auto lines = loci::split_lines(text).size() + 1;
  std::size_t last = 1;
  for (const Fault& fault : validate(note, requirements_for_shared_scope())) {
    LOCI_HOLDS(fault.line >= last && fault.line <= lines);
    LOCI_HOLDS(!fault.message.empty());
    last = fault.line;
  }
  LOCI_HOLDS(new_faults(note.faults, note.faults).empty());
  LOCI_HOLDS(loci::count_characters(first_line(note)) <= 120);
  LOCI_HOLDS(!shown_name(note, "x.md").empty());
  LOCI_HOLDS(shown_description(note).find('\n') == std::string::npos);
  for (const Link& link : parse_outline(note.body).links) {
    LOCI_HOLDS(link.begin <= link.end && link.end <= note.body.size());
    LOCI_HOLDS(!link.target.empty());
  }
}

void check_set_field(std::string_view text, const Note& before, std::string_view key,
                     std::string_view value) {
  const auto edited = set_field(text, key, value);
  if (!edited) return;
  const Note after = parse_note(*edited);
  LOCI_HOLDS(after.has_frontmatter);
  LOCI_HOLDS(same_but(before, after, key));
  if (key == "type") {
    LOCI_HOLDS(after.type == parse_type(value));
  } else if (!loci::trim(value).empty()) {
    LOCI_HOLDS(field(after, key) == loci::trim(value));
  }
  LOCI_HOLDS(set_field(*edited, key, value).value() == *edited);
  // Where there was a frontmatter, what changed lies inside it, in one place.
  if (before.has_frontmatter) {
    LOCI_HOLDS(changed_part(text, *edited).size() <= text.size() - before.body.size());
    LOCI_HOLDS(edited->ends_with(before.body));
  }
  LOCI_HOLDS(edited->starts_with("\xEF\xBB\xBF") == text.starts_with("\xEF\xBB\xBF"));
}

void check_body(std::string_view text, const Note& before, std::string_view body) {
  if (body.starts_with("\xEF\xBB\xBF")) return;  // it would become the file's own
  const std::string edited = replace_body(text, body);
  const Note after = parse_note(edited);
  LOCI_HOLDS(edited.starts_with(text.substr(0, before.body_begin)));
  LOCI_HOLDS(after.has_frontmatter == before.has_frontmatter);
  std::string wanted = loci::replace_all(body, "\r\n", "\n");
  if (wanted.find('\r') != std::string::npos) return;  // may become half of a line ending
  if (!wanted.empty() && !wanted.ends_with('\n')) wanted += '\n';
  const std::string got = loci::replace_all(after.body, "\r\n", "\n");
  // Without a frontmatter a blank line may stand before the body.
  LOCI_HOLDS(got == wanted || (!before.has_frontmatter && got == "\n" + wanted));
}

void check_render(std::string_view value, std::string_view body) {
  // YAML takes a key of up to 1,024 characters, escapes included.
  if (!loci::is_valid_utf8(value) || value.size() > 200) return;
  Draft draft;
  draft.name = draft.description = value;
  draft.type = "user";
  draft.tags = {std::string(value), "x"};
  draft.metadata["k"] = value;
  draft.metadata["m"][std::string(value)] = loci::Json::array({value, 1, nullptr});
  draft.body = body;
  const Note note = parse_note(render_note(draft));
  LOCI_HOLDS(note.faults.empty() || !loci::is_valid_utf8(body));
  LOCI_HOLDS(note.name == loci::trim(value));
  LOCI_HOLDS(note.metadata == draft.metadata);
  LOCI_HOLDS(note.tags.back() == "x");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t feed = std::min(input.find('\n'), input.size());
  const std::string_view value = input.substr(0, feed);
  const std::string_view text = input.substr(std::min(feed + 1, input.size()));

  const Note note = parse_note(text);
  check_reading(text, note);
  for (const std::string_view key : {"name", "description", "type", "agent_name"}) {
    check_set_field(text, note, key, value);
  }
  if (const auto tagged = set_tags(text, {std::string(value), "x"})) {
    const Note after = parse_note(*tagged);
    LOCI_HOLDS(same_but(note, after, "tags"));
    LOCI_HOLDS(after.tags.back() == "x");
    LOCI_HOLDS(value.empty() || after.tags.front() == value);
  }
  check_body(text, note, value);
  check_body(text, note, text);
  check_render(value, text);
  return 0;
}
