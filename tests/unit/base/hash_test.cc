#include "base/hash.h"

#include <gtest/gtest.h>

#include <array>

namespace loci::hash_test {
namespace {

// By Python's hashlib: the first n bytes of 3, 10, 17, … for n = 0 … 200.
constexpr std::array kSha256{
#include "unit/base/sha256_vectors.inc"
};

std::string pattern(std::size_t length) {
  std::string bytes;
  for (std::size_t i = 0; i < length; ++i) bytes += static_cast<char>(i * 7 + 3);
  return bytes;
}

TEST(Sha256, AgreesWithAnotherImplementationAtEveryLength) {
  ASSERT_EQ(kSha256.size(), 201U);
  for (std::size_t length = 0; length < kSha256.size(); ++length) {
    EXPECT_EQ(sha256(pattern(length)), kSha256.at(length)) << length;
  }
}

// The processor of the test may have the instructions for it; both ways count.
TEST(Sha256, IsTheSameWithoutTheProcessorsHelp) {
  for (std::size_t length = 0; length < kSha256.size(); ++length) {
    EXPECT_EQ(sha256_plain(pattern(length)), kSha256.at(length)) << length;
  }
}

TEST(Sha256, HashesAMillionBytes) {
  const std::string text(1'000'000, 'a');
  EXPECT_EQ(sha256(text), "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
  EXPECT_EQ(sha256_plain(text), sha256(text));
}

TEST(Fnv1a64, AgreesWithThePublishedVectors) {
  EXPECT_EQ(fnv1a64(""), 0xcbf29ce484222325U);
  EXPECT_EQ(fnv1a64("a"), 0xaf63dc4c8601ec8cU);
  EXPECT_EQ(fnv1a64("foobar"), 0x85944171f73967e8U);
}

TEST(Crc32, AgreesWithThePublishedVectors) {
  EXPECT_EQ(crc32(""), 0U);
  EXPECT_EQ(crc32("123456789"), 0xCBF43926U);
  EXPECT_EQ(crc32(std::string(32, '\0')), 0x190A55ADU);
}

TEST(Crc32, IsTheSameByBytesAndByEight) {
  const auto by_bits = [](std::string_view bytes) {
    std::uint32_t value = 0xFFFFFFFF;
    for (const char c : bytes) {
      value ^= static_cast<unsigned char>(c);
      for (int bit = 0; bit < 8; ++bit) value = (value >> 1U) ^ ((value & 1U) * 0xEDB88320U);
    }
    return ~value;
  };
  for (std::size_t length = 0; length < 100; ++length) {
    EXPECT_EQ(crc32(pattern(length)), by_bits(pattern(length))) << length;
  }
}

TEST(Hex, KeepsLeadingZeros) {
  EXPECT_EQ(hex(0, 8), "00000000");
  EXPECT_EQ(hex(0xAB, 4), "00ab");
  EXPECT_EQ(hex(0x1234567890abcdefU, 16), "1234567890abcdef");
}

}  // namespace
}  // namespace loci::hash_test
