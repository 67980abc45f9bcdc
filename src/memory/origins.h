// Who wrote a note last: "user", "agent:claude", "http", "import:claude", or "external" for what
// was changed outside loci. The journal knows it, never the note.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "memory/memory.h"

namespace loci::memory {

// Whether a record's origin says that its texts were made elsewhere: by an import, or by a sync
// with a remote ("sync:home").
[[nodiscard]] bool comes_from_outside(std::string_view origin);

// Of a record's origin and actor. What a person let in from the inbox is its writer's.
[[nodiscard]] std::string origin_of(std::string_view origin, std::string_view actor);

// Whether an origin is `wanted`, or one of that kind: "agent" is also "agent:claude".
[[nodiscard]] bool origin_fits(std::string_view origin, std::string_view wanted);

struct NoteOrigin {
  std::string origin;
  std::string session;  // of the agent's client, or ""
  std::string time;
  std::uint64_t revision = 0;
  std::string hash;  // of the text it was left with; another one now: changed outside since
};
// Of every note of a place that the journal knows, in one pass.
using Origins = std::unordered_map<std::string, NoteOrigin>;  // by file
Result<Origins> origins_in(store::Store& store, const store::Place& place);
// Of one text of a note; "external" where nobody recorded it.
[[nodiscard]] NoteOrigin origin_of_text(const Origins& origins, const std::string& file,
                                        std::string_view hash);

}  // namespace loci::memory
