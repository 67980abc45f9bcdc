#include "memory/index_view.h"

#include <algorithm>

#include "base/limits.h"
#include "note/note.h"

namespace loci::memory {

// Only the notes that an index leaves out are opened, and of them no more than
// it can show.
Result<note::RenderedIndex> render_index(store::View& view, const store::Place& place) {
  LOCI_ASSIGN(const std::optional<std::string> text, view.read(place, note::kIndexFile));
  LOCI_ASSIGN(std::vector<std::string> files, view.notes(place));
  note::IndexState state = note::compare_index(text.value_or(""), files);
  std::sort(state.missing.begin(), state.missing.end());
  std::vector<note::NoteLine> lines;
  lines.reserve(files.size());
  std::size_t opened = 0;
  for (std::string& file : files) {
    note::NoteLine line{std::move(file), "", ""};
    const bool missing = std::binary_search(state.missing.begin(), state.missing.end(), line.file);
    if (missing && opened++ < kIndexEntryLines) {
      const auto note = view.read(place, line.file);
      if (!note && note.error().kind != ErrorKind::InvalidInput) return fail(note.error());
      const bool readable = note && note->has_value();
      const note::Note parsed = note::parse_note(readable ? std::string_view(**note) : "");
      line.name = note::shown_name(parsed, line.file);
      line.description = parsed.description;
    }
    lines.push_back(std::move(line));
  }
  return note::render_index(text.value_or(""), lines);
}

Result<note::RenderedIndex> rendered_index(Memory& memory, const store::Place& place) {
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.store().view({place}));
  return render_index(*view, place);
}

}  // namespace loci::memory
