#include "search/embedder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

namespace loci::search::embedder_test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

const Embedder& table() { return *Embedder::built_in(); }

std::string table_bytes() {
  std::ifstream file(LOCI_SOURCE_DIR "/model/static-256.table", std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<Embedder::Piece> pieces_of(std::string_view word) {
  std::vector<Embedder::Piece> pieces;
  table().pieces_of(word, pieces);
  return pieces;
}

// Made by another program from the table as it was trained.
TEST(Embedder, GivesTheGoldenPiecesAndVectors) {
  std::ifstream file(LOCI_SOURCE_DIR "/tests/fixtures/meaning/golden.json");
  for (const auto& golden : nlohmann::json::parse(file)) {
    std::vector<Embedder::Piece> pieces;
    RowSum sum;
    for (const std::string word : golden.at("words")) table().pieces_of(word, pieces);
    EXPECT_EQ(pieces, golden.at("pieces").get<std::vector<Embedder::Piece>>()) << golden;
    for (const Embedder::Piece piece : pieces) table().add(piece, 2, sum);
    const Vector vector = sum.vector();
    const double length = std::max(length_of(vector), 1.0);
    for (std::size_t i = 0; i < 8; ++i) {
      EXPECT_NEAR(vector[i] / length, golden.at("first")[i].get<double>(), 0.004) << golden;
    }
  }
}

TEST(Embedder, TakesWordsApartAndLeavesWhatItDoesNotKnow) {
  EXPECT_EQ(pieces_of("release").size(), 1U);
  const auto parts = pieces_of("kubernetes");
  ASSERT_GT(parts.size(), 1U);
  EXPECT_THAT(std::string(table().letters(parts[1])), ::testing::StartsWith("##"));
  EXPECT_THAT(pieces_of(""), IsEmpty());
  EXPECT_THAT(pieces_of("日本"), IsEmpty());
  EXPECT_THAT(pieces_of("\xff\xfe"), IsEmpty());
}

TEST(Embedder, RefusesATableThatIsCutOffOrAnother) {
  const std::string bytes = table_bytes();
  ASSERT_TRUE(Embedder::open(bytes));
  EXPECT_EQ((*Embedder::open(bytes))->id(), table().id());
  const auto said = [](const std::string& other) {
    const auto opened = Embedder::open(other);
    return opened ? std::string("opened") : opened.error().message;
  };
  EXPECT_EQ(said(""), "is cut off");
  EXPECT_EQ(said(bytes.substr(0, 39)), "is cut off");
  EXPECT_EQ(said(bytes.substr(0, bytes.size() - 1)), "is cut off");
  EXPECT_EQ(said("LOCIVEC3" + bytes.substr(8)), "is of another version");
  EXPECT_EQ(said("PNG file" + bytes.substr(8)), "is not a table of words");
  std::string huge = bytes.substr(0, 4096);
  huge[8] = huge[9] = huge[10] = huge[11] = '\xff';
  EXPECT_EQ(said(huge), "contradicts itself");
}

TEST(Embedder, ReadsNothingBeyondADamagedTable) {
  std::string bytes = table_bytes();
  std::mt19937 random(4);
  // The slots, the places and the letters; the rows can hold anything.
  for (std::size_t at = 64; at < 500'000; at += 1 + random() % 64) {
    bytes[at] = static_cast<char>(random());
  }
  const auto damaged = Embedder::open(bytes);
  ASSERT_TRUE(damaged);
  std::vector<Embedder::Piece> pieces;
  for (const std::string_view word : {"release", "kubernetes", "a", "rollback", "zzzzzzzz"}) {
    (*damaged)->pieces_of(word, pieces);
  }
  RowSum sum;
  for (const Embedder::Piece piece : pieces) (*damaged)->add(piece, 2, sum);
  (*damaged)->add(0xFFFE, 2, sum);
  EXPECT_LE(std::abs(sum.vector()[0]), 127);
}

}  // namespace
}  // namespace loci::search::embedder_test
