#include "memory/catalogs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "memory/search.h"
#include "memory/writing.h"
#include "search/search.h"
#include "support/house.h"

namespace loci::memory::catalogs_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
namespace disk = std::filesystem;

// A long-lived process on the machine's own files.
class WatchingCatalogs : public ::testing::Test {
 protected:
  WatchingCatalogs() {
    std::string name = (disk::temp_directory_path() / "loci-catalogs-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    home_ = name;
    disk::create_directory(home_ / "memory");
    put("old.md", "the ferret sleeps");
    store_ = *store::Store::open(*files_, clock_, log_, home_.string());
    catalogs_ = std::make_unique<Catalogs>(*store_, log_, Following::Watching);
  }
  ~WatchingCatalogs() override { disk::remove_all(home_); }

  void put(const std::string& file, const std::string& text) const {
    std::ofstream(home_ / "memory" / file) << text << "\n";
  }
  std::vector<std::string> find(Catalogs& catalogs, const std::string& words) {
    std::vector<std::string> unread;
    std::vector<search::Collection> places{*catalogs.refreshed(store::global_place(), unread)};
    const auto query = search::parse_query(words, clock_.now());
    const auto answer = search::search(places, *query, {});
    std::vector<std::string> keys;
    for (const search::Hit& hit : answer->hits) keys.push_back(hit.key);
    return keys;
  }
  std::vector<std::string> find(const std::string& words) { return find(*catalogs_, words); }

  std::unique_ptr<fs::FileSystem> files_ = fs::make_system_file_system();
  SystemClock clock_;
  MemoryLog log_;
  disk::path home_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<Catalogs> catalogs_;
};

// rule: F2
TEST_F(WatchingCatalogs, SeeWhatWasMadeChangedAndRemoved) {
  EXPECT_THAT(find("ferret"), ElementsAre("old.md"));
  if (catalogs_->following(store::global_place()) != Following::Watching) {
    GTEST_SKIP() << "this file system cannot be watched";
  }
  put("new.md", "a bassoon");
  EXPECT_THAT(find("bassoon"), ElementsAre("new.md"));
  put("old.md", "an oboe");
  EXPECT_THAT(find("oboe"), ElementsAre("old.md"));
  EXPECT_THAT(find("ferret"), IsEmpty());
  disk::remove(home_ / "memory" / "new.md");
  EXPECT_THAT(find("bassoon"), IsEmpty());
  EXPECT_EQ(catalogs_->following(store::global_place()), Following::Watching);
}

// rule: F2
TEST_F(WatchingCatalogs, SeeAnEditThatAnotherProcessCataloguedOrDidNot) {
  EXPECT_THAT(find("ferret"), ElementsAre("old.md"));
  put("new.md", "a bassoon");
  Catalogs other(*store_, log_, Following::Sweeping);
  EXPECT_THAT(find(other, "bassoon"), ElementsAre("new.md"));  // and saves
  put("old.md", "an oboe");
  EXPECT_THAT(find("bassoon"), ElementsAre("new.md"));
  EXPECT_THAT(find("oboe"), ElementsAre("old.md"));
  EXPECT_THAT(find("ferret"), IsEmpty());
}

// rule: F2
TEST_F(WatchingCatalogs, FollowADirectoryThatWasReplaced) {
  EXPECT_THAT(find("ferret"), ElementsAre("old.md"));
  disk::rename(home_ / "memory", home_ / "before");
  disk::create_directory(home_ / "memory");
  put("new.md", "a bassoon");
  EXPECT_THAT(find("bassoon"), ElementsAre("new.md"));
  EXPECT_THAT(find("ferret"), IsEmpty());
  put("new.md", "an oboe");
  EXPECT_THAT(find("oboe"), ElementsAre("new.md"));
}

TEST(ProseOfAnIndex, KeepsTheLinesInTheirPlaces) {
  EXPECT_EQ(prose_of_index("# Me\n- [A](a.md) - x\nprose\n"), "# Me\n\nprose\n");
}

class CatalogsOfALaterVersion : public House {
 protected:
  std::vector<std::string> find(const std::string& words) {
    SearchRequest request;
    request.query = words;
    const auto reply = memory::search(*memory, request);
    if (!reply) return {reply.error().message};
    std::vector<std::string> keys;
    for (const search::Hit& hit : reply->answer.hits) keys.push_back(hit.key);
    return keys;
  }
};

// With a catalog from before, and with none.
// rule: J18, F2
TEST_F(CatalogsOfALaterVersion, AreSearchedInMemoryAndNotWritten) {
  for (const bool searched : {false, true}) {
    ASSERT_TRUE(write("old", "user", "the ferret sleeps"));
    if (searched) {
      EXPECT_THAT(find("ferret"), ElementsAre("old.md"));
    }
    files.put(kHome + "/state/version", "2\n");
    files.put(kGlobal + "new.md", note_file("new", "a bassoon"));
    const auto before = files.tree("/");
    enter();
    EXPECT_THAT(find("ferret"), ElementsAre("old.md"));
    EXPECT_THAT(find("bassoon"), ElementsAre("new.md"));
    EXPECT_EQ(files.tree("/"), before) << searched;
    files.take(kHome + "/state/version");
    files.take(kGlobal + "new.md");
    enter();
  }
}

}  // namespace
}  // namespace loci::memory::catalogs_test
