// One operation of the past, with what it did to each file.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "past/history.h"

namespace loci::past {

struct ShownChange {
  store::FileRecord file;
  std::string diff;   // unified, of the file before and after
  bool lost = false;  // a text of it is kept no longer: purged, or past the retention
};

struct ShownOperation {
  HistoryRow row;
  std::vector<ShownChange> changes;
};

// NotFound where there is no such operation, or none that whoever asks may see.
Result<ShownOperation> show_operation(memory::Memory& memory, std::uint64_t number);

// What was done on the days of a month, from the journal.
struct DayOfChanges {
  std::string date;  // in local time
  std::size_t operations = 0;
  std::vector<std::pair<std::string, std::size_t>> by;  // how many by whom
};
// `month` is "2026-11". With a workspace what was done there, without one everything.
Result<std::vector<DayOfChanges>> changes_by_day(memory::Memory& memory, std::string_view month);

}  // namespace loci::past
