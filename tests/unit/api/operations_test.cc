#include "api/operation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "api/codec.h"
#include "api/schema.h"
#include "api/text_view.h"
#include "base/text.h"
#include "memory/change.h"
#include "memory/memory.h"
#include "memory/reading.h"
#include "memory/session.h"
#include "past/history.h"
#include "support/house.h"

namespace loci::api::operations_test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<std::string> keys(const Json& json) {
  std::vector<std::string> result;
  for (const auto& [key, value] : json.items()) result.push_back(key);
  return result;
}

// rule: C2
TEST(Operations, EachHasASummaryAnExampleAndHelpForEveryParameter) {
  for (const Operation& operation : operations()) {
    SCOPED_TRACE(operation.name);
    ASSERT_FALSE(operation.summary.empty());
    EXPECT_TRUE(operation.summary[0] >= 'A' && operation.summary[0] <= 'Z');
    EXPECT_NE(operation.summary.back(), '.');
    EXPECT_LE(operation.summary.size(), 72U);
    EXPECT_THAT(std::string(operation.example), HasSubstr("loci " + std::string(operation.name)));
    for (const Param& param : operation.params) {
      SCOPED_TRACE(param.name);
      EXPECT_FALSE(param.help.empty());
      EXPECT_NE(param.help.back(), '.');
      EXPECT_EQ(param.type == ParamType::Flag, usage_value(param).empty());
    }
  }
}

TEST(Operations, NamesAreUniqueAndSoAreTheirParameters) {
  std::set<std::string_view> names;
  for (const Operation& operation : operations()) {
    EXPECT_TRUE(names.insert(operation.name).second) << operation.name;
    EXPECT_EQ(find_operation(operation.name), &operation);
    std::set<std::string_view> params;
    for (const Param& param : operation.params) {
      EXPECT_TRUE(params.insert(param.name).second) << operation.name << " " << param.name;
    }
  }
  EXPECT_EQ(find_operation("nonsense"), nullptr);
}

// rule: W6
TEST(Operations, EveryOneThatChangesSomethingHasADryRun) {
  for (const Operation& operation : operations()) {
    const bool has = std::any_of(operation.params.begin(), operation.params.end(),
                                 [](const Param& param) { return param.name == "dry-run"; });
    // An ephemeral home is nobody's memory; the others are a tool's, git's or an agent's to call.
    static const std::set<std::string_view> kWithout{"ephemeral", "hook",       "memories",
                                                     "mcp",       "merge-file", "serve"};
    const bool wanted = operation.effect != Effect::Reads && !kWithout.contains(operation.name);
    EXPECT_EQ(has, wanted) << operation.name;
  }
}

TEST(Operations, ConsentIsAFlagTheyHave) {
  for (const Operation& operation : operations()) {
    if (operation.consent.empty()) continue;
    EXPECT_TRUE(std::any_of(operation.params.begin(), operation.params.end(), [&](const Param& p) {
      return p.name == operation.consent && p.type == ParamType::Flag;
    })) << operation.name;
  }
}

class WithoutWorkspace : public House {
 protected:
  WithoutWorkspace() {
    memory::Session session;
    session.user_home = "/home/u";
    memory = std::make_unique<memory::Memory>(*store, *config, log, session);
  }
};

TEST_F(WithoutWorkspace, IsRefusedByThoseThatNeedOne) {
  for (const Operation& operation : operations()) {
    // One of them looks for the project first.
    if (!operation.needs_workspace || operation.name == "projects relink") continue;
    Json arguments = Json::object();
    for (const Param& param : operation.params) {
      if (param.required) arguments[std::string(param.name)] = "x";
    }
    const auto reply = operation.run(*memory, arguments);
    ASSERT_FALSE(reply) << operation.name;
    EXPECT_EQ(reply.error().message, "not in a workspace") << operation.name;
  }
}

Timestamp noon() { return *parse_time("2026-11-15T12:00:00Z"); }

memory::NoteInfo prefs() {
  memory::NoteInfo note;
  note.place = store::global_place();
  note.file = "prefs.md";
  note.name = "Prefs";
  note.type = "user";
  note.hash = "abc";
  note.modified = *parse_time("2026-11-15T09:00:00Z");
  return note;
}

// rule: C6
TEST(Codec, ANoteHasStableKeys) {
  const Json json = to_json(prefs(), noon());
  EXPECT_THAT(keys(json),
              ElementsAre("filename", "name", "type", "scope", "place", "age", "description",
                          "mod_time", "hash", "tags", "agent_name", "faults"));
  EXPECT_EQ(json["age"], "3h");
  EXPECT_EQ(json["mod_time"], "2026-11-15T09:00:00.000Z");
  memory::NoteInfo bare;
  EXPECT_TRUE(to_json(bare, noon())["type"].is_null());
  EXPECT_TRUE(to_json(bare, noon())["hash"].is_null());
}

