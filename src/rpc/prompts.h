// Prompts for people: to save, to recall, to tidy.

#pragma once

#include <string>

#include "app/memory.h"
#include "base/json.h"
#include "rpc/service.h"

namespace loci::rpc {

[[nodiscard]] Json memory_prompts(bool read_only);
[[nodiscard]] Answer get_memory_prompt(app::Memory& memory, const app::Selector& selector,
                                       const std::string& name, const Json& arguments);

}  // namespace loci::rpc
