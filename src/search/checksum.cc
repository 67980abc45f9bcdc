#include "search/checksum.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

namespace loci::search {
namespace {

constexpr std::uint64_t kOdd1 = 0x9E3779B97F4A7C15U;  // the golden ratio
constexpr std::uint64_t kOdd2 = 0xD1342543DE82EF95U;  // a spectral multiplier

std::uint64_t load_lane(const char* at) {
  std::uint64_t word = 0;
  std::memcpy(&word, at, sizeof word);
  return word;
}

std::uint64_t step(std::uint64_t state, std::uint64_t word) {
  return std::rotl(state ^ (word * kOdd1), 29) * kOdd2;
}

}  // namespace

std::uint64_t checksum(std::string_view bytes) {
  std::array<std::uint64_t, 4> lanes = {kOdd1, kOdd2, ~kOdd1, ~kOdd2};
  std::size_t at = 0;
  for (; at + 32 <= bytes.size(); at += 32) {  // four lanes: multiplications overlap
    for (std::size_t lane = 0; lane < 4; ++lane) {
      lanes[lane] = step(lanes[lane], load_lane(bytes.data() + at + 8 * lane));
    }
  }
  std::uint64_t state = bytes.size() * kOdd2;
  for (const std::uint64_t lane : lanes) state = step(state, lane);
  for (; at + 8 <= bytes.size(); at += 8) state = step(state, load_lane(bytes.data() + at));
  std::uint64_t rest = 0;
  if (at < bytes.size()) std::memcpy(&rest, bytes.data() + at, bytes.size() - at);
  state = step(state, rest);
  return state ^ (state >> 32U);
}

}  // namespace loci::search
