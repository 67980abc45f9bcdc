// The other ways to an operation beside the command line: its tool for agents, and where it has
// no route over HTTP or no tool, the reason. Routes stand in the operation's own row.

#pragma once

#include <string_view>

#include "api/operation.h"

namespace loci::api {

struct Doors {
  std::string_view name;      // of the operation
  std::string_view tool;      // of MCP, that does the same or part of it; "" = none
  std::string_view no_tool;   // why there is none, half a sentence; "" where there is one
  std::string_view no_route;  // why HTTP has none; "" where the row has routes
};

// Every operation has a row; a test says so.
[[nodiscard]] const Doors& doors_of(const Operation& operation);

}  // namespace loci::api
