#include "projects/projects.h"

#include "memory/memory.h"
#include "memory/reading.h"
#include "memory/session.h"
#include "memory/targets.h"
#include "note/slug.h"
#include "past/undo.h"
#include "projects/rescue.h"
#include "support/house.h"
#include "upkeep/check.h"

namespace loci::projects::projects_test {
namespace {

using memory::Memory;
using memory::Session;

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr const char* kCommit = "1f0c7d6f2d3b4a5968778695a4b3c2d1e0f9a8b7";

// Workspaces come and go; `go` is a new process in one of them.
class Projects : public House {
 protected:
  void go(const std::string& workspace) {
    memory.reset();
    files.put_directory(workspace + "/.git");
    Session session;
    session.workspace = *store::find_workspace(files, workspace, {kHome, "/home/u"});
    session.user_home = "/home/u";
    session.first_commits = [this](const store::Head&) {
      ++asked;
      return commits;
    };
    attachment = *store::identify(files, kHome, *session.workspace);
    store = *store::Store::open(files, clock, log, kHome);
    memory = std::make_unique<Memory>(*store, *config, log, session);
    if (attachment.fresh()) {
      ASSERT_TRUE(projects::record_attachment(*memory));
    }
  }
  void vanish(const std::string& directory, const std::string& name) {
    ASSERT_TRUE((*files.open(directory, fs::Modes::Umask))->rename(name, "." + name));
    ASSERT_TRUE((*files.open(directory, fs::Modes::Umask))->rename("." + name, "trash-" + name));
  }
  void origin(const std::string& workspace, const std::string& url) {
    files.put(workspace + "/.git/config", "[remote \"origin\"]\nurl = " + url + "\n");
  }
  std::vector<std::string> ids() {
    std::vector<std::string> result;
    const auto orphans = projects::orphans(*memory);
    if (!orphans) return {orphans.error().message};
    for (const Orphan& orphan : *orphans) result.push_back(orphan.id);
    return result;
  }
  std::string slug() { return memory->scopes().slug(); }

