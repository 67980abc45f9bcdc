// A disk that is full at some call: whatever the command, it says that, and
// nothing else, and works again once there is room.

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdio>
#include <functional>

#include "fs/atomic_file.h"
#include "memory/memory.h"
#include "memory/search.h"
#include "memory/writing.h"
#include "past/purge.h"
#include "support/person.h"
#include "upkeep/reindex.h"

namespace loci::testing::full_disk_test {
namespace {

Result<> write(memory::Memory& memory, const std::string& file, const std::string& content) {
  memory::WriteRequest request;
  request.file = file;
  request.type = "user";
  request.description = "about " + file;
  request.content = content;
  LOCI_TRY(memory::write(memory, request));
  return {};
}

Result<> search(memory::Memory& memory) {
  memory::SearchRequest request;
  request.query = "words";
  LOCI_TRY(memory::search(memory, request));
  return {};
}

// Two notes, one with a past, all catalogued; one index line is missing.
std::unique_ptr<fs::MemoryFileSystem> begin() {
  auto files = std::make_unique<fs::MemoryFileSystem>();
  files->put_directory("/home/u/app/.git");
  Person person(*files);
  EXPECT_TRUE(write(*person, "kept", "words that stay"));
  EXPECT_TRUE(write(*person, "secret", "words of the first"));
  EXPECT_TRUE(write(*person, "secret", "words of the second"));
  EXPECT_TRUE(search(*person));
  auto next = files->after(fs::PowerCut::Nothing);
  next->put(kPersonHome + "/memory/late.md", "---\nname: Late\ntype: user\n---\n\nwords by hand\n");
  next->reset_calls();
  return next;
}

struct Command {
  const char* name;
  std::function<Result<>(memory::Memory&)> run;
};

std::vector<Command> commands() {
  return {
      {"purge",
       [](memory::Memory& memory) -> Result<> {
         past::PurgeRequest request;
         request.note.name = "secret";
         request.yes = true;
         LOCI_TRY(past::purge(memory, request));
         return {};
       }},
      {"reindex",
       [](memory::Memory& memory) -> Result<> {
         LOCI_TRY(upkeep::reindex(memory, {}, false));
         return {};
       }},
      {"write",
       [](memory::Memory& memory) -> Result<> { return write(memory, "kept", "other words"); }},
  };
}

// rule: W35
TEST(FullDisk, IsWhatEveryCommandSays) {
  std::uint64_t cases = 0;
  for (const Command& command : commands()) {
    const auto whole = begin();
    ASSERT_TRUE(command.run(*Person(*whole))) << command.name;
    const std::uint64_t calls = whole->calls();
    std::uint64_t refused = 0;
    for (std::uint64_t n = 1; n <= calls; ++n, ++cases) {
      const auto files = begin();
      files->fail_at(n, ENOSPC);
      const auto done = command.run(*Person(*files));
      if (!done) {
        ++refused;
        EXPECT_EQ(done.error().kind, ErrorKind::Io)
            << command.name << ", call " << n << ": " << done.error().message;
        EXPECT_NE(done.error().message.find("No space left on device"), std::string::npos)
            << command.name << ", call " << n << ": " << done.error().message;
        EXPECT_NE(done.error().hint.find("free some space"), std::string::npos) << n;
      }
      const auto again = command.run(*Person(*files));
      // What was logged before the disk was full is finished, and then there is
      // nothing left to purge.
      EXPECT_TRUE(again || again.error().kind == ErrorKind::NotFound)
          << command.name << ", call " << n << ": " << again.error().message;
    }
    EXPECT_GT(refused, 0U) << command.name;
  }
  std::printf("[ COUNTED  ] %lu full disks\n", cases);
}

}  // namespace
}  // namespace loci::testing::full_disk_test
