// What was asked, for `history`: searches and rebuilt catalogs; and what was done to tools'
// files, so that `undo` can say what takes that back. Nothing that is stored
// depends on it, so it is never synced or waited for, and no error of it is an error.

#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "store/store.h"

namespace loci::memory {

// One line of state/activity.jsonl, which has at most 1,000 of them.
struct Activity {
  std::string time;
  std::string operation;  // "search", "reindex", "setup", "unsetup", "apply"
  std::string workspace;  // slug, or ""
  std::string actor;
  std::string summary;  // redacted
  // The newest line of the journal then, of what was done to tools' files; else 0. Clocks jump.
  std::uint64_t journal = 0;
};

// Adds lines, from any thread. The file stays open: a server adds one for each search.
class ActivityLog {
 public:
  explicit ActivityLog(store::Store& store) : store_(store) {}
  // Does nothing when the home is not there or cannot be written.
  void add(const Activity& activity);
  // The same with `journal`, for what has to be found again among the operations.
  void add_among_operations(Activity activity);

 private:
  [[nodiscard]] bool is_current() const;
  void open();

  store::Store& store_;
  std::mutex mutex_;
  std::unique_ptr<fs::Root> state_;
  std::unique_ptr<fs::File> file_;
  std::uint64_t inode_ = 0;
};

// The same as a line and the file it goes to, for whoever can do no more than
// append it: a process whose time is up.
struct ActivityLine {
  std::string file;
  std::string line;
};
[[nodiscard]] ActivityLine activity_line(std::string_view home, const Activity& activity);

// Takes out the lines for whose summary `is_gone` is true, and those that are not whole.
Result<> remove_activity(store::Store& store,
                         const std::function<bool(std::string_view summary)>& is_gone);

// Newest first; lines that are not whole are passed over.
[[nodiscard]] Result<std::vector<Activity>> recent_activity(store::Store& store);

}  // namespace loci::memory
