#include "base/path.h"

#include <gtest/gtest.h>

namespace loci::path_test {
namespace {

TEST(ParentPath, IsThePathWithoutItsLastComponent) {
  EXPECT_EQ(parent_path("/a/b"), "/a");
  EXPECT_EQ(parent_path("/a"), "/");
  EXPECT_EQ(parent_path("a/b/c"), "a/b");
  EXPECT_EQ(parent_path("a"), "");
}

TEST(ParentPath, OfTheRootIsTheRoot) {
  EXPECT_EQ(parent_path("/"), "/");
  EXPECT_EQ(parent_path("//"), "/");
}

TEST(ParentPath, TakesSeveralSlashesForOneAndTheLastForNone) {
  EXPECT_EQ(parent_path("/a//b/"), "/a");
  EXPECT_EQ(parent_path("//a"), "/");
}

// rule: M15
TEST(TextOfPath, IsTheWayBackForAnyBytes) {
  EXPECT_EQ(text_of_path("/home/\xC3\xA4/app"), "/home/\xC3\xA4/app");
  EXPECT_EQ(text_of_path("/w\xFFs"), std::string("/w\0ffs", 6));
  std::string every = "/";
  for (int byte = 1; byte < 256; ++byte) every += static_cast<char>(byte);
  EXPECT_EQ(path_of_text(text_of_path(every)), every);
  EXPECT_EQ(path_of_text("/plain"), "/plain");
  const std::string broken("/a\0zz", 5);
  EXPECT_EQ(path_of_text(broken), broken);
}

TEST(LastComponent, IsWhatStandsBehindTheLastSlash) {
  EXPECT_EQ(last_component("/a/b.md"), "b.md");
  EXPECT_EQ(last_component("b.md"), "b.md");
  EXPECT_EQ(last_component("/a/b/"), "b");
  EXPECT_EQ(last_component("/"), "");
  EXPECT_EQ(last_component(""), "");
}

TEST(ChildPath, NeedsNoSecondSlashBelowTheRoot) {
  EXPECT_EQ(child_path("/a", "b"), "/a/b");
  EXPECT_EQ(child_path("/", "b"), "/b");
}

TEST(TakeComponent, GoesThroughAPathFromItsBeginning) {
  std::string_view path = "projects/app/memory";
  EXPECT_EQ(take_component(path), "projects");
  EXPECT_EQ(take_component(path), "app");
  EXPECT_EQ(take_component(path), "memory");
  EXPECT_EQ(path, "");
  EXPECT_EQ(take_component(path), "");
}

TEST(JoinedPath, ResolvesDotsAndStartsFromTheBase) {
  EXPECT_EQ(joined_path("/srv/app", "../git/x.git"), "/srv/git/x.git");
  EXPECT_EQ(joined_path("/srv/app", "/etc/./x/"), "/etc/x");
  EXPECT_EQ(joined_path("/", ".."), "/");
}

}  // namespace
}  // namespace loci::path_test
