// Which notes of a place are preferences, and how far each is confirmed, without reading them
// all.
//
// What a look found out is kept below state/preferences, by the stamps of the files and by what is
// known of their lines; a note for which both are the same is not read again. It may be
// deleted at any time.

#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "memory/listing.h"
#include "memory/preferences.h"
#include "memory/standings_file.h"

namespace loci::memory {

// Which kinds of lines a note has.
struct LineKinds {
  bool confirmed = false;
  bool noted = false;
  bool imported = false;
};

class PreferencePlace {
 public:
  struct Name {
    std::string file;
    LineKinds lines;
  };

  // `listing` is one of this place, made before the view reads: who has it need not look again.
  static Result<PreferencePlace> look(store::Store& store, store::View& view,
                                      const store::Place& place, const Listing* listing = nullptr);

  // In the order of the index; those without a line in it come last.
  [[nodiscard]] const std::vector<Name>& notes() const { return notes_; }
  // One of them; nothing when it is none any more.
  Result<std::optional<Preference>> read(store::View& view, const std::string& file);
  // Notes that lack a line which a person once confirmed.
  [[nodiscard]] const std::vector<store::Noticed>& lost() const { return lost_; }

 private:
  explicit PreferencePlace(store::Place place) : place_(std::move(place)) {}

  store::Place place_;
  PlaceStandings standings_;
  std::vector<Name> notes_;
  std::map<std::string, Preference> read_;  // by the look
  std::vector<store::Noticed> lost_;
};

}  // namespace loci::memory
