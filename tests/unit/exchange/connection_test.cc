#include "exchange/connection.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <set>

#include "exchange/jsonc_edit.h"

namespace loci::exchange::connection_test {
namespace {

Surroundings around() { return {"/home/u", "/w", "/opt/l o/loci", {}}; }

RecordedFile record_for(const std::string& path) {
  RecordedFile record;
  record.path = path;
  return record;
}

std::vector<Wanted> hooks_of(std::string_view tool) {
  return wish_for(*find_tool(tool), SetupScope::User, {false, true}, around()).entries;
}

std::string statuses(const Connected& connected) {
  std::string text;
  for (const EntryRow& row : connected.rows) text += fmt::format("{} ", status_name(row.status));
  return text;
}

// rule: E3
TEST(Tools, EveryOneIsFoundAndHasAllItsEntries) {
  for (const Tool& tool : tools()) {
    EXPECT_EQ(find_tool(tool.name), &tool);
    EXPECT_FALSE(signs_of(tool, around()).empty());
    for (const SetupScope scope : {SetupScope::User, SetupScope::Project}) {
      const Wish wish = wish_for(tool, scope, {}, around());
      EXPECT_NE(wish.entries.empty(), wish.by_hand.empty()) << tool.name;
      std::set<std::string> seen;
      for (const Wanted& wanted : wish.entries) {
        EXPECT_TRUE(wanted.file.starts_with(scope == SetupScope::User ? "/home/u/." : "/w/"))
            << wanted.file;
        EXPECT_TRUE(seen.insert(wanted.file + wanted.path.back()).second);
        const bool absolute = dump_json(wanted.value).find("/opt/l o/loci") != std::string::npos;
        EXPECT_EQ(absolute, scope == SetupScope::User && wanted.what != Wanted::What::Frame);
      }
      EXPECT_EQ(snippets_for(tool, scope, {}, around()).empty(),
                tool.name == "windsurf" && scope == SetupScope::Project);
    }
  }
  EXPECT_EQ(find_tool("vim"), nullptr);
  EXPECT_EQ(scope_called("user"), SetupScope::User);
  EXPECT_FALSE(scope_called("all"));
}

// rule: E3
TEST(Tools, HooksAreQuotedForTheShell) {
  EXPECT_EQ(hooks_of("claude")[0].value["hooks"][0]["command"],
            "'/opt/l o/loci' hook claude session-start");
  EXPECT_EQ(shell_word("/usr/bin/loci"), "/usr/bin/loci");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word(""), "''");
}

// rule: E4
TEST(Connection, IsTakenBackHoweverItWasReformatted) {
  const std::string text = "{\n  \"a\": [1, 2] // mine\n}\n";
  RecordedFile record = record_for("f");
  const auto with = connect({text, "f"}, hooks_of("claude"), "claude", record);
  ASSERT_TRUE(with);
  EXPECT_EQ(statuses(*with), "added added added added ");
  RecordedFile same = record;
  EXPECT_EQ(statuses(*connect({*with->text, "f"}, hooks_of("claude"), "claude", same)),
            "unchanged unchanged unchanged unchanged ");
  EXPECT_EQ(same, record);

  RecordedFile kept = record;
  const auto without = disconnect(with->text, "claude", kept);
  ASSERT_TRUE(without);
  EXPECT_EQ(without->text, text);
  EXPECT_TRUE(kept.entries.empty());

  // The tool wrote the file anew.
  const Json hooks = find_member({*with->text, "f"}, {"hooks"}).value()->value;
  const std::string rewritten = dump_json({{"a", 1}, {"hooks", hooks}});
  RecordedFile later = record;
  const auto gone = disconnect(rewritten, "claude", later);
  ASSERT_TRUE(gone);
  EXPECT_EQ(*gone->text, "{\"a\":1}");
}

// rule: E4
TEST(Connection, KnowsWhatIsNotThereAnyMore) {
  RecordedFile record = record_for("f");
  record.created = true;
  ASSERT_TRUE(connect({"", "f"}, hooks_of("cursor"), "cursor", record));
  RecordedFile missing = record;
  EXPECT_EQ(statuses(*disconnect(std::nullopt, "cursor", missing)), "gone gone gone gone gone ");
  EXPECT_TRUE(missing.entries.empty());
  RecordedFile emptied = record;
  const auto left = disconnect("{\"version\": 1, \"hooks\": {\"mine\": []}}", "cursor", emptied);
  EXPECT_EQ(statuses(*left), "gone gone gone gone kept ");  // the frame holds another's hooks
  EXPECT_EQ(left->text, "{\"version\": 1, \"hooks\": {\"mine\": []}}");
  EXPECT_TRUE(disconnect("{}", "codex", record)->rows.empty());
}

// rule: E4
TEST(Records, AreReadAsTheyWereWritten) {
  RecordedFile record = record_for("/f");
  record.scope = SetupScope::Project;
  record.created = true;
  record.directories = {"/a", "/a/b"};
  ASSERT_TRUE(connect({" \n", "f"}, hooks_of("copilot"), "copilot", record));
  RecordedFile other = record_for("/g");
  other.format = SettingsFormat::Toml;
  const auto read = parse_records(render_records({record, other}));
  ASSERT_TRUE(read);
  EXPECT_EQ(*read, (std::vector<RecordedFile>{record, other}));
  for (const char* text :
       {"", "{}", "[]", "{\"version\": 1, \"files\": [{}]}", "{\"version\": 2, \"files\": []}"}) {
    EXPECT_FALSE(parse_records(text)) << text;
  }
}

// rule: J18
TEST(Records, OfALaterVersionAreLeftToIt) {
  const auto later = parse_records("{\"version\": 2, \"files\": []}");
  ASSERT_FALSE(later);
  EXPECT_EQ(later.error().kind, ErrorKind::Denied);
  EXPECT_EQ(later.error().message, "'state/setup.json' was written by a later version of loci");
  for (const char* damaged :
       {"", "{}", "[]", "{\"version\": 0}", "{\"version\": \"2\"}", "nonsense"}) {
    const auto read = parse_records(damaged);
    ASSERT_FALSE(read) << damaged;
    EXPECT_EQ(read.error().kind, ErrorKind::Corrupt) << damaged;
  }
}

}  // namespace
}  // namespace loci::exchange::connection_test
