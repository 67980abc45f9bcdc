#include "remote/remotes.h"

#include <gtest/gtest.h>

#include "base/json.h"
#include "remote/git_remote.h"

namespace loci::remote {
namespace {

TEST(RemoteFile, IsReadBackAsItWasWritten) {
  Remote remote;
  remote.name = "home";
  remote.url = "git@example.com:me/memory.git";
  remote.mine = true;
  remote.chosen = *parse_chosen({"global", "scratchpad"});
  remote.chosen.only = {"app-1a2b3c4d"};
  remote.names = {{"notes-1", "notes"}};
  const auto read = parse_remote("home", format_remote(remote));
  ASSERT_TRUE(read);
  EXPECT_EQ(format_remote(*read), format_remote(remote));
  EXPECT_EQ(read->chosen, remote.chosen);
}

TEST(RemoteFile, KeepsHowItIsSyncedWithAndReadsOlderOnesWithoutThat) {
  Remote remote;
  remote.name = "ci";
  remote.url = "/srv/m.git";
  const std::string plain = format_remote(remote);
  EXPECT_EQ(plain.find("read_only"), std::string::npos);
  EXPECT_TRUE(parse_remote("ci", plain)->sends_all());
  remote.read_only = true;
  remote.send_tag = "keep";
  remote.live = true;
  remote.waits = false;
  const auto read = parse_remote("ci", format_remote(remote));
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->read_only);
  EXPECT_EQ(read->send_tag, "keep");
  EXPECT_EQ(read->live, true);
  EXPECT_EQ(read->waits, false);
  EXPECT_FALSE(read->sends_all());
  EXPECT_FALSE(read->sends_some());  // nothing goes to a read-only one
  std::string odd = format_remote(remote);
  odd.replace(odd.find("later"), 5, "never");
  EXPECT_EQ(parse_remote("ci", odd).error().kind, ErrorKind::Corrupt);
}

TEST(RemoteFile, OfALaterVersionIsNotTouched) {
  const auto read = parse_remote("home", R"({"version":2})");
  ASSERT_FALSE(read);
  EXPECT_EQ(read.error().kind, ErrorKind::Denied);
}

TEST(AgreedFile, IsReadBackAsItWasWritten) {
  SavedState saved;
  sync::ReplicaState& state = saved.replica;
  state.cursor = "git 1 2 3";
  state.agreed["global/a.md"] = {"h1", "h2", true, {"h0"}, false};
  state.agreed["global/b.md"] = {std::nullopt, "h2", false, {}, false};
  state.agreed["global/gone.md"] = {.gone = true};
  state.sending =
      sync::Sending{"id", {{"global/a.md", "h1", std::nullopt, {"h3"}}}, {{"n", "h"}}, "cursor"};
  state.refused["global/c.md"] = {"h4", "too large"};
  state.to_purge = {{"global/d.md", "h5"}};
  state.ahead = {"global/a.md"};
  state.purged = {{"global/e.md", "h6"}};
  saved.merged = {{"h7", "h8"}};
  saved.journal = 42;
  saved.chosen = *parse_chosen({"global"});
  saved.chosen->only = {"app-1a2b3c4d"};
  saved.unchosen["agents/dev/a.md"] = {"h1", std::nullopt, true, {"h0"}, false};
  saved.apart_since = 7;
  saved.hears_all = true;
  state.asked = {
      {sync::StopReason::Rewound, {}},
      {sync::StopReason::PurgesHere, {5, {{"global/a.md", "h1"}, {"global/f.md", "h2"}}}}};
  saved.indexes["global/MEMORY.md"] = {"h9", "h10", "h11", ""};
  const auto read = parse_state(format_state(saved));
  ASSERT_TRUE(read);
  EXPECT_EQ(format_state(*read), format_state(saved));
  EXPECT_EQ(read->replica.agreed, state.agreed);
  EXPECT_EQ(read->replica.sending->changes, state.sending->changes);
  EXPECT_EQ(read->journal, 42U);
  EXPECT_EQ(*read, saved);
}

// An earlier version wrote down how many notes it asked about, and not which: that is no yes to
// any. rule: RM71
TEST(AgreedFile, OfAnEarlierVersionAskedAboutNotesThatAreNotKnown) {
  SavedState saved;
  saved.replica.asked[sync::StopReason::RemovesHere] = {5, {{"global/a.md", "h1"}}};
  std::string text = format_state(saved);
  const std::string notes = R"(,[["global/a.md","h1"]])";
  ASSERT_NE(text.find(notes), std::string::npos);
  const auto read = parse_state(text.erase(text.find(notes), notes.size()));
  ASSERT_TRUE(read);
  const sync::Question question = read->replica.asked.at(sync::StopReason::RemovesHere);
  EXPECT_EQ(question.gone, 5U);
  EXPECT_TRUE(question.notes.empty());
}

// rule: RM13
TEST(AgreedFile, ThatIsDamagedIsCorruptAndNeverEmpty) {
  const std::string sound = format_state(SavedState());
  for (const std::string& text :
       {std::string(), std::string("{}"), sound.substr(0, sound.size() / 2),
        std::string(R"({"version":1,"cursor":7})")}) {
    const auto read = parse_state(text);
    ASSERT_FALSE(read) << text;
    EXPECT_EQ(read.error().kind, ErrorKind::Corrupt);
  }
}

TEST(AgreedFile, HasNamesOfAnyKind) {
  SavedState saved;
  for (const char* name : {"global/é.md", "global/a\"b\\.md", "global/a,[]\"agreed\":[.md", ""}) {
    saved.replica.agreed[name] = {"h1", std::nullopt, false, {"h2", "\n"}, true};
  }
  const auto read = parse_state(format_state(saved));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, saved);
}

