#include "store/new_directory.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "fs/temporary.h"
#include "support/trial.h"

namespace loci::store::new_directory_test {
namespace {

using loci::testing::kA;
using loci::testing::note_text;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr int kFiles = 1'005;

std::string name(int i) { return fmt::format("note-{:04}.md", i); }
std::string text(int i) { return note_text(fmt::format("Note {}", i), "one of many", "Its body."); }

std::vector<FileChange> changes(int count = kFiles) {
  std::vector<FileChange> all;
  for (int i = 0; i < count; ++i) {
    all.push_back(FileChange::put(global_place(), name(i), text(i), Expected::absent()));
  }
  return all;
}

Request write_request() {
  Request request;
  request.operation = "write";
  request.places = {global_place()};
  return request;
}

// In memory, with one thread.
class FilledAnew : public ::testing::Test {
 protected:
  FilledAnew() {
    files_.put_directory("/h/memory");
    store_ = *Store::open(files_, clock_, log_, "/h");
  }

  Result<Outcome> write(const Request& request = write_request()) {
    files_.reset_calls();
    return store_->commit(request, [](View&) { return Plan{changes(), "many", {}}; });
  }
  [[nodiscard]] std::size_t renames_of_notes() const {
    return static_cast<std::size_t>(
        std::count_if(files_.trace().begin(), files_.trace().end(), [](const std::string& call) {
          return call.starts_with("rename /h/memory/") &&
                 call.find("-> note-") != std::string::npos;
        }));
  }
  [[nodiscard]] bool all_are_there() const {
    for (int i = 0; i < kFiles; ++i) {
      if (files_.get("/h/memory/" + name(i)) != text(i)) return false;
    }
    return files_.get("/h/memory/MEMORY.md").find("](note-1004.md) - one of many\n") !=
           std::string::npos;
  }
  // What is in the home beside what belongs there.
  [[nodiscard]] std::vector<std::string> temporary() const {
    std::vector<std::string> found;
    for (const auto& [path, bytes] : files_.tree("/h")) {
      if (path.find("/.loci-") != std::string::npos) found.push_back(path);
    }
    return found;
  }
  std::unique_ptr<NewDirectory> begin() {
    return NewDirectory::begin(files_, "/h", global_place());
  }

