// Preferences as the block shows them: an item for each note, with its essential lines.
// Pure.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "memory/preferences.h"
#include "prompt/context.h"

namespace loci::prompt {

// `trust_agents`: what agents noted counts as confirmed. What was imported is in neither
// part until it is accepted.
struct PreferenceItems {
  ContextPreferences items;
  // By item: the note it is from, and how many of its lines the item has. Headings do not count.
  struct Source {
    store::Place place;
    std::string file;
    std::size_t said = 0;
    std::size_t lines = 0;  // of the note
  };
  std::vector<Source> wanted;
  std::vector<Source> noted;
};
// The items of one more note; whether it waits is for the caller to say.
void add_items(PreferenceItems& all, const memory::Preference& note, bool trust_agents);
[[nodiscard]] PreferenceItems preference_items(const std::vector<memory::Preference>& notes,
                                               bool trust_agents);

}  // namespace loci::prompt
