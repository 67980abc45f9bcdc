#include "store/objects.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/hash.h"
#include "support/memory_file_system.h"

namespace loci::store::objects_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::string object(std::string_view text) { return format_object(sha256(text), text); }

class Objects : public ::testing::Test {
 protected:
  Objects() {
    files_.put_directory("/o");
    root_ = *files_.open("/o", fs::Modes::Private);
  }
  void put_pack(const std::string& bytes, const std::string& name = "2026-11.pack") {
    files_.put("/o/" + name, bytes);
  }
  std::string load(const std::string& text) {
    const auto texts = load_objects(*root_, {sha256(text)});
    return texts && texts->contains(sha256(text)) ? texts->at(sha256(text)) : "none";
  }
  // Replaces each pack that holds one of them; how many texts went.
  std::uint64_t leave_out(const std::set<std::string>& hashes) {
    std::uint64_t count = 0;
    const auto packs = list_packs(*root_);
    for (const PackPart& pack : *packs) {
      const auto copy = root_->create("copy");
      const auto left = copy_pack(*root_, pack, hashes, copy->get());
      if (!left || !root_->rename("copy", pack.name)) ADD_FAILURE() << pack.name;
      count += left->count;
    }
    return count;
  }

  fs::MemoryFileSystem files_;
  std::unique_ptr<fs::Root> root_;
};

// rule: J6
TEST_F(Objects, AreFoundByHash) {
  put_pack(object("one") + "\n" + object("") + object("two\n\nlines\n"));
  put_pack(object("three"), "2026-12.pack");
  for (const char* text : {"one", "", "two\n\nlines\n", "three"}) EXPECT_EQ(load(text), text);
  EXPECT_EQ(load("four"), "none");
  EXPECT_THAT(*list_objects(*root_, *list_packs(*root_)),
              ElementsAre(sha256("one"), sha256(""), sha256("two\n\nlines\n"), sha256("three")));
  EXPECT_EQ(count_objects(*root_)->objects, 4U);
}

// rule: J6
TEST_F(Objects, AreNotShownWhenTheirHashIsWrong) {
  std::string pack = object("one") + object("two") + object("three");
  pack[pack.find("two\n")] = 'T';
  put_pack(pack);
  EXPECT_EQ(load("two"), "none");
  EXPECT_EQ(load("one"), "one");
  EXPECT_EQ(load("three"), "three");
}

// rule: J6
TEST_F(Objects, OutliveATornTextBeforeThem) {
  const std::string torn = object(std::string(300, 'x') + "\n\nobject of thought\n");
  for (std::size_t length = 0; length < torn.size(); ++length) {
    put_pack(object("one") + torn.substr(0, length) + "\n" + object("two") + "\n" +
             object("three"));
    for (const char* text : {"one", "two", "three"}) EXPECT_EQ(load(text), text) << length;
  }
}

// A torn text's announced end falls exactly on the end of a later one, or on a
// blank line in it. rule: J6
TEST_F(Objects, AreNotSwallowedByATornTextThatSeemsToEndWell) {
  const std::string second = "\n" + object("two\n\nparagraphs\n\nof text");
  const std::string third = "\n" + object("three");
  for (std::size_t reach = 1; reach < second.size() + third.size() + 40; ++reach) {
    const std::string header = "object " + sha256("lost") + " " + std::to_string(10 + reach) + "\n";
    put_pack(object("one") + header + "0123456789" + second + third);
    EXPECT_EQ(load("one"), "one") << reach;
    EXPECT_EQ(load("two\n\nparagraphs\n\nof text"), "two\n\nparagraphs\n\nof text") << reach;
    EXPECT_EQ(load("three"), "three") << reach;
  }
}

// rule: J6
TEST_F(Objects, MayContainWhatLooksLikeAnObject) {
  const std::string sly = "text\n" + object("not me") + "\n\n" + object("nor me") + "end";
  put_pack(object("one") + "\n" + object(sly) + object("two"));
  EXPECT_EQ(load(sly), sly);
  EXPECT_EQ(load("one"), "one");
  EXPECT_EQ(load("two"), "two");
  EXPECT_EQ(count_objects(*root_)->objects, 3U);
}

// rule: J6
TEST_F(Objects, AreFoundBehindAnyDamage) {
  const std::string good = "\n" + object("good");
  for (const std::string& damage :
       {std::string("garbage"), std::string(1'000'000, '\0'), std::string("object "),
        std::string("object x 5\nabcde\n"), "object " + sha256("a") + " 99999999999999999999\n",
        "object " + sha256("a") + " 18446744073709551615\nabc\n", "object " + sha256("a") + "\n",
        "object " + sha256("a") + " 4", std::string(300'000, 'x') + "\nobject"}) {
    put_pack(damage + good);
    EXPECT_EQ(load("good"), "good") << damage.substr(0, 20);
    put_pack(object("first") + damage + good);
    EXPECT_EQ(load("good"), "good") << damage.substr(0, 20);
    EXPECT_EQ(load("first"), "first");
  }
}

TEST_F(Objects, MayBeLargerThanTheWindow) {
  const std::string large(700'000, 'l');
  put_pack(object(large) + "\n" + object("small") + "\n" + object(large + "x"));
  EXPECT_EQ(load(large), large);
  EXPECT_EQ(load("small"), "small");
  EXPECT_EQ(load(large + "x"), large + "x");
}

// rule: U12, U14
TEST_F(Objects, GoWhenTheyAreLeftOut) {
  put_pack(object("one") + "\n" + object("two"));
  put_pack(object("two"), "2026-12.pack");
  put_pack(object("three"), "2027-01.pack");
  EXPECT_EQ(leave_out({sha256("two"), sha256("none")}), 2U);
  EXPECT_EQ(load("two"), "none");
  EXPECT_EQ(load("one"), "one");
  EXPECT_EQ(load("three"), "three");
  EXPECT_EQ(files_.get("/o/2026-12.pack"), "");
}

// Half of a text that a crash left may be half of what must go. rule: U12
TEST_F(Objects, LeaveNoHalvesBehindWhenOthersAreLeftOut) {
  const std::string torn = object("a secret that was never whole");
  put_pack(object("one") + torn.substr(0, torn.size() - 5) + "\n" + object("two"));
  EXPECT_EQ(leave_out({sha256("none")}), 0U);
  EXPECT_EQ(files_.get("/o/2026-11.pack").find("secret"), std::string::npos);
  EXPECT_EQ(load("one"), "one");
  EXPECT_EQ(load("two"), "two");
}

// What is appended while a copy is made is not looked at.
TEST_F(Objects, AreCopiedAsFarAsIsAskedFor) {
  put_pack(object("one") + object("two"));
  const std::uint64_t size = object("one").size();
  const auto copy = root_->create("copy");
  ASSERT_TRUE(copy);
  const auto left = copy_pack(*root_, {"2026-11.pack", size}, {sha256("two")}, copy->get());
  ASSERT_TRUE(left);
  EXPECT_TRUE(left->nothing());
  EXPECT_EQ(files_.get("/o/copy"), object("one"));
}

}  // namespace
}  // namespace loci::store::objects_test
