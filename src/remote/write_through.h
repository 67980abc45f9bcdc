// Changes that are done when the remotes have them (`write = "wait"`): waits for each such
// remote, at most as long as [sync] wait_seconds says. The change is made here, whatever becomes
// of it there.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "memory/memory.h"
#include "remote/remotes.h"

namespace loci::remote {

struct WentThrough {
  enum class Came : std::uint8_t {
    There,        // the remote has it
    Merged,       // with a change of somebody else, and the remote has both
    TwoVersions,  // it could not be: both are kept, here and there
    NotYet,       // it is saved here alone; the next sync sends it
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
  // Of each remote that is waited for and that something waits to go to; none where nothing was
  // changed since.
  std::vector<WentThrough> wait();

 private:
  memory::Memory& memory_;
  std::vector<Remote> remotes_;  // that are waited for
  std::uint64_t before_ = 0;     // the journal's newest record
};

}  // namespace loci::remote
