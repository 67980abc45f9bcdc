#include "beside_xcaffold.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "grown_home.h"

namespace loci::bench {
namespace {

namespace disk = std::filesystem;

constexpr int kAgents = 50;
constexpr int kNotesEach = 20;
constexpr int kRounds = 9;

void put(const disk::path& path, std::string_view bytes) {
  disk::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string xcaffold_program() {
  const char* const named = std::getenv("LOCI_XCAFFOLD");
  if (named != nullptr) return named;
  const char* const path = std::getenv("PATH");
  std::istringstream directories(path == nullptr ? "" : path);
  for (std::string directory; std::getline(directories, directory, ':');) {
    const std::string program = directory + "/xcaffold";
    if (::access(program.c_str(), X_OK) == 0) return program;
  }
  return "";
}

// As xcaffold's documents have it, which loci reads as well.
void make_project(const std::string& root) {
  put(root + "/project.xcaf",
      "---\nkind: project\nversion: \"1.0\"\nname: bench\ntargets:\n  - claude\n");
  disk::create_directories(root + "/.git");
  for (int agent = 0; agent < kAgents; ++agent) {
    const std::string below = fmt::format("{}/xcaf/agents/agent-{}", root, agent);
    put(fmt::format("{}/agent.xcaf", below),
        fmt::format("---\nkind: agent\nversion: \"1.0\"\nname: agent-{}\ndescription: The {}th.\n"
                    "---\nYou are agent {}.\n",
                    agent, agent, agent));
    for (int i = 0; i < kNotesEach; ++i) {
      const int number = agent * kNotesEach + i;
      put(fmt::format("{}/memory/note-{}.md", below, number),
          fmt::format("---\nname: note-{}\ndescription: What note {} is about\n---\n\n{}", number,
                      number, note_body(number)));
    }
  }
}

}  // namespace

void measure_beside_xcaffold(const std::string& directory, Table& table) {
  const std::string xcaffold = xcaffold_program();
  if (xcaffold.empty()) {
    fmt::print("no xcaffold in PATH or LOCI_XCAFFOLD: only the stand-ins are beside loci\n");
    return;
  }
  Times their_apply;
  Times apply;
  Times their_status;
  Times status;
  Times their_import;
  Times import;
  const std::string user = directory + "/xcaffold-user";
  disk::create_directories(user);
  for (int i = 0; i < kRounds; ++i) {
    const std::string theirs = fmt::format("{}/xcaffold-{}", directory, i);
    const std::string ours = fmt::format("{}/beside-{}", directory, i);
    make_project(theirs);
    make_project(ours);
    const std::vector<std::string> environment{
        fmt::format("LOCI_HOME={}/beside-home-{}", directory, i), "LOCI_WORKSPACE=" + ours,
        "HOME=" + user};
    const auto run = [&](const std::string& root, const std::string& words, Times& times) {
      const std::string line =
          fmt::format("export HOME='{}'; cd '{}' && exec {}", user, root, words);
      times.add(milliseconds_of([&] { run_program({"/bin/sh", "-c", line}, environment); }));
    };
    run_program({LOCI_BINARY, "trust", "--quiet"}, environment);
    ::sync();
    run(theirs, fmt::format("'{}' apply --yes --target claude", xcaffold), their_apply);
    run(ours, LOCI_BINARY " apply --provider claude --quiet", apply);
    for (int more = 0; more < 4; ++more) {
      run(theirs, fmt::format("'{}' status --target claude", xcaffold), their_status);
      run(ours, LOCI_BINARY " status --provider claude", status);
    }
    // What the tool has and its source has not.
    for (const std::string& root : {theirs, ours}) {
      for (const char* gone : {"xcaf", "project.xcaf", ".xcaffold"}) {
        disk::remove_all(root + "/" + gone);
      }
    }
    disk::remove_all(fmt::format("{}/beside-home-{}", directory, i));
    run_program({LOCI_BINARY, "trust", "--quiet"}, environment);
    ::sync();
    run(theirs, fmt::format("'{}' import --yes --target claude", xcaffold), their_import);
    run(ours, LOCI_BINARY " import --quiet", import);
  }
  table.show("xcaffold apply, 50 agents x 20 notes", their_apply);
  table.compare("loci apply of the same, the first", apply, "xcaffold", their_apply, 1);
  table.show("xcaffold status", their_status);
  table.compare("loci status", status, "xcaffold", their_status, 1);
  table.show("xcaffold import of 1,000 notes", their_import);
  // Unlike xcaffold's it waits for the disk, and what it brought in can be undone.
  table.limit("loci import of the same, durable", import, 600);
}

}  // namespace loci::bench