// rule: C6
TEST(Codec, AChangeHasStableKeys) {
  memory::ChangeReply change;
  EXPECT_THAT(keys(to_json(change)), ElementsAre("status", "filename", "scope", "place", "hash",
                                                 "operation", "dry_run", "warnings", "changed"));
  EXPECT_TRUE(to_json(change)["filename"].is_null());
  change.file = "a.md";
  change.place = store::private_place("app-1");
  change.changed.push_back({change.place, "a.md", std::nullopt, "text", "abc"});
  change.changed.push_back({change.place, "b.md", std::nullopt, std::nullopt, ""});
  const Json json = to_json(change);
  EXPECT_EQ(json["scope"], "workspace");
  EXPECT_EQ(json["place"], "private");
  ASSERT_EQ(json["changed"].size(), 1U);
  EXPECT_EQ(json["changed"][0]["change"], "created");
}

// rule: C7
TEST(Codec, AnErrorHasCodeMessageAndHint) {
  EXPECT_EQ(dump_json(to_json(not_found("no note", "try list"))),
            R"({"error":{"code":"not_found","message":"no note","hint":"try list"}})");
  EXPECT_TRUE(to_json(conflict("x"))["error"]["hint"].is_null());
}

// rule: H5
TEST(Codec, HistoryIsRedactedOnTheWayOutToo) {
  past::HistoryRow row;
  row.record.summary = "token=super-secret";
  EXPECT_EQ(to_json(row)["summary"], "token=[REDACTED]");
  EXPECT_THAT(history_table({row}, noon(), ""), Not(HasSubstr("super-secret")));
}

// rule: C9
TEST(Table, CountsColumnsAndShowsControlCharacters) {
  EXPECT_EQ(table({{"A", "B"}, {"日本", "x"}, {"abc", "y\x1b"}}),
            "A     B\n日本  x\nabc   y\\x1b\n");
}

// rule: C43
TEST(Table, GivesAWordThatHasNoRoomALineOfItsOwn) {
  const std::string path = "/a/path/that/has/forty/columns/altogether";
  EXPECT_EQ(table({{"NAME", "WHERE"}, {"first", path}, {"second", "here"}}, 44),
            "NAME    WHERE\nfirst\n  " + path + "\nsecond  here\n");
}

TEST(Table, ShortensLongDescriptions) {
  memory::NoteInfo note = prefs();
  for (int i = 0; i < 100; ++i) note.description += "日本語";
  const std::string text = note_table({note}, noon());
  EXPECT_THAT(text, HasSubstr("…\n"));
  for (const std::string_view line : split_lines(text)) {
    EXPECT_LE(display_width(without_ending(line)), 120U);
  }
}

TEST(Table, HasAColumnForNamesThatTheFilesDoNotTell) {
  const auto has_column = [](const std::string& file, const std::string& name) {
    memory::NoteInfo note = prefs();
    note.file = file;
    note.name = name;
    const std::string text = note_table({note}, noon());
    return text.substr(0, text.find('\n')).find("NAME") != std::string::npos;
  };
  EXPECT_FALSE(has_column("fact-about-x-7.md", "Fact about X 7"));
  EXPECT_FALSE(has_column("fact_about.x.md", "Fact about x"));
  EXPECT_FALSE(has_column("a--b.md", "A b"));
  EXPECT_FALSE(has_column("a.b.md", "a.b"));
  EXPECT_FALSE(has_column("über-uns.md", "ÜBER uns"));
  EXPECT_TRUE(has_column("fact-about-x.md", "Fact about xy"));
  EXPECT_TRUE(has_column("fact-about-x.md", "Fact about"));
  EXPECT_TRUE(has_column("a--b.md", "a  b"));
  EXPECT_TRUE(has_column("a-.md", "a "));
  EXPECT_TRUE(has_column("-a.md", " a"));
  EXPECT_TRUE(has_column("a-b.c.md", "a b.c"));
}

TEST(Text, SaysWhenInWords) {
  EXPECT_EQ(ago("2026-11-15T12:00:00Z", noon()), "just now");
  EXPECT_EQ(ago("2026-11-15T09:00:00Z", noon()), "3h ago");
  EXPECT_EQ(ago("never", noon()), "at an unknown time");
  EXPECT_EQ(count(1, "note"), "1 note");
  EXPECT_EQ(count(0, "note"), "0 notes");
}

TEST(Text, SaysWhatWasRenamedAndCountsMany) {
  store::Record record;
  record.files = {{"memory", "b.md", std::nullopt, "1", "a.md", ""},
                  {"memory", "a.md", "1", std::nullopt, "", ""}};
  EXPECT_EQ(files_text(record), "a.md to b.md");
  record.files = {{"memory", "x.md", std::nullopt, "1", "x.md", "projects/p/memory"},
                  {"projects/p/memory", "x.md", "1", std::nullopt, "", ""}};
  EXPECT_EQ(files_text(record), "x.md");
  record.files.clear();
  for (const std::string name : {"a", "b", "c"}) {
    record.files.push_back({"memory", name, std::nullopt, "1", "", ""});
  }
  EXPECT_EQ(files_text(record), "a and 2 more");
}

}  // namespace
}  // namespace loci::api::operations_test
