#include "fs/stamp.h"

#include "fs/root.h"

namespace loci::fs {
namespace {

// The kernel's clock for files ticks every 1 to 10 ms; some file systems know
// whole seconds only, or every other.
constexpr std::int64_t kDoubt = 50'000'000;
constexpr std::int64_t kCoarseDoubt = 2'100'000'000;
constexpr std::int64_t kSecond = 1'000'000'000;

}  // namespace

Stamp stamp_of(const Stat& stat) {
  return {stat.size, stat.mtime_ns, stat.ctime_ns, stat.inode, stat.device};
}

bool is_doubtful(const Stamp& stamp, std::int64_t read_ns) {
  const bool coarse = stamp.mtime_ns % kSecond == 0 || stamp.ctime_ns % kSecond == 0;
  const std::int64_t doubt = coarse ? kCoarseDoubt : kDoubt;
  const auto near = [&](std::int64_t time) {
    return time >= read_ns - doubt && time <= read_ns + doubt;
  };
  return near(stamp.mtime_ns) || near(stamp.ctime_ns);
}

}  // namespace loci::fs
