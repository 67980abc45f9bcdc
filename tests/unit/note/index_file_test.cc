#include "note/index_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>
#include <vector>

#include "base/limits.h"

namespace loci::note::index_file_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

const NoteLine kPrefs{"prefs.md", "Prefs", "Saved preference"};
const NoteLine kStyle{"style.md", "Style", ""};
const NoteLine kOther{"other.md", "Other", "more"};

std::string update(std::string_view text, const IndexChange& change) {
  IndexUpdate once = update_index(text, std::vector{change});
  EXPECT_EQ(update_index(once.text, std::vector{change}).text, once.text) << "not idempotent";
  return once.text;
}
std::string write(std::string_view text, const NoteLine& note) {
  return update(text, {std::nullopt, note});
}
std::string rewrite(std::string_view text, const NoteLine& before, const NoteLine& after) {
  return update(text, {before, after});
}
std::string remove(std::string_view text, std::string_view file) {
  return update(text, {NoteLine{std::string(file), "", ""}, std::nullopt});
}

std::vector<std::string> files(std::string_view text) {
  std::vector<std::string> result;
  for (const IndexEntry& entry : parse_index(text)) result.push_back(entry.file);
  return result;
}

// rule: I3
TEST(IndexLine, IsNameFileAndDescription) {
  EXPECT_EQ(index_line(kPrefs), "- [Prefs](prefs.md) - Saved preference");
  EXPECT_EQ(index_line(kStyle), "- [Style](style.md)");
}

// rule: I3
TEST(IndexLine, EscapesTheName) {
  EXPECT_EQ(index_line({"a.md", "a [b] \\c", ""}), "- [a \\[b\\] \\\\c](a.md)");
}

// rule: I3
TEST(IndexLine, WritesSpacesAndParenthesesInAngleBrackets) {
  EXPECT_EQ(index_line({"my note.md", "N", ""}), "- [N](<my note.md>)");
  EXPECT_EQ(index_line({"user(preferences).md", "N", ""}), "- [N](<user(preferences).md>)");
  EXPECT_EQ(index_line({"a<b>\\c.md", "N", ""}), "- [N](<a\\<b\\>\\\\c.md>)");
}

// rule: I3
TEST(IndexLine, StaysOneLineWhateverTheNoteSays) {
  EXPECT_EQ(index_line({"a.md", "two\nlines\x1b", "and\r\n\tmore\u2028x "}),
            "- [two lines](a.md) - and more x");
  EXPECT_EQ(index_line({"a-b.md", " \n ", "x"}), "- [a-b](a-b.md) - x");
}

// Or a note could hide the lines below its own.
TEST(IndexLine, OpensAndClosesNoComment) {
  EXPECT_EQ(index_line({"a.md", "<!-- x", "y -->"}), "- [<\\!-- x](a.md) - y --\\>");
  const std::string text = write(write("", {"a.md", "<!-- x", "<!--"}), {"b.md", "-->", "-->"});
  EXPECT_THAT(files(text), ElementsAre("b.md", "a.md"));
  EXPECT_EQ(parse_index(text)[1].name, "<!-- x");
}

// rule: I2, I3
TEST(IndexLine, ReadsBackWhateverTheNames) {
  for (const std::string_view name :
       {"plain", "a [b](c.md)", "\\", "`tick", "**b**", "]", "[", "a - b"}) {
    for (const std::string_view file :
         {"x.md", "a b.md", "(x.md", "x).md", "<.md", "a\\b.md", "c#.md", "100%.md", "`.md",
          "日本.md", "\\).md", "a.md#b.md"}) {
      const std::string line = index_line({std::string(file), std::string(name), "hook: - x"});
      const auto entries = parse_index(line);
      ASSERT_THAT(entries, SizeIs(1)) << line;
      EXPECT_EQ(entries[0].file, file) << line;
      EXPECT_EQ(entries[0].name, name) << line;
      EXPECT_EQ(entries[0].hook, "hook: - x") << line;
    }
  }
}

