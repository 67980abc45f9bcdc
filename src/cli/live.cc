#include "cli/live.h"

#include <fmt/format.h>

#include <atomic>
#include <system_error>

#include "api/sync_view.h"
#include "base/shortage.h"
#include "cli/run_git.h"
#include "cli/stop_signals.h"

namespace loci::cli {
namespace {

constexpr std::chrono::milliseconds kFirstLook{300};

memory::Session session_of(const Setting& setting, std::function<bool()> stopped) {
  memory::Session session = setting.session;
  session.workspace.reset();
  // Who may be synced with is a person's decision, whoever's program it is that does it.
  session.audience = memory::Audience::Person;
  session.agent.clear();
  session.actor.clear();
  session.sign.clear();
  session.conversation.clear();
  session.run_git = [environment = setting.environment, stopped = std::move(stopped)](
                        const memory::GitRun& run) { return run_git(environment, run, stopped); };
  return session;
}

}  // namespace

LiveRemotes::LiveRemotes(const Setting& setting, remote::LiveOptions options,
                         std::function<void(const remote::LiveNews&)> tell) {
  Log* const log = setting.log.get();
  if (!tell) {
    tell = [log](const remote::LiveNews& news) {
      const bool fault = news.what == remote::LiveNews::What::Failed;
      log->say(fault ? LogLevel::Warning : LogLevel::Note, api::live_line(news));
    };
    options.first = kFirstLook;  // whoever asks something now is answered first
  }
  memories_ = std::make_unique<memory::Memories>(
      *setting.files, *setting.clock, *log, setting.home, setting.environment,
      session_of(setting, [this] { return live_ != nullptr && live_->cut().told(); }));
  live_ = std::make_unique<remote::LiveSync>(*memories_, std::move(options), std::move(tell));
  try {
    live_->start();
  } catch (const std::system_error& fault) {
    if (!is_shortage(fault)) throw;
    log->warn(no_thread(fault).message);
  }
}

LiveRemotes::~LiveRemotes() { stop(); }

void LiveRemotes::stop() { live_->stop(); }

namespace {

// Whoever asks for it is told at once what is wrong, rather than that nothing happens.
Result<> can_be_kept(Setting& setting, const std::string& name) {
  LOCI_ASSIGN(const std::unique_ptr<Home> home, open_home(setting, false));
  store::Store& store = *home->store;
  LOCI_TRY(home->memory->need_enabled());
  LOCI_ASSIGN(const remote::Remotes known, remote::read_remotes(store));
  const std::vector<remote::Remote>& all = known.all;
  if (!name.empty()) LOCI_TRY(remote::find_remote(store, name));
  if (all.empty() && !known.unread.empty()) return fail(known.unread.front().fault);
  if (all.empty()) {
    return fail(not_found("no remote to sync with", "'loci remote add NAME URL' adds one"));
  }
  for (const remote::Remote& remote : all) {
    if (name.empty() || remote.name == name) LOCI_TRY(remote::lock_live(store, remote));
  }
  return {};
}

}  // namespace

Result<int> run_watch(const Invocation& invocation, const Environment& environment,
                      Terminal& terminal) {
  const Json& arguments = invocation.arguments;
  for (const char* other : {"once", "dry-run", "accept", "repair"}) {
    if (!arguments.contains(other)) continue;
    return fail(invalid_input(fmt::format("--watch and --{} cannot be combined", other),
                              fmt::format("run 'loci sync --{}' first", other)));
  }
  remote::LiveOptions options;
  options.all = true;
  options.only = arguments.value("name", "");
  if (arguments.contains("every")) {
    LOCI_ASSIGN(options.every, api::duration_of(arguments, "every", {}));
  }
  LOCI_ASSIGN(options.patience, api::duration_of(arguments, "timeout", options.patience));
  LOCI_ASSIGN(Setting setting, make_setting(invocation.globals, environment));
  LOCI_TRY(can_be_kept(setting, options.only));
  const StopSignals signals;
  std::atomic<bool> over = false;
  const std::string only = options.only;
  LiveRemotes live(setting, std::move(options), [&](const remote::LiveNews& news) {
    const bool fault = news.what == remote::LiveNews::What::Failed;
    if (invocation.globals.format != Format::Human) {
      Json json = api::to_json(news);
      json["at"] = format_utc(setting.clock->now());
      (void)terminal.print(dump_json(json) + "\n");
    } else if (fault) {
      say(fmt::format("loci: {}", api::live_line(news)));
    } else {
      (void)terminal.print(api::live_line(news) + "\n");
    }
    for (const std::string& remark : news.reply.remarks) {
      if (!invocation.globals.quiet) say(fmt::format("loci: {}", remark));
    }
    if (news.what == remote::LiveNews::What::Gone && !only.empty()) over = true;
  });
  while (!over && !signals.wait(std::chrono::milliseconds(200))) {
    over = over || Terminal::reader_is_gone();
  }
  live.stop();
  return 0;
}

}  // namespace loci::cli
