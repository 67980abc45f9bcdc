#include "cli/run.h"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <filesystem>

#include "api/codec.h"
#include "api/operation.h"
#include "api/text_view.h"
#include "base/limits.h"
#include "base/text.h"
#include "base/version.h"
#include "cli/edit.h"
#include "cli/help.h"
#include "cli/parse.h"
#include "cli/process.h"
#include "cli/terminal.h"
#include "note/slug.h"
#include "store/identity.h"

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

Result<std::string> user_home(const Environment& environment) {
  if (auto home = environment.get("HOME")) return *home;
  const passwd* user = ::getpwuid(::geteuid());
  if (user != nullptr && user->pw_dir != nullptr) return std::string(user->pw_dir);
  return fail(invalid_input("there is no home directory", "set HOME or LOCI_HOME"));
}

Result<std::string> absolute(const std::string& path) {
  if (path.empty()) return fail(invalid_input("an empty path names no directory"));
  std::error_code error;
  const std::filesystem::path result = std::filesystem::absolute(path, error);
  if (error) return fail(system_error(error.value(), "find", path));
  return result.lexically_normal().string();
}

Result<Timestamp> fixed_time(const std::string& text) {
  if (const auto time = parse_time(text)) return *time;
  return fail(invalid_input(fmt::format("LOCI_NOW: '{}' is no time", text),
                            "write it as 2026-11-15T10:00:00Z"));
}

// What a command works with, made for this one run.
struct Setting {
  Environment environment;
  std::unique_ptr<fs::FileSystem> files;
  std::unique_ptr<Clock> clock;
  std::unique_ptr<StderrLog> log;
  std::optional<EphemeralHome> ephemeral;
  std::string home;
  app::Session session;
};

Result<> find_workspace(Setting& setting, const Globals& globals, const std::string& user) {
  const store::HomePaths homes{setting.home, user};
  std::optional<std::string> path = globals.workspace;
  if (!path) path = setting.environment.get("LOCI_WORKSPACE");
  if (path) {
    LOCI_ASSIGN(const std::string full, absolute(*path));
    LOCI_ASSIGN(setting.session.workspace, store::workspace_at(*setting.files, full, homes));
    return {};
  }
  std::error_code error;
  const std::filesystem::path here = std::filesystem::current_path(error);
  if (error) return {};  // the directory is gone: the global scope still works
  LOCI_ASSIGN(setting.session.workspace,
              store::find_workspace(*setting.files, here.string(), homes));
  return {};
}

Result<Setting> make_setting(const Globals& globals, Environment environment) {
  Setting setting;
  setting.environment = std::move(environment);
  setting.files = fs::make_system_file_system();
  setting.log = std::make_unique<StderrLog>(globals.quiet);
  if (const auto now = setting.environment.get("LOCI_NOW")) {
    LOCI_ASSIGN(const Timestamp at, fixed_time(*now));
    setting.clock = std::make_unique<FixedClock>(at);
  } else {
    setting.clock = std::make_unique<SystemClock>();
  }
  LOCI_ASSIGN(const std::string user, user_home(setting.environment));
  setting.session.user_home = user;
  setting.session.ephemeral = setting.environment.get("LOCI_EPHEMERAL").value_or("0") != "0";
  if (globals.ephemeral) {
    LOCI_ASSIGN(EphemeralHome home, EphemeralHome::make(setting.environment));
    setting.ephemeral.emplace(std::move(home));
    setting.home = setting.ephemeral->path();
    setting.session.ephemeral = true;
  } else if (globals.home) {
    LOCI_ASSIGN(setting.home, absolute(*globals.home));
  } else if (const auto home = setting.environment.get("LOCI_HOME")) {
    LOCI_ASSIGN(setting.home, absolute(*home));
  } else {
    setting.home = user + "/.loci";
  }
  std::optional<std::string> agent = globals.agent;
  if (!agent) agent = setting.environment.get("LOCI_AGENT");
  if (agent) {
    LOCI_ASSIGN(setting.session.agent, note::agent_id(*agent));
  }
  LOCI_TRY(find_workspace(setting, globals, user));
  setting.session.first_commits = git_first_commits;
  setting.session.environment = setting.environment;
  setting.session.program = own_path(setting.environment);
  return setting;
}

// The project that the workspace belongs to.
Result<store::Attachment> attach(store::Store& store, app::Session& session) {
  if (!session.workspace || session.ephemeral) return store::Attachment();
  return store::identify(store.files(), store.home(), *session.workspace);
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

Result<Reply> run_operation(app::Memory& memory, Invocation& invocation, Terminal& terminal,
                            const Environment& environment) {
  const api::Operation& operation = *invocation.operation;
  if (operation.name == "edit") {
    return edit_note(memory, invocation.arguments, terminal, environment);
  }
  LOCI_TRY(resolve_content(invocation, terminal));
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
  LOCI_ASSIGN(Setting setting, make_setting(globals, std::move(environment)));
  LOCI_ASSIGN(const app::Config config,
              app::Config::load(*setting.files, setting.home, setting.environment));
  LOCI_ASSIGN(const std::unique_ptr<store::Store> store,
              store::Store::open(*setting.files, *setting.clock, *setting.log, setting.home));
  LOCI_ASSIGN(const store::Attachment attachment, attach(*store, setting.session));
  app::Memory memory(*store, config, *setting.log, setting.session);
  if (attachment.fresh()) {
    setting.log->note(api::attachment_text(attachment));
    // Where the home cannot be written, it is said again next time.
    if (!invocation.arguments.contains("dry-run")) (void)memory.record_attachment();
  }
  auto reply = invocation.operation == nullptr
                   ? status(memory)
                   : run_operation(memory, invocation, terminal, setting.environment);
  if (!reply) return fail(std::move(reply));
  return answer(*reply, globals, terminal);
}

}  // namespace

int run(int argc, char** argv) {
  (void)std::signal(SIGPIPE, SIG_IGN);
  const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  Globals globals;
  globals.format = wanted_format(words);
  try {
    const Result<int> status = run_words(words, globals);
    return status ? *status : report(status.error(), globals);
  } catch (const std::exception& error) {
    return report(internal_error(fmt::format("unexpected fault: {}", error.what()),
                                 "please report it with the command you ran"),
                  globals);
  }
}

}  // namespace loci::cli
