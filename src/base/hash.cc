#include "base/hash.h"

#include <array>
#include <cstring>

#include "base/processor.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace loci {
namespace {

constexpr std::size_t kBlock = 64;

constexpr std::array<std::uint32_t, 64> kRound{
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
    0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
    0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
    0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
    0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

using State = std::array<std::uint32_t, 8>;

std::uint32_t rotate(std::uint32_t x, unsigned by) { return (x >> by) | (x << (32U - by)); }

std::uint32_t big_endian(const unsigned char* p) {
  return (std::uint32_t{p[0]} << 24U) | (std::uint32_t{p[1]} << 16U) | (std::uint32_t{p[2]} << 8U) |
         std::uint32_t{p[3]};
}

void compress_plain(State& state, const unsigned char* data, std::size_t blocks) {
  for (; blocks > 0; --blocks, data += kBlock) {
    std::array<std::uint32_t, 64> w{};
    for (std::size_t i = 0; i < 16; ++i) w[i] = big_endian(data + 4 * i);
    for (std::size_t i = 16; i < 64; ++i) {
      const std::uint32_t a = w[i - 15];
      const std::uint32_t b = w[i - 2];
      w[i] = w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ (a >> 3U)) + w[i - 7] +
             (rotate(b, 17) ^ rotate(b, 19) ^ (b >> 10U));
    }
    State s = state;
    for (std::size_t i = 0; i < 64; ++i) {
      const std::uint32_t choose = (s[4] & s[5]) ^ (~s[4] & s[6]);
      const std::uint32_t majority = (s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]);
      const std::uint32_t t1 = s[7] + (rotate(s[4], 6) ^ rotate(s[4], 11) ^ rotate(s[4], 25)) +
                               choose + kRound[i] + w[i];
      const std::uint32_t t2 = (rotate(s[0], 2) ^ rotate(s[0], 13) ^ rotate(s[0], 22)) + majority;
      s = {t1 + t2, s[0], s[1], s[2], s[3] + t1, s[4], s[5], s[6]};
    }
    for (std::size_t i = 0; i < 8; ++i) state[i] += s[i];
  }
}

#if defined(__x86_64__)
// The instructions work on the state as two registers, ABEF and CDGH, and do
// two rounds a call.
[[gnu::target("sha,sse4.1,ssse3")]] void compress_sha_ni(State& state, const unsigned char* data,
                                                         std::size_t blocks) {
  const __m128i swap = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  const auto load = [](const void* p) { return _mm_loadu_si128(static_cast<const __m128i*>(p)); };
  __m128i low = _mm_shuffle_epi32(load(state.data()), 0xB1);       // CDAB
  __m128i high = _mm_shuffle_epi32(load(state.data() + 4), 0x1B);  // EFGH
  __m128i abef = _mm_alignr_epi8(low, high, 8);
  __m128i cdgh = _mm_blend_epi16(high, low, 0xF0);

  for (; blocks > 0; --blocks, data += kBlock) {
    const __m128i abef_before = abef;
    const __m128i cdgh_before = cdgh;
    __m128i w[4];
    for (std::size_t i = 0; i < 4; ++i) w[i] = _mm_shuffle_epi8(load(data + 16 * i), swap);
      // Unrolled, so that `w` stays in registers.
#if !defined(__clang__)
#pragma GCC unroll 16
#endif
    for (std::size_t i = 0; i < 16; ++i) {
      __m128i word = w[i % 4];
      if (i >= 4) {
        const __m128i seventh = _mm_alignr_epi8(w[(i + 3) % 4], w[(i + 2) % 4], 4);
        word = _mm_sha256msg1_epu32(w[i % 4], w[(i + 1) % 4]);
        word = _mm_sha256msg2_epu32(_mm_add_epi32(word, seventh), w[(i + 3) % 4]);
        w[i % 4] = word;
      }
      const __m128i sum = _mm_add_epi32(word, load(kRound.data() + 4 * i));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, sum);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(sum, 0x0E));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }

  low = _mm_shuffle_epi32(abef, 0x1B);   // FEBA
  high = _mm_shuffle_epi32(cdgh, 0xB1);  // DCHG
  const auto store = [](void* p, __m128i v) { _mm_storeu_si128(static_cast<__m128i*>(p), v); };
  store(state.data(), _mm_blend_epi16(low, high, 0xF0));
  store(state.data() + 4, _mm_alignr_epi8(high, low, 8));
}
#endif

