#include "store/identity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/log.h"
#include "base/time.h"
#include "note/slug.h"
#include "store/directory.h"
#include "store/doubt.h"
#include "support/memory_file_system.h"

namespace loci::store::identity_test {
namespace {

using ::testing::HasSubstr;
using Reason = Attachment::Reason;

constexpr const char* kCommit = "1f0c7d6f2d3b4a5968778695a4b3c2d1e0f9a8b7";

// A home in memory, and directories that come, go and move.
class Identity : public ::testing::Test {
 protected:
  void repository(const std::string& root, const std::string& origin) {
    files_.put(root + "/.git/config",
               origin.empty() ? "[core]\n" : "[remote \"origin\"]\nurl = " + origin + "\n");
  }
  void begin_history(const std::string& root) {
    files_.put(root + "/.git/logs/HEAD",
               std::string(40, '0') + " " + kCommit + " A <a> 1 +0\tcommit (initial): x\n");
  }
  // What a process in `root` finds; it writes down what it did, as a note would.
  Attachment enter(const std::string& root, bool write = true) {
    Workspace workspace{root, note::workspace_slug(root), false, false};
    auto attachment = identify(files_, kHome, workspace);
    if (!attachment) return {attachment.error().message, Reason::Own, ""};
    if (write) record(workspace);
    return *attachment;
  }
  void record(const Workspace& workspace) {
    MemoryLog log;
    const auto store = Store::open(files_, clock_, log, kHome);
    const auto recorded = record_workspace(**store, workspace);
    EXPECT_TRUE(recorded) << recorded.error().message;
  }
  void enter_known() {
    repository("/home/u/app", "git@h:o/app.git");
    enter("/home/u/app");
  }
  void move(const std::string& directory, const std::string& from, const std::string& to) {
    ASSERT_TRUE((*files_.open(directory, fs::Modes::Umask))->rename(from, to));
  }
  Project project(const std::string& slug) { return *read_project(files_, kHome, slug); }

