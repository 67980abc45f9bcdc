// A disk that fails at every single call, with no space left or an I/O error:
// the old state or the new one, a clear error, no temporary file, and the next
// command works.

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdio>

#include "support/trouble.h"

namespace loci::testing::failing_disk_test {
namespace {

// The process lives on and runs the next command itself, or another one does.
enum class Next { Same, Other };

std::string fail_once(const Story& story, const Told& told, std::uint64_t n, int number,
                      Next next) {
  FixedClock clock = story_clock();
  const auto files = begin(story, clock);
  files->fail_at(n, number);
  std::size_t acknowledged = 0;
  bool announced = story.repeat;  // that the next command finishes it
  Process process(*files, clock);
  for (const Step& step : story.steps) {
    const auto done = process.run(step);
    if (!done) {
      if (done.error().message.empty()) return "an error without words";
      if (done.error().hint.find("the next command finishes it") != std::string::npos) {
        announced = true;
      }
      if (number == ENOSPC && done.error().kind != ErrorKind::Io) return "another kind of error";
      break;
    }
    ++acknowledged;
  }
  // What failed without a word about it stays undone, also after a power cut.
  const std::size_t possible = std::min(acknowledged + (announced ? 1 : 0), told.states.size() - 1);
  const auto cut = files->after(fs::PowerCut::Both);
  const std::string wrong = first_verdict(told, *cut, clock, acknowledged, possible);
  if (!wrong.empty()) return "after a power cut: " + wrong;
  if (next == Next::Same) {
    if (const auto view = process.store()->view(all_places()); !view) return view.error().message;
  }
  return lasting_verdict(told, *files, clock, acknowledged, possible);
}

// rule: W4
TEST(FailingDisk, LeavesTheOldStateOrTheNewAtEveryCall) {
  std::uint64_t cases = 0;
  const std::vector<Story> all = stories();
  for (const Story& story : all) {
    Tally tally;
    const Told told = tell(story);
    for (std::uint64_t n = 1; n <= told.calls; ++n) {
      for (const int number : {ENOSPC, EIO}) {
        for (const Next next : {Next::Same, Next::Other}) {
          if (!full() && next == (number == EIO ? Next::Same : Next::Other)) continue;
          tally.add(fmt::format("{}, call {} fails with {}", story.name, n, number),
                    fail_once(story, told, n, number, next));
        }
      }
    }
    EXPECT_EQ(tally.violations, 0U) << "of " << tally.cases << "; " << tally.first;
    cases += tally.cases;
  }
  if (!HasFailure()) {
    std::printf("failing disk: %llu failures over %zu stories, old state or new\n",
                static_cast<unsigned long long>(cases), all.size());
  }
}

}  // namespace
}  // namespace loci::testing::failing_disk_test