  fs::MemoryFileSystem files_;
  FixedClock clock_{*parse_time("2026-11-15T10:00:00Z")};
  MemoryLog log_;
  std::unique_ptr<Store> store_;
};

// rule: W38
TEST_F(FilledAnew, TakesThePlaceOfAnEmptyDirectoryInOneStep) {
  ASSERT_TRUE(write());
  EXPECT_TRUE(all_are_there());
  EXPECT_EQ(renames_of_notes(), 0U);
  EXPECT_THAT(files_.trace(), Contains(HasSubstr(".tmp -> memory")));
  EXPECT_TRUE(temporary().empty());
  // The next write finds the directory that is there now.
  ASSERT_TRUE(store_->commit(write_request(), [](View& view) -> Result<Plan> {
    EXPECT_EQ(*view.read(global_place(), name(7)), text(7));
    return Plan{{FileChange::put(global_place(), "alpha.md", kA)}, "one", {}};
  }));
  EXPECT_EQ(files_.get("/h/memory/alpha.md"), kA);
}

TEST_F(FilledAnew, IsLockedLikeTheOneBefore) {
  // Somebody waits for the lock of the empty directory and gets it when that is gone.
  bool waited = false;
  auto other = *Store::open(files_, clock_, log_, "/h");
  files_.before_lock([&](const std::string& directory) {
    if (directory != "/h/memory" || std::exchange(waited, true)) return;
    EXPECT_TRUE(store_->commit(write_request(), [](View&) { return Plan{changes(), "many", {}}; }));
  });
  ASSERT_TRUE(other->commit(write_request(), [](View& view) -> Result<Plan> {
    EXPECT_EQ(view.notes(global_place())->size(), static_cast<std::size_t>(kFiles));
    return Plan{{FileChange::put(global_place(), "alpha.md", kA)}, "one", {}};
  }));
  EXPECT_TRUE(waited);
  EXPECT_TRUE(all_are_there());
  EXPECT_EQ(files_.get("/h/memory/alpha.md"), kA);
}

TEST_F(FilledAnew, IsNotForADirectoryWithAFile) {
  files_.put("/h/memory/draft.txt", "Mine.");
  ASSERT_TRUE(write());
  EXPECT_TRUE(all_are_there());
  EXPECT_EQ(files_.get("/h/memory/draft.txt"), "Mine.");
  EXPECT_EQ(renames_of_notes(), static_cast<std::size_t>(kFiles));
}

TEST_F(FilledAnew, IsNotForALinkOrAnotherDisk) {
  fs::MemoryFileSystem linked;
  linked.put_directory("/disk/notes");
  linked.put_link("/h/memory", "/disk/notes");
  EXPECT_EQ(NewDirectory::begin(linked, "/h", global_place()), nullptr);
  files_.put_device("/h/memory", 77);
  files_.reset_calls();
  EXPECT_EQ(begin(), nullptr);
  EXPECT_THAT(files_.trace(), Not(Contains(HasSubstr(".tmp"))));
  EXPECT_TRUE(temporary().empty());
}

// rule: W18
TEST_F(FilledAnew, LeavesWhatSomebodySavedMeanwhile) {
  files_.before_lock([&](const std::string& directory) {
    if (directory == "/h/state/journal") files_.put("/h/memory/draft.txt", "Mine.");
  });
  ASSERT_TRUE(write());
  EXPECT_TRUE(all_are_there());
  EXPECT_EQ(files_.get("/h/memory/draft.txt"), "Mine.");
  EXPECT_TRUE(temporary().empty());
}

TEST_F(FilledAnew, IsSweptWhenItsProcessDied) {
  files_.reset_calls();
  files_.die_at(kFiles);
  EXPECT_FALSE(store_->commit(write_request(), [](View&) { return Plan{changes(), "many", {}}; }));
  const auto after = files_.after(fs::PowerCut::Nothing);
  const auto is_left = [&] {
    const auto tree = after->tree("/h");
    return std::any_of(tree.begin(), tree.end(),
                       [](const auto& file) { return file.first.starts_with("/h/.loci-"); });
  };
  ASSERT_TRUE(is_left());
  auto next = *Store::open(*after, clock_, log_, "/h");
  ASSERT_TRUE(next->sweep(global_place()));
  EXPECT_FALSE(is_left());
  EXPECT_TRUE(after->exists("/h/memory"));
}

// A container sees no process of the machine, nor the machine one of it.
TEST_F(FilledAnew, IsLeftAloneByWhoCannotSeeItsProcessWhileItIsLocked) {
  fs::Writer elsewhere = fs::this_writer();
  elsewhere.host += 1;
  const std::string name = fs::temporary_name(elsewhere, 1);
  files_.put("/h/" + name + "/a.md", kA);
  {
    const auto root = *files_.open("/h/" + name, fs::Modes::Private);
    const auto lock = *root->try_lock();
    ASSERT_TRUE(store_->sweep(global_place()));
    EXPECT_TRUE(files_.exists("/h/" + name + "/a.md"));
  }
  ASSERT_TRUE(store_->sweep(global_place()));
  EXPECT_FALSE(files_.exists("/h/" + name));
}

// As in a container whose home can only be read, but for the places in it.
TEST_F(FilledAnew, IsNotWhereNothingCanBeMadeBesideThePlace) {
  files_.refuse_calls([](const std::string& call) {
    return call.starts_with("mkdir ") && call.find(".tmp") != std::string::npos ? EROFS : 0;
  });
  ASSERT_TRUE(write());
  EXPECT_TRUE(all_are_there());
}

TEST_F(FilledAnew, IsNotPutInPlaceOfWhatSomebodySavedWhileItWasWritten) {
  std::vector<std::string> texts;
  texts.reserve(kFiles);
  NewDirectories ahead;
  ahead.push_back(begin());
  ASSERT_NE(ahead.front(), nullptr);
  for (int i = 0; i < kFiles; ++i) ahead.front()->add(name(i), texts.emplace_back(text(i)));
  files_.put("/h/memory/draft.txt", "Mine.");
  Request request = write_request();
  request.ahead = &ahead;
  ASSERT_TRUE(write(request));
  EXPECT_TRUE(all_are_there());
  EXPECT_EQ(files_.get("/h/memory/draft.txt"), "Mine.");
  for (const auto& [path, bytes] : files_.tree("/h/state/journal")) {
    EXPECT_EQ(bytes.find("\"abort\""), std::string::npos)
        << "it was tried, and all was logged twice";
  }
}

// One place gets its new directory, and in the other one somebody saved a file meanwhile.
TEST_F(FilledAnew, OfTwoPlacesIsFinishedWhereOneCannotBeReplaced) {
  const Place agents = agent_user_place("writer");
  files_.put_directory("/h/agents/writer/memory");
  bool saved = false;
  files_.refuse_calls([&](const std::string& call) {
    if (call.starts_with("rename ") && call.ends_with(".tmp -> memory") && !saved) {
      saved = true;
      return 0;
    }
    return saved && call.ends_with(".tmp -> memory") ? ENOTEMPTY : 0;
  });
  Request request = write_request();
  request.places = {global_place(), agents};
  files_.reset_calls();
  const auto outcome = store_->commit(request, [&](View&) {
    std::vector<FileChange> all = changes();
    for (int i = 0; i < kFiles; ++i) {
      all.push_back(FileChange::put(agents, name(i), text(i), Expected::absent()));
    }
    return Plan{std::move(all), "many", {}};
  });
  ASSERT_TRUE(outcome) << outcome.error().message;
  EXPECT_TRUE(saved);
  EXPECT_TRUE(all_are_there());
  for (int i = 0; i < kFiles; ++i) {
    ASSERT_EQ(files_.get("/h/agents/writer/memory/" + name(i)), text(i));
  }
  EXPECT_TRUE(temporary().empty());
}

TEST_F(FilledAnew, HasWhatWasWrittenAheadAndIsWanted) {
  NewDirectories ahead;
  ahead.push_back(begin());
  ASSERT_NE(ahead.front(), nullptr);
  std::vector<std::string> texts;
  for (int i = 0; i < 500; ++i) texts.push_back(text(i % 10 == 7 ? i + 1 : i));  // some are wrong
  for (std::size_t i = 0; i < texts.size(); ++i) {
    ahead.front()->add(name(static_cast<int>(i)), texts[i]);
  }
  ahead.front()->add("unwanted.md", kA);
  Request request = write_request();
  request.ahead = &ahead;
  ASSERT_TRUE(write(request));
  EXPECT_TRUE(all_are_there());
  EXPECT_FALSE(files_.exists("/h/memory/unwanted.md"));
  EXPECT_EQ(renames_of_notes(), 0U);
}

// As on a file system that takes "Note.md" and "note.md" for one name.
TEST_F(FilledAnew, HasTheNameThatIsWantedOfTwoThatCannotStandBesideEachOther) {
  NewDirectories ahead;
  ahead.push_back(begin());
  ahead.front()->add("Note-0005.md", kA);
  std::string in_its_way = "Note-0005.md";
  files_.refuse_calls([&](const std::string& call) {
    if (call.starts_with("remove ") && call.find("Note-0005.md") != std::string::npos) {
      in_its_way.clear();
    }
    const bool is_other =
        call.starts_with("create ") && call.find("note-0005") != std::string::npos;
    return is_other && !in_its_way.empty() ? EEXIST : 0;
  });
  Request request = write_request();
  request.ahead = &ahead;
  ASSERT_TRUE(write(request));
  EXPECT_TRUE(all_are_there());
  EXPECT_FALSE(files_.exists("/h/memory/Note-0005.md"));
}

TEST_F(FilledAnew, LeavesNothingWhereItWasNotOfUse) {
  {
    NewDirectories ahead;
    ahead.push_back(begin());
    ahead.front()->add(name(1), kA);
    ASSERT_TRUE(ahead.front()->sync());
  }
  EXPECT_TRUE(temporary().empty());
  EXPECT_TRUE(files_.exists("/h/memory"));
}

TEST_F(FilledAnew, SaysWhyAFileCannotBeWritten) {
  files_.refuse_calls([](const std::string& call) {
    return call.find("note-0500") == std::string::npos ? 0 : ENOSPC;
  });
  const auto outcome = write();
  ASSERT_FALSE(outcome);
  EXPECT_EQ(outcome.error().kind, ErrorKind::Io);
  EXPECT_FALSE(files_.exists("/h/memory/" + name(0)));
  EXPECT_TRUE(temporary().empty());
}

class TemporaryHome {
 public:
  TemporaryHome() {
    std::string pattern = ::testing::TempDir() + "loci-anew-XXXXXX";
    if (::mkdtemp(pattern.data()) == nullptr) std::abort();
    path_ = std::filesystem::canonical(pattern).string();
  }
  TemporaryHome(const TemporaryHome&) = delete;
  TemporaryHome& operator=(const TemporaryHome&) = delete;
  ~TemporaryHome() { std::filesystem::remove_all(path_); }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
};

// On the machine, with threads: others write and read while thousands arrive.
TEST(FilledAnewOnDisk, LosesNothingThatOthersWriteMeanwhile) {
  const TemporaryHome home;
  const auto files = fs::make_system_file_system();
  const SystemClock clock;
  constexpr int kMany = 6'000;
  MemoryLog log;
  auto filling = *Store::open(*files, clock, log, home.path());
  std::atomic<bool> begun = false;
  std::atomic<bool> done = false;
  std::vector<std::thread> others;
  std::atomic<int> written = 0;
  for (int t = 0; t < 2; ++t) {
    others.emplace_back([&, t] {
      MemoryLog own_log;
      auto own = *Store::open(*files, clock, own_log, home.path());
      while (!begun) std::this_thread::yield();
      for (int n = 0; !done || n < 3; ++n) {
        const std::string file = fmt::format("other-{}-{}.md", t, n);
        const auto put = own->commit(write_request(), [&](View&) {
          return Plan{{FileChange::put(global_place(), file, kA)}, "other", {}};
        });
        EXPECT_TRUE(put) << put.error().message;
        ++written;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
    });
  }
  const auto many = filling->commit(write_request(), [&](View&) {
    begun = true;  // the others wait for the lock from here on
    return Plan{changes(kMany), "many", {}};
  });
  done = true;
  for (std::thread& other : others) other.join();
  ASSERT_TRUE(many) << many.error().message;
  const auto root = *files->open(home.path() + "/memory", fs::Modes::Private);
  EXPECT_EQ(root->list()->size(), static_cast<std::size_t>(kMany + written + 1));
  for (int i = 0; i < kMany; i += 97) EXPECT_EQ(*root->read(name(i), 1'000), text(i));
}

}  // namespace
}  // namespace loci::store::new_directory_test
