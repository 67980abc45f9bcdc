#include "memory/index_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/hash.h"
#include "base/limits.h"
#include "base/text.h"
#include "memory/verdicts.h"
#include "note/index_file.h"
#include "note/index_hooks.h"
#include "note/note.h"
#include "note/split.h"

namespace loci::memory {
namespace {

// A note for its line; one that is gone or too large is empty.
Result<note::Note> open_note(store::View& view, const store::Place& place, std::string_view file) {
  const auto text = view.read(place, file);
  if (!text && text.error().kind != ErrorKind::InvalidInput) return fail(text.error());
  return note::parse_note(text && text->has_value() ? std::string_view(**text) : "");
}

// The index with loci's own lines in step, as far as a prompt shows it.
Result<std::string> in_step(Memory& memory, store::View& view, const store::Place& place,
                            const std::string& text, const std::vector<std::string>& files,
                            std::size_t most) {
  std::vector<std::string> in_order;
  std::set<std::string, std::less<>> listed;
  note::for_each_entry(text, [&](std::string_view, std::string_view file) {
    if (!std::binary_search(files.begin(), files.end(), file)) return true;
    if (listed.emplace(file).second) in_order.emplace_back(file);
    return listed.size() < most;
  });
  std::vector<note::NoteLine> shown;
  for (const std::string& file : in_order) {
    const auto there = view.read(place, file);
    if (!there && there.error().kind != ErrorKind::InvalidInput) return fail(there.error());
    if (!there || !*there) continue;
    auto line = note::readable_line(note::parse_note(**there), file);
    if (line) shown.push_back(std::move(*line));
  }
  LOCI_ASSIGN(const std::vector<LineApart> apart, lines_apart(memory, place, text, shown));
  return note::bring_in_step(text, shown, own_hooks(apart));
}

}  // namespace

Result<std::vector<LineApart>> lines_apart(Memory& memory, const store::Place& place,
                                           std::string_view index,
                                           std::span<const note::NoteLine> notes) {
  std::vector<LineApart> apart;
  std::vector<store::HookQuestion> questions;
  for (note::LineHook& line : note::differing_hooks(index, notes)) {
    questions.push_back({place.key, line.file, line.hook});
    apart.push_back({std::move(line)});
  }
  if (apart.empty()) return apart;
  LOCI_ASSIGN(const std::vector<store::HookAuthor> authors,
              store::hook_authors(memory.store().journal(), questions));
  for (std::size_t i = 0; i < apart.size(); ++i) apart[i].author = authors[i];
  return apart;
}

std::vector<note::LineHook> own_hooks(const std::vector<LineApart>& apart) {
  std::vector<note::LineHook> own;
  for (const LineApart& one : apart) {
    if (one.author == store::HookAuthor::Loci) own.push_back(one.line);
  }
  return own;
}

namespace {

// Agents' notes need no description: what they begin with stands behind a bare entry.
Result<std::string> with_first_lines(store::View& view, const store::Place& place,
                                     std::string_view text, std::size_t most) {
  std::map<std::size_t, std::string> lines;
  for (const note::IndexEntry& entry : note::parse_index(text)) {
    if (!entry.hook.empty() || lines.size() == most) continue;
    LOCI_ASSIGN(const note::Note parsed, open_note(view, place, entry.file));
    lines.emplace(entry.line, note::shown_description(parsed));
  }
  std::string result;
  std::size_t number = 0;
  for (const std::string_view line : split_lines(text)) {
    const auto first = lines.find(number++);
    if (first == lines.end() || first->second.empty()) {
      result += line;
      continue;
    }
    const std::string_view words = trim_right(line);
    result +=
        fmt::format("{} - {}{}", words, note::one_line(first->second), line.substr(words.size()));
  }
  return result;
}

}  // namespace

// Of the notes that an index leaves out no more are opened than it can show.
Result<IndexSource> index_source(Memory& memory, store::View& view, const store::Place& place,
                                 std::size_t more) {
  const std::size_t most = kIndexEntryLines + more;
  LOCI_ASSIGN(const std::optional<std::string> read, view.read(place, note::kIndexFile));
  LOCI_ASSIGN(std::vector<std::string> files, view.notes(place));
  LOCI_ASSIGN(std::string text, in_step(memory, view, place, read.value_or(""), files, most));
  if (place.is_agent()) {
    LOCI_ASSIGN(text, with_first_lines(view, place, text, most));
  }
  note::IndexState state = note::compare_index(text, files);
  std::sort(state.missing.begin(), state.missing.end());
  std::vector<note::NoteLine> lines;
  lines.reserve(files.size());
  std::size_t opened = 0;
  for (std::string& file : files) {
    note::NoteLine line{std::move(file), "", ""};
    const bool missing = std::binary_search(state.missing.begin(), state.missing.end(), line.file);
    if (missing && opened++ < most) {
      LOCI_ASSIGN(const note::Note parsed, open_note(view, place, line.file));
      line.name = note::shown_name(parsed, line.file);
      line.description = place.is_agent() ? note::shown_description(parsed) : parsed.description;
    }
    lines.push_back(std::move(line));
  }
  return IndexSource{std::move(text), std::move(lines)};
}

namespace {

using CitationMarks = std::map<std::string, std::string_view, std::less<>>;

std::string with_marks(std::string_view text, const CitationMarks& marks) {
  std::map<std::size_t, std::string_view> lines;
  for (const note::IndexEntry& entry : note::parse_index(text)) {
    const auto mark = marks.find(entry.file);
    if (mark != marks.end()) lines.emplace(entry.line, mark->second);
  }
  std::string result;
  std::size_t number = 0;
  for (const std::string_view line : split_lines(text)) {
    const auto mark = lines.find(number++);
    const std::string_view words = mark == lines.end() ? line : without_ending(line);
    result += words;
    if (mark == lines.end()) continue;
    result += fmt::format(" [cites {}]", mark->second);
    result += line.substr(words.size());
  }
  return result;
}

}  // namespace

// No more notes are opened than the index shows.
void mark_citations(Memory& memory, store::View& view, const store::Place& place,
                    note::RenderedIndex& index) {
  KnownVerdicts known(memory);
  if (known.bad_in(place).empty()) return;
  CitationMarks marks;
  for (const note::IndexEntry& entry : note::parse_index(index.text)) {
    if (!known.bad_in(place).contains(entry.file)) continue;
    const auto text = view.read(place, entry.file);
    if (!text || !*text) continue;
    const std::string_view mark = known.mark_of(place, entry.file, **text);
    if (!mark.empty()) marks.emplace(entry.file, mark);
  }
  if (marks.empty()) return;
  index.text = with_marks(index.text, marks);
  index.entries = with_marks(index.entries, marks);
}

Result<note::RenderedIndex> rendered_index(Memory& memory, const store::Place& place) {
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.store().view({place}));
  LOCI_ASSIGN(const IndexSource source, index_source(memory, *view, place));
  return note::render_index(source.text, source.lines);
}

}  // namespace loci::memory