using Compress = void (*)(State& state, const unsigned char* data, std::size_t blocks);

Compress best_compress() {
#if defined(__x86_64__)
  if (processor_features().sha) return compress_sha_ni;
#endif
  return compress_plain;
}

// The first table is of one byte, each other of one with a byte more behind it.
using CrcTables = std::array<std::array<std::uint32_t, 256>, 8>;
constexpr CrcTables kCrcTables = [] {
  CrcTables tables{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit)
      value = (value >> 1U) ^ ((value & 1U) != 0 ? 0xEDB88320U : 0U);
    tables[0][i] = value;
  }
  for (std::size_t further = 1; further < tables.size(); ++further) {
    for (std::size_t i = 0; i < 256; ++i) {
      const std::uint32_t value = tables[further - 1][i];
      tables[further][i] = (value >> 8U) ^ tables[0][value & 0xFFU];
    }
  }
  return tables;
}();

std::string digest_of(std::string_view bytes, Compress compress) {
  State state{0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
              0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  const std::size_t whole = bytes.size() / kBlock;
  compress(state, data, whole);

  std::array<unsigned char, 2 * kBlock> tail{};
  const std::size_t rest = bytes.size() % kBlock;
  if (rest > 0) std::memcpy(tail.data(), data + whole * kBlock, rest);
  tail[rest] = 0x80;
  const std::size_t tail_blocks = rest + 9 <= kBlock ? 1 : 2;
  const std::uint64_t bits = std::uint64_t{bytes.size()} * 8;
  for (std::size_t i = 0; i < 8; ++i) {
    tail[tail_blocks * kBlock - 1 - i] = static_cast<unsigned char>(bits >> (8 * i));
  }
  compress(state, tail.data(), tail_blocks);

  std::string digest;
  digest.reserve(64);
  for (const std::uint32_t word : state) digest += hex(word, 8);
  return digest;
}

}  // namespace

std::string sha256(std::string_view bytes) { return digest_of(bytes, best_compress()); }

std::string sha256_plain(std::string_view bytes) { return digest_of(bytes, compress_plain); }

std::uint64_t fnv1a64(std::string_view bytes) {
  std::uint64_t value = 0xcbf29ce484222325;
  for (const char c : bytes) {
    value ^= static_cast<unsigned char>(c);
    value *= 0x100000001b3;
  }
  return value;
}

std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t value = 0xFFFFFFFF;
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  std::size_t left = bytes.size();
  // Eight bytes at a time: state files of megabytes are read by commands of milliseconds.
  for (; left >= 8; left -= 8, data += 8) {
    std::uint32_t next = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      const auto mixed = static_cast<std::uint8_t>(data[i] ^ (value >> (8 * i)));
      next ^= kCrcTables[7 - i][mixed] ^ kCrcTables[3 - i][data[i + 4]];
    }
    value = next;
  }
  for (; left > 0; --left, ++data) {
    value = (value >> 8U) ^ kCrcTables[0][(value ^ *data) & 0xFFU];
  }
  return ~value;
}

std::string hex(std::uint64_t value, int digits) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  std::string text(static_cast<std::size_t>(digits), '0');
  for (auto at = text.rbegin(); at != text.rend(); ++at, value >>= 4U) *at = kDigits[value & 0xFU];
  return text;
}

}  // namespace loci
