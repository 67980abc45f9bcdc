// A remote that a helper program speaks with: `loci-remote-KIND`, at the other end of a pipe.

#pragma once

#include <memory>

#include "memory/memory.h"
#include "remote/remotes.h"
#include "remote/transport.h"

namespace loci::remote {

// Starts the program; it is greeted with the first question. `memory` must outlive it.
Result<std::unique_ptr<Transport>> open_helper_remote(memory::Memory& memory, const Remote& remote,
                                                      const TransportOptions& options);

}  // namespace loci::remote