// rule: I1
TEST(ParseIndex, ReadsEveryAcceptedForm) {
  const auto entries = parse_index(
      "# Head\n"
      "- [A](a.md) - one\n"
      "* [B](b.md) — two\n"
      "+ [C](c.md): three\n"
      "- [D](d.md)\n"
      "  - [E](<e e.md>) – five  \n"
      "- `F title` — six (file: `f.md`)\n"
      "- `G` (file: `g.md`)\n"
      "- **[H](h.md)** — eight\n"
      "- [I](i.md) nine, see [A](a.md)\n"
      "- [ ] [J](j.md#part) - ten\n"
      "- [K](k.md \"title\") -\n");
  ASSERT_THAT(entries, SizeIs(11));
  const auto expect = [&](std::size_t i, std::string_view file, std::string_view name,
                          std::string_view hook) {
    EXPECT_EQ(entries[i].file, file);
    EXPECT_EQ(entries[i].name, name);
    EXPECT_EQ(entries[i].hook, hook);
    EXPECT_EQ(entries[i].line, i + 1);
  };
  expect(0, "a.md", "A", "one");
  expect(1, "b.md", "B", "two");
  expect(2, "c.md", "C", "three");
  expect(3, "d.md", "D", "");
  expect(4, "e e.md", "E", "five");
  expect(5, "f.md", "F title", "six");
  expect(6, "g.md", "G", "");
  expect(7, "h.md", "H", "eight");
  expect(8, "i.md", "I", "nine, see [A](a.md)");
  expect(9, "j.md", "J", "ten");
  expect(10, "k.md", "K", "");
}

// rule: I1
TEST(ForEachEntry, SeesTheEntriesThatParsingSees) {
  const std::string text =
      "\xEF\xBB\xBF- [A](a.md) - one\r\nprose\n```\n- [No](no.md)\n```\n  - [E](<e e.md>)\n<!-- "
      "\n- [No](no.md)\n-->\n- `F title` (file: `f.md`)";
  std::vector<std::string> seen;
  for_each_entry(text, [&](std::string_view line, std::string_view file) {
    seen.push_back(std::string(file) + "|" + std::string(line));
    return true;
  });
  EXPECT_THAT(seen, ElementsAre("a.md|- [A](a.md) - one", "e e.md|  - [E](<e e.md>)",
                                "f.md|- `F title` (file: `f.md`)"));
  ASSERT_THAT(parse_index(text), SizeIs(seen.size()));
}

// rule: I1
TEST(ForEachEntry, StopsWhenEnoughWasSeen) {
  std::vector<std::string> seen;
  for_each_entry("- [A](a.md)\nprose\n- [B](b.md)\n- [C](c.md)\n",
                 [&](std::string_view, std::string_view file) {
                   seen.emplace_back(file);
                   return seen.size() < 2;
                 });
  EXPECT_THAT(seen, ElementsAre("a.md", "b.md"));
}

// rule: I2
TEST(ParseIndex, ResolvesEscapesAndNestedParentheses) {
  EXPECT_THAT(files("- [x](user(preferences).md)\n- [x](user\\(preferences\\).md)\n"
                    "- [a \\] b](<user(preferences).md>)\n- [a [b] c](x\\\\y.md)\n"),
              ElementsAre("user(preferences).md", "user(preferences).md", "user(preferences).md",
                          "x\\y.md"));
}

// rule: I1, I2
TEST(ParseIndex, LeavesOutWhatIsNoEntry) {
  EXPECT_THAT(files("see [A](a.md)\n"
                    "-[A](a.md)\n"
                    "# [A](a.md)\n"
                    "- [web](https://x.y/a.md) and [A](a.md)\n"
                    "- [dir](dir/a.md)\n"
                    "- [text](a.txt)\n"
                    "- ![image](a.md)\n"
                    "- `[A](a.md)`\n"
                    "- words\n"
                    "-\n"
                    "- [index](MEMORY.md)\n"
                    "- [pad](SCRATCHPAD.md)\n"
                    "- [[wiki]]\n"
                    "- `F` (file: f.md)\n"
                    "- `F (file: `f.md`)\n"
                    "- `F` (file: `f/f.md`)\n"
                    "- [broken](<a.md)\n"
                    "- [](.md)\n"),
              IsEmpty());
}

