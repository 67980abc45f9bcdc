// Memory as MCP resources: from a file to its uri and back.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "app/memory.h"
#include "base/json.h"
#include "rpc/service.h"
#include "rpc/uri.h"

namespace loci::rpc {

[[nodiscard]] std::string uri_of(const app::FileName& name);
// A resource_link for the content of a tool's result.
[[nodiscard]] Json link_to(const app::FileName& name, std::string_view title);
[[nodiscard]] Json resource_templates();

// A page of all resources; the cursor is where the last one ended.
[[nodiscard]] Answer list_resources(app::Memory& memory, const app::Selector& selector,
                                    const std::optional<std::string>& cursor);
[[nodiscard]] Answer read_resource(app::Memory& memory, const app::Selector& selector,
                                   const std::string& uri, Era era);
// The file that a uri means; nothing when it is none, or cannot be seen.
[[nodiscard]] Result<std::optional<app::FileName>> find_resource(app::Memory& memory,
                                                                 const MemoryUri& uri);

// Values for a variable of a resource template.
[[nodiscard]] std::vector<std::string> complete_resource(app::Memory& memory,
                                                         const app::Selector& selector,
                                                         const Json& params);
// An error of memory as the protocol has it.
[[nodiscard]] RpcError to_rpc(const Error& error);

}  // namespace loci::rpc
