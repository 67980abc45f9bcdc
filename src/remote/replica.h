// Which replica of the notes this home is.

#pragma once

#include <string>

#include "base/result.h"
#include "store/store.h"

namespace loci::remote {

// 32 hex digits that nobody else has.
[[nodiscard]] std::string random_id();

struct Replica {
  std::string id;
  bool is_new = false;  // the home is a copy of another one, or was restored: it got another id
};
// Made at the first sync, and anew for a home that lies in another directory than the one it
// was made for. A home that was only moved or renamed keeps its id.
Result<Replica> this_replica(store::Store& store);

}  // namespace loci::remote