// rule: I1
TEST(ParseIndex, LeavesOutFencesCommentsAndFrontmatter) {
  EXPECT_THAT(files("---\ntitle: x\nlist: [y]\n---\n- [A](a.md)\n"
                    "```\n- [no](no.md)\n```\n"
                    "~~~~ text\n- [no](no.md)\n~~~\n- [no](no.md)\n~~~~\n"
                    "<!-- - [no](no.md)\n- [no](no.md)\n--> - [no](no.md)\n"
                    "<!-- x --> <!-- y\n- [no](no.md)\n-->\n"
                    "- [B](b.md) <!-- note -->\n"),
              ElementsAre("a.md", "b.md"));
}

TEST(ParseIndex, TakesAnUnclosedFenceOrCommentForText) {
  EXPECT_THAT(
      files("```\n- [A](a.md)\n~~~\n- [B](b.md)\n<!-- open\n- [C](c.md)\n````x\n- [D](d.md)\n"),
      ElementsAre("a.md", "b.md", "c.md", "d.md"));
  EXPECT_THAT(files("use `<!--` here\n- [A](a.md)\nand `-->` there\n"), ElementsAre("a.md"));
  EXPECT_THAT(files("- [A](a.md) <!-- x\n- [B](b.md)\n-->\n"), ElementsAre("a.md", "b.md"));
  EXPECT_THAT(files("- [A](a.md) <!-- x --> <!-- y\n- [B](b.md)\n-->\n"),
              ElementsAre("a.md", "b.md"));
  EXPECT_THAT(files("<!-- x -->```\n- [A](a.md)\n```\n- [B](b.md)\n"), ElementsAre("a.md", "b.md"));
}

// Rules above and below a part of the page are not a frontmatter.
TEST(ParseIndex, FindsEntriesBetweenTwoRules) {
  EXPECT_THAT(files("---\n- [A](a.md)\n---\n- [B](b.md)\n"), ElementsAre("a.md", "b.md"));
  EXPECT_THAT(files("---\nx: y\n- [A](a.md)\n---\n"), ElementsAre("a.md"));
}

TEST(ParseIndex, ReadsABomAndCarriageReturns) {
  const auto entries = parse_index("\xEF\xBB\xBF- [A](a.md) - x\r\n- [B](b.md)\r\n");
  ASSERT_THAT(entries, SizeIs(2));
  EXPECT_EQ(entries[0].hook, "x");
  EXPECT_EQ(entries[1].line, 1U);
}

// rule: I3, I5
TEST(UpdateIndex, PutsTheNewestOnTop) {
  const std::string text = write(write("", kPrefs), kStyle);
  EXPECT_EQ(text, "- [Style](style.md)\n- [Prefs](prefs.md) - Saved preference\n");
}

// rule: I5
TEST(UpdateIndex, PutsANewLineAboveTheFirstEntry) {
  EXPECT_EQ(
      write("# Head\n\nprose\n\n- [Other](other.md)\nend\n", kPrefs),
      "# Head\n\nprose\n\n- [Prefs](prefs.md) - Saved preference\n- [Other](other.md)\nend\n");
  EXPECT_EQ(write("```\n- [no](no.md)\n```\n- [Other](other.md)\n", kStyle),
            "```\n- [no](no.md)\n```\n- [Style](style.md)\n- [Other](other.md)\n");
}

