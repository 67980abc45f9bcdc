#include "cli/once_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::cli::once_log_test {
namespace {

TEST(OnceLogTest, SaysAWarningOnceAndANoteEachTime) {
  auto said = std::make_unique<MemoryLog>();
  const MemoryLog& heard = *said;
  OnceLog log(std::move(said));
  log.warn("unfinished");
  log.note("done");
  log.warn("other");
  log.warn("unfinished");
  log.note("done");
  EXPECT_THAT(heard.messages(), ::testing::ElementsAre("unfinished", "done", "other", "done"));
}

}  // namespace
}  // namespace loci::cli::once_log_test
