// Changes that are done when the remotes have them (`write = "wait"`): waits for such remotes, for
// all of them together at most as long as [sync] wait_seconds says. The change is made here,
// whatever becomes of it there. What is told is what became of the notes that were changed, not of
// others that travelled with them.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "memory/memory.h"
#include "remote/remotes.h"
#include "remote/sync.h"

namespace loci::remote {

struct WentThrough {
  enum class Came : std::uint8_t {
    There,        // the remote has it
    Merged,       // with a change of somebody else, and the remote has both
    TwoVersions,  // it could not be: both are kept, here and there
    NotYet,       // it is saved here alone, and why; the next sync sends it, or a person is needed
  };
  std::string remote;
  Came came = Came::There;
  std::string why{};  // of NotYet
  // One line for whoever made the change; "" of There.
  [[nodiscard]] std::string said() const;
};

// Made before a change, and asked after it.
class WaitedChange {
 public:
  // `memory` must outlive it.
  explicit WaitedChange(memory::Memory& memory);
  // Of each remote that is waited for and that the change concerns; none where nothing was changed
  // since that travels.
  std::vector<WentThrough> wait();

 private:
  [[nodiscard]] ChangedNotes changed() const;

  memory::Memory& memory_;
  std::vector<Remote> remotes_;  // that are waited for
  std::uint64_t before_ = 0;     // the journal's newest record
};

}  // namespace loci::remote
