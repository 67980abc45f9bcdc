#include "pipe/helper_url.h"

#include <gtest/gtest.h>

namespace loci::pipe {
namespace {

TEST(HelperUrl, NamesTheProgram) {
  EXPECT_EQ(helper_kind("postgresql://db/team"), "postgresql");
  EXPECT_EQ(helper_kind("postgres:///team"), "postgresql");
  EXPECT_EQ(helper_kind("helper::couch::http://db/x"), "couch");
  EXPECT_EQ(helper_address("helper::couch::http://db/x"), "http://db/x");
  EXPECT_EQ(helper_address("postgresql://db/team"), "postgresql://db/team");
  for (const char* url : {"git@example.com:m.git", "https://example.com/m.git", "/srv/m.git",
                          "ext::sh", "helper/x"}) {
    EXPECT_EQ(helper_kind(url), "") << url;
  }
}

// rule: RM14
TEST(HelperUrl, HasNoPassword) {
  for (const char* url :
       {"postgresql://ann:secret@db/team", "postgresql://ann:s%40x@db/team",
        "postgresql://db/team?password=secret", "postgresql://db/team?sslpassword=x",
        "postgresql://db/team?pass%77ord=secret", "helper::postgresql::host=db password = secret",
        "helper::postgresql::postgresql://ann:secret@db/team"}) {
    EXPECT_EQ(check_helper_url(url).error().kind, ErrorKind::InvalidInput) << url;
  }
  for (const char* url :
       {"postgresql://ann@db:5433/team", "postgresql://db1:5432,db2:5432/team",
        "postgresql://?service=team", "postgresql://ann@%2Frun%2Fpg/team?sslmode=verify-full",
        "postgresql://[::1]:5432/team", "helper::x::anything"}) {
    EXPECT_TRUE(check_helper_url(url)) << url;
  }
}

TEST(HelperUrl, LeadsToNoOtherProgram) {
  for (const char* url : {"helper::../../bin/sh::x", "helper::X::x", "helper::::x", "helper::x",
                          "helper::x::", "helper::a b::x", "postgresql://db/a\nb"}) {
    EXPECT_EQ(check_helper_url(url).error().kind, ErrorKind::InvalidInput) << url;
  }
}

}  // namespace
}  // namespace loci::pipe
