// What the state says of an apply once its plan is done.

#pragma once

#include <string>
#include <vector>

#include "compile/compile.h"
#include "exchange/state.h"

namespace loci::compile {

// The notes that were compiled and their hashes, by path.
[[nodiscard]] std::vector<exchange::SourceRecord> source_records(const Compiler& compiler,
                                                                 const AgentSources& sources);

// Puts a provider's files, their stamps and its options into the state; false when it
// says so already. A few stamps alone are not worth a new state.
bool record_apply(const Compiled& compiled, const std::vector<exchange::SourceRecord>& sources,
                  const std::string& now, exchange::ApplyState& state);

}  // namespace loci::compile
