#include "upkeep/checker.h"

#include "memory/scopes.h"
#include "past/undo.h"
#include "support/house.h"
#include "upkeep/check.h"

namespace loci::upkeep::checker_test {
namespace {

using memory::Selector;

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::UnorderedElementsAre;

std::string good(std::string_view name, std::string_view body = "text",
                 std::string_view extra = "") {
  return fmt::format("---\nname: {}\ndescription: What {} is about\ntype: user\n{}---\n\n{}\n",
                     name, name, extra, body);
}

class Check : public House {
 protected:
  // "rule file:line" of each finding.
  std::vector<std::string> found(const Selector& selector = {}) {
    std::vector<std::string> result;
    const auto reply = upkeep::check(*memory, selector, false, false);
    if (!reply) return {reply.error().message};
    for (const Finding& finding : reply->findings) {
      const std::string file = finding.path.substr(finding.path.rfind('/') + 1);
      result.push_back(fmt::format("{} {}:{}", finding.rule->id, file, finding.line));
    }
    return result;
  }
  void index(const std::string& lines) { files.put(kGlobal + "MEMORY.md", lines); }
};

TEST_F(Check, FindsNothingWhereNothingIsWrong) {
  EXPECT_THAT(found(), IsEmpty());
  ASSERT_TRUE(write("style", "user", "See [[staging]]."));
  ASSERT_TRUE(write("staging", "project", "Back: [[Style]]."));
  EXPECT_THAT(found(), IsEmpty());
}

// rule: X3, D28
TEST_F(Check, FindsNotesThatSayTheSame) {
  const auto put = [&](const std::string& name, const std::string& body) {
    files.put(kGlobal + name + ".md", good("deploy window", body));
  };
  put("a", "Deploys to production run on Tuesday at 14:00. The gateway restarts afterwards.");
  put("b", "Deploys to production run on Tuesday at 14:00.");
  put("c", "Deploys to production run on Tuesday at 15:00.");
  index("- [A](a.md)\n- [B](b.md)\n- [C](c.md)\n");
  EXPECT_THAT(found(), ElementsAre("near-duplicate b.md:1"));
}

// rule: X3
TEST_F(Check, LeavesNotesThatSayTheSameToConsolidateWhereThereAreMany) {
  std::string lines;
  for (std::size_t i = 0; i <= kComparedNotes; ++i) {
    files.put(kGlobal + fmt::format("n{}.md", i),
              good(fmt::format("window of {}", i),
                   "Deploys to production run on Tuesday at 14:00. The gateway restarts."));
    lines += fmt::format("- [N](n{}.md)\n", i);
  }
  index(lines);
  EXPECT_THAT(found(), Not(Contains(HasSubstr("near-duplicate"))));
}

// rule: X2
TEST_F(Check, FindsMalformedNotes) {
  files.put(kGlobal + "none.md", "no frontmatter\n");
  files.put(kGlobal + "open.md", "---\nname: x\n");
  files.put(kGlobal + "type.md", "---\nname: x\ndescription: What x is\ntype: opinion\n---\n");
  files.put(kGlobal + "big.md", std::string((std::size_t{1} << 20) + 1, 'x'));
  index("[n](none.md)\n- [n](none.md)\n- [o](open.md)\n- [t](type.md)\n- [b](big.md)\n");
  EXPECT_THAT(found(), ::testing::AllOf(::testing::Contains("malformed none.md:1"),
                                        ::testing::Contains("malformed open.md:1"),
                                        ::testing::Contains("malformed type.md:4"),
                                        ::testing::Contains("malformed big.md:1")));
}

// rule: X2
TEST_F(Check, FindsADuplicateKeyOnItsLine) {
  files.put(kGlobal + "a.md",
            "---\nname: A\ndescription: What it is about\ntype: user\nname: B\n---\n\nx\n");
  index("- [A](a.md)\n");
  EXPECT_THAT(found(), ElementsAre("duplicate-key a.md:5"));
}

// rule: X2
TEST_F(Check, FindsWhatIsWrongWithTheIndexBothWays) {
  for (const char* name : {"a", "b"}) files.put(kGlobal + name + ".md", good(name));
  index("# Mine\n\n- [A](a.md) - hook\n- [Gone](gone.md)\n- [A](a.md)\nprose about b.md\n");
  EXPECT_THAT(found(), ElementsAre("index-dangling MEMORY.md:4", "index-doubled MEMORY.md:5",
                                   "index-missing b.md:1"));
}

// rule: X2
TEST_F(Check, FindsNamesThatMeetAfterFolding) {
  files.put(kGlobal + "Straße.md", good("a"));
  files.put(kGlobal + "STRASSE.md", good("b"));
  index("- [a](<Straße.md>)\n- [b](STRASSE.md)\n");
  EXPECT_THAT(found(), ElementsAre("name-collision Straße.md:1"));
}

// rule: X2, X3
TEST_F(Check, FindsNamesNoCommandAccepts) {
  files.put(kGlobal + "CON.md", good("a"));
  files.put(kGlobal + "memory.md", good("b"));
  index("- [a](CON.md)\n- [b](memory.md)\n");
  EXPECT_THAT(found(), ElementsAre("file-name CON.md:1", "index-case memory.md:1"));
}

// rule: X2, X6
TEST_F(Check, FindsAgentsCopiesThatDiffer) {
  files.put("/home/u/app/.loci/agents/dev/memory/a.md", "one about a thing\n");
  files.put("/home/u/app/xcaf/agents/dev/memory/a.md", "another about a thing\n");
  files.put("/home/u/app/xcaf/agents/dev/memory/same.md", "the same\n");
  files.put("/home/u/app/.loci/agents/dev/memory/same.md", "the same\n");
  files.put("/home/u/app/.loci/agents/other/memory/a.md", "of another agent\n");
  enter();
  const auto all = found();
  EXPECT_EQ(std::count(all.begin(), all.end(), "agent-copies-differ a.md:1"), 1);
  EXPECT_EQ(std::count(all.begin(), all.end(), "agent-copies-differ same.md:1"), 0);
}

// rule: X2
TEST_F(Check, FindsADirectoryThatIsALinkAndGoesOn) {
  files.put(kGlobal + "a.md", good("a"));
  files.put("/elsewhere/secret.md", "secret");
  files.put_directory("/home/u/app/.loci");
  files.put_link("/home/u/app/.loci/memory", "/elsewhere");
  enter();
  EXPECT_THAT(found(), ElementsAre("index-missing a.md:1", "refused memory:1"));
}

// rule: X3
TEST_F(Check, FindsBrokenLinksOnTheirLine) {
  files.put(kGlobal + "a.md",
            good("a", "fine [[b]]\n\nnot [[gone]], not [x](gone.md), [u](https://h)"));
  files.put(kGlobal + "b.md", good("b"));
  index("- [a](a.md)\n- [b](b.md)\n");
  EXPECT_THAT(found(), ElementsAre("broken-link a.md:9", "broken-link a.md:9"));
}

// rule: X3
TEST_F(Check, FindsABrokenLinkAmongLinksThatAreFine) {
  for (const char* body :
       {"[b](b.md) [x](gone.md)", "[b](b.md) [x](<gone.md>)", "[b](b.md) [x]( gone.md )",
        "[b](b.md)\n[[gone]]", "[b](b.md) [x](gone.md#part)", "[b](b.md) [x](gone.md \"t\")"}) {
    files.put(kGlobal + "a.md", good("a", body));
    files.put(kGlobal + "b.md", good("b"));
    index("- [a](a.md)\n- [b](b.md)\n");
    EXPECT_EQ(found().size(), 1U) << body;
  }
  files.put(kGlobal + "a.md", good("a", "[b](b.md), [b](B.md), [b](b.md#x), [h](https://h/x.md)"));
  EXPECT_THAT(found(), IsEmpty());
}

// rule: X3
TEST_F(Check, FindsDescriptionsAndDates) {
  files.put(kGlobal + "bare.md", "---\nname: Bare\ntype: user\n---\n\ntext\n");
  files.put(kGlobal + "vague.md",
            "---\nname: V\ndescription: misc notes\ntype: user\n---\n\ntext\n");
  files.put(kGlobal + "old.md", good("old", "text", "metadata:\n  expires: 2026-11-14\n"));
  files.put(kGlobal + "today.md", good("today", "text", "metadata:\n  expires: 2026-11-15\n"));
  files.put(kGlobal + "when.md", good("when", "one\nWe met yesterday."));
  index("- [a](bare.md)\n- [b](vague.md)\n- [c](old.md)\n- [d](today.md)\n- [e](when.md)\n");
  EXPECT_THAT(found(), ElementsAre("description-missing bare.md:1", "expired old.md:5",
                                   "description-vague vague.md:3", "relative-date when.md:8"));
}

// rule: X3
TEST_F(Check, FindsAnIndexLongerThanAPromptShows) {
  std::string lines;
  for (int i = 0; i <= 200; ++i) {
    files.put(fmt::format("{}n{}.md", kGlobal, i), good(fmt::format("n{}", i)));
    lines += fmt::format("- [n](n{}.md)\n", i);
  }
  index(lines);
  EXPECT_THAT(found(), ElementsAre("index-long MEMORY.md:1"));
}

// rule: X3
TEST_F(Check, FindsAgentNamesStrayNotesAndThingsThatAreNoFiles) {
  const std::string memory_of = "/home/u/.loci/agents/dev/memory/";
  files.put(memory_of + "a.md", "---\ndescription: What it is about\nname: Not Plain\n---\n\nx\n");
  files.put(memory_of + "deeper/b.md", "x\n");
  files.put_link(memory_of + "link.md", "/etc/passwd");
  files.put(memory_of + "MEMORY.md", "- [a](a.md)\n");
  EXPECT_THAT(found(),
              UnorderedElementsAre("agent-name a.md:3", "nested-file b.md:1", "no-file link.md:1"));
}

// rule: X6
TEST_F(Check, LooksEverywhereOrWhereItIsTold) {
  files.put_directory("/home/u/app/.loci");
  enter();
  files.put(kGlobal + "g.md", good("g"));
  files.put(kPrivate + "p.md", good("p"));
  files.put(kShared + "s.md", good("s"));
  files.put("/home/u/app/.loci/agents/dev/memory/a.md", "---\ndescription: What it is\n---\n");
  files.put(kHome + "/agents/dev/memory/u.md", "---\ndescription: What it is\n---\n");
  const std::string rule = "index-missing ";
  EXPECT_THAT(found(), UnorderedElementsAre(rule + "g.md:1", rule + "p.md:1", rule + "s.md:1",
                                            rule + "a.md:1", rule + "u.md:1"));
  EXPECT_THAT(found({"", false, true, false}),
              UnorderedElementsAre(rule + "s.md:1", rule + "a.md:1"));
  EXPECT_THAT(found({"", true, false, false}), ElementsAre(rule + "p.md:1"));
  EXPECT_THAT(found({"global", false, false, false}), ElementsAre(rule + "g.md:1"));
}

// rule: X1, X4
TEST_F(Check, MendsTheIndexesInOneOperationAndNothingElse) {
  files.put(kGlobal + "a.md", good("a", "[[gone]]"));
  files.put(kPrivate + "p.md", good("p"));
  files.put(kHome + "/agents/dev/memory/u.md", "---\ndescription: What it is\n---\n");
  index("- [Gone](gone.md)\n");
  const auto before = files.tree("/home/u");
  ASSERT_TRUE(upkeep::check(*memory, {}, false, false));
  EXPECT_EQ(files.tree("/home/u"), before);
  ASSERT_TRUE(upkeep::check(*memory, {}, true, true));
  EXPECT_EQ(files.tree("/home/u"), before);
  const auto fixed = upkeep::check(*memory, {}, true, false);
  ASSERT_TRUE(fixed) << fixed.error().message;
  EXPECT_EQ(fixed->fixed->changed.size(), 3U);
  EXPECT_THAT(found(), ElementsAre("broken-link a.md:7"));
  ASSERT_TRUE(past::undo(*memory, {}));
  EXPECT_EQ(files.get(kGlobal + "MEMORY.md"), "- [Gone](gone.md)\n");
  EXPECT_FALSE(files.exists(kPrivate + "MEMORY.md"));
  EXPECT_FALSE(files.exists(kHome + "/agents/dev/memory/MEMORY.md"));
}

}  // namespace
}  // namespace loci::upkeep::checker_test
