#include "store/backward_lines.h"

#include <gtest/gtest.h>

#include <random>

#include "base/text.h"
#include "fs/memory_file_system.h"

namespace loci::store {
namespace {

struct Given {
  std::string line;
  std::uint64_t end;
  bool operator==(const Given&) const = default;
};

std::vector<Given> expected(std::string_view bytes) {
  std::vector<Given> lines;
  std::uint64_t end = 0;
  for (const std::string_view line : split_lines(bytes)) {
    end += line.size();
    if (line.ends_with('\n')) lines.insert(lines.begin(), {std::string(line), end});
  }
  return lines;
}

std::vector<Given> read_backward(std::string_view bytes) {
  fs::MemoryFileSystem files;
  files.put("/f/x", bytes);
  const auto root = *files.open("/f", fs::Modes::Private);
  const auto reader = *root->open_reader("x");
  BackwardLines lines(*reader);
  std::vector<Given> given;
  for (;;) {
    const auto line = lines.next_line();
    if (!line || !*line) break;
    given.push_back({std::string(**line), lines.end_offset()});
  }
  return given;
}

TEST(BackwardLines, GivesWholeLinesFromTheEnd) {
  for (const std::string bytes :
       {"", "\n", "\n\n", "a", "a\n", "a\nb", "a\n\nb\n", "a\nb\nc\nhalf"}) {
    EXPECT_EQ(read_backward(bytes), expected(bytes)) << bytes;
  }
}

TEST(BackwardLines, GivesTheSameWhereverBlocksEnd) {
  std::mt19937 random(4);
  for (int round = 0; round < 60; ++round) {
    std::string bytes;
    const std::size_t size = 3'000 + random() % 9'000;
    while (bytes.size() < size) {
      bytes += std::string(random() % (round % 2 == 0 ? 100 : 5'000), 'x');
      bytes += '\n';
    }
    if (round % 3 == 0) bytes += "half";
    EXPECT_EQ(read_backward(bytes), expected(bytes)) << round;
  }
}

TEST(BackwardLines, TakesLinesLongerThanItsBlocks) {
  const std::string bytes = "first\n" + std::string(3'000'000, 'x') + "\nlast\n";
  EXPECT_EQ(read_backward(bytes), expected(bytes));
  const std::string half = "first\n" + std::string(3'000'000, 'x');
  EXPECT_EQ(read_backward(half), expected(half));
}

}  // namespace
}  // namespace loci::store
