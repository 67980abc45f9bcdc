#include "http/framing.h"

#include <gtest/gtest.h>

#include <string>

namespace loci::http::framing_test {

using loci::http::framing_fault;

namespace {

std::string head(const std::string& lines, const std::string& first = "PUT /a HTTP/1.1") {
  return first + "\r\nHost: x\r\n" + lines + "\r\n";
}

bool sound(const std::string& text) { return framing_fault(text).empty(); }

}  // namespace

// rule: Z13
TEST(FramingFault, IsNoneWhereThereIsOneEnd) {
  EXPECT_TRUE(sound(head("")));
  EXPECT_TRUE(sound(head("", "GET /a?b=c HTTP/1.0")));
  EXPECT_TRUE(sound(head("Content-Length: 0\r\n")));
  EXPECT_TRUE(sound(head("content-length:\t12 \r\n")));
  EXPECT_TRUE(sound(head("Transfer-Encoding: Chunked\r\n")));
  EXPECT_TRUE(sound(head("X-Any: \xc3\xa4 (b), \"c\"\r\nEmpty:\r\n")));
}

// rule: Z13
TEST(FramingFault, IsEveryLengthThatIsNotOneNumber) {
  for (const char* value :
       {"", "+1", "-1", "1,1", "1 1", "0x1", "1.", "a", "99999999999999999999"}) {
    EXPECT_FALSE(sound(head(std::string("Content-Length: ") + value + "\r\n"))) << value;
  }
  EXPECT_FALSE(sound(head("Content-Length: 1\r\ncontent-length: 1\r\n")));
}

// rule: Z13
TEST(FramingFault, IsEveryCodingButChunked) {
  for (const char* value : {"", "identity", "gzip, chunked", "chunked, chunked", "chunked,",
                            ",chunked", "chunked;a=b", "\"chunked\"", "xchunked", "chunked x"}) {
    EXPECT_FALSE(sound(head(std::string("Transfer-Encoding: ") + value + "\r\n"))) << value;
  }
  EXPECT_FALSE(sound(head("Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n")));
  EXPECT_FALSE(sound(head("Transfer-Encoding: chunked\r\nContent-Length: 1\r\n")));
  EXPECT_FALSE(sound(head("Transfer-Encoding: chunked\r\n", "PUT /a HTTP/1.0")));
}

// rule: Z13
TEST(FramingFault, IsEveryLineThatAnotherReaderMayCutOtherwise) {
  for (const char* lines : {"X: a\r\n b\r\n", "X: a\r\n\tb\r\n", " X: a\r\n", "X : a\r\n",
                            "X\t: a\r\n", ": a\r\n", "X\r\n", "X: a\nY: b\r\n", "X: a\rY: b\r\n",
                            "X: a\x01\r\n", "X\x7f: a\r\n", "X(: a\r\n", "X: a\r\r\n"}) {
    EXPECT_FALSE(sound(head(lines))) << lines;
  }
  EXPECT_FALSE(sound(head(std::string("X: a\0b\r\n", 8))));
  EXPECT_FALSE(sound(head("") + "x"));
  EXPECT_FALSE(sound("GET / HTTP/1.1\r\nHost: x\r\n"));
  EXPECT_FALSE(sound(""));
  EXPECT_FALSE(sound("\r\n"));
  EXPECT_FALSE(sound("\r\n\r\n"));
}

// rule: Z13
TEST(FramingFault, IsEveryFirstLineThatIsNotOfThisServer) {
  for (const char* first :
       {"GET http://x/a HTTP/1.1", "GET a HTTP/1.1", "OPTIONS * HTTP/1.1", "CONNECT x:80 HTTP/1.1",
        "GET /a", "GET  /a HTTP/1.1", "GET /a  HTTP/1.1", "GET /a\tHTTP/1.1", "GET /a b HTTP/1.1",
        "GET /a HTTP/1.1 ", "GET /a HTTP/2.0", "GET /a http/1.1", " GET /a HTTP/1.1", "GET", "",
        "GET /a HTTP/1.10"}) {
    EXPECT_FALSE(sound(head("", first))) << first;
  }
}

}  // namespace loci::http::framing_test
