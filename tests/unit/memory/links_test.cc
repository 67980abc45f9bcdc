#include "memory/links.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "memory/graph.h"
#include "memory/moving.h"
#include "memory/reading.h"
#include "memory/writing.h"
#include "past/undo.h"
#include "support/house.h"

namespace loci::memory::links_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

note::Link wiki(std::string target) { return {note::Link::Kind::Wiki, std::move(target), 1, 0, 0}; }
note::Link markdown(std::string target) {
  return {note::Link::Kind::Markdown, std::move(target), 1, 0, 0};
}

const store::Place kHere = store::shared_place("/w");
const store::Place kEverywhere = store::global_place();

// rule: K1
TEST(LinkResolver, TakesTheFileNameExactBeforeFoldedBeforeTheTitle) {
  const std::vector<LinkedNote> notes{{kHere, "Prefs.md", "Prefs"},
                                      {kHere, "prefs.md", "Other"},
                                      {kHere, "x.md", "Staging Resets"},
                                      {kHere, "other.md", "Prefs.md"}};
  const LinkResolver resolver(notes);
  EXPECT_EQ(resolver.resolve(wiki("Prefs"), kHere), &notes[0]);
  EXPECT_EQ(resolver.resolve(wiki("prefs.md"), kHere), &notes[1]);
  EXPECT_EQ(resolver.resolve(wiki("PREFS"), kHere), &notes[0]);
  EXPECT_EQ(resolver.resolve(wiki("staging  resets"), kHere), &notes[2]);
  EXPECT_EQ(resolver.resolve(markdown("Staging Resets"), kHere), nullptr);
  EXPECT_EQ(resolver.resolve(wiki("nobody"), kHere), nullptr);
}

// rule: K1
TEST(LinkResolver, LooksInTheNotesOwnPlaceFirst) {
  const std::vector<LinkedNote> notes{{kHere, "a.md", "A"}, {kEverywhere, "a.md", "A"}};
  const LinkResolver resolver(notes);
  EXPECT_EQ(resolver.resolve(wiki("a"), kEverywhere), &notes[1]);
  EXPECT_EQ(resolver.resolve(wiki("a"), kHere), &notes[0]);
  EXPECT_EQ(resolver.resolve(wiki("a"), store::private_place("p")), &notes[0]);
}

std::string followed(const std::string& text, const std::string& from, const std::string& to) {
  const Renaming renaming({{kHere, from, "Old Name"}, {kHere, "other.md", "Other"}}, 0, to);
  return renaming.follow(text, kHere).text.value_or("(as it was)");
}

// rule: K3
TEST(Renaming, ChangesTheTargetAndNoOtherByte) {
  EXPECT_EQ(
      followed("see [[old]], [[old|label]], [[old.md#part]] and [text](old.md#part \"t\")\r\n",
               "old.md", "new.md"),
      "see [[new]], [[new|label]], [[new.md#part]] and [text](new.md#part \"t\")\r\n");
  EXPECT_EQ(followed("[[OLD]] [x](<old.md>)", "old.md", "new.md"), "[[new]] [x](<new.md>)");
  EXPECT_EQ(followed("[x](old.md)", "old.md", "two words (v2).md"), "[x](<two words (v2).md>)");
  EXPECT_EQ(followed("---\ndescription: see [[old]]\n---\n\n[[old]]\n", "old.md", "new.md"),
            "---\ndescription: see [[old]]\n---\n\n[[new]]\n");
}

// rule: K3
TEST(Renaming, LeavesTitlesCodeAndOtherNotesAlone) {
  for (const char* text : {"[[Old Name]]", "`[[old]]`", "```\n[[old]]\n```\n", "[[other]]",
                           "[x](dir/old.md)", "[x](https://h/old.md)", "old.md", ""}) {
    EXPECT_EQ(followed(text, "old.md", "new.md"), "(as it was)") << text;
  }
}

// rule: K3
TEST(Renaming, LeavesALinkThatWouldMeanAnotherNote) {
  const Renaming renaming({{kHere, "b.md", ""}, {kEverywhere, "a.md", ""}}, 1, "b.md");
  const auto here = renaming.follow("one\n[[a]]\n", kHere);
  EXPECT_FALSE(here.text);
  EXPECT_THAT(here.left, ElementsAre(2U));
  const auto there = renaming.follow("[[a]]", kEverywhere);
  EXPECT_EQ(there.text, "[[b]]");
  EXPECT_THAT(there.left, IsEmpty());
}

