// What a session is told of memory: the request and the reply of
// Memory::context().

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/context.h"

namespace loci::app {

struct ContextRequest {
  std::vector<std::string> agents;    // whose memory as well
  std::string query;                  // notes that answer it as well; "" = none
  std::optional<std::size_t> budget;  // tokens
  ContextLimits limits;
};

struct ContextReply {
  ContextBlock block;
  std::string notice;  // about a repository that is not trusted, or ""
};

}  // namespace loci::app
