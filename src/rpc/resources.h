// Memory as MCP resources: from a file to its uri and back.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "memory/files.h"
#include "memory/memory.h"
#include "memory/scopes.h"
#include "rpc/service.h"
#include "rpc/uri.h"

namespace loci::rpc {

[[nodiscard]] std::string uri_of(const memory::FileName& name);
[[nodiscard]] Json resource_templates();

// A page of all resources; the cursor is where the last one ended.
[[nodiscard]] Answer list_resources(memory::Memory& memory, const memory::Selector& selector,
                                    const std::optional<std::string>& cursor);
[[nodiscard]] Answer read_resource(memory::Memory& memory, const memory::Selector& selector,
                                   const std::string& uri, Era era);
// The file that a uri means; nothing when it is none, or cannot be seen.
[[nodiscard]] Result<std::optional<memory::FileName>> find_resource(memory::Memory& memory,
                                                                    const MemoryUri& uri);

// Values for a variable of a resource template.
[[nodiscard]] std::vector<std::string> complete_resource(memory::Memory& memory,
                                                         const memory::Selector& selector,
                                                         const Json& params);
// An error of memory as the protocol has it.
[[nodiscard]] RpcError to_rpc(const Error& error);

}  // namespace loci::rpc
