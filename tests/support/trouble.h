// The ways in which a told story goes wrong, and a tally of what was found.

#pragma once

#include <array>
#include <random>

#include "support/rounds.h"
#include "support/trial.h"

namespace loci::testing {

inline constexpr std::array kCuts{fs::PowerCut::Nothing, fs::PowerCut::Data, fs::PowerCut::Entries,
                                  fs::PowerCut::Both};

// Sees trace lines of a MemoryFileSystem; true = the call is left out.
using Filter = std::function<bool(const std::string&)>;

struct Tally {
  std::uint64_t cases = 0;
  std::uint64_t violations = 0;
  std::string first;  // what was wrong

  void add(const std::string& where, const std::string& wrong) {
    ++cases;
    if (wrong.empty()) return;
    if (violations++ == 0) first = where + ": " + wrong;
  }
};

// What is left of a process that was telling the story and died at call n.
struct Death {
  std::unique_ptr<fs::MemoryFileSystem> files;
  FixedClock clock;
  std::size_t acknowledged = 0;
  std::size_t possible = 0;  // the last state that may be found
  std::string call;
};

inline Death die_at(const Told& told, std::uint64_t n, const Filter& skip = {}) {
  Death death{told.start->after(fs::PowerCut::Nothing), told.clock, 0, 0, "the end"};
  if (skip) death.files->skip_calls(skip);
  death.files->die_at(n);
  death.acknowledged = run_steps(told, *death.files, death.clock);
  death.possible = std::min(death.acknowledged + 1, told.states.size() - 1);
  if (n <= death.files->trace().size()) death.call = death.files->trace()[n - 1];
  return death;
}

enum class During : std::uint8_t { Always, RecoveryOnly };

// Every kind of cut at every call, and `coins` random ones on top. What is
// recovered after the mere death of a process must outlive a later cut, too.
inline void cut_everywhere(const Told& told, Tally& tally, int coins, const Filter& skip = {},
                           During during = During::Always) {
  for (std::uint64_t n = 1; n <= told.calls + 1; ++n) {
    const Death death = die_at(told, n, during == During::Always ? skip : Filter());
    const auto examine = [&](std::unique_ptr<fs::MemoryFileSystem> files, const std::string& cut,
                             bool lasting) {
      if (skip) files->skip_calls(skip);
      const auto judge = lasting ? lasting_verdict : first_verdict;
      tally.add(fmt::format("{}, call {} ({}), {}", told.story->name, n, death.call, cut),
                judge(told, *files, death.clock, death.acknowledged, death.possible));
    };
    for (const fs::PowerCut cut : kCuts) {
      examine(death.files->after(cut), fmt::format("cut {}", static_cast<int>(cut)),
              cut == fs::PowerCut::Nothing || full());
    }
    for (int i = 0; i < coins; ++i) {
      const std::uint64_t seed = n * 1000 + static_cast<std::uint64_t>(i);
      examine(death.files->after_some(seed), fmt::format("seed {}", seed), full());
    }
  }
}

// The next process is killed in its recovery, at each of its calls, and the one
// after it finds what is left of that.
inline void cut_recovery_everywhere(const Told& told, Tally& tally, const Filter& skip = {}) {
  for (std::uint64_t n = 1; n <= told.calls + 1; ++n) {
    const Death death = die_at(told, n);
    for (const fs::PowerCut cut : {fs::PowerCut::Nothing, fs::PowerCut::Both}) {
      for (std::uint64_t m = 1;; ++m) {
        const auto files = death.files->after(cut);
        if (skip) files->skip_calls(skip);
        files->die_at(m);
        FixedClock clock = death.clock;
        {
          Process process(*files, clock);
          if (process.store() != nullptr) (void)process.store()->view(all_places());
        }
        if (files->calls() < m) break;  // recovery was through before
        const fs::PowerCut second = kCuts.at((n + m) % kCuts.size());
        tally.add(fmt::format("{}, call {} ({}), cut {}, call {} of recovery ({}), cut {}",
                              told.story->name, n, death.call, static_cast<int>(cut), m,
                              files->trace()[m - 1], static_cast<int>(second)),
                  first_verdict(told, *files->after(second), death.clock, death.acknowledged,
                                death.possible));
      }
    }
  }
}

}  // namespace loci::testing
