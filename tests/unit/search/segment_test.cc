#include "search/segment.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "search/checksum.h"
#include "support/notes.h"

namespace loci::search::segment_test {
namespace {

using support::NoteTexts;
using support::segment_of;
using ::testing::ElementsAre;

const NoteTexts kNotes = {
    {"review.md",
     "---\nname: Review Style\ndescription: findings first\ntype: user\ntags: [a]\n---\n\n"
     "Put blocking findings first.\n\n## Paths\n\nCite src/a.cc and [[deploy]].\n"},
    {"deploy.md", "# Deploying\n\nRun the deployment twice.\n"},
    {"empty.md", ""}};

std::shared_ptr<const Segment> opened(std::string bytes) {
  auto segment = Segment::open(std::move(bytes));
  EXPECT_TRUE(segment);
  return segment ? *segment : nullptr;
}

TEST(Segment, GivesBackWhatWasPutIn) {
  const auto segment = opened(segment_of(kNotes));
  EXPECT_EQ(segment->files(), 3U);
  EXPECT_EQ(segment->sections(), 4U);
  EXPECT_TRUE(segment->verify());
  EXPECT_EQ(segment->key(0U), "review.md");
  const FileRecord file = segment->file(0);
  EXPECT_EQ(segment->string(file.name), "Review Style");
  EXPECT_EQ(segment->text(file), kNotes[0].second);
  EXPECT_EQ(segment->string(segment->section(1).headings), "Paths");
  EXPECT_EQ(segment->link(file.first_link), checksum("deploy"));
  EXPECT_EQ(segment->find_file("deploy.md", checksum("deploy.md")), 1U);
  EXPECT_FALSE(segment->find_file("other.md", checksum("other.md")));
}

TEST(Segment, FindsTermsWordsAndPrefixes) {
  const auto segment = opened(segment_of(kNotes));
  EXPECT_EQ(segment->postings("deploy").count(), 2U);  // the heading's section, the link's
  EXPECT_EQ(segment->postings("nothing").count(), 0U);
  ASSERT_TRUE(segment->find_word("findings"));
  EXPECT_FALSE(segment->find_word("finding"));
  const auto [first, end] = segment->words_with("find");
  ASSERT_EQ(end, first + 1);
  EXPECT_EQ(segment->word(first), "findings");
  EXPECT_EQ(segment->words_with("zzz").first, segment->words_with("zzz").second);
}

TEST(Segment, KnowsWhichTermsHaveOneWord) {
  const auto segment = opened(segment_of(kNotes));
  EXPECT_FALSE(segment->has_one_word(*segment->find_term("deploy")));
  EXPECT_TRUE(segment->has_one_word(*segment->find_term("find")));
}

// Enough notes for several threads.
TEST(Segment, HasTheVectorsThatEachNoteAloneWouldHave) {
  constexpr std::size_t kMany = 2'500;
  const auto embedder = Embedder::built_in();
  const auto note = [](std::size_t i) {
    return fmt::format(
        "---\nname: release {0}\n---\n\nThe kafka broker {0} restarts.\n\n## Disks\n\nword{1} is "
        "full\n",
        i, i % 700);
  };
  SegmentBuilder builder({}, embedder);
  for (std::size_t i = 0; i < kMany; ++i) {
    const std::string key = fmt::format("{}.md", i);
    const std::string text = note(i);
    builder.add({.key = key, .text = text});
  }
  const auto all = opened(builder.finish());
  ASSERT_EQ(all->sections(), 2 * kMany);
  for (std::uint32_t i = 0; i < kMany; i += 97) {
    SegmentBuilder alone({}, embedder);
    const std::string key = fmt::format("{}.md", i);
    const std::string text = note(i);
    alone.add({.key = key, .text = text});
    const auto one = opened(alone.finish());
    const auto vector = [](const char* at) { return std::string_view(at, sizeof(Vector)); };
    EXPECT_EQ(vector(all->vector(2 * i)), vector(one->vector(0U)));
    EXPECT_EQ(vector(all->vector(2 * i + 1)), vector(one->vector(1U)));
    EXPECT_EQ(vector(all->vector(all->file(i))), vector(one->vector(one->file(0))));
  }
}

TEST(Segment, IsReadBySeveralThreadsAtOnce) {
  const auto segment = opened(segment_of(kNotes));
  std::vector<std::thread> readers;
  std::atomic<int> right = 0;
  for (int i = 0; i < 4; ++i) {
    readers.emplace_back([&] {
      const auto term = segment->find_term("deploy");
      if (term && !segment->has_one_word(*term) && segment->verify()) ++right;
    });
  }
  for (std::thread& reader : readers) reader.join();
  EXPECT_EQ(right, 4);
  EXPECT_FALSE(segment->damaged());
}

TEST(Segment, FindsWordsByLettersInsideThem) {
  const auto segment = opened(segment_of({{"x.md", "web websocket socket sockets ocket cat"}}));
  const auto with = [&](std::string_view letters) {
    std::vector<std::string> words;
    for (const std::uint32_t word : segment->words_containing(letters)) {
      words.emplace_back(segment->word(word));
    }
    return words;
  };
  EXPECT_THAT(with("socket"), ElementsAre("socket", "sockets", "websocket"));
  EXPECT_THAT(with("ocket"), ElementsAre("ocket", "socket", "sockets", "websocket"));
  EXPECT_THAT(with("cat"), ElementsAre("cat"));
  EXPECT_THAT(with("x"), ElementsAre("x"));
  EXPECT_THAT(with("catocket"), ::testing::IsEmpty()) << "two words that lie side by side";
  EXPECT_THAT(with("socketsw"), ::testing::IsEmpty());
  EXPECT_THAT(with(""), ::testing::IsEmpty());
  EXPECT_THAT(opened(segment_of({}))->words_containing("a"), ::testing::IsEmpty());
}

TEST(Segment, KeepsTheWordsOfASectionInOrder) {
  const auto segment = opened(segment_of(kNotes));
  Segment::Words words;
  std::array<std::uint32_t, kFields> counts{};
  ASSERT_TRUE(segment->read_words(segment->section(2), words, counts));
  std::vector<std::string> texts;
  for (const Segment::Word& word : words) texts.emplace_back(segment->word(word.number()));
  EXPECT_THAT(texts, ElementsAre("deploy", "deploying", "run", "the", "deployment", "twice"));
  EXPECT_THAT(counts, ElementsAre(1U, 0U, 0U, 1U, 4U));
}

// As docs/catalog.md has it.
TEST(Segment, IsTheExampleOfItsDescription) {
  const std::string bytes = segment_of({{"a.md", "red door"}, {"b.md", "red"}});
  EXPECT_EQ(bytes.size(), 1104U);
  const auto segment = opened(bytes);
  std::vector<std::string> words;
  for (std::uint32_t i = 0; i < 4; ++i) words.emplace_back(segment->word(i));
  EXPECT_THAT(words, ElementsAre("a", "b", "door", "red"));
  const PostingList red = segment->postings("red");
  EXPECT_EQ(red.count(), 2U);
  EXPECT_EQ(red.last_of(0), 1U);
  EXPECT_EQ(red.block(0).width, 0);
}

TEST(Segment, IsTheSameWhenItIsMadeFromAnother) {
  const std::string bytes = segment_of(kNotes);
  const auto segment = opened(bytes);
  SegmentBuilder builder;
  for (std::uint32_t file = 0; file < segment->files(); ++file) {
    ASSERT_TRUE(builder.add(*segment, file, segment->stamp(file)));
  }
  EXPECT_EQ(builder.finish(), bytes);
}

// What a search over everything a segment has says, or that it is damaged.
std::string told_by(const std::string& bytes) {
  const auto segment = Segment::open(bytes);
  if (!segment) return "refused";
  Collection place{"global", {}};
  place.parts.push_back({*segment, nullptr});
  std::string told;
  for (const std::string_view words :
       {"review findings deploy", "\"blocking findings\" dep*", "-twice type:user",
        "+cite file:review", "*eplo*", "fnidings"}) {
    SearchOptions options;
    options.explain = true;
    const auto query = parse_query(words, Timestamp());
    const auto answer = search(std::span(&place, 1), *query, options);
    if (!answer) return "refused";
    told += render(*answer, {}, 4096);
    for (const Hit& hit : answer->hits) told += hit.key + hit.sections[0].snippet + hit.description;
  }
  for (std::uint32_t file = 0; file < (*segment)->files(); ++file) {
    told += (*segment)->key(file);
    told += std::to_string((*segment)->stamp(file).content);
  }
  return (*segment)->verify() ? told : "refused";
}

TEST(Segment, RefusesEveryFlippedByte) {
  const std::string bytes = segment_of(kNotes);
  const std::string truth = told_by(bytes);
  ASSERT_NE(truth, "refused");
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    std::string flipped = bytes;
    flipped[at] = static_cast<char>(flipped[at] ^ 1 << at % 8);
    EXPECT_EQ(told_by(flipped), "refused") << at;
  }
}

TEST(Segment, RefusesEveryTruncation) {
  const std::string bytes = segment_of(kNotes);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(Segment::open(bytes.substr(0, size))) << size;
  }
  EXPECT_FALSE(Segment::open(bytes + "x"));
}

TEST(Segment, NoticesDamageWhereItIsTouchedInALargeOne) {
  NoteTexts notes;
  for (int i = 0; i < 500; ++i) {
    notes.emplace_back(std::to_string(i) + ".md", "alpha beta w" + std::to_string(i * i));
  }
  std::string bytes = segment_of(notes);
  ASSERT_GT(bytes.size(), 3 * kCheckedBytes);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 0x10);
  const auto segment = Segment::open(bytes);
  ASSERT_TRUE(segment);  // nothing of it was touched
  EXPECT_FALSE((*segment)->verify());
  EXPECT_TRUE((*segment)->damaged());
}

TEST(Checksum, ChangesWithEveryBit) {
  const std::string bytes(100, 'x');
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const std::uint64_t sum = checksum(bytes.substr(0, size));
    for (std::size_t bit = 0; bit < size * 8; ++bit) {
      std::string other = bytes.substr(0, size);
      other[bit / 8] = static_cast<char>(other[bit / 8] ^ 1 << bit % 8);
      ASSERT_NE(checksum(other), sum);
    }
    ASSERT_NE(checksum(bytes.substr(0, size + 1)), sum);
  }
}

}  // namespace
}  // namespace loci::search::segment_test
