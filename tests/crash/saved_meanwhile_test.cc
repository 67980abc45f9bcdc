// Somebody saves a file while loci changes it: before every single call of an
// operation in memory, and with real processes. What was saved stands in the
// file, or it is a revision; it is never gone.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "support/trouble.h"

namespace loci::testing::saved_meanwhile_test {
namespace {

enum class Hand : std::uint8_t { Writes, Renames };

constexpr std::string_view kSaved = "Saved by hand, unlike any other.";

// What somebody saves into a note, or adds to an index.
std::string saved_text(const fs::MemoryFileSystem& files, const std::string& path) {
  if (!path.ends_with("/MEMORY.md")) return note_text("Saved", "by hand", kSaved);
  return fmt::format("{}\n\n{}", kSaved, files.get(path));
}

bool holds_it(std::string_view text) { return text.find(kSaved) != std::string_view::npos; }

// Whether a text of the journal has it.
bool is_revision(store::Store& store) {
  const auto hashes = store.journal().object_hashes();
  if (!hashes) return false;
  const auto texts = store.journal().texts({hashes->begin(), hashes->end()});
  return texts && std::any_of(texts->begin(), texts->end(),
                              [](const auto& text) { return holds_it(text.second); });
}

struct Save {
  std::uint64_t call = 0;  // before which
  std::string path;
  Hand hand = Hand::Writes;
  std::uint64_t death = 0;  // so many changing calls later the process dies; 0: it does not
};

struct Seen {
  std::string wrong;
  bool in_place = false;
  bool refused = false;  // the command said Conflict
};

Seen save_once(const Told& told, const Save& save, bool exchange) {
  Seen seen;
  auto files = told.start->after(fs::PowerCut::Nothing);
  if (!exchange) files->lack_exchange();
  FixedClock clock = told.clock;
  files->act_at(save.call, [&] {
    const std::string text = saved_text(*files, save.path);
    if (save.hand == Hand::Renames) files->take(save.path);
    files->put(save.path, text);
    if (save.death != 0) files->die_at(save.death);
  });
  {
    Process process(*files, clock);
    for (const Step& step : told.story->steps) {
      const auto done = process.run(step);
      if (done) continue;
      seen.refused = done.error().kind == ErrorKind::Conflict;
      if (save.death == 0 && !seen.refused) seen.wrong = "failed: " + done.error().message;
      break;
    }
  }
  files = files->after(fs::PowerCut::Nothing);
  Process next(*files, clock);
  if (const auto wrote = next.run(probe); !wrote) {
    seen.wrong = "the next command failed: " + wrote.error().message;
    return seen;
  }
  seen.in_place = holds_it(files->get(save.path));
  if (!seen.in_place && !is_revision(*next.store())) seen.wrong = "what was saved is lost";
  for (const auto& [path, bytes] : files->tree("/")) {
    if (fs::is_temporary_name(path.substr(path.rfind('/') + 1))) seen.wrong = "left: " + path;
  }
  const auto pending = next.store()->journal().pending();
  if (!pending || !pending->empty()) seen.wrong = "an operation is still open";
  return seen;
}

// The files of a place that the story touches, and its index.
std::set<std::string> paths_of(const Told& told) {
  std::set<std::string> paths;
  for (const Tree& state : told.states) {
    for (const auto& [path, bytes] : state) {
      const auto other = told.states.front().find(path);
      const bool changes = other == told.states.front().end() || other->second != bytes ||
                           !told.states.back().contains(path);
      if (changes && path.ends_with(".md")) paths.insert(path);
    }
  }
  for (const auto& [path, bytes] : told.states.front()) {
    if (!told.states.back().contains(path) && path.ends_with(".md")) paths.insert(path);
  }
  return paths;
}

std::uint64_t calls_of(const Told& told) {
  const auto files = told.start->after(fs::PowerCut::Nothing);
  FixedClock clock = told.clock;
  run_steps(told, *files, clock);
  return files->all_calls();
}

bool chosen(const Story& story) {
  return !story.name.starts_with("purge") && !story.name.starts_with("project file") &&
         !story.name.starts_with("first write");
}

// rule: W18, W21
TEST(SavedMeanwhile, IsNeverLostAtAnyCallOfAnOperation) {
  std::uint64_t saves = 0;
  std::uint64_t in_place = 0;
  std::uint64_t conflicts = 0;
  Tally tally;
  for (const Story& story : stories()) {
    if (!chosen(story)) continue;
    const Told told = tell(story);
    const std::uint64_t calls = calls_of(told);
    std::uint64_t number = 0;
    for (const std::string& path : paths_of(told)) {
      for (std::uint64_t n = 1; n <= calls; ++n) {
        if (!full() && calls > 300 && (n + number) % 5 != 0) continue;  // the large ones in turn
        const Hand hand = (n + number) % 2 == 0 ? Hand::Writes : Hand::Renames;
        for (const Hand one : {Hand::Writes, Hand::Renames}) {
          if (!full() && one != hand) continue;
          const Seen seen = save_once(told, {n, path, one}, true);
          tally.add(fmt::format("{}, {} saved before call {}", story.name, path, n), seen.wrong);
          ++saves;
          if (seen.in_place) ++in_place;
          if (seen.refused) ++conflicts;
        }
      }
      ++number;
    }
  }
  EXPECT_EQ(tally.violations, 0U) << "of " << tally.cases << "; " << tally.first;
  if (!HasFailure()) {
    std::printf(
        "saved meanwhile: %llu saves, %llu in place, %llu revisions, %llu conflicts, 0 lost\n",
        static_cast<unsigned long long>(saves), static_cast<unsigned long long>(in_place),
        static_cast<unsigned long long>(saves - in_place),
        static_cast<unsigned long long>(conflicts));
  }
}

// The process dies at one of the next calls, and the next command finds it all.
// rule: W18, W21
TEST(SavedMeanwhile, IsNeverLostWhenTheProcessDiesThen) {
  std::uint64_t deaths = 0;
  Tally tally;
  for (const Story& story : stories()) {
    const bool small =
        story.name == "rename" || story.name.starts_with("update, then") || story.name == "delete";
    if (!chosen(story) || (!small && !full())) continue;
    const Told told = tell(story);
    const std::uint64_t calls = calls_of(told);
    for (const std::string& path : paths_of(told)) {
      for (std::uint64_t n = 1; n <= calls; ++n) {
        for (std::uint64_t death = 1; death <= 6; ++death) {
          const Hand hand = (n + death) % 2 == 0 ? Hand::Writes : Hand::Renames;
          const Seen seen = save_once(told, {n, path, hand, death}, true);
          tally.add(fmt::format("{}, {} saved before call {}, dead {} calls later", story.name,
                                path, n, death),
                    seen.wrong);
          ++deaths;
        }
      }
    }
  }
  EXPECT_EQ(tally.violations, 0U) << "of " << tally.cases << "; " << tally.first;
  if (!HasFailure()) {
    std::printf("saved meanwhile, then killed: %llu deaths, 0 lost\n",
                static_cast<unsigned long long>(deaths));
  }
}

// Where the file system has no exchange there is a moment right before each
// rename; the test counts it and shows that there is no other.
// rule: W18
TEST(SavedMeanwhile, IsLostOnlyInTheMomentOfTheRenameWhereThereIsNoExchange) {
  std::uint64_t saves = 0;
  std::uint64_t lost = 0;
  for (const Story& story : stories()) {
    if (story.name != "rename" && story.name != "create" && !story.name.starts_with("update, then"))
      continue;
    const Told told = tell(story);
    const std::uint64_t calls = calls_of(told);
    for (const std::string& path : paths_of(told)) {
      std::uint64_t of_this = 0;
      for (std::uint64_t n = 1; n <= calls; ++n) {
        const Seen seen = save_once(told, {n, path, Hand::Renames}, false);
        ++saves;
        if (seen.wrong == "what was saved is lost") {
          ++of_this;
        } else {
          EXPECT_EQ(seen.wrong, "") << story.name << " " << path << " " << n;
        }
      }
      EXPECT_LE(of_this, 4U) << story.name << " " << path;
      lost += of_this;
    }
  }
  std::printf("saved meanwhile without exchange: %llu saves, %llu lost in the moment of a rename\n",
              static_cast<unsigned long long>(saves), static_cast<unsigned long long>(lost));
}

namespace disk = std::filesystem;

// A home with a note that many others link to, and somebody who saves them while
// the program renames it: each save has a mark of its own.
class Linked {
 public:
  explicit Linked(int links) : links_(links) {
    const bool there = ::access("/dev/shm", W_OK) == 0;
    std::string name =
        ((there ? disk::path("/dev/shm") : disk::temp_directory_path()) / "loci-saved-XXXXXX");
    base_ = disk::canonical(::mkdtemp(name.data()));
    memory_ = base_ / "home" / "memory";
    disk::create_directories(memory_);
    spill("a.md", note_text("Subject", "what all link to", "text"));
    for (int i = 0; i < links_; ++i) spill(file(i), text("a", "as it was"));
  }
  ~Linked() {
    if (!::testing::Test::HasFailure()) disk::remove_all(base_);
  }
  Linked(const Linked&) = delete;
  Linked& operator=(const Linked&) = delete;

