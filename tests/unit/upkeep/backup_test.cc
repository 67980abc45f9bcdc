#include "upkeep/backup.h"

#include <cerrno>

#include "support/house.h"
#include "upkeep/tar.h"

namespace loci::upkeep::backup_test {
namespace {

using ::testing::HasSubstr;

class Backup : public House {
 protected:
  Backup() { files.put_directory("/safe"); }

  // What a restore must bring back: all but what is made again.
  std::map<std::string, std::string> home() {
    std::map<std::string, std::string> all;
    for (const auto& [path, text] : files.tree(kHome)) {
      if (path.find("/state/catalog/") == std::string::npos) all.emplace(path, text);
    }
    return all;
  }
  Result<BackupReply> restore(const std::string& archive, bool yes = true) {
    return restore_backup(*memory, {archive, yes, false});
  }
};

// rule: C47
TEST_F(Backup, BringsBackEverythingThatTheHomeHeld) {
  ASSERT_TRUE(write("a", "user", "one"));
  ASSERT_TRUE(write("b", "project", "two"));
  ASSERT_TRUE(rewrite("a", "three"));
  files.put(kHome + "/config.toml", "retention_days = 9\n");
  const auto before = home();
  const auto made = back_up(*memory, "/safe/b.tar", false);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->files, before.size());
  ASSERT_TRUE(rewrite("a", "four"));
  ASSERT_TRUE(write("c", "user", "five"));
  const auto done = restore("/safe/b.tar");
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(home(), before);
  EXPECT_EQ(done->kept_as, kHome + ".before-restore");
  EXPECT_TRUE(files.exists(kHome + ".before-restore/memory/c.md"));
  enter();
  EXPECT_TRUE(rewrite("a", "five"));  // the journal goes on
}

TEST_F(Backup, LeavesOutWhatIsOnlyBeingWritten) {
  ASSERT_TRUE(write("a", "user", "one"));
  const auto before = home();
  files.put(kHome + "/memory/.loci-123-0.tmp", "half a note");
  files.put(kHome + "/.loci-123-0.tmp/b.md", "a note of a place that is filled aside");
  const auto made = back_up(*memory, "/safe/b.tar", false);
  ASSERT_TRUE(made) << made.error().message;
  ASSERT_TRUE(restore("/safe/b.tar"));
  EXPECT_EQ(home(), before);
}

TEST_F(Backup, AsksBeforeItTakesTheHomesPlaceAndOverwritesNothing) {
  ASSERT_TRUE(write("a", "user", "one"));
  ASSERT_TRUE(back_up(*memory, "/safe/b.tar", false));
  const auto before = files.tree("/");
  const auto asked = restore("/safe/b.tar", false);
  ASSERT_FALSE(asked);
  EXPECT_TRUE(asked.error().needs_consent);
  EXPECT_EQ(files.tree("/"), before);
  EXPECT_EQ(back_up(*memory, "/safe/b.tar", false).error().kind, ErrorKind::Conflict);
  EXPECT_FALSE(back_up(*memory, kHome + "/b.tar", false));
}

TEST_F(Backup, RestoresNothingOfAnArchiveThatIsDamagedAnywhere) {
  ASSERT_TRUE(write("a", "user", "one"));
  ASSERT_TRUE(back_up(*memory, "/safe/b.tar", false));
  const std::string whole = files.get("/safe/b.tar");
  const auto before = home();
  for (std::size_t at = 0; at < whole.size(); at += 97) {
    std::string flipped = whole;
    flipped[at] = static_cast<char>(flipped[at] ^ 0x20);
    files.put("/safe/x.tar", flipped);
    const auto done = restore("/safe/x.tar");
    if (done) {  // only bytes that say nothing: padding, a time
      EXPECT_EQ(home(), before) << at;
    } else {
      EXPECT_EQ(home(), before) << at;
    }
  }
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{511}, std::size_t{2'048}, whole.size() - 1'024}) {
    files.put("/safe/x.tar", whole.substr(0, length));
    EXPECT_FALSE(restore("/safe/x.tar")) << length;
  }
  EXPECT_EQ(home(), before);
}

TEST_F(Backup, TakesNoArchiveThatSomebodyElseMade) {
  const std::string text = "x";
  files.put("/safe/x.tar", tar_header("../evil", false, 1, 0) + text + tar_padding(1) + tar_end());
  EXPECT_EQ(restore("/safe/x.tar").error().kind, ErrorKind::Corrupt);
  files.put("/safe/x.tar",
            tar_header("memory/a.md", false, 1, 0) + text + tar_padding(1) + tar_end());
  EXPECT_THAT(restore("/safe/x.tar").error().message, HasSubstr("not a loci backup"));
  EXPECT_FALSE(files.exists("/home/u/evil"));
}

}  // namespace
}  // namespace loci::upkeep::backup_test
