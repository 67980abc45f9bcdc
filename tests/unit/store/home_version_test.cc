#include "store/home_version.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "store/project.h"
#include "store/store.h"
#include "support/memory_file_system.h"

namespace loci::store::home_version_test {
namespace {

using ::testing::HasSubstr;

class HomeVersion : public ::testing::Test {
 protected:
  HomeVersion() { store_ = *Store::open(files_, clock_, log_, "/h"); }
  Result<Outcome> write(std::string text, bool dry_run = false) {
    Request request;
    request.operation = "write";
    request.places = {global_place()};
    request.dry_run = dry_run;
    return store_->commit(request, [&](View&) -> Result<Plan> {
      Plan plan;
      plan.changes.push_back(FileChange::put(global_place(), "a.md", text));
      return plan;
    });
  }
  // Without a single change, and with a reason.
  template <typename Act>
  void refuses(const char* name, const Act& act) {
    const auto before = files_.tree("/");
    const auto done = act();
    ASSERT_FALSE(done.has_value()) << name;
    EXPECT_EQ(done.error().kind, ErrorKind::Denied) << name;
    EXPECT_THAT(done.error().message, HasSubstr("was written by a later version of loci")) << name;
    EXPECT_THAT(done.error().hint, HasSubstr("update loci")) << name;
    EXPECT_EQ(files_.tree("/"), before) << name;
  }

  fs::MemoryFileSystem files_;
  FixedClock clock_{*parse_time("2026-11-15T10:00:00Z")};
  MemoryLog log_;
  std::unique_ptr<Store> store_;
};

// rule: J18
TEST_F(HomeVersion, OfALaterLociIsReadAndNotWritten) {
  ASSERT_TRUE(write("first\n"));
  for (const char* version : {"2\n", "2", "17\n", "words\n", "", "0\n", "1.5\n", "1\n2\n"}) {
    files_.put("/h/state/version", version);
    refuses("commit", [&] { return write("second\n"); });
    refuses("write_home_file", [&] { return store_->write_home_file("state/edit", "x", "y"); });
    refuses("home_directory", [&] { return store_->home_directory("state/new"); });
    refuses("update_project", [&] { return update_project(*store_, "app", [](Project&) {}); });
    refuses("rewrite", [&] {
      return store_->journal().rewrite(
          [](const std::vector<Record>&, const std::vector<std::string>&) {
            return Forgettable();
          });
    });
    EXPECT_TRUE(write("second\n", true)) << "a dry run writes nothing";
    const auto view = store_->view({global_place()});
    ASSERT_TRUE(view);
    EXPECT_EQ(*(*view)->read(global_place(), "a.md"), "first\n");
  }
  files_.put("/h/state/version", "1\n");
  EXPECT_TRUE(write("second\n"));
}

// rule: J18
TEST_F(HomeVersion, OfAProjectIsItsOwn) {
  ASSERT_TRUE(update_project(*store_, "app", [](Project& project) {
    project.paths.push_back({"/w", {}, "github.com/o/app"});
  }));
  const std::string file = "/h/projects/app/project.json";
  std::string text = files_.get(file);
  const std::size_t at = text.find("\"version\": 1");
  ASSERT_NE(at, std::string::npos) << text;
  text.replace(at, 12, "\"version\": 2");
  files_.put(file, text);
  refuses("update_project", [&] {
    return update_project(*store_, "app",
                          [](Project& project) { project.detached.emplace_back("/w"); });
  });
  const auto read = read_project(files_, "/h", "app");
  ASSERT_TRUE(read);
  EXPECT_TRUE(read->has_path("/w"));
}

}  // namespace
}  // namespace loci::store::home_version_test
