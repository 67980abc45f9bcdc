// Commands of Anthropic's memory tool from JSON.

#pragma once

#include "base/json.h"
#include "base/result.h"
#include "memory/memory_tool.h"

namespace loci::api {

// {"command": "view", "path": "/memories"} and the others, as the tool's
// definition has them; InvalidInput that says which part is wrong.
[[nodiscard]] Result<memory::MemoryToolCommand> memory_tool_command(const Json& json);

}  // namespace loci::api
