#include "cli/command.h"

#include <fmt/format.h>
#include <malloc.h>

#include <algorithm>
#include <array>

#include "api/codec.h"
#include "api/everywhere.h"
#include "api/sync_view.h"
#include "api/text_view.h"
#include "base/limits.h"
#include "base/named.h"
#include "base/text.h"
#include "base/version.h"
#include "base/wrap.h"
#include "cli/completion.h"
#include "cli/edit.h"
#include "cli/hook.h"
#include "cli/live.h"
#include "cli/manual.h"
#include "cli/mcp.h"
#include "cli/merge_file.h"
#include "cli/note_view.h"
#include "cli/once_log.h"
#include "cli/process.h"
#include "cli/progress_log.h"
#include "cli/review.h"
#include "cli/serve.h"
#include "cli/setting.h"
#include "memory/asker.h"
#include "memory/memories.h"
#include "memory/memory.h"
#include "upkeep/health.h"

namespace loci::cli {
namespace {

using api::ParamType;
using api::Reply;

constexpr std::size_t kShownProblems = 3;  // of `loci` alone

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
          error.hint = "if the text itself begins with @, pipe it in";
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
    if (!param.path || !invocation.arguments.contains(key)) continue;
    Json& given = invocation.arguments[key];
    const bool list = param.type == ParamType::TextList;
    for (std::size_t i = 0; i < (list ? given.size() : 1); ++i) {
      Json& path = list ? given[i] : given;
      if (path == "-") {
        return fail(invalid_input("'-' is no file: this takes the name of one",
                                  "for a file of that name write './-'"));
      }
      LOCI_ASSIGN(path, absolute_path(path.get<std::string>()));
    }
  }
  return {};
}

constexpr std::size_t kShownFirst = 40;  // lines of what an operation is about to do

// To whoever looks on: what an operation is about to do. The real run is then held to that,
// whatever others do in between; a fault is its to report.
void show_first(memory::Memory& memory, Invocation& invocation, const Terminal& terminal) {
  const api::Operation& operation = *invocation.operation;
  if (!operation.is_shown_first || !terminal.can_ask()) return;
  if (invocation.globals.quiet || invocation.arguments.contains("dry-run")) return;
  Json arguments = invocation.arguments;
  arguments["dry-run"] = true;
  if (!operation.consent.empty()) arguments[std::string(operation.consent)] = true;
  const auto reply = operation.run(memory, arguments);
  if (!reply || reply->settled.is_null()) return;
  const std::vector<std::string_view> lines = split_lines(reply->text);
  const std::size_t shown = std::min(lines.size(), kShownFirst);
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) text += lines[i];
  if (shown < lines.size()) {
    text += fmt::format("… {} more lines: --dry-run shows all of them\n", lines.size() - shown);
  }
  say_as_it_is(std::string(trim_right(text)));
  invocation.arguments.update(reply->settled);
}

Result<Reply> run_operation(memory::Memory& memory, Invocation& invocation, Terminal& terminal) {
  const api::Operation& operation = *invocation.operation;
  LOCI_TRY(resolve_content(invocation, terminal));
  LOCI_TRY(resolve_paths(invocation));
  show_first(memory, invocation, terminal);
  auto reply = operation.run(memory, invocation.arguments);
  std::string asked;
  // A yes may lead to another question; the same one twice would never end.
  while (!reply && reply.error().needs_consent && reply.error().message != asked &&
         terminal.can_ask()) {
    asked = reply.error().message;
    if (!terminal.ask(fmt::format("{}. Continue?", asked))) {
      Error declined = std::move(reply).error();
      declined.message = "nothing was changed";
      declined.hint.clear();
      return fail(std::move(declined));
    }
    invocation.arguments[std::string(operation.consent)] = true;
    reply = operation.run(memory, invocation.arguments);
  }
  return reply;
}

std::string json_lines(const Reply& reply) {
  if (reply.list.empty()) return dump_json(reply.data) + "\n";
  std::string text;
  for (const Json& row : reply.data[reply.list]) text += dump_json(row) + "\n";
  return text;
}

