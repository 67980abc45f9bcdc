// What was asked, for `history`: searches and rebuilt catalogs. Nothing depends
// on it, so it is never synced or waited for, and no error of it is an error.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "store/store.h"

namespace loci::app {

// One line of state/activity.jsonl, which has at most 1,000 of them.
struct Activity {
  std::string time;
  std::string operation;  // "search", "reindex"
  std::string workspace;  // slug, or ""
  std::string actor;
  std::string summary;  // redacted
};

// Does nothing when the home is not there or cannot be written.
void note_activity(store::Store& store, const Activity& activity);

// The same as a line and the file it goes to, for whoever can do no more than
// append it: a process whose time is up.
struct ActivityLine {
  std::string file;
  std::string line;
};
[[nodiscard]] ActivityLine activity_line(std::string_view home, const Activity& activity);

// Newest first; lines that are not whole are passed over.
[[nodiscard]] std::vector<Activity> recent_activity(store::Store& store);

}  // namespace loci::app
