// The archive of a backup: the tar format of POSIX, which every system can open, in the one
// form that loci writes. Reading takes nothing else: plain files and directories below one
// directory, with a checksum each. Pure.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace loci::upkeep {

inline constexpr std::size_t kTarBlock = 512;

// What stands before the bytes of a file, or alone for a directory. The path has no empty, "."
// or ".." component.
[[nodiscard]] std::string tar_header(std::string_view path, bool directory, std::uint64_t size,
                                     std::int64_t changed_at);
// What stands behind the bytes of a file of this size.
[[nodiscard]] std::string tar_padding(std::uint64_t size);
// The end of an archive.
[[nodiscard]] std::string tar_end();

struct TarMember {
  std::string path;
  bool directory = false;
  std::uint64_t offset = 0;  // of its bytes
  std::uint64_t size = 0;
};

// Reads bytes of the archive: fewer than were asked for only at its end.
using TarBytes = std::function<Result<std::string>(std::uint64_t offset, std::size_t length)>;

// All members of an archive of `size` bytes. Corrupt, naming the place, for what loci does not
// write: a path that leads out, a link, a device, a file twice or below a file, a wrong checksum,
// an end too early.
[[nodiscard]] Result<std::vector<TarMember>> tar_members(const TarBytes& bytes, std::uint64_t size);

}  // namespace loci::upkeep
