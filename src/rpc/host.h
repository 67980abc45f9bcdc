// Whoever can open memory for a server. Opening waits until the first request
// needs it, so that a client is greeted before any file is read.

#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "memory/memory.h"

namespace loci::rpc {

class MemoryHost {
 public:
  virtual ~MemoryHost() = default;
  // The memory as it is to be used now, for one request: the caller's alone
  // until it lets go.
  virtual Result<std::shared_ptr<memory::Memory>> memory() = 0;
  // Whether a client's root would decide the workspace, and the root.
  [[nodiscard]] virtual bool wants_root() const = 0;
  virtual void use_root(const std::string& path) = 0;
};

// What a server was told to keep to.
struct Pins {
  std::string scope;         // "" = all
  std::string agent;         // "" = any
  bool read_only = false;    // search, read and context only
  bool memory_tool = false;  // Anthropic's memory tool in place of ours
};

}  // namespace loci::rpc
