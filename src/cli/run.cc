#include "cli/run.h"

#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include "api/codec.h"
#include "api/operation.h"
#include "api/text_view.h"
#include "base/limits.h"
#include "base/text.h"
#include "base/version.h"
#include "cli/edit.h"
#include "cli/help.h"
#include "cli/hook.h"
#include "cli/mcp.h"
#include "cli/parse.h"
#include "cli/process.h"
#include "cli/progress_log.h"
#include "cli/serve.h"
#include "cli/setting.h"
#include "cli/terminal.h"

namespace loci::cli {
namespace {

using api::ParamType;
using api::Reply;

constexpr std::size_t kShownProblems = 3;  // of `loci` alone

void say(std::string_view text) { std::fprintf(stderr, "%s\n", printable(text).c_str()); }

int report(const Error& error, const Globals& globals) {
  if (globals.format == Format::Human) {
    say(fmt::format("loci: {}", error.message));
    if (!error.hint.empty()) say(fmt::format("hint: {}", error.hint));
  } else {
    say(dump_json(api::to_json(error)));
  }
  return error_info(error.kind).exit_status;
}

// Content that the command line gives by reference: @FILE, -, or standard input.
Result<> resolve_content(Invocation& invocation, Terminal& terminal) {
  for (const api::Param& param : invocation.operation->params) {
    if (param.type != ParamType::Content) continue;
    const std::string key(param.name);
    const bool given = invocation.arguments.contains(key);
    const std::string text = given ? invocation.arguments[key].get<std::string>() : "";
    const std::size_t limit = kFileBytes;
    if (given && !param.positional && text.starts_with('@')) {
      auto content = read_user_file(text.substr(1), limit);
      if (!content) {
        Error error = std::move(content).error();
        if (error.kind == ErrorKind::NotFound) {
          error.hint = "text that begins with @ can be given on standard input";
        }
        return fail(std::move(error));
      }
      invocation.arguments[key] = std::move(*content);
    } else if (given && text == "-") {
      LOCI_ASSIGN(invocation.arguments[key], terminal.read_all(limit));
    } else if (!given) {
      if (terminal.stdin_is_terminal()) {
        return fail(invalid_input(
            "there is no content",
            param.positional ? fmt::format("for example: {}", invocation.operation->example)
                             : "give --content TEXT, --content @FILE, or pipe the text in"));
      }
      LOCI_ASSIGN(std::string content, terminal.read_all(limit));
      if (!content.empty()) invocation.arguments[key] = std::move(content);
    }
  }
  return {};
}

// A path on the command line is meant from where its user stands.
Result<> resolve_paths(Invocation& invocation) {
  for (const api::Param& param : invocation.operation->params) {
    const std::string key(param.name);
    if (!invocation.arguments.contains(key)) continue;
    Json& given = invocation.arguments[key];
    if (param.value == "PATH") {
      LOCI_ASSIGN(given, absolute_path(given.get<std::string>()));
    }
    if (param.value != "FILE" || param.type != ParamType::TextList) continue;
    for (Json& file : given) {
      LOCI_ASSIGN(file, absolute_path(file.get<std::string>()));
    }
  }
  return {};
}

Result<Reply> run_operation(app::Memory& memory, Invocation& invocation, Terminal& terminal,
                            const Environment& environment) {
  const api::Operation& operation = *invocation.operation;
  if (operation.name == "edit") {
    return edit_note(memory, invocation.arguments, terminal, environment);
  }
  LOCI_TRY(resolve_content(invocation, terminal));
  LOCI_TRY(resolve_paths(invocation));
  auto reply = operation.run(memory, invocation.arguments);
  if (reply || !reply.error().needs_consent || !terminal.can_ask()) return reply;
  if (!terminal.ask(fmt::format("{}. Go on?", reply.error().message))) return reply;
  invocation.arguments[std::string(operation.consent)] = true;
  return operation.run(memory, invocation.arguments);
}

std::string json_lines(const Reply& reply) {
  if (reply.list.empty()) return dump_json(reply.data) + "\n";
  std::string text;
  for (const Json& row : reply.data[reply.list]) text += dump_json(row) + "\n";
  return text;
}

int answer(Reply& reply, const Globals& globals, Terminal& terminal) {
  if (reply.large && globals.format != Format::Human) reply.data = reply.large();
  if (!globals.quiet) {
    for (const std::string& note : reply.notes) say(fmt::format("loci: {}", note));
  }
  Result<> printed;
  switch (globals.format) {
    case Format::Human:
      if (reply.long_text) reply.text = reply.long_text();
      printed = reply.text.find("\n@@ ") == std::string::npos ? terminal.print(reply.text)
                                                              : terminal.print_diff(reply.text);
      break;
    case Format::Json:
      printed = terminal.print(dump_json(reply.data, 2) + "\n");
      break;
    case Format::JsonLines:
      printed = terminal.print(json_lines(reply));
      break;
  }
  if (!printed) return report(printed.error(), globals);
  if (reply.incomplete) return error_info(ErrorKind::Io).exit_status;
  return reply.nothing ? 1 : 0;
}

Reply version_reply() {
  Reply reply;
  reply.data = {{"version", kVersion}, {"json", api::kJsonVersion}};
  reply.text = fmt::format("loci {}\n", kVersion);
  return reply;
}

// `loci` alone: where we are, what there is, and what to do next.
Result<Reply> status(app::Memory& memory) {
  LOCI_ASSIGN(const app::HealthReply health, memory.health());
  Reply reply;
  reply.data = api::to_json(health);
  std::size_t notes = 0;
  for (const app::ScopeHealth& scope : health.scopes) notes += scope.notes;
  reply.text = fmt::format("workspace  {}\nhome       {}\n",
                           health.workspace.empty() ? "-" : printable(health.workspace, true),
                           printable(health.home, true));
  if (!health.disabled.empty()) reply.text += fmt::format("memory     off: {}\n", health.disabled);
  std::vector<std::vector<std::string>> rows;
  for (const app::ScopeHealth& scope : health.scopes) {
    rows.push_back({api::place_text(scope.place, scope.untrusted), api::count(scope.notes, "note"),
                    scope.path});
  }
  reply.text += "\n" + api::table(rows) + "\n";
  if (notes == 0) {
    reply.text += "nothing remembered yet: try 'loci remember \"a fact\" --title \"what about\"'\n";
  }
  if (!health.problems.empty()) {
    reply.text += api::problems_text(health.problems, kShownProblems) + "\n";
  }
  reply.text += "run 'loci --help' for the commands\n";
  if (api::has_untrusted(health)) reply.notes.push_back(api::untrusted_note());
  return reply;
}

Result<int> run_ephemeral(const Invocation& invocation, const Environment& environment) {
  LOCI_ASSIGN(const EphemeralHome home, EphemeralHome::make(environment));
  std::vector<std::string> words;
  if (invocation.arguments.contains("command")) {
    words = invocation.arguments["command"].get<std::vector<std::string>>();
  } else {
    words = {environment.get("SHELL").value_or("/bin/sh")};
  }
  return run_program(words, {{"LOCI_HOME", home.path()}, {"LOCI_EPHEMERAL", "1"}});
}

// A tool takes some statuses for orders to stop; a hook fails open whatever it is given.
bool fails_open(const std::vector<std::string>& words) {
  return !words.empty() && words[0] == "hook" && ::isatty(STDIN_FILENO) == 0;
}

constexpr std::string_view kNoMemory = "there is not enough memory";

// Said without asking for any.
int say_no_memory() {
  const std::string_view said = "loci: there is not enough memory\n";
  (void)!::write(STDERR_FILENO, said.data(), said.size());
  return error_info(ErrorKind::Internal).exit_status;
}

// What has been changed is logged, so that the next command finishes it.
int report_no_memory(const Globals& globals) {
  try {
    return report(internal_error(std::string(kNoMemory),
                                 "close other programs, or raise the limit "
                                 "with 'ulimit -v', and try again"),
                  globals);
  } catch (const std::exception&) {
    return say_no_memory();
  }
}

// Where nobody can catch it: on another thread, and in a destructor.
[[noreturn]] void end_for_want_of_memory() {
  try {
    if (std::current_exception()) throw;
  } catch (const std::bad_alloc&) {
    ::_exit(say_no_memory());
  } catch (...) {  // a fault of ours, to be looked at
  }
  std::abort();
}

// One command and it is over: memory is taken in large pieces and not given back.
// The system's own steps of 128 KiB cost `apply` of 5,000 notes a fifth of its time.
void use_memory_freely() {
#ifdef __GLIBC__
  constexpr int kPiece = 16 << 20;
  ::mallopt(M_TOP_PAD, kPiece);
  ::mallopt(M_MMAP_THRESHOLD, kPiece);
  ::mallopt(M_TRIM_THRESHOLD, 16 * kPiece);
#endif
}

Result<int> run_words(const std::vector<std::string>& words, Globals& globals) {
  Environment environment = Environment::of_process();
  LOCI_ASSIGN(Invocation invocation, parse(words, globals));
  Terminal terminal(environment, globals.no_color);
  if (globals.help) {
    LOCI_TRY(terminal.print(invocation.operation == nullptr ? general_help()
                                                            : topic_help(invocation.topic)));
    return 0;
  }
  const bool version = globals.version ||
                       (invocation.operation != nullptr && invocation.operation->name == "version");
  if (version) {
    Reply reply = version_reply();
    return answer(reply, globals, terminal);
  }
  if (invocation.operation != nullptr && invocation.operation->name == "ephemeral") {
    return run_ephemeral(invocation, environment);
  }
  if (invocation.operation != nullptr && invocation.operation->name == "hook") {
    return run_hook(invocation, std::move(environment));
  }
  if (invocation.operation != nullptr && invocation.operation->name == "serve") {
    return run_serve(invocation, globals, std::move(environment), terminal);
  }
  if (invocation.operation != nullptr && invocation.operation->name == "mcp") {
    return run_mcp(invocation, globals, std::move(environment));
  }
  use_memory_freely();
  const bool for_agents = invocation.operation != nullptr && invocation.operation->for_agents;
  LOCI_ASSIGN(Setting setting,
              make_setting(globals, std::move(environment),
                           for_agents ? app::FrontEnd::ForAgents : app::FrontEnd::CommandLine));
  if (!globals.quiet) setting.log = with_progress(std::move(setting.log));
  LOCI_TRY(find_workspace(setting, globals));
  LOCI_ASSIGN(const std::unique_ptr<Home> home,
              open_home(setting, !invocation.arguments.contains("dry-run")));
  auto reply = invocation.operation == nullptr
                   ? status(*home->memory)
                   : run_operation(*home->memory, invocation, terminal, setting.environment);
  setting.log->progress("");
  if (!reply) return fail(std::move(reply));
  return answer(*reply, globals, terminal);
}

}  // namespace

int run(int argc, char** argv) {
  // Both would end the program without a word; the call that fails says more.
  (void)std::signal(SIGPIPE, SIG_IGN);
  (void)std::signal(SIGXFSZ, SIG_IGN);
  std::set_terminate(end_for_want_of_memory);
  Globals globals;
  bool open = false;
  try {
    const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
    open = fails_open(words);
    globals.format = wanted_format(words);
    const Result<int> status = run_words(words, globals);
    if (status) return *status;
    return open ? 0 : report(status.error(), globals);
  } catch (const std::bad_alloc&) {
    return open ? 0 : report_no_memory(globals);
  } catch (const std::exception& error) {
    return open ? 0
                : report(internal_error(fmt::format("unexpected fault: {}", error.what()),
                                        "please report it with the command you ran"),
                         globals);
  }
}

}  // namespace loci::cli