  const std::string kHome = "/home/u/.loci";
  const std::string kSlug = "app-59a4a65d";  // of /home/u/app
  fs::MemoryFileSystem files_;
  FixedClock clock_{*parse_time("2026-11-15T10:00:00Z")};
};

// rule: S8
TEST_F(Identity, IsWrittenDownOnce) {
  repository("/home/u/app", "git@h:o/app.git");
  EXPECT_EQ(enter("/home/u/app").slug, kSlug);
  const std::string path = kHome + "/projects/app-59a4a65d/project.json";
  const Json json = *parse_json(files_.get(path));
  EXPECT_EQ(json["version"], 1);
  EXPECT_EQ(json["slug"], kSlug);
  ASSERT_EQ(json["paths"].size(), 1U);
  EXPECT_EQ(json["paths"][0]["path"], "/home/u/app");
  EXPECT_EQ(json["paths"][0]["origin"], "h/o/app");
  EXPECT_NE(json["paths"][0]["inode"], 0);
  files_.reset_calls();
  enter("/home/u/app");
  EXPECT_EQ(files_.calls(), 0U);
}

// rule: S8
TEST_F(Identity, KeepsUnknownKeysAndPathsThatAreMereStrings) {
  const std::string path = kHome + "/projects/app-59a4a65d/project.json";
  files_.put(path, R"({"version":1,"mine":true,"slug":"app-59a4a65d","paths":["/old"]})");
  files_.put_directory("/home/u/app");
  enter("/home/u/app");
  const Json json = *parse_json(files_.get(path));
  EXPECT_EQ(json["mine"], true);
  EXPECT_EQ(json["paths"][0]["path"], "/old");
  EXPECT_EQ(json["paths"][1]["path"], "/home/u/app");
}

TEST_F(Identity, IsNotOverwrittenWhenItsFileIsBroken) {
  const std::string path = kHome + "/projects/app-59a4a65d/project.json";
  files_.put(path, "{ not json");
  files_.put_directory("/home/u/app");
  MemoryLog log;
  const auto store = Store::open(files_, clock_, log, kHome);
  const auto refused = record_workspace(**store, {"/home/u/app", kSlug, false, false});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().kind, ErrorKind::Corrupt);
  EXPECT_EQ(files_.get(path), "{ not json");
}

// rule: S7
TEST_F(Identity, IsOneForEachWorkspace) {
  files_.put_directory("/home/u/app");
  files_.put_directory("/srv/app");
  EXPECT_EQ(enter("/home/u/app").slug, kSlug);
  EXPECT_EQ(enter("/srv/app").slug, "app-54e2c46f");
  EXPECT_FALSE(project(kSlug).has_path("/srv/app"));
}

// rule: M1
TEST_F(Identity, SurvivesAFolderThatWasRenamed) {
  repository("/home/u/app", "");
  enter("/home/u/app");
  move("/home/u", "app", "renamed");
  const Attachment found = enter("/home/u/renamed");
  EXPECT_EQ(found.slug, kSlug);
  EXPECT_EQ(found.reason, Reason::Moved);
  EXPECT_EQ(describe(found),
            "this workspace continues 'app-59a4a65d', known as '/home/u/app' (the folder was "
            "moved)");
  EXPECT_EQ(enter("/home/u/renamed").reason, Reason::Known);  // said once
}

// rule: M1
TEST_F(Identity, SurvivesAnotherDiskByItsOrigin) {
  repository("/home/u/app", "git@h:o/app.git");
  enter("/home/u/app");
  move("/home/u", "app", ".gone");
  repository("/mnt/disk/app", "https://h/o/app");
  files_.put_device("/mnt/disk", 77);
  const Attachment found = enter("/mnt/disk/app");
  EXPECT_EQ(found.slug, kSlug);
  EXPECT_EQ(found.reason, Reason::Origin);
  EXPECT_THAT(describe(found), HasSubstr("(same origin)"));
}

// A copy on another disk has other numbers, and without an origin nothing but
// git can tell whose it is. rule: M1, M3
TEST_F(Identity, IsNotGuessedOnAnotherDiskWithoutAnOrigin) {
  repository("/home/u/app", "");
  begin_history("/home/u/app");
  enter("/home/u/app");
  EXPECT_EQ(project(kSlug).root_commit, kCommit);
  repository("/mnt/disk/app", "");
  files_.put_device("/mnt/disk", 77);
  EXPECT_EQ(enter("/mnt/disk/app", false).reason, Reason::Own);

  const Evidence evidence = *gather_evidence(files_, "/mnt/disk/app");
  const auto by_commit = [&](const std::vector<std::string>& commits) {
    std::vector<std::string> damaged;
    return *attach_by_commit(files_, "app-of-its-own", evidence, commits,
                             *read_projects(files_, kHome, damaged));
  };
  EXPECT_FALSE(by_commit({kCommit}).fresh());  // the old folder is still there
  move("/home/u", "app", ".gone");
  EXPECT_FALSE(by_commit({"2222"}).fresh());
  EXPECT_FALSE(by_commit({}).fresh());
  const Attachment found = by_commit({"2222", kCommit});
  EXPECT_EQ(found.slug, kSlug);
  EXPECT_THAT(describe(found), HasSubstr("(same first commit, and that folder is gone)"));
}

// rule: M3, M9
TEST_F(Identity, BehindADoubtfulUrlIsNotTakenFromTheFirstCommit) {
  repository("/home/u/app", "");
  begin_history("/home/u/app");
  enter("/home/u/app");
  move("/home/u", "app", ".gone");
  std::vector<std::string> damaged;
  const auto all = *read_projects(files_, kHome, damaged);
  for (const auto& [url, attaches] : std::initializer_list<std::pair<const char*, bool>>{
           {"", true}, {"\"http://evil?@github.com/o/app\"", false}, {"git@h:o/app.git", false}}) {
    repository("/mnt/disk/app", url);
    const Evidence evidence = *gather_evidence(files_, "/mnt/disk/app");
    const auto found = attach_by_commit(files_, "app-of-its-own", evidence, {kCommit}, all);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->fresh(), attaches) << url;
  }
}

