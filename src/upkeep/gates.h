// When consolidation may run, and why not. Pure.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/time.h"
#include "memory/config.h"

namespace loci::upkeep {

// A process that consolidates.
struct RunningNow {
  std::string since;  // UTC, or ""
  std::string who;    // "process 123 (loci serve)"
};

struct GateState {
  std::optional<Timestamp> last_run;
  std::uint64_t sessions_then = 0;  // that had ended by then
  std::uint64_t sessions_now = 0;
  std::optional<RunningNow> running = {};
};

struct Gate {
  std::string name;  // "time", "sessions", "running"
  bool open = true;
  std::string reason;  // a sentence either way
};

[[nodiscard]] std::vector<Gate> gates(const GateState& state, Timestamp now,
                                      const memory::ConsolidateSettings& settings);
// Whether all are open; `force` passes time and sessions.
[[nodiscard]] bool may_run(const std::vector<Gate>& gates, bool force);
// What keeps it from running: "last run 3 h ago; 24 h are asked for".
[[nodiscard]] std::string what_blocks(const std::vector<Gate>& gates, bool force);

}  // namespace loci::upkeep
