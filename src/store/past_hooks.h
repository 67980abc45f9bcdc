// Who wrote the hooks of index lines, as far as the journal knows.
//
// A journal line has, for each note it leaves, a mark of the hook that loci makes of
// its text; so this reads the journal's lines, and texts only where a line has no mark
// (older versions wrote none).

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "store/journal.h"
#include "store/place.h"

namespace loci::store {

enum class HookAuthor : std::uint8_t {
  Unknown,   // a person, or loci in another home
  Loci,      // it is what loci makes of some revision of the note
  Outdated,  // not loci; and the note's description changed through loci since
};

struct HookQuestion {
  std::string place;  // Place::key
  std::string file;
  std::string hook;  // as the line has it
};

// One answer for each question, from one pass over the journal.
[[nodiscard]] Result<std::vector<HookAuthor>> hook_authors(
    const Journal& journal, const std::vector<HookQuestion>& questions);

// A hook as a journal line has it.
[[nodiscard]] std::string hook_mark(std::string_view hook);
// The mark of the hook that loci makes of a file's text; "" for what has no index line.
[[nodiscard]] std::string hook_mark_of(const Place& place, std::string_view file,
                                       const std::optional<std::string>& text);

}  // namespace loci::store
