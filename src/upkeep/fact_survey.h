// A survey that reads only the notes that changed: what the others show by themselves is kept in
// state/checked, by their stamps. It may be deleted at any time.

#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "memory/memory.h"
#include "memory/survey.h"
#include "upkeep/facts_file.h"
#include "upkeep/note_facts.h"

namespace loci::upkeep {

inline constexpr std::string_view kCheckedDirectory = "state/checked";
// So many notes are read sooner than a file is written.
inline constexpr std::size_t kWorthKeeping = 16;

class FactSurvey final : public memory::NoteReader {
 public:
  FactSurvey(memory::Memory& memory, store::View& view) : memory_(memory), view_(view) {}

  struct NoteOf {
    std::string file;
    std::shared_ptr<const NoteFacts> facts;
  };
  std::vector<Result<std::optional<memory::SurveyedNote>>> read_notes(
      const memory::SurveyedPlace& place, const std::vector<std::string>& files,
      const memory::FileNames& known) override;

  // Those that could be read, by file.
  [[nodiscard]] const std::vector<NoteOf>& notes_of(const store::Place& place) const;
  // What the journal says of a description.
  void set_outgrown(const store::Place& place, std::string_view file, bool outgrown);
  // The pairs of notes of a place that say the same, each note once as the lesser of a pair.
  [[nodiscard]] std::vector<std::pair<std::string, std::string>> alike(const store::Place& place);

  // Keeps what was found out anew. A home that cannot be written is no reason to fail.
  void keep();

 private:
  struct Known {
    store::Place place;
    memory::Stamped<NoteFacts> kept;  // those whose stamps are sure
    AlikeNotes alike;
    std::vector<NoteOf> notes;
    bool news = false;
  };
  void keep_of(const Known& known);

  memory::Memory& memory_;
  store::View& view_;
  std::map<std::string, Known> places_;  // by key
};

}  // namespace loci::upkeep
