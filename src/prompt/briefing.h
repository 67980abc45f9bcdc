// What a session is told of memory.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "memory/listing.h"
#include "memory/memory.h"
#include "prompt/context.h"

namespace loci::prompt {

struct ContextRequest {
  std::vector<std::string> agents;    // whose memory as well
  std::string query;                  // notes that answer it as well; "" = none
  std::optional<std::size_t> budget;  // tokens
  bool leave_private = false;         // the tool itself shows the private scope's index
  bool agents_notes = false;          // what agents' notes say, not only their index lines
  std::string_view tool = {};         // whose variables count in agents' memory; "" = nobody's
  std::string plea = {};              // a sentence that ends the guide, or ""
  ContextLimits limits = {};
  std::string notice = {};       // a line for whoever reads, or ""
  memory::Listings looked = {};  // of places, by who has looked at them already
};

struct ContextReply {
  ContextBlock block;
  std::string notice;                // about a repository that is not trusted, or ""
  std::vector<store::Noticed> lost;  // notes that lack a line which a person once confirmed
};

Result<ContextReply> context(memory::Memory& memory, const ContextRequest& request);

}  // namespace loci::prompt
