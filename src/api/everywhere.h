// An operation asked of global memory and all projects together: workspace=* over HTTP,
// --everywhere on the command line.

#pragma once

#include "api/operation.h"
#include "memory/memories.h"

namespace loci::api {

// One that cannot be opened is said, and does not keep the others back. The tenant's workspace
// is not looked at. Denied for agents, unless `search.everywhere` lets them.
Result<Reply> run_everywhere(memory::Memories& memories, const Operation& operation,
                             const Json& arguments, const memory::Tenant& tenant);

}  // namespace loci::api
