// Commands of Anthropic's memory tool from JSON.

#pragma once

#include "app/memory_tool.h"
#include "base/json.h"
#include "base/result.h"

namespace loci::api {

// {"command": "view", "path": "/memories"} and the others, as the tool's
// definition has them; InvalidInput that says which part is wrong.
[[nodiscard]] Result<app::MemoryToolCommand> memory_tool_command(const Json& json);

}  // namespace loci::api
