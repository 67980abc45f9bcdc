#include "search/vectors.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#endif

#include "base/processor.h"

namespace loci::search {
namespace {

void add_rows_plainly(std::int32_t* sums, const WeightedRow* rows, std::size_t count,
                      std::int32_t weight) {
  for (std::size_t row = 0; row < count; ++row) {
    const std::int32_t factor = rows[row].factor * weight;
    for (std::size_t i = 0; i < kDimensions; ++i) sums[i] += rows[row].row[i] * factor;
  }
}

std::int32_t inner_plainly(const std::int8_t* a, const std::int8_t* b) {
  std::int32_t sum = 0;
  for (std::size_t i = 0; i < kDimensions; ++i) sum += a[i] * b[i];
  return sum;
}

void differences_plainly(const std::uint64_t* asked, const char* signs, std::size_t count,
                         std::uint16_t* out) {
  for (std::size_t i = 0; i < count; ++i, signs += sizeof(Signs)) {
    Signs there{};
    std::memcpy(there.data(), signs, sizeof there);
    int sum = 0;
    for (std::size_t word = 0; word < kSignWords; ++word) {
      sum += std::popcount(asked[word] ^ there[word]);
    }
    out[i] = static_cast<std::uint16_t>(sum);
  }
}

template <typename Number>
void scale_plainly(const Number* sums, std::int8_t* out) {
  Number greatest = 0;
  for (std::size_t i = 0; i < kDimensions; ++i) {
    greatest = std::max(greatest, sums[i] < 0 ? -sums[i] : sums[i]);
  }
  if (greatest == 0) {
    std::fill_n(out, kDimensions, std::int8_t{0});
    return;
  }
  const double unit = 127 / static_cast<double>(greatest);
  for (std::size_t i = 0; i < kDimensions; ++i) {
    const double value = static_cast<double>(sums[i]) * unit;
    out[i] = static_cast<std::int8_t>(value + (value < 0 ? -0.5 : 0.5));
  }
}

#if defined(__x86_64__)

// 64 dimensions of all rows, then the next 64: so the sums stay in registers. Values of two rows
// stand side by side, so that one instruction multiplies and adds them.
__attribute__((target("avx2"))) void add_rows_avx2(std::int32_t* sums, const WeightedRow* rows,
                                                   std::size_t count, std::int32_t weight) {
  constexpr std::size_t kRegisters = 8;
  constexpr std::size_t kOfARegister = 8;
  for (std::size_t at = 0; at < kDimensions; at += kRegisters * kOfARegister) {
    // std::array drops the attributes of the type.
    __m256i sum[kRegisters];  // NOLINT(modernize-avoid-c-arrays)
    auto* out = reinterpret_cast<__m256i*>(sums + at);
    for (std::size_t i = 0; i < kRegisters; ++i) sum[i] = _mm256_loadu_si256(out + i);
    for (std::size_t row = 0; row < count; row += 2) {
      const WeightedRow& one = rows[row];
      const bool two = row + 1 < count;
      const WeightedRow& other = two ? rows[row + 1] : one;
      const std::int32_t factor = one.factor * weight;
      const std::int32_t other_factor = two ? other.factor * weight : 0;
      const __m256i factors = _mm256_set1_epi32((factor & 0xFFFF) | other_factor << 16);
      for (std::size_t i = 0; i < kRegisters; i += 2) {
        const std::size_t from = at + i * kOfARegister;
        const __m128i a = _mm_loadu_si128(reinterpret_cast<const __m128i*>(one.row + from));
        const __m128i b = _mm_loadu_si128(reinterpret_cast<const __m128i*>(other.row + from));
        const __m256i low = _mm256_cvtepi8_epi16(_mm_unpacklo_epi8(a, b));
        const __m256i high = _mm256_cvtepi8_epi16(_mm_unpackhi_epi8(a, b));
        sum[i] = _mm256_add_epi32(sum[i], _mm256_madd_epi16(low, factors));
        sum[i + 1] = _mm256_add_epi32(sum[i + 1], _mm256_madd_epi16(high, factors));
      }
    }
    for (std::size_t i = 0; i < kRegisters; ++i) _mm256_storeu_si256(out + i, sum[i]);
  }
}

__attribute__((target("avx2"))) std::int32_t inner_avx2(const std::int8_t* a,
                                                        const std::int8_t* b) {
  __m256i sum = _mm256_setzero_si256();
  for (std::size_t i = 0; i < kDimensions; i += 16) {
    const __m256i one =
        _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(a + i)));
    const __m256i two =
        _mm256_cvtepi8_epi16(_mm_loadu_si128(reinterpret_cast<const __m128i*>(b + i)));
    sum = _mm256_add_epi32(sum, _mm256_madd_epi16(one, two));
  }
  __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sum), _mm256_extracti128_si256(sum, 1));
  half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0x4E));
  half = _mm_add_epi32(half, _mm_shuffle_epi32(half, 0xB1));
  return _mm_cvtsi128_si32(half);
}