// rule: I5
TEST(UpdateIndex, PutsAFirstLineAtTheEndBehindABlankLine) {
  EXPECT_EQ(write("# Head\n", kStyle), "# Head\n\n- [Style](style.md)\n");
  EXPECT_EQ(write("prose", kStyle), "prose\n\n- [Style](style.md)\n");
  EXPECT_EQ(write("prose\n\n", kStyle), "prose\n\n- [Style](style.md)\n");
  EXPECT_EQ(write("prose\r\n", kStyle), "prose\r\n\r\n- [Style](style.md)\r\n");
  EXPECT_EQ(write("\n", kStyle), "\n- [Style](style.md)\n");
  EXPECT_EQ(write("x", kStyle), "x\n\n- [Style](style.md)\n");
  EXPECT_EQ(write("\xEF\xBB\xBF", kStyle), "\xEF\xBB\xBF- [Style](style.md)\n");
}

// rule: I6
TEST(UpdateIndex, KeepsTheLineEndingsOfTheFile) {
  EXPECT_EQ(write("# Head\r\n- [Other](other.md)\r\n", kStyle),
            "# Head\r\n- [Style](style.md)\r\n- [Other](other.md)\r\n");
  EXPECT_EQ(rewrite("- [Old](style.md)\r\n- [Other](other.md)", kStyle, kStyle),
            "- [Style](style.md)\r\n- [Other](other.md)");
}

// rule: I4
TEST(UpdateIndex, ReplacesAGeneratedHookInPlace) {
  const NoteLine after{"prefs.md", "Preferences", "New words"};
  EXPECT_EQ(rewrite("- [A](a.md)\n- [Prefs](prefs.md) - Saved preference\nend\n", kPrefs, after),
            "- [A](a.md)\n- [Preferences](prefs.md) - New words\nend\n");
  EXPECT_EQ(rewrite("* [Prefs](prefs.md) — Saved preference  \n", kPrefs, after),
            "* [Preferences](prefs.md) — New words  \n");
  EXPECT_EQ(rewrite("- `Prefs` — Saved preference (file: `prefs.md`)\n", kPrefs,
                    {"prefs.md", "a `b` c", "New"}),
            "- `a 'b' c` — New (file: `prefs.md`)\n");
}

// rule: I4
TEST(UpdateIndex, KeepsAHandWrittenHook) {
  EXPECT_EQ(rewrite("- [Prefs](prefs.md) - my own words\n", kPrefs, {"prefs.md", "P2", "New"}),
            "- [P2](prefs.md) - my own words\n");
  EXPECT_EQ(write("- [x](prefs.md): mine\n", kPrefs), "- [Prefs](prefs.md): mine\n");
}

// rule: I4
TEST(UpdateIndex, AddsAndDropsAHookWithTheDescription) {
  EXPECT_EQ(rewrite("- [Style](style.md)\n", kStyle, {"style.md", "Style", "now described"}),
            "- [Style](style.md) - now described\n");
  EXPECT_EQ(rewrite("- [Prefs](prefs.md): Saved preference\n", kPrefs, {"prefs.md", "Prefs", ""}),
            "- [Prefs](prefs.md)\n");
  EXPECT_EQ(rewrite("- `Prefs` (file: `prefs.md`)\n", {"prefs.md", "Prefs", ""}, kPrefs),
            "- `Prefs` - Saved preference (file: `prefs.md`)\n");
}

TEST(UpdateIndex, KeepsALinkTextThatSaysTheSame) {
  EXPECT_EQ(rewrite("- [Pr\\efs\\!](prefs.md) - x\n", kPrefs, {"prefs.md", "Pr\\efs!", "x"}),
            "- [Pr\\efs\\!](prefs.md) - x\n");
}

TEST(UpdateIndex, LeavesALineThatANewNameWouldBreak) {
  const std::string text = "- ![i]([Old](style.md)\n";
  EXPECT_EQ(write(text, {"style.md", "x)", ""}), text);
  EXPECT_EQ(rewrite(text, kStyle, {"new.md", "x)", "d"}), "- [x)](new.md) - d\n");
}

