// What a tool's agent may do with loci's MCP tools without asking its user.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace loci::exchange {

enum class Allow : std::uint8_t {
  None,
  Read,
  Write,  // and add: nothing that memory says is lost
  All,    // and overwrite and delete
};
inline constexpr std::array<std::string_view, 4> kAllowNames{"none", "read", "write", "all"};
[[nodiscard]] std::optional<Allow> allow_called(std::string_view name);

// From which level on an MCP tool needs no question; nothing for a tool that no client is
// set up with.
[[nodiscard]] std::optional<Allow> level_of(std::string_view mcp_tool);
// The MCP tools that need none at this level, in a fixed order.
[[nodiscard]] std::vector<std::string_view> allowed_tools(Allow allow);

}  // namespace loci::exchange
