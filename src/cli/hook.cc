#include "cli/hook.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>

#include "base/limits.h"
#include "cli/setting.h"
#include "cli/terminal.h"
#include "compile/setup.h"
#include "exchange/tool.h"
#include "memory/activity.h"
#include "memory/asker.h"
#include "prompt/hooks.h"
#include "store/home_version.h"
#include "upkeep/consolidate.h"

namespace loci::cli {
namespace {

// Shorter than what `setup` lets the tools wait: a prompt and a tool 2 s, anything else 5 s.
constexpr long kPromptMilliseconds = 1'500;
constexpr long kOtherMilliseconds = 4'000;

// What the handler may touch: bytes that are ready before it can be called.
constexpr std::size_t kMostBytes = 4'096;
std::array<char, kMostBytes> fault_file{};
std::array<char, kMostBytes> fault_line{};
volatile std::size_t fault_bytes = 0;

extern "C" void give_up(int /*signal*/) {
  const int file =
      fault_bytes == 0 ? -1 : ::open(fault_file.data(), O_WRONLY | O_APPEND | O_CLOEXEC);
  if (file >= 0) (void)!::write(file, fault_line.data(), fault_bytes);
  ::_exit(0);
}

// From now on the process ends quietly when the time is up. Nothing has been
// printed by then, and what was being written is finished by the next command.
void limit_time(exchange::HookEvent event) {
  using exchange::HookEvent;
  const bool soon = event == HookEvent::Prompt || event == HookEvent::Tool;
  const long time = soon ? kPromptMilliseconds : kOtherMilliseconds;
  struct sigaction action {};
  action.sa_handler = give_up;
  (void)::sigaction(SIGALRM, &action, nullptr);
  itimerval timer{};
  timer.it_value.tv_sec = time / 1'000;
  timer.it_value.tv_usec = time % 1'000 * 1'000;
  (void)::setitimer(ITIMER_REAL, &timer, nullptr);
}

// The fault that is noted then, where the home has a file for it.
void prepare_fault(const Setting& setting, const std::string& hook) {
  if (!store::check_home_version(*setting.files, setting.home)) return;
  const memory::ActivityLine fault = memory::activity_line(
      setting.home, {format_utc(setting.clock->now()), "hook", "", setting.session.actor,
                     fmt::format("{}: it took too long", hook)});
  if (fault.file.size() >= kMostBytes || fault.line.size() >= kMostBytes) return;
  std::copy(fault.file.begin(), fault.file.end(), fault_file.begin());
  std::copy(fault.line.begin(), fault.line.end(), fault_line.begin());
  fault_bytes = fault.line.size();
}

// A hook has no terminal: what would be a warning there goes to the log.
class Warnings final : public Log {
 public:
  void say(LogLevel level, std::string_view message) override {
    if (level == LogLevel::Warning &&
        std::find(messages_.begin(), messages_.end(), message) == messages_.end()) {
      messages_.emplace_back(message);
    }
  }
  [[nodiscard]] const std::vector<std::string>& messages() const { return messages_; }

 private:
  std::vector<std::string> messages_;
};

struct Call {
  const exchange::Tool* tool = nullptr;
  exchange::HookEvent event = exchange::HookEvent::SessionStart;
  std::string name;      // for the log: "claude prompt"
  bool project = false;  // called by a repository's settings
};

Result<Call> call_of(const Invocation& invocation) {
  Call call;
  const std::string tool = invocation.arguments["tool"];
  const std::string event = invocation.arguments["event"];
  LOCI_ASSIGN(call.tool, exchange::find_hook_tool(tool));
  LOCI_ASSIGN(call.event, exchange::parse_hook_event(event));
  call.name = fmt::format("{} {}", tool, event);
  call.project = invocation.arguments.value("project", false);
  return call;
}

// Everything but the answer; the fault of whatever went wrong is for the log.
Result<std::string> answer(const Call& call, Setting& setting, const Globals& globals,
                           const std::string& text) {
  LOCI_ASSIGN(const exchange::HookInput input, exchange::parse_hook_input(text));
  if (!input.session.empty()) setting.session.conversation = input.session;
  const bool somewhere = input.directory.starts_with('/');
  LOCI_TRY(find_workspace(setting, globals, somewhere ? input.directory : ""));
  LOCI_ASSIGN(const std::unique_ptr<Home> home, open_home(setting, true));
  // Of two hooks for one event the user's own speaks.
  if (call.project && compile::has_own_hook(*home->memory, *call.tool, call.event)) {
    return std::string();
  }
  LOCI_ASSIGN(const std::string told, prompt::hook(*home->memory, *call.tool, call.event, input));
  if (call.event == exchange::HookEvent::SessionEnd) {
    // The session is counted. What is not done in the time that is left the next run does.
    const auto tidied = upkeep::consolidate_by_itself(*home->memory);
    if (!tidied && tidied.error().kind != ErrorKind::Locked) {
      setting.log->warn(tidied.error().message);
    }
  }
  return exchange::hook_answer(*call.tool, call.event, told);
}

void note_faults(Setting& setting, const Call& call, const std::vector<std::string>& faults) {
  if (faults.empty()) return;
  setting.session.workspace.reset();
  const auto home = open_home(setting, false);
  for (const std::string& fault : faults) {
    if (home) prompt::note_hook_fault(*(*home)->memory, call.name, fault);
  }
}

Result<int> run_call(const Call& call, const Globals& globals, const Environment& environment,
                     Terminal& terminal) {
  LOCI_ASSIGN(Setting setting, make_setting(globals, environment, memory::FrontEnd::ForAgents));
  auto log = std::make_unique<Warnings>();
  const Warnings& warnings = *log;
  setting.log = std::move(log);
  setting.session.origin = "hook";
  setting.session.actor = fmt::format("agent:{}", call.tool->name);
  prepare_fault(setting, call.name);
  auto text = terminal.read_all(kFileBytes);
  auto told =
      text ? answer(call, setting, globals, *text) : Result<std::string>(fail(text.error()));
  if (told && !told->empty()) (void)terminal.print(*told);
  std::vector<std::string> faults = warnings.messages();
  if (!told) faults.push_back(told.error().message);
  note_faults(setting, call, faults);
  return 0;
}

}  // namespace

Result<int> run_hook(const Invocation& invocation, const Environment& environment,
                     Terminal& terminal) {
  const bool person = terminal.stdin_is_terminal();
  const auto call = call_of(invocation);
  if (!call) return person ? Result<int>(fail(call.error())) : Result<int>(0);
  if (person) {
    return fail(invalid_input("a hook reads its event from standard input, which is a terminal",
                              fmt::format("for example: {}", invocation.operation->example)));
  }
  limit_time(call->event);
  const auto status = run_call(*call, invocation.globals, environment, terminal);
  return status.value_or(0);
}

}  // namespace loci::cli
