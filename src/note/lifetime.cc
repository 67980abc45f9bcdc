#include "note/lifetime.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "base/time.h"

namespace loci::note {
namespace {

constexpr std::size_t kDateBytes = 10;

std::string date_in(const Note& note, std::string_view key) {
  std::string date = metadata_text(note, key).substr(0, kDateBytes);
  return is_date(date) ? date : std::string();
}

std::string_view without_md(std::string_view name) {
  if (name.ends_with(".md")) name.remove_suffix(3);
  return name;
}

bool is_indented(std::string_view line) { return line.starts_with(' ') || line.starts_with('\t'); }

// The lines of the frontmatter are [1, its end); 0 where there is none.
std::size_t end_of_frontmatter(const std::vector<std::string_view>& lines) {
  if (lines.empty() || trim(lines.front()) != "---") return 0;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    if (trim(lines[i]) == "---") return i;
  }
  return 0;
}

}  // namespace

bool Lifetime::is_expired(std::string_view today) const {
  return !expires.empty() && expires < today;
}

bool Lifetime::is_due(std::string_view today) const {
  return !review_by.empty() && review_by <= today;
}

bool Lifetime::says_nothing() const {
  return expires.empty() && review_by.empty() && supersedes.empty();
}

Lifetime lifetime_of(const Note& note) {
  Lifetime life;
  life.expires = date_in(note, "expires");
  life.review_by = date_in(note, "review_by");
  if (!note.metadata.is_object()) return life;
  const auto found = note.metadata.find("supersedes");
  if (found == note.metadata.end()) return life;
  const auto add = [&](const Json& value) {
    if (!value.is_string()) return;
    const std::string name(trim(value.get<std::string>()));
    if (!name.empty()) life.supersedes.push_back(name);
  };
  if (found->is_array()) {
    for (const Json& value : *found) add(value);
  } else {
    add(*found);
  }
  return life;
}

Lifetime lifetime_in(std::string_view text) {
  const auto says = [&](std::string_view key) { return text.find(key) != std::string_view::npos; };
  if (!says("expires") && !says("review_by") && !says("supersedes")) return {};
  return lifetime_of(parse_note(text));
}

bool names_note(std::string_view name, std::string_view file, std::string_view title) {
  if (folds_to(without_md(file), fold(without_md(name)))) return true;
  return !title.empty() && folds_to(title, fold(name));
}

Result<std::string> set_date(std::string_view text, std::string_view key,
                             const std::optional<std::string>& date) {
  const std::vector<std::string_view> lines = split_lines(text);
  const std::size_t end = end_of_frontmatter(lines);
  std::string changed;
  std::size_t map = 0;  // where `metadata:` begins in `changed`
  bool in_metadata = false;
  bool alone = true;  // nothing stands in the map but the line in question
  bool done = false;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = lines[i];
    const bool inside = i > 0 && i < end;
    if (inside && !is_indented(line)) {
      in_metadata = trim(line) == "metadata:";
      if (in_metadata) map = changed.size();
    }
    const std::string_view word = trim(line);
    const bool in_map = inside && in_metadata && is_indented(line);
    const bool meant =
        in_map && !done && word.starts_with(key) && word.substr(key.size()).starts_with(':');
    if (!meant) {
      alone = alone && !in_map;
      changed += line;
      continue;
    }
    done = true;
    if (!date) continue;
    changed += fmt::format("{}{}: {}{}", line.substr(0, line.find(key)), key, *date,
                           line.ends_with("\r\n") ? "\r\n" : "\n");
  }
  // A map that lost its only line would be no map: its key goes with it.
  if (!date && done && alone) changed.erase(map, changed.find('\n', map) + 1 - map);
  const std::string now = metadata_text(parse_note(changed), key).substr(0, kDateBytes);
  if (done && now == date.value_or("")) return changed;
  return fail(invalid_input(fmt::format("'metadata.{}' is not on a line of its own", key),
                            "change it with 'loci edit'"));
}

}  // namespace loci::note
