#include "rpc/uri.h"

#include <gtest/gtest.h>

namespace loci::rpc::uri_test {
namespace {

// rule: Y9
TEST(MemoryUri, ComesBackAsItWas) {
  for (const MemoryUri& uri :
       {MemoryUri{"global", "", "", "review-style.md"}, MemoryUri{"private", "", "", "日本 語%.md"},
        MemoryUri{"scratchpad", "", "", "SCRATCHPAD.md"},
        MemoryUri{"agent", "back end", "user", "a#b?.md"}}) {
    EXPECT_EQ(parse_memory_uri(to_text(uri)), uri) << to_text(uri);
  }
  EXPECT_EQ(to_text({"global", "", "", "a b.md"}), "loci://global/a%20b.md");
}

TEST(MemoryUri, IsNothingElse) {
  for (const char* bad :
       {"", "loci://", "loci://global", "loci://global/", "loci://elsewhere/x.md",
        "loci://global/a/b.md", "loci://global/%2e%2e", "loci://global/..", "loci://global/a%2Fb",
        "loci://global/%zz", "loci://global/%4", "loci://global/%FF.md", "loci://global/a%00.md",
        "file:///etc/passwd", "loci://agent/x/other/a.md", "loci://agent/x/user/a/b",
        "loci://agent/x/user", "LOCI://global/x.md"}) {
    EXPECT_EQ(parse_memory_uri(bad), std::nullopt) << bad;
  }
}

TEST(FirstRoot, IsTheFirstThatIsADirectoryHere) {
  EXPECT_EQ(first_root(
                Json::parse(R"({"roots":[{"uri":"http://x/"},{"uri":"file://localhost/a%20b"}]})")),
            "/a b");
  for (const char* none :
       {"{}", "[]", "null", R"({"roots":1})", R"({"roots":[1,{},{"uri":1}]})",
        R"({"roots":[{"uri":"file://"}]})", R"({"roots":[{"uri":"file:///a%00b"}]})"}) {
    EXPECT_EQ(first_root(Json::parse(none)), "") << none;
  }
}

}  // namespace
}  // namespace loci::rpc::uri_test