  pid_t start(const std::string& from, const std::string& to) {
    const pid_t child = ::fork();
    if (child != 0) return child;
    const int nothing = ::open("/dev/null", O_RDWR);
    ::dup2(nothing, STDOUT_FILENO);
    ::dup2(nothing, STDERR_FILENO);
    ::setenv("LOCI_HOME", (base_ / "home").c_str(), 1);
    ::setenv("LOCI_WORKSPACE", base_.c_str(), 1);
    ::execl(LOCI_BINARY, LOCI_BINARY, "rename", from.c_str(), to.c_str(), nullptr);
    ::_exit(127);
  }
  // As most editors do it, or into the file itself.
  void save(int i, const std::string& mark, bool in_place) {
    if (in_place) return spill(file(i), text("a", mark));
    spill(".editor.swp", text("a", mark));
    disk::rename(memory_ / ".editor.swp", memory_ / file(i));
  }
  [[nodiscard]] bool has(int i, const std::string& mark) const {
    std::ifstream in(memory_ / file(i));
    const std::string found{std::istreambuf_iterator<char>(in), {}};
    return found.find(mark) != std::string::npos;
  }
  [[nodiscard]] bool is_there(const std::string& name) const {
    return ::access((memory_ / name).c_str(), F_OK) == 0;
  }
  [[nodiscard]] int leftovers() const {
    int count = 0;
    for (const auto& entry : disk::directory_iterator(memory_)) {
      if (entry.path().filename().string().starts_with(".loci-")) ++count;
    }
    return count;
  }

