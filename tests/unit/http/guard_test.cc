#include "http/guard.h"

#include <gmock/gmock.h>

using namespace loci::http;
using namespace std::chrono_literals;

namespace {

const Brake::Time kNow{};
constexpr const char* kToken = "0123456789abcdef";

Request asking(std::vector<Header> headers, std::string method = "GET") {
  return {std::move(method), "/api/memory", std::move(headers), ""};
}

int verdict(const Request& request, bool open = true, const std::string& host = "127.0.0.1") {
  Guard guard({host, kToken});
  const auto refused = guard.refuse(request, open, kNow);
  return refused ? refused->status : 200;
}

int host_verdict(const std::string& header, const std::string& listening = "127.0.0.1") {
  return verdict(asking({{"Host", header}}), true, listening);
}

int origin_verdict(const std::string& origin, const std::string& host = "127.0.0.1:7463") {
  return verdict(asking({{"Host", host}, {"Origin", origin}}));
}

}  // namespace

// rule: Z2
TEST(Guard, KnowsItselfByAddressOnly) {
  for (const char* host : {"127.0.0.1:7463", "localhost:7463", "[::1]:7463", "LOCALHOST",
                           "127.9.9.9", "localhost:8080"}) {
    EXPECT_EQ(host_verdict(host), 200) << host;
  }
  for (const char* host :
       {"evil.example", "evil.example:7463", "127.0.0.1.evil.example", "localhost.evil.example",
        "127.0.0.1@evil.example", "2130706433", "0x7f.0.0.1", "127.1", "192.168.1.2:7463",
        "[fe80::1]:7463", "", ":7463", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:99999", "[::1",
        "127.0.0.1 evil", "127.0.0.1/evil"}) {
    EXPECT_EQ(host_verdict(host), 403) << host;
  }
}

TEST(Guard, KnowsOtherAddressesWhenItListensOnThem) {
  EXPECT_EQ(host_verdict("192.168.1.2:7463", "0.0.0.0"), 200);
  EXPECT_EQ(host_verdict("[fe80::1]:7463", "::"), 200);
  EXPECT_EQ(host_verdict("localhost:7463", "0.0.0.0"), 200);
  EXPECT_EQ(host_verdict("evil.example:7463", "0.0.0.0"), 403);
}

TEST(Guard, WantsExactlyOneHost) {
  EXPECT_EQ(verdict(asking({})), 400);
  EXPECT_EQ(verdict(asking({{"Host", "localhost"}, {"host", "localhost"}})), 400);
}

// rule: Z2
TEST(Guard, LetsNoOtherSiteIn) {
  EXPECT_EQ(origin_verdict("http://127.0.0.1:7463"), 200);
  EXPECT_EQ(origin_verdict("http://localhost:7463"), 200);
  EXPECT_EQ(origin_verdict("http://localhost:8080", "localhost:8080"), 200);
  for (const char* origin :
       {"http://evil.example", "https://evil.example:7463", "null", "", "http://localhost:3000",
        "http://127.0.0.1", "file://", "http://127.0.0.1:7463.evil.example",
        "http://evil.example/127.0.0.1:7463", "chrome-extension://abc"}) {
    EXPECT_EQ(origin_verdict(origin), 403) << origin;
  }
}

TEST(Guard, BelievesTheBrowserAboutRequestsWithoutOrigin) {
  const Request image = asking({{"Host", "localhost:7463"}, {"Sec-Fetch-Site", "cross-site"}});
  Guard guard({"127.0.0.1", ""});
  EXPECT_EQ(guard.refuse(image, false, kNow)->status, 403);
  EXPECT_FALSE(guard.refuse(image, true, kNow)) << "a link to the page itself";
}

// rule: Z3
TEST(Guard, WantsTheToken) {
  const auto with = [](const std::string& value) {
    return asking({{"Host", "localhost"}, {"Authorization", value}});
  };
  EXPECT_EQ(verdict(with("Bearer 0123456789abcdef"), false), 200);
  EXPECT_EQ(verdict(with("bearer  0123456789abcdef"), false), 200);
  for (const char* wrong :
       {"Bearer", "Bearer ", "Bearer 0123456789abcdee", "Bearer 0123456789abcde",
        "Bearer 0123456789abcdef0", "Basic 0123456789abcdef", "0123456789abcdef", ""}) {
    EXPECT_EQ(verdict(with(wrong), false), 401) << wrong;
  }
  EXPECT_EQ(verdict(asking({{"Host", "localhost"}}), false), 401);
  EXPECT_EQ(verdict(asking({{"Host", "localhost"}}), true), 200) << "a page needs none";
  Request twice = with("Bearer 0123456789abcdef");
  twice.headers.push_back({"Authorization", "Bearer x"});
  EXPECT_EQ(verdict(twice, false), 401);
}

TEST(Guard, SaysHowToSendTheToken) {
  Guard guard({"127.0.0.1", kToken});
  const auto refused = guard.refuse(asking({{"Host", "localhost"}}), false, kNow);
  ASSERT_TRUE(refused);
  EXPECT_THAT(refused->body, testing::HasSubstr("Authorization: Bearer"));
  EXPECT_THAT(refused->body, testing::Not(testing::HasSubstr(kToken)));
}

// rule: Z3
TEST(Guard, BrakesWhoGuessesAndNotWhoKnows) {
  Guard guard({"127.0.0.1", kToken});
  const Request wrong = asking({{"Host", "localhost"}, {"Authorization", "Bearer guess"}});
  const Request right =
      asking({{"Host", "localhost"}, {"Authorization", std::string("Bearer ") + kToken}});
  int braked = 0;
  for (int i = 0; i < 50; ++i) {
    if (guard.refuse(wrong, false, kNow)->status == 429) ++braked;
  }
  EXPECT_EQ(braked, 30);
  EXPECT_FALSE(guard.refuse(right, false, kNow));
  EXPECT_EQ(guard.refuse(wrong, false, kNow + 500ms)->status, 429);
  EXPECT_EQ(guard.refuse(wrong, false, kNow + 2s)->status, 401);
}

// rule: Z4
TEST(Guard, ReadsJsonOnly) {
  const auto body = [](const std::string& type) {
    return asking({{"Host", "localhost"}, {"Content-Length", "2"}, {"Content-Type", type}}, "PUT");
  };
  EXPECT_EQ(verdict(body("application/json")), 200);
  EXPECT_EQ(verdict(body("Application/JSON; charset=utf-8")), 200);
  for (const char* type : {"text/plain", "application/x-www-form-urlencoded", "",
                           "application/jsonp", "multipart/form-data; x=application/json"}) {
    EXPECT_EQ(verdict(body(type)), 415) << type;
  }
  EXPECT_EQ(verdict(asking({{"Host", "localhost"}, {"Content-Length", "2"}}, "PUT")), 415);
  EXPECT_EQ(verdict(asking({{"Host", "localhost"}, {"Transfer-Encoding", "chunked"}}, "PUT")), 415);
  EXPECT_EQ(verdict(asking({{"Host", "localhost"}, {"Transfer-Encoding", "gzip, chunked"}}, "PUT")),
            400);
  EXPECT_EQ(verdict(asking({{"Host", "localhost"}, {"Content-Length", "0"}}, "DELETE")), 200);
  EXPECT_EQ(verdict(asking({{"Host", "localhost"}, {"Content-Length", "2"}}, "GET")), 400);
  Request packed = body("application/json");
  packed.headers.push_back({"Content-Encoding", "gzip"});
  EXPECT_EQ(verdict(packed), 415);
}

TEST(SameSecret, IsTrueForTheSecretOnly) {
  EXPECT_TRUE(same_secret("abc", "abc"));
  EXPECT_FALSE(same_secret("abd", "abc"));
  EXPECT_FALSE(same_secret("ab", "abc"));
  EXPECT_FALSE(same_secret("abcabc", "abc"));
  EXPECT_FALSE(same_secret("", "abc"));
  EXPECT_FALSE(same_secret("", ""));
}

TEST(AddSecurityHeaders, KeepsWhatIsThere) {
  Response page = text_response(200, "text/html", "");
  page.set("Content-Security-Policy", "default-src 'self'");
  add_security_headers(page);
  const auto value = [&](std::string_view name) {
    for (const Header& header : page.headers) {
      if (same_name(header.name, name)) return header.value;
    }
    return std::string();
  };
  EXPECT_EQ(value("Content-Security-Policy"), "default-src 'self'");
  EXPECT_EQ(value("X-Content-Type-Options"), "nosniff");
  EXPECT_EQ(value("X-Frame-Options"), "DENY");
  EXPECT_EQ(value("Cache-Control"), "no-store");
  EXPECT_EQ(value("Referrer-Policy"), "no-referrer");
}
