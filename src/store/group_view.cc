#include "store/group_view.h"

#include "base/text.h"
#include "note/index_file.h"

namespace loci::store {

void Claims::add(const std::vector<TextChange>& changes) {
  for (const TextChange& change : changes) {
    files_.emplace(change.place.key, fold(change.file));
    if (change.place.indexed()) files_.emplace(change.place.key, fold(note::kIndexFile));
    if (!change.before || !change.after) named_.insert(change.place.key);
  }
}

bool Claims::has(const Place& place, std::string_view file) const {
  return !files_.empty() && files_.contains({place.key, fold(file)});
}

Result<> GroupView::look_at(bool claimed) {
  if (!claimed) return {};
  waits_ = true;
  return fail(locked("another operation is about to change what this one reads", "try again"));
}

Result<std::optional<std::string>> GroupView::read(const Place& place, std::string_view file) {
  LOCI_TRY(look_at(claims_.has(place, file)));
  return files_.read(place, file);
}

Result<bool> GroupView::exists(const Place& place, std::string_view file) {
  LOCI_TRY(look_at(claims_.has(place, file)));
  return files_.exists(place, file);
}

Result<std::vector<std::string>> GroupView::notes(const Place& place) {
  LOCI_TRY(look_at(claims_.changes_names(place)));
  return files_.notes(place);
}

Result<bool> GroupView::is_taken(const Place& place, std::string_view file) {
  LOCI_TRY(look_at(claims_.has(place, file)));
  return files_.is_taken(place, file);
}

}  // namespace loci::store
