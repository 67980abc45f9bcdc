#include "compile/import_files.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cerrno>

#include "base/limits.h"
#include "support/memory_file_system.h"

namespace loci::compile::import_files_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kStore = "/home/u/notes/";

bool reads(std::string_view path) { return path.ends_with(".md") || path.ends_with(".jsonl"); }
bool enters(std::string_view directory) { return !directory.ends_with(".git"); }
constexpr exchange::ForeignStore kNotes{.title = "Notes",
                                        .reach = exchange::StoreReach::Workspace,
                                        .places = nullptr,
                                        .reads = reads,
                                        .enters = enters,
                                        .parse = nullptr};

class StoreReading : public ::testing::Test {
 protected:
  Result<StoreFiles> read(const std::string& path = "/home/u/notes") {
    return read_store_files(files, kNotes, path);
  }
  static std::vector<std::string> paths(const Result<StoreFiles>& found) {
    if (!found) return {found.error().message};
    std::vector<std::string> all;
    for (const exchange::StoreFile& file : found->files) all.push_back(file.path);
    return all;
  }
  fs::MemoryFileSystem files;
};

TEST_F(StoreReading, OfNothingIsNoError) {
  const auto found = read("/nowhere");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->path, "");
  EXPECT_THAT(found->files, IsEmpty());
}

TEST_F(StoreReading, FindsTheFilesOfTheStoreAndNoOthers) {
  files.put(kStore + "b.md", "b\n");
  files.put(kStore + "a.md", "a\n");
  files.put(kStore + "team/c.md", "c\n");
  files.put(kStore + "picture.png", "p");
  files.put(kStore + ".git/d.md", "d\n");
  const auto found = read();
  EXPECT_THAT(paths(found), ::testing::UnorderedElementsAre("a.md", "b.md", "team/c.md"));
  EXPECT_THAT(found->warnings, IsEmpty()) << "what is no part of it is nobody's loss";
  EXPECT_EQ(found->path, "/home/u/notes");
}

TEST_F(StoreReading, TakesOneFileWhateverItIsCalled) {
  files.put("/home/u/memory.txt", "all of it\n");
  const auto found = read("/home/u/memory.txt");
  ASSERT_THAT(paths(found), ElementsAre("memory.txt"));
  EXPECT_EQ(found->files[0].text, "all of it\n");
}

// rule: Q6
TEST_F(StoreReading, FollowsTheLinkThatWasNamedAndNoneBelowIt) {
  files.put("/data/notes/a.md", "a\n");
  files.put("/data/secret.md", "secret\n");
  files.put_link("/home/u/notes", "/data/notes");
  files.put_link("/data/notes/link.md", "/data/secret.md");
  files.put_link("/data/notes/more", "/data");
  files.put_link("/data/notes/photo.png", "/data/secret.md");
  const auto found = read();
  EXPECT_EQ(found->path, "/data/notes");
  EXPECT_THAT(paths(found), ElementsAre("a.md"));
  EXPECT_THAT(found->warnings,
              ::testing::UnorderedElementsAre("link.md: left out, it is a link",
                                              "more: left out, it is a link",
                                              "photo.png: left out, it is a link"));
}

// rule: Q6
TEST_F(StoreReading, LeavesOutWhatIsTooLargeAndSaysSo) {
  files.put(kStore + "large.md", std::string(kFileBytes + 1, 'x'));
  files.put(kStore + "just.md", std::string(kFileBytes, 'x'));
  files.put(kStore + "many.jsonl", std::string(kFileBytes + 1, 'x'));
  const auto found = read();
  EXPECT_THAT(paths(found), ::testing::UnorderedElementsAre("just.md", "many.jsonl"))
      << "a file of many notes may be larger than a note";
  EXPECT_THAT(found->warnings, ElementsAre(HasSubstr("large.md: left out, ")));
}

TEST_F(StoreReading, GoesSixteenDirectoriesDeep) {
  std::string directory = "/home/u/notes";
  for (int depth = 0; depth < 20; ++depth) {
    files.put(directory + "/n.md", "x\n");
    directory += "/d";
  }
  const auto found = read();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->files.size(), 17U);
  EXPECT_THAT(found->warnings, ElementsAre(HasSubstr("/d: left out, it is nested too deep")));
}

// rule: Q6
TEST_F(StoreReading, IsRefusedWhereThereIsMoreThanAMemory) {
  for (int i = 0; i <= 20'000; ++i) files.put(kStore + std::to_string(i), "");
  const auto found = read();
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().kind, ErrorKind::InvalidInput);
  EXPECT_EQ(found.error().message, "'/home/u/notes' has more than 20000 files");
}

