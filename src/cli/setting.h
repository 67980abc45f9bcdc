// What a front end works with, made once for a run: the environment, the files,
// the clock, where the home is and who works. Every front end of the program
// starts here, so that all of them mean the same home and the same workspace.

#pragma once

#include <memory>
#include <optional>
#include <string>

#include "base/environment.h"
#include "base/log.h"
#include "base/result.h"
#include "base/time.h"
#include "cli/parse.h"
#include "cli/process.h"
#include "fs/file_system.h"
#include "memory/asker.h"
#include "memory/config.h"
#include "memory/memory.h"
#include "memory/session.h"
#include "store/identity.h"
#include "store/store.h"

namespace loci::cli {

struct Setting {
  Environment environment;
  std::unique_ptr<fs::FileSystem> files;
  std::unique_ptr<Clock> clock;
  std::unique_ptr<Log> log;
  std::optional<EphemeralHome> ephemeral;
  std::string home;
  memory::Session session;  // without a workspace until one was found
};

// `path` from the working directory, without "." and "..".
[[nodiscard]] Result<std::string> absolute_path(const std::string& path);

// From the global flags and the environment, who asks among it; opens nothing but
// an ephemeral home.
[[nodiscard]] Result<Setting> make_setting(
    const Globals& globals, Environment environment,
    memory::FrontEnd front_end = memory::FrontEnd::CommandLine);

// The workspace of a command: --workspace, LOCI_WORKSPACE, else the one that the
// working directory is in, or where that is given `from`.
Result<> find_workspace(Setting& setting, const Globals& globals, const std::string& from = "");
// The one at exactly `path`, which may be relative.
Result<> set_workspace(Setting& setting, const std::string& path);

// A home that is open, for one thread at a time. The setting must outlive it.
struct Home {
  memory::Config config;
  std::unique_ptr<store::Store> store;
  std::unique_ptr<memory::Memory> memory;
};

// Opens the home for the setting's session and finds the project that its
// workspace belongs to. A workspace that was recognised just now is said in the
// log, and written down when `may_write`.
[[nodiscard]] Result<std::unique_ptr<Home>> open_home(Setting& setting, bool may_write);

}  // namespace loci::cli
