// A model that proposes: what it is told, and what becomes of its answer. It works within the
// bounds of loci's own proposals (fault_of), and on what it was shown. Pure but for the asking.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "upkeep/consolidate.h"
#include "upkeep/propose.h"

namespace loci::upkeep {

struct ModelSteps {
  std::vector<ProposedStep> steps;
  std::vector<std::string> refused;  // what was not taken, and why
};

// Notes that a model is shown, as much as a prompt holds, with what it may answer. `shown` gets the
// notes that are in it.
[[nodiscard]] std::string model_prompt(const Material& material, Material& shown);
// Its answer: JSON, perhaps with prose around it. InvalidInput when there is no list of operations
// in it.
[[nodiscard]] Result<ModelSteps> read_model_steps(std::string_view answer, const Material& shown);

Result<ModelSteps> ask_model(const Material& material, const Ask& ask);

}  // namespace loci::upkeep
