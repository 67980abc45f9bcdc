// How long a test with random rounds goes on.

#pragma once

#include <cstdlib>

namespace loci::testing {

// LOCI_TEST_FULL=1 in the environment asks for the long rounds.
inline bool full() { return std::getenv("LOCI_TEST_FULL") != nullptr; }

}  // namespace loci::testing
