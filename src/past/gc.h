// Forgetting old operations, as far as retention allows.

#pragma once

#include <cstdint>
#include <string>

#include "memory/memory.h"

namespace loci::past {

struct GcReply {
  std::uint64_t records = 0;
  std::uint64_t texts = 0;
  std::uint64_t swept = 0;     // files that dead processes left
  std::uint64_t finished = 0;  // operations that they left
  std::string refusal;
  bool dry_run = false;
};

Result<GcReply> gc(memory::Memory& memory, bool dry_run);

}  // namespace loci::past