// rule: M3
TEST_F(Identity, OfAProjectWithoutACommitIsNobodys) {
  files_.put_directory("/home/u/app");
  enter("/home/u/app");
  move("/home/u", "app", ".gone");
  repository("/home/u/other", "");
  const Evidence evidence = *gather_evidence(files_, "/home/u/other");
  std::vector<std::string> damaged;
  const auto all = *read_projects(files_, kHome, damaged);
  EXPECT_FALSE(attach_by_commit(files_, "other", evidence, {""}, all)->fresh());
}

// rule: M1
TEST_F(Identity, OfAWorktreeWithoutAnOriginIsItsRepositorys) {
  repository("/w/app", "");
  files_.put("/w/app/.git/worktrees/fix/commondir", "../..\n");
  files_.put("/w/app/.git/worktrees/fix/gitdir", "/w/fix/.git\n");
  files_.put("/w/fix/.git", "gitdir: /w/app/.git/worktrees/fix\n");
  enter("/w/app");
  const Attachment found = enter("/w/fix");
  EXPECT_EQ(found.slug, note::workspace_slug("/w/app"));
  EXPECT_EQ(found.reason, Reason::Worktree);
}

// rule: M1
TEST_F(Identity, IsNotSharedByAFork) {
  repository("/w/app", "git@h:owner/app.git");
  repository("/w/fork", "git@h:somebody/app.git");
  enter("/w/app");
  EXPECT_EQ(enter("/w/fork").slug, note::workspace_slug("/w/fork"));
}

// rule: M1
TEST_F(Identity, OfSomebodyElsesDirectoryIsNotAttached) {
  repository("/w/app", "git@h:o/app.git");
  enter("/w/app");
  repository("/w/theirs", "git@h:o/app.git");
  files_.put_owner("/w/theirs", 4711);
  EXPECT_EQ(enter("/w/theirs", false).reason, Reason::Own);
}

// rule: M1
TEST_F(Identity, FollowsAnOriginThatChanged) {
  repository("/w/app", "git@h:o/app.git");
  enter("/w/app");
  repository("/w/app", "git@h:o/better-name.git");
  EXPECT_EQ(enter("/w/app").reason, Reason::Own);  // the path is known
  repository("/w/again", "git@h:o/better-name.git");
  EXPECT_EQ(enter("/w/again").slug, note::workspace_slug("/w/app"));
}

// A detached copy has a project of its own, and a third clone means the first.
// rule: M6
TEST_F(Identity, StaysDetached) {
  repository("/w/app", "git@h:o/app.git");
  repository("/w/copy", "git@h:o/app.git");
  const std::string app = note::workspace_slug("/w/app");
  const std::string copy = note::workspace_slug("/w/copy");
  enter("/w/app");
  MemoryLog log;
  const auto store = *Store::open(files_, clock_, log, kHome);
  ASSERT_TRUE(update_project(*store, app,
                             [](Project& project) { project.detached.emplace_back("/w/copy"); }));
  EXPECT_EQ(enter("/w/copy").slug, copy);
  repository("/w/third", "git@h:o/app.git");
  EXPECT_EQ(enter("/w/third").slug, app);
  move("/w", "copy", "copy-moved");  // still the detached one
  EXPECT_EQ(enter("/w/copy-moved").slug, copy);
}

TEST_F(Identity, OfAPathThatIsNoTextIsListedOnce) {
  const std::string odd = "/w/\xff";
  files_.put_directory(odd);
  enter(odd);
  enter(odd);
  EXPECT_EQ(project(note::workspace_slug(odd)).paths.size(), 1U);
}

TEST_F(Identity, IsFoundBesideADamagedProject) {
  repository("/w/app", "git@h:o/app.git");
  enter("/w/app");
  files_.put(kHome + "/projects/broken/project.json", "{");
  repository("/w/again", "git@h:o/app.git");
  EXPECT_EQ(enter("/w/again").reason, Reason::Origin);
}

