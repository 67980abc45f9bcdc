// Views of places that are open: what a planner reads under the locks, and what a
// command reads that changes nothing. Internal to store/.

#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "base/result.h"
#include "store/names.h"
#include "store/open_places.h"
#include "store/store.h"

namespace loci::store {

class OpenView final : public View {
 public:
  // Both must outlive it. `names` knows the notes of locked places; without it they
  // are listed each time.
  explicit OpenView(const OpenPlaces& places, Names* names = nullptr)
      : places_(places), names_(names) {}

  Result<std::optional<std::string>> read(const Place& place, std::string_view file) override;
  Result<bool> exists(const Place& place, std::string_view file) override;
  Result<std::vector<std::string>> notes(const Place& place) override;
  Result<bool> is_taken(const Place& place, std::string_view file) override;

 private:
  // Whether a note is known not to be there. Most files of a plan of thousands are new, and
  // whoever asks for each of them asks in vain: after some of these the directory is listed, once.
  // What is made there later is noticed before the first file changes, as is what is read here
  // and changed later.
  bool is_known_absent(const fs::Root& root, std::string_view file);

  const OpenPlaces& places_;
  Names* names_;
  std::atomic<std::size_t> missed_ = 0;
  std::mutex listing_;
  std::map<const fs::Root*, std::optional<std::unordered_set<std::string>>> there_;
};

// A view that keeps its directories open itself.
[[nodiscard]] std::unique_ptr<View> make_view(OpenPlaces places);

}  // namespace loci::store
