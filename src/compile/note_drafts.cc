#include "compile/note_drafts.h"

#include "base/hash.h"
#include "base/text.h"
#include "note/slug.h"

namespace loci::compile {

using store::Place;

void NoteDrafts::put(const Place& place, const std::string& file, std::string text) {
  drafts_[{place.key, fold(file)}] = {place, file, text, std::move(text), false};
}

void NoteDrafts::write(const Place& place, const std::string& file, std::string text) {
  const auto [at, fresh] = drafts_.try_emplace({place.key, fold(file)});
  if (fresh) at->second = {place, file, "", "", true};
  at->second.now = std::move(text);
}

const NoteDrafts::Draft* NoteDrafts::find(const Place& place, const std::string& file) const {
  const auto found = drafts_.find({place.key, fold(file)});
  return found == drafts_.end() ? nullptr : &found->second;
}

const std::string* NoteDrafts::now(const Place& place, const std::string& file) const {
  const Draft* const draft = find(place, file);
  return draft == nullptr ? nullptr : &draft->now;
}

bool NoteDrafts::changed(const Place& place, const std::string& file) const {
  const Draft* const draft = find(place, file);
  return draft != nullptr && draft->changed();
}

std::string NoteDrafts::free_name(const Place& place, const std::string& wanted,
                                  const std::string& text) const {
  return *note::free_file_name(wanted, [&](const std::string& name) -> Result<bool> {
    const std::string* taken = now(place, name);
    return taken != nullptr && *taken != text;
  });
}

std::vector<store::FileChange> NoteDrafts::changes() const {
  std::vector<store::FileChange> all;
  for (const auto& [key, draft] : drafts_) {
    if (!draft.changed()) continue;
    all.push_back(store::FileChange::put(
        draft.place, draft.file, draft.now,
        draft.fresh ? store::Expected::absent() : store::Expected::text(sha256(draft.was))));
  }
  return all;
}

}  // namespace loci::compile
