// apply.state: what was compiled from this machine. Text, one thing a line, so
// that ten thousand files are read in milliseconds:
//
//   loci apply.state 1
//   root /home/u/app
//   provider claude project 2026-11-15T10:00:00.000Z fallback=context
//   source sha256:<64 digits> .loci/agents/dev/memory/alpha.md
//   file sha256:<64 digits>[+env]@<stamp> .claude/agent-memory/dev/alpha.md
//   imported .loci/agents/dev/memory
//   note sha256:<64 digits> alpha.md
//
// Paths are relative to the workspace where they are in it. `file`, `block` and
// `line` are the parts of provider.h, `pending-file` and the like are about to be
// written, `seen-file` is the tool's own text, read by an import. No text and no value is
// in it. Pure.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "exchange/agent_memory.h"
#include "exchange/artifact.h"

namespace loci::exchange {

struct SourceRecord {
  std::string path;
  std::string hash;  // 64 digits
  bool operator==(const SourceRecord&) const = default;
};
struct ArtifactRecord {
  std::string path;
  Artifact::Part part = Artifact::Part::File;
  std::string hash;
  // What the file system said of the file when its bytes were these; "" = nothing
  // to rely on. A file of which it says the same is not read again.
  std::string stamp = {};
  bool secret = false;  // a value of the environment was in it
  bool operator==(const ArtifactRecord&) const = default;
};

// An option is "native", "notes" or this with a fall-back's name.
inline constexpr std::string_view kFallbackOption = "fallback=";

struct ProviderState {
  std::string provider;
  ApplyScope scope = ApplyScope::Project;
  std::string time;
  std::vector<SourceRecord> sources;
  std::vector<ArtifactRecord> artifacts;
  // What an apply was about to write: when it was killed, such a file is still
  // ours and no drift.
  std::vector<ArtifactRecord> pending;
  // What an import read and no apply wrote: known texts, so no drift, but not ours
  // to take away. A file may be among the artifacts, too: then this is the text that it has,
  // or had, from the tool.
  std::vector<ArtifactRecord> seen;
  // How it was compiled, for the next time: "fallback=context", "native", "notes".
  std::vector<std::string> options;

  // By path, as a state that was read is.
  void sort();
  // How many stamps differ from another's; npos when anything else does.
  [[nodiscard]] std::size_t restamped(const ProviderState& other) const;
};

// A directory of notes that an import made, with the notes as it left them.
struct ImportedDirectory {
  std::string place;
  std::vector<SourceRecord> notes;
};

struct ApplyState {
  std::vector<ProviderState> providers;
  std::vector<ImportedDirectory> imported;
  std::string root = {};  // the workspace whose files these are; "" = the user's own

  [[nodiscard]] ProviderState* find(std::string_view provider, ApplyScope scope);
  [[nodiscard]] const ProviderState* find(std::string_view provider, ApplyScope scope) const;
  // The one there is, or a new one.
  ProviderState& of(std::string_view provider, ApplyScope scope);
};

// Corrupt with FILE:LINE for a text that is no state, is empty or was cut off; Denied for
// one of a newer version.
[[nodiscard]] Result<ApplyState> parse_state(std::string_view text, std::string_view path);
// What can still be read of a state that is damaged: its whole lines. Each record in it says
// which text was written where, so that nothing is taken for loci's that is not.
[[nodiscard]] ApplyState salvage_state(std::string_view text);
// Whose files a state is about, or "".
[[nodiscard]] std::string_view state_root(std::string_view text);
// The options of one provider, without reading the rest; none for what is no state.
[[nodiscard]] std::vector<std::string> state_options(std::string_view text,
                                                     std::string_view provider, ApplyScope scope);
// Sorted by path, so that the same state is the same bytes.
[[nodiscard]] std::string render_state(const ApplyState& state);

}  // namespace loci::exchange
