// Names: of note files, of workspaces, of agents. Pure.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/free_name.h"
#include "base/result.h"

namespace loci::note {

// The file a user means by `given`, with or without ".md": validated and with
// ".md". InvalidInput, saying which rule, for separators, control characters, a
// leading dot, over 128 bytes, reserved names (MEMORY.md, SCRATCHPAD.md, Windows
// devices, any case), blank names, invalid UTF-8 and ".MD" in another case.
[[nodiscard]] Result<std::string> note_file_name(std::string_view given);

// Why a name already on disk breaks the rules, or nothing.
[[nodiscard]] std::optional<std::string> file_name_fault(std::string_view file);

// "BattMo: output API (v2)" -> "battmo-output-api-v2.md". Always a valid name.
[[nodiscard]] std::string file_name_for_title(std::string_view title);
// The same name with "-2", "-3" … before ".md".
[[nodiscard]] std::string numbered_file_name(std::string_view file, int number);
// `file`, or the first of its numbered names for which `is_taken`, which gives a
// Result<bool>, is false.
template <typename IsTaken>
[[nodiscard]] Result<std::string> free_file_name(const std::string& file, const IsTaken& is_taken) {
  return free_name(
      file, [&](int number) { return numbered_file_name(file, number); }, is_taken);
}
// "runtime-docs-location.md" -> "Runtime Docs Location".
[[nodiscard]] std::string title_for_file_name(std::string_view file);
// Without ".md".
[[nodiscard]] std::string_view stem(std::string_view file);

// The directory name of a workspace: "/home/u/app" -> "app-59a4a65d".
[[nodiscard]] std::string workspace_slug(std::string_view canonical_path);

// An agent's id as a directory name: one component, no leading dot, no control
// character, at most 128 bytes; else InvalidInput.
[[nodiscard]] Result<std::string> agent_id(std::string_view given);

}  // namespace loci::note
