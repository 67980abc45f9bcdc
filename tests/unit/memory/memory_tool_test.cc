#include "memory/memory_tool.h"

#include <cerrno>

#include "memory/moving.h"
#include "support/house.h"

namespace loci::memory::memory_tool_test {
namespace {

using Kind = MemoryToolCommand::Kind;

class MemoryTool : public House {
 protected:
  static MemoryToolCommand command(Kind kind, const std::string& path,
                                   const std::string& text = "") {
    MemoryToolCommand command;
    command.kind = kind;
    command.path = path;
    command.text = text;
    return command;
  }
  // What the tool answers, be it a refusal.
  std::string run(const MemoryToolCommand& command, const std::string& scope = "") {
    const auto reply = run_memory_tool(*memory, scope, command);
    return reply ? *reply : reply.error().message;
  }
  std::string view(const std::string& path) { return run(command(Kind::View, path)); }
  // The numbered lines of a file.
  std::string lines(const std::string& path,
                    std::optional<std::array<std::int64_t, 2>> range = std::nullopt) {
    MemoryToolCommand asked = command(Kind::View, path);
    asked.range = range;
    const std::string text = run(asked);
    const std::string head = "Here's the content of " + path + " with line numbers:\n";
    return text.starts_with(head) ? text.substr(head.size()) : text;
  }
  std::string create(const std::string& path, const std::string& text) {
    return run(command(Kind::Create, path, text));
  }
  std::string replace(const std::string& path, const std::string& from, const std::string& to) {
    MemoryToolCommand asked = command(Kind::StrReplace, path, from);
    asked.new_text = to;
    return run(asked);
  }
  std::string insert(const std::string& path, std::int64_t line, const std::string& text) {
    MemoryToolCommand asked = command(Kind::Insert, path, text);
    asked.line = line;
    return run(asked);
  }
  std::string remove(const std::string& path) { return run(command(Kind::Delete, path)); }
  std::string rename(const std::string& from, const std::string& to) {
    MemoryToolCommand asked = command(Kind::Rename, from);
    asked.new_path = to;
    return run(asked);
  }
};

TEST_F(MemoryTool, GivesATextBackToTheByteAndKeepsItAsANote) {
  ASSERT_EQ(create("/memories/todo.txt", "first\n\nlast, without an ending"),
            "File created successfully at: /memories/todo.txt");
  EXPECT_EQ(lines("/memories/todo.txt"),
            "     1\tfirst\n     2\t\n     3\tlast, without an ending");
  EXPECT_THAT(names(), ::testing::ElementsAre("todo.txt%.md"));
  const auto stored = read(*memory, {"todo.txt%", {}, std::nullopt, false});
  ASSERT_TRUE(stored) << message_of(stored);
  EXPECT_EQ(stored->info.description, "first");
  EXPECT_EQ(stored->info.type, "user");
}

TEST_F(MemoryTool, ShowsANoteOfSomebodyElseWithItsFrontmatter) {
  files.put(kGlobal + "mine.md", "---\nname: Mine\n---\n\nbody\n");
  EXPECT_EQ(lines("/memories/mine.md"),
            "     1\t---\n     2\tname: Mine\n     3\t---\n     4\t\n     5\tbody\n     6\t");
  ASSERT_THAT(replace("/memories/mine.md", "body", "new body"), ::testing::HasSubstr("new body"));
  EXPECT_EQ(files.get(kGlobal + "mine.md"), "---\nname: Mine\n---\n\nnew body\n");
}

TEST_F(MemoryTool, StaysBelowItsRoot) {
  EXPECT_EQ(view("/etc/passwd"), "Path must start with /memories, got: /etc/passwd");
  EXPECT_EQ(view("/memories/a/../../etc"),
            "Path /memories/a/../../etc would escape /memories directory");
  ASSERT_EQ(create("/memories/a/./b//../c.md", "x"),
            "File created successfully at: /memories/a/./b//../c.md");
  EXPECT_EQ(lines("/memories/a/c.md"), "     1\tx");
}

TEST_F(MemoryTool, NeverShowsTheIndexAsAFile) {
  ASSERT_TRUE(write("a", "user", "x"));
  EXPECT_EQ(view("/memories/MEMORY.md"),
            "The path /memories/MEMORY.md does not exist. Please provide a valid path.");
  ASSERT_EQ(create("/memories/MEMORY.md", "mine"),
            "File created successfully at: /memories/MEMORY.md");
  EXPECT_EQ(lines("/memories/MEMORY.md"), "     1\tmine");
  EXPECT_THAT(files.get(kGlobal + "MEMORY.md"), ::testing::HasSubstr("(a.md)"))
      << "the index is still one";
}

TEST_F(MemoryTool, ListsTwoLevelsAndNothingHidden) {
  for (const std::string path :
       {"b.md", "a/x.txt", "a/deep/er/y.md", ".secret", "node_modules/m"}) {
    create("/memories/" + path, "12345");
  }
  EXPECT_EQ(view("/memories"),
            "Here're the files and directories up to 2 levels deep in /memories, excluding hidden "
            "items and node_modules:\n"
            "4K\t/memories\n"
            "4K\t/memories/a/\n"
            "4K\t/memories/a/deep/\n"
            "5B\t/memories/a/x.txt\n"
            "5B\t/memories/b.md");
  EXPECT_EQ(lines("/memories/.secret"), "     1\t12345") << "hidden is not gone";
}

TEST_F(MemoryTool, OfAnEmptyMemoryListsItsRoot) {
  EXPECT_EQ(view("/memories"),
            "Here're the files and directories up to 2 levels deep in /memories, excluding hidden "
            "items and node_modules:\n4K\t/memories");
  EXPECT_FALSE(files.exists(kHome)) << "looking makes nothing";
}

TEST_F(MemoryTool, ShowsARangeOfLinesHoweverItIsAsked) {
  create("/memories/f", "one\ntwo\nthree");
  EXPECT_EQ(lines("/memories/f", {{2, 2}}), "     2\ttwo");
  EXPECT_EQ(lines("/memories/f", {{2, -1}}), "     2\ttwo\n     3\tthree");
  EXPECT_EQ(lines("/memories/f", {{-5, 1}}), "     1\tone");
  EXPECT_EQ(lines("/memories/f", {{1, -2}}), "     1\tone");
  EXPECT_EQ(lines("/memories/f", {{3, 99}}), "     3\tthree");
  EXPECT_EQ(lines("/memories/f", {{9, 9}}), "");
  EXPECT_EQ(lines("/memories/f", {{3, 1}}), "");
}

TEST_F(MemoryTool, NeverCreatesOverWhatIsThere) {
  create("/memories/a/f", "mine");
  EXPECT_EQ(create("/memories/a/f", "yours"), "File /memories/a/f already exists");
  EXPECT_EQ(create("/memories/a", "yours"), "File /memories/a already exists");
  EXPECT_EQ(create("/memories/a/f/g", "yours"), "The path /memories/a/f is not a directory");
  EXPECT_EQ(lines("/memories/a/f"), "     1\tmine");
}

TEST_F(MemoryTool, ReplacesWhatIsThereOnceAndOnlyThat) {
  create("/memories/f", "1\n2\n3\nred\n5\n6\n7 and 6");
  EXPECT_EQ(replace("/memories/f", "red", "blue"),
            "The memory file has been edited. Here is the snippet showing the change (with line "
            "numbers):\n     2\t2\n     3\t3\n     4\tblue\n     5\t5\n     6\t6");
  EXPECT_EQ(replace("/memories/f", "red", "green"),
            "No replacement was performed, old_str `red` did not appear verbatim in /memories/f.");
  EXPECT_EQ(replace("/memories/f", "6", "six"),
            "No replacement was performed. Multiple occurrences of old_str `6` in lines: 6, 7. "
            "Please ensure it is unique");
  EXPECT_EQ(lines("/memories/f", {{6, -1}}), "     6\t6\n     7\t7 and 6");
  EXPECT_EQ(replace("/memories", "a", "b"), "The path /memories is not a file.");
  EXPECT_EQ(replace("/memories/g", "a", "b"),
            "The path /memories/g does not exist. Please provide a valid path.");
}

TEST_F(MemoryTool, InsertsAfterALineUpToTheEnd) {
  create("/memories/f", "one\ntwo");
  ASSERT_EQ(insert("/memories/f", 0, "zero\n"), "The file /memories/f has been edited.");
  ASSERT_EQ(insert("/memories/f", 3, "three"), "The file /memories/f has been edited.");
  EXPECT_EQ(lines("/memories/f"), "     1\tzero\n     2\tone\n     3\ttwo\n     4\tthree");
  for (const std::int64_t line : {-1, 5}) {
    EXPECT_EQ(insert("/memories/f", line, "x"),
              fmt::format("Invalid `insert_line` parameter: {}. It should be within the range of "
                          "lines of the file: [0, 4]",
                          line));
  }
}

TEST_F(MemoryTool, DeletesADirectoryWithWhatIsInItAndNothingBeside) {
  for (const std::string path : {"a/1", "a/b/2", "ab", "a.md"}) create("/memories/" + path, path);
  EXPECT_EQ(remove("/memories/a"), "Successfully deleted /memories/a");
  EXPECT_THAT(names(), ::testing::UnorderedElementsAre("ab%.md", "a.md"));
  EXPECT_EQ(remove("/memories/a"), "The path /memories/a does not exist");
  EXPECT_EQ(remove("/memories/x/.."), "Cannot delete the /memories directory itself");
}

TEST_F(MemoryTool, RenamesADirectoryWithWhatIsInItAndOverNothing) {
  for (const std::string path : {"a/1", "a/b/2", "ab"}) create("/memories/" + path, path);
  EXPECT_EQ(rename("/memories/a", "/memories/ab"), "The destination /memories/ab already exists");
  EXPECT_EQ(rename("/memories/a", "/memories/c"),
            "Successfully renamed /memories/a to /memories/c");
  EXPECT_EQ(lines("/memories/c/b/2"), "     1\ta/b/2");
  EXPECT_EQ(lines("/memories/ab"), "     1\tab");
  EXPECT_EQ(rename("/memories/a", "/memories/d"), "The path /memories/a does not exist");
  EXPECT_EQ(rename("/memories", "/memories/d"), "Cannot rename the /memories directory itself");
  EXPECT_EQ(rename("/memories/ab", "/tmp/ab"), "Path must start with /memories, got: /tmp/ab");
}

TEST_F(MemoryTool, KeepsNamesApartThatOnlyLookAlikeAsNotes) {
  for (const std::string path : {"a/b", "a%2Fb", "a/b.md", ".a"}) {
    ASSERT_THAT(create("/memories/" + path, path), ::testing::HasSubstr("successfully")) << path;
  }
  for (const std::string path : {"a/b", "a%2Fb", "a/b.md", ".a"}) {
    EXPECT_EQ(lines("/memories/" + path), "     1\t" + path);
  }
}

TEST_F(MemoryTool, SpeaksOfOneScopeOnly) {
  create("/memories/f", "global");
  ASSERT_EQ(run(command(Kind::Create, "/memories/f", "private"), "private"),
            "File created successfully at: /memories/f");
  EXPECT_EQ(run(command(Kind::Delete, "/memories/f"), "private"),
            "Successfully deleted /memories/f");
  EXPECT_EQ(lines("/memories/f"), "     1\tglobal");
}

TEST_F(MemoryTool, SaysWhatCannotBeReadInsteadOfTakingItForAbsent) {
  create("/memories/f", "mine");
  enter();
  files.fail_look({"list " + kHome + "/memory", 1, EIO, true});
  EXPECT_THAT(create("/memories/f", "yours"), ::testing::Not(::testing::HasSubstr("success")));
  EXPECT_THAT(files.get(kGlobal + "f%.md"), ::testing::HasSubstr("mine"));
}

}  // namespace
}  // namespace loci::memory::memory_tool_test
