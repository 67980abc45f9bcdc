// `loci import` of what agents remember in other tools' directories: the part of
// the operation that reads no store. Internal to api/.

#pragma once

#include <array>

#include "api/arguments.h"
#include "memory/memory.h"

namespace loci::api {

inline constexpr std::array kAgentImport{
    Param::list("provider", "P", "only the directories of {providers}"),
    Param::flag("prune", "delete imported notes that no tool has any more; history keeps them"),
    Param::list("var-file", "FILE", "a file of more variables, as for 'apply'").of_a_file(),
    Param::list("allow-env", "NAME", "an environment variable that notes may use")};

// Every provider directory that is there.
Result<Reply> import_agents(memory::Memory& memory, const Json& arguments);

}  // namespace loci::api
