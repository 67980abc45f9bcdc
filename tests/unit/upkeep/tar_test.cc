#include "upkeep/tar.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::upkeep::tar_test {
namespace {

using ::testing::HasSubstr;

Result<std::vector<TarMember>> members(const std::string& archive) {
  return tar_members(
      [&](std::uint64_t offset, std::size_t length) -> Result<std::string> {
        return offset >= archive.size() ? std::string() : archive.substr(offset, length);
      },
      archive.size());
}

std::string file(std::string_view path, std::string_view bytes) {
  return tar_header(path, false, bytes.size(), 0) + std::string(bytes) + tar_padding(bytes.size());
}

// The header with another type, its checksum right again.
std::string of_type(std::string header, char type) {
  header[156] = type;
  unsigned sum = 0;
  for (std::size_t i = 0; i < kTarBlock; ++i) {
    sum += i >= 148 && i < 156 ? unsigned{' '} : static_cast<unsigned char>(header[i]);
  }
  char digits[8];
  std::snprintf(digits, sizeof digits, "%06o", sum);
  header.replace(148, 7, std::string(digits, 7));
  return header;
}

// rule: C47
TEST(Tar, GivesBackWhatWasPutIn) {
  const std::string deep = std::string(90, 'd') + "/" + std::string(90, 'e') + "/f.md";
  const std::string archive = tar_header("memory", true, 0, 0) + file("memory/a.md", "text") +
                              file(deep, std::string(513, 'x')) + file("e", "") + tar_end();
  const auto found = members(archive);
  ASSERT_TRUE(found) << found.error().message;
  ASSERT_EQ(found->size(), 4U);
  EXPECT_TRUE((*found)[0].directory);
  EXPECT_EQ((*found)[0].path, "memory");
  EXPECT_EQ((*found)[2].path, deep);
  EXPECT_EQ(archive.substr((*found)[1].offset, (*found)[1].size), "text");
  EXPECT_EQ((*found)[2].size, 513U);
}

TEST(Tar, RefusesWhatLeadsOut) {
  for (const char* path :
       {"../x", "/etc/passwd", "a/../../x", "a//b", "./a", "a/./b", "..", "a/"}) {
    EXPECT_FALSE(members(file(path, "x") + tar_end())) << path;
  }
  EXPECT_FALSE(members(file(std::string(120, 'a') + "/../../x", "x") + tar_end()));
}

TEST(Tar, RefusesLinksDevicesAndWhatItDoesNotWrite) {
  for (const char type : {'1', '2', '3', '4', '6', '7', 'L', 'g', 'S', '\0'}) {
    const auto found = members(of_type(tar_header("a", false, 0, 0), type) + tar_end());
    ASSERT_FALSE(found) << type;
    EXPECT_EQ(found.error().kind, ErrorKind::Corrupt);
  }
}

TEST(Tar, RefusesNamesThatMeetAndNumbersThatLie) {
  EXPECT_FALSE(members(file("a", "x") + file("a", "y") + tar_end()));
  EXPECT_FALSE(members(file("a", "x") + file("a/b", "y") + tar_end()));
  EXPECT_FALSE(members(file("a/b", "x") + file("a", "y") + tar_end()));
  EXPECT_FALSE(members(tar_header("a", false, 1'000'000, 0) + tar_end()));
  std::string flipped = file("a", "x") + tar_end();
  flipped[0] = 'b';
  EXPECT_THAT(members(flipped).error().message, HasSubstr("checksum"));
  EXPECT_FALSE(members(file("a", "x")));  // its end is missing
  EXPECT_FALSE(members(""));
}

}  // namespace
}  // namespace loci::upkeep::tar_test
