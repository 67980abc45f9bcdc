#include "search/vectors.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>
#include <vector>

namespace loci::search::vectors_test {
namespace {

Vector random_vector(std::mt19937& random) {
  Vector vector{};
  for (std::int8_t& value : vector) {
    value = static_cast<std::int8_t>(static_cast<int>(random() % 255) - 127);
  }
  return vector;
}

TEST(Vectors, AreTheSameBitsWithAndWithoutWideRegisters) {
  std::mt19937 random(7);
  const VectorLoops& best = best_loops();
  const VectorLoops& plain = plain_loops();
  for (int round = 0; round < 200; ++round) {
    const Vector a = random_vector(random);
    const Vector b = random_vector(random);
    EXPECT_EQ(best.inner(a.data(), b.data()), plain.inner(a.data(), b.data())) << best.name;
    std::array<std::int32_t, kDimensions> one{};
    std::array<std::int32_t, kDimensions> two{};
    std::vector<WeightedRow> rows;
    for (int i = 0; i < 7; ++i) {
      const auto factor = static_cast<std::int32_t>(random() % (RowSum::kGreatestFactor + 1));
      rows.push_back({i % 2 == 0 ? a.data() : b.data(), factor});
      best.add_rows(one.data(), rows.data(), rows.size(), RowSum::kMostOfOne);
      plain.add_rows(two.data(), rows.data(), rows.size(), RowSum::kMostOfOne);
    }
    EXPECT_EQ(one, two);
    std::string signs;
    for (int i = 0; i < 9; ++i) {
      const Signs some = signs_of(random_vector(random));
      signs.append(reinterpret_cast<const char*>(some.data()), sizeof some);
    }
    const Signs asked = signs_of(b);
    std::array<std::uint16_t, 9> left{};
    std::array<std::uint16_t, 9> right{};
    best.differences(asked.data(), signs.data(), 9, left.data());
    plain.differences(asked.data(), signs.data(), 9, right.data());
    EXPECT_EQ(left, right);
  }
}

TEST(Vectors, AreScaledToTheSameBytesWithAndWithoutWideRegisters) {
  std::mt19937 random(9);
  for (int round = 0; round < 400; ++round) {
    std::array<std::int32_t, kDimensions> sums{};
    VectorSum wide{};
    for (std::size_t i = 0; i < kDimensions; ++i) {
      // Small ones too, where halves are common.
      const auto value = static_cast<std::int32_t>(random() >> (1 + round % 31));
      sums[i] = random() % 3 == 0 ? -value : value;
      wide[i] = std::int64_t{sums[i]} * (1 << 20U);
    }
    Vector one{};
    Vector two{};
    best_loops().scale(sums.data(), one.data());
    plain_loops().scale(sums.data(), two.data());
    EXPECT_EQ(one, two) << best_loops().name;
    EXPECT_EQ(vector_of(wide), two);
    for (std::size_t i = 0; i < kDimensions; ++i) wide[i] = sums[i];
    EXPECT_EQ(vector_of(wide), two);
    const Signs signs = signs_of(one);
    for (std::size_t i = 0; i < kSigned; ++i) {
      EXPECT_EQ(signs[i / 64] >> (i % 64) & 1U, one[i] > 0 ? 1U : 0U);
    }
  }
}

TEST(Vectors, CompareByTheirDirection) {
  std::mt19937 random(8);
  const Vector a = random_vector(random);
  Vector opposite = a;
  for (std::int8_t& value : opposite) value = static_cast<std::int8_t>(-value);
  const auto bytes = [](const Vector& v) { return reinterpret_cast<const char*>(v.data()); };
  EXPECT_NEAR(cosine(a, length_of(a), bytes(a)), 1, 1e-9);
  EXPECT_NEAR(cosine(a, length_of(a), bytes(opposite)), -1, 1e-9);
  EXPECT_EQ(cosine(a, length_of(a), bytes(Vector{})), 0);
  EXPECT_EQ(cosine(Vector{}, 0, bytes(a)), 0);
}

TEST(Vectors, NeverOverflowHoweverMuchIsAdded) {
  Vector row{};
  row.fill(127);
  RowSum sum;
  const std::array<WeightedRow, 3> rows = {
      {{row.data(), 2047}, {row.data(), 2047}, {row.data(), 2047}}};
  for (int i = 0; i < 100'000; ++i) sum.add(rows, 2);
  const Vector vector = sum.vector();
  for (const std::int8_t value : vector) EXPECT_EQ(value, 127);
  VectorSum all{};
  for (int i = 0; i < 1000; ++i) sum.add_to(all);
  EXPECT_EQ(vector_of(all), vector);
}

TEST(Vectors, OfNothingAreNothing) {
  EXPECT_TRUE(RowSum().empty());
  EXPECT_EQ(RowSum().vector(), Vector{});
  EXPECT_EQ(signs_of(Vector{}), Signs{});
}

}  // namespace
}  // namespace loci::search::vectors_test
