#include "base/processor.h"

#include <gtest/gtest.h>

namespace loci::processor_test {
namespace {

#if defined(__x86_64__)
TEST(ProcessorFeatures, AreThoseThatTheCompilersLibraryFinds) {
  const bool avx2 = __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("popcnt") != 0;
  EXPECT_EQ(processor_features().avx2, avx2);
  const bool sse41 = __builtin_cpu_supports("sse4.1") != 0;
  EXPECT_TRUE(sse41 || !processor_features().sha);
}
#endif

}  // namespace
}  // namespace loci::processor_test
