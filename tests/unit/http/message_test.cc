#include "http/message.h"

#include <gmock/gmock.h>

namespace loci::http::message_test {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

TEST(Request, FindsAHeaderInAnyCase) {
  const Request request{"GET", "/", {{"HOST", "a"}, {"host", "b"}}, ""};
  EXPECT_EQ(request.header("Host"), "a");
  EXPECT_EQ(request.count("Host"), 2U);
  EXPECT_EQ(request.header("Origin"), "");
}

TEST(Response, ReplacesAHeaderOfTheSameName) {
  Response response;
  response.set("ETag", "\"a\"");
  response.set("etag", "\"b\"");
  ASSERT_EQ(response.headers.size(), 1U);
  EXPECT_EQ(response.headers[0].value, "\"b\"");
}

TEST(WireText, HasStatusHeadersLengthAndBody) {
  EXPECT_EQ(wire_text(text_response(200, "text/plain", "hi"), {}),
            "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n"
            "Connection: keep-alive\r\n\r\nhi");
}

TEST(WireText, LeavesTheBodyOutForHead) {
  const std::string text =
      wire_text(text_response(200, "text/plain", "hi"), {Framing::Body::Absent, false});
  EXPECT_THAT(text, HasSubstr("Content-Length: 2\r\n"));
  EXPECT_THAT(text, EndsWith("Connection: close\r\n\r\n"));
}

TEST(WireText, SaysNothingOfABodyThatCannotBe) {
  Response response;
  response.status = 304;
  EXPECT_THAT(wire_text(response, {}), Not(HasSubstr("Content-Length")));
}

TEST(WireText, SendsABodyThatComesLaterInChunksOrUntilTheEnd) {
  const Response head = text_response(200, "text/event-stream", "");
  const std::string chunked = wire_text(head, {Framing::Body::Chunks, true});
  EXPECT_THAT(chunked, HasSubstr("Transfer-Encoding: chunked\r\n"));
  EXPECT_THAT(chunked, Not(HasSubstr("Content-Length")));
  const std::string plain = wire_text(head, {Framing::Body::UntilClose, false});
  EXPECT_THAT(plain, Not(HasSubstr("Transfer-Encoding")));
  EXPECT_THAT(plain, Not(HasSubstr("Content-Length")));
  EXPECT_EQ(wire_chunk("hello, you"), "a\r\nhello, you\r\n");
  EXPECT_EQ(wire_chunk(""), "0\r\n\r\n");
}

// rule: Z9
TEST(WireText, RefusesAHeaderThatCouldEndItsLine) {
  for (const std::string bad : {"a\r\nSet-Cookie: x=1", "a\nb", "a\rb", "a\x01", "a\x7f"}) {
    Response response = text_response(200, "text/plain", "secret");
    response.set("X-Note", bad);
    const std::string text = wire_text(response, {});
    EXPECT_THAT(text, StartsWith("HTTP/1.1 500 "));
    EXPECT_THAT(text, Not(HasSubstr("Set-Cookie")));
    EXPECT_THAT(text, Not(HasSubstr("secret")));
  }
  Response zero = text_response(200, "text/plain", "");
  zero.set("X-Note", std::string_view("a\0b", 3));
  EXPECT_THAT(wire_text(zero, {}), StartsWith("HTTP/1.1 500 "));
  Response name = text_response(200, "text/plain", "");
  name.set("X Note", "a");
  EXPECT_THAT(wire_text(name, {}), StartsWith("HTTP/1.1 500 "));
}

TEST(ErrorResponse, HasTheStatusOfItsKind) {
  const Response response = error_response(locked("the scope is locked", "try again"));
  EXPECT_EQ(response.status, 423);
  EXPECT_EQ(response.body,
            "{\"error\":{\"code\":\"locked\",\"message\":\"the scope is locked\",\"hint\":\"try "
            "again\"}}\n");
}

TEST(Refusal, NamesItsStatus) {
  EXPECT_EQ(refusal(413, "too much").body,
            "{\"error\":{\"code\":\"too_large\",\"message\":\"too much\",\"hint\":null}}\n");
}

}  // namespace loci::http::message_test
