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
  // By item: the note it is from, and whether the item has everything that the note says.
  struct Source {
    const memory::Preference* note;
    bool whole;
  };
  std::vector<Source> wanted;
  std::vector<Source> noted;
};
[[nodiscard]] PreferenceItems preference_items(const std::vector<memory::Preference>& notes,
                                               bool trust_agents);

}  // namespace loci::prompt
