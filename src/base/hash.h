// The three hashes loci uses, each for one purpose.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace loci {

// Content: 64 lower-case hex digits. Ours rather than libcrypto's, which adds
// 2 ms to the start of every command; uses the SHA instructions where the
// processor has them.
[[nodiscard]] std::string sha256(std::string_view bytes);
// The same without those instructions.
[[nodiscard]] std::string sha256_plain(std::string_view bytes);

// Names: the workspace slug.
[[nodiscard]] std::uint64_t fnv1a64(std::string_view bytes);

// Lines and records: catches a torn or flipped one.
[[nodiscard]] std::uint32_t crc32(std::string_view bytes);

// `value` as `digits` lower-case hex digits.
[[nodiscard]] std::string hex(std::uint64_t value, int digits);

}  // namespace loci