// rule: I2, I7
TEST(UpdateIndex, RemovesExactlyTheLinesOfADeletedNote) {
  EXPECT_EQ(remove("- [Prefs](prefs.md) - Saved preference\n- [Other](other.md) - see (prefs.md)\n",
                   "prefs.md"),
            "- [Other](other.md) - see (prefs.md)\n");
  EXPECT_EQ(remove("- [U](user(preferences).md)\n- [V](<user(preferences).md>) - x\n"
                   "- [W](user\\(preferences\\).md)\nuser(preferences).md\n- [O](o.md)",
                   "user(preferences).md"),
            "user(preferences).md\n- [O](o.md)");
  EXPECT_EQ(remove("see [Prefs](prefs.md)\n- my-prefs.md\n- [M](my-prefs.md)\n", "prefs.md"),
            "see [Prefs](prefs.md)\n- my-prefs.md\n- [M](my-prefs.md)\n");
}

// rule: I8
TEST(UpdateIndex, RemovesTheFileWithItsLastGeneratedLine) {
  const IndexChange gone{kPrefs, std::nullopt};
  const auto removes = [&](std::string_view text) {
    return update_index(text, std::vector{gone}).remove;
  };
  EXPECT_TRUE(removes("- [Prefs](prefs.md) - Saved preference\n"));
  EXPECT_TRUE(removes("\xEF\xBB\xBF\n- [a \\[b\\]](prefs.md)\n\n"));
  EXPECT_FALSE(removes("* [Prefs](prefs.md) - by hand\n"));
  EXPECT_FALSE(removes("- `Prefs` (file: `prefs.md`)\n"));
  EXPECT_FALSE(removes("# Head\n- [Prefs](prefs.md)\n"));
  EXPECT_FALSE(removes("- [Prefs](prefs.md)\n- [Other](other.md)\n"));
  EXPECT_FALSE(removes(""));
  EXPECT_FALSE(removes("\n"));
}

// rule: I9
TEST(UpdateIndex, RenamesInPlace) {
  EXPECT_EQ(rewrite("- [A](a.md)\n* [Prefs](prefs.md) — mine\n", kPrefs, {"my prefs.md", "P", "d"}),
            "- [A](a.md)\n* [P](<my prefs.md>) — mine\n");
  EXPECT_EQ(rewrite("- [P](<prefs.md>) - x\n- [P](prefs.md) - y\n", kPrefs, {"p2.md", "P", "d"}),
            "- [P](p2.md) - x\n");
  EXPECT_EQ(rewrite("- [P](prefs.md#part)\n", kPrefs, {"p2.md", "P", ""}), "- [P](p2.md#part)\n");
  EXPECT_EQ(rewrite("- `P` (file: `prefs.md`)\n", kPrefs, {"p2.md", "P", ""}),
            "- `P` (file: `p2.md`)\n");
}

// rule: I9
TEST(UpdateIndex, RenamesOntoALineThatIsThere) {
  EXPECT_EQ(rewrite("- [P](prefs.md)\n- [Q](p2.md) - q\n", kPrefs, {"p2.md", "P", ""}),
            "- [P](p2.md) - q\n");
}

// rule: I5, I10
TEST(UpdateIndex, TakesManyChangesAtOnce) {
  const std::vector<IndexChange> changes = {
      {kPrefs, std::nullopt},
      {kOther, NoteLine{"renamed.md", "Renamed", "more"}},
      {std::nullopt, NoteLine{"n1.md", "N1", ""}},
      {std::nullopt, NoteLine{"n2.md", "N2", ""}},
      {std::nullopt, NoteLine{"n3.md", "N3", ""}},
  };
  const std::string text =
      "- [Prefs](prefs.md) - Saved preference\nprose\n- [Other](other.md) - more\n- [Z](z.md)\n";
  const IndexUpdate result = update_index(text, changes);
  EXPECT_EQ(result.text,
            "prose\n- [N3](n3.md)\n- [N2](n2.md)\n- [N1](n1.md)\n- [Renamed](renamed.md) - more\n"
            "- [Z](z.md)\n");
  EXPECT_EQ(update_index(result.text, changes).text, result.text);
}

