#include "sync/merge.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "base/hash.h"
#include "base/text.h"
#include "note/note.h"
#include "note/unmerged.h"

namespace loci::sync::merge_test {
namespace {

const std::string kHead =
    "---\n"
    "# kept by the team\n"
    "name: Deploys\n"
    "description: How we deploy  # short\n"
    "type: project\n"
    "tags: [deploy, staging]\n"
    "owner: 'ops'\n"
    "metadata:\n"
    "  importance: 5\n"
    "  steps: |\n"
    "    first\n"
    "    second\n"
    "    third\n"
    "  cites:\n"
    "    - a.cc\n"
    "    - b.cc\n"
    "---\n\n";
const std::string kBody =
    "Intro line.\n\nStaging resets at night.\n\nProduction is by hand.\n\nAsk the team.\n";

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const std::size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

Merged merged(std::string_view base, std::string_view mine, std::string_view theirs,
              Shape shape = Shape::Note) {
  Merged one = merge(shape, {base, mine, theirs});
  const Merged other = merge(shape, {base, theirs, mine});
  EXPECT_EQ(one.text, other.text) << "the sides swapped";
  EXPECT_EQ(one.conflicts, other.conflicts);
  if (one.text) {
    EXPECT_EQ(merge(shape, {base, *one.text, theirs}).text, one.text) << "merged again";
    EXPECT_EQ(merge(shape, {base, mine, *one.text}).text, one.text) << "merged again";
  }
  return one;
}

// rule: MG1
TEST(Merge, TakesEditsOfDifferentPartsOfTheBodyAndOfTheFrontmatter) {
  const std::string base = kHead + kBody;
  const std::string mine = replaced(base, "Intro line.", "A better intro.");
  const std::string theirs =
      replaced(replaced(base, "Ask the team.", "Ask Ann."), "importance: 5", "importance: 8");
  const Merged result = merged(base, mine, theirs);
  EXPECT_EQ(result.text, replaced(replaced(mine, "Ask the team.", "Ask Ann."), "importance: 5",
                                  "importance: 8"));
}

// rule: MG2
TEST(Merge, KeepsKeysItDoesNotKnowAndCommentsAndQuoting) {
  const std::string base = kHead + kBody;
  const std::string mine =
      replaced(base, "owner: 'ops'\n", "owner: \"dev\"  # since May\nx-id: 7\n");
  const std::string theirs = replaced(base, "type: project", "type: reference");
  EXPECT_EQ(merged(base, mine, theirs).text, replaced(mine, "type: project", "type: reference"));
}

// rule: MG2
TEST(Merge, KeepsKeysThatBothSidesAdded) {
  const std::string base = kHead + kBody;
  const std::string mine = replaced(base, "owner: 'ops'\n", "owner: 'ops'\nzone: a\n");
  const std::string theirs = replaced(base, "owner: 'ops'\n", "owner: 'ops'\n# why\nalpha: 1\n");
  EXPECT_EQ(merged(base, mine, theirs).text,
            replaced(base, "owner: 'ops'\n", "owner: 'ops'\n# why\nalpha: 1\nzone: a\n"));
}

// rule: MG2
TEST(Merge, ConflictsWhereBothChangedOneKeyOrOneRemovedIt) {
  const std::string base = kHead + kBody;
  const std::string mine = replaced(base, "owner: 'ops'", "owner: dev");
  const std::string theirs = replaced(base, "owner: 'ops'", "owner: infra");
  const Merged changed = merged(base, mine, theirs);
  EXPECT_FALSE(changed.text);
  EXPECT_EQ(changed.conflicts, std::vector<std::string>{"owner"});
  EXPECT_FALSE(merged(base, mine, replaced(base, "owner: 'ops'\n", "")).text);
  EXPECT_EQ(merged(base, replaced(base, "importance: 5", "importance: 6"),
                   replaced(base, "importance: 5", "importance: 7"))
                .conflicts,
            std::vector<std::string>{"metadata.importance"});
}

// rule: MG3
TEST(Merge, MergesListsThatAreSetsByItemSoThatRemovalsHold) {
  const std::string base = kHead + kBody;
  const std::string mine = replaced(base, "[deploy, staging]", "[staging, 'night job']");
  const std::string theirs = replaced(base, "[deploy, staging]", "[deploy, staging, ci]");
  const auto text = merged(base, mine, theirs).text;
  ASSERT_TRUE(text);
  EXPECT_EQ(note::parse_note(*text).tags, (std::vector<std::string>{"staging", "ci", "night job"}));
  EXPECT_NE(text->find("tags: [staging, ci, 'night job']\n"), std::string::npos);
  const auto cites = merged(base, replaced(base, "    - a.cc\n", ""),
                            replaced(base, "    - b.cc\n", "    - b.cc\n    - c.cc  # new\n"))
                         .text;
  ASSERT_TRUE(cites);
  EXPECT_NE(cites->find("  cites:\n    - b.cc\n    - c.cc  # new\n---\n"), std::string::npos)
      << *cites;
}

// rule: MG3
TEST(Merge, MergesBlockScalarsAsText) {
  const std::string base = kHead + kBody;
  const std::string mine = replaced(base, "    first\n", "    zeroth\n    first\n");
  const std::string theirs = replaced(base, "    third\n", "    third\n    fourth\n");
  const auto text = merged(base, mine, theirs).text;
  ASSERT_TRUE(text);
  EXPECT_EQ(note::metadata_text(note::parse_note(*text), "steps"),
            "zeroth\nfirst\nsecond\nthird\nfourth\n");
  EXPECT_FALSE(merged(base, replaced(base, "    second\n", "    2nd\n"),
                      replaced(base, "    second\n", "    zwei\n"))
                   .text);
}

// rule: MG4
TEST(Merge, ConflictsWhereEditsTouch) {
  const std::string base = "a\nb\nc\nd\ne\n";
  EXPECT_EQ(merged(base, "A\nb\nc\nd\ne\n", "a\nb\nC\nd\ne\n").text, "A\nb\nC\nd\ne\n");
  EXPECT_FALSE(merged(base, "A\nb\nc\nd\ne\n", "a\nB\nc\nd\ne\n").text);
  EXPECT_FALSE(merged(base, "a\nb\nx\nc\nd\ne\n", "a\nb\ny\nc\nd\ne\n").text);
  EXPECT_EQ(merged(base, "a\nb\nx\nc\nd\ne\n", "a\nb\nx\nc\nd\nE\n").text, "a\nb\nx\nc\nd\nE\n");
  EXPECT_EQ(merged(base, "b\nc\nd\ne\n", "a\nb\nc\nd\n").text, "b\nc\nd\n");
}

// rule: MG4
TEST(Merge, ConflictsAmongLinesThatStandThereSeveralTimes) {
  const std::string base = "x\nx\nx\nx\nend\n";
  EXPECT_FALSE(merged(base, "x\nx\nx\nend\n", "x\ny\nx\nx\nx\nend\n").text);
}

// rule: MG4
TEST(Merge, DoublesNoParagraphThatBothSidesMoved) {
  const std::string base = "one\n\ntwo\n\nthree\n\nfour\n\nfive\n";
  const std::string mine = "two\n\nthree\n\none\n\nfour\n\nfive\n";
  const std::string theirs = "two\n\nthree\n\nfour\n\none\n\nfive\n";
  EXPECT_FALSE(merged(base, mine, theirs).text);
  EXPECT_FALSE(merged(base, mine, "two\n\nthree\n\nfour\n\nfive\n").text) << "moved and removed";
  EXPECT_FALSE(merged(base, "one\n\nnew text here\n\ntwo\n\nthree\n\nfour\n\nfive\n",
                      "one\n\ntwo\n\nthree\n\nfour\n\nnew text here\n\nfive\n")
                   .text)
      << "the same added in two places";
}

// rule: MG1
TEST(Merge, KeepsBothWithoutABase) {
  EXPECT_FALSE(merge(Shape::Note, {std::nullopt, "a\n", "b\n"}).text);
  EXPECT_FALSE(merge(Shape::Note, {"", "a\n", "b\n"}).text);
  EXPECT_EQ(merge(Shape::Note, {std::nullopt, "a\n", "a\n"}).text, "a\n");
}

// rule: MG5
TEST(Merge, MakesADescriptionAgainThatLociMade) {
  const std::string base =
      "---\nname: N\ndescription: First fact\ntype: project\n---\n\nFirst "
      "fact\n\nSecond\n\nThird\n";
  const std::string mine =
      "---\nname: N\ndescription: New on top\ntype: project\n---\n\nNew on "
      "top\n\nFirst fact\n\nSecond\n\nThird\n";
  const std::string theirs =
      "---\nname: N\ndescription: And last\ntype: project\n---\n\nFirst "
      "fact\n\nSecond\n\nThird\n\nAnd last\n";
  const auto text = merged(base, mine, theirs).text;
  ASSERT_TRUE(text);
  EXPECT_NE(text->find("New on top\n\nFirst fact\n\nSecond\n\nThird\n\nAnd last\n"),
            std::string::npos);
  const std::string own = replaced(theirs, "description: And last", "description: By hand");
  const auto by_hand = merged(base, mine, own).text;
  ASSERT_TRUE(by_hand);
  EXPECT_EQ(note::parse_note(*by_hand).description, "By hand");
  EXPECT_FALSE(merged(base, replaced(mine, "New on top\ntype", "Mine\ntype"), own).text)
      << "two that were written by hand";
}

// rule: MG5
TEST(Merge, TakesTheLaterDateOfModification) {
  const std::string base = "---\nname: N\nmetadata:\n  modified: 2026-01-01\n---\n\na\n\nb\n\nc\n";
  const auto text = merged(base, replaced(replaced(base, "2026-01-01", "2026-02-01"), "a\n", "A\n"),
                           replaced(replaced(base, "2026-01-01", "2026-03-01"), "c\n", "C\n"))
                        .text;
  EXPECT_EQ(text, "---\nname: N\nmetadata:\n  modified: 2026-03-01\n---\n\nA\n\nb\n\nC\n");
}

// rule: MG1
TEST(Merge, FollowsWhoeverChangedLineEndings) {
  const std::string base = "a\nb\nc\nd\n";
  EXPECT_EQ(merged(base, "a\r\nb\r\nc\r\nd\r\n", "a\nb\nc\nD\n").text, "a\r\nb\r\nc\r\nD\r\n");
  EXPECT_EQ(merged(base, "a\nb\nc\nd", "A\nb\nc\nd\n").text, "A\nb\nc\nd");
  EXPECT_EQ(merged(base,
                   "\xEF\xBB\xBF"
                   "a\nb\nc\nd\n",
                   "a\nb\nc\nD\n")
                .text,
            "\xEF\xBB\xBF"
            "a\nb\nc\nD\n");
}

// rule: MG6
TEST(MergeIndex, HasEntriesOfBothOnceAndKeepsProse) {
  const std::string base = "# Ours\n\nRead this.\n\n- [A](a.md) - about a\n- [B](b.md) - about b\n";
  const std::string mine =
      "# Ours\n\nRead this.\n\n- [C](c.md) - mine\n- [A](a.md) - about a\n- [B](b.md) - about b\n";
  const std::string theirs =
      "# Ours\n\nRead this first.\n\n- [D](d.md) - theirs\n- [A](a.md) - about a, more\n";
  EXPECT_EQ(merged(base, mine, theirs, Shape::Index).text,
            "# Ours\n\nRead this first.\n\n- [C](c.md) - mine\n- [D](d.md) - theirs\n- [A](a.md) - "
            "about a, more\n");
}

// rule: MG6
TEST(MergeIndex, MergesWithoutABaseAndDropsDoubledLines) {
  const auto text =
      merge(Shape::Index, {std::nullopt, "- [A](a.md)\n- [A](a.md)\n", "- [B](b.md)\n"});
  EXPECT_EQ(text.text, "- [A](a.md)\n- [B](b.md)\n");
}

// rule: MG6
TEST(MergeIndex, NeverConflictsWhereBothChangedAHook) {
  const auto text =
      merged("- [A](a.md) - x\n", "- [A](a.md) - y\n", "- [A](a.md) - z\n", Shape::Index);
  EXPECT_EQ(text.text, "- [A](a.md) - y\n");
}

// rule: MG31
TEST(MergeIndex, KeepsTheHeadingsOfBothWhereTheyStand) {
  const std::string mine =
      "Intro.\n\n- [a](a.md)\n- [b](b.md)\n- [c](c.md)\n\n## Deploys\n\n- [d](d.md)\n- [e](e.md)\n";
  const std::string theirs =
      "Intro.\n\n- [a](a.md)\n\n## People\n\n- [b](b.md)\n- [c](c.md)\n- [d](d.md)\n- [e](e.md)\n";
  const std::string both =
      "Intro.\n\n- [a](a.md)\n\n## People\n\n- [b](b.md)\n- [c](c.md)\n\n## Deploys\n\n- "
      "[d](d.md)\n- [e](e.md)\n";
  EXPECT_EQ(merged("Intro.\n", mine, theirs, Shape::Index).text, both);
  const std::string list =
      "Intro.\n\n- [a](a.md)\n- [b](b.md)\n- [c](c.md)\n- [d](d.md)\n- [e](e.md)\n";
  EXPECT_EQ(merged(list, mine, theirs, Shape::Index).text, both);
}

// rule: MG31
TEST(MergeIndex, KeepsEntriesBelowTheirHeadingsWhereTheListsHadAnotherOrder) {
  const std::string mine =
      "Intro.\n\n- [a](a.md)\n- [b](b.md)\n- [c](c.md)\n## Deploys\n- [d](d.md)\n";
  const std::string theirs =
      "Intro.\n\n- [d](d.md)\n- [c](c.md)\n## People\n- [b](b.md)\n- [a](a.md)\n";
  EXPECT_EQ(merged("Intro.\n", mine, theirs, Shape::Index).text,
            "Intro.\n\n- [c](c.md)\n## People\n- [a](a.md)\n- [b](b.md)\n## Deploys\n- "
            "[d](d.md)\n");
}

// rule: MG31
TEST(MergeIndex, PutsOneParagraphBelowTheOtherAndAboveTheList) {
  EXPECT_EQ(merged("Intro.\n", "Intro.\nB one.\nB two.\n",
                   "Intro.\nA one.\nZ two.\n- [a](a.md)\n## Known\n- [b](b.md)\n", Shape::Index)
                .text,
            "Intro.\nA one.\nZ two.\nB one.\nB two.\n- [a](a.md)\n## Known\n- [b](b.md)\n");
}

// rule: MG31
TEST(MergeIndex, TakesWhatBothMoved) {
  EXPECT_EQ(merged("One.\nTwo.\nThree.\nFour.\n", "Two.\nOne.\nThree.\nFour.\n",
                   "One.\nTwo.\nFour.\nThree.\n", Shape::Index)
                .text,
            "Two.\nOne.\nFour.\nThree.\n");
}

// rule: MG31
TEST(MergeIndex, LeavesAnEntryThatOneRemovedAndTheOtherChangedWhereItStood) {
  EXPECT_EQ(merged("- [a](a.md)\n- [b](b.md)\n- [c](c.md)\n",
                   "- [a](a.md)\n- [b](b.md) - mine\n- [c](c.md)\n", "- [a](a.md)\n- [c](c.md)\n",
                   Shape::Index)
                .text,
            "- [a](a.md)\n- [b](b.md) - mine\n- [c](c.md)\n");
}

// rule: MG7
TEST(MergeScratchpad, TicksAndAddsItemsOfBoth) {
  const std::string base = "- [ ] one\n- [ ] two\n- [ ] three\n";
  EXPECT_EQ(merged(base, "- [x] one\n- [ ] two\n- [ ] three\n- [ ] four\n",
                   "- [ ] one\n- [ ] two\n- [ ] five\n", Shape::Scratchpad)
                .text,
            "- [x] one\n- [ ] two\n- [ ] five\n- [ ] four\n");
}

// rule: MG7
TEST(MergeDaily, OrdersEntriesOfBothByTime) {
  const std::string base = "### 09:00 — start\nCame in.\n";
  EXPECT_EQ(merged(base, base + "### 11:00 — mine\nBuilt it.\n### 15:00 — mine\nShipped.\n",
                   base + "### 10:00 — theirs\nReviewed.\n", Shape::Daily)
                .text,
            base +
                "### 10:00 — theirs\nReviewed.\n### 11:00 — mine\nBuilt it.\n### 15:00 — "
                "mine\nShipped.\n");
}

// rule: MG8
TEST(Unmerged, KeepsBothTextsInOneFileAndGivesThemBack) {
  const std::string a = kHead + kBody;
  for (const std::string& b :
       {kHead + "Other.\n", std::string("no frontmatter"), std::string("```yaml\nx\n```\n\ntext\n"),
        std::string("---\nname: N\n---")}) {
    const std::string file = note::in_one_file(a, b);
    EXPECT_EQ(file, note::in_one_file(b, a));
    EXPECT_EQ(file.find("<<<<"), std::string::npos);
    const auto two = note::versions_in(file);
    ASSERT_TRUE(two);
    EXPECT_FALSE(two->first.edited || two->second.edited);
    EXPECT_TRUE(sha256(two->first.text) < sha256(two->second.text));
    EXPECT_TRUE((two->first.text == a && two->second.text == b) ||
                (two->first.text == b && two->second.text == a));
    EXPECT_EQ(two->first.name, sha256(two->first.text).substr(0, 8));
    EXPECT_EQ(merge(Shape::Note, {"base\n", file, b}).text, file) << "merged again";
  }
  EXPECT_FALSE(note::versions_in(a));
}

// rule: MG8
TEST(Unmerged, KnowsTheVersionsOfAFileThatHoldsThreeOfThem) {
  const std::string two = note::in_one_file("one\n", "two\n");
  const std::string three = note::in_one_file(two, "three\n");
  const auto outer = note::versions_in(three);
  ASSERT_TRUE(outer);
  EXPECT_TRUE(outer->first.text == two || outer->second.text == two);
  EXPECT_TRUE(outer->first.text == "three\n" || outer->second.text == "three\n");
}

// rule: MG9
TEST(Unmerged, MakesAPairOfNotesThatLeadToEachOther) {
  const std::string a = kHead + kBody;
  const std::string b = "plain, without an end";
  const note::Pair pair = note::as_pair("deploys.md", a, b);
  const note::Pair swapped = note::as_pair("deploys.md", b, a);
  EXPECT_EQ(pair.text, swapped.text);
  EXPECT_EQ(pair.other_text, swapped.other_text);
  const bool a_first = sha256(a) < sha256(b);
  EXPECT_EQ(pair.other_file, "deploys-" + note::version_name(a_first ? b : a) + ".md");
  const auto half = note::half_of_pair(pair.text);
  const auto other = note::half_of_pair(pair.other_text);
  ASSERT_TRUE(half && other);
  EXPECT_EQ(half->version.text, a_first ? a : b);
  EXPECT_EQ(other->version.text, a_first ? b : a);
  EXPECT_EQ(half->other, pair.other_file);
  EXPECT_EQ(other->other, "deploys.md");
  EXPECT_TRUE(half->named && !other->named);
  EXPECT_FALSE(note::half_of_pair(a) || note::half_of_pair(""));
}

// Another machine made a pair of the same two texts already, and the note was edited there since.
// rule: MG9
TEST(Unmerged, MergesAVersionWithTheHalfThatWasMadeOfIt) {
  const note::Pair pair = note::as_pair("deploys.md", "one\n", "two\n");
  const std::string edited = "More.\n" + pair.text;
  for (const std::string_view version : {"one\n", "two\n"}) {
    for (const std::string& half : {pair.text, edited}) {
      EXPECT_EQ(merge(Shape::Note, {std::nullopt, version, half}).text, half);
      EXPECT_EQ(merge(Shape::Note, {"base\n", half, version}).text, half);
    }
  }
  EXPECT_FALSE(merge(Shape::Note, {std::nullopt, "three\n", pair.text}).text);
  EXPECT_FALSE(merge(Shape::Note, {std::nullopt, "two\n", pair.other_text}).text);
}

TEST(ShapeOf, IsByName) {
  EXPECT_EQ(shape_of(".loci/memory/MEMORY.md"), Shape::Index);
  EXPECT_EQ(shape_of("SCRATCHPAD.md"), Shape::Scratchpad);
  EXPECT_EQ(shape_of("daily/2026-11-15.md"), Shape::Daily);
  EXPECT_EQ(shape_of("memory/2026-11-15.md"), Shape::Note);
}

// rule: MG4
TEST(MergeOfLargeNotes, MergesManyEditsOfBothSidesInAMebibyteOfShortLines) {
  std::vector<std::string> lines;
  std::minstd_rand random(1);
  for (int i = 0; i < 500'000; ++i) lines.emplace_back(1, static_cast<char>('a' + random() % 26));
  const auto text = [](const std::vector<std::string>& all) {
    return fmt::format("---\nname: Large\ntype: project\n---\n\n{}\n", join(all, "\n"));
  };
  std::vector<std::string> mine = lines;
  std::vector<std::string> theirs = lines;
  for (std::size_t i = 0; i < 900; ++i) {
    mine[i * 200] = fmt::format("mine {}", i);
    theirs[300'000 + i * 200] = fmt::format("theirs {}", i);
  }
  const std::string base = text(lines);
  const auto begin = std::chrono::steady_clock::now();
  const Merged merged = merge(Shape::Note, {base, text(mine), text(theirs)});
  const auto took = std::chrono::steady_clock::now() - begin;
  std::printf(
      "1 MiB of two-byte lines, 900 edits on each side: %lld ms\n",
      static_cast<long long>(std::chrono::duration_cast<std::chrono::milliseconds>(took).count()));
  ASSERT_TRUE(merged.text);
  std::vector<std::string> both = mine;
  std::copy(theirs.begin() + 300'000, theirs.end(), both.begin() + 300'000);
  EXPECT_TRUE(*merged.text == text(both));
}

// rule: MG4
TEST(MergeOfLargeNotes, IsAConflictPastTheBound) {
  std::string base;
  std::string mine;
  for (int i = 0; i < 6'000; ++i) base += fmt::format("line {}\n", i);
  for (int i = 0; i < 6'000; ++i) mine += fmt::format("line {}{}\n", i, i % 2 == 0 ? "" : " new");
  const std::string theirs = replace_all(base, "line 3000\n", "line three thousand\n");
  EXPECT_FALSE(merge(Shape::Note, {base, mine, theirs}).text);
}

}  // namespace
}  // namespace loci::sync::merge_test
