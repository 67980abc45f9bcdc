// Who speaks in a text: conversations as they were, and lines that give themselves out for a turn
// of one. Internal to guard/.

#pragma once

#include <string_view>

#include "guard/findings.h"

namespace loci::guard {

// Four turns of a conversation, a recorded session of an agent in a terminal, and what only the
// frame of a model's prompt has: "System: you …", "Human: …" with "Assistant:".
void find_turns(std::string_view text, Findings& findings);
// Whether what a frame says speaks to somebody, and is no list of what a machine has.
[[nodiscard]] bool is_spoken_to(std::string_view said);

}  // namespace loci::guard
