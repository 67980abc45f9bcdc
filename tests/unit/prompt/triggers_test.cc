#include "prompt/triggers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loci::prompt::triggers_test {
namespace {

using ::testing::ElementsAre;

Moment before_command(std::string line) { return {"", std::move(line), {}}; }
Moment at_prompt(std::string text) { return {std::move(text), "", {}}; }
Moment before_edit(std::string path) { return {"", "", {std::move(path)}}; }

// rule: G17
TEST(Commands, AreTakenApartAsAShellDoes) {
  EXPECT_THAT(commands_in("cd x && sudo FOO=1 /usr/bin/git push -f; echo 'a b'|wc"),
              ElementsAre(ElementsAre("cd", "x"), ElementsAre("git", "push", "-f"),
                          ElementsAre("echo", "a b"), ElementsAre("wc")));
  EXPECT_THAT(commands_in(""), ElementsAre());
}

// rule: G17
TEST(TriggersOfCommands, FitTheProgramAndItsWordsInTheirOrder) {
  const note::Triggers push{{}, {"git push"}, {}};
  EXPECT_EQ(why_heard(push, before_command("git -C app push origin main")),
            "the command `git push`");
  EXPECT_EQ(why_heard(push, before_command("make && git push")), "the command `git push`");
  EXPECT_EQ(why_heard(push, before_command("git log --grep push-button")), "");
  EXPECT_EQ(why_heard(push, before_command("echo git push")), "");
  EXPECT_EQ(why_heard({{}, {"terraform"}, {}}, before_command("docker run terraform plan")),
            "the command `terraform`");
  EXPECT_EQ(why_heard({{}, {"kubectl dr*"}, {}}, before_command("kubectl drain n1")),
            "the command `kubectl dr*`");
}

// rule: G17
TEST(TriggersOfPaths, FitEditsAndPathsInCommandsAndPrompts) {
  const note::Triggers sql{{"migrations/**"}, {}, {}};
  EXPECT_EQ(why_heard(sql, before_edit("migrations/1.sql")), "the path `migrations/**`");
  EXPECT_EQ(why_heard(sql, before_edit("src/migrations.cc")), "");
  EXPECT_EQ(why_heard(sql, before_command("psql -f ./migrations/1.sql")),
            "the path `migrations/**`");
  EXPECT_EQ(why_heard(sql, at_prompt("please fix `migrations/1.sql`.")),
            "the path `migrations/**`");
}

// rule: G17
TEST(TriggersOfWords, FitPromptsByTheirStems) {
  const note::Triggers words{{}, {"make migrate"}, {"on call", "release"}};
  EXPECT_EQ(why_heard(words, at_prompt("Who is on call today?")), "the word `on call`");
  EXPECT_EQ(why_heard(words, at_prompt("call me on Monday")), "");
  EXPECT_EQ(why_heard(words, at_prompt("prepare the releases")), "the word `release`");
  EXPECT_EQ(why_heard(words, at_prompt("run make migrate for me")), "the command `make migrate`");
  EXPECT_EQ(why_heard(words, before_command("release")), "");
}

}  // namespace
}  // namespace loci::prompt::triggers_test