// To whoever reads at a terminal, a note as a page rather than as a file.
bool is_rendered(const Invocation& invocation, const Terminal& terminal) {
  if (invocation.operation == nullptr || invocation.operation->name != "read") return false;
  const Json& given = invocation.arguments;
  return terminal.columns() > 0 && !given.contains("raw") && !given.contains("meta") &&
         !given.contains("html");
}

// What stands in files, and differences, are shown as they are; all else has lines that are
// broken where the terminal ends.
bool is_verbatim(const Invocation& invocation, const Reply& reply) {
  if (reply.text.find("\n@@ ") != std::string::npos) return true;
  if (invocation.operation == nullptr) return false;
  constexpr std::array<std::string_view, 9> kTexts{"read",     "daily",       "target read",
                                                   "context",  "completions", "render",
                                                   "memories", "merge",       "man"};
  const std::string_view name = invocation.operation->name;
  const Json& given = invocation.arguments;
  if (name == "read" && given.contains("meta")) return false;
  if (name == "memory") return given.contains("name");
  return given.contains("print") || std::find(kTexts.begin(), kTexts.end(), name) != kTexts.end();
}

// Whether the command is done only when remotes that are waited for have what it changed.
bool may_wait(const Invocation& invocation) {
  const api::Operation* const operation = invocation.operation;
  return operation != nullptr && operation->effect != api::Effect::Reads &&
         operation->group != api::Group::Machines && !invocation.arguments.contains("dry-run");
}

int status_of(const std::vector<remote::WentThrough>& through) {
  using Came = remote::WentThrough::Came;
  const auto any = [&](Came came) {
    return std::any_of(through.begin(), through.end(),
                       [&](const remote::WentThrough& one) { return one.came == came; });
  };
  if (any(Came::NotYet)) return error_info(ErrorKind::Io).exit_status;
  return any(Came::TwoVersions) ? error_info(ErrorKind::Conflict).exit_status : 0;
}

Result<int> answer(Reply& reply, const Invocation& invocation, Terminal& terminal) {
  const Globals& globals = invocation.globals;
  if (reply.large && globals.format != Format::Human) reply.data = reply.large();
  if (!globals.quiet) {
    for (const std::string& note : reply.notes) say(fmt::format("loci: {}", note));
  }
  switch (globals.format) {
    case Format::Human:
      if (reply.long_text) reply.text = reply.long_text();
      if (!is_verbatim(invocation, reply)) {
        reply.text = wrap_lines(reply.text, terminal.columns());
      }
      if (is_rendered(invocation, terminal)) {
        LOCI_TRY(
            terminal.print_view(note_view(reply.text, terminal.columns(), terminal.has_color())));
        break;
      }
      LOCI_TRY(terminal.print_long(reply.text, reply.marked && terminal.has_color()
                                                   ? reply.marked()
                                                   : std::vector<std::string>()));
      break;
    case Format::Json:
      LOCI_TRY(terminal.print(dump_json(reply.data, 2) + "\n"));
      break;
    case Format::JsonLines:
      LOCI_TRY(terminal.print(json_lines(reply)));
      break;
  }
  if (reply.incomplete) return error_info(ErrorKind::Io).exit_status;
  return reply.nothing ? 1 : 0;
}

// `loci` alone: where we are, what there is, and what to do next.
Result<Reply> status(memory::Memory& memory) {
  LOCI_ASSIGN(const upkeep::HealthReply health, upkeep::health(memory));
  Reply reply;
  reply.data = api::to_json(health);
  std::size_t notes = 0;
  for (const upkeep::ScopeHealth& scope : health.scopes) notes += scope.notes;
  reply.text = fmt::format("workspace  {}\nhome       {}\n",
                           health.workspace.empty() ? "-" : printable(health.workspace, true),
                           printable(health.home, true));
  if (!health.disabled.empty()) reply.text += fmt::format("memory     off: {}\n", health.disabled);
  std::vector<std::vector<std::string>> rows;
  for (const upkeep::ScopeHealth& scope : health.scopes) {
    rows.push_back({api::place_text(scope.place, scope.untrusted), api::count(scope.notes, "note"),
                    scope.path});
  }
  reply.text += "\n" + api::table(rows, memory.session().columns) + "\n";
  if (notes == 0) {
    reply.text +=
        "nothing remembered yet: try 'loci remember \"a fact\" --title \"what it is about\"'\n";
  }
  if (!health.problems.empty()) {
    reply.text += api::problems_text(health.problems, kShownProblems) + "\n";
  }
  reply.text += "run 'loci --help' to see all commands\n";
  if (api::has_untrusted(health)) reply.notes.push_back(api::untrusted_note());
  return reply;
}

