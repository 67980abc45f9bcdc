// Notices that notes of a home may have changed, without reading one: a change that loci made
// by the journal, which each of them makes longer; one of anybody else by names, sizes and times
// of files, which takes longer and is looked at less often.

#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>

#include "fs/file_system.h"

namespace loci::remote {

class ChangeSigns {
 public:
  using Time = std::chrono::steady_clock::time_point;
  // `files` must outlive it.
  ChangeSigns(fs::FileSystem& files, std::string home) : files_(files), home_(std::move(home)) {}

  // Whether there is a sign since it was last asked. The first answer is true.
  bool changed(Time now);

  // Looking at all files takes at most a fiftieth of the time.
  static constexpr std::chrono::milliseconds kSweep{1'000};
  static constexpr int kShare = 50;

 private:
  [[nodiscard]] std::uint64_t journal() const;
  [[nodiscard]] std::uint64_t notes() const;

  fs::FileSystem& files_;
  std::string home_;
  std::optional<std::uint64_t> journal_;
  std::optional<std::uint64_t> notes_;
  Time next_sweep_{};
};

}  // namespace loci::remote
