// Plain BM25 over whole texts, with the usual k1 and b: the least a search must do.

#pragma once

#include <memory>

#include "engines.h"

namespace loci::bench {

// In memory; replace() and add_text() are not for it.
[[nodiscard]] std::unique_ptr<Engine> make_bm25();

}  // namespace loci::bench
