// Scans texts while others are still on their way. Internal to remote/.

#pragma once

#include <functional>
#include <mutex>
#include <string_view>
#include <unordered_set>
#include <utility>

#include "base/work_ahead.h"
#include "remote/transport.h"

namespace loci::remote {

class ArrivalScan {
 public:
  using Text = Texts::value_type;
  // Told of each text in which nothing was found, one at a time, on any thread.
  explicit ArrivalScan(std::function<void(const Text&)> harmless = {})
      : told_(std::move(harmless)) {}

  // The text must stay where it is.
  void add(const Text& text) { work_.add(&text); }
  // The hashes of those in which the scanner finds nothing, once all have been added.
  [[nodiscard]] std::unordered_set<std::string_view> finish();

 private:
  using Work = WorkAhead<const Text*>;
  void scan(Work::Part& part);

  std::function<void(const Text&)> told_;
  std::mutex mutex_;
  std::unordered_set<std::string_view> harmless_;
  Work work_{[this](Work::Part& part) { scan(part); }};  // last: its threads use the others
};

}  // namespace loci::remote
