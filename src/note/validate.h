// What a write must fulfil, by scope; pure. All faults at once, each with its line.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "note/note.h"

namespace loci::note {

struct Requirements {
  bool name = true;
  bool type = true;
  bool description = false;
};

// Global and workspace scope need name and type; agent scope nothing.
[[nodiscard]] Requirements requirements_for_agent_scope();
[[nodiscard]] Requirements requirements_for_shared_scope();

// note.faults and what the requirements add, by line.
[[nodiscard]] std::vector<Fault> validate(const Note& note, const Requirements& requirements);

// The faults of `after` that `before` did not have already: the same code and
// message count as the same fault wherever they stand.
[[nodiscard]] std::vector<Fault> new_faults(const std::vector<Fault>& before,
                                            const std::vector<Fault>& after);

// "FILE:LINE: message" for each, one a line.
[[nodiscard]] std::string describe_faults(std::string_view file, const std::vector<Fault>& faults);

}  // namespace loci::note
