#include "cli/serve.h"

#include <fmt/format.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <system_error>
#include <thread>

#include "base/shortage.h"
#include "base/text.h"
#include "cli/live.h"
#include "cli/sample.h"
#include "cli/setting.h"
#include "cli/stop_signals.h"
#include "http/events.h"
#include "http/guard.h"
#include "http/mcp_endpoint.h"
#include "http/mcp_tenants.h"
#include "http/rest.h"
#include "http/secret.h"
#include "http/server.h"
#include "http/site.h"
#include "http/workers.h"
#include "memory/memories.h"
#include "past/gc.h"
#include "store/place.h"
#include "upkeep/consolidate.h"

namespace loci::cli {
namespace {

constexpr std::uint16_t kPort = 7463;
constexpr std::string_view kTokenFile = "http-token";
constexpr std::size_t kTokenDigits = 64;
// Those who wait for the same place are committed together, so many may wait.
constexpr std::size_t kWriters = 16;
constexpr std::chrono::seconds kPatience{10};
constexpr std::chrono::hours kFirstRetention{1};
constexpr std::chrono::hours kRetention{24};  // between two runs

bool is_token(std::string_view text) {
  return text.size() == kTokenDigits &&
         text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

// Whether somebody else may know what is in a file, or may have put it there.
bool is_others(const fs::Stat& stat) {
  constexpr std::uint32_t kOthers = 077;
  return (stat.mode & kOthers) != 0 || stat.owner != ::geteuid();
}

// The token of this home, made at the first start, and anew when it may be known.
Result<std::string> token_of(const Setting& setting, store::Store& store) {
  const std::string path =
      fmt::format("{}/{}/{}", setting.home, store::kStateDirectory, kTokenFile);
  const auto stat = setting.files->stat(path, false);
  const bool known = stat && is_others(*stat);
  if (known) {  // replacing it would keep its mode
    LOCI_ASSIGN(const auto whole, setting.files->open(setting.home, fs::Modes::Private));
    LOCI_ASSIGN(const auto state, whole->open(store::kStateDirectory));
    LOCI_TRY(state->remove(kTokenFile));
  }
  std::string token;
  LOCI_TRY(store.change_home_file(
      store::kStateDirectory, kTokenFile,
      [&](const std::optional<std::string>& before) -> Result<std::optional<std::string>> {
        token = trim(before.value_or(""));
        if (is_token(token)) return before;
        token = http::random_hex(kTokenDigits);
        return token + "\n";
      }));
  if (known) {
    setting.log->warn(fmt::format(
        "'{}' was readable by others: a new token was made, and the old one no longer works",
        path));
  }
  return token;
}

// What `loci gc` does; nobody waits for it.
void forget_old_texts(memory::Memories& memories, http::Workers& workers, Log& log) {
  (void)workers.post(http::Lane::Writes, [&memories, &log] {
    const auto memory = memories.lend({});
    if (!memory) return;
    if (const auto done = past::gc(*(*memory), false); !done) log.warn(done.error().message);
  });
}

// Proposes, or does, what the configuration says, in the global scope and in each workspace that
// is served; the gates decide whether it is time.
void tidy(const Setting& setting, memory::Memories& memories, http::Workers& workers) {
  (void)workers.post(http::Lane::Writes, [&setting, &memories] {
    std::vector<std::string> workspaces{""};
    const auto projects = setting.files->open(
        fmt::format("{}/{}", setting.home, store::kProjectsDirectory), fs::Modes::Private);
    const auto entries = projects ? (*projects)->list() : Result<std::vector<fs::Entry>>();
    for (const fs::Entry& entry : entries.value_or(std::vector<fs::Entry>())) {
      if (entry.kind == fs::Kind::Directory) workspaces.push_back(entry.name);
    }
    for (const std::string& workspace : workspaces) {
      memory::Tenant tenant;
      tenant.workspace = workspace;
      const auto memory = memories.lend(tenant);
      if (!memory) continue;  // its directory is gone, or cannot be read now
      const auto done = upkeep::consolidate_by_itself(**memory);
      if (!done && done.error().kind != ErrorKind::Locked) {
        setting.log->warn(done.error().message);
      }
      if (done && !done->empty()) setting.log->note(*done);
    }
  });
}

Result<http::ServerOptions> options_of(const Invocation& invocation) {
  http::ServerOptions options;
  const Json& arguments = invocation.arguments;
  options.port = arguments.value("port", kPort);
  options.host = arguments.value("host", options.host);
  if (options.host == "localhost") options.host = "127.0.0.1";
  if (arguments.contains("no-token") && !http::is_loopback(options.host)) {
    return fail(invalid_input("--no-token is for a loopback address only",
                              "leave out --host or --no-token"));
  }
  return options;
}

std::string base_url(const http::ServerOptions& options, std::uint16_t port) {
  const bool any = options.host == "0.0.0.0" || options.host == "::";
  const std::string host = any ? "127.0.0.1"
                           : options.host.find(':') != std::string::npos
                               ? fmt::format("[{}]", options.host)
                               : options.host;
  return fmt::format("http://{}:{}/", host, port);
}

std::string greeting(const Setting& setting, const std::string& url, const std::string& link,
                     bool has_token) {
  if (!has_token) {
    return fmt::format(
        "loci serves {}\n\n  {}\n\nOpen that in a browser. Programs need no token:\n"
        "  curl {}api/memory\nCtrl-C ends it.\n",
        setting.home, link, url);
  }
  return fmt::format(
      "loci serves {}\n\n  {}\n\n"
      "Open that in a browser, within a quarter of an hour: it is good for one. For programs, the "
      "token is in {}/{}/{}:\n"
      "  curl -H \"Authorization: Bearer $(cat {}/{}/{})\" {}api/memory\n"
      "Ctrl-C ends it.\n",
      setting.home, link, setting.home, store::kStateDirectory, kTokenFile, setting.home,
      store::kStateDirectory, kTokenFile, url);
}

Json greeting_json(const Setting& setting, const std::string& url, std::uint16_t port,
                   const std::string& token, const std::string& link) {
  return {{"url", url},
          {"link", link},
          {"port", port},
          {"home", setting.home},
          {"token", token.empty() ? Json(nullptr) : Json(token)}};
}

// The link goes to the user's browser by the desktop's own program, which is told
// nothing else. Nobody waits for it.
void open_in_browser(const std::string& link, const Setting& setting) {
  const pid_t child = ::fork();
  if (child == 0) {
    if (::fork() == 0) {
      sigset_t none;
      sigemptyset(&none);
      pthread_sigmask(SIG_SETMASK, &none, nullptr);
      ::execlp("xdg-open", "xdg-open", link.c_str(), nullptr);
      ::_exit(127);
    }
    ::_exit(0);
  }
  int status = 0;
  if (child < 0 || ::waitpid(child, &status, 0) < 0) {
    setting.log->warn("no browser could be started: open the link yourself");
  }
}

// A directory with another page in it would be noticed in the browser only.
Result<> need_page(fs::FileSystem& files, const std::string& directory) {
  LOCI_ASSIGN(const std::unique_ptr<fs::Root> root, files.open(directory, fs::Modes::Umask));
  if (root->read("index.html", std::size_t{1} << 20)) return {};
  return fail(Error{ErrorKind::InvalidInput,
                    fmt::format("'{}' has no readable index.html", directory),
                    "give --web the directory 'web' of loci's sources"});
}

Result<int> serve(const Invocation& invocation, const Environment& environment,
                  Terminal& terminal) {
  Globals globals = invocation.globals;
  const bool sample = invocation.arguments.contains("sample");
  globals.ephemeral = globals.ephemeral || sample;
  LOCI_ASSIGN(const http::ServerOptions options, options_of(invocation));
  LOCI_ASSIGN(Setting setting, make_setting(globals, environment));
  if (sample) LOCI_TRY(write_sample(setting));
  LOCI_ASSIGN(const std::unique_ptr<Home> home, open_home(setting, false));
  std::string token;
  if (!invocation.arguments.contains("no-token")) {
    LOCI_ASSIGN(token, token_of(setting, *home->store));
  } else {
    setting.log->warn("without a token every program on this machine can read and write memory");
  }
  // Before the first thread, so that all of them leave the signals alone.
  const StopSignals signals;
  const std::size_t processors = std::max(std::thread::hardware_concurrency(), 1U);
  memory::Memories memories(*setting.files, *setting.clock, *setting.log, setting.home,
                            setting.environment, setting.session);
  http::Workers workers(std::clamp<std::size_t>(processors, 2, 8), kWriters);
  http::Rest rest(memories, workers, http::is_loopback(options.host));
  http::Events events(memories, workers);
  std::string web;
  if (invocation.arguments.contains("web")) {
    LOCI_ASSIGN(web, absolute_path(invocation.arguments["web"].get<std::string>()));
    LOCI_TRY(need_page(*setting.files, web));
  }
  const http::Page page(*setting.files, web);
  http::SignIn sign_in(token);
  http::Site site({options.host, token}, rest, page, sign_in);
  site.add("/api/events", events.endpoint());
  http::McpTenants tenants(memories, workers);
  http::McpEndpoint mcp([&](const std::string& workspace) { return tenants.find(workspace); });
  site.add("/mcp", [&](const std::shared_ptr<http::Exchange>& exchange,
                       const http::Target& target) { mcp.handle(exchange, target); });
  LOCI_ASSIGN(const std::unique_ptr<http::Server> server, http::Server::start(options, site));
  const std::string url = base_url(options, server->port());
  const std::string link =
      token.empty()
          ? url
          : fmt::format("{}#link={}", url, sign_in.new_link(std::chrono::system_clock::now()));
  LOCI_TRY(terminal.print(
      globals.format == Format::Human
          ? greeting(setting, url, link, !token.empty())
          : dump_json(greeting_json(setting, url, server->port(), token, link)) + "\n"));
  if (invocation.arguments.contains("open")) open_in_browser(link, setting);
  LiveRemotes live(setting, {});
  const std::chrono::seconds pause(home->memory->config().consolidation().look_seconds);
  auto retention = std::chrono::steady_clock::now() + kFirstRetention;
  while (!signals.wait(pause)) {
    if (std::chrono::steady_clock::now() >= retention) {
      forget_old_texts(memories, workers, *setting.log);
      retention += kRetention;
    }
    tidy(setting, memories, workers);
  }
  tenants.end_subscriptions();
  server->stop(kPatience);
  workers.stop();
  live.stop();
  return 0;
}

}  // namespace

Result<int> run_serve(const Invocation& invocation, const Environment& environment,
                      Terminal& terminal) {
  try {
    return serve(invocation, environment, terminal);
  } catch (const std::system_error& fault) {
    if (!is_shortage(fault)) throw;
    return fail(no_thread(fault));
  }
}

}  // namespace loci::cli
