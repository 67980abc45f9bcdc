#include "cli/parse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "base/text.h"
#include "cli/help.h"

namespace loci::cli::parse_test {
namespace {

using ::testing::HasSubstr;

Result<Invocation> parsed(const std::vector<std::string>& words) {
  Globals globals;
  return parse(words, globals);
}

std::string message(const std::vector<std::string>& words) {
  const auto invocation = parsed(words);
  if (invocation) return "";
  EXPECT_EQ(invocation.error().kind, ErrorKind::InvalidInput);
  return invocation.error().message + " | " + invocation.error().hint;
}

// The words of an example, as a shell would split them.
std::vector<std::string> split(std::string_view example) {
  std::vector<std::string> words(1);
  bool quoted = false;
  for (const char c : example) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ' ' && !quoted) {
      words.emplace_back();
    } else {
      words.back() += c;
    }
  }
  while (words.front() != "loci") words.erase(words.begin());
  words.erase(words.begin());
  return words;
}

// rule: C2
TEST(Parse, UnderstandsEveryExample) {
  for (const api::Operation& operation : api::operations()) {
    const auto invocation = parsed(split(operation.example));
    ASSERT_TRUE(invocation) << operation.example << ": " << invocation.error().message;
    EXPECT_EQ(invocation->operation, &operation) << operation.example;
  }
}

// rule: C1
TEST(Parse, TakesGlobalFlagsBeforeAndAfter) {
  for (const auto& words : std::vector<std::vector<std::string>>{
           {"--home", "/h", "--agent=bob", "-q", "-o", "json", "list", "--type", "user"},
           {"list", "--type=user", "--home=/h", "--agent", "bob", "--quiet", "--output=json"},
           {"--json", "list", "--agent", "bob", "--type", "user", "-q", "--home", "/h"}}) {
    const auto invocation = parsed(words);
    ASSERT_TRUE(invocation);
    EXPECT_EQ(invocation->operation->name, "list");
    EXPECT_EQ(invocation->globals.home, "/h");
    EXPECT_EQ(invocation->globals.agent, "bob");
    EXPECT_TRUE(invocation->globals.quiet);
    EXPECT_EQ(invocation->globals.format, Format::Json);
    EXPECT_EQ(invocation->arguments, (Json{{"type", "user"}}));
  }
}

TEST(Parse, TakesEverythingBehindTwoDashesAsItIs) {
  EXPECT_EQ(parsed({"scratch", "add", "--", "--json"})->arguments, (Json{{"text", "--json"}}));
  EXPECT_EQ(parsed({"ephemeral", "--", "ls", "-l", "--json"})->arguments["command"],
            (Json{"ls", "-l", "--json"}));
  EXPECT_EQ(parsed({"ephemeral", "ls", "-l"})->arguments["command"], (Json{"ls", "-l"}));
  EXPECT_EQ(parsed({"remember", "-", "--title", "T"})->arguments["content"], "-");
}

TEST(Parse, RepeatsListsAndKeepsTheLastOfOthers) {
  const auto invocation = parsed(
      {"write", "x", "--tag", "a", "--tag=b", "--name", "1", "--name", "2", "--raw", "--dry-run"});
  ASSERT_TRUE(invocation);
  EXPECT_EQ(invocation->arguments["tag"], (Json{"a", "b"}));
  EXPECT_EQ(invocation->arguments["name"], "2");
  EXPECT_EQ(invocation->arguments["raw"], true);
  EXPECT_EQ(parsed({"write", "x", "--name=a=b"})->arguments["name"], "a=b");
  EXPECT_EQ(parsed({"write", "x", "--content="})->arguments["content"], "");
  EXPECT_EQ(parsed({"write", "x", "--content", "--raw"})->arguments["content"], "--raw");
}

TEST(Parse, KnowsGroupsOfCommands) {
  EXPECT_EQ(parsed({"scratch"})->operation->name, "scratch list");
  EXPECT_EQ(parsed({"scratch", "--all"})->operation->name, "scratch list");
  EXPECT_EQ(parsed({"scratch", "add", "x"})->operation->name, "scratch add");
  EXPECT_EQ(parsed({"daily"})->operation->name, "daily");
  EXPECT_EQ(parsed({"daily", "2026-11-15"})->operation->name, "daily");
  EXPECT_EQ(parsed({"daily", "add"})->operation->name, "daily add");
  EXPECT_EQ(parsed({"config"})->operation->name, "config list");
  EXPECT_EQ(parsed({})->operation, nullptr);
}

