// What was found out of the notes of a place, as it is kept in state/checked: a cache, by the
// files' stamps. Pure.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "memory/stamped.h"
#include "upkeep/note_facts.h"

namespace loci::upkeep {

// Notes of a place that say the same.
struct AlikeNotes {
  std::string among;  // digest of the notes that were compared, "" = none were
  std::vector<std::pair<std::string, std::string>> pairs{};  // the second is in the first
};

struct KeptFacts {
  memory::Stamped<NoteFacts>::Entries notes;
  AlikeNotes alike;
};

// Of all sources from which a note's facts follow: what another program found out is not used.
[[nodiscard]] std::string_view rules_digest();

[[nodiscard]] std::string format_facts(const KeptFacts& facts);
// Nothing where it is damaged, or made by other rules.
[[nodiscard]] KeptFacts parse_facts(std::string_view text);
// It is not written over.
[[nodiscard]] bool is_later_facts(std::string_view text);

}  // namespace loci::upkeep