// rule: M12
TEST_F(Identity, InDoubtBeginsNoProjectBesideADamagedOne) {
  repository("/home/u/app", "git@h:o/app.git");
  enter("/home/u/app");
  files_.put(kHome + "/projects/" + kSlug + "/project.json", "{\"paths\": [");
  for (const char* root : {"/home/u/app", "/w/again"}) {
    repository(root, "git@h:o/app.git");
    Workspace workspace{root, note::workspace_slug(root), false, false};
    ASSERT_TRUE(identify(files_, kHome, workspace)) << root;
    const auto sound = check_project(files_, kHome, workspace);
    ASSERT_FALSE(sound) << root;
    EXPECT_THAT(sound.error().message, HasSubstr(kSlug + "/project.json")) << root;
    MemoryLog log;
    const auto store = Store::open(files_, clock_, log, kHome);
    const auto refused = record_workspace(**store, workspace);
    ASSERT_FALSE(refused) << root;
    EXPECT_EQ(refused.error().kind, ErrorKind::Corrupt);
    EXPECT_THAT(refused.error().hint, HasSubstr("move it away"));
  }
  EXPECT_EQ(files_.get(kHome + "/projects/" + kSlug + "/project.json"), "{\"paths\": [");
}

// rule: M12
TEST_F(Identity, TakesAFileThatIsTooLargeForDamaged) {
  enter_known();
  files_.put(kHome + "/projects/large/project.json", std::string((1U << 20U) + 1, ' '));
  EXPECT_EQ(enter("/home/u/app").reason, Reason::Own);
  std::vector<std::string> damaged;
  EXPECT_EQ(read_projects(files_, kHome, damaged)->size(), 1U);
  ASSERT_EQ(damaged.size(), 1U);
  EXPECT_THAT(damaged.front(), HasSubstr("large/project.json"));
}

// rule: M13
TEST_F(Identity, ListsTheLastOfManyDirectoriesThatAreGone) {
  enter_known();
  Project listed = project(kSlug);
  listed.trusted.push_back({"", {1, 2, 9}, "/w/trusted", "", ""});
  listed.paths.insert(listed.paths.begin(), {"/w/trusted", {1, 2, 9}, ""});
  for (int i = 0; i < 3'000; ++i) {
    listed.paths.push_back({"/w/task" + std::to_string(i), {1, 2, 3}, "h/o/app"});
  }
  files_.put(kHome + "/projects/" + kSlug + "/project.json", format_project(listed));
  repository("/w/new", "git@h:o/app.git");
  EXPECT_EQ(enter("/w/new").slug, kSlug);
  const Project after = project(kSlug);
  EXPECT_EQ(after.paths.size(), 256U);
  EXPECT_TRUE(after.has_path("/w/trusted"));
  EXPECT_TRUE(after.has_path("/home/u/app"));  // it is there
  EXPECT_TRUE(after.has_path("/w/task2999"));
  EXPECT_FALSE(after.has_path("/w/task0"));
  EXPECT_EQ(after.newest_path(), "/w/new");
}

// rule: J19
TEST_F(Identity, TellsTheDirectoryOfARecordFromAnotherAtItsPath) {
  repository("/w/app", "git@h:o/app.git");
  Record record;
  record.files.push_back({"/w/app/.loci/memory", "a.md", std::nullopt, std::nullopt, "", ""});
  record.directory = directory_mark(files_, "/w/app");
  EXPECT_TRUE(is_where_it_was(files_, record));
  move("/w", "app", "moved");
  repository("/w/app", "git@evil:o/app.git");
  EXPECT_FALSE(is_where_it_was(files_, record));
  repository("/w/app", "git@h:o/app.git");  // cloned again
  EXPECT_TRUE(is_where_it_was(files_, record));
  repository("/w/app", "git@evil:o/app.git");
  record.directory.clear();  // of an earlier version
  EXPECT_TRUE(is_where_it_was(files_, record));
}

