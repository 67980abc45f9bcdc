#include "search/catalog.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>
#include <cstring>
#include <functional>
#include <map>

#include "search/search.h"
#include "support/memory_file_system.h"

namespace loci::search::catalog_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;
using ::testing::UnorderedElementsAre;

constexpr std::int64_t kSecond = 1'000'000'000;

// A directory of notes, and the catalog of it, as app keeps them.
class CatalogStory : public ::testing::Test {
 protected:
  CatalogStory() { files_.put_directory("/catalog"); }

  std::unique_ptr<Catalog> open(std::shared_ptr<const Embedder> embedder = nullptr) {
    auto directory = files_.open("/catalog", fs::Modes::Private);
    return std::make_unique<Catalog>(files_, std::move(*directory), "global", log_,
                                     std::move(embedder));
  }

  void write(const std::string& key, const std::string& text) {
    now_ += kSecond;
    notes_[key] = {text, {text.size(), now_, now_, 1, 1}};
  }

  // How many texts were read.
  int sweep(Catalog& catalog) {
    int reads = 0;
    for (int tries = 0; tries < 2; ++tries) {
      reads = 0;
      catalog.begin();
      for (const auto& [key, note] : notes_) {
        if (catalog.is_fresh(key, note.stamp)) continue;
        catalog.put(
            {.key = key, .text = note.text, .stamp = note.stamp, .read_ns = now_ + kSecond});
        ++reads;
      }
      if (catalog.finish(Coverage::All)) break;
    }
    return reads;
  }

  static std::vector<std::string> found(const Catalog& catalog, std::string_view words) {
    const Collection place{"global", catalog.parts()};
    const auto query = parse_query(words, Timestamp());
    SearchOptions options;
    options.limit = 1000;
    const auto answer = search(std::span(&place, 1), *query, options);
    if (!answer) return {"failed"};
    std::vector<std::string> keys;
    for (const Hit& hit : answer->hits) keys.push_back(hit.key);
    return keys;
  }

  void empty_catalog() {
    const auto root = *files_.open("/catalog", fs::Modes::Private);
    const auto entries = root->list();
    for (const fs::Entry& entry : *entries) ASSERT_TRUE(root->remove(entry.name));
  }

  std::vector<std::string> segments() {
    std::vector<std::string> names;
    for (const auto& [path, bytes] : files_.tree("/catalog")) {
      if (path.ends_with(".seg")) names.push_back(path);
    }
    return names;
  }

  struct Note {
    std::string text;
    fs::Stamp stamp;
  };
  fs::MemoryFileSystem files_;
  MemoryLog log_;
  std::map<std::string, Note> notes_;
  std::int64_t now_ = kSecond + 7;  // as file systems with fine times have it
};

TEST_F(CatalogStory, ReadsEachTextOnce) {
  write("a.md", "alpha");
  write("b.md", "beta");
  const auto catalog = open();
  EXPECT_EQ(sweep(*catalog), 2);
  EXPECT_EQ(sweep(*catalog), 0);
  EXPECT_THAT(found(*catalog, "alpha"), ElementsAre("a.md"));
  const auto again = open();  // another process
  EXPECT_EQ(sweep(*again), 0);
  EXPECT_THAT(found(*again, "beta"), ElementsAre("b.md"));
  EXPECT_THAT(log_.messages(), IsEmpty());
}

// rule: F8
TEST_F(CatalogStory, IsBuiltAgainForAnotherTableOfWords) {
  write("a.md", "get the previous version back");
  EXPECT_EQ(sweep(*open()), 1);
  const auto with_table = open(Embedder::built_in());
  EXPECT_EQ(sweep(*with_table), 1);
  EXPECT_EQ(with_table->parts()[0].segment->table(), Embedder::built_in()->id());
  EXPECT_EQ(sweep(*open(Embedder::built_in())), 0);
  // Whoever does without reads it as it is, and what changes then has no vectors.
  const auto without = open();
  EXPECT_EQ(sweep(*without), 0);
  write("b.md", "beta");
  EXPECT_EQ(sweep(*without), 1);
  EXPECT_EQ(sweep(*open(Embedder::built_in())), 2);
  EXPECT_THAT(log_.messages(), IsEmpty());
}

