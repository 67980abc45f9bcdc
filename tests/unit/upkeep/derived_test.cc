#include "upkeep/derived.h"

#include "support/house.h"
#include "upkeep/check.h"

namespace loci::upkeep::derived_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class Derived : public House {
 protected:
  // "path:line: message" of the findings of this rule.
  std::vector<std::string> found() {
    std::vector<std::string> all;
    const auto reply = check(*memory, {}, false, false);
    if (!reply) return {reply.error().message};
    for (const Finding& finding : reply->findings) {
      if (finding.rule->id != "description-outgrown") continue;
      all.push_back(fmt::format("{}:{}: {}", finding.path, finding.line, finding.message));
    }
    return all;
  }
  void edit(const std::string& path, const std::string& from, const std::string& to) {
    std::string text = files.get(path);
    text.replace(text.find(from), from.size(), to);
    files.put(path, text);
  }
};

// rule: X7
TEST_F(Derived, IsFoundWhenTheNoteHasOutgrownIt) {
  ASSERT_TRUE(remember("Port", "It is 80. For now."));
  ASSERT_TRUE(write("mine", "project", "Somebody wrote the description."));
  EXPECT_THAT(found(), IsEmpty());
  ASSERT_TRUE(rewrite("mine", "And another text."));
  ASSERT_TRUE(remember("Port", "It is 81."));
  EXPECT_THAT(found(), IsEmpty());
  edit(kPrivate + "port.md", "15: It is 81.", "15: It is 82.");
  EXPECT_THAT(found(), ElementsAre(kPrivate + "port.md:3: 'It is 81.' is from an earlier text of "
                                              "the note"));
  edit(kPrivate + "port.md", "description: It is 81.", "description: Which port it is");
  EXPECT_THAT(found(), IsEmpty());
}

// rule: X7, R2
TEST_F(Derived, FollowsAWriteOfAnotherText) {
  ASSERT_TRUE(remember("Port", "It is 80."));
  ASSERT_TRUE(rewrite("port", "It is 81. Since May."));
  EXPECT_THAT(found(), IsEmpty());
  EXPECT_THAT(files.get(kPrivate + "port.md"), HasSubstr("description: It is 81.\n"));
  EXPECT_THAT(files.get(kPrivate + "MEMORY.md"), HasSubstr("(port.md) - It is 81.\n"));
}

// rule: X7, R2
TEST_F(Derived, StaysWhereTheNewTextSaysItToo) {
  ASSERT_TRUE(remember("Port", "It is 80."));
  ASSERT_TRUE(rewrite("port", "Ports move.\n\nIt is 80."));
  EXPECT_THAT(files.get(kPrivate + "port.md"), HasSubstr("description: It is 80.\n"));
}

// rule: X7, R2
TEST_F(Derived, IsNoneThatSomebodyWrote) {
  ASSERT_TRUE(write("port", "project", "It is 80."));
  ASSERT_TRUE(rewrite("port", "It is 81."));
  EXPECT_THAT(files.get(kPrivate + "port.md"), HasSubstr("description: about port\n"));
}

}  // namespace
}  // namespace loci::upkeep::derived_test