 private:
  static std::string file(int i) { return fmt::format("n{}.md", i); }
  static std::string text(const std::string& link, const std::string& mark) {
    return note_text("N", "one of many", fmt::format("See [[{}]]. {}.", link, mark));
  }
  void spill(const std::string& name, const std::string& bytes) const {
    std::ofstream(memory_ / name, std::ios::binary) << bytes;
  }

  int links_;
  disk::path base_;
  disk::path memory_;
};

// A rename changes only the links of a text, so whatever it does, the mark of the
// last save stays in its note.
// rule: W18
TEST(SavedMeanwhile, IsNeverLostByRealProcesses) {
  const int links = full() ? 3'000 : 1'000;
  const int rounds = full() ? 16 : 4;
  std::uint64_t saves = 0;
  int conflicts = 0;
  for (int round = 0; round < rounds; ++round) {
    Linked home(links);
    std::vector<std::string> marks(static_cast<std::size_t>(links));
    std::mt19937_64 random(static_cast<std::uint64_t>(round));
    const pid_t child = home.start("a", "b");
    int status = 0;
    // Earlier saves are seen by its last look, and it plans once more.
    pid_t ended = 0;
    while (!home.is_there("b.md") && ended == 0) ended = ::waitpid(child, &status, WNOHANG);
    while (ended == 0 && (ended = ::waitpid(child, &status, WNOHANG)) == 0) {
      const int i = static_cast<int>(random() % static_cast<std::uint64_t>(links));
      std::string& mark = marks[static_cast<std::size_t>(i)];
      mark = fmt::format("save {} of round {}", ++saves, round);
      home.save(i, mark, false);
      std::this_thread::sleep_for(std::chrono::microseconds(100));
    }
    ASSERT_TRUE(WIFEXITED(status));
    const int code = WEXITSTATUS(status);
    ASSERT_TRUE(code == 0 || code == 4) << code;  // done, or Conflict
    if (code == 4) ++conflicts;
    int lost = 0;
    for (int i = 0; i < links; ++i) {
      const std::string& mark = marks[static_cast<std::size_t>(i)];
      if (!mark.empty() && !home.has(i, mark + ".")) ++lost;
    }
    EXPECT_EQ(lost, 0) << "round " << round;
    EXPECT_EQ(home.leftovers(), 0) << "round " << round;
  }
  EXPECT_GT(saves, 0U);
  std::printf("saved while %d links followed a rename: %d rounds, %llu saves, %d conflicts\n",
              links, rounds, static_cast<unsigned long long>(saves), conflicts);
}

}  // namespace
}  // namespace loci::testing::saved_meanwhile_test