TEST_F(CatalogStory, KeepsVectorsThroughChangesAndMerges) {
  const auto catalog = open(Embedder::built_in());
  for (int i = 0; i < 12; ++i) {  // a segment each, merged four at a time
    write(std::to_string(i) + ".md", "note number " + std::to_string(i));
    sweep(*catalog);
  }
  write("3.md", "get the previous version back");
  sweep(*catalog);
  for (const Part& part : open(Embedder::built_in())->parts()) {
    EXPECT_EQ(part.segment->table(), Embedder::built_in()->id());
    EXPECT_NE(part.segment->vector(0U), nullptr);
    EXPECT_TRUE(part.segment->verify());
  }
  const Collection place{"global", catalog->parts()};
  const auto query = parse_query("revert a bad release", Timestamp());
  SearchOptions options;
  options.ranking.embedder = Embedder::built_in();
  const auto answer = search(std::span(&place, 1), *query, options);
  ASSERT_TRUE(answer);
  ASSERT_THAT(answer->hits, ::testing::Not(IsEmpty()));
  EXPECT_EQ(answer->hits[0].key, "3.md");
}

TEST_F(CatalogStory, SeesAChangeAndADeletionAtOnce) {
  write("a.md", "alpha");
  write("b.md", "beta");
  const auto catalog = open();
  sweep(*catalog);
  write("a.md", "gamma");
  notes_.erase("b.md");
  EXPECT_EQ(sweep(*catalog), 1);
  EXPECT_THAT(found(*catalog, "alpha"), IsEmpty());
  EXPECT_THAT(found(*catalog, "beta"), IsEmpty());
  EXPECT_THAT(found(*catalog, "gamma"), ElementsAre("a.md"));
  EXPECT_THAT(found(*open(), "alpha beta gamma"), ElementsAre("a.md"));
}

TEST_F(CatalogStory, AnswersFromWhatWasSavedBeforeASweep) {
  write("a.md", "alpha");
  sweep(*open());
  const auto catalog = open();
  catalog->begin();
  ASSERT_TRUE(catalog->finish(Coverage::Named));
  EXPECT_THAT(found(*catalog, "alpha"), ElementsAre("a.md"));
}

TEST_F(CatalogStory, ComparesTheTextOfAFileThatChangedWhenItWasRead) {
  write("a.md", "alpha");
  const auto catalog = open();
  catalog->begin();
  const Note& note = notes_["a.md"];
  // Read 10 ms after it changed: the next change may carry the same stamp.
  catalog->put(
      {.key = "a.md", .text = note.text, .stamp = note.stamp, .read_ns = now_ + kSecond / 100});
  ASSERT_TRUE(catalog->finish(Coverage::All));
  notes_["a.md"].text = "gamma";
  EXPECT_EQ(sweep(*catalog), 1);
  EXPECT_THAT(found(*catalog, "gamma"), ElementsAre("a.md"));
  EXPECT_EQ(sweep(*catalog), 0);
}

// Some file systems know whole seconds only.
TEST_F(CatalogStory, DoubtsWholeSecondsForLonger) {
  write("a.md", "alpha");
  Note& note = notes_["a.md"];
  note.stamp.mtime_ns -= 7;
  note.stamp.ctime_ns -= 7;
  const auto catalog = open();
  EXPECT_EQ(sweep(*catalog), 1);  // a second after it changed
  note.text = "gamma";
  EXPECT_EQ(sweep(*catalog), 1);
  EXPECT_THAT(found(*catalog, "gamma"), ElementsAre("a.md"));
  now_ += 3 * kSecond;
  EXPECT_EQ(sweep(*catalog), 1);
  EXPECT_EQ(sweep(*catalog), 0);
}

TEST_F(CatalogStory, ReadsAFileFromTheFutureOnce) {
  write("a.md", "alpha");
  notes_["a.md"].stamp.mtime_ns += 1'000'000 * kSecond;
  const auto catalog = open();
  EXPECT_EQ(sweep(*catalog), 1);
  EXPECT_EQ(sweep(*catalog), 0);
}

