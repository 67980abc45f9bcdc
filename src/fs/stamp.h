// What the file system says about a file without its being opened. A file with
// the stamp that it had when it was read need not be read again, unless that
// stamp is in doubt.

#pragma once

#include <cstdint>

namespace loci::fs {

struct Stat;

struct Stamp {
  std::uint64_t size = 0;
  std::int64_t mtime_ns = 0;
  std::int64_t ctime_ns = 0;
  std::uint64_t inode = 0;
  std::uint64_t device = 0;

  bool operator==(const Stamp&) const = default;
};

[[nodiscard]] Stamp stamp_of(const Stat& stat);

// Whether a change after `read_ns`, the time at which the file was read, may have
// left this very stamp: clocks of file systems tick coarsely, so two changes in
// one tick have one time. Times far off are not in doubt, wrong as they may be:
// the next change will have another.
[[nodiscard]] bool is_doubtful(const Stamp& stamp, std::int64_t read_ns);

}  // namespace loci::fs
