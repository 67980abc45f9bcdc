// Prompts for people: to save, to recall, to tidy.

#pragma once

#include <string>

#include "base/json.h"
#include "memory/memory.h"
#include "memory/scopes.h"
#include "rpc/service.h"

namespace loci::rpc {

[[nodiscard]] Json memory_prompts(bool read_only);
[[nodiscard]] Answer get_memory_prompt(memory::Memory& memory, const memory::Selector& selector,
                                       const std::string& name, const Json& arguments);

}  // namespace loci::rpc