TEST_F(CatalogStory, SeesAnEditThatPutSizeAndTimeBack) {
  write("a.md", "alpha");
  const auto catalog = open();
  sweep(*catalog);
  now_ += kSecond;
  notes_["a.md"].text = "gamma";
  notes_["a.md"].stamp.ctime_ns = now_;  // nobody can put this one back
  EXPECT_EQ(sweep(*catalog), 1);
  EXPECT_THAT(found(*catalog, "gamma"), ElementsAre("a.md"));
}

TEST_F(CatalogStory, RemembersThatATouchedFileDidNotChange) {
  write("a.md", "alpha");
  const auto catalog = open();
  sweep(*catalog);
  write("a.md", "alpha");
  EXPECT_EQ(sweep(*catalog), 1);
  EXPECT_EQ(sweep(*catalog), 0);
  EXPECT_EQ(sweep(*open()), 0);
  EXPECT_EQ(catalog->state().gone, 0U);
}

TEST_F(CatalogStory, TakesNamedChangesFromAWatcher) {
  write("a.md", "alpha");
  write("b.md", "beta");
  const auto catalog = open();
  sweep(*catalog);
  catalog->begin();
  catalog->put({.key = "c.md", .text = "gamma one"});
  catalog->put({.key = "c.md", .text = "gamma two"});
  catalog->remove("a.md");
  catalog->put({.key = "d.md", .text = "delta"});
  catalog->remove("d.md");
  catalog->remove("none.md");
  ASSERT_TRUE(catalog->finish(Coverage::Named));
  EXPECT_THAT(found(*catalog, "alpha beta gamma delta"), UnorderedElementsAre("b.md", "c.md"));
  EXPECT_THAT(found(*catalog, "one"), IsEmpty());
}

TEST_F(CatalogStory, KeepsWhatCannotBeReadNow) {
  write("a.md", "alpha");
  const auto catalog = open();
  sweep(*catalog);
  catalog->begin();
  catalog->keep("a.md");
  catalog->keep("none.md");
  ASSERT_TRUE(catalog->finish(Coverage::All));
  EXPECT_THAT(found(*catalog, "alpha"), ElementsAre("a.md"));
}

TEST_F(CatalogStory, StaysSmallAndRightOverManyChanges) {
  const auto catalog = open();
  for (int round = 0; round < 120; ++round) {
    write(std::to_string(round % 30) + ".md", "common round" + std::to_string(round));
    EXPECT_EQ(sweep(*catalog), 1);
    ASSERT_THAT(found(*catalog, "round" + std::to_string(round)), SizeIs(1));
  }
  EXPECT_THAT(found(*catalog, "common"), SizeIs(30));
  EXPECT_THAT(found(*catalog, "round7"), IsEmpty());
  EXPECT_LE(catalog->state().segments, 8U);
  EXPECT_EQ(segments().size(), catalog->state().segments);
  EXPECT_EQ(catalog->state().files, 30U);
  const auto again = open();
  EXPECT_EQ(sweep(*again), 0);
  EXPECT_THAT(found(*again, "common"), SizeIs(30));
}

TEST_F(CatalogStory, LetsReadersGoOnWhileSegmentsAreMerged) {
  write("a.md", "alpha");
  const auto writer = open();
  sweep(*writer);
  const auto one = open();
  const auto two = open();
  const Parts before = one->parts();
  for (int round = 0; round < 20; ++round) {
    write("b" + std::to_string(round) + ".md", "beta");
    sweep(*writer);
    EXPECT_EQ(sweep(*two), 0);  // what the writer saved is taken over
    EXPECT_THAT(found(*two, "beta"), SizeIs(static_cast<std::size_t>(round) + 1));
  }
  EXPECT_THAT(found(*one, "alpha"), ElementsAre("a.md"));
  const Collection place{"global", before};
  const auto query = parse_query("alpha beta", Timestamp());
  const auto answer = search(std::span(&place, 1), *query, {});
  ASSERT_TRUE(answer);
  EXPECT_THAT(answer->hits, SizeIs(1));
}

