#include "remote/change_signs.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <string_view>

#include "fs/stamp.h"
#include "fs/walk.h"
#include "store/place.h"

namespace loci::remote {
namespace {

constexpr std::string_view kGlobalDirectory = "memory";
constexpr std::size_t kMostDepth = 5;  // projects/SLUG/agents/ID/NOTE.md

// Files come in no particular order, so that what is known of each is added up.
std::uint64_t sign_of(std::string_view path, const fs::Stat& stat) {
  return std::hash<std::string>()(
      fmt::format("{} {} {} {}", path, stat.size, stat.mtime_ns, stat.inode));
}

std::uint64_t sign_of_files(const fs::Root& root, const std::string& path) {
  std::uint64_t sum = 0;
  // What cannot be listed now is another sum, or the same: a sync finds out.
  (void)root.for_each_file([&](std::string_view name, const fs::Stat& stat) {
    if (!name.starts_with('.')) sum += sign_of(fmt::format("{}/{}", path, name), stat);
  });
  return sum;
}

}  // namespace

std::uint64_t ChangeSigns::journal() const {
  const auto root =
      files_.open(fmt::format("{}/{}/{}", home_, store::kStateDirectory, store::kJournalDirectory),
                  fs::Modes::Private);
  return root ? sign_of_files(**root, "") : 0;
}

std::uint64_t ChangeSigns::notes() const {
  std::uint64_t sum = 0;
  for (const std::string_view directory :
       {kGlobalDirectory, store::kAgentsDirectory, store::kProjectsDirectory}) {
    const auto root = files_.open(fmt::format("{}/{}", home_, directory), fs::Modes::Private);
    if (!root) continue;
    sum += sign_of_files(**root, std::string(directory));
    (void)fs::walk(**root, [&](const fs::Walked& walked) -> Result<bool> {
      if (walked.entry.kind != fs::Kind::Directory || walked.depth >= kMostDepth) return false;
      const auto below = walked.directory.open(walked.entry.name);
      if (below) sum += sign_of_files(**below, fmt::format("{}/{}", directory, walked.path));
      return true;
    });
  }
  return sum;
}

bool ChangeSigns::changed(Time now) {
  bool sign = false;
  const auto compare = [&](std::optional<std::uint64_t>& known, std::uint64_t found) {
    sign = sign || known != found;
    known = found;
  };
  compare(journal_, journal());
  if (now < next_sweep_) return sign;
  compare(notes_, notes());
  const auto took = std::chrono::steady_clock::now() - now;
  next_sweep_ = now + std::max<Time::duration>(kSweep, took * kShare);
  return sign;
}

}  // namespace loci::remote
