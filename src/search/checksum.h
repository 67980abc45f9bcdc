// A 64-bit checksum of the catalog's own files: a torn or flipped byte is
// noticed, at the speed of memory. Not a hash against an adversary; files that
// people wrote are hashed by base/hash.h.

#pragma once

#include <cstdint>
#include <string_view>

namespace loci::search {

// A changed bit always changes it: every step is a bijection of the state.
[[nodiscard]] std::uint64_t checksum(std::string_view bytes);

}  // namespace loci::search