TEST_F(CatalogStory, NoticesAtAGlanceThatAnotherProcessSaved) {
  write("a.md", "alpha");
  const auto one = open();
  EXPECT_FALSE(one->is_current()) << "nothing was looked at yet";
  sweep(*one);
  one->begin();
  EXPECT_TRUE(one->is_current());
  write("b.md", "beta");
  sweep(*open());
  EXPECT_FALSE(one->is_current());
  EXPECT_TRUE(one->begin());
  EXPECT_TRUE(one->is_current());
}

TEST_F(CatalogStory, DoesNotUndoWhatAnotherProcessSaved) {
  write("a.md", "alpha");
  const auto one = open();
  const auto two = open();
  one->begin();
  two->begin();
  for (Catalog* catalog : {one.get(), two.get()}) {
    const Note& note = notes_["a.md"];
    EXPECT_FALSE(catalog->is_fresh("a.md", note.stamp));
    catalog->put(
        {.key = "a.md", .text = note.text, .stamp = note.stamp, .read_ns = now_ + kSecond});
    ASSERT_TRUE(catalog->finish(Coverage::All));
  }
  EXPECT_TRUE(one->state().saved);
  EXPECT_FALSE(two->state().saved);
  EXPECT_THAT(found(*two, "alpha"), ElementsAre("a.md"));
  EXPECT_THAT(segments(), SizeIs(1));
  EXPECT_EQ(sweep(*two), 0);
  EXPECT_TRUE(two->state().saved);
}

TEST_F(CatalogStory, WorksInMemoryWhereItMayNotWrite) {
  write("a.md", "alpha");
  Catalog catalog(files_, nullptr, "global", log_);
  EXPECT_EQ(sweep(catalog), 1);
  EXPECT_EQ(sweep(catalog), 0);
  EXPECT_THAT(found(catalog, "alpha"), ElementsAre("a.md"));
  EXPECT_FALSE(catalog.state().saved);

  const auto saved = open();
  files_.fail_at(1, 28);  // no space left
  EXPECT_EQ(sweep(*saved), 1);
  EXPECT_THAT(found(*saved, "alpha"), ElementsAre("a.md"));
  EXPECT_FALSE(saved->state().saved);
}

TEST_F(CatalogStory, SurvivesDeathAtEveryCall) {
  for (const auto& table : {std::shared_ptr<const Embedder>(), Embedder::built_in()}) {
    empty_catalog();
    notes_.clear();
    write("a.md", "alpha");
    write("b.md", "beta");
    sweep(*open(table));
    write("a.md", "gamma");
    const auto trial = files_.after(fs::PowerCut::Nothing);
    std::uint64_t calls = 0;
    {
      files_.reset_calls();
      sweep(*open(table));
      calls = files_.calls();
    }
    ASSERT_GT(calls, 2U);
    for (std::uint64_t call = 1; call <= calls; ++call) {
      for (const auto cut : {fs::PowerCut::Nothing, fs::PowerCut::Data, fs::PowerCut::Both}) {
        const auto run = trial->after(fs::PowerCut::Nothing);
        {
          Catalog dying(*run, std::move(*run->open("/catalog", fs::Modes::Private)), "global", log_,
                        table);
          run->die_at(call);
          sweep(dying);
        }
        const auto after = run->after(cut);
        Catalog next(*after, std::move(*after->open("/catalog", fs::Modes::Private)), "global",
                     log_, table);
        sweep(next);
        EXPECT_THAT(found(next, "gamma"), ElementsAre("a.md"));
        EXPECT_THAT(found(next, "alpha"), IsEmpty());
        EXPECT_THAT(found(next, "beta"), ElementsAre("b.md"));
      }
    }
  }
}

