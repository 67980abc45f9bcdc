// What loci itself proposes: operations on notes and daily logs, made from their texts. Pure. No
// file is in two of them, so that any of them can be done without the others.

#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "memory/config.h"
#include "note/note.h"
#include "upkeep/proposal.h"

namespace loci::upkeep {

// A note as it stands.
struct Source {
  store::Place place;
  std::string file;
  std::string text;
  std::string hash;
  note::Note note;
  std::string changed;              // when, in UTC; "" = not known
  std::set<std::string> confirmed;  // marks of lines that a person wrote or accepted
};

struct DailyLog {
  std::string date;
  std::string text;
  std::string hash;
};

struct IndexSource {
  store::Place place;
  std::string text;
  std::string hash;       // "" = there is none
  std::string tightened;  // as it should be; the same as `text` where nothing is stale
};

// The day on which a line of a note was written, where that is known.
using LineDate = std::function<std::optional<std::string>(const Source&, std::size_t line)>;

struct Material {
  std::vector<Source> notes;
  // The one of that name, or nullptr. `notes` must not change after the first call.
  [[nodiscard]] const Source* find(const store::Place& place, const std::string& file) const;
  std::vector<DailyLog> logs;  // of the workspace, oldest first
  std::vector<IndexSource> indexes;
  std::optional<store::Place> daily;      // where the logs are
  std::optional<store::Place> own_notes;  // where notes of the workspace go
  std::string today;                      // YYYY-MM-DD
  LineDate written_on;
  // Notes that cite what is stale or missing, as the last `verify` found it: "'src/a.cc' is
  // missing".
  std::vector<std::pair<std::size_t, std::string>> stale;
  memory::ConsolidateSettings settings;

 private:
  mutable std::unordered_map<std::string, std::size_t> by_name_;
};

[[nodiscard]] std::vector<ProposedStep> propose_steps(const Material& material);

// "" when a step keeps what is promised of every step: it touches what it was shown and nothing
// else, brings no faults into a note, and leaves every line that a person confirmed where the
// person confirmed it, or puts it aside with the note in favour of one where it is confirmed, too.
[[nodiscard]] std::string fault_of(const ProposedStep& step, const Material& material);

}  // namespace loci::upkeep
