// Where the standing of lines is kept: state/confirmed, a file for each place.

#pragma once

#include <cstdint>
#include <functional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "memory/standing.h"
#include "store/store.h"

namespace loci::memory {

// Whether lines of notes there can be what the user wants: the global and the private
// ones. What a repository ships never is.
[[nodiscard]] bool has_standing(const store::Place& place);

// What is known of the notes of a place. Where nothing was kept yet, the journal is searched
// for what was imported.
[[nodiscard]] Result<Standings> read_standings(store::Store& store, const store::Place& place);
// The same, understood note by note when asked for: of thousands few are.
class PlaceStandings {
 public:
  static Result<PlaceStandings> read(store::Store& store, const store::Place& place);
  [[nodiscard]] NoteStanding of(const std::string& file) const;
  // Another number when something else is known of the note; 0: nothing is.
  [[nodiscard]] std::uint64_t digest(const std::string& file) const;
  // The notes of which something is known.
  [[nodiscard]] std::vector<std::string> files() const;

 private:
  struct Block {
    std::size_t begin;
    std::size_t size;
  };
  std::string text_;
  std::unordered_map<std::string, Block> notes_;
};
// Whether something is kept of a place, so that the journal need not be searched.
[[nodiscard]] bool keeps_standings(store::Store& store, const store::Place& place);

// The name of a place among the files that are kept of places: "global", or "project-" and the
// slug for private notes.
[[nodiscard]] std::string kept_name(const store::Place& place);

using StandingsEdit = std::function<void(Standings&)>;
Result<> change_standings(store::Store& store, const store::Place& place,
                          const StandingsEdit& edit);
// The change of a file in kStandingsDirectory that gives some notes this standing: of thousands
// the others are not looked at. The store must outlive it.
inline constexpr std::string_view kStandingsDirectory = "state/confirmed";
[[nodiscard]] store::HomeEdit put_standings(store::Store& store, store::Place place,
                                            Standings changed);
// Nothing is known any more of the notes that have these names, in any place.
Result<> forget_standings(store::Store& store, const std::set<std::string>& files);

}  // namespace loci::memory