TEST_F(CatalogStory, IsBuiltAgainWithOneLineWhenAnyByteIsDamaged) {
  write("a.md", "alpha one");
  write("b.md", "beta two");
  sweep(*open());
  std::vector<std::string> paths = segments();
  paths.emplace_back("/catalog/manifest");
  for (const std::string& path : paths) {
    const std::string bytes = files_.get(path);
    for (std::size_t at = 0; at < bytes.size(); at += 7) {
      const auto run = files_.after(fs::PowerCut::Nothing);
      std::string flipped = bytes;
      flipped[at] = static_cast<char>(flipped[at] ^ 4);
      run->put(path, flipped);
      MemoryLog log;
      Catalog catalog(*run, std::move(*run->open("/catalog", fs::Modes::Private)), "global", log);
      sweep(catalog);
      auto keys = found(catalog, "alpha beta");
      if (keys == std::vector<std::string>{"failed"}) {  // only touched by the search
        catalog.forget("is damaged");
        sweep(catalog);
        keys = found(catalog, "alpha beta");
      }
      EXPECT_THAT(keys, UnorderedElementsAre("a.md", "b.md")) << path << " " << at;
      EXPECT_LE(log.messages().size(), 1U) << path << " " << at;
    }
    for (std::size_t size = 0; size < bytes.size(); size += bytes.size() / 9 + 1) {
      const auto run = files_.after(fs::PowerCut::Nothing);
      run->put(path, bytes.substr(0, size));
      MemoryLog log;
      Catalog catalog(*run, std::move(*run->open("/catalog", fs::Modes::Private)), "global", log);
      EXPECT_EQ(sweep(catalog), 2);
      EXPECT_THAT(found(catalog, "alpha beta"), SizeIs(2));
      EXPECT_THAT(log.messages(), SizeIs(1));
      EXPECT_THAT(log.messages()[0], HasSubstr("rebuilding it"));
    }
  }
}

// Vectors are looked at by a search that goes by meaning; one by words does not touch them.
TEST_F(CatalogStory, IsBuiltAgainWithOneLineWhenItsVectorsAreDamaged) {
  for (int i = 0; i < 300; ++i) {
    write(std::to_string(i) + ".md",
          "# One\n\nalpha deploy\n\n# Two\n\nbeta rollback " + std::to_string(i));
  }
  sweep(*open(Embedder::built_in()));
  const std::string path = segments().front();
  const std::string bytes = files_.get(path);
  SegmentHeader header{};
  std::memcpy(&header, bytes.data(), sizeof header);
  SearchOptions options;
  options.ranking.embedder = Embedder::built_in();
  const auto query = parse_query("alpha release", Timestamp());
  for (const Region region : {Region::SectionVectors, Region::VectorSigns, Region::NoteVectors}) {
    const RegionPlace place = header.regions[static_cast<std::size_t>(region)];
    ASSERT_GT(place.size, 300U * 16);
    std::size_t noticed = 0;
    // Not at the edges: what stands beside a region is in the same checked piece.
    const std::size_t end = place.offset + place.size * 3 / 4;
    for (std::size_t at = place.offset + place.size / 4; at < end; at += place.size / 12) {
      const auto run = files_.after(fs::PowerCut::Nothing);
      std::string flipped = bytes;
      flipped[at] = static_cast<char>(flipped[at] ^ 16);
      run->put(path, flipped);
      MemoryLog log;
      Catalog catalog(*run, std::move(*run->open("/catalog", fs::Modes::Private)), "global", log,
                      Embedder::built_in());
      EXPECT_EQ(sweep(catalog), 0) << "opening looks at no vector";
      const auto ask = [&] {
        const Collection all{"global", catalog.parts()};
        return search(std::span(&all, 1), *query, options);
      };
      auto answer = ask();
      if (!answer) {
        ++noticed;
        catalog.forget("is damaged");
        EXPECT_EQ(sweep(catalog), 300);
        answer = ask();
      }
      ASSERT_TRUE(answer);
      EXPECT_THAT(answer->hits, SizeIs(10));
      EXPECT_EQ(log.messages().size(), noticed == 0 ? 0U : 1U);
      if (noticed > 0) break;
    }
    // All signs are read by every search; vectors where something is found.
    if (region == Region::VectorSigns) {
      EXPECT_EQ(noticed, 1U);
    }
  }
}

