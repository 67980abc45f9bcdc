#include "http/sign_in.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "http/page.h"
#include "support/memory_file_system.h"

namespace loci::http {
namespace {

using std::chrono::hours;
using std::chrono::minutes;
using testing::HasSubstr;

const SignIn::Time kBegin{hours(24) * 20'000};
const std::string kToken(64, 'a');

Request post(std::string body) { return {"POST", "/api/session", {}, std::move(body)}; }
Request with_cookie(const Response& response) {
  for (const Header& header : response.headers) {
    if (header.name == "Set-Cookie") {
      return {
          "GET", "/api/memory", {{"Cookie", header.value.substr(0, header.value.find(';'))}}, ""};
    }
  }
  return {"GET", "/api/memory", {}, ""};
}
std::string by_link(const std::string& link) { return "{\"link\":\"" + link + "\"}"; }

// rule: Z19
TEST(SignIn, TradesALinkOnceAndSoon) {
  SignIn sign_in(kToken);
  const std::string link = sign_in.new_link(kBegin);
  const Response first = sign_in.answer(post(by_link(link)), kBegin + minutes(14));
  EXPECT_EQ(first.status, 200);
  EXPECT_EQ(sign_in.caller(with_cookie(first), kBegin + minutes(15)), Caller::Person);
  EXPECT_EQ(sign_in.answer(post(by_link(link)), kBegin + minutes(14)).status, 401);
  const std::string late = sign_in.new_link(kBegin);
  EXPECT_EQ(sign_in.answer(post(by_link(late)), kBegin + minutes(16)).status, 401);
  EXPECT_EQ(sign_in.answer(post("{}"), kBegin).status, 401);
  EXPECT_EQ(sign_in.answer(post("[1]"), kBegin).status, 401);
  EXPECT_EQ(sign_in.answer(post("nothing"), kBegin).status, 400);
}

TEST(SignIn, TakesWhoHasTheTokenForAProgram) {
  SignIn sign_in(kToken);
  const Response in = sign_in.answer(post("{\"token\":\"" + kToken + "\"}"), kBegin);
  EXPECT_EQ(in.status, 200);
  EXPECT_EQ(sign_in.caller(with_cookie(in), kBegin), Caller::Program);
  EXPECT_EQ(sign_in.answer(post("{\"token\":\"b\"}"), kBegin).status, 401);
}

TEST(SignIn, KeepsACookieFromScriptsAndOtherSites) {
  SignIn sign_in(kToken);
  const Response in = sign_in.answer(post(by_link(sign_in.new_link(kBegin))), kBegin);
  for (const Header& header : in.headers) {
    if (header.name != "Set-Cookie") continue;
    EXPECT_THAT(header.value, HasSubstr("; HttpOnly; SameSite=Strict; "));
    EXPECT_THAT(header.value, testing::Not(HasSubstr(kToken)));
  }
}

TEST(SignIn, BelievesACookieThatItSealedItselfOnly) {
  SignIn sign_in(kToken);
  const Response in = sign_in.answer(post(by_link(sign_in.new_link(kBegin))), kBegin);
  Request request = with_cookie(in);
  EXPECT_EQ(SignIn(kToken).caller(request, kBegin), Caller::Person) << "it outlives a restart";
  EXPECT_EQ(SignIn(std::string(64, 'b')).caller(request, kBegin), Caller::Nobody);
  EXPECT_EQ(sign_in.caller(request, kBegin + SignIn::kCookieLife + hours(1)), Caller::Nobody);
  std::string& value = request.headers.front().value;
  const std::string good = value;
  value = good.substr(0, good.find('=') + 1) + "person.9999999999." + std::string(64, '0');
  EXPECT_EQ(sign_in.caller(request, kBegin), Caller::Nobody);
  value = good + "; " + good;
  EXPECT_EQ(sign_in.caller(request, kBegin), Caller::Nobody) << "two of them";
  value = "other=1; " + good;
  EXPECT_EQ(sign_in.caller(request, kBegin), Caller::Person);
  EXPECT_EQ(SignIn("").caller(request, kBegin), Caller::Nobody);
}

TEST(SignIn, EndsASession) {
  SignIn sign_in(kToken);
  const Response out = sign_in.answer({"DELETE", "/api/session", {}, ""}, kBegin);
  EXPECT_EQ(sign_in.caller(with_cookie(out), kBegin), Caller::Nobody);
  EXPECT_EQ(sign_in.answer({"GET", "/api/session", {}, ""}, kBegin).status, 405);
}

// rule: Z18
TEST(Page, AnswersItsFilesAndScreensAndNothingElse) {
  fs::MemoryFileSystem files;
  const Page page(files);
  const auto get = [&](const std::string& target) { return page.answer({"GET", target, {}, ""}); };
  EXPECT_TRUE(Page::has("/") && Page::has("/notes") && Page::has("/note/-/global/a.md") &&
              Page::has("/web/app.js"));
  EXPECT_FALSE(Page::has("/api/memory") || Page::has("/mcp") || Page::has("/nothing"));
  EXPECT_THAT(get("/timeline").body, HasSubstr("<!doctype html>"));
  EXPECT_EQ(get("/web/app.js").status, 200);
  for (const char* target : {"/web/none.js", "/web/", "/web/../page.cc", "/web/lib/../app.js",
                             "/web/.hidden.js", "/web/lib//api.js", "/web/a%2f.js", "/web/lib"}) {
    EXPECT_EQ(get(target).status, 404) << target;
  }
  EXPECT_EQ(page.answer({"POST", "/notes", {}, ""}).status, 405);
}

TEST(Page, LetsNothingRunThatIsNotItsOwn) {
  fs::MemoryFileSystem files;
  const Page page(files);
  const Response response = page.answer({"GET", "/", {}, ""});
  std::string policy;
  for (const Header& header : response.headers) {
    if (header.name == "Content-Security-Policy") policy = header.value;
  }
  EXPECT_THAT(policy, HasSubstr("default-src 'none'"));
  EXPECT_THAT(policy, testing::Not(HasSubstr("unsafe")));
  EXPECT_THAT(response.body, testing::Not(HasSubstr("<style")));
  EXPECT_THAT(response.body, testing::Not(HasSubstr("style=")));
  EXPECT_THAT(response.body, testing::Not(HasSubstr("onload")));
}

TEST(Page, IsNotSentTwice) {
  fs::MemoryFileSystem files;
  const Page page(files);
  std::string tag;
  for (const Header& header : page.answer({"GET", "/web/app.js", {}, ""}).headers) {
    if (header.name == "ETag") tag = header.value;
  }
  EXPECT_EQ(page.answer({"GET", "/web/app.js", {{"If-None-Match", tag}}, ""}).status, 304);
}

}  // namespace
}  // namespace loci::http
