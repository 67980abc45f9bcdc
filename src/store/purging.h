// What a purge is about, for those who keep something beside the journal that may
// hold a note's text: the store knows when they must forget, they know how.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/journal_line.h"

namespace loci::store {

struct Purging {
  // Before the files go, while every text can still be looked at; and after, when
  // nobody can read them again.
  enum class Moment : std::uint8_t { Before, After };
  Moment moment = Moment::Before;
  const Record& begin;             // the purge itself
  std::vector<std::string> gone;   // the texts its files had that go
  std::vector<std::string> stays;  // that stay, when only a revision goes
};

// Runs under the locks of the purge's places, once for each moment, and again when a
// purge that died is finished.
using Forget = std::function<Result<>(const Purging&)>;

}  // namespace loci::store
