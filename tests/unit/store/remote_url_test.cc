#include "store/remote_url.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "base/text.h"

namespace loci::store::remote_url_test {
namespace {

// A row of the table that tests/git/origins_test holds against git itself.
struct Row {
  std::string url;
  std::string contacted;
  std::string identity;
};

std::string unescaped(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("\\x")) {
      result += static_cast<char>(std::stoi(std::string(text.substr(i + 2, 2)), nullptr, 16));
      i += 3;
    } else {
      result += text[i];
    }
  }
  return result;
}

std::vector<Row> table() {
  std::vector<Row> rows;
  std::ifstream file(std::filesystem::path(LOCI_SOURCE_DIR) / "tests/fixtures/origins/urls.tsv");
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.starts_with('#')) continue;
    std::istringstream cells(line);
    Row row;
    std::getline(cells, row.url, '\t');
    std::getline(cells, row.contacted, '\t');
    std::getline(cells, row.identity);
    row.url = unescaped(row.url);
    row.identity = row.identity == "-" ? "" : replace_all(row.identity, "{base}", "/base");
    rows.push_back(std::move(row));
  }
  return rows;
}

// rule: M2, M9
TEST(RemoteUrl, IsWhatTheTableSays) {
  const std::vector<Row> rows = table();
  EXPECT_GE(rows.size(), 80U);
  for (const Row& row : rows) {
    EXPECT_EQ(parse_remote(row.url, "/base").identity, row.identity) << row.url;
  }
}

// rule: M9
TEST(RemoteUrl, NeverNamesTheHostBehindAnotherOne) {
  // Every way to write two hosts into one URL; whoever is first in the
  // authority, git must not be taken to have asked github.com unless it has.
  for (const char* scheme :
       {"http://", "https://", "ssh://", "git://", "git+ssh://", "file://", ""}) {
    for (const char* user : {"", "git@", "a:b@"}) {
      for (const char* port : {"", ":80", ":18080"}) {
        for (const char* between :
             {"?",    "#",   "\\",  "/",  "%2F", "%3F", "%23", "%5C", "?@", "#@", "/@",
              "%2F@", "%40", "\t@", " @", "\n@", ";@",  "&@",  "@@",  ":@", "]@"}) {
          const std::string host = std::string("evil.example") + port;
          const std::string url = scheme + std::string(user) + host + between;
          for (const char* rest : {"github.com/Owner/app", "github.com:Owner/app"}) {
            const std::string identity = parse_remote(url + rest, "/base").identity;
            if (!identity.starts_with("github.com")) continue;
            // curl and git agree that these are a user's name and password.
            const bool userinfo = std::string_view(scheme).starts_with("http") &&
                                  std::string_view(between).ends_with('@') && *user == '\0';
            EXPECT_TRUE(userinfo) << url << rest << " is taken for " << identity;
          }
        }
      }
    }
  }
}

TEST(RemoteUrl, KeepsTheDotsOfADirectoryForWhoeverCanLook) {
  const Remote remote = parse_remote("../app.git", "/home/u/clone");
  EXPECT_EQ(remote.identity, "file:/home/u/app");
  EXPECT_EQ(remote.path, "/home/u/clone/../app.git");
  EXPECT_EQ(parse_remote("https://h.example/a", "/").path, "");
}

TEST(RemoteUrl, IsNothingForTextThatIsNone) {
  EXPECT_EQ(parse_remote("", "/r").identity, "");
  EXPECT_EQ(parse_remote("/", "/r").identity, "");
  EXPECT_EQ(parse_remote("https://h/\xff", "/r").identity, "");
  EXPECT_EQ(parse_remote(std::string("https://h/a\0b", 13), "/r").identity, "");
  EXPECT_EQ(parse_remote("https://" + std::string(300, 'a') + "/b", "/r").identity, "");
}

}  // namespace
}  // namespace loci::store::remote_url_test