// rule: C3
TEST(Parse, GuessesAtSlips) {
  EXPECT_THAT(message({"lsit"}), HasSubstr("did you mean 'loci list'?"));
  EXPECT_THAT(message({"scratch", "ad", "x"}), HasSubstr("did you mean 'loci scratch add'?"));
  EXPECT_THAT(message({"xyzzy"}), HasSubstr("loci --help"));
  EXPECT_THAT(message({"list", "--scpe", "x"}), HasSubstr("did you mean '--scope'?"));
  EXPECT_THAT(message({"list", "--jso"}), HasSubstr("did you mean '--json'?"));
  EXPECT_THAT(message({"list", "-x"}), HasSubstr("loci list --help"));
}

// rule: C3, C8
TEST(Parse, SaysWhatIsMissingOrTooMuch) {
  EXPECT_THAT(message({"read"}), HasSubstr("'NOTE' is missing"));
  EXPECT_THAT(message({"move", "x"}), HasSubstr("'--to' is missing"));
  EXPECT_THAT(message({"read", "a", "b"}), HasSubstr("unexpected argument"));
  EXPECT_THAT(message({"scratch", "add", "two", "words"}), HasSubstr("into quotes"));
  EXPECT_THAT(message({"list", "--scope"}), HasSubstr("needs a value"));
  EXPECT_THAT(message({"list", "--json=1"}), HasSubstr("takes no value"));
  EXPECT_THAT(message({"history", "--limit", "-1"}), HasSubstr("whole number"));
  EXPECT_THAT(message({"undo", "x"}), HasSubstr("whole number"));
  EXPECT_THAT(message({"list", "-o", "yaml"}), HasSubstr("human, json or jsonl"));
}

TEST(Parse, HelpAsksForNothingElse) {
  for (const auto& words : std::vector<std::vector<std::string>>{
           {"read", "--help"}, {"help", "read"}, {"-h", "read"}, {"--help", "read"}}) {
    const auto invocation = parsed(words);
    ASSERT_TRUE(invocation);
    EXPECT_TRUE(invocation->globals.help);
    EXPECT_EQ(invocation->topic, "read");
  }
}

// rule: C7
TEST(Format, IsKnownEvenWhenTheRestIsWrong) {
  EXPECT_EQ(wanted_format({"lsit", "--json"}), Format::Json);
  EXPECT_EQ(wanted_format({"lsit", "-o", "jsonl"}), Format::JsonLines);
  EXPECT_EQ(wanted_format({"--output=json", "--nonsense"}), Format::Json);
  EXPECT_EQ(wanted_format({"--output", "json"}), Format::Json);
  EXPECT_EQ(wanted_format({"-o", "yaml"}), Format::Human);
  EXPECT_EQ(wanted_format({"ephemeral", "--", "ls", "--json"}), Format::Human);
  EXPECT_EQ(wanted_format({"-o"}), Format::Human);
}

// rule: C2
TEST(Help, ShowsEveryCommandAndFitsATerminal) {
  const std::string general = general_help();
  for (const api::Operation& operation : api::operations()) {
    SCOPED_TRACE(operation.name);
    if (operation.is_hidden) continue;
    EXPECT_THAT(general, HasSubstr("  " + std::string(operation.name)));
    const std::string help = topic_help(operation.name);
    EXPECT_THAT(help, HasSubstr("Usage: loci " + std::string(operation.name)));
    EXPECT_THAT(help, HasSubstr(std::string(operation.example)));
    for (const api::Param& param : operation.params) {
      EXPECT_THAT(help, HasSubstr(std::string(param.help)));
    }
    const std::string shown = "Usage: " + usage(operation);
    for (const std::string_view line : split_lines(shown)) {
      EXPECT_LE(display_width(without_ending(line)), 80U);
    }
    // At a narrow terminal a flag and its value stay together.
    const std::string narrow = usage(operation, 40);
    for (const std::string_view line : split_lines(narrow)) {
      EXPECT_EQ(std::count(line.begin(), line.end(), '['),
                std::count(line.begin(), line.end(), ']'))
          << narrow;
    }
  }
}

}  // namespace
}  // namespace loci::cli::parse_test
