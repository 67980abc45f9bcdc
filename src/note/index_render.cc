#include <fmt/format.h>

#include <algorithm>

#include "base/limits.h"
#include "base/text.h"
#include "note/index_entry.h"
#include "note/index_file.h"
#include "note/index_scan.h"
#include "note/split.h"

namespace loci::note {
namespace {

struct Piece {
  std::string text;  // a line with its ending
  bool is_entry;
};

// The part of a line that is neither frontmatter nor comment.
std::string visible_part(std::string_view text, std::size_t begin, std::size_t end,
                         const std::vector<HiddenRange>& hidden) {
  std::string part;
  auto range = std::partition_point(hidden.begin(), hidden.end(),
                                    [&](const HiddenRange& r) { return r.end <= begin; });
  std::size_t at = begin;
  for (; range != hidden.end() && range->begin < end; ++range) {
    if (range->shown) continue;
    if (range->begin > at) part += text.substr(at, range->begin - at);
    at = std::max(at, std::min(range->end, end));
  }
  part += text.substr(at, end - at);
  return part;
}

std::vector<Piece> pieces_of(std::string_view text) {
  const std::string_view ending = line_ending(text);
  const std::vector<HiddenRange> hidden = hidden_ranges(text);
  std::vector<Piece> pieces;
  for_each_line(text, hidden, [&](std::size_t begin, std::size_t end, bool is_hidden) {
    const std::string_view line = text.substr(begin, end - begin);
    std::string part = visible_part(text, begin, end, hidden);
    const bool whole = part.size() == line.size();
    // A line that held nothing but a comment goes with it.
    if (!whole && trim(part).empty()) return true;
    const std::string_view words = whole ? without_ending(part) : trim_right(part);
    part.resize(words.size());
    part += ending;
    pieces.push_back(
        {std::move(part), !is_hidden && parse_entry(without_ending(line)).has_value()});
    return true;
  });
  return pieces;
}

std::string marker(std::size_t omitted, std::size_t count, std::string_view ending) {
  return fmt::format("…[index truncated: {} of {} entries omitted]{}", omitted, count, ending);
}

// How many entries are shown; the first is cut where it alone is too long.
std::size_t fit(std::vector<Piece*>& entries, std::string_view ending) {
  std::size_t bytes = 0;
  for (const Piece* entry : entries) bytes += entry->text.size();
  if (entries.size() <= kIndexEntryLines && bytes <= kIndexEntryBytes) return entries.size();

  // Room for the marker in its longest form, so that its digits need no second look.
  const std::size_t room = kIndexEntryBytes - marker(entries.size(), entries.size(), ending).size();
  std::size_t shown = 0;
  bytes = 0;
  while (shown < entries.size() && shown + 1 < kIndexEntryLines &&
         bytes + entries[shown]->text.size() <= room) {
    bytes += entries[shown++]->text.size();
  }
  if (shown > 0) return shown;
  constexpr std::string_view kEllipsis = "…";
  std::string& first = entries.front()->text;
  first = std::string(cut_bytes(first, room - kEllipsis.size() - ending.size()));
  first.append(kEllipsis).append(ending);
  return 1;
}

}  // namespace

RenderedIndex render_index(std::string_view text, std::span<const NoteLine> notes) {
  const std::string_view ending = line_ending(text);
  std::vector<Piece> pieces = pieces_of(reindex(text, notes).text);
  std::vector<Piece*> entries;
  for (Piece& piece : pieces) {
    if (piece.is_entry) entries.push_back(&piece);
  }
  const std::size_t shown = fit(entries, ending);

  RenderedIndex rendered;
  rendered.entry_count = entries.size();
  rendered.omitted = entries.size() - shown;
  std::size_t seen = 0;
  for (const Piece& piece : pieces) {
    if (!piece.is_entry) {
      rendered.text += piece.text;
      rendered.prose += piece.text;
      continue;
    }
    if (++seen > shown) continue;
    std::string lines = piece.text;
    if (seen == shown && rendered.omitted > 0) {
      lines += marker(rendered.omitted, entries.size(), ending);
    }
    rendered.text += lines;
    rendered.entries += lines;
  }
  if (trim(rendered.prose).empty()) rendered.prose.clear();
  if (trim(rendered.text).empty()) rendered.text.clear();
  return rendered;
}

}  // namespace loci::note