  std::vector<std::string> commits;
  int asked = 0;
  store::Attachment attachment;
};

// rule: M5
TEST_F(Projects, AreListedWithWhereTheyAre) {
  ASSERT_TRUE(write("a", "project", "x"));
  go("/w/other");
  ASSERT_TRUE(write("b", "project", "x"));
  vanish("/home/u", "app");
  const auto rows = projects::list_projects(*memory);
  ASSERT_EQ(rows->size(), 2U);
  EXPECT_EQ((*rows)[0].project.slug, "app-59a4a65d");
  EXPECT_TRUE((*rows)[0].gone);
  EXPECT_FALSE((*rows)[0].current);
  EXPECT_EQ((*rows)[1].notes, 1U);
  EXPECT_TRUE((*rows)[1].current);
  EXPECT_FALSE((*rows)[1].gone);
}

// rule: M6
TEST_F(Projects, CanBeDetachedForGoodAndRelinked) {
  origin("/home/u/app", "git@h:o/app.git");
  ASSERT_TRUE(write("a", "project", "x"));
  origin("/w/copy", "git@h:o/app.git");
  go("/w/copy");
  EXPECT_EQ(slug(), "app-59a4a65d");
  EXPECT_EQ(kind_of(projects::relink(*memory, "none", false)), ErrorKind::NotFound);
  EXPECT_EQ(projects::detach(*memory, true)->before, "app-59a4a65d");
  go("/w/copy");
  EXPECT_EQ(slug(), "app-59a4a65d");  // that was a dry run
  EXPECT_EQ(projects::detach(*memory, false)->left, 1U);
  go("/w/copy");
  EXPECT_EQ(slug(), note::workspace_slug("/w/copy"));
  EXPECT_EQ(kind_of(projects::detach(*memory, false)), ErrorKind::InvalidInput);
  ASSERT_TRUE(write("own", "project", "x"));
  go("/w/copy");
  EXPECT_EQ(slug(), note::workspace_slug("/w/copy"));
  ASSERT_TRUE(projects::relink(*memory, "app-59a4a65d", false));
  go("/w/copy");
  EXPECT_EQ(slug(), "app-59a4a65d");
  EXPECT_THAT(names(), ElementsAre("a.md"));
  // What it left behind is nobody's now, and comes back.
  EXPECT_THAT(ids(), ElementsAre(note::workspace_slug("/w/copy")));
  ASSERT_TRUE(projects::rescue(*memory, note::workspace_slug("/w/copy"), false));
  EXPECT_THAT(names(), ::testing::UnorderedElementsAre("own.md", "a.md"));
}

// rule: M3
TEST_F(Projects, AreKnownAgainByTheFirstCommitOnlyWhereThatIsAsked) {
  files.put("/home/u/app/.git/logs/HEAD",
            std::string(40, '0') + " " + kCommit + " A <a> 1 +0\tcommit (initial): x\n");
  ASSERT_TRUE(write("a", "project", "x"));
  vanish("/home/u", "app");
  commits = {kCommit};
  files.put("/mnt/new/.git/HEAD", std::string(40, '1') + "\n");
  go("/mnt/new");
  ASSERT_TRUE(memory::list(*memory, {}));
  ASSERT_TRUE(upkeep::check(*memory, {}, false, false));
  EXPECT_EQ(asked, 0);
  EXPECT_THAT(names(), IsEmpty());
  ASSERT_TRUE(projects::attach_by_commit(*memory, true)->has_value());
  go("/mnt/new");
  EXPECT_THAT(names(), IsEmpty());  // that was a dry run
  ASSERT_TRUE(projects::attach_by_commit(*memory, false)->has_value());
  EXPECT_THAT(names(), ElementsAre("a.md"));
  go("/mnt/new");
  EXPECT_EQ(attachment.reason, store::Attachment::Reason::Known);
  EXPECT_FALSE(projects::attach_by_commit(*memory, false)->has_value());
}

// rule: M3
TEST_F(Projects, DoNotAskGitWhereTheLogKnowsTheFirstCommit) {
  const std::string begun =
      std::string(40, '0') + " " + kCommit + " A <a> 1 +0\tcommit (initial): x\n";
  files.put("/home/u/app/.git/logs/HEAD", begun);
  ASSERT_TRUE(write("a", "project", "x"));
  vanish("/home/u", "app");
  files.put("/mnt/new/.git/HEAD", std::string(40, '1') + "\n");
  files.put("/mnt/new/.git/logs/HEAD", begun);
  go("/mnt/new");
  ASSERT_TRUE(projects::attach_by_commit(*memory, false)->has_value());
  EXPECT_THAT(names(), ElementsAre("a.md"));
  EXPECT_EQ(asked, 0);
}

// rule: M11
TEST_F(Projects, DoNotAskGitAboutADirectoryOfSomebodyElse) {
  files.put("/w/theirs/.git/HEAD", std::string(40, '1') + "\n");
  files.put_owner("/w/theirs/.git", 1);
  go("/w/theirs");
  EXPECT_FALSE(projects::attach_by_commit(*memory, false)->has_value());
  files.put_owner("/w/theirs/.git", fs::MemoryFileSystem::kUser);
  files.put_owner("/w/theirs", 1);
  EXPECT_FALSE(projects::attach_by_commit(*memory, false)->has_value());
  EXPECT_EQ(asked, 0);
  files.put_owner("/w/theirs", fs::MemoryFileSystem::kUser);
  EXPECT_FALSE(projects::attach_by_commit(*memory, false)->has_value());
  EXPECT_EQ(asked, 1);
}

// rule: M3
TEST_F(Projects, AskNoFirstCommitOfACloneOrAShallowHistory) {
  origin("/w/clone", "git@h:o/app.git");
  go("/w/clone");
  EXPECT_FALSE(projects::attach_by_commit(*memory, false)->has_value());
  files.put("/w/cut/.git/shallow", "x\n");
  go("/w/cut");
  EXPECT_FALSE(projects::attach_by_commit(*memory, false)->has_value());
  EXPECT_EQ(asked, 0);
}

// Whoever chooses the URL may choose the history too.
// rule: M3, M9
TEST_F(Projects, AreNotKnownByAFirstCommitBehindADoubtfulUrl) {
  const std::string begun =
      std::string(40, '0') + " " + kCommit + " A <a> 1 +0\tcommit (initial): x\n";
  files.put("/home/u/app/.git/logs/HEAD", begun);
  ASSERT_TRUE(write("a", "project", "x"));
  vanish("/home/u", "app");
  commits = {kCommit};
  int number = 0;
  for (const char* settings : {"[remote \"origin\"]\nurl = \"http://evil?@github.com/o/app\"\n",
                               "[url \"git@evil:\"]\ninsteadOf = git@h:\n"}) {
    for (const bool logged : {true, false}) {
      const std::string clone = fmt::format("/mnt/clone-{}", ++number);
      files.put(clone + "/.git/HEAD", std::string(40, '1') + "\n");
      if (logged) files.put(clone + "/.git/logs/HEAD", begun);
      files.put(clone + "/.git/config", settings);
      go(clone);
      EXPECT_FALSE(projects::attach_by_commit(*memory, false)->has_value()) << settings;
      ASSERT_TRUE(write("own", "project", "x"));
      go(clone);
      EXPECT_FALSE(projects::attach_by_commit(*memory, false)->has_value()) << settings;
      EXPECT_THAT(names(), ElementsAre("own.md")) << settings;
    }
  }
  EXPECT_EQ(asked, 0);
}

// rule: M7
TEST_F(Projects, OfAGoneWorkspaceAreContinuedWhole) {
  ASSERT_TRUE(write("a", "project", "x"));
  ASSERT_TRUE(memory::scratch_add(*memory, "ask", false));
  vanish("/home/u", "app");
  go("/w/app");
  const auto orphans = projects::orphans(*memory);
  ASSERT_EQ(orphans->size(), 1U);
  EXPECT_THAT(orphans->front().names, ElementsAre("memory/a.md", "SCRATCHPAD.md"));
  EXPECT_EQ(orphans->front().path, "/home/u/app");
  EXPECT_EQ(orphans->front().fits, "same folder name");
  const auto before = files.tree("/home/u/.loci");
  ASSERT_TRUE(projects::rescue(*memory, "app-59a4a65d", true));
  EXPECT_EQ(files.tree("/home/u/.loci"), before);
  EXPECT_TRUE(projects::rescue(*memory, "app-59a4a65d", false)->continued);
  go("/w/app");
  EXPECT_THAT(names(), ElementsAre("a.md"));
  EXPECT_THAT(ids(), IsEmpty());
  EXPECT_EQ(kind_of(projects::rescue(*memory, "app-59a4a65d", false)), ErrorKind::NotFound);
}

// rule: M7
TEST_F(Projects, OfAGoneWorkspaceAreMovedBesideWhatIsHere) {
  ASSERT_TRUE(write("a", "project", "theirs"));
  ASSERT_TRUE(write("same", "project", "equal"));
  ASSERT_TRUE(write("only", "project", "only there"));
  ASSERT_TRUE(memory::scratch_add(*memory, "theirs", false));
  ASSERT_TRUE(memory::daily_add(*memory, "", "their day", false));
  files.put(kHome + "/projects/app-59a4a65d/agents/dev/memory/d.md", "agent's\n");
  files.put(kHome + "/projects/app-59a4a65d/agents/dev/memory/MEMORY.md", "- [d](d.md)\n");
  vanish("/home/u", "app");
  go("/w/here");
  ASSERT_TRUE(write("a", "project", "ours"));
  ASSERT_TRUE(write("same", "project", "equal"));
  ASSERT_TRUE(memory::scratch_add(*memory, "ours", false));
  const auto before = files.tree("/home/u/.loci/projects");
  const auto reply = projects::rescue(*memory, "app-59a4a65d", false);
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_FALSE(reply->continued);
  EXPECT_EQ(body("a"), "ours\n");
  EXPECT_EQ(body("a-2"), "theirs\n");
  EXPECT_EQ(body("only"), "only there\n");
  EXPECT_EQ(memory::list(*memory, {})->size(), 4U);
  EXPECT_EQ(memory::scratch(*memory)->text, "- [ ] ours\n- [ ] theirs\n");
  EXPECT_EQ(*memory::daily(*memory, "")->operator->(), "their day\n");
  EXPECT_EQ(memory::list(*memory, {{"agent:dev", false, false, false}, ""})->size(), 1U);
  EXPECT_THAT(ids(), IsEmpty());
  ASSERT_TRUE(past::undo(*memory, {}));
  auto after = files.tree("/home/u/.loci/projects");
  EXPECT_EQ(after, before);
}

// rule: M7
TEST_F(Projects, OfClaudeAreCopiedWithTheProseOfTheirIndex) {
  const std::string base = "/home/u/.claude/projects/-w-gone/";
  files.put(base + "memory/MEMORY.md", "# Facts\n\nUse tabs.\n\n- [A](a.md) - hook\n");
  files.put(base + "memory/a.md", "---\nname: A\nmetadata:\n  type: user\n---\n\nClaude's\n");
  files.put(base + "s.jsonl", "{\"x\":1}\n{\"cwd\":\"/w/gone\"}\n");
  files.put("/home/u/.claude/projects/-home-u-app/memory/b.md", "of a living workspace\n");
  files.put("/home/u/.claude/projects/-w-no-where/memory/MEMORY.md", "- [x](x.md)\n");
  go("/home/u/app");
  ASSERT_TRUE(write("a", "project", "ours"));
  EXPECT_THAT(ids(), ElementsAre("claude:-w-gone", "claude:-w-no-where"));
  const auto reply = projects::rescue(*memory, "claude:-w-gone", false);
  ASSERT_TRUE(reply) << reply.error().message;
  EXPECT_EQ(body("a-2"), "Claude's\n");
  EXPECT_EQ(body("claude-memory"), "# Facts\n\nUse tabs.\n");
  EXPECT_THAT(files.get(kPrivate + "MEMORY.md"), ::testing::HasSubstr("- [A](a-2.md) - hook\n"));
  EXPECT_EQ(files.get(base + "memory/a.md").substr(0, 3), "---");   // theirs stays
  ASSERT_TRUE(projects::rescue(*memory, "claude:-w-gone", false));  // a second time
  EXPECT_THAT(names(), ::testing::UnorderedElementsAre("a.md", "a-2.md", "claude-memory.md"));
}

// rule: M7
TEST_F(Projects, OfClaudeBelongToTheWorkspaceThatWasThere) {
  files.put("/home/u/.claude/projects/-home-u-app/memory/b.md", "words\n");
  ASSERT_TRUE(write("a", "project", "x"));
  ASSERT_TRUE((*files.open("/home/u", fs::Modes::Umask))->rename("app", "moved"));
  files.put("/home/u/.claude/projects/-home-u-app/s.jsonl", "{\"cwd\":\"/home/u/app\"}\n");
  go("/home/u/moved");
  EXPECT_EQ(projects::orphans(*memory)->front().fits, "this workspace used to be there");
  go("/w/elsewhere");
  EXPECT_EQ(projects::orphans(*memory)->front().fits, "");
  EXPECT_EQ(projects::orphans(*memory)->front().belongs_to, "/home/u/moved");
}

// rule: M7
TEST_F(Projects, OfAnyKindThatAreNotGoneAreNoOrphans) {
  ASSERT_TRUE(write("a", "project", "x"));
  files.put_directory("/w/my-app.x/sub");
  files.put("/home/u/.claude/projects/-w-my-app-x-sub/memory/b.md", "words\n");
  go("/w/elsewhere");
  EXPECT_THAT(ids(), IsEmpty());
}

}  // namespace
}  // namespace loci::projects::projects_test