// rule: I9, I10
TEST(UpdateIndex, SumsUpChangesOfOneNote) {
  const NoteLine b{"b.md", "B", "d"};
  const NoteLine c{"c.md", "C", "e"};
  const std::vector<IndexChange> chain = {{kPrefs, b}, {b, c}};
  EXPECT_EQ(update_index("- [Prefs](prefs.md) - Saved preference\n", chain).text,
            "- [C](c.md) - e\n");
  const std::vector<IndexChange> in_vain = {{std::nullopt, b}, {b, std::nullopt}};
  EXPECT_EQ(update_index("x\n", in_vain).text, "x\n");
  const std::vector<IndexChange> again = {{kStyle, std::nullopt}, {std::nullopt, kStyle}};
  EXPECT_EQ(update_index("- [Style](style.md)\n", again).text, "- [Style](style.md)\n");
  const std::vector<IndexChange> swapped = {{kPrefs, b}, {std::nullopt, kPrefs}};
  const std::string once = update_index("- [Prefs](prefs.md)\n", swapped).text;
  EXPECT_EQ(once, update_index(once, swapped).text);
}

TEST(UpdateIndex, LeavesAFileThatNoLineCanName) {
  EXPECT_EQ(write("x\n", {"a\nb.md", "N", ""}), "x\n");
  EXPECT_EQ(write("x\n", {"MEMORY.md", "N", ""}), "x\n");
}

// rule: I6
TEST(UpdateIndex, LeavesHiddenLinesAlone) {
  const std::string text = "<!--\n- [P](prefs.md)\n-->\n```\n- [P](prefs.md)\n```\n- [O](o.md)\n";
  EXPECT_EQ(remove(text, "prefs.md"), text);
}

// rule: I11
TEST(CompareIndex, NamesMissingDanglingAndDoubled) {
  const std::vector<std::string> notes = {"a.md", "b.md", "c.md"};
  const IndexState state = compare_index(
      "- [A](a.md)\n- [A again](a.md)\n- [X](x.md)\n- [X](x.md)\n- [C](c.md) - any hook\n", notes);
  EXPECT_THAT(state.missing, ElementsAre("b.md"));
  EXPECT_THAT(state.dangling, ElementsAre("x.md"));
  EXPECT_THAT(state.doubled, ElementsAre("a.md"));
  EXPECT_TRUE(state.stale());
  EXPECT_FALSE(compare_index("- [A](a.md)\n", std::vector<std::string>{"a.md"}).stale());
  EXPECT_FALSE(compare_index("prose\n", {}).stale());
}

// rule: I12
TEST(Reindex, AddsRemovesAndDeduplicatesAndKeepsTheRest) {
  const std::vector<NoteLine> notes = {kPrefs, kStyle, kOther};
  const std::string text =
      "# Mine\n\n- [Old](gone.md)\n* [Other](other.md) — my hook\nprose\n- [Other](other.md)\n";
  const IndexUpdate result = reindex(text, notes);
  EXPECT_EQ(result.text,
            "# Mine\n\n- [Prefs](prefs.md) - Saved preference\n- [Style](style.md)\n"
            "* [Other](other.md) — my hook\nprose\n");
  EXPECT_FALSE(result.remove);
  EXPECT_EQ(reindex(result.text, notes).text, result.text);
}

// rule: I12
TEST(Reindex, MakesAMissingIndexAnew) {
  EXPECT_EQ(reindex("", std::vector{kPrefs, kStyle, kPrefs}).text,
            "- [Prefs](prefs.md) - Saved preference\n- [Style](style.md)\n");
  EXPECT_EQ(reindex("", {}).text, "");
  EXPECT_FALSE(reindex("", {}).remove);
  EXPECT_TRUE(reindex("- [Old](gone.md)\n", {}).remove);
}

// rule: I4, I6, I12
TEST(Index, KeepsAHandWrittenHookAndHeadingThroughEverything) {
  std::string text = "# My memory\n\n- [Prefs](prefs.md) - what I like\n";
  text = write(text, kStyle);
  text = rewrite(text, kPrefs, {"prefs.md", "Prefs", "changed"});
  text = remove(text, "style.md");
  text = reindex(text, std::vector{kPrefs, kOther}).text;
  EXPECT_EQ(text, "# My memory\n\n- [Other](other.md) - more\n- [Prefs](prefs.md) - what I like\n");
}

