#include "remote/names.h"

#include <gtest/gtest.h>

namespace loci::remote {
namespace {

store::Project project(std::string slug, std::string origin) {
  store::Project made;
  made.slug = std::move(slug);
  made.paths.push_back({"/home/u/" + made.slug, {}, std::move(origin)});
  return made;
}

RemoteProject there(const std::string& origin, const std::string& name = "") {
  return {project_directory(origin, name), origin, name};
}

std::string place_of(const Names& names, const std::string& name) {
  const auto at = names.here(name);
  return at ? at->place.key + "/" + at->file : "-";
}

TEST(RemoteNames, OfNotesLeadThereAndBack) {
  const Names names(Remote{}, {project("app-1", "example.com/acme/app")}, {});
  const std::string base = "projects/" + project_directory("example.com/acme/app", "");
  for (const auto& [place, name] :
       {std::pair{store::global_place(), std::string("global/x.md")},
        std::pair{store::agent_user_place("reviewer"), std::string("agents/reviewer/x.md")},
        std::pair{store::private_place("app-1"), base + "/memory/x.md"},
        std::pair{store::agent_private_place("app-1", "r"), base + "/agents/r/x.md"}}) {
    EXPECT_EQ(names.there(place, "x.md"), name);
    const auto back = names.here(name);
    ASSERT_TRUE(back) << name;
    EXPECT_EQ(back->place, place);
    EXPECT_EQ(back->file, "x.md");
  }
}

// rule: RM48
TEST(RemoteNames, OfIndexesLeadThereAndBackWhereNotesHaveOne) {
  Remote all;
  all.chosen.daily = all.chosen.scratchpad = true;
  const Names names(all, {project("app-1", "example.com/acme/app")}, {});
  const std::string base = "projects/" + project_directory("example.com/acme/app", "");
  EXPECT_EQ(names.there(store::global_place(), "MEMORY.md"), "global/MEMORY.md");
  EXPECT_EQ(names.there(store::private_place("app-1"), "MEMORY.md"), base + "/memory/MEMORY.md");
  EXPECT_EQ(names.there(store::agent_user_place("r"), "MEMORY.md"), "agents/r/MEMORY.md");
  EXPECT_FALSE(names.there(store::project_place("app-1"), "MEMORY.md"));
  EXPECT_FALSE(names.there(store::daily_place("app-1"), "MEMORY.md"));
  EXPECT_TRUE(is_index("global/MEMORY.md"));
  EXPECT_FALSE(is_index("global/x.md"));
}

TEST(RemoteNames, ThatLeadElsewhereAreNoNotes) {
  const Names names(Remote{}, {}, {});
  for (const char* name : {"global/../x.md", "global/.x.md", "global/a/b.md", "global/x.txt",
                           "global/memory.md", "MEMORY.md", "agents/MEMORY.md", "agents/../x.md",
                           "agents/.hidden/x.md", "projects/x/memory/y.md", "state/version", "",
                           "/etc/passwd", ".loci-remote/marker.json", "README.md"}) {
    EXPECT_FALSE(names.here(name)) << name;
  }
}

TEST(RemoteNames, OfAProjectFollowItsOrigin) {
  const Names laptop(Remote{}, {project("app-1", "example.com/acme/app")}, {});
  const Names server(Remote{}, {project("clone-2", "example.com/acme/app")}, {});
  const auto name = laptop.there(store::private_place("app-1"), "x.md");
  ASSERT_TRUE(name);
  EXPECT_EQ(place_of(server, *name), "projects/clone-2/memory/x.md");
}

// A second project of one origin takes nothing over: its lack of notes is no deletion. rule: RM11
TEST(RemoteNames, StayWithTheProjectThatWasAgreed) {
  const auto first = project("app-1", "example.com/acme/app");
  const auto second = project("app-2", "example.com/acme/app");
  const Names agreed(Remote{}, {second}, {});
  const std::string name = agreed.there(store::private_place("app-2"), "x.md").value_or("-");
  const Names names(Remote{}, {first, second}, {}, agreed.slugs());
  EXPECT_EQ(place_of(names, name), "projects/app-2/memory/x.md");
  EXPECT_FALSE(names.there(store::private_place("app-1"), "x.md"));
  // One that is no longer there keeps nobody from it.
  EXPECT_EQ(place_of(Names(Remote{}, {first}, {}, agreed.slugs()), name),
            "projects/app-1/memory/x.md");
}

// Its origin was moved to another host, or taken away. rule: RM11
TEST(RemoteNames, OfAProjectStayWhateverItsOriginIsNow) {
  const Names agreed(Remote{}, {project("app-1", "example.com/acme/app")}, {});
  const std::string name = agreed.there(store::private_place("app-1"), "x.md").value_or("-");
  for (const char* origin : {"example.org/acme/app", ""}) {
    const Names names(Remote{}, {project("app-1", origin)}, agreed.identities(), agreed.slugs());
    EXPECT_EQ(names.there(store::private_place("app-1"), "x.md"), name) << origin;
    EXPECT_EQ(place_of(names, name), "projects/app-1/memory/x.md") << origin;
    EXPECT_EQ(names.projects().size(), 1U) << origin;
  }
  // As long as a person gives it no other name.
  Remote remote;
  remote.names["app-1"] = "app";
  const Names named(remote, {project("app-1", "")}, agreed.identities(), agreed.slugs());
  EXPECT_NE(named.there(store::private_place("app-1"), "x.md"), name);
  // Its project.json cannot be read: its notes are where they were.
  const Names damaged(Remote{}, {}, agreed.identities(), agreed.slugs());
  EXPECT_EQ(place_of(damaged, name), "projects/app-1/memory/x.md");
}

TEST(RemoteNames, OfAProjectThatIsUnknownHereGetASlug) {
  const Names names(Remote{}, {}, {there("example.com/acme/app")});
  ASSERT_EQ(names.projects().size(), 1U);
  EXPECT_TRUE(names.projects().front().is_new);
  EXPECT_TRUE(names.projects().front().slug.starts_with("app-"));
}

TEST(RemoteNames, OfAProjectWithoutAnOriginAreMatchedByTheGivenNameOnly) {
  Remote remote;
  EXPECT_EQ(Names(remote, {project("notes-1", "")}, {there("", "notes")}).unmatched().size(), 1U);
  remote.names["notes-1"] = "notes";
  const Names matched(remote, {project("notes-1", "")}, {there("", "notes")});
  EXPECT_TRUE(matched.unmatched().empty());
  EXPECT_EQ(place_of(matched, "projects/" + project_directory("", "notes") + "/memory/x.md"),
            "projects/notes-1/memory/x.md");
}

TEST(RemoteNames, OfADirectoryThatLiesAboutItselfAreNone) {
  RemoteProject lying = there("example.com/acme/app");
  lying.directory = "another-00000000";
  const Names names(Remote{}, {}, {lying});
  EXPECT_TRUE(names.projects().empty());
}

TEST(RemoteNames, OfWhatWasNotChosenStay) {
  Remote remote;
  remote.chosen = *parse_chosen({"global", "daily"});
  const Names names(remote, {project("app-1", "example.com/acme/app")}, {});
  EXPECT_TRUE(names.there(store::global_place(), "x.md"));
  EXPECT_FALSE(names.there(store::private_place("app-1"), "x.md"));
  EXPECT_FALSE(names.there(store::agent_user_place("r"), "x.md"));
}

TEST(RemoteNames, OfScratchpadAndDailyLogsTravelWhenChosen) {
  Remote remote;
  remote.chosen = *parse_chosen({"projects", "scratchpad", "daily"});
  const Names names(remote, {project("app-1", "example.com/acme/app")}, {});
  EXPECT_TRUE(names.there(store::project_place("app-1"), "SCRATCHPAD.md"));
  EXPECT_FALSE(names.there(store::project_place("app-1"), "other.md"));
  EXPECT_TRUE(names.there(store::daily_place("app-1"), "2026-11-17.md"));
  EXPECT_FALSE(names.there(store::daily_place("app-1"), "notes.md"));
}

// rule: RM75
TEST(Choice, LaysByWhatWasAgreedOnAndTakesItUpAgain) {
  SavedState saved;
  saved.replica.agreed["global/a.md"] = {"h1", "h1"};
  saved.replica.agreed["projects/app-1/memory/b.md"] = {"h2", "h2"};
  saved.replica.agreed["projects/app-1/agents/dev/c.md"] = {"h3", "h3"};
  saved.replica.agreed["projects/web-2/SCRATCHPAD.md"] = {"h4", "h4"};
  const sync::Agreement all = saved.replica.agreed;
  saved.replica.sending = sync::Sending{};
  saved.journal = 7;
  const Chosen wide = *parse_chosen({"global", "agents", "projects", "scratchpad"});
  saved.chosen = wide;
  EXPECT_TRUE(part_by_choice(saved, wide).empty());
  EXPECT_TRUE(saved.replica.sending);

  Chosen narrow = *parse_chosen({"global"});
  narrow.only = {"app-1"};
  EXPECT_TRUE(part_by_choice(saved, narrow).empty());
  EXPECT_EQ(saved.replica.agreed.size(), 2U);
  EXPECT_EQ(saved.unchosen.size(), 2U);
  EXPECT_TRUE(saved.unchosen.contains("projects/app-1/agents/dev/c.md"));
  EXPECT_FALSE(saved.hears_all);
  EXPECT_FALSE(saved.replica.sending);
  EXPECT_EQ(saved.apart_since, 7U);

  EXPECT_EQ(part_by_choice(saved, wide).size(), 2U);
  EXPECT_EQ(saved.replica.agreed, all);
  EXPECT_TRUE(saved.unchosen.empty());
  EXPECT_TRUE(saved.hears_all);
}

// rule: RM75
TEST(Choice, IsWiderWhereOneOfThemIsNew) {
  Chosen one = *parse_chosen({"global"});
  one.only = {"app-1"};
  Chosen other = one;
  other.only = {"web-2"};
  const Chosen all = *parse_chosen({"global", "projects"});
  EXPECT_TRUE(is_wider(other, one));
  EXPECT_TRUE(is_wider(all, one));
  EXPECT_FALSE(is_wider(one, all));
  EXPECT_FALSE(is_wider(one, one));
}

// rule: RM89
TEST(NameOfANote, IsDisguisedByWhatNobodySees) {
  for (const char* name : {"global/\u202ex.md", "global/a\u200bb.md", "agents/x\u2066/a.md"}) {
    EXPECT_TRUE(is_disguised(name)) << name;
  }
  for (const char* name :
       {"global/a.md", "global/müde.md", "global/می‌خواهم.md", "global/עברית.md"}) {
    EXPECT_FALSE(is_disguised(name)) << name;
  }
}

}  // namespace
}  // namespace loci::remote
