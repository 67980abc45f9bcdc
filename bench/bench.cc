// Measures what loci promises, each figure beside a bare peer in the same run and
// in turns with it, so that a busy or a slow machine is slow for both.
//
//   loci_bench [DIRECTORY]         works there, else in $TMPDIR, else beside the
//                                  program; in a file system in memory syncs are free
//   loci_bench --grow HOME NOTES   makes a home of that size, to be profiled
//   loci_bench --write HOME A N    writes N notes into it, from number A on, and says how long
//   loci_bench --bare-read PATH    is the peer of `loci list`

#include <dirent.h>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>

#include "beside_xcaffold.h"
#include "grown_home.h"
#include "measure.h"
#include "memory/change.h"
#include "memory/config.h"
#include "memory/memory.h"
#include "memory/session.h"
#include "memory/writing.h"
#include "small_work.h"

namespace loci::bench {
namespace {

constexpr int kRounds = 120;
constexpr int kProcessRounds = 25;

[[noreturn]] void give_up(const std::string& why) {
  fmt::print(stderr, "bench: {}\n", why);
  std::exit(2);
}

void check(bool good, const char* call) {
  if (!good) give_up(fmt::format("{}: {}", call, std::strerror(errno)));
}

// The peer of a durable write: what any program must do to replace one file.
void bare_write(int directory, const std::string& file, const std::string& bytes) {
  constexpr int kFlags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC;
  const int temporary = ::openat(directory, ".bare.tmp", kFlags, 0600);
  check(temporary >= 0, "open");
  check(::write(temporary, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
        "write");
  check(::fsync(temporary) == 0, "fsync");
  check(::close(temporary) == 0, "close");
  check(::renameat(directory, ".bare.tmp", directory, file.c_str()) == 0, "rename");
  check(::fsync(directory) == 0, "fsync");
}

// The peer of `loci list`: this program as a bare reader of the same files.
int bare_read(const char* path) {
  const int directory = ::open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  check(directory >= 0, "open");
  DIR* stream = ::fdopendir(directory);
  std::vector<char> buffer(std::size_t{1} << 20);
  std::size_t bytes = 0;
  while (const dirent* entry = ::readdir(stream)) {
    if (entry->d_name[0] == '.') continue;
    const int file = ::openat(directory, entry->d_name, O_RDONLY | O_CLOEXEC);
    check(file >= 0, "open");
    const ssize_t got = ::read(file, buffer.data(), buffer.size());
    check(got >= 0, "read");
    bytes += static_cast<std::size_t>(got);
    ::close(file);
  }
  ::closedir(stream);
  return bytes == 0 ? 1 : 0;
}

std::string file_system_of(const std::string& path) {
  struct statfs found = {};
  check(::statfs(path.c_str(), &found) == 0, "statfs");
  constexpr std::array<std::pair<unsigned, const char*>, 6> kNames{{{0xEF53, "ext4"},
                                                                    {0x9123683E, "btrfs"},
                                                                    {0x58465342, "xfs"},
                                                                    {0x2FC12FC1, "zfs"},
                                                                    {0x794C7630, "overlayfs"},
                                                                    {0x01021994, "tmpfs"}}};
  const auto type = static_cast<unsigned>(found.f_type);
  for (const auto& [magic, name] : kNames) {
    if (magic == type) return name;
  }
  return fmt::format("type {:#x}", type);
}

// A home, open.
class Home {
 public:
  explicit Home(const std::string& path) {
    auto config = memory::Config::load(*files_, path, Environment());
    auto store = store::Store::open(*files_, clock_, log_, path);
    if (!config || !store) give_up("cannot open the home");
    config_ = std::make_unique<memory::Config>(std::move(*config));
    store_ = std::move(*store);
    memory_ = std::make_unique<memory::Memory>(*store_, *config_, log_, memory::Session());
  }

  void write(const memory::WriteRequest& request) {
    const auto reply = memory::write(*memory_, request);
    if (!reply) give_up(reply.error().message);
    if (reply->status == memory::Status::Unchanged) give_up("a write changed nothing");
  }

 private:
  std::unique_ptr<fs::FileSystem> files_ = fs::make_system_file_system();
  SystemClock clock_;
  StderrLog log_;
  std::unique_ptr<memory::Config> config_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<memory::Memory> memory_;
};

memory::WriteRequest write_request(int number, int version) {
  memory::WriteRequest request;
  request.file = note_file(number);
  request.selector.scope = "global";
  request.type = "user";
  request.description = fmt::format("What module {} does, told for the {}th time", number, version);
  request.content = fmt::format("{}Version {}.\n", note_body(number), version);
  return request;
}

// Nothing but writes, for a profiler.
int only_write(const std::string& path, int first, int count) {
  Home home(path);
  Times times;
  for (int i = 0; i < count; ++i) {
    const memory::WriteRequest request = write_request(first + i, 1);
    times.add(milliseconds_of([&] { home.write(request); }));
  }
  fmt::print("least {:.2f} ms, p50 {:.2f} ms\n", times.percentile(0), times.p50());
  return 0;
}

// A home of a size, open, beside a directory of as many files for the bare peer.
class Scope {
 public:
  Scope(const std::string& directory, int notes)
      : notes_(notes), home_(fmt::format("{}/home-{}", directory, notes)) {
    make_grown_home(home_, notes - kRounds / 2);  // `notes` on average
    make_grown_home(home_ + "-bare", notes - kRounds / 2);
    bare_ = ::open(path(home_ + "-bare").c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    check(bare_ >= 0, "open");
    open_ = std::make_unique<Home>(home_);
  }

  // A new note, and a new text for an old one; each beside its peer.
  void round(int number) {
    const int fresh = notes_ + number;
    const int old = (number * 7919) % (notes_ / 2);
    measure(fresh, 0, created_);
    measure(old, number + 1, updated_);
  }

  [[nodiscard]] const std::string& home() const { return home_; }
  [[nodiscard]] const Times& bare() const { return bare_times_; }
  [[nodiscard]] const Times& created() const { return created_; }
  [[nodiscard]] const Times& updated() const { return updated_; }
  [[nodiscard]] static std::string path(const std::string& home) {
    return fmt::format("{}/{}", home, store::global_place().key);
  }

 private:
  void measure(int number, int version, Times& times) {
    const memory::WriteRequest request = write_request(number, version);
    times.add(milliseconds_of([&] { open_->write(request); }));
    const std::string text =
        fmt::format("---\ndescription: {}\n---\n\n{}", *request.description, *request.content);
    bare_times_.add(milliseconds_of([&] { bare_write(bare_, request.file, text); }));
  }

  int notes_;
  std::string home_;
  int bare_ = -1;
  std::unique_ptr<Home> open_;
  Times bare_times_;
  Times created_;
  Times updated_;
};

void measure_writes(std::vector<std::unique_ptr<Scope>>& scopes, Table& table) {
  for (int i = 0; i < kRounds; ++i) {
    for (const auto& scope : scopes) scope->round(i);
  }
  const Scope& small = *scopes[0];
  const Scope& middle = *scopes[1];
  const Scope& large = *scopes[2];
  const std::string bare = "temp+fsync+rename+fsync";
  table.show("bare write of 1 KB, 200 files", small.bare());
  table.compare("new note of 1 KB, 200 notes", small.created(), bare, small.bare(), 3);
  table.compare("changed note of 1 KB, 200 notes", small.updated(), bare, small.bare(), 3);
  table.compare("new note, 2,000 notes", middle.created(), "200 notes", small.created(), 1.5);
  table.compare("changed note, 2,000 notes", middle.updated(), "200 notes", small.updated(), 1.5);
  table.compare("new note, 20,000 notes", large.created(), "200 notes", small.created(), 3);
  table.compare("changed note, 20,000 notes", large.updated(), "200 notes", small.updated(), 3);
  table.limit("new note, 20,000 notes", large.created(), 10);
  table.limit("changed note, 20,000 notes", large.updated(), 10);
}

void measure_processes(const std::string& self, const std::string& directory,
                       const std::string& home, Table& table) {
  const std::vector<std::string> environment{"LOCI_HOME=" + home, "LOCI_WORKSPACE=" + directory};
  const std::string notes = Scope::path(home);
  const auto loci = [&](std::vector<std::string> words, Times& times) {
    words.insert(words.begin(), LOCI_BINARY);
    times.add(milliseconds_of([&] { run_program(words, environment); }));
  };
  Times bare;
  Times list;
  Times first_check;
  Times checked;
  Times nothing;
  Times version;
  Times read;
  run_program({self, "--bare-read", notes});
  for (int i = 0; i < kProcessRounds; ++i) {
    bare.add(milliseconds_of([&] { run_program({self, "--bare-read", notes}); }));
    loci({"list"}, list);
    // The first looks at every text; what it found out is kept by the files' stamps.
    for (const char* kept : {"checked", "cited"}) {
      std::filesystem::remove_all(fmt::format("{}/state/{}", home, kept));
    }
    loci({"check", "--quiet"}, first_check);
    loci({"check", "--quiet"}, checked);
    for (int again = 0; again < 4; ++again) {
      nothing.add(milliseconds_of([&] { run_program({"/bin/true"}); }));
      loci({"version"}, version);
      loci({"read", note_file(i * 31)}, read);
    }
  }
  table.show("open+read+close of 20,000 files", bare);
  table.compare("loci list, 20,000 notes", list, "open+read+close", bare, 2.5);
  table.show("loci check, 20,000 notes, the first", first_check);
  table.compare("loci check, 20,000 notes, again", checked, "open+read+close", bare, 2.5);
  table.show("/bin/true", nothing);
  table.limit("loci version", version, 5);
  table.limit("loci read, 20,000 notes and operations", read, 5);
}

// What a tool waits for when it calls its hooks: each is a process of its own. A session's
// first prompt has all notes to note, one behind it only what changed.
void measure_hooks(const std::string& directory, const std::string& middle,
                   const std::string& large, Table& table) {
  const std::string input = directory + "/hook.json";
  const auto hook = [&](const std::string& home, const std::string& event,
                        const std::string& session, Times& times) {
    std::ofstream(input) << fmt::format(
        R"({{"session_id":"{}","cwd":"{}","prompt":"why does {} fail at night"}})", session,
        directory, note_body(77).substr(0, 80));
    const std::vector<std::string> environment{"LOCI_HOME=" + home, "LOCI_WORKSPACE=" + directory};
    const std::vector<std::string> words{LOCI_BINARY, "hook", "claude", event};
    times.add(milliseconds_of([&] { run_program(words, environment, input); }));
  };
  struct Prompts {
    Times first;
    Times later;
    Times changed;  // behind a note that was changed by hand
  };
  const auto prompts = [&](const std::string& home, const std::string& session, Prompts& times) {
    hook(home, "prompt", session, times.first);
    hook(home, "prompt", session, times.later);
    std::ofstream(fmt::format("{}/{}", Scope::path(home), note_file(5)), std::ios::app)
        << "One line more.\n";
    hook(home, "prompt", session, times.changed);
  };
  Times start;
  Prompts few;
  Prompts many;
  Times stat;
  Prompts unused;
  prompts(middle, "first", unused);  // makes the catalogs
  prompts(large, "first", unused);
  for (int i = 0; i < kProcessRounds; ++i) {
    const std::string session = fmt::format("session-{}", i);
    hook(middle, "session-start", "started", start);
    prompts(middle, session, few);
    stat.add(milliseconds_of([&] { run_program({BARE_STAT, Scope::path(large)}); }));
    prompts(large, session, many);
  }
  table.limit("hook claude session-start, 2,000 notes", start, 15);
  table.limit("hook claude prompt, 2,000 notes", few.later, 15);
  table.limit("the first of a session", few.first, 15);
  table.show("behind a changed note", few.changed);
  table.show("a process that stats 20,000 files", stat);
  const std::string peer = "a process that stats";
  table.compare("hook claude prompt, 20,000 notes", many.later, peer, stat, 2);
  table.compare("the first of a session, 20,000", many.first, peer, stat, 2);
  table.show("behind a changed note, 20,000", many.changed);
}

// 5,000 entries over 50 agents, compiled for Claude Code: for the first time, and
// again when nothing changed. Each is a process of its own.
void measure_apply(const std::string& directory, Table& table) {
  namespace stdfs = std::filesystem;
  const std::string root = directory + "/repo";
  const std::string home = directory + "/apply-home";
  stdfs::create_directories(root + "/.git");
  for (int i = 0; i < 5'000; ++i) {
    const std::string notes = fmt::format("{}/.loci/agents/agent-{}/memory", root, i % 50);
    stdfs::create_directories(notes);
    std::ofstream(fmt::format("{}/note-{}.md", notes, i)) << fmt::format(
        "---\nname: Note {}\ndescription: what note {} is about\n---\n\n{}\n", i, i, note_body(i));
  }
  ::sync();
  const std::vector<std::string> environment{"LOCI_HOME=" + home, "LOCI_WORKSPACE=" + root,
                                             "HOME=" + directory};
  const auto apply = [&](Times& times) {
    times.add(milliseconds_of([&] {
      run_program({LOCI_BINARY, "apply", "--quiet"}, environment);
    }));
  };
  Times first;
  Times again;
  for (int i = 0; i < 7; ++i) {
    // Moved, not deleted: a disk that has just forgotten thousands of files is slow.
    if (i > 0) {
      stdfs::rename(root + "/.claude", fmt::format("{}/compiled-{}", directory, i));
      stdfs::rename(home, fmt::format("{}/apply-home-{}", directory, i));
    }
    run_program({LOCI_BINARY, "trust", "--quiet"}, environment);
    ::sync();
    apply(first);
    for (int more = 0; more < 4; ++more) apply(again);
  }
  table.limit("apply of 5,000 entries, 50 agents", first, 1'000);
  table.limit("the same, nothing changed", again, 100);
}

// Only what is held against other programs, unless `all` is wanted.
int run(const std::string& self, const std::string& base, bool all) {
  std::string directory = base + "/loci-bench-XXXXXX";
  check(::mkdtemp(directory.data()) != nullptr, "mkdtemp");
  directory = std::filesystem::canonical(directory).string();
  const std::string kind = file_system_of(directory);
  fmt::print("in {} ({})\n", directory, kind);
  if (kind == "tmpfs") fmt::print("a file system in memory: syncs cost nothing here\n");
  Table table;
  if (all) {
    std::vector<std::unique_ptr<Scope>> scopes;
    for (const int notes : {200, 2'000, 20'000}) {
      scopes.push_back(std::make_unique<Scope>(directory, notes));
    }
    ::sync();  // what was just made is not to be paid for by the first who syncs
    measure_writes(scopes, table);
    measure_processes(self, directory, scopes.back()->home(), table);
    measure_hooks(directory, scopes[1]->home(), scopes[2]->home(), table);
    measure_apply(directory, table);
  }
  measure_import(self, directory, table);
  measure_small_apply(self, directory, table);
  measure_beside_xcaffold(directory, table);
  measure_small_home(directory, table);
  std::filesystem::remove_all(directory);
  table.print();
  return table.all_kept() ? 0 : 1;
}

}  // namespace
}  // namespace loci::bench

int main(int argc, char** argv) {
  std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() == 2 && words[0] == "--bare-read") {
    return loci::bench::bare_read(words[1].c_str());
  }
  if (words.size() == 4 && words[0] == "--write") {
    return loci::bench::only_write(words[1], std::atoi(words[2].c_str()),
                                   std::atoi(words[3].c_str()));
  }
  if (words.size() == 4 && words[0] == "--stand-in") return loci::bench::run_stand_in(words);
  if (words.size() == 3 && words[0] == "--grow") {
    loci::bench::make_grown_home(words[1], std::atoi(words[2].c_str()));
    return 0;
  }
  const bool all = words.empty() || words[0] != "--beside";
  if (!all) words.erase(words.begin());
  const std::filesystem::path self = std::filesystem::canonical("/proc/self/exe");
  const char* temporary = std::getenv("TMPDIR");
  const std::string base = !words.empty()         ? words[0]
                           : temporary != nullptr ? std::string(temporary)
                                                  : self.parent_path().string();
  return loci::bench::run(self.string(), base, all);
}