// One command and it is over: memory is taken in large pieces and not given back.
// The system's own steps of 128 KiB cost `apply` of 5,000 notes a fifth of its time.
void use_memory_freely() {
#ifdef __GLIBC__
  constexpr int kPiece = 16 << 20;
  ::mallopt(M_TOP_PAD, kPiece);
  ::mallopt(M_MMAP_THRESHOLD, kPiece);
  ::mallopt(M_TRIM_THRESHOLD, 16 * kPiece);
  // Freed pieces are joined at once: putting that off costs `check` of 20,000 notes a tenth.
  ::mallopt(M_MXFAST, 0);
#endif
}

// Opens memory, does one thing with it, and prints the reply.
template <typename Work>
Result<int> with_memory(const Invocation& invocation, const Environment& environment,
                        Terminal& terminal, const Work& work) {
  use_memory_freely();
  const Globals& globals = invocation.globals;
  const bool agent =
      invocation.operation != nullptr && invocation.operation->asker == api::Asker::Agent;
  LOCI_ASSIGN(Setting setting,
              make_setting(globals, environment,
                           agent ? memory::FrontEnd::ForAgents : memory::FrontEnd::CommandLine));
  if (!globals.quiet) setting.log = with_progress(std::move(setting.log));
  setting.log = std::make_unique<OnceLog>(std::move(setting.log));
  setting.session.columns = globals.format == Format::Human ? terminal.columns() : 0;
  LOCI_TRY(find_workspace(setting, globals));
  LOCI_ASSIGN(const std::unique_ptr<Home> home,
              open_home(setting, !invocation.arguments.contains("dry-run")));
  std::optional<remote::WaitedChange> change;
  if (may_wait(invocation)) change.emplace(*home->memory);
  auto reply = work(*home->memory, setting.environment);
  setting.log->progress("");
  if (!reply) return fail(std::move(reply));
  const auto through = change ? change->wait() : std::vector<remote::WentThrough>();
  if (reply->large && !through.empty()) reply->data = std::exchange(reply->large, {})();
  api::add_write_through(through, reply->data, reply->notes);
  LOCI_ASSIGN(const int status, answer(*reply, invocation, terminal));
  return status == 0 ? status_of(through) : status;
}

Result<int> run_edit(const Invocation& invocation, const Environment& environment,
                     Terminal& terminal) {
  return with_memory(invocation, environment, terminal,
                     [&](memory::Memory& memory, const Environment& around) {
                       return edit_note(memory, invocation.arguments, terminal, around);
                     });
}

Result<int> run_memory_edit(const Invocation& invocation, const Environment& environment,
                            Terminal& terminal) {
  return with_memory(invocation, environment, terminal,
                     [&](memory::Memory& memory, const Environment& around) {
                       return edit_memory(memory, invocation.arguments, terminal, around);
                     });
}

Result<int> run_inbox_edit(const Invocation& invocation, const Environment& environment,
                           Terminal& terminal) {
  return with_memory(invocation, environment, terminal,
                     [&](memory::Memory& memory, const Environment& around) {
                       return edit_inbox(memory, invocation.arguments, around);
                     });
}

Result<int> run_config_edit(const Invocation& invocation, const Environment& environment,
                            Terminal& terminal) {
  return with_memory(invocation, environment, terminal,
                     [&](memory::Memory& memory, const Environment& around) {
                       return edit_config(memory, invocation.arguments, terminal, around);
                     });
}