// rule: M14
TEST_F(Identity, KnowsWhatWasRecordedUnderAFormerPath) {
  repository("/w/app", "");
  enter("/w/app");
  Record record;
  record.files.push_back({"/w/app/.loci/memory", "a.md", std::nullopt, std::nullopt, "", ""});
  record.directory = directory_mark(files_, "/w/app");
  move("/w", "app", "moved");
  const std::string slug = enter("/w/moved").slug;
  const Workspace moved{"/w/moved", slug, false, false};
  const auto former = *former_roots(files_, kHome, moved);
  ASSERT_EQ(former.size(), 1U);
  EXPECT_EQ(as_in("/w/moved", former, record).files[0].place, "/w/moved/.loci/memory");
  Record foreign = record;  // of what had the path before
  foreign.directory = "1-1";
  EXPECT_EQ(as_in("/w/moved", former, foreign).files[0].place, "/w/app/.loci/memory");
  repository("/w/app", "git@evil:o/x.git");  // something else lies there now
  EXPECT_EQ(former_roots(files_, kHome, moved)->size(), 1U);
}

// rule: V1
TEST(Trusts, HoldsForAnOrigin) {
  Project project;
  project.trusted.push_back({"h/o/app", {1, 2, 3}, "/w/app", "", ""});
  EXPECT_TRUE(project.trusts({"/elsewhere", {7, 8, 9}, "h/o/app"}, ""));
  EXPECT_FALSE(project.trusts({"/w/app", {1, 2, 3}, "h/evil/app"}, ""));
  EXPECT_FALSE(project.trusts({"/w/app", {1, 2, 3}, ""}, ""));
}

// Another directory at the same path is another repository. rule: V1
TEST(Trusts, HoldsWithoutAnOriginForThisVeryDirectory) {
  Project project;
  project.trusted.push_back({"", {1, 2, 3}, "/w/app", "", ""});
  EXPECT_TRUE(project.trusts({"/w/moved", {1, 2, 3}, ""}, ""));
  EXPECT_FALSE(project.trusts({"/w/app", {1, 2, 4}, ""}, ""));
  EXPECT_FALSE(project.trusts({"/w/app", {1, 2, 3}, "h/o/app"}, ""));
  project.trusted = {{"", {1, 2, 0}, "/w/app", "", ""}};  // no birth time there
  EXPECT_TRUE(project.trusts({"/w/app", {1, 2, 0}, ""}, ""));
  EXPECT_FALSE(project.trusts({"/w/moved", {1, 2, 0}, ""}, ""));
}

// Trust in a directory, and what comes into its configuration then.
class TrustInADirectory : public Identity {
 protected:
  static constexpr const char* kRoot = "/home/u/app";

  void configure(const std::string& config) {
    files_.put(kRoot + std::string("/.git/config"), config);
  }
  Trust trust() {
    const Evidence evidence = *gather_evidence(files_, kRoot);
    return {evidence.seen.origin, evidence.seen.id, evidence.seen.path, evidence.sources, ""};
  }
  bool still(const Trust& given) {
    Project project;
    project.trusted = {given};
    const Evidence evidence = *gather_evidence(files_, kRoot);
    return project.trusts(evidence.seen, evidence.sources);
  }
};