// The same loop as plainly, with the instruction that counts bits.
__attribute__((target("avx2,popcnt"))) void differences_avx2(const std::uint64_t* asked,
                                                             const char* signs, std::size_t count,
                                                             std::uint16_t* out) {
  for (std::size_t i = 0; i < count; ++i, signs += sizeof(Signs)) {
    Signs there{};
    std::memcpy(there.data(), signs, sizeof there);
    long long sum = 0;
    for (std::size_t word = 0; word < kSignWords; ++word) {
      sum += _mm_popcnt_u64(asked[word] ^ there[word]);
    }
    out[i] = static_cast<std::uint16_t>(sum);
  }
}

// Four doubles at a time: what is added before the fraction falls away has their sign.
__attribute__((target("avx2"))) void scale_avx2(const std::int32_t* sums, std::int8_t* out) {
  constexpr std::size_t kOfARegister = 8;
  __m256i most = _mm256_setzero_si256();
  for (std::size_t i = 0; i < kDimensions; i += kOfARegister) {
    const __m256i some = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(sums + i));
    most = _mm256_max_epi32(most, _mm256_abs_epi32(some));
  }
  __m128i half = _mm_max_epi32(_mm256_castsi256_si128(most), _mm256_extracti128_si256(most, 1));
  half = _mm_max_epi32(half, _mm_shuffle_epi32(half, 0x4E));
  half = _mm_max_epi32(half, _mm_shuffle_epi32(half, 0xB1));
  const std::int32_t greatest = _mm_cvtsi128_si32(half);
  const __m256d unit = _mm256_set1_pd(greatest == 0 ? 0 : 127 / static_cast<double>(greatest));
  const __m256d sign = _mm256_set1_pd(-0.0);
  const __m256d rounding = _mm256_set1_pd(0.5);
  for (std::size_t i = 0; i < kDimensions; i += 16) {
    __m128i whole[4];  // NOLINT(modernize-avoid-c-arrays)
    for (std::size_t k = 0; k < 4; ++k) {
      const auto* from = reinterpret_cast<const __m128i*>(sums + i + 4 * k);
      const __m256d value = _mm256_mul_pd(_mm256_cvtepi32_pd(_mm_loadu_si128(from)), unit);
      const __m256d more = _mm256_or_pd(_mm256_and_pd(value, sign), rounding);
      whole[k] = _mm256_cvttpd_epi32(_mm256_add_pd(value, more));
    }
    const __m128i bytes =
        _mm_packs_epi16(_mm_packs_epi32(whole[0], whole[1]), _mm_packs_epi32(whole[2], whole[3]));
    _mm_storeu_si128(reinterpret_cast<__m128i*>(out + i), bytes);
  }
}

constexpr VectorLoops kFast = {add_rows_avx2, inner_avx2, differences_avx2, scale_avx2, "AVX2"};

bool has_fast() { return processor_features().avx2; }

#elif defined(__aarch64__)

void add_rows_neon(std::int32_t* sums, const WeightedRow* rows, std::size_t count,
                   std::int32_t weight) {
  for (std::size_t i = 0; i < kDimensions; i += 8) {
    int32x4_t low = vld1q_s32(sums + i);
    int32x4_t high = vld1q_s32(sums + i + 4);
    for (std::size_t row = 0; row < count; ++row) {
      const auto factor = static_cast<std::int16_t>(rows[row].factor * weight);
      const int16x8_t values = vmovl_s8(vld1_s8(rows[row].row + i));
      low = vmlal_n_s16(low, vget_low_s16(values), factor);
      high = vmlal_n_s16(high, vget_high_s16(values), factor);
    }
    vst1q_s32(sums + i, low);
    vst1q_s32(sums + i + 4, high);
  }
}

