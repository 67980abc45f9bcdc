#include "search/postings.h"

#include <gtest/gtest.h>

#include <random>

#include "search/scorer.h"

namespace loci::search::postings_test {
namespace {

std::vector<Posting> some_postings(std::uint32_t count, std::uint32_t step, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<Posting> postings;
  auto section = static_cast<std::uint32_t>(random() % step);
  for (std::uint32_t i = 0; i < count; ++i) {
    postings.push_back({section, static_cast<std::uint8_t>(1 + random() % 255)});
    section += 1 + static_cast<std::uint32_t>(random() % step);
  }
  return postings;
}

// Dense and sparse, whole blocks and rests.
TEST(Postings, GiveBackWhatWasPutIn) {
  for (const std::uint32_t step : {1U, 2U, 3U, 9U, 300U, 5000U}) {
    for (const std::uint32_t count : {1U, 2U, 127U, 128U, 129U, 1000U}) {
      const std::vector<Posting> postings = some_postings(count, step, count);
      std::string bytes;
      append_postings(postings, bytes);
      const PostingList list(bytes, count);
      std::size_t at = 0;
      visit_all(list, [&](std::uint32_t section, std::uint8_t impact) {
        ASSERT_LT(at, postings.size());
        EXPECT_EQ(section, postings[at].section);
        EXPECT_EQ(impact, postings[at].impact);
        ++at;
      });
      EXPECT_EQ(at, postings.size());
    }
  }
}

// With a bar that rises, from anywhere to anywhere.
TEST(Postings, ThatAreAboveABarAreAllVisited) {
  std::mt19937 random(5);
  for (const std::uint32_t step : {1U, 3U, 9U, 300U, 5000U}) {
    const std::vector<Posting> postings = some_postings(300, step, step);
    std::string bytes;
    append_postings(postings, bytes);
    const PostingList list(bytes, 300);
    const std::uint32_t last = postings.back().section;
    for (int round = 0; round < 50; ++round) {
      const auto begin = static_cast<std::uint32_t>(random() % (last + 1));
      const std::uint32_t end = begin + 1 + static_cast<std::uint32_t>(random() % (last + 1));
      const auto first_bar = static_cast<std::uint8_t>(random() % 256);
      std::vector<std::uint32_t> expected;
      std::vector<std::uint32_t> seen;
      for (std::uint32_t index = 0; index < list.blocks(); ++index) {
        std::uint8_t bar = first_bar;
        list.block(index).visit(begin, end, [&](std::uint32_t section, std::uint8_t impact) {
          if (impact <= bar) return;
          expected.push_back(section);
          bar = static_cast<std::uint8_t>(bar + (255 - bar) / 8);
        });
        std::uint8_t rising = first_bar;
        list.block(index).visit_above(begin, end, rising, [&](std::uint32_t section, std::uint8_t) {
          seen.push_back(section);
          rising = static_cast<std::uint8_t>(rising + (255 - rising) / 8);
          return rising;
        });
      }
      ASSERT_EQ(seen, expected) << step;
    }
  }
}

TEST(Postings, FindEverySectionAndNoOther) {
  for (const std::uint32_t step : {1U, 3U, 9U, 300U, 5000U}) {
    const std::vector<Posting> postings = some_postings(700, step, step);
    std::string bytes;
    append_postings(postings, bytes);
    const PostingList list(bytes, 700);
    for (std::size_t i = 0; i < postings.size(); ++i) {
      const std::uint32_t section = postings[i].section;
      const Block block = list.block(list.block_for(section, 0));
      EXPECT_EQ(block.find(section), postings[i].impact);
      if (i + 1 < postings.size() && postings[i + 1].section > section + 1) {
        EXPECT_EQ(list.block(list.block_for(section + 1, 0)).find(section + 1), 0);
      }
    }
    const std::uint32_t end = postings.back().section + 1;
    EXPECT_EQ(list.block_for(end, 0), list.blocks());
  }
}

TEST(Postings, VisitARangeAndNothingElse) {
  const std::vector<Posting> postings = some_postings(500, 4, 8);
  std::string bytes;
  append_postings(postings, bytes);
  const PostingList list(bytes, 500);
  std::size_t visited = 0;
  for (std::uint32_t index = 0; index < list.blocks(); ++index) {
    list.block(index).visit(100, 700, [&](std::uint32_t section, std::uint8_t) {
      EXPECT_GE(section, 100U);
      EXPECT_LT(section, 700U);
      ++visited;
    });
  }
  std::size_t expected = 0;
  for (const Posting& posting : postings) {
    expected += posting.section >= 100 && posting.section < 700 ? 1 : 0;
  }
  EXPECT_EQ(visited, expected);
}

TEST(Postings, AreEmptyWhereBytesAreMissing) {
  std::string bytes;
  append_postings(some_postings(300, 5, 1), bytes);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const PostingList list(std::string_view(bytes).substr(0, size), 300);
    std::size_t count = 0;
    visit_all(list, [&](std::uint32_t, std::uint8_t) { ++count; });
    EXPECT_LT(count, 300U);
  }
}

TEST(Best, KeepsTheBestAndAmongEqualsTheFirst) {
  Best best(3);
  for (std::uint32_t i = 0; i < 10; ++i) best.offer({i % 2 + 1, 0, i});
  const std::vector<Scored> taken = best.take();
  ASSERT_EQ(taken.size(), 3U);
  EXPECT_EQ(taken[0].section, 1U);
  EXPECT_EQ(taken[1].section, 3U);
  EXPECT_EQ(taken[2].section, 5U);
  Best none(0);
  none.offer({1, 0, 0});
  EXPECT_TRUE(none.take().empty());
}

TEST(Weight, GrowsWithRarity) {
  EXPECT_GT(weight_of(1, 1000), weight_of(10, 1000));
  EXPECT_GT(weight_of(1000, 1000), 0U);
  EXPECT_GT(weight_of(100'000, 100'000), 0U);
  EXPECT_GT(weight_of(5, 2), 0U);  // more than there are: files that are gone
}

}  // namespace
}  // namespace loci::search::postings_test
