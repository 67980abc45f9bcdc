#include "store/backward_lines.h"

#include <gtest/gtest.h>

#include <random>

#include "base/text.h"
#include "support/memory_file_system.h"

namespace loci::store::backward_lines_test {
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

// A file of any size in no memory at all: "first\n", zeros, and perhaps a line feed.
class MostlyZeros final : public fs::Reader {
 public:
  MostlyZeros(std::uint64_t zeros, std::string behind)
      : zeros_(zeros), behind_(std::move(behind)) {}
  [[nodiscard]] std::uint64_t size() const override {
    return kBefore.size() + zeros_ + behind_.size();
  }
  Result<> read_into(std::string& buffer, std::uint64_t offset, std::size_t length) const override {
    most_ = std::max(most_, length);
    bytes_ += length;
    const std::uint64_t end = std::min<std::uint64_t>(offset + length, size());
    buffer.assign(static_cast<std::size_t>(end - offset), '\0');
    const std::uint64_t behind = kBefore.size() + zeros_;
    for (std::uint64_t at = offset; at < std::min<std::uint64_t>(end, kBefore.size()); ++at) {
      buffer[static_cast<std::size_t>(at - offset)] = kBefore[static_cast<std::size_t>(at)];
    }
    for (std::uint64_t at = std::max(offset, behind); at < end; ++at) {
      buffer[static_cast<std::size_t>(at - offset)] =
          behind_[static_cast<std::size_t>(at - behind)];
    }
    return {};
  }

  static constexpr std::string_view kBefore = "first\nsecond\n";
  mutable std::size_t most_ = 0;     // asked for at once
  mutable std::uint64_t bytes_ = 0;  // altogether

 private:
  std::uint64_t zeros_;
  std::string behind_;
};

// rule: J17
TEST(BackwardLines, AreFoundBeforeAGigabyteOfZerosInLittleMemory) {
  for (const std::string behind : {"", "\n", "\nlast\n", "\nlast\nhalf"}) {
    const MostlyZeros file(std::uint64_t{1} << 30, behind);
    BackwardLines lines(file);
    std::vector<std::string> given;
    for (;;) {
      const auto line = lines.next_line();
      ASSERT_TRUE(line);
      if (!*line) break;
      given.emplace_back(**line);
      if (given.back() == "second\n") {
        EXPECT_EQ(lines.end_offset(), file.kBefore.size());
      }
    }
    std::vector<std::string> wanted{"second\n", "first\n"};
    if (!behind.empty()) wanted.insert(wanted.begin(), "\n");  // the zeros: no line of ours
    if (behind.size() > 1) wanted.insert(wanted.begin(), "last\n");
    EXPECT_EQ(given, wanted);
    EXPECT_LE(file.most_, std::size_t{1} << 18);
    EXPECT_LE(file.bytes_, (std::uint64_t{1} << 30) + (std::uint64_t{4} << 20)) << "each byte once";
  }
}

TEST(BackwardLines, AreGivenUpToTheLongestThatIsWritten) {
  const MostlyZeros longest(kLongestLine - 1, "\n");
  BackwardLines lines(longest);
  const auto line = lines.next_line();
  ASSERT_TRUE(line && *line);
  EXPECT_EQ((*line)->size(), kLongestLine);
  const MostlyZeros longer(kLongestLine, "\n");
  BackwardLines others(longer);
  const auto other = others.next_line();
  ASSERT_TRUE(other && *other);
  EXPECT_EQ((*other)->size(), 1U);
}

}  // namespace
}  // namespace loci::store::backward_lines_test
