#include "store/journal_line.h"

#include <gtest/gtest.h>

#include "base/hash.h"
#include "base/json.h"

namespace loci::store::journal_line_test {
namespace {

Record full_record() {
  Record record;
  record.sequence = 42;
  record.open = 40;
  record.kind = Record::Kind::Begin;
  record.undoes = 7;
  record.time = "2026-11-15T10:00:00.000Z";
  record.operation = "move";
  record.origin = "mcp";
  record.actor = "coder \"x\"\n";
  record.workspace = "app-1";
  record.summary = "a } summary, {\"place\":\"memory\",\"file\":\"x.md\",";
  record.files = {
      {"memory", "a b.md", std::string(64, 'a'), std::nullopt, "", ""},
      {"/w/.loci/memory", "日本\"語}.md", std::nullopt, std::string(64, 'b'), "a b.md", "memory"}};
  record.files[0].line = std::string(64, 'c');
  record.purged = {std::string(64, 'd')};
  return record;
}

// rule: J2, J5
TEST(JournalLine, GoesToTextAndBack) {
  const Record record = full_record();
  const std::string line = format_record(record);
  EXPECT_TRUE(line.ends_with("\"}\n"));
  EXPECT_EQ(line.find('\n'), line.size() - 1);
  EXPECT_EQ(parse_record(line), record);
  EXPECT_EQ(parse_record(line.substr(0, line.size() - 1)), record);
  EXPECT_TRUE(parse_json(line));
  for (const auto kind : {Record::Kind::Begin, Record::Kind::Done, Record::Kind::Abort,
                          Record::Kind::External, Record::Kind::Purged}) {
    Record other;
    other.sequence = 1;
    other.kind = kind;
    other.of = kind == Record::Kind::Done ? 1 : 0;
    EXPECT_EQ(parse_record(format_record(other)), other) << kind_name(kind);
  }
}

// rule: J2, J3
TEST(JournalLine, IsNotBelievedWhenAByteIsMissingOrChanged) {
  const std::string line = format_record(full_record());
  for (std::size_t length = 0; length + 1 < line.size(); ++length) {
    EXPECT_FALSE(parse_record(line.substr(0, length))) << length;
  }
  for (std::size_t at = 0; at + 1 < line.size(); ++at) {
    for (const char flip : {'\x01', '\x20', '\x40'}) {
      std::string damaged = line;
      damaged[at] = static_cast<char>(damaged[at] ^ flip);
      EXPECT_FALSE(parse_record(damaged)) << at;
      EXPECT_FALSE(has_valid_checksum(damaged)) << at;
    }
  }
}

std::string signed_line(const std::string& content) {
  return content + ",\"crc\":\"" + hex(crc32(content), 8) + "\"}\n";
}

// rule: J4
TEST(JournalLine, MayHaveFieldsOfALaterVersion) {
  const auto record = parse_record(signed_line(
      R"({"seq":1,"open":2,"kind":"external","new":{"x":[1]},"files":[{"place":"memory","file":"a","more":1}])"));
  ASSERT_TRUE(record);
  EXPECT_EQ(record->files.size(), 1U);
  EXPECT_EQ(record->files[0].file, "a");
}

TEST(JournalLine, IsToldFromOneOfALaterVersion) {
  for (const char* content :
       {R"({"seq":1,"open":2,"kind":"merge")", R"({"version":2,"seq":1)",
        R"({"seq":1,"open":2,"kind":"begin","files":{})",
        R"({"seq":1,"open":2,"kind":"begin","files":[1])",
        R"({"seq":1,"open":2,"kind":"begin","files":[{"after":"a\"b"}])",
        R"({"seq":1,"open":2,"kind":"begin","files":[{"before":"0"}])",
        R"({"seq":1,"open":2,"kind":"begin","purged":"x")",
        R"({"seq":1,"open":2,"kind":"begin","purged":[1])",
        R"({"seq":99999999999999999999,"open":2,"kind":"begin")",
        R"({"seq":1,"open":2,"kind":"done","of":x)", R"({"seq":1,"open":2,"kind":"begin)"}) {
    const std::string line = signed_line(content);
    EXPECT_TRUE(has_valid_checksum(line)) << content;
    EXPECT_FALSE(parse_record(line)) << content;
  }
}

TEST(RecordHead, IsReadWithoutTheRest) {
  Record done;
  done.sequence = 12;
  done.open = 9;
  done.kind = Record::Kind::Done;
  done.of = 8;
  const auto head = parse_head(format_record(done));
  ASSERT_TRUE(head);
  EXPECT_EQ(head->sequence, 12U);
  EXPECT_EQ(head->open, 9U);
  EXPECT_EQ(head->kind, Record::Kind::Done);
  EXPECT_EQ(head->of, 8U);
  for (const char* bad :
       {"", "{", "{\"seq\":", "{\"seq\":1,\"open\":", "{\"seq\":1,\"open\":2,\"kind\":\"",
        "{\"seq\":1,\"open\":2,\"kind\":\"x\""}) {
    EXPECT_FALSE(parse_head(bad)) << bad;
  }
}

TEST(ScanFiles, FindsWhatTheWholeRecordSays) {
  Record record = full_record();
  record.files.push_back({"memory", "esc\"\\ape.md", std::nullopt, std::string(64, 'e'), "", ""});
  record.files.push_back({"memory", "plain.md", std::nullopt, std::string(64, 'f'), "", ""});
  const std::string line = format_record(record);
  const FilesView view = scan_files(line, place_record_start("memory"));
  EXPECT_EQ(view.time, record.time);
  ASSERT_EQ(view.files.size(), 3U);
  EXPECT_EQ(view.files[0].file, "a b.md");
  EXPECT_EQ(view.files[0].after, "");
  EXPECT_EQ(view.files[1].file, "esc\"\\ape.md");
  EXPECT_EQ(view.files[1].after, std::string(64, 'e'));
  EXPECT_EQ(view.files[2].file, "plain.md");
  EXPECT_EQ(view.files[2].after, std::string(64, 'f'));
  const FilesView other = scan_files(line, place_record_start("/w/.loci/memory"));
  ASSERT_EQ(other.files.size(), 1U);
  EXPECT_EQ(other.files[0].file, "日本\"語}.md");
  EXPECT_EQ(other.files[0].after, std::string(64, 'b'));
  EXPECT_TRUE(scan_files(line, place_record_start("mem")).files.empty());
}

}  // namespace
}  // namespace loci::store::journal_line_test
