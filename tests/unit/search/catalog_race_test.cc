// Several at once over one catalog on the machine's own file system: each writes
// notes and finds every one of them by the next search, while segments come,
// merge and go.

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <thread>

#include "search/catalog.h"
#include "search/search.h"

namespace loci::search::catalog_race_test {
namespace {

constexpr std::size_t kMostBytes = std::size_t{1} << 20U;

std::int64_t now_ns() {
  return std::chrono::nanoseconds(std::chrono::system_clock::now().time_since_epoch()).count();
}

class Worker {
 public:
  Worker(const std::string& base, std::string name)
      : name_(std::move(name)), path_(base + "/notes/") {
    notes_ = std::move(*files_->open(base + "/notes", fs::Modes::Private));
    catalog_ = std::make_unique<Catalog>(
        *files_, std::move(*files_->open(base + "/catalog", fs::Modes::Private)), "notes", log_);
  }

  // Writes a note with a word of its own, and searches for it.
  bool round(int number) {
    const std::string word = name_ + std::to_string(number);
    // Some notes are changed again and again, others are new.
    const std::string file = number % 3 == 0 ? name_ + ".md" : word + ".md";
    std::ofstream(path_ + file) << "common text and " << word << "\n";
    if (number % 7 == 6)
      std::filesystem::remove(path_ + name_ + std::to_string(number - 2) + ".md");
    return found(word) == 1 && found(name_ + "x") == 0;
  }

  [[nodiscard]] std::size_t found(const std::string& word) {
    for (int tries = 0; tries < 3; ++tries) {
      sweep();
      const Collection place{"notes", catalog_->parts()};
      const auto query = parse_query(word, Timestamp());
      const auto answer = search(std::span(&place, 1), *query, {});
      if (answer) return answer->hits.size();
      catalog_->forget("is damaged");
    }
    return 99;
  }

  [[nodiscard]] const std::vector<std::string>& messages() const { return log_.messages(); }

 private:
  void sweep() {
    catalog_->begin();
    const auto swept = notes_->for_each_file([&](std::string_view key, const fs::Stat& stat) {
      const fs::Stamp stamp = fs::stamp_of(stat);
      if (catalog_->is_fresh(key, stamp)) return;
      const std::int64_t before = now_ns();
      const auto text = notes_->read(key, kMostBytes);
      if (text) catalog_->put({.key = key, .text = *text, .stamp = stamp, .read_ns = before});
    });
    EXPECT_TRUE(swept);
    EXPECT_TRUE(catalog_->finish(Coverage::All));
  }

  std::string name_;
  std::string path_;
  std::unique_ptr<fs::FileSystem> files_ = fs::make_system_file_system();
  MemoryLog log_;
  std::unique_ptr<fs::Root> notes_;
  std::unique_ptr<Catalog> catalog_;
};

TEST(CatalogRace, EveryWriteIsFoundByTheNextSearch) {
  std::string base = std::filesystem::temp_directory_path().string() + "/loci-race-XXXXXX";
  ASSERT_NE(::mkdtemp(base.data()), nullptr);
  std::filesystem::create_directory(base + "/notes");
  std::filesystem::create_directory(base + "/catalog");
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  std::atomic<int> rounds = 0;
  std::vector<std::thread> threads;
  for (const char* name : {"ant", "bee", "cat"}) {
    threads.emplace_back([&, name] {
      Worker worker(base, name);
      for (int i = 0; std::chrono::steady_clock::now() < end; ++i) {
        EXPECT_TRUE(worker.round(i)) << name << i;
        ++rounds;
      }
      EXPECT_TRUE(worker.messages().empty()) << worker.messages()[0];
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_GT(rounds, 10);
  std::filesystem::remove_all(base);
}

}  // namespace
}  // namespace loci::search::catalog_race_test
