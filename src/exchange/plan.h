// From what a tool's files shall be, what they are and what was written last time
// to what has to be done. Pure: the one place that decides what is drift.

#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/state.h"

namespace loci::exchange {

enum class Standing : std::uint8_t {
  InStep,       // as it shall be
  EditedThere,  // somebody else changed it, or it was never ours
  ChangedHere,  // the source changed, is new or is gone
  Both,
  Missing,  // it was written once and is not there
};
[[nodiscard]] std::string_view standing_name(Standing standing);

enum class Action : std::uint8_t { None, Write, Remove };

struct PlanRow {
  std::string path;  // as the state has it
  Artifact::Part part = Artifact::Part::File;
  Standing standing = Standing::InStep;
  Action action = Action::None;      // what a forced apply does
  const Artifact* wanted = nullptr;  // none: an orphan
  std::string present_hash;          // "" = not there
  std::string wanted_hash;
  std::string stamp = {};  // as in ArtifactRecord, of the present bytes

  // Its bytes are neither what was recorded nor what would be written now.
  [[nodiscard]] bool drift() const {
    return standing == Standing::EditedThere || standing == Standing::Both;
  }
};

// The hash of a part as it stands, or "" when it is not there.
using PresentHash = std::function<std::string(const std::string& path, Artifact::Part part)>;

// `paths` is what the state calls what is wanted, one by one; `recorded` may be
// nullptr. What is wanted comes first and in its order, then orphans: recorded
// before, not wanted now.
[[nodiscard]] std::vector<PlanRow> make_plan(const std::vector<Artifact>& wanted,
                                             std::span<const std::string> paths,
                                             const ProviderState* recorded,
                                             const PresentHash& present);

}  // namespace loci::exchange