TEST_F(CatalogStory, LooksAgainWhenASegmentWasMergedAway) {
  write("a.md", "alpha");
  sweep(*open());
  ASSERT_THAT(segments(), SizeIs(1));
  auto directory = files_.open("/catalog", fs::Modes::Private);
  ASSERT_TRUE((*directory)->remove(segments()[0].substr(9)));
  const auto catalog = open();  // and it never comes back
  EXPECT_EQ(sweep(*catalog), 1);
  EXPECT_THAT(found(*catalog, "alpha"), ElementsAre("a.md"));
  EXPECT_THAT(log_.messages(), SizeIs(1));
}

TEST_F(CatalogStory, ForgetsWhenItIsTold) {
  write("a.md", "alpha");
  const auto catalog = open();
  sweep(*catalog);
  catalog->forget("was to be built again");
  EXPECT_THAT(found(*catalog, "alpha"), IsEmpty());
  EXPECT_EQ(sweep(*catalog), 1);
  EXPECT_EQ(sweep(*open()), 0);
}

TEST_F(CatalogStory, RemovesWhatAKilledProcessLeft) {
  write("a.md", "alpha");
  sweep(*open());
  files_.put("/catalog/00000000000000ff.seg", "half a segm");
  write("a.md", "beta");
  sweep(*open());
  EXPECT_THAT(segments(), ::testing::Not(::testing::Contains("/catalog/00000000000000ff.seg")));
}

// rule: F3
TEST_F(CatalogStory, ReplacesWhatStandsInPlaceOfItsManifest) {
  write("a.md", "zebra");
  files_.put("/elsewhere/precious", "mine");
  const std::vector<std::function<void()>> obstacles{
      [&] { files_.put_directory("/catalog/manifest"); },
      [&] { files_.put("/catalog/manifest/deep/file", "x"); },
      [&] { files_.put_link("/catalog/manifest", "/elsewhere"); },
      [&] { files_.put_link("/catalog/manifest", "/elsewhere/precious"); },
      [&] { files_.put_link("/catalog/manifest", "/nowhere"); },
      [&] {
        files_.put_directory("/catalog/manifest");
        files_.put_link("/catalog/manifest/link", "/elsewhere");
      },
  };
  for (const auto& put_obstacle : obstacles) {
    empty_catalog();
    put_obstacle();
    const auto first = open();
    EXPECT_EQ(sweep(*first), 1);
    EXPECT_TRUE(first->state().saved);
    EXPECT_FALSE(first->state().fault);
    EXPECT_THAT(found(*first, "zebra"), ElementsAre("a.md"));
    const auto next = open();
    EXPECT_EQ(sweep(*next), 0) << "it was saved";
    EXPECT_EQ(files_.get("/elsewhere/precious"), "mine");
  }
}

// rule: W35
TEST_F(CatalogStory, SaysThatTheDiskIsFullAndLeavesNoHalfSegment) {
  write("a.md", "zebra");
  for (std::uint64_t n = 1; n <= 4; ++n) {
    empty_catalog();
    files_.fail_at(n, ENOSPC);
    const auto catalog = open();
    sweep(*catalog);
    EXPECT_THAT(found(*catalog, "zebra"), ElementsAre("a.md")) << "searching goes on";
    if (catalog->state().saved) continue;
    ASSERT_TRUE(catalog->state().fault) << n;
    EXPECT_THAT(catalog->state().fault->message, HasSubstr("No space left on device"));
    for (const auto& [path, bytes] : files_.tree("/catalog")) {
      EXPECT_FALSE(path.ends_with(".tmp")) << path;
      if (!path.ends_with(".seg")) continue;
      EXPECT_EQ(bytes.size(), catalog->state().bytes) << path;
    }
  }
}

TEST(Manifest, ComesBackAsItWas) {
  Manifest manifest;
  manifest.generation = 7;
  manifest.segments.push_back({.id = 3, .bytes = 99, .header = 5, .gone = {1, 4}});
  manifest.segments.back().restamped.emplace_back(2, StampRecord{});
  const std::string bytes = write_manifest(manifest);
  const auto again = read_manifest(bytes);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->generation, 7U);
  EXPECT_THAT(again->segments[0].gone, ElementsAre(1U, 4U));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    EXPECT_FALSE(read_manifest(bytes.substr(0, size)));
  }
}

}  // namespace
}  // namespace loci::search::catalog_test
