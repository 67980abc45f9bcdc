// Which notes say the same, as operations: one of them stays, and with it every sentence of the
// others that it does not have. Pure.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "upkeep/propose.h"

namespace loci::upkeep {

// First what is proven, then guesses. A file may be in several of them: the first that is taken
// has it.
[[nodiscard]] std::vector<ProposedStep> merge_steps(const Material& material);

// Whether the lines of one note that a person confirmed are confirmed in the other, too.
[[nodiscard]] bool keeps_confirmed(const Source& goes, const Source& stays);
// A person stands behind every line of it.
[[nodiscard]] bool is_confirmed(const Source& source);

// A note that goes to the archive, stays as it is, or gets another text.
[[nodiscard]] FileStep aside(const Source& source);
[[nodiscard]] FileStep witness(const Source& source);
[[nodiscard]] FileStep changed(const Source& source, std::string text);

[[nodiscard]] std::string with_paragraph(std::string_view body, std::string_view added);

}  // namespace loci::upkeep
