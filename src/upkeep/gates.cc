#include "upkeep/gates.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "base/text.h"

namespace loci::upkeep {
namespace {

std::string long_ago(std::chrono::milliseconds time) {
  const auto hours = std::chrono::duration_cast<std::chrono::hours>(time).count();
  if (hours >= 48) return fmt::format("{} days ago", hours / 24);
  if (hours >= 1) return fmt::format("{} h ago", hours);
  const auto minutes = std::chrono::duration_cast<std::chrono::minutes>(time).count();
  return minutes == 0 ? "just now" : fmt::format("{} min ago", minutes);
}

Gate time_gate(const GateState& state, Timestamp now, std::size_t hours) {
  if (!state.last_run) return {"time", true, "never run"};
  if (*state.last_run > now) {
    return {"time", true,
            fmt::format("the last run is dated {}, which is in the future: the clock was set back, "
                        "so it counts as due",
                        format_utc(*state.last_run))};
  }
  const auto since = now - *state.last_run;
  const bool open = since >= std::chrono::hours(hours);
  return {"time", open,
          fmt::format("last run {}; at least {} h {} required", long_ago(since), hours,
                      hours == 1 ? "is" : "are")};
}

Gate session_gate(const GateState& state, std::size_t sessions) {
  // A count that was lost begins anew.
  const std::uint64_t since = state.sessions_now >= state.sessions_then
                                  ? state.sessions_now - state.sessions_then
                                  : state.sessions_now;
  return {"sessions", since >= sessions, fmt::format("{} of {} sessions since", since, sessions)};
}

}  // namespace

std::vector<Gate> gates(const GateState& state, Timestamp now,
                        const memory::ConsolidateSettings& settings) {
  std::vector<Gate> all;
  all.push_back(time_gate(state, now, settings.hours));
  all.push_back(session_gate(state, settings.sessions));
  if (!state.running) {
    all.push_back({"running", true, "not running"});
  } else if (state.running->since.empty()) {
    all.push_back({"running", false, fmt::format("running, by {}", state.running->who)});
  } else {
    all.push_back(
        {"running", false,
         fmt::format("running since {} by {}", state.running->since, state.running->who)});
  }
  return all;
}

bool may_run(const std::vector<Gate>& gates, bool force) {
  return what_blocks(gates, force).empty();
}

std::string what_blocks(const std::vector<Gate>& gates, bool force) {
  std::vector<std::string> reasons;
  for (const Gate& gate : gates) {
    if (!gate.open && !(force && gate.name != "running")) reasons.push_back(gate.reason);
  }
  return join(reasons, "; ");
}

}  // namespace loci::upkeep
