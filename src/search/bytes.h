// Numbers in bytes: little-endian, at any address.

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

namespace loci::search {

static_assert(std::endian::native == std::endian::little, "the catalog is read in place");

template <typename T>
[[nodiscard]] T load(const void* at) {
  T value;
  std::memcpy(&value, at, sizeof value);
  return value;
}

template <typename T>
void append(std::string& bytes, const T& value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

// Seven bits a byte, the lowest first; the high bit says that more follow.
inline void append_varint(std::string& bytes, std::uint32_t value) {
  while (value >= 0x80U) {
    bytes += static_cast<char>(value | 0x80U);
    value >>= 7U;
  }
  bytes += static_cast<char>(value);
}

// Takes one off the front; false, and nothing left, when there is none.
inline bool take_varint(std::string_view& bytes, std::uint32_t& value) {
  value = 0;
  for (unsigned shift = 0; shift < 35; shift += 7) {
    if (bytes.empty()) return false;
    const auto byte = static_cast<unsigned char>(bytes.front());
    bytes.remove_prefix(1);
    value |= (byte & 0x7FU) << shift;
    if (byte < 0x80U) return true;
  }
  bytes = {};
  return false;
}

}  // namespace loci::search
