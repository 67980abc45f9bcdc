#include "http/guard.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace loci::http::guard_test {

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

int origin_verdict(const std::string& origin, const std::string& host = "127.0.0.1:7463",
                   const std::string& address = "127.0.0.1", std::uint16_t port = 7463,
                   const std::string& listening = "127.0.0.1") {
  Request request = asking({{"Host", host}, {"Origin", origin}});
  request.server_address = address;
  request.server_port = port;
  return verdict(request, true, listening);
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
  for (const char* origin :
       {"http://evil.example", "https://evil.example:7463", "null", "", "file://", "http://",
        "http://127.0.0.1:7463.evil.example", "http://evil.example/127.0.0.1:7463", "*",
        "http://127.0.0.1:7463/", "http://127.0.0.1:7463, http://127.0.0.1:7463",
        "http://a@127.0.0.1:7463", "http://127.0.0.1:07463", "http://2130706433:7463",
        "http://[::ffff:127.0.0.1]:7463", "http://localhost.:7463", "chrome-extension://abc"}) {
    EXPECT_EQ(origin_verdict(origin), 403) << origin;
  }
}

// rule: Z2
TEST(Guard, KnowsNoOriginButItsOwn) {
  struct Server {
    const char* address;
    std::uint16_t port;
    std::vector<std::string> own;
  };
  const std::vector<Server> servers{
      {"127.0.0.1", 7463, {"http://127.0.0.1:7463", "http://localhost:7463"}},
      {"127.0.0.2", 7463, {"http://127.0.0.2:7463"}},
      {"::1", 7463, {"http://[::1]:7463", "http://localhost:7463"}},
      {"127.0.0.1", 8080, {"http://127.0.0.1:8080", "http://localhost:8080"}},
      {"127.0.0.1", 80, {"http://127.0.0.1", "http://localhost"}}};
  int passed = 0;
  int asked = 0;
  for (const Server& server : servers) {
    for (const char* scheme : {"http://", "https://", "HTTP://", "ws://", "file://", "", "null"}) {
      for (const char* name : {"127.0.0.1", "127.0.0.2", "127.1", "localhost", "LOCALHOST", "[::1]",
                               "::1", "0.0.0.0", "[::]", "192.168.1.2"}) {
        for (const char* port : {":7463", ":8080", ":80", ":443", ":0", ":", ""}) {
          const std::string origin = std::string(scheme) + name + port;
          const bool own =
              std::find(server.own.begin(), server.own.end(), origin) != server.own.end();
          // Whatever the Host says, which names this server or one that forwards to it.
          for (const std::string& host :
               {std::string("127.0.0.1:7463"), std::string("localhost:7463"),
                std::string(name) + port}) {
            const int verdict =
                origin_verdict(origin, host, server.address, server.port, server.address);
            EXPECT_EQ(verdict == 200, own && verdict == 200) << origin << " " << host;
            if (host == "127.0.0.1:7463") {
              EXPECT_EQ(verdict, own ? 200 : 403) << origin;
            }
            passed += verdict == 200;
            ++asked;
          }
        }
      }
    }
  }
  EXPECT_GT(passed, 0);
  RecordProperty("asked", asked);
}

TEST(Guard, BelievesTheHostAboutTheOriginWhereItIsReachedByAnyAddress) {
  const auto verdict_of = [](const std::string& origin, const std::string& host) {
    return origin_verdict(origin, host, "172.17.0.2", 7463, "0.0.0.0");
  };
  EXPECT_EQ(verdict_of("http://192.168.1.2:7463", "192.168.1.2:7463"), 200);
  EXPECT_EQ(verdict_of("https://192.168.1.2", "192.168.1.2"), 200);
  EXPECT_EQ(verdict_of("http://127.0.0.1:9000", "127.0.0.1:9000"), 200);
  for (const char* origin :
       {"http://192.168.1.3:7463", "http://192.168.1.2", "http://127.0.0.1:7463",
        "http://localhost:7463", "null", "http://172.17.0.2:7463"}) {
    EXPECT_EQ(verdict_of(origin, "192.168.1.2:7463"), 403) << origin;
  }
}

TEST(Guard, BelievesTheBrowserAboutRequestsWithoutOrigin) {
  Request image = asking({{"Host", "localhost:7463"}, {"Sec-Fetch-Site", "cross-site"}});
  image.method = "GET";
  Guard guard({"127.0.0.1", ""});
  EXPECT_EQ(guard.refuse(image, false, kNow)->status, 403);
  EXPECT_FALSE(guard.refuse(image, true, kNow)) << "a link to the page itself";
  Request form = image;
  form.method = "POST";
  EXPECT_EQ(guard.refuse(form, true, kNow)->status, 403) << "a form that signs somebody in";
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
  EXPECT_THAT(refused->body, ::testing::HasSubstr("Authorization: Bearer"));
  EXPECT_THAT(refused->body, ::testing::Not(::testing::HasSubstr(kToken)));
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

}  // namespace loci::http::guard_test
