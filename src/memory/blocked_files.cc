#include "memory/blocked_files.h"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "memory/scanning.h"
#include "memory/seen_files.h"
#include "memory/survey.h"
#include "note/index_file.h"

namespace loci::memory {
namespace {

using guard::Finding;

// By rule and what matched: the line of a note in the index repeats what its note says.
using RuleMarks = std::set<std::pair<std::string_view, std::string>>;

Result<std::vector<store::Place>> told_places(Memory& memory, bool own) {
  LOCI_ASSIGN(std::vector<store::Place> places, all_places(memory, {}));
  std::erase_if(places, [&](const store::Place& place) {
    return memory.untrusted(place) || (own && place.is_common());
  });
  if (memory.scopes().workspace()) {
    LOCI_ASSIGN(store::Place scratchpad, memory.scopes().scratchpad());
    LOCI_ASSIGN(store::Place daily, memory.scopes().daily());
    places.push_back(std::move(scratchpad));
    places.push_back(std::move(daily));
  }
  return places;
}

class Looking {
 public:
  Looking(Memory& memory, store::View& view, BlockedFiles& found)
      : memory_(memory), view_(view), found_(found) {}

  Result<> look_at(const store::Place& place) {
    LOCI_ASSIGN(const std::vector<std::string> notes, view_.notes(place));
    // Most have nothing in them, whatever is configured and allowed.
    const auto harmless =
        look_over(memory_.seen() == nullptr ? nullptr : &memory_.seen()->harmless, memory_.store(),
                  place, notes, [&](std::size_t i) -> std::shared_ptr<const Harmless> {
                    const auto text = view_.read(place, notes[i]);
                    const bool clean = text && guard::scan(text->value_or("")).empty();
                    return clean ? kHarmless : nullptr;
                  });
    RuleMarks in_notes;
    for (std::size_t i = 0; i < notes.size(); ++i) {
      if (!harmless[i]) scan_file(place, notes[i], in_notes);
    }
    if (place.indexed()) scan_file(place, std::string(note::kIndexFile), in_notes);
    return {};
  }

 private:
  inline static const auto kHarmless = std::make_shared<const Harmless>();

  void scan_file(const store::Place& place, const std::string& file, RuleMarks& in_notes) {
    std::string path = fmt::format("{}/{}", memory_.store().path_of(place), file);
    const auto text = view_.read(place, file);
    if (!text) {
      found_.unread.push_back(fmt::format("{}: {}", path, text.error().message));
      return;
    }
    std::vector<Finding> blocked = held_back_in(memory_, text->value_or(""));
    const bool is_index = file == note::kIndexFile;
    std::erase_if(blocked, [&](const Finding& one) {
      return is_index && in_notes.contains({one.rule->id, one.mark});
    });
    for (const Finding& one : blocked) in_notes.emplace(one.rule->id, one.mark);
    if (!blocked.empty()) {
      found_.files.push_back({place, file, std::move(path), std::move(blocked)});
    }
  }

  Memory& memory_;
  store::View& view_;
  BlockedFiles& found_;
};

}  // namespace

Result<BlockedFiles> blocked_files(Memory& memory, bool own) {
  LOCI_TRY(memory.need_person("see what is held back from prompts"));
  BlockedFiles found;
  std::vector<Refused> refused;
  LOCI_ASSIGN(const std::vector<store::Place> told, told_places(memory, own));
  const std::vector<store::Place> places = present_places(memory, told, refused);
  for (const Refused& place : refused) {
    if (place.unreadable) found.unread.push_back(place.message);
  }
  if (places.empty()) return found;
  LOCI_ASSIGN(const std::unique_ptr<store::View> view, memory.look(places, false));
  Looking looking(memory, *view, found);
  for (const store::Place& place : places) LOCI_TRY(looking.look_at(place));
  return found;
}

}  // namespace loci::memory
