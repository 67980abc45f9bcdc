// A remote behind a helper program, which is played here.

#include "remote/helper_remote.h"

#include <gtest/gtest.h>

#include "base/hash.h"
#include "pipe/message.h"
#include "remote/helper_texts.h"

namespace loci::remote {
namespace {

TEST(HelperAnswers, AreReadPartByPart) {
  const std::string one = sha256("one");
  const std::string two = sha256("two");
  PullParts parts;
  ASSERT_TRUE(add_pull_part(
      {{"answer", "changes"},
       {"cursor", "c1"},
       {"notes", Json::array({Json::array({"global/a.md", one, Json::array({two})})})},
       {"more", true}},
      parts));
  ASSERT_TRUE(
      add_pull_part({{"notes", Json::array({Json::array({"global/b.md", nullptr, Json::array()})})},
                     {"purged", Json::array({Json::array({"global/c.md", two})})},
                     {"projects", Json::array({Json::array({"app-1", "example.com/app", ""})})}},
                    parts));
  EXPECT_EQ(parts.pulled.cursor, "c1");
  EXPECT_EQ(parts.pulled.notes.at("global/a.md").version, one);
  EXPECT_EQ(parts.pulled.notes.at("global/a.md").ancestors, std::vector<std::string>{two});
  EXPECT_EQ(parts.pulled.notes.at("global/b.md").version, std::nullopt);
  EXPECT_EQ(parts.pulled.purged.front().hash, two);
  EXPECT_EQ(parts.projects.front().origin, "example.com/app");
  EXPECT_TRUE(parts.odd.empty());
}

// rule: RM15
TEST(HelperAnswers, ThatCannotBeUnderstoodArePassedOverOneByOne) {
  PullParts parts;
  ASSERT_TRUE(add_pull_part({{"answer", "everything"},
                             {"notes", Json::array({Json::array({"global/a.md", "no hash"}), 7,
                                                    Json::array({"global/b.md", sha256("b")})})}},
                            parts));
  EXPECT_EQ(parts.pulled.notes.size(), 1U);
  EXPECT_EQ(parts.odd.size(), 2U);
  PullParts silent;
  EXPECT_EQ(add_pull_part({{"notes", Json::array()}}, silent).error().kind, ErrorKind::Corrupt);
  EXPECT_EQ(parse_sent({{"answer", "perhaps"}}).error().kind, ErrorKind::Corrupt);
}

TEST(HelperAnswers, MayBeErrorsInWordsThatAreSafeToShow) {
  const Error error = parse_helper_error(
      {{"error", {{"kind", "denied"}, {"message", "not you\x1b[31m"}, {"hint", "ask the owner"}}}});
  EXPECT_EQ(error.kind, ErrorKind::Denied);
  EXPECT_EQ(error.message.find('\x1b'), std::string::npos);
  EXPECT_EQ(error.hint, "ask the owner");
  EXPECT_EQ(parse_helper_error({{"error", 7}}).kind, ErrorKind::Corrupt);
  EXPECT_EQ(parse_helper_error({{"error", {{"kind", "odd"}}}}).kind, ErrorKind::Io);
}

TEST(HelperGreetings, OfAnotherProtocolAreDenied) {
  EXPECT_TRUE(parse_greeting({{"protocol", 1U}, {"can", Json::array({"wait"})}})->waits);
  EXPECT_EQ(parse_greeting({{"protocol", 2U}}).error().kind, ErrorKind::Denied);
  EXPECT_EQ(parse_greeting(Json::object()).error().kind, ErrorKind::Denied);
}

TEST(HelperSending, ComesInPartsOfBoundedSize) {
  sync::Sending sending;
  sending.id = "1";
  Parcel parcel;
  for (int i = 0; i < 60; ++i) {
    std::string text(1'000'000, static_cast<char>('a' + i % 26));
    text += std::to_string(i);
    const std::string hash = sha256(text);
    sending.changes.push_back({"global/" + std::to_string(i) + ".md", std::nullopt, hash});
    parcel.texts.emplace(hash, std::move(text));
  }
  const auto parts = send_messages(sending, parcel);
  EXPECT_GE(parts.size(), 4U);
  std::size_t changes = 0;
  std::size_t texts = 0;
  pipe::MessageReader reader;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    EXPECT_EQ(parts[i].line.contains("more"), i + 1 < parts.size());
    reader.add(pipe::format_message(parts[i]));
    const auto read = reader.next();
    ASSERT_TRUE(read && *read);
    changes += (**read).line["changes"].size();
    texts += (**read).texts.size();
  }
  EXPECT_EQ(changes, 60U);
  EXPECT_EQ(texts, 60U);
}

}  // namespace
}  // namespace loci::remote
