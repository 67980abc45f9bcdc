#include "store/open_view.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/limits.h"
#include "base/text.h"
#include "fs/absent.h"
#include "note/index_file.h"

namespace loci::store {
namespace {

class OwningView final : public View {
 public:
  explicit OwningView(OpenPlaces places) : places_(std::move(places)), view_(places_) {}
  Result<std::optional<std::string>> read(const Place& place, std::string_view file) override {
    return view_.read(place, file);
  }
  Result<bool> exists(const Place& place, std::string_view file) override {
    return view_.exists(place, file);
  }
  Result<std::vector<std::string>> notes(const Place& place) override { return view_.notes(place); }
  Result<bool> is_taken(const Place& place, std::string_view file) override {
    return view_.is_taken(place, file);
  }

 private:
  OpenPlaces places_;
  OpenView view_;
};

}  // namespace

Result<std::optional<std::string>> OpenView::read(const Place& place, std::string_view file) {
  const fs::Root* root = places_.find(place.key);
  if (root == nullptr) return std::nullopt;
  // What waits in the inbox may be a change of an index or of several notes.
  const bool large = file == note::kIndexFile || place.kind == Place::Kind::Inbox;
  if (is_known_absent(*root, file)) return std::nullopt;
  auto text = fs::if_there(root->read(file, large ? kIndexFileBytes : kFileBytes));
  if (text && !*text) ++missed_;
  return text;
}

bool OpenView::is_known_absent(const fs::Root& root, std::string_view file) {
  // Of fewer, each costs less than to list thousands: also those of many writers together.
  constexpr std::size_t kMisses = 1'000;
  // Without locks a view may be kept for long.
  if (names_ == nullptr || missed_ < kMisses || !is_note_file(file)) return false;
  const std::lock_guard lock(listing_);
  const auto [known, is_new] = there_.try_emplace(&root);
  if (is_new) {
    if (auto entries = root.list()) {
      known->second.emplace();
      for (fs::Entry& entry : *entries) known->second->insert(std::move(entry.name));
    }
  }
  return known->second && !known->second->contains(std::string(file));
}

Result<bool> OpenView::exists(const Place& place, std::string_view file) {
  const fs::Root* root = places_.find(place.key);
  if (root == nullptr) return false;
  LOCI_ASSIGN(const std::optional<fs::Stat> stat, fs::if_there(root->stat(file)));
  if (!stat) return false;
  if (stat->kind == fs::Kind::Link) {
    return fail(denied(fmt::format("'{}/{}' is a symbolic link", root->path(), file),
                       "loci does not follow links inside memory: replace it with a file"));
  }
  return stat->kind == fs::Kind::File;
}

Result<std::vector<std::string>> OpenView::notes(const Place& place) {
  std::vector<std::string> names;
  const fs::Root* root = places_.find(place.key);
  if (root == nullptr) return names;
  LOCI_ASSIGN(std::vector<fs::Entry> entries, root->list());
  for (fs::Entry& entry : entries) {
    if (is_note_entry(entry)) names.push_back(std::move(entry.name));
  }
  std::sort(names.begin(), names.end());
  return names;
}

Result<bool> OpenView::is_taken(const Place& place, std::string_view file) {
  const fs::Root* root = places_.find(place.key);
  if (root == nullptr) return false;
  if (names_ == nullptr) {
    const std::string folded = fold(file);
    LOCI_ASSIGN(const std::vector<std::string> names, notes(place));
    return std::any_of(names.begin(), names.end(),
                       [&](const std::string& name) { return folds_to(name, folded); });
  }
  LOCI_ASSIGN(const std::vector<std::string> alike, names_->alike(*root, file));
  return !alike.empty();
}

std::unique_ptr<View> make_view(OpenPlaces places) {
  return std::make_unique<OwningView>(std::move(places));
}

}  // namespace loci::store