std::vector<NoteLine> many(int count, const std::string& description = "d") {
  std::vector<NoteLine> notes;
  for (int i = 0; i < count; ++i) {
    notes.push_back({"n" + std::to_string(i) + ".md", "N" + std::to_string(i), description});
  }
  return notes;
}

std::size_t lines(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// rule: I13
TEST(RenderIndex, IsSynthesisedWhereThereIsNone) {
  const RenderedIndex rendered = render_index("", std::vector{kPrefs, kStyle});
  EXPECT_EQ(rendered.text, "- [Prefs](prefs.md) - Saved preference\n- [Style](style.md)\n");
  EXPECT_EQ(rendered.entries, rendered.text);
  EXPECT_EQ(rendered.prose, "");
  EXPECT_EQ(rendered.entry_count, 2U);
  EXPECT_EQ(rendered.omitted, 0U);
}

// rule: I13
TEST(RenderIndex, ShowsTheFileLessDanglingAndDoubledPlusMissing) {
  const RenderedIndex rendered = render_index(
      "# H\n\n- [Gone](gone.md)\n- [Style](style.md) - mine\nprose\n- [Style](style.md)\n",
      std::vector{kPrefs, kStyle});
  EXPECT_EQ(rendered.text,
            "# H\n\n- [Prefs](prefs.md) - Saved preference\n- [Style](style.md) - mine\nprose\n");
  EXPECT_EQ(rendered.prose, "# H\n\nprose\n");
  EXPECT_EQ(rendered.entries,
            "- [Prefs](prefs.md) - Saved preference\n- [Style](style.md) - mine\n");
}

// rule: I14
TEST(RenderIndex, LeavesOutFrontmatterAndComments) {
  const RenderedIndex rendered = render_index(
      "---\ntitle: x\n---\nfirst <!-- a\nb --> last\n<!-- whole\nlines -->\n- [Style](style.md) "
      "<!-- c -->\n"
      "```\n<!-- shown -->\n```\nbefore <!-- d\n-->\nend",
      std::vector{kStyle});
  EXPECT_EQ(rendered.text,
            "first\n last\n- [Style](style.md)\n```\n<!-- shown -->\n```\nbefore\nend\n");
  EXPECT_EQ(rendered.entry_count, 1U);
}

// rule: I15
TEST(RenderIndex, CapsEntriesAtTwoHundredLinesWithTheMarker) {
  const RenderedIndex rendered = render_index("# Head\n\nprose stays\n", many(237));
  EXPECT_EQ(lines(rendered.entries), 200U);
  EXPECT_TRUE(rendered.entries.ends_with(
      "- [N198](n198.md) - d\n…[index truncated: 38 of 237 entries omitted]\n"));
  EXPECT_EQ(rendered.entry_count, 237U);
  EXPECT_EQ(rendered.omitted, 38U);
  EXPECT_THAT(rendered.text, HasSubstr("# Head\n\nprose stays\n"));
  EXPECT_EQ(render_index("", many(200)).omitted, 0U);
  EXPECT_EQ(render_index("", many(201)).omitted, 2U);
}

// rule: I15
TEST(RenderIndex, CapsEntriesAtTwentyFiveThousandBytes) {
  const RenderedIndex rendered = render_index("", many(150, std::string(400, 'x')));
  EXPECT_LE(rendered.entries.size(), kIndexEntryBytes);
  EXPECT_GT(rendered.entries.size(), kIndexEntryBytes - 500);
  EXPECT_EQ(lines(rendered.entries), 150U - rendered.omitted + 1);
  EXPECT_THAT(rendered.entries, HasSubstr("of 150 entries omitted]"));
}

// rule: I15
TEST(RenderIndex, NeverDropsProse) {
  std::string text;
  for (int i = 0; i < 300; ++i) {
    const std::string n = std::to_string(i);
    text += "## Part " + n + "\n- [N" + n + "](n" + n + ".md)\n" + std::string(200, 'p') + "\n";
  }
  const RenderedIndex rendered = render_index(text, many(300));
  EXPECT_EQ(lines(rendered.prose), 600U);
  EXPECT_EQ(rendered.omitted, 101U);
  EXPECT_EQ(rendered.text.size(), rendered.prose.size() + rendered.entries.size());
}

// rule: I15
TEST(RenderIndex, CutsALineThatAloneIsTooLong) {
  std::string wide;
  for (int i = 0; i < 10'000; ++i) wide += "語";
  const std::vector<NoteLine> one = {{"a.md", "A", wide}};
  const RenderedIndex rendered = render_index("", one);
  EXPECT_LE(rendered.entries.size(), kIndexEntryBytes);
  EXPECT_GT(rendered.entries.size(), kIndexEntryBytes - 100);
  EXPECT_TRUE(rendered.entries.ends_with("語…\n"));
  EXPECT_EQ(rendered.omitted, 0U);
  const std::vector<NoteLine> two = {{"a.md", "A", wide}, kStyle};
  EXPECT_TRUE(
      render_index("", two).entries.ends_with("語…\n…[index truncated: 1 of 2 entries omitted]\n"));
  EXPECT_LE(render_index("", two).entries.size(), kIndexEntryBytes);
}

TEST(Index, IsLinearOnHostileText) {
  const auto start = std::chrono::steady_clock::now();
  for (const std::string_view unit :
       {"[", "- [", "<!--", "`<!--", "- <!--", "-->", "```\n", "```x\n~~~\n", "- [a](",
        "- `a (file: `", "- [](a.md)", "---\n", "- [a](prefs.md)\n", "- [a](b.md) <!--\n"}) {
    std::string text = "- ";
    while (text.size() < (std::size_t{1} << 18U)) text += unit;
    text += "\n-->\n";
    const std::string updated = write(text, kStyle);
    EXPECT_EQ(reindex(updated, std::vector{kStyle}).text.find("(gone.md)"), std::string::npos);
    EXPECT_LE(render_index(text, std::vector{kStyle}).entries.size(), kIndexEntryBytes);
  }
  // Quadratic work on a quarter of a mebibyte would take minutes.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

TEST(RenderIndex, ShowsNothingForNothing) {
  EXPECT_EQ(render_index("", {}).text, "");
  EXPECT_EQ(render_index("<!-- x -->\n\n", {}).text, "");
}

// However many change at once, each line becomes what it would become by itself. rule: I4
TEST(IndexUpdate, OfManyNotesIsThatOfEachOfThem) {
  const std::vector<std::string> all{"a.md",
                                     "b-long-name.md",
                                     "my note, long.md",
                                     "c(1)-other.md",
                                     "d\\back-slash.md",
                                     "e-long-name.md",
                                     "f.md",
                                     "name.md",
                                     "long-name.md",
                                     "README.markdown",
                                     "other-long-name.md",
                                     "g-x-long-name.md"};
  std::string index = "# Notes\n\nSee long-name.md and name.md.\n\n";
  for (const std::string& file : all) index += index_line({file, "N " + file, "old"}) + "\n";
  for (unsigned mask = 0; mask < 1U << 12U; mask += 7) {
    std::vector<IndexChange> changes;
    std::string one_by_one = index;
    for (std::size_t i = 0; i < all.size(); ++i) {
      if ((mask >> i & 1U) == 0) continue;
      IndexChange change{NoteLine{all[i], "N " + all[i], "old"}, std::nullopt};
      if (i % 3 != 0) change.after = NoteLine{all[i], "N " + all[i], "new"};
      one_by_one = update_index(one_by_one, std::vector{change}).text;
      changes.push_back(std::move(change));
    }
    ASSERT_EQ(update_index(index, changes).text, one_by_one) << mask;
  }
}

}  // namespace
}  // namespace loci::note::index_file_test
