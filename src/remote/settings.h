// How remotes are synced, as [sync] of config.toml says it for those that do not themselves.

#pragma once

#include <chrono>

#include "memory/config.h"
#include "remote/remotes.h"

namespace loci::remote {

// Whether `serve` and `mcp` keep a remote up to date; whether a change waits for it.
[[nodiscard]] bool is_live(const Remote& remote, const memory::Config& config);
[[nodiscard]] bool is_waited_for(const Remote& remote, const memory::Config& config);
// Between two looks at a remote; how long a change waits at most.
[[nodiscard]] std::chrono::milliseconds look_every(const memory::Config& config);
[[nodiscard]] std::chrono::milliseconds longest_wait(const memory::Config& config);

}  // namespace loci::remote
