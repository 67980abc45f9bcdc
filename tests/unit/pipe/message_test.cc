#include "pipe/message.h"

#include <gtest/gtest.h>

#include "base/hash.h"

namespace loci::pipe {
namespace {

Message message_of(const std::string& text) {
  Message message;
  message.line = {{"do", "send"}, {"id", "1"}};
  message.texts[sha256(text)] = text;
  message.texts[sha256("other")] = "other";
  return message;
}

Error fault(std::string_view bytes) {
  MessageReader reader;
  reader.add(bytes);
  const auto message = reader.next();
  return message ? Error{} : message.error();
}

// rule: RM15
TEST(Message, IsReadBackHoweverItsBytesCome) {
  const Message sent = message_of(std::string("two\nlines and a \0 byte", 22));
  const std::string bytes = format_message(sent) + format_message(message_of("second"));
  for (std::size_t step = 1; step <= bytes.size(); ++step) {
    MessageReader reader;
    std::vector<Message> heard;
    for (std::size_t at = 0; at < bytes.size(); at += step) {
      reader.add(std::string_view(bytes).substr(at, step));
      for (;;) {
        auto message = reader.next();
        ASSERT_TRUE(message) << message.error().message;
        if (!*message) break;
        heard.push_back(std::move(**message));
      }
    }
    ASSERT_EQ(heard.size(), 2U) << step;
    EXPECT_EQ(heard[0].line, sent.line);
    EXPECT_EQ(heard[0].texts, sent.texts);
    EXPECT_TRUE(heard[1].texts.contains(sha256("second")));
    EXPECT_FALSE(reader.is_within());
  }
}

TEST(Message, IsNoMessageWhenItBreaksTheProtocol) {
  EXPECT_EQ(fault("hello\n").kind, ErrorKind::Corrupt);
  EXPECT_EQ(fault("[1]\n").kind, ErrorKind::Corrupt);
  EXPECT_EQ(fault("{\"texts\":7}\n").kind, ErrorKind::Corrupt);
  EXPECT_EQ(fault("{\"texts\":[[\"x\",1]]}\ny").kind, ErrorKind::Corrupt);
  const std::string hash = sha256("right");
  EXPECT_EQ(fault("{\"texts\":[[\"" + hash + "\",5]]}\nwrong").kind, ErrorKind::Corrupt);
  EXPECT_EQ(fault("{\"texts\":[[\"" + hash + "\",-5]]}\n").kind, ErrorKind::Corrupt);
  EXPECT_EQ(fault("{\"texts\":[[\"" + hash + "\",1e3]]}\n").kind, ErrorKind::Corrupt);
}

TEST(Message, IsRefusedBeforeItsLengthIsBelieved) {
  const std::string hash = sha256("x");
  EXPECT_EQ(fault("{\"texts\":[[\"" + hash + "\",99999999999999]]}\n").kind, ErrorKind::Corrupt);
  std::string many = "{\"texts\":[";
  for (int i = 0; i < 65; ++i) many += (i == 0 ? "[\"" : ",[\"") + hash + "\",1048576]";
  EXPECT_EQ(fault(many + "]}\n").kind, ErrorKind::Corrupt);
  EXPECT_EQ(fault(std::string(kLineBytes + 2, ' ')).kind, ErrorKind::Corrupt);
}

}  // namespace
}  // namespace loci::pipe