// A note without a file that is there would be another, and the next import would take
// it for the tool's.
TEST_F(StoreReading, StopsAtWhatCannotBeRead) {
  files.put(kStore + "a.md", "a\n");
  files.put(kStore + "b.md", "b\n");
  files.fail_look({"read " + kStore + "a.md", 1, EIO, true});
  EXPECT_FALSE(read());
}

TEST_F(StoreReading, ShowsAnOddNameInOneLine) {
  files.put_link(kStore + "odd\nname.md", "/etc/passwd");
  const auto found = read();
  ASSERT_TRUE(found);
  ASSERT_EQ(found->warnings.size(), 1U);
  EXPECT_EQ(found->warnings[0].find('\n'), std::string::npos);
}

class StoreLooking : public ::testing::Test {
 protected:
  exchange::StoreSearch search(const std::string& workspace) {
    auto made = store_search(files, {"/home/u", workspace, "", {}}, faults);
    EXPECT_TRUE(made);
    return *made;
  }
  fs::MemoryFileSystem files;
  std::vector<Error> faults;
};

TEST_F(StoreLooking, KnowsAWorkspaceByItsPathAndItsRepositorys) {
  files.put_directory("/home/u/app/.git");
  files.put_directory("/home/u/app/part/deep");
  EXPECT_THAT(search("/home/u/app").roots, ElementsAre("/home/u/app"));
  EXPECT_THAT(search("/home/u/app/part/deep").roots,
              ElementsAre("/home/u/app/part/deep", "/home/u/app"));
  files.put_directory("/home/u/loose");
  EXPECT_THAT(search("/home/u/loose").roots, ElementsAre("/home/u/loose"));
  EXPECT_THAT(search("").roots, IsEmpty());
}

TEST_F(StoreLooking, KnowsAWorktreeByTheOneItBelongsTo) {
  files.put("/home/u/app/.git/HEAD", "ref: refs/heads/main\n");
  files.put("/home/u/app/.git/worktrees/fix/commondir", "../..\n");
  files.put("/home/u/app/.git/worktrees/fix/HEAD", "ref: refs/heads/fix\n");
  files.put("/home/u/app/.git/worktrees/fix/gitdir", "/home/u/fix/.git\n");
  files.put("/home/u/fix/.git", "gitdir: /home/u/app/.git/worktrees/fix\n");
  EXPECT_THAT(search("/home/u/fix").roots, ElementsAre("/home/u/fix", "/home/u/app"));
}

TEST_F(StoreLooking, ReadsSettingsAndListsDirectories) {
  files.put("/home/u/.tool/settings.json", "{}");
  files.put_directory("/home/u/.tool/b");
  files.put_directory("/home/u/.tool/a");
  const exchange::StoreSearch found = search("/home/u/app");
  EXPECT_EQ(found.read("/home/u/.tool/settings.json"), "{}");
  EXPECT_EQ(found.read("/home/u/.tool/none.json"), std::nullopt);
  EXPECT_EQ(found.read("/home/u/.tool/a"), std::nullopt) << "a directory is no text";
  EXPECT_THAT(found.directories("/home/u/.tool"), ElementsAre("a", "b"));
  EXPECT_THAT(found.directories("/home/u/.tool/settings.json"), IsEmpty());
  EXPECT_THAT(found.directories("/home/u/none"), IsEmpty());
  EXPECT_THAT(faults, IsEmpty());
}

TEST_F(StoreLooking, ReadsNoSettingsThroughALink) {
  files.put("/etc/secret.json", "{}");
  files.put_link("/home/u/settings.json", "/etc/secret.json");
  EXPECT_EQ(search("").read("/home/u/settings.json"), std::nullopt);
}

// Where it cannot look a store may be missed: the caller has to say so.
TEST_F(StoreLooking, WritesDownWhereItCouldNotLook) {
  files.put("/home/u/.tool/settings.json", "{}");
  files.put_directory("/home/u/.tool/a");
  const exchange::StoreSearch found = search("");
  files.fail_look({"read /home/u/.tool/settings.json", 1, EIO, true});
  EXPECT_EQ(found.read("/home/u/.tool/settings.json"), std::nullopt);
  EXPECT_EQ(faults.size(), 1U);
  files.fail_look({"list /home/u/.tool", 1, EIO, true});
  EXPECT_THAT(found.directories("/home/u/.tool"), IsEmpty());
  EXPECT_EQ(faults.size(), 2U);
}

}  // namespace
}  // namespace loci::compile::import_files_test