// rule: K3
TEST(Renaming, LeavesALinkThatMeansAnotherNoteOfThatName) {
  const Renaming renaming({{kHere, "a.md", ""}, {kEverywhere, "a.md", ""}}, 1, "b.md");
  const auto here = renaming.follow("[[a]]", kHere);
  EXPECT_FALSE(here.text) << "the note beside it is meant, and keeps its name";
  EXPECT_THAT(here.left, IsEmpty());
  EXPECT_EQ(renaming.follow("[[a]]", kEverywhere).text, "[[b]]");
}

class Links : public House {};

// rule: K2
TEST_F(Links, AreShownInOutAndBrokenOverAllScopes) {
  ASSERT_TRUE(write("style", "user", "See [[staging]] and [[nowhere]]."));
  ASSERT_TRUE(write("staging", "project", "Back to [it](style.md).\n\nAnd [[style]]."));
  files.put("/home/u/.loci/agents/helper/memory/h.md", "no frontmatter, but [[style]]\n");
  const auto reply = memory::links(*memory, {"style", {}, std::nullopt, false});
  ASSERT_TRUE(reply) << reply.error().message;
  ASSERT_EQ(reply->in.size(), 3U);
  EXPECT_EQ(reply->in[0].from.file, "staging.md");
  EXPECT_EQ(reply->in[0].line, 7U);
  EXPECT_EQ(reply->in[1].line, 9U);
  EXPECT_EQ(reply->in[2].from.place.label(), "agent:helper (user)");
  EXPECT_EQ(reply->in[2].line, 1U);
  ASSERT_EQ(reply->out.size(), 1U);
  EXPECT_EQ(reply->out[0].to->place.label(), "private");
  ASSERT_EQ(reply->broken.size(), 1U);
  EXPECT_EQ(reply->broken[0].target, "nowhere");
}

// rule: K3
TEST_F(Links, FollowARenamedNoteInOneOperationAndComeBack) {
  ASSERT_TRUE(write("style", "user", "Me: [[style]]."));
  ASSERT_TRUE(write("one", "user", "[[style]]"));
  ASSERT_TRUE(write("two", "project", "[t](style.md)"));
  const auto before = files.tree("/home/u/.loci");
  const auto reply = memory::rename(*memory, {"style", {}, std::nullopt, false}, "review");
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(reply->relinked, 2U);
  EXPECT_EQ(body("review"), "Me: [[review]].\n");
  EXPECT_EQ(body("one"), "[[review]]\n");
  EXPECT_EQ(body("two"), "[t](review.md)\n");
  ASSERT_TRUE(past::undo(*memory, {}));
  EXPECT_EQ(body("one"), "[[style]]\n");
  EXPECT_EQ(body("two"), "[t](style.md)\n");
  EXPECT_EQ(body("style"), "Me: [[style]].\n");
  EXPECT_THAT(message_of(memory::read(*memory, {"review", {}, std::nullopt, false})),
              HasSubstr("there is no note"));
}

// rule: K3
TEST_F(Links, OfAnotherNoteOfThatNameAreWarnedAbout) {
  ASSERT_TRUE(write("a", "user", "global a"));
  ASSERT_TRUE(write("b", "project", "private b"));
  ASSERT_TRUE(write("c", "project", "[[a]]"));
  const auto reply = memory::rename(*memory, {"a", {}, std::nullopt, false}, "b");
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_THAT(
      reply->warnings,
      ElementsAre("c.md:7: this link still says 'a.md', because 'b.md' means another note there"));
  EXPECT_EQ(body("c"), "[[a]]\n");
}

TEST_F(Links, ADryRunChangesNothing) {
  ASSERT_TRUE(write("style", "user", "x"));
  ASSERT_TRUE(write("one", "user", "[[style]]"));
  const auto before = files.tree("/home/u");
  const auto reply = memory::rename(*memory, {"style", {}, std::nullopt, true}, "review");
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->relinked, 1U);
  EXPECT_EQ(files.tree("/home/u"), before);
}

}  // namespace
}  // namespace loci::memory::links_test
