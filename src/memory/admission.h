// The one decision about a change before it is made: it goes on, it waits in the inbox for a
// person, or it is refused. Memory::commit() asks for every change of every use case, so
// whoever writes (the command line, MCP, HTTP, the memory tool, hooks, imports) passes here.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "guard/scanner.h"
#include "memory/inbox_entry.h"

namespace loci::memory {

class Memory;

enum class Course : std::uint8_t { GoOn, Wait, Refuse };

struct Admission {
  Course course = Course::GoOn;
  std::vector<HoldReason> reasons;
};

// About one file: `found` is what the scanner finds new in it, `reviewed` whether it is an
// agent's in a place whose policy is "agents". Pure.
[[nodiscard]] Admission admit(const store::Place& place, std::string_view file,
                              const std::vector<guard::Finding>& found, bool reviewed);

// Takes what has to wait out of a plan: all of it, or with Plan::separable only the changes
// in question. Answers the entries that are to be held, yet without ids. Denied for what is
// refused.
Result<std::vector<InboxEntry>> take_waiting(Memory& memory, const store::Request& request,
                                             store::View& view, store::Plan& plan);

}  // namespace loci::memory
