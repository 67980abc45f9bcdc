#include "small_work.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "grown_home.h"

namespace loci::bench {
namespace {

namespace disk = std::filesystem;

constexpr int kNotes = 1'000;
constexpr int kAgents = 50;
constexpr int kRounds = 9;
constexpr int kShortRounds = 60;

void put(const disk::path& path, std::string_view bytes) {
  disk::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string slurp(const disk::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::string note_of(int number) {
  return fmt::format(
      "---\nname: Note {}\ndescription: what note {} is about\ntype: user\n---\n\n{}\n", number,
      number, note_body(number));
}

[[noreturn]] void stop(const char* call) {
  fmt::print(stderr, "bench: {} failed\n", call);
  std::exit(2);
}

int import_bare(const disk::path& from, const disk::path& to) {
  disk::create_directories(to);
  std::vector<int> open;
  std::vector<std::string> names;
  const int directory = ::open(to.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  for (const auto& entry : disk::directory_iterator(from)) {
    const std::string text = slurp(entry.path());
    names.push_back(entry.path().filename().string());
    const int file =
        ::openat(directory, ("." + names.back()).c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (::write(file, text.data(), text.size()) < 0) stop("write");
    open.push_back(file);
  }
  for (const int file : open) {
    if (::fdatasync(file) != 0) stop("fdatasync");
    ::close(file);
  }
  for (const std::string& name : names) {
    if (::renameat(directory, ("." + name).c_str(), directory, name.c_str()) != 0) stop("rename");
  }
  return ::fsync(directory);
}

int apply_bare(const disk::path& from, const disk::path& to) {
  for (const auto& entry : disk::recursive_directory_iterator(from)) {
    if (!entry.is_regular_file()) continue;
    const disk::path target = to / disk::relative(entry.path(), from);
    const std::string text = slurp(entry.path());
    if (disk::exists(target) && slurp(target) == text) continue;
    put(target.string() + ".new", text);
    disk::rename(target.string() + ".new", target);
  }
  return 0;
}

}  // namespace

int run_stand_in(const std::vector<std::string>& words) {
  return words[1] == "import" ? import_bare(words[2], words[3]) : apply_bare(words[2], words[3]);
}

void measure_import(const std::string& self, const std::string& directory, Table& table) {
  const std::string from = directory + "/import-from";
  for (int i = 0; i < kNotes; ++i) put(fmt::format("{}/note-{}.md", from, i), note_of(i));
  ::sync();
  Times bare;
  Times imported;
  for (int i = 0; i < kRounds; ++i) {
    const std::string home = fmt::format("{}/import-home-{}", directory, i);
    imported.add(milliseconds_of([&] {
      run_program({LOCI_BINARY, "import", "--from", "basic-memory", "--path", from, "--scope",
                   "global", "--quiet"},
                  {"LOCI_HOME=" + home, "LOCI_WORKSPACE=" + directory});
    }));
    bare.add(milliseconds_of([&] {
      run_program({self, "--stand-in", "import", from, home + "-bare"});
    }));
  }
  table.show("stand-in: 1,000 files read, written, synced", bare);
  table.limit("import of 1,000 notes", imported, 600);
}

void measure_small_apply(const std::string& self, const std::string& directory, Table& table) {
  const std::string root = directory + "/small-repo";
  disk::create_directories(root + "/.git");
  for (int i = 0; i < kNotes; ++i) {
    put(fmt::format("{}/.loci/agents/agent-{}/memory/note-{}.md", root, i % kAgents, i),
        note_of(i));
  }
  Times bare;
  Times first;
  Times bare_again;
  Times status;
  for (int i = 0; i < kRounds; ++i) {
    const std::string home = fmt::format("{}/small-home-{}", directory, i);
    const std::vector<std::string> environment{"LOCI_HOME=" + home, "LOCI_WORKSPACE=" + root,
                                               "HOME=" + directory};
    if (i > 0) disk::rename(root + "/.claude", fmt::format("{}/small-compiled-{}", directory, i));
    run_program({LOCI_BINARY, "trust", "--quiet"}, environment);
    ::sync();
    first.add(milliseconds_of([&] {
      run_program({LOCI_BINARY, "apply", "--quiet"}, environment);
    }));
    const std::string compiled = fmt::format("{}/small-bare-{}", directory, i);
    const std::vector<std::string> copy{self, "--stand-in", "apply", root + "/.loci", compiled};
    bare.add(milliseconds_of([&] { run_program(copy); }));
    for (int more = 0; more < 4; ++more) {
      status.add(milliseconds_of([&] { run_program({LOCI_BINARY, "status"}, environment); }));
      bare_again.add(milliseconds_of([&] { run_program(copy); }));
    }
  }
  table.show("stand-in: 1,000 files compiled, unsynced", bare);
  table.compare("first apply, 50 agents x 20 notes", first, "stand-in", bare, 6);
  table.show("stand-in: 1,000 files compared", bare_again);
  table.compare("status, 50 agents x 20 notes", status, "stand-in", bare_again, 2);
}

void measure_small_home(const std::string& directory, Table& table) {
  const std::string home = directory + "/little";
  const std::vector<std::string> environment{"LOCI_HOME=" + home, "LOCI_WORKSPACE=" + directory};
  const auto loci = [&](std::vector<std::string> words) {
    words.insert(words.begin(), LOCI_BINARY);
    return milliseconds_of([&] { run_program(words, environment); });
  };
  for (int i = 0; i < 5; ++i) {
    loci({"write", fmt::format("n{}", i), "--type", "user", "--description", "one of five",
          "--content", note_body(i)});
  }
  const char* const zerostack = std::getenv("LOCI_ZEROSTACK");
  const auto theirs = [&](std::vector<std::string> words) {
    words.insert(words.begin(), zerostack);
    return milliseconds_of(
        [&] { run_program(words, {"ZS_DATA_DIR=" + directory + "/zerostack"}); });
  };
  for (int i = 0; zerostack != nullptr && i < 5; ++i) theirs({"write", "long_term", note_body(i)});
  Times nothing;
  Times bare;
  Times their_context;
  Times context;
  Times bare_write;
  Times their_write;
  Times write;
  for (int i = 0; i < kShortRounds; ++i) {
    nothing.add(milliseconds_of([&] { run_program({"/bin/true"}); }));
    bare.add(milliseconds_of([&] { run_program({BARE_CONTEXT, home + "/memory"}); }));
    if (zerostack != nullptr) their_context.add(theirs({"context"}));
    context.add(loci({"context"}));
    bare_write.add(milliseconds_of([&] {
      run_program({BARE_CONTEXT, home + "/memory", home + fmt::format("/memory/.w{}.md", i % 5)});
    }));
    const std::string text = fmt::format("Text {}", i);
    if (zerostack != nullptr) their_write.add(theirs({"write", "note", text, "n1"}));
    write.add(loci({"write", "n1", "--content", text}));
  }
  table.show("/bin/true", nothing);
  table.show("stand-in: reads a small home, prints it", bare);
  if (zerostack != nullptr) table.show("zerostack's context, 5 facts", their_context);
  table.limit("loci context, 5 notes", context, 5);
  if (zerostack != nullptr) {
    table.compare("the same", context, "zerostack", their_context, 3);
  }
  table.show("stand-in: the same, and a file unsynced", bare_write);
  if (zerostack != nullptr) table.show("zerostack's write, unsynced", their_write);
  table.limit("loci write, 5 notes, durable", write, 15);
  if (zerostack != nullptr) {
    table.compare("the same", write, "zerostack, unsynced", their_write, 5);
  }
}

}  // namespace loci::bench
