#include "cli/setting.h"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <memory>

#include "api/text_view.h"
#include "cli/ask_program.h"
#include "cli/first_commits.h"
#include "cli/git.h"
#include "cli/helper_process.h"
#include "cli/run_git.h"
#include "cli/terminal.h"
#include "memory/asker.h"
#include "note/slug.h"
#include "projects/projects.h"
#include "store/doubt.h"

namespace loci::cli {
namespace {

Result<std::string> user_home(const Environment& environment) {
  if (auto home = environment.get("HOME")) return *home;
  // Read here, not by getpwuid(): that loads libraries, which a program that stands alone has not.
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> users(std::fopen("/etc/passwd", "re"),
                                                              &std::fclose);
  while (users) {
    const passwd* user = ::fgetpwent(users.get());
    if (user == nullptr) break;
    if (user->pw_uid == ::geteuid()) return std::string(user->pw_dir);
  }
  return fail(invalid_input("no home directory is known", "set HOME or LOCI_HOME"));
}

Result<Timestamp> fixed_time(const std::string& text) {
  if (const auto time = parse_time(text)) return *time;
  return fail(invalid_input(fmt::format("LOCI_NOW: '{}' is not a time", text),
                            "write it as 2026-11-15T10:00:00Z"));
}

}  // namespace

Result<std::string> absolute_path(const std::string& path) {
  if (path.empty()) return fail(invalid_input("the path is empty"));
  std::error_code error;
  const std::filesystem::path result = std::filesystem::absolute(path, error);
  if (error) return fail(system_error(error.value(), "find", path));
  return result.lexically_normal().string();
}

Result<Setting> make_setting(const Globals& globals, Environment environment,
                             memory::FrontEnd front_end) {
  Setting setting;
  setting.environment = std::move(environment);
  setting.files = fs::make_system_file_system();
  setting.log = std::make_unique<StderrLog>(globals.quiet, talk_columns());
  if (const auto now = setting.environment.get("LOCI_NOW")) {
    LOCI_ASSIGN(const Timestamp at, fixed_time(*now));
    setting.clock = std::make_unique<FixedClock>(at);
  } else {
    setting.clock = std::make_unique<SystemClock>();
  }
  LOCI_ASSIGN(setting.session.user_home, user_home(setting.environment));
  setting.session.ephemeral = setting.environment.get("LOCI_EPHEMERAL").value_or("0") != "0";
  if (globals.ephemeral) {
    LOCI_ASSIGN(EphemeralHome home, EphemeralHome::make(setting.environment));
    setting.ephemeral.emplace(std::move(home));
    setting.home = setting.ephemeral->path();
    setting.session.ephemeral = true;
  } else if (globals.home) {
    LOCI_ASSIGN(setting.home, absolute_path(*globals.home));
  } else if (const auto home = setting.environment.get("LOCI_HOME")) {
    LOCI_ASSIGN(setting.home, absolute_path(*home));
  } else {
    setting.home = setting.session.user_home + "/.loci";
  }
  std::optional<std::string> agent = globals.agent;
  if (!agent) agent = setting.environment.get("LOCI_AGENT");
  if (agent) {
    LOCI_ASSIGN(setting.session.agent, note::agent_id(*agent));
  }
  memory::Asker asker = memory::who_asks(front_end, globals.agent, setting.environment);
  setting.session.audience = asker.audience;
  setting.session.sign = std::move(asker.sign);
  if (!agent && !asker.client.empty()) setting.session.actor = "agent:" + asker.client;
  setting.session.conversation = std::move(asker.session);
  setting.session.first_commits = [environment = setting.environment](const store::Head& head) {
    return git_first_commits(environment, head);
  };
  setting.session.ask_git = [environment =
                                 setting.environment](const memory::GitQuestion& question) {
    return ask_git(environment, question);
  };
  setting.session.run_command = ask_program;
  setting.session.run_git = [environment = setting.environment](const memory::GitRun& run) {
    return run_git(environment, run);
  };
  setting.session.start_helper = [environment = setting.environment](const std::string& kind) {
    return start_helper(environment, kind);
  };
  setting.session.environment = setting.environment;
  setting.session.program = own_path(setting.environment);
  return setting;
}

Result<> set_workspace(Setting& setting, const std::string& path) {
  LOCI_ASSIGN(const std::string full, absolute_path(path));
  LOCI_ASSIGN(setting.session.workspace,
              store::workspace_at(*setting.files, full, {setting.home, setting.session.user_home}));
  return {};
}

Result<> find_workspace(Setting& setting, const Globals& globals, const std::string& from) {
  std::optional<std::string> path = globals.workspace;
  if (!path) path = setting.environment.get("LOCI_WORKSPACE");
  if (path) return set_workspace(setting, *path);
  std::string here = from;
  if (here.empty()) {
    std::error_code error;
    here = std::filesystem::current_path(error).string();
    if (error) return {};  // the directory is gone: the global scope still works
  }
  LOCI_ASSIGN(
      setting.session.workspace,
      store::find_workspace(*setting.files, here, {setting.home, setting.session.user_home}));
  return {};
}

Result<std::unique_ptr<Home>> open_home(Setting& setting, bool may_write) {
  auto home = std::make_unique<Home>();
  LOCI_ASSIGN(home->config,
              memory::Config::load(*setting.files, setting.home, setting.environment));
  LOCI_ASSIGN(home->store,
              store::Store::open(*setting.files, *setting.clock, *setting.log, setting.home));
  store::Attachment attachment;
  if (setting.session.workspace && !setting.session.ephemeral) {
    LOCI_ASSIGN(attachment, store::identify(home->store->files(), home->store->home(),
                                            *setting.session.workspace));
  }
  if (setting.session.workspace && !setting.session.ephemeral) {
    const auto sound =
        store::check_project(home->store->files(), home->store->home(), *setting.session.workspace);
    if (!sound) setting.log->warn(fmt::format("{}; {}", sound.error().message, sound.error().hint));
  }
  if (attachment.fresh()) setting.session.notice = api::attachment_text(attachment);
  home->memory =
      std::make_unique<memory::Memory>(*home->store, home->config, *setting.log, setting.session);
  if (attachment.fresh()) {
    setting.log->note(setting.session.notice);
    // Where the home cannot be written, it is said again next time.
    if (may_write) (void)projects::record_attachment(*home->memory);
  }
  return home;
}

}  // namespace loci::cli
