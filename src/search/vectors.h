// Vectors of meaning, and the four loops they are made and compared by.
//
// Everything is whole numbers, so that a processor with wide registers and one without
// come to the same bits: a table's rows are summed with whole factors, the sum is brought
// to a byte for each dimension, and two of those are compared by their inner product. The
// signs of the first half, which says most, are 16 bytes, for a first look over all sections.
//
// Pure.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace loci::search {

inline constexpr std::size_t kDimensions = 256;
inline constexpr std::size_t kSigned = 128;  // dimensions whose signs are kept
inline constexpr std::size_t kSignWords = kSigned / 64;

using Vector = std::array<std::int8_t, kDimensions>;
using Signs = std::array<std::uint64_t, kSignWords>;  // a bit a dimension: above 0
using VectorSum = std::array<std::int64_t, kDimensions>;

struct WeightedRow {
  const std::int8_t* row;  // kDimensions bytes
  std::int32_t factor;     // from 0 to RowSum::kGreatestFactor
};

// Rows are added until the weights, factor by factor, are spent: so no sum overflows,
// whatever a text holds.
class RowSum {
 public:
  static constexpr std::int32_t kGreatestFactor = 2047;
  static constexpr std::int32_t kMostWeight = 4096;
  static constexpr std::int32_t kMostOfOne = 16;  // more of a weight counts as this

  // `weight` is not below 0. Many at once are quicker than one by one.
  void add(std::span<const WeightedRow> rows, std::int32_t weight);
  [[nodiscard]] bool empty() const { return left_ == kMostWeight; }
  void add_to(VectorSum& sum) const;
  [[nodiscard]] Vector vector() const;
  void clear() { *this = RowSum(); }

 private:
  std::array<std::int32_t, kDimensions> sums_{};
  std::int32_t left_ = kMostWeight;
};

// The greatest becomes 127 or -127; zeros stay.
[[nodiscard]] Vector vector_of(const VectorSum& sum);
[[nodiscard]] Signs signs_of(const Vector& vector);

[[nodiscard]] double length_of(const Vector& vector);
// `there` has kDimensions bytes. 0 where one of the two is nothing.
[[nodiscard]] double cosine(const Vector& asked, double asked_length, const char* there);

// For each of `count` signs, 16 bytes each: in how many dimensions they differ from `asked`.
void count_differences(const Signs& asked, const char* signs, std::size_t count,
                       std::uint16_t* differences);

// The loops themselves: the best for this processor, and those that any has, to compare by.
struct VectorLoops {
  // Factors, with their weight, below 32,768.
  void (*add_rows)(std::int32_t* sums, const WeightedRow* rows, std::size_t count,
                   std::int32_t weight);
  std::int32_t (*inner)(const std::int8_t* a, const std::int8_t* b);
  void (*differences)(const std::uint64_t* asked, const char* signs, std::size_t count,
                      std::uint16_t* out);
  // kDimensions sums to as many bytes, as vector_of().
  void (*scale)(const std::int32_t* sums, std::int8_t* out);
  std::string_view name;
};
[[nodiscard]] const VectorLoops& best_loops();
[[nodiscard]] const VectorLoops& plain_loops();

}  // namespace loci::search
