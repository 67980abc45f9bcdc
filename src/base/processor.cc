#include "base/processor.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace loci {
namespace {

#if defined(__x86_64__)
// Whether the system saves the registers of SSE and AVX when it switches processes.
bool keeps_avx_registers() {
  constexpr unsigned kSseAndAvx = 6;
  unsigned low = 0;
  unsigned high = 0;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (low & kSseAndAvx) == kSseAndAvx;
}

ProcessorFeatures ask_processor() {
  constexpr unsigned kFeatures = 1;
  constexpr unsigned kMoreFeatures = 7;
  unsigned a = 0;
  unsigned b = 0;
  unsigned c = 0;
  unsigned d = 0;
  __cpuid(0, a, b, c, d);
  if (a < kMoreFeatures) return {};
  __cpuid(kFeatures, a, b, c, d);
  const bool sse41 = (c & bit_SSE4_1) != 0 && (c & bit_SSSE3) != 0;
  const bool avx = (c & bit_OSXSAVE) != 0 && (c & bit_AVX) != 0 && keeps_avx_registers();
  const bool popcnt = (c & bit_POPCNT) != 0;
  __cpuid_count(kMoreFeatures, 0, a, b, c, d);
  return {.sha = sse41 && (b & bit_SHA) != 0, .avx2 = avx && popcnt && (b & bit_AVX2) != 0};
}
#else
ProcessorFeatures ask_processor() { return {}; }
#endif

}  // namespace

const ProcessorFeatures& processor_features() {
  static const ProcessorFeatures features = ask_processor();
  return features;
}

}  // namespace loci
