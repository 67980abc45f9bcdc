#include "memory/listing.h"

#include "memory/search.h"
#include "support/house.h"

namespace loci::memory::listing_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

class ListedNotes : public House {
 protected:
  std::vector<std::string> find(const std::string& words, const Listings& looked) {
    SearchRequest request;
    request.query = words;
    request.looked = looked;
    const auto reply = memory::search(*memory, request);
    if (!reply) return {reply.error().message};
    std::vector<std::string> keys;
    for (const search::Hit& hit : reply->answer.hits) keys.push_back(hit.key);
    return keys;
  }
  Listings look() {
    auto listing = Listing::of(*store, store::global_place());
    EXPECT_TRUE(listing);
    return {{store::global_place().key, *listing}};
  }
};

TEST_F(ListedNotes, AreTheRegularFilesOfAPlaceHoweverMany) {
  EXPECT_THAT(look().begin()->second->files(), IsEmpty()) << "a place that is not there";
  std::vector<std::string> names;
  for (int i = 0; i < 1'000; ++i) {
    names.push_back(
        fmt::format("{:04}{}.md", i, std::string(static_cast<std::size_t>(i % 200), 'x')));
    files.put(kGlobal + names.back(), "x");
  }
  files.put(kGlobal + "directory/x.md", "x");
  std::vector<std::string> listed;
  const Listings looked = look();
  for (const ListedFile& file : looked.begin()->second->files()) {
    listed.emplace_back(file.name);
    EXPECT_EQ(file.stamp.size, 1U);
  }
  std::sort(listed.begin(), listed.end());
  EXPECT_EQ(listed, names);
}

// rule: F2
TEST_F(ListedNotes, AreSearchedAsTheLookFoundThemAndAnewWithoutOne) {
  files.put(kGlobal + "a.md", "a ferret");
  const Listings before = look();
  files.put(kGlobal + "b.md", "another ferret");
  EXPECT_THAT(find("ferret", before), ElementsAre("a.md"));
  EXPECT_THAT(find("another", {}), ElementsAre("b.md"));
  files.put(kGlobal + "a.md", "a bassoon");
  EXPECT_THAT(find("bassoon", look()), ElementsAre("a.md"));
}

// rule: F2
TEST_F(ListedNotes, ThatChangeBehindTheLookAreReadAgainNextTime) {
  files.put(kGlobal + "a.md", "a ferret");
  const Listings before = look();
  files.put(kGlobal + "a.md", "a bassoon");
  EXPECT_THAT(find("bassoon", before), ElementsAre("a.md"));
  files.put(kGlobal + "a.md", "an oboe");
  EXPECT_THAT(find("oboe", look()), ElementsAre("a.md"));
}

}  // namespace
}  // namespace loci::memory::listing_test
