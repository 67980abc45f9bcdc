// Checks that several use cases share.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/memory.h"
#include "memory/scanning.h"

namespace loci::memory {

// Conflict unless `text` has the hash, or begins with the digits, of `wanted`;
// no text: the note is gone. No `wanted` is always right. InvalidInput for what
// is no hash.
[[nodiscard]] Result<> check_hash(const std::optional<std::string>& wanted,
                                  const std::optional<std::string>& text, std::string_view file);

// Refuses a text that brings faults of its own; what the file already had
// (`before`) is kept and warned about. Then scans it (memory/scanning.h).
[[nodiscard]] Result<> check_text(Memory& memory, const store::Place& place, std::string_view file,
                                  std::string_view text, const std::optional<std::string>& before,
                                  TextChecks& checks);

}  // namespace loci::memory