// Whether the origin is clear, in doubt or another remote's. rule: V1
TEST_F(TrustInADirectory, EndsWithTheFirstRemote) {
  configure("[core]\n");
  const Trust given = trust();
  EXPECT_EQ(given.sources, "");
  EXPECT_TRUE(still(given));
  const std::string clear = "[remote \"origin\"]\nurl = https://evil.example/x\n";
  for (const std::string& config :
       {clear, clear + "[http]\nproxy = 127.0.0.1:1\n", clear + "[http]\nsslVerify = false\n",
        clear + "[url \"https://h/\"]\ninsteadOf = https://evil.example/\n",
        clear + "[include]\npath = more\n", clear + "[http]\nextraHeader = Host: h\n",
        std::string("[remote \"origin\"]\nurl = http://127.0.0.1:1/%65vil.git\n"),
        std::string("[remote \"origin\"]\nurl = \"http://127.0.0.1:1/x?\"\n"),
        std::string("[remote \"origin\"]\nurl = http://github.com@a@127.0.0.1:1/x\n"),
        std::string("[remote \"origin\"]\nurl =\n"),
        std::string("[remote \"origin\"]\nvcs = ext\n"),
        std::string("[remote \"upstream\"]\nurl = https://evil.example/x\n"),
        std::string("[branch \"main\"]\nremote = https://evil.example/x\n"),
        std::string("[include]\npath = more\n"), std::string("[core\n")}) {
    configure(config);
    EXPECT_FALSE(still(given)) << config;
  }
  configure("[core]\nbare = false\n[branch \"main\"]\nremote = .\n[user]\nname = N\n");
  EXPECT_TRUE(still(given));
  files_.put("/home/u/app/.git/remotes/origin", "URL: https://evil.example/x\n");
  EXPECT_FALSE(still(given));
}

// A person may trust it, as it is. rule: V1
TEST_F(TrustInADirectory, OfAnOriginInDoubtEndsWhenThatChanges) {
  const std::string doubtful = "[remote \"origin\"]\nurl = http://h.example/%65vil.git\n";
  const std::string proxied = "[remote \"origin\"]\nurl = https://h/x\n[http]\nproxy = p:1\n";
  const std::string renamed = "[remote \"mine\"]\nurl = https://h/x\n";
  for (const std::string& config : {doubtful, proxied, renamed}) {
    configure(config);
    const Trust given = trust();
    EXPECT_TRUE(still(given)) << config;
    configure(config + "[user]\nname = N\n");
    EXPECT_TRUE(still(given)) << config;
    configure(config + "[remote \"other\"]\nurl = https://evil.example/x\n");
    EXPECT_FALSE(still(given)) << config;
    for (const std::string& other : {doubtful, proxied, renamed, std::string("[core]\n")}) {
      configure(other);
      EXPECT_EQ(still(given), other == config) << config << other;
    }
  }
}

// What `.git` points at is not this directory's, yet its remotes are those that
// git fetches from here. rule: V1
TEST_F(TrustInADirectory, EndsWithARemoteOfARepositoryThatIsNotBelieved) {
  files_.put("/home/u/app/.git", "gitdir: /home/u/git\n");
  files_.put("/home/u/git/config", "[core]\n");
  const Trust given = trust();
  EXPECT_TRUE(still(given));
  files_.put("/home/u/git/config", "[remote \"origin\"]\nurl = https://evil.example/x\n");
  EXPECT_FALSE(still(given));
}

TEST(ProjectFile, ComesBackAsItWasWritten) {
  Project project;
  project.slug = "s";
  project.paths = {{"/a", {1, 2, 3}, ""}, {"/b", {1, 5, 6}, "h/o/b"}};
  project.root_commit = kCommit;
  project.detached = {"/c"};
  project.trusted = {{"h/o/b", {}, "", "", "t"}, {"", {1, 2, 3}, "/a", "5a", "t"}};
  project.other = {{"mine", 1}};
  const std::string text = format_project(project);
  const Project again = *parse_project("s", text);
  EXPECT_EQ(again.paths, project.paths);
  EXPECT_TRUE(again.trusts(project.paths[0], "5a"));
  EXPECT_TRUE(again.trusts(project.paths[1], ""));
  EXPECT_EQ(format_project(again), text);
  EXPECT_FALSE(parse_project("s", "[]"));
}

