#include "exchange/connection.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

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
  std::vector<Wanted> all =
      wish_for(*find_tool(tool), SetupScope::User, {false, true}, around()).entries;
  std::erase_if(all, [](const Wanted& one) { return one.what == Wanted::What::Memory; });
  return all;
}

std::string statuses(const Connected& connected) {
  std::string text;
  for (const EntryRow& row : connected.rows) text += fmt::format("{} ", status_name(row.status));
  return text;
}

// rule: E4
TEST(Connection, IsTakenBackHoweverItWasReformatted) {
  const std::string text = "{\n  \"a\": [1, 2] // mine\n}\n";
  RecordedFile record = record_for("f");
  const auto with = connect({text, "f"}, hooks_of("claude"), "claude", record);
  ASSERT_TRUE(with);
  EXPECT_EQ(statuses(*with), "added added added added added ");
  RecordedFile same = record;
  EXPECT_EQ(statuses(*connect({*with->text, "f"}, hooks_of("claude"), "claude", same)),
            "unchanged unchanged unchanged unchanged unchanged ");
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

std::vector<Wanted> memory_of(std::string_view tool, const std::string& file) {
  std::vector<Wanted> all = wish_for(*find_tool(tool), SetupScope::User, {}, around()).entries;
  std::erase_if(
      all, [&](const Wanted& one) { return one.what != Wanted::What::Memory || one.file != file; });
  return all;
}

// rule: E22
TEST(Connection, PutsTheValueBackThatGaveWay) {
  const std::vector<Wanted> off = memory_of("claude", "/home/u/.claude/settings.json");
  ASSERT_EQ(off.size(), 1U);
  for (const char* text : {"{\"a\": 1}", "{\"autoMemoryEnabled\": true, \"a\": 1}", "{}"}) {
    RecordedFile record = record_for("f");
    const auto with = connect({text, "f"}, off, "claude", record);
    ASSERT_TRUE(with);
    EXPECT_NE(with->text->find("\"autoMemoryEnabled\": false"), std::string::npos) << *with->text;
    RecordedFile again = record;
    EXPECT_EQ(statuses(*connect({*with->text, "f"}, off, "claude", again)), "unchanged ");
    EXPECT_EQ(again, record);
    // The record was written, and then the power went: nothing is there to take away.
    RecordedFile cut = record;
    EXPECT_EQ(statuses(*disconnect(text, "claude", cut)), "gone ");
    const auto without = disconnect(with->text, "claude", record);
    ASSERT_TRUE(without);
    EXPECT_EQ(*without->text, text);
  }
  RecordedFile record = record_for("f");
  EXPECT_EQ(statuses(*connect({"{\"autoMemoryEnabled\": false}", "f"}, off, "claude", record)),
            "unchanged ");
  EXPECT_TRUE(record.entries.empty());  // it is the user's
}

// rule: E22
TEST(Connection, TurnsOffOnlyWhatIsOn) {
  const std::vector<Wanted> off = memory_of("codex", "/home/u/.codex/config.toml");
  RecordedFile record = record_for("f");
  record.format = SettingsFormat::Toml;
  for (const char* text : {"", "model = 'x'\n", "[features]\nmemories = false\n"}) {
    EXPECT_EQ(*connect({text, "f"}, off, "codex", record)->text, text);
    EXPECT_TRUE(record.entries.empty());
  }
  const std::string on = "[features]\nmemories = true # mine\n";
  const auto with = connect({on, "f"}, off, "codex", record);
  EXPECT_EQ(*with->text, "[features]\nmemories = false # mine\n");
  EXPECT_EQ(*disconnect(with->text, "codex", record)->text, on);
  EXPECT_EQ(statuses(*connect({"features = {memories = true}", "f"}, off, "codex", record)),
            "kept ");
}

// rule: E20
TEST(Connection, KeepsElementsOfOneArrayApart) {
  std::vector<Wanted> rules =
      wish_for(*find_tool("claude"), SetupScope::User, {}, around()).entries;
  std::erase_if(rules, [](const Wanted& one) { return one.what != Wanted::What::Permission; });
  const std::string text = "{\"permissions\": {\"allow\": [\"mcp__loci__remember\", \"Bash\"]}}";
  RecordedFile record = record_for("f");
  const auto with = connect({text, "f"}, rules, "claude", record);
  ASSERT_TRUE(with);
  EXPECT_EQ(record.entries.size(), rules.size() - 1);  // one was the user's
  const auto less = disconnect(with->text, "claude", record, [&](const RecordedEntry& entry) {
    return is_outdated(entry, "claude", {rules.front()});
  });
  EXPECT_EQ(record.entries.size(), 1U);
  EXPECT_EQ(*less->text,
            "{\"permissions\": {\"allow\": [\"mcp__loci__remember\", \"Bash\", "
            "\"mcp__loci__memory_search\"]}}");
  EXPECT_EQ(*disconnect(less->text, "claude", record)->text, text);
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
  other.entries.push_back({{"codex"}, Wanted::What::Memory, {"a", "b"}, false, "h", "", "true"});
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
