// Real processes that search while others write, are killed, or find what they
// search with damaged. Every acknowledged write must be found by the next search.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <mutex>
#include <random>
#include <thread>

#include "base/json.h"
#include "support/processes.h"

namespace loci::testing::search_processes_test {
namespace {

using ::testing::HasSubstr;

Words write_words(const std::string& file, const std::string& content) {
  return {"write",         file,        "--type", "user",    "--description",
          "about " + file, "--content", content,  "--scope", "global"};
}

// The files a search finds, or what went wrong.
struct Found {
  std::vector<std::string> files;
  std::string fault;
  std::string said;
};

Found find(const Ground& ground, const std::string& words) {
  Found found;
  const Ended ended = run(ground, {"search", "--json", "--limit", "100", "--", words});
  found.said = ended.err;
  const auto json = parse_json(ended.out);
  if (ended.status > 1 || !json) {
    found.fault = fmt::format("{}: {}", ended.status, ended.err);
    return found;
  }
  for (const Json& hit : (*json)["hits"]) found.files.push_back(hit["filename"]);
  return found;
}

bool has(const Found& found, const std::string& file) {
  return std::find(found.files.begin(), found.files.end(), file) != found.files.end();
}

std::vector<disk::path> catalog_files(const Ground& ground) {
  std::vector<disk::path> files;
  for (const auto& entry :
       disk::recursive_directory_iterator(ground.home() / "state" / "catalog")) {
    if (entry.is_regular_file()) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

void grow(const Ground& ground, int notes) {
  disk::create_directories(ground.global());
  for (int i = 0; i < notes; ++i) {
    spill(ground.global() / fmt::format("note-{}.md", i),
          fmt::format("---\nname: Note {}\ndescription: number {}\ntype: user\n---\n\nThe word "
                      "w{}q and some filler.\n",
                      i, i, i));
  }
}

// rule: F2
TEST(SearchProcesses, FindEveryAcknowledgedWriteWhileOthersWrite) {
  const Ground ground;
  grow(ground, 300);
  const double seconds = full() ? 60 : 4;
  const auto start = Watch::now();
  std::atomic<int> writes{0};
  std::atomic<int> searches{0};
  std::mutex mutex;
  std::vector<std::string> faults;
  const auto fault = [&](std::string text) {
    const std::lock_guard lock(mutex);
    if (faults.size() < 5) faults.push_back(std::move(text));
  };
  const auto writer = [&](int number) {
    for (int i = 0; seconds_since(start) < seconds; ++i) {
      const std::string word = fmt::format("zebra{}x{}", number, i);
      const std::string file = fmt::format("w{}-{}.md", number, i % 7);
      const Ended wrote = run(ground, write_words(file, "About " + word + "."));
      if (wrote.status != 0) fault(wrote.err);
      ++writes;
      const Found found = find(ground, word);
      ++searches;
      if (!found.fault.empty()) fault(found.fault);
      if (!has(found, file)) fault(fmt::format("{} was not found in {}", word, file));
      const Found old = find(ground, fmt::format("\"zebra{}x{}\"", number, i - 7));
      if (i >= 7 && !old.files.empty()) fault(fmt::format("what {} replaced was found", word));
    }
  };
  const auto reader = [&] {
    for (int i = 0; seconds_since(start) < seconds; ++i) {
      const Found found = find(ground, fmt::format("w{}q", i % 300));
      ++searches;
      if (!found.fault.empty()) fault(found.fault);
      if (!has(found, fmt::format("note-{}.md", i % 300))) fault("an old note was not found");
    }
  };
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 3; ++i) threads.emplace_back(writer, i);
    for (int i = 0; i < 2; ++i) threads.emplace_back(reader);
  }
  EXPECT_THAT(faults, ::testing::IsEmpty());
  EXPECT_GT(writes, 0);
  fmt::print("searching while others write: {} writes, {} searches in {:.0f} s, all found\n",
             writes.load(), searches.load(), seconds_since(start));
}

// rule: F3
TEST(SearchProcesses, AreKilledAtAnyMomentAndTheNextAnswersRight) {
  const Ground ground;
  grow(ground, 400);
  const int rounds = full() ? 300 : 25;
  std::mt19937 random(20261115);
  for (int i = 0; i < rounds; ++i) {
    // Something to catalogue, and now and then everything.
    spill(ground.global() / "note-1.md",
          fmt::format("---\nname: N\ndescription: d\ntype: user\n---\n\nround{}r\n", i));
    if (i % 5 == 0) disk::remove_all(ground.home() / "state" / "catalog");
    {
      RealProcess search(ground, {"search", fmt::format("round{}r", i)});
      std::this_thread::sleep_for(microseconds(random() % (full() ? 30'000 : 80'000)));
      search.kill();
    }
    const Found found = find(ground, fmt::format("round{}r", i));
    ASSERT_EQ(found.fault, "") << "round " << i;
    ASSERT_TRUE(has(found, "note-1.md")) << "round " << i;
    ASSERT_TRUE(has(find(ground, "w7q"), "note-7.md")) << "round " << i;
  }
  fmt::print("killed while searching: {} rounds, each answered right by the next\n", rounds);
}

// rule: F3
TEST(SearchProcesses, AnswerRightFromADamagedCatalog) {
  const Ground ground;
  grow(ground, 60);
  ASSERT_TRUE(has(find(ground, "w7q"), "note-7.md"));
  std::mt19937 random(7);
  const int rounds = full() ? 400 : 60;
  int noticed = 0;
  for (int i = 0; i < rounds; ++i) {
    const std::vector<disk::path> files = catalog_files(ground);
    ASSERT_FALSE(files.empty());
    const disk::path& victim = files[random() % files.size()];
    std::string bytes = slurp(victim);
    if (i % 3 == 0) {
      bytes.resize(random() % bytes.size());
    } else {
      bytes[random() % bytes.size()] ^= static_cast<char>(1U << (random() % 8));
    }
    spill(victim, bytes);
    const std::string word = fmt::format("w{}q", i % 60);
    const Found found = find(ground, word);
    ASSERT_EQ(found.fault, "") << victim;
    ASSERT_EQ(found.files, std::vector<std::string>{fmt::format("note-{}.md", i % 60)}) << victim;
    if (!found.said.empty()) {
      ++noticed;
      EXPECT_THAT(found.said, HasSubstr("rebuilding it"));
      EXPECT_EQ(std::count(found.said.begin(), found.said.end(), '\n'), 1) << found.said;
    }
  }
  EXPECT_GT(noticed, 0);
  fmt::print("damaged catalogs: {} of {} noticed and made anew, every answer right\n", noticed,
             rounds);
}

// rule: F2
TEST(SearchProcesses, SeeAnEditWithSizeAndTimeRestored) {
  const Ground ground;
  grow(ground, 20);
  const disk::path note = ground.global() / "note-3.md";
  ASSERT_TRUE(has(find(ground, "w3q"), "note-3.md"));
  std::this_thread::sleep_for(milliseconds(120));
  ASSERT_TRUE(has(find(ground, "w3q"), "note-3.md"));  // certain of it now
  struct stat before = {};
  ASSERT_EQ(::stat(note.c_str(), &before), 0);
  {
    std::fstream file(note, std::ios::in | std::ios::out | std::ios::binary);
    std::string text = slurp(note);
    file.seekp(static_cast<std::streamoff>(text.find("w3q")));
    file << "k9z";
  }
  const std::array<timespec, 2> times{before.st_atim, before.st_mtim};
  ASSERT_EQ(::utimensat(AT_FDCWD, note.c_str(), times.data(), 0), 0);
  EXPECT_TRUE(has(find(ground, "k9z"), "note-3.md"));
  EXPECT_TRUE(find(ground, "w3q").files.empty());
}

// rule: F3
TEST(SearchProcesses, SearchAHomeThatCannotBeWritten) {
  const Ground ground;
  grow(ground, 20);
  disk::create_directories(ground.home() / "state");
  // Not by its mode, which root would not mind.
  spill(ground.home() / "state" / "catalog", "in the way");
  EXPECT_TRUE(has(find(ground, "w3q"), "note-3.md"));
  EXPECT_TRUE(has(find(ground, "w4q"), "note-4.md"));
}

}  // namespace
}  // namespace loci::testing::search_processes_test
