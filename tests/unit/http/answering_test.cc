#include "http/answering.h"

#include <gmock/gmock.h>

namespace loci::http::answering_test {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

namespace {

struct Kept final : Outlet {
  void post(std::string bytes, bool last) noexcept override {
    text += bytes;
    whole = last;
  }
  void post_shortage() noexcept override { text += kNoRoom; }
  void post_close() noexcept override { closed = true; }
  void begin_stream() override { streams = true; }
  [[nodiscard]] std::size_t backlog() const override { return unread; }

  std::string text;
  bool whole = false;
  bool closed = false;
  bool streams = false;
  std::size_t unread = 0;
};

struct Plain final : Handler {
  std::optional<Response> refuse(const Request& /*head*/) override { return std::nullopt; }
  void handle(std::shared_ptr<Exchange> /*exchange*/) override {}
  void finish(Response& response) override { response.set("X-Done", "yes"); }
};

class Answering : public ::testing::Test {
 protected:
  std::shared_ptr<Exchange> exchange(std::string method = "GET", bool modern = true) {
    return make_exchange(handler, outlet, client, {std::move(method), "/", {}, ""},
                         {true, modern, 100});
  }
  Plain handler;
  std::shared_ptr<Kept> outlet = std::make_shared<Kept>();
  std::shared_ptr<Waiting> client = std::make_shared<Waiting>();
};

}  // namespace

TEST_F(Answering, IsDoneOnce) {
  const auto asked = exchange();
  asked->answer(text_response(200, "text/plain", "one"));
  asked->answer(text_response(200, "text/plain", "two"));
  EXPECT_THAT(outlet->text, AllOf(StartsWith("HTTP/1.1 200 "), HasSubstr("X-Done: yes"),
                                  EndsWith("\r\n\r\none")));
  EXPECT_TRUE(outlet->whole);
}

TEST_F(Answering, OfHeadHasNoBody) {
  exchange("HEAD")->answer(text_response(200, "text/plain", "body"));
  EXPECT_THAT(outlet->text, AllOf(HasSubstr("Content-Length: 4"), EndsWith("\r\n\r\n")));
}

TEST_F(Answering, HappensEvenWhenNobodyDoesIt) {
  exchange().reset();
  EXPECT_THAT(outlet->text, StartsWith("HTTP/1.1 500 "));
}

TEST_F(Answering, MayComeBitByBit) {
  {
    const auto stream = exchange()->stream(text_response(200, "text/plain", ""));
    EXPECT_TRUE(stream->send("abc"));
    EXPECT_FALSE(outlet->whole);
  }
  EXPECT_TRUE(outlet->streams);
  EXPECT_TRUE(outlet->whole) << "whoever lets go of a stream ends it";
  EXPECT_THAT(outlet->text, EndsWith("\r\n\r\n3\r\nabc\r\n0\r\n\r\n"));
}

TEST_F(Answering, IsGivenUpWhenTheClientIsTooFarBehind) {
  const auto stream = exchange()->stream(text_response(200, "text/plain", ""));
  outlet->unread = 98;
  EXPECT_FALSE(stream->send("abc"));
  EXPECT_TRUE(outlet->closed);
  EXPECT_FALSE(stream->open());
}

TEST_F(Answering, TellsWhenTheClientIsGone) {
  const auto asked = exchange();
  int told = 0;
  asked->when_gone([&] { ++told; });
  EXPECT_EQ(told, 0);
  client->leave();
  client->leave();
  EXPECT_EQ(told, 1);
  asked->when_gone([&] { ++told; });
  EXPECT_EQ(told, 2) << "at once where it has gone already";
  EXPECT_FALSE(asked->stream(text_response(200, "text/plain", ""))->open());
}

TEST_F(Answering, TellsNothingOfAClientThatHasItsAnswer) {
  const auto asked = exchange();
  int told = 0;
  asked->when_gone([&] { ++told; });
  client->end();
  client->leave();
  asked->answer(text_response(200, "text/plain", "x"));
  EXPECT_EQ(told, 0);
}

TEST(OutQueue, GivesAllThatWaitsAtOnce) {
  OutQueue queue;
  std::string bytes;
  EXPECT_FALSE(queue.take(bytes));
  queue.push("ab");
  queue.push("c");
  EXPECT_EQ(queue.backlog(), 3U);
  EXPECT_TRUE(queue.take(bytes));
  EXPECT_EQ(bytes, "abc");
  queue.written(3);
  EXPECT_EQ(queue.backlog(), 0U);
}

}  // namespace loci::http::answering_test