std::int32_t inner_neon(const std::int8_t* a, const std::int8_t* b) {
  int32x4_t sum = vdupq_n_s32(0);
  for (std::size_t i = 0; i < kDimensions; i += 8) {
    sum = vpadalq_s16(sum, vmull_s8(vld1_s8(a + i), vld1_s8(b + i)));
  }
  return vaddvq_s32(sum);
}

void differences_neon(const std::uint64_t* asked, const char* signs, std::size_t count,
                      std::uint16_t* out) {
  const uint8x16_t wanted = vreinterpretq_u8_u64(vld1q_u64(asked));
  for (std::size_t i = 0; i < count; ++i, signs += sizeof(Signs)) {
    const auto* at = reinterpret_cast<const std::uint8_t*>(signs);
    out[i] = vaddlvq_u8(vcntq_u8(veorq_u8(wanted, vld1q_u8(at))));
  }
}

constexpr VectorLoops kFast = {add_rows_neon, inner_neon, differences_neon,
                               scale_plainly<std::int32_t>, "NEON"};

bool has_fast() { return true; }

#endif

constexpr VectorLoops kPlain = {add_rows_plainly, inner_plainly, differences_plainly,
                                scale_plainly<std::int32_t>, "plain"};

}  // namespace

const VectorLoops& plain_loops() { return kPlain; }

const VectorLoops& best_loops() {
#if defined(__x86_64__) || defined(__aarch64__)
  static const bool fast = has_fast();
  return fast ? kFast : kPlain;
#else
  return kPlain;
#endif
}

void RowSum::add(std::span<const WeightedRow> rows, std::int32_t weight) {
  weight = std::min(weight, kMostOfOne);
  if (weight <= 0) return;
  const std::size_t room = static_cast<std::size_t>(left_ / weight);
  rows = rows.first(std::min(rows.size(), room));
  left_ -= weight * static_cast<std::int32_t>(rows.size());
  best_loops().add_rows(sums_.data(), rows.data(), rows.size(), weight);
}

void RowSum::add_to(VectorSum& sum) const {
  for (std::size_t i = 0; i < kDimensions; ++i) sum[i] += sums_[i];
}

Vector RowSum::vector() const {
  Vector vector;
  best_loops().scale(sums_.data(), vector.data());
  return vector;
}

// Those of nearly all notes fit into half the bits.
Vector vector_of(const VectorSum& sum) {
  Vector vector;
  std::array<std::int32_t, kDimensions> narrow;
  std::int64_t beyond = 0;
  for (std::size_t i = 0; i < kDimensions; ++i) {
    narrow[i] = static_cast<std::int32_t>(sum[i]);
    beyond |= (sum[i] + (std::int64_t{1} << 30U)) >> 31U;
  }
  if (beyond == 0) {
    best_loops().scale(narrow.data(), vector.data());
  } else {
    scale_plainly(sum.data(), vector.data());
  }
  return vector;
}

Signs signs_of(const Vector& vector) {
  Signs signs{};
#if defined(__x86_64__)
  for (std::size_t i = 0; i < kSigned; i += sizeof(__m128i)) {
    const auto some = _mm_loadu_si128(reinterpret_cast<const __m128i*>(vector.data() + i));
    const int bits = _mm_movemask_epi8(_mm_cmpgt_epi8(some, _mm_setzero_si128()));
    signs[i / 64] |= static_cast<std::uint64_t>(bits) << (i % 64);
  }
#else
  for (std::size_t i = 0; i < kSigned; ++i) {
    signs[i / 64] |= std::uint64_t{vector[i] > 0} << (i % 64);
  }
#endif
  return signs;
}

double length_of(const Vector& vector) {
  return std::sqrt(static_cast<double>(best_loops().inner(vector.data(), vector.data())));
}

double cosine(const Vector& asked, double asked_length, const char* there) {
  const auto* other = reinterpret_cast<const std::int8_t*>(there);
  const VectorLoops& loops = best_loops();
  const std::int32_t squares = loops.inner(other, other);
  if (squares == 0 || asked_length <= 0) return 0;
  return loops.inner(asked.data(), other) /
         (asked_length * std::sqrt(static_cast<double>(squares)));
}

void count_differences(const Signs& asked, const char* signs, std::size_t count,
                       std::uint16_t* differences) {
  best_loops().differences(asked.data(), signs, count, differences);
}

}  // namespace loci::search