Result<int> run_ephemeral(const Invocation& invocation, const Environment& environment,
                          Terminal& /*terminal*/) {
  LOCI_ASSIGN(const EphemeralHome home, EphemeralHome::make(environment));
  std::vector<std::string> words;
  if (invocation.arguments.contains("command")) {
    words = invocation.arguments["command"].get<std::vector<std::string>>();
  } else {
    words = {environment.get("SHELL").value_or("/bin/sh")};
  }
  return run_program(words, {{"LOCI_HOME", home.path()}, {"LOCI_EPHEMERAL", "1"}});
}

// What needs something that only this front end has: a person at an editor, a
// socket, another program.
struct OwnCommand {
  std::string_view name;
  Command run;
};
constexpr std::array kOwnCommands{
    OwnCommand{"edit", run_edit},
    OwnCommand{"inbox edit", run_inbox_edit},
    OwnCommand{"hook", run_hook},
    OwnCommand{"mcp", run_mcp},
    OwnCommand{"serve", run_serve},
    OwnCommand{"ephemeral", run_ephemeral},
    OwnCommand{"version", run_version},
    OwnCommand{"merge-file", run_merge_file},
    OwnCommand{"memory edit", run_memory_edit},
    OwnCommand{"man", run_man},
    OwnCommand{"completions", run_completions},
    OwnCommand{"complete", run_complete},
    OwnCommand{"config edit", run_config_edit},
};

}  // namespace

Result<int> run_version(const Invocation& invocation, const Environment& /*environment*/,
                        Terminal& terminal) {
  Reply reply;
  reply.data = {{"version", kVersion}, {"json", api::kJsonVersion}};
  reply.text = fmt::format("loci {}\n", kVersion);
  return answer(reply, invocation, terminal);
}

Command own_command(std::string_view name) {
  const OwnCommand* const command = find_named(kOwnCommands, name);
  return command == nullptr ? nullptr : command->run;
}

namespace {

// Global memory and all projects together, for whoever this command is.
Result<int> run_over_projects(const Invocation& invocation, const Environment& environment,
                              Terminal& terminal) {
  const Globals& globals = invocation.globals;
  LOCI_ASSIGN(Setting setting, make_setting(globals, environment));
  setting.log = std::make_unique<OnceLog>(std::move(setting.log));
  setting.session.columns = globals.format == Format::Human ? terminal.columns() : 0;
  memory::Memories memories(*setting.files, *setting.clock, *setting.log, setting.home,
                            setting.environment, setting.session);
  memory::Tenant tenant;
  tenant.origin = "cli";
  tenant.audience = setting.session.audience;
  LOCI_ASSIGN(Reply reply,
              api::run_everywhere(memories, *invocation.operation, invocation.arguments, tenant));
  return answer(reply, invocation, terminal);
}

}  // namespace

Result<int> run_command(Invocation invocation, const Environment& environment, Terminal& terminal) {
  const api::Operation* operation = invocation.operation;
  if (operation != nullptr && operation->run == api::kByFrontEnd) {
    return own_command(operation->name)(invocation, environment, terminal);
  }
  if (operation != nullptr && operation->name == "sync" && invocation.arguments.contains("watch")) {
    return run_watch(invocation, environment, terminal);
  }
  if (operation != nullptr && operation->run_over != nullptr &&
      invocation.arguments.value("everywhere", false)) {
    return run_over_projects(invocation, environment, terminal);
  }
  // To whoever sits at a terminal, one by one; to a script, a list.
  const bool walks = operation != nullptr && operation->name == "review" && terminal.can_ask() &&
                     invocation.globals.format == Format::Human;
  const bool resolves =
      operation != nullptr && operation->name == "resolve" && invocation.arguments.contains("edit");
  return with_memory(invocation, environment, terminal,
                     [&](memory::Memory& memory, const Environment& around) -> Result<Reply> {
                       if (walks)
                         return walk_through_review(memory, invocation.arguments, terminal, around);
                       if (resolves) {
                         return resolve_by_editor(memory, invocation.arguments, around);
                       }
                       return operation == nullptr ? status(memory)
                                                   : run_operation(memory, invocation, terminal);
                     });
}

}  // namespace loci::cli
