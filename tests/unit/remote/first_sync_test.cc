// A first sync of thousands of notes, which are written while more of them come, through a remote
// in memory.

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/environment.h"
#include "base/hash.h"
#include "memory/config.h"
#include "memory/memory.h"
#include "memory/session.h"
#include "remote/names.h"
#include "remote/sync.h"
#include "support/hub.h"
#include "support/trial.h"

namespace loci::remote::first_sync_test {
namespace {

using loci::testing::Hub;
using loci::testing::HubTransport;
using loci::testing::note_text;

constexpr int kNotes = 1'005;
const std::string kOrigin = "example.com/acme/app";

std::string text(int i) { return note_text(fmt::format("Note {}", i), "one of many", "Its body."); }

// Knows one project, and fails once when texts are asked for.
class Shaky final : public HubTransport {
 public:
  Shaky(Hub& hub, bool& fails) : HubTransport(hub), fails_(fails) {
    projects_.push_back({project_directory(kOrigin, ""), kOrigin, ""});
  }
  [[nodiscard]] const std::vector<RemoteProject>& projects() const override { return projects_; }
  Result<> texts(const std::set<std::string>& hashes, Texts& found,
                 const TextArrives& arrives) override {
    LOCI_TRY(HubTransport::texts(hashes, found, arrives));
    if (fails_) return fail(io_error("the line is dead", "try again"));
    return {};
  }

 private:
  std::vector<RemoteProject> projects_;
  bool& fails_;
};

class FirstSync : public ::testing::Test {
 protected:
  FirstSync() { files_.put_directory("/h"); }

  void fill(const std::string& directory) {
    Hub::Entry entry;
    for (int i = 0; i < kNotes; ++i) {
      const std::string bytes = text(i);
      entry.changes[fmt::format("{}/note-{:04}.md", directory, i)] = sha256(bytes);
      hub_.texts[sha256(bytes)] = bytes;
    }
    hub_.log.push_back(std::move(entry));
  }

  Result<SyncReply> sync(bool accept = false) {
    LOCI_ASSIGN(const auto store, store::Store::open(files_, clock_, log_, "/h"));
    LOCI_ASSIGN(const memory::Config config, memory::Config::load(files_, "/h", Environment()));
    memory::Memory memory(*store, config, log_, memory::Session());
    Remote remote;
    remote.name = "hub";
    remote.url = "/hub";
    remote.mine = true;
    LOCI_TRY(write_remote(*store, remote));
    SyncRequest request;
    request.accept = accept;
    request.open = [&](const TransportOptions&) -> Result<std::unique_ptr<Transport>> {
      return std::make_unique<Shaky>(hub_, fails_);
    };
    return sync_with(memory, remote, request);
  }

  [[nodiscard]] std::size_t count(const std::string& directory) const {
    std::size_t notes = 0;
    for (const auto& [path, bytes] : files_.tree(directory)) {
      if (path.find("/note-") != std::string::npos) ++notes;
    }
    return notes;
  }
  std::vector<std::string> projects() {
    std::vector<std::string> slugs;
    const auto root = files_.open("/h/projects", fs::Modes::Private);
    if (!root) return slugs;
    const std::vector<fs::Entry> entries = *(*root)->list();
    for (const fs::Entry& entry : entries) slugs.push_back(entry.name);
    return slugs;
  }

  fs::MemoryFileSystem files_;
  FixedClock clock_{*parse_time("2026-11-15T10:00:00Z")};
  MemoryLog log_;
  Hub hub_;
  bool fails_ = false;
};

TEST_F(FirstSync, FillsAMemoryThatIsALink) {
  files_.put_directory("/disk/notes");
  files_.put_link("/h/memory", "/disk/notes");
  fill("global");
  const auto done = sync();
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(count("/disk/notes"), static_cast<std::size_t>(kNotes));
}

TEST_F(FirstSync, ThatBreaksOffLeavesNoProjectBehind) {
  fill("projects/" + project_directory(kOrigin, "") + "/memory");
  fails_ = true;
  EXPECT_FALSE(sync());
  EXPECT_THAT(projects(), ::testing::IsEmpty());
  fails_ = false;
  const auto done = sync();
  ASSERT_TRUE(done) << done.error().message;
  EXPECT_EQ(count("/h/projects"), static_cast<std::size_t>(kNotes));
  EXPECT_THAT(projects(), ::testing::SizeIs(1));
}

// What it did before it asked is known to the next one.
TEST_F(FirstSync, ThatStopsToAskKnowsWhatItBroughtIntoAnIndex) {
  Hub::Entry entry;
  for (int i = 0; i < 8; ++i) {
    const std::string bytes = text(i);
    entry.changes[fmt::format("global/note-{}.md", i)] = sha256(bytes);
    hub_.texts[sha256(bytes)] = bytes;
  }
  hub_.log.push_back(std::move(entry));
  ASSERT_TRUE(sync());
  const std::string words = "# What we know\n\nFrozen in May.\n\nThawed in June.\n";
  hub_.texts[sha256(words)] = words;
  hub_.log.push_back({{{"global/MEMORY.md", sha256(words)}}, {}});
  for (int i = 0; i < 5; ++i) files_.take(fmt::format("/h/memory/note-{}.md", i));
  const auto stopped = sync();
  ASSERT_FALSE(stopped);
  std::string index = files_.get("/h/memory/MEMORY.md");
  const std::size_t at = index.find("Frozen in May.\n");
  ASSERT_NE(at, std::string::npos);
  index.erase(at, std::string_view("Frozen in May.\n").size());
  files_.put("/h/memory/MEMORY.md", index);
  const auto accepted = sync(true);
  ASSERT_TRUE(accepted) << accepted.error().message;
  EXPECT_EQ(files_.get("/h/memory/MEMORY.md").find("Frozen"), std::string::npos);
  EXPECT_NE(files_.get("/h/memory/MEMORY.md").find("Thawed"), std::string::npos);
}

}  // namespace
}  // namespace loci::remote::first_sync_test
