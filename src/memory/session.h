// Who works, from where, and with what. Fixed when a front end starts.

#pragma once

#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/environment.h"
#include "base/result.h"
#include "memory/asker.h"
#include "store/repository.h"
#include "store/workspace.h"

namespace loci::memory {

// What git is asked of a repository that is the user's own. It sees the objects, and only
// where `index` is set the work tree too.
struct GitQuestion {
  store::Head head;
  std::vector<std::string> arguments{};  // behind "git"
  std::string input{};                   // what it reads
  std::string index{};                   // the repository's index file, of which it gets a copy
  std::string work_tree{};
  std::chrono::milliseconds patience = std::chrono::seconds(20);
  bool may_find_nothing = false;  // status 1 says so, and is an answer
};

// What the user's own git is to do, with their settings and credentials, in a repository of
// loci's own.
struct GitRun {
  std::string directory;                           // where it runs
  std::vector<std::string> arguments{};            // behind "git"
  std::string input{};                             // what it reads
  std::map<std::string, std::string> variables{};  // beside the user's own
  std::chrono::milliseconds patience = std::chrono::minutes(10);
};
struct GitAnswer {
  int status = 0;
  std::string output;
  std::string errors;  // what it said on standard error
};

// A helper program for a kind of remote, at the other end of two pipes (docs/remote-helpers.md). It
// ends with the object.
class HelperProgram {
 public:
  using Until = std::chrono::steady_clock::time_point;
  virtual ~HelperProgram() = default;
  // Both are Io when it ended, or did not answer in time.
  virtual Result<> write(std::string_view bytes, Until until) = 0;
  virtual Result<std::string> read(Until until) = 0;  // at least a byte
};

struct Session {
  std::optional<store::Workspace> workspace;
  std::string agent;        // whose notes are meant too; who asks is `audience`
  std::string actor = {};   // who writes; "" = as `agent` says
  std::string notice = {};  // what the next context is to say beside memory
  // By which way changes come: cli, hook, mcp, http, page; an import's are "import:<tool>".
  std::string origin = "cli";
  std::string conversation = {};  // the session of the agent's client, where it is known
  bool ephemeral = false;
  std::string user_home = {};            // ~, whose .loci is never a workspace's
  bool lives_long = false;               // a server: directories are watched
  Audience audience = Audience::Person;  // as who_asks() says
  std::string sign = {};                 // how an agent's session was known, or ""
  std::size_t columns = 0;               // of the terminal that is answered to; 0: of none
  std::string program = {};              // this binary, as other tools should call it
  Environment environment = {};          // which names other tools' directories
  // The first commits of a history; asks git, so that only `projects` commands
  // call it. May be empty.
  std::function<std::vector<std::string>(const store::Head& head)> first_commits = {};
  // Asks git; nothing when there is no answer. Only `verify` and `check` call it, in a
  // repository that is trusted. May be empty.
  std::function<std::optional<std::string>(const GitQuestion& question)> ask_git = {};
  // Runs a command of the user's for at most `time`: its standard input, and what it wrote to
  // standard output. May be empty.
  std::function<Result<std::string>(const std::string& command, const std::string& input,
                                    std::chrono::seconds time)>
      run_command = {};
  // Runs the user's git, for sync. An error where there is none, or it took too long. May be
  // empty.
  std::function<Result<GitAnswer>(const GitRun& run)> run_git = {};
  // Starts `loci-remote-KIND`, for sync. May be empty.
  std::function<Result<std::unique_ptr<HelperProgram>>(const std::string& kind)> start_helper = {};
};

}  // namespace loci::memory
