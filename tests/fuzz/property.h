// A property that must hold for every input; the fuzzer reports the abort.

#pragma once

#include <cstdio>
#include <cstdlib>

#define LOCI_HOLDS(condition)                                                             \
  do {                                                                                    \
    if (!(condition)) {                                                                   \
      std::fprintf(stderr, "%s:%d: does not hold: %s\n", __FILE__, __LINE__, #condition); \
      std::abort();                                                                       \
    }                                                                                     \
  } while (false)
