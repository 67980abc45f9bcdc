#include "cli/mcp.h"

#include <unistd.h>

#include <filesystem>

#include "cli/live.h"
#include "cli/setting.h"
#include "exchange/tool.h"
#include "memory/asker.h"
#include "memory/memory.h"
#include "rpc/memory_service.h"
#include "rpc/stdio_transport.h"
#include "rpc/worker.h"

namespace loci::cli {
namespace {

// Opens the home when the first request needs it, and again when the workspace
// is another one.
class Host final : public rpc::MemoryHost {
 public:
  explicit Host(Setting setting) : setting_(std::move(setting)) {}

  // What decides the workspace, but for a client's root, which comes later.
  Result<> find_workspace(const Globals& globals);

  Result<std::shared_ptr<memory::Memory>> memory() override;
  [[nodiscard]] const Setting& setting() const { return setting_; }
  [[nodiscard]] bool wants_root() const override { return !decided_; }
  void use_root(const std::string& path) override;

 private:
  [[nodiscard]] store::HomePaths homes() const {
    return {setting_.home, setting_.session.user_home};
  }
  bool enter(const std::string& directory);
  // The workspace that the working directory is in.
  bool enter_here();

  Setting setting_;
  bool decided_ = false;  // by a flag or a variable
  std::unique_ptr<Home> home_;
};

bool Host::enter(const std::string& directory) {
  auto found = store::find_workspace(*setting_.files, directory, homes());
  if (!found) return false;
  setting_.session.workspace = std::move(*found);
  return true;
}

bool Host::enter_here() {
  std::error_code error;
  const std::string here = std::filesystem::current_path(error).string();
  return !error && enter(here);
}

Result<> Host::find_workspace(const Globals& globals) {
  std::optional<std::string> path = globals.workspace;
  if (!path) path = setting_.environment.get("LOCI_WORKSPACE");
  if (path) {
    decided_ = true;
    // What set-up writes into a repository: the client may have been started below its root.
    if (*path == exchange::kStartedThere && enter_here()) return {};
    return set_workspace(setting_, *path);
  }
  for (const exchange::Tool* tool : exchange::tools()) {
    if (tool->workspace_variable.empty()) continue;
    path = setting_.environment.get(tool->workspace_variable);
    if (path && path->starts_with('/') && enter(*path)) {
      decided_ = true;
      return {};
    }
  }
  std::error_code error;
  const std::string here = std::filesystem::current_path(error).string();
  // Where a desktop program starts its servers is nobody's workspace.
  const auto user = setting_.files->canonical(setting_.session.user_home);
  if (error || here == "/" || (user && here == *user)) return {};
  (void)enter(here);
  return {};
}

void Host::use_root(const std::string& path) {
  if (decided_ || path.empty()) return;
  const std::string before = setting_.session.workspace ? setting_.session.workspace->root : "";
  if (enter(path) && setting_.session.workspace->root != before) home_.reset();
}

Result<std::shared_ptr<memory::Memory>> Host::memory() {
  // A shared memory may have been made, or gone, since.
  if (home_ != nullptr && setting_.session.workspace) {
    const store::Workspace& known = *setting_.session.workspace;
    auto now = store::workspace_at(*setting_.files, known.root, homes());
    if (now && (now->has_loci != known.has_loci || now->has_xcaf != known.has_xcaf)) {
      setting_.session.workspace = std::move(*now);
      home_.reset();
    }
  }
  if (home_ == nullptr) {
    LOCI_ASSIGN(home_, open_home(setting_, true));
  }
  // One thread asks, and only between two requests may the home become another.
  return std::shared_ptr<memory::Memory>(home_->memory.get(), [](memory::Memory*) {});
}

}  // namespace

Result<int> run_mcp(const Invocation& invocation, const Environment& environment,
                    Terminal& /*terminal*/) {
  const Globals& globals = invocation.globals;
  LOCI_ASSIGN(Setting setting, make_setting(globals, environment, memory::FrontEnd::ForAgents));
  setting.session.origin = "mcp";
  setting.session.lives_long = true;
  rpc::Pins pins;
  pins.agent = setting.session.agent;
  pins.read_only = invocation.arguments.contains("read-only");
  pins.scope = invocation.arguments.value("scope", "");
  pins.memory_tool = invocation.arguments.contains("tools");
  Host host(std::move(setting));
  LOCI_TRY(host.find_workspace(globals));
  LiveRemotes live(host.setting(), {});

  rpc::MemoryService service(host, pins);
  rpc::Worker worker;
  rpc::Dispatcher dispatcher(service, worker);
  service.tell(dispatcher, worker);
  const auto sink = std::make_shared<rpc::LineSink>(STDOUT_FILENO);
  const Result<> served = rpc::serve_lines(dispatcher, STDIN_FILENO, sink);
  worker.finish();
  service.stop_watching();
  live.stop();
  if (!served) return fail(served.error());
  return 0;
}

}  // namespace loci::cli
