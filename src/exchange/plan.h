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

#include "exchange/present.h"
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
  Present present;
  std::string wanted_hash;
  std::string stamp = {};                    // as in ArtifactRecord, of the present bytes
  const ArtifactRecord* recorded = nullptr;  // as long as the state is as it was
  bool left = false;                         // an orphan that the tool wrote itself: it stays there

  // Its bytes are neither what was recorded nor what would be written now.
  [[nodiscard]] bool drift() const {
    return standing == Standing::EditedThere || standing == Standing::Both;
  }
};

// A part of a file, by a path that somebody else holds: there are thousands.
struct PartKey {
  std::string_view path;
  Artifact::Part part = Artifact::Part::File;
  bool operator==(const PartKey&) const = default;
};
struct PartKeyHash {
  std::size_t operator()(const PartKey& key) const {
    return std::hash<std::string_view>()(key.path) + static_cast<std::size_t>(key.part);
  }
};

// Something that is wanted: what the state calls it, and what is there now.
struct WantedPart {
  const Artifact* artifact = nullptr;
  std::string path;
  Present present;
  std::string stamp = {};
};
// What is there of a part that is no longer wanted.
using FindPresent = std::function<Present(const std::string& path, Artifact::Part part)>;

// Whether a text is the wanted one, or that without its frontmatter, as other compilers of
// the same source write it.
[[nodiscard]] bool is_wanted(const Artifact& wanted, std::string_view text);

// `recorded` may be nullptr. What is wanted comes first and in its order, then
// orphans: recorded before, not wanted now.
[[nodiscard]] std::vector<PlanRow> make_plan(std::vector<WantedPart> wanted,
                                             const ProviderState* recorded,
                                             const FindPresent& find_present);

}  // namespace loci::exchange
