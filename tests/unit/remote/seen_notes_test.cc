#include "remote/seen_notes.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/environment.h"
#include "base/hash.h"
#include "memory/config.h"
#include "memory/memory.h"
#include "memory/session.h"
#include "remote/sync.h"
#include "support/hub.h"
#include "support/memory_file_system.h"
#include "support/story.h"

namespace loci::remote {
namespace {

SeenNotes some() {
  SeenNotes seen;
  seen.keep("memory", {{"a b.md", {{12, -5, 7, 8, 9}, sha256("a"), 0xAB}},
                       {"é.md", {{1, 2, 3, 4, 5}, sha256("b"), 0}}});
  seen.keep("agents/x", {{"c.md", {{0, 0, 0, 0, 0}, sha256("c"), ~std::uint64_t{0}}}});
  return seen;
}

TEST(SeenNotes, AreReadBackAsTheyWereWritten) {
  const SeenNotes read = SeenNotes::parse(some().format());
  for (const char* place : {"memory", "agents/x"}) EXPECT_EQ(read.of(place), some().of(place));
  EXPECT_FALSE(read.has_news());
  EXPECT_TRUE(read.of("elsewhere").empty());
}

// rule: RM13
TEST(SeenNotes, OfADamagedFileSayNothing) {
  const std::string sound = some().format();
  for (std::size_t i = 0; i < sound.size(); ++i) {
    EXPECT_TRUE(SeenNotes::parse(sound.substr(0, i)).of("memory").empty()) << i;
    std::string odd = sound;
    odd[i] = static_cast<char>(odd[i] ^ 1);
    EXPECT_TRUE(SeenNotes::parse(odd).of("memory").empty()) << i;
  }
}

TEST(SeenNotes, HaveNewsWhereSomethingChanged) {
  SeenNotes seen = SeenNotes::parse(some().format());
  seen.keep("memory", some().of("memory"));
  EXPECT_FALSE(seen.has_news());
  seen.keep("memory", {});
  EXPECT_TRUE(seen.has_news());
}

// A machine with a remote, on a disk that lists what is read.
class SyncReadsTest : public ::testing::Test {
 protected:
  SyncReadsTest() { files_.put_directory("/h"); }

  void sync() {
    FixedClock clock(*parse_time("2026-11-15T10:00:00Z"));
    MemoryLog log;
    const auto store = store::Store::open(files_, clock, log, "/h");
    ASSERT_TRUE(store);
    const auto config = memory::Config::load(files_, "/h", Environment());
    ASSERT_TRUE(config);
    memory::Memory memory(**store, *config, log, memory::Session());
    Remote remote;
    remote.name = "hub";
    remote.url = "/hub";
    ASSERT_TRUE(write_remote(memory.store(), remote));
    SyncRequest request;
    request.open = [&](const TransportOptions&) -> Result<std::unique_ptr<Transport>> {
      return std::make_unique<testing::HubTransport>(hub_);
    };
    files_.note_looks();
    const auto done = sync_with(memory, remote, request);
    ASSERT_TRUE(done) << done.error().message;
  }
  [[nodiscard]] bool was_read(const char* path) const {
    const auto looks = files_.looks();
    return std::find(looks.begin(), looks.end(), std::string("read ") + path) != looks.end();
  }
  [[nodiscard]] sync::NoteVersion there(const char* note) {
    const auto notes = hub_.notes(0);
    const auto found = notes.find(note);
    return found == notes.end() ? std::nullopt : found->second.version;
  }

  fs::MemoryFileSystem files_;
  testing::Hub hub_;
};

// rule: RM13
TEST_F(SyncReadsTest, OnlyNotesThatWereTouchedSince) {
  files_.put("/h/memory/a.md", testing::kA);
  files_.put("/h/memory/b.md", testing::kB);
  sync();
  EXPECT_TRUE(was_read("/h/memory/a.md"));
  sync();
  EXPECT_FALSE(was_read("/h/memory/a.md"));
  // Of the same size: what counts is the text.
  std::string changed = testing::kA;
  changed[changed.size() - 2] = '!';
  files_.put("/h/memory/a.md", changed);
  sync();
  EXPECT_TRUE(was_read("/h/memory/a.md"));
  EXPECT_FALSE(was_read("/h/memory/b.md"));
  EXPECT_EQ(there("global/a.md"), sha256(changed));
  files_.put("/h/state/remotes/hub/seen", "torn");
  sync();
  EXPECT_TRUE(was_read("/h/memory/b.md"));
}

// rule: RM13
TEST_F(SyncReadsTest, ANoteAgainWhoseLineInTheIndexChanged) {
  files_.put("/h/memory/a.md", testing::kA);
  files_.put("/h/memory/b.md", testing::kB);
  files_.put("/h/memory/MEMORY.md", "- [Alpha](a.md) - first\n- [Beta](b.md) - second\n");
  sync();
  files_.put("/h/memory/MEMORY.md", "- [Alpha](a.md) - worded by hand\n- [Beta](b.md) - second\n");
  sync();
  EXPECT_TRUE(was_read("/h/memory/a.md"));
  EXPECT_FALSE(was_read("/h/memory/b.md"));
  ASSERT_TRUE(there("global/MEMORY.md"));
  EXPECT_NE(hub_.texts.at(*there("global/MEMORY.md")).find("worded by hand"), std::string::npos);
}

}  // namespace
}  // namespace loci::remote
