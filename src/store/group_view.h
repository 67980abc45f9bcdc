// What an operation sees that is committed together with others: the files as they are. What
// one before it in the group is about to change it cannot see, so whoever looks at that waits
// for the next group, and no operation is ever built on another that may still fail. Internal
// to store/.

#pragma once

#include <atomic>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/staged_changes.h"
#include "store/store.h"

namespace loci::store {

// What the operations of a group change.
class Claims {
 public:
  void add(const std::vector<TextChange>& changes);
  [[nodiscard]] bool empty() const { return files_.empty(); }
  // Whether a file is changed, or one that is called so but for case or form; the index is
  // when a note is.
  [[nodiscard]] bool has(const Place& place, std::string_view file) const;
  // Whether a file comes or goes.
  [[nodiscard]] bool changes_names(const Place& place) const { return named_.contains(place.key); }

 private:
  std::set<std::pair<std::string, std::string>> files_;  // place, and what the name folds to
  std::set<std::string> named_;                          // places
};

class GroupView final : public View {
 public:
  // Both must outlive it.
  GroupView(View& files, const Claims& claims) : files_(files), claims_(claims) {}

  Result<std::optional<std::string>> read(const Place& place, std::string_view file) override;
  Result<bool> exists(const Place& place, std::string_view file) override;
  Result<std::vector<std::string>> notes(const Place& place) override;
  Result<bool> is_taken(const Place& place, std::string_view file) override;

  // Whether it looked at what others change: whatever came of it, it is not to be used.
  [[nodiscard]] bool has_to_wait() const { return waits_; }

 private:
  Result<> look_at(bool claimed);

  View& files_;
  const Claims& claims_;
  std::atomic<bool> waits_{false};
};

}  // namespace loci::store
