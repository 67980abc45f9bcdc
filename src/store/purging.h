// What a purge erases, told to those who keep texts of notes elsewhere than in the
// journal: the store knows when they must forget, and they know how.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/journal_line.h"

namespace loci::store {

struct Purging {
  // Before the files go, while every text can still be read; and after, when nobody can
  // keep them again.
  enum class Moment : std::uint8_t { Before, After };
  Moment moment = Moment::Before;
  const Record& begin;             // the purge itself
  std::vector<std::string> gone;   // texts of its files that go
  std::vector<std::string> stays;  // those that stay, when only a revision goes
};

// Runs under the locks of the purge's places, once for each moment, and again when a
// purge that died is finished.
using Forget = std::function<Result<>(const Purging&)>;

}  // namespace loci::store