// Others may have written it, or put it in order by hand.
TEST(AgreedFile, MayHaveAnyFormOfJson) {
  SavedState saved;
  saved.replica.agreed["global/a.md"] = {"h1", "h2", true, {"h0"}, false};
  saved.replica.agreed["global/b.md"] = {.gone = true};
  const std::string text = format_state(saved);
  const auto json = parse_json(text);
  ASSERT_TRUE(json);
  const auto read = parse_state(dump_json(*json, 2));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, saved);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto cut = parse_state(text.substr(0, i) + text.substr(i + 1));
    EXPECT_LE(cut ? cut->replica.agreed.size() : 0, 2U) << i;
  }
  EXPECT_FALSE(parse_state(text.substr(0, text.size() - 4)));
}

TEST(RemoteName, IsPlain) {
  for (const char* name : {"home", "team-2", "a.b_c"}) EXPECT_TRUE(check_remote_name(name)) << name;
  for (const char* name : {"", "-x", ".x", "a/b", "a b", "..", "é"}) {
    EXPECT_FALSE(check_remote_name(name)) << name;
  }
}

// rule: RM6
TEST(GitUrl, ThatRunsACommandOrIsAnOptionIsRefused) {
  for (const char* url : {"ext::sh -c x", "-u", "--upload-pack=x", "", "a\nb", "fd::7"}) {
    EXPECT_FALSE(check_git_url(url)) << url;
  }
  for (const char* url : {"git@example.com:me/m.git", "https://example.com/m.git", "/srv/m.git",
                          "ssh://u@host:22/m", "../m.git", "file:///srv/m"}) {
    EXPECT_TRUE(check_git_url(url)) << url;
  }
}

// rule: RM82
TEST(GitUrl, ThatIsAPathIsMadeWhole) {
  const auto whole = [](const char* url) { return *whole_git_url(url, "/home/u/work"); };
  EXPECT_EQ(whole("hub.git"), "/home/u/work/hub.git");
  EXPECT_EQ(whole("./hub.git"), "/home/u/work/hub.git");
  EXPECT_EQ(whole("../hub.git/"), "/home/u/hub.git");
  EXPECT_EQ(whole("./odd:name.git"), "/home/u/work/odd:name.git");
  EXPECT_EQ(whole("/srv/m.git"), "/srv/m.git");
  for (const char* url : {"host:hub.git", "git@example.com:me/m.git", "file:///srv/m", "file://./m",
                          "https://example.com/m.git", "ssh://u@host:22/m"}) {
    EXPECT_EQ(whole(url), url);
  }
}

// rule: RM84
TEST(GitUrl, WithAPasswordIsRefused) {
  for (const char* url : {"https://ann:secret@example.com/m.git",
                          "https://:secret@example.com/m.git", "ssh://ann:secret@host:22/m"}) {
    const auto refused = whole_git_url(url, "/");
    ASSERT_FALSE(refused) << url;
    EXPECT_EQ(refused.error().kind, ErrorKind::InvalidInput);
    EXPECT_EQ(refused.error().message.find("secret"), std::string::npos);
  }
  EXPECT_TRUE(whole_git_url("https://ann@example.com:8443/m.git", "/"));
}

// rule: RM83
TEST(GitBranch, ThatGitWouldRefuseIsRefused) {
  for (const char* name :
       {"",     "-x",   "a..b", "x y",   "a.lock", "a.lock/b", "@{",  "a@{b", ".a",
        "a/.b", "a//b", "/a",   "a/",    "a.",     "a~b",      "a^",  "a:b",  "a?",
        "a*",   "a[b",  "a\\b", "a\x01", "a\x7f",  "HEAD",     "\xff"}) {
    EXPECT_FALSE(check_git_branch(name)) << name;
  }
  for (const char* name :
       {"loci", "team/memory", "a.b", "a-b_c", "@", "müde", "a.lockb", "HEAD/x"}) {
    EXPECT_TRUE(check_git_branch(name)) << name;
  }
}

TEST(GitUrl, IsShownWithoutAPassword) {
  EXPECT_EQ(shown_url("https://u:secret@example.com/m.git"), "https://u:***@example.com/m.git");
  EXPECT_EQ(shown_url("https://example.com:8443/a@b"), "https://example.com:8443/a@b");
  EXPECT_EQ(shown_url("git@example.com:m.git"), "git@example.com:m.git");
}

}  // namespace
}  // namespace loci::remote
