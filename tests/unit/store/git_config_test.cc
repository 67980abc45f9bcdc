#include "store/git_config.h"

#include <gtest/gtest.h>

namespace loci::store::git_config_test {
namespace {

std::string origin(std::string_view config) {
  const auto settings = parse_git_config(config);
  if (!settings) return "(no config)";
  return origin_url(*settings).value_or("(elsewhere)");
}

// rule: M2
TEST(GitConfig, IsReadAsGitReadsIt) {
  EXPECT_EQ(origin("[core]\n\tbare = false\n[remote \"origin\"]\n\turl = https://h/a\n"),
            "https://h/a");
  EXPECT_EQ(origin("[ReMote \"origin\"] ; mine\n  URL=\"https://h/a b\" # there\n"),
            "https://h/a b");
  EXPECT_EQ(origin("\xEF\xBB\xBF[remote \"origin\"] url = x\r\n"), "x");
  EXPECT_EQ(origin("[remote \"origin\"]\nurl = x # y\n"), "x");
  EXPECT_EQ(origin("[remote \"origin\"]\nurl = x\\\ny\n"), "xy");
  EXPECT_EQ(origin("[remote \"origin\"]\nurl = \"x # y\"z  \n"), "x # yz");
  EXPECT_EQ(origin("[remote \"origin\"]\nurl = a\\\\b\\\"c\\td\\ne\\b"), "a\\b\"c\td\ne\b");
  EXPECT_EQ(origin("[remote \"ori\\gin\"]\nurl = x"), "x");
  EXPECT_EQ(origin("[remote.Origin]\nurl = x"), "x");
  EXPECT_EQ(origin("[remote\t \"origin\"]url=x"), "x");
  EXPECT_EQ(origin("[remote \"origin\"]\npushurl = y\nurl = x\n"), "x");
}

// rule: M2
TEST(GitConfig, HasNoOriginWhereGitHasNone) {
  EXPECT_EQ(origin(""), "");
  EXPECT_EQ(origin("# [remote \"origin\"]\n"), "");
  EXPECT_EQ(origin("[remote \"upstream\"]\nurl = https://h/u\n"), "");
  EXPECT_EQ(origin("[remote \"Origin\"]\nurl = https://h/u\n"), "");
  EXPECT_EQ(origin("[remote \"origin\"]\nfetch = x\n[branch \"url\"]\nurl = no\n"), "");
  EXPECT_EQ(origin("[a \"[remote \\\"origin\\\"]\"]\nurl = no\n"), "");
  EXPECT_EQ(origin("[a]\nb = \"\\\n[remote \\\"origin\\\"]\\\nurl = no\"\n"), "");
}

// rule: M2
TEST(GitConfig, TakesTheFirstOfSeveral) {
  EXPECT_EQ(origin("[remote \"origin\"]\nurl = one\nurl = two\n"), "one");
  EXPECT_EQ(origin("[remote.origin]\nurl = one\n[remote \"origin\"]\nurl = two\n"), "one");
  // Some versions of git begin anew at an empty one.
  EXPECT_EQ(origin("[remote \"origin\"]\nurl = one\nurl =\nurl = two\n"), "(elsewhere)");
  EXPECT_EQ(origin("[remote \"origin\"]\nurl\n"), "(elsewhere)");
}

// rule: M9
TEST(GitConfig, GivesNoOriginThatItMayLeadElsewhere) {
  const std::string remote = "[remote \"origin\"]\nurl = https://h/a\n";
  for (const char* more : {"[url \"https://evil.example/\"]\ninsteadOf = https://h/\n",
                           "[URL \"x\"] InsteadOf=y",
                           "[url.x]\ninsteadof = h",
                           "[include]\npath = ../config\n",
                           "[includeIf \"gitdir:/\"]\npath = x\n",
                           "[INCLUDE] path = x",
                           "[remote \"origin\"]\nvcs = ext\n",
                           "[http]\ncurloptResolve = h:443:1.2.3.4\n",
                           "[http \"https://h\"]\ncurloptResolve = h:443:1.2.3.4\n",
                           "[http]\nproxy = 127.0.0.1:1\n",
                           "[http \"https://h\"]\nproxy = 127.0.0.1:1\n",
                           "[http]\nsslVerify = false\n",
                           "[core]\ngitProxy = ./proxy\n",
                           "[remote \"origin\"]\nproxy = 127.0.0.1:1\n",
                           "[remote \"origin\"]\nuploadpack = ./pack\n",
                           "[http]\nsslCAInfo = ca.pem\n",
                           "[http \"https://h\"]\nsslCAPath = ca\n",
                           "[http]\nextraHeader = Host: evil.example\n",
                           "[branch \"main\"]\nremote = https://evil.example/a\n",
                           "[branch \"main\"]\nremote = evil.example:a\n",
                           "[branch \"main\"]\nremote = ../a\n"}) {
    EXPECT_EQ(origin(remote + more), "(elsewhere)") << more;
    EXPECT_EQ(origin(more + ("\n" + remote)), "(elsewhere)") << more;
  }
  for (const char* more :
       {"[branch \"main\"]\nremote = upstream\n", "[branch \"main\"]\nremote = .\n",
        "[branch \"a/b\"]\nmerge = refs/heads/a\n",
        "[http \"https://h/\"]\nextraheader = AUTHORIZATION: basic x\n",
        "[http]\nextraHeader =\n"}) {
    EXPECT_EQ(origin(remote + more), "https://h/a") << more;
  }
  EXPECT_EQ(origin(remote + "[url \"git@h:\"]\npushInsteadOf = https://h/\n"), "https://h/a");
}

// rule: M9
TEST(GitConfig, IsNothingWhereGitRefusesIt) {
  for (const char* text :
       {"[remote", "[remote \"origin", "[remote \"origin\"", "[remote \"origin\"x]",
        "[remote \"a\nb\"]", "[rem ote]", "[rem_ote]", "[]", "url = x", "[a]\n1b = c",
        "[a]\nb_c = d", "[a]\nb c = d", "[a]\nb = \"c", "[a]\nb = \\q", "[a]\nb = \"c\nd\"",
        "[a]\n= x", "[a\n]", "[a.b \"c\"]"}) {
    EXPECT_FALSE(parse_git_config(text)) << text;
  }
  EXPECT_FALSE(parse_git_config(std::string_view("[a]\nb = c\0d", 11)));
}

TEST(GitConfig, GivesTheLastValueOfAKey) {
  const auto settings =
      parse_git_config("[core]\nworktree = a\n[Core]\nWorkTree = b\n[core \"x\"]\nworktree = c\n");
  ASSERT_TRUE(settings);
  EXPECT_EQ(setting_of(*settings, "core", "worktree"), "b");
  EXPECT_FALSE(setting_of(*settings, "core", "bare"));
}

}  // namespace
}  // namespace loci::store::git_config_test
