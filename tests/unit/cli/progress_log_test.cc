#include "cli/progress_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::cli::progress_log_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class ProgressLogTest : public ::testing::Test {
 protected:
  ProgressLogTest() {
    auto said = std::make_unique<MemoryLog>();
    said_ = said.get();
    log_ = std::make_unique<ProgressLog>(
        std::move(said),
        ProgressLog::Screen{[this](std::string_view text) { drawn_.emplace_back(text); },
                            [this] { return now_; }, 20});
  }
  void pass(std::chrono::milliseconds time) { now_ += time; }

  ProgressLog::Time now_{};
  std::vector<std::string> drawn_;
  MemoryLog* said_;
  std::unique_ptr<ProgressLog> log_;
};

TEST_F(ProgressLogTest, ShowsNothingOfWorkThatIsSoonOver) {
  log_->progress("reading");
  pass(ProgressLog::kPatience / 2);
  log_->progress("writing");
  log_->progress("");
  log_.reset();
  EXPECT_THAT(drawn_, IsEmpty());
}

TEST_F(ProgressLogTest, DrawsEachLineInPlaceOfTheLast) {
  pass(ProgressLog::kPatience);
  log_->progress("1 of 3");
  log_->progress("2 of 3");  // too soon
  pass(ProgressLog::kPace);
  log_->progress("3 of 3");
  log_->progress("");
  log_->progress("");
  EXPECT_THAT(drawn_, ElementsAre("\r\x1b[K1 of 3", "\r\x1b[K3 of 3", "\r\x1b[K"));
}

TEST_F(ProgressLogTest, GivesWayToWhatIsSaid) {
  pass(ProgressLog::kPatience);
  log_->progress("reading");
  log_->warn("odd");
  log_->warn("odder");
  EXPECT_THAT(drawn_, ElementsAre("\r\x1b[Kreading", "\r\x1b[K"));
  EXPECT_THAT(said_->messages(), ElementsAre("odd", "odder"));
}

// A line that is as wide as the terminal would wrap, and stay. A name may hold
// what a terminal takes for an order.
TEST_F(ProgressLogTest, FitsTheTerminalAndGivesItNoOrders) {
  pass(ProgressLog::kPatience);
  log_->progress("reading /a/long/way/to/go.md");
  pass(ProgressLog::kPace);
  log_->progress("a\x1b[2Jb\nc");
  EXPECT_THAT(drawn_, ElementsAre("\r\x1b[Kreading /a/long/wa…", "\r\x1b[Ka\\x1b[2Jb\\x0ac"));
}

TEST_F(ProgressLogTest, TakesItsLineAway) {
  pass(ProgressLog::kPatience);
  log_->progress("reading");
  log_.reset();
  EXPECT_THAT(drawn_, ElementsAre("\r\x1b[Kreading", "\r\x1b[K"));
}

}  // namespace
}  // namespace loci::cli::progress_log_test
