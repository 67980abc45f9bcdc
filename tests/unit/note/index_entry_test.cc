#include "note/index_entry.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "note/index_hooks.h"

namespace loci::note::index_entry_test {
namespace {

// "file|name|hook", or "none".
std::string read(std::string_view line) {
  const auto parts = parse_entry(line);
  if (!parts) return "none";
  return parts->file + "|" + entry_name(line, *parts) + "|" + std::string(entry_hook(line, *parts));
}

std::string changed(std::string_view line, const NoteLine& after,
                    const std::optional<NoteLine>& before = std::nullopt) {
  const auto parts = parse_entry(line);
  if (!parts) return "none";
  const bool made = before && entry_hook(line, *parts) == index_hook(before->description);
  return changed_entry(line, *parts, after, made);
}

bool generated(std::string_view line) {
  const auto parts = parse_entry(line);
  return parts && is_generated(line, *parts);
}

// rule: I1
TEST(EntryLine, IsReadAsPeopleAndToolsWriteIt) {
  EXPECT_EQ(read("- [A](a.md) - hook"), "a.md|A|hook");
  EXPECT_EQ(read("  * [A](a.md) — hook  "), "a.md|A|hook");
  EXPECT_EQ(read("+ [A](a.md): hook"), "a.md|A|hook");
  EXPECT_EQ(read("- [A](a.md) hook without a mark"), "a.md|A|hook without a mark");
  EXPECT_EQ(read("- **[A](a.md)** – hook"), "a.md|A|hook");
  EXPECT_EQ(read("- see [A](a.md) and [B](b.md)"), "a.md|A|and [B](b.md)");
  EXPECT_EQ(read("- `A b` — hook (file: `a.md`)"), "a.md|A b|hook");
  EXPECT_EQ(read("- [A](a.md#part)"), "a.md|A|");
}

// rule: I1
TEST(EntryLine, IsNoneWithoutABulletOrANote) {
  EXPECT_EQ(read("[A](a.md) - hook"), "none");
  EXPECT_EQ(read("-[A](a.md)"), "none");
  EXPECT_EQ(read("- [A](http://x/a.md)"), "none");
  EXPECT_EQ(read("- [A](a.txt)"), "none");
  EXPECT_EQ(read("- [Index](MEMORY.md)"), "none");
  EXPECT_EQ(read("- [[a]]"), "none");
  EXPECT_EQ(read("- `A` (file: `a.txt`)"), "none");
  EXPECT_EQ(read("- "), "none");
  EXPECT_EQ(read(""), "none");
}

// rule: I2
TEST(EntryLine, ResolvesEscapes) {
  EXPECT_EQ(read(R"(- [a \[b\]](<x \> y.md>) - hook)"), "x > y.md|a [b]|hook");
}

TEST(IndexLine, IsReadBackAsWhatItWasMadeOf) {
  for (const NoteLine& note : {NoteLine{"a.md", "A", "hook"}, NoteLine{"a b(1).md", "[x] \\ y", ""},
                               NoteLine{"<odd>.md", "`code`", "- dashes - inside"}}) {
    const std::string line = index_line(note);
    EXPECT_EQ(read(line), note.file + "|" + note.name + "|" + note.description) << line;
    EXPECT_TRUE(generated(line)) << line;
  }
}

// rule: I3
TEST(IndexLine, IsOneLineAndHidesNoOther) {
  const std::string line = index_line({"a.md", "A\n- [B](b.md)", "x <!-- y\n--> z"});
  EXPECT_EQ(line.find('\n'), std::string::npos);
  EXPECT_EQ(line.find("<!--"), std::string::npos);
  EXPECT_EQ(line.find("-->"), std::string::npos);
  EXPECT_EQ(parse_entry(line)->file, "a.md");
  EXPECT_EQ(index_line({"some-note.md", " ", ""}), "- [some-note](some-note.md)");
}

TEST(Generated, IsALineAsLociWritesIt) {
  EXPECT_TRUE(generated("- [A](a.md) - hook"));
  EXPECT_TRUE(generated("- [A](a.md)"));
  EXPECT_FALSE(generated("* [A](a.md) - hook"));
  EXPECT_FALSE(generated("- [A](a.md) — hook"));
  EXPECT_FALSE(generated("- [A](a.md#part) - hook"));
  EXPECT_FALSE(generated("- `A` - hook (file: `a.md`)"));
  EXPECT_FALSE(generated("- [A](a.md) - hook "));
}

// rule: I4
TEST(ChangedEntry, KeepsTheHookThatSomebodyWrote) {
  const NoteLine before{"a.md", "A", "old"};
  const NoteLine after{"a.md", "A", "new"};
  EXPECT_EQ(changed("* [A](a.md) — old", after, before), "* [A](a.md) — new");
  EXPECT_EQ(changed("* [A](a.md) — mine", after, before), "* [A](a.md) — mine");
  EXPECT_EQ(changed("* [A](a.md) — old", after), "* [A](a.md) — old")
      << "without a before nobody knows whose it is";
}

TEST(ChangedEntry, AddsAndTakesAwayAHookOfItsOwn) {
  EXPECT_EQ(changed("- [A](a.md)", {"a.md", "A", "new"}, NoteLine{"a.md", "A", ""}),
            "- [A](a.md) - new");
  EXPECT_EQ(changed("- [A](a.md) — old", {"a.md", "A", ""}, NoteLine{"a.md", "A", "old"}),
            "- [A](a.md)");
}

// rule: I9
TEST(ChangedEntry, ChangesLinkTextAndTargetAndNothingElse) {
  EXPECT_EQ(changed("*  **[A](a.md#part)**   —  mine ", {"b c.md", "B]", ""}),
            R"(*  **[B\]](<b c.md#part>)**   —  mine )");
  EXPECT_EQ(changed("- `A` — mine (file: `a.md`)", {"b.md", "B `x`", ""}),
            "- `B 'x'` — mine (file: `b.md`)");
}

TEST(CanBeListed, NamesANoteInTheSameDirectory) {
  EXPECT_TRUE(can_be_listed("a.md"));
  EXPECT_TRUE(can_be_listed("日本語.md"));
  EXPECT_FALSE(can_be_listed(".md"));
  EXPECT_FALSE(can_be_listed("dir/a.md"));
  EXPECT_FALSE(can_be_listed("a\nb.md"));
  EXPECT_FALSE(can_be_listed("MEMORY.md"));
  EXPECT_FALSE(can_be_listed("SCRATCHPAD.md"));
}

}  // namespace
}  // namespace loci::note::index_entry_test
