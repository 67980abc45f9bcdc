#include "memory/files.h"
#include "memory/index_view.h"
#include "memory/search.h"
#include "note/index_file.h"

#include <algorithm>

namespace loci::memory {
namespace {

// Other files lie beside these, and are nobody's to read here.
bool is_shown(const FileName& name) {
  if (name.place.kind == store::Place::Kind::Project) return name.file == store::kScratchpadFile;
  return store::is_note_entry({name.file, fs::Kind::File}) ||
         (name.place.indexed() && name.file == note::kIndexFile);
}

}  // namespace

Result<std::vector<store::Place>> shown_places(Memory& memory, const Selector& selector) {
  return searched_places(memory, selector, memory.session().audience);
}

Result<std::vector<FileName>> files(Memory& memory, const Selector& selector) {
  LOCI_ASSIGN(const std::vector<store::Place> places, shown_places(memory, selector));
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.store().view(places));
  std::vector<FileName> files;
  for (const store::Place& place : places) {
    if (place.kind == store::Place::Kind::Project) {
      LOCI_ASSIGN(const bool there, view->exists(place, std::string(store::kScratchpadFile)));
      if (there) files.push_back({place, std::string(store::kScratchpadFile)});
      continue;
    }
    LOCI_ASSIGN(std::vector<std::string> notes, view->notes(place));
    if (place.indexed()) {
      bool index = !notes.empty();
      if (!index) {
        LOCI_ASSIGN(index, view->exists(place, std::string(note::kIndexFile)));
      }
      if (index) files.push_back({place, std::string(note::kIndexFile)});
    }
    for (std::string& note : notes) files.push_back({place, std::move(note)});
  }
  return files;
}

Result<std::optional<std::string>> file_text(Memory& memory, const FileName& name) {
  // Whatever the caller knows of a place: what may be read is decided here.
  if (!is_shown(name)) return std::nullopt;
  LOCI_ASSIGN(std::vector<store::Place> places, shown_places(memory));
  if (name.place.is_agent()) {
    LOCI_ASSIGN(places, memory.readable({name.place.scope(), false, false, false}));
  }
  if (std::find(places.begin(), places.end(), name.place) == places.end()) return std::nullopt;
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.store().view({name.place}));
  LOCI_ASSIGN(std::optional<std::string> text, view->read(name.place, name.file));
  if (text || !name.place.indexed() || name.file != note::kIndexFile) return text;
  LOCI_ASSIGN(const note::RenderedIndex index, rendered_index(memory, name.place));
  if (index.entry_count == 0) return std::nullopt;
  return index.text;
}

}  // namespace loci::memory