// What an earlier version wrote: spellings that were never in doubt go on to match.
class FormerOrigin : public Identity {
 protected:
  void SetUp() override {
    files_.put(kHome + "/projects/" + kSlug + "/project.json",
               R"({"version":1,"slug":"app-59a4a65d","paths":[
                   {"path":"/home/u/app","device":1,"inode":2,"birth_ns":3,"origin":"github.com/Owner/app"},
                   {"path":"/w/evil","device":1,"inode":3,"birth_ns":4,"origin":"github.com/Owner/app"},
                   {"path":"/home/u/own","device":1,"inode":5,"birth_ns":4,"origin":"git.example:8443/a/b"}],
                   "trusted":[{"origin":"github.com/Owner/app","time":"2026-11-15T10:00:00.000Z"},
                              {"origin":"git.example:8443/a/b","time":"2026-11-15T10:00:00.000Z"},
                              {"origin":"file:/srv/git/app","time":"2026-11-15T10:00:00.000Z"}]})");
  }
  bool is_trusted(const std::string& root) {
    const Evidence evidence = *gather_evidence(files_, root);
    return project(kSlug).trusts(evidence.seen, evidence.sources);
  }
};

// rule: M2
TEST_F(FormerOrigin, StillMatchesWhereItWasClear) {
  int number = 0;
  for (const char* url :
       {"git@github.com:Owner/app.git", "https://github.com/Owner/app",
        "ssh://git@github.com:22/Owner/app/", "https://ann:secret@GitHub.com:443/Owner/app.git",
        "git://github.com/Owner/app", "https://git.example:8443/a/b.git"}) {
    const std::string root = "/w/clone" + std::to_string(++number);
    repository(root, url);
    EXPECT_EQ(enter(root, false).reason, Reason::Origin) << url;
    EXPECT_EQ(enter(root, false).slug, kSlug) << url;
    EXPECT_TRUE(is_trusted(root)) << url;
  }
  repository("/w/local", "/srv/git/app.git");
  EXPECT_TRUE(is_trusted("/w/local"));
}

// rule: M10
TEST_F(FormerOrigin, IsNotThatOfADirectoryOfSomebodyElse) {
  repository("/w/theirs", "https://github.com/Owner/app");
  EXPECT_TRUE(is_trusted("/w/theirs"));
  files_.put_owner("/w/theirs", 1);
  EXPECT_FALSE(is_trusted("/w/theirs"));
  EXPECT_EQ(enter("/w/theirs", false).reason, Reason::Own);
}

// rule: M9
TEST_F(FormerOrigin, IsNoReasonToKeepACloneOfSomebodyElse) {
  repository("/w/evil", "\"http://127.0.0.1:18080?@github.com/Owner/app\"");
  EXPECT_EQ(enter("/w/evil").slug, note::workspace_slug("/w/evil"));
  EXPECT_FALSE(is_trusted("/w/evil"));
  EXPECT_EQ(enter("/w/evil").slug, note::workspace_slug("/w/evil"));
  // Nor by the directory's numbers, when it is moved.
  move("/w", "evil", "moved");
  EXPECT_NE(enter("/w/moved").slug, kSlug);
}

// rule: M9
TEST_F(FormerOrigin, IsNotThatOfAUrlWhichOnlyLooksTheSame) {
  int number = 0;
  for (const char* url :
       {"\"http://127.0.0.1:18080?@github.com/Owner/app\"",
        "\"http://e.example#@github.com/Owner/app\"", "ssh://e.example%2F@github.com/Owner/app",
        "https://github.com:9418/Owner/app", "https://github.com:22/Owner/app",
        "[e.example]@github.com:Owner/app", "mallory@github.com:Owner/app",
        "HTTPS://github.com/Owner/app",
        "https://github.com/Owner/app\n[url \"x\"]\ninsteadOf = https://g",
        "https://github.com/Owner/app\n[include]\npath = x"}) {
    const std::string root = "/w/forged" + std::to_string(++number);
    repository(root, url);
    EXPECT_EQ(enter(root, false).reason, Reason::Own) << url;
    EXPECT_FALSE(is_trusted(root)) << url;
  }
}

}  // namespace
}  // namespace loci::store::identity_test
