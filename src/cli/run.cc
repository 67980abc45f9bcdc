#include "cli/run.h"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <exception>
#include <new>

#include "api/codec.h"
#include "cli/command.h"
#include "cli/help.h"
#include "cli/parse.h"
#include "cli/terminal.h"
#include "memory/asker.h"

namespace loci::cli {
namespace {

int report(const Error& error, const Globals& globals) {
  if (globals.format == Format::Human) {
    say(fmt::format("loci: {}", error.message));
    if (!error.hint.empty()) say(fmt::format("hint: {}", error.hint));
  } else {
    say_as_it_is(dump_json(api::to_json(error)));
  }
  return error_info(error.kind).exit_status;
}

// A tool takes some statuses for orders to stop; what it calls fails open whatever
// it is given.
bool fails_open(const std::vector<std::string>& words) {
  const api::Operation* operation = words.empty() ? nullptr : api::find_operation(words[0]);
  return operation != nullptr && operation->asker == api::Asker::Tool &&
         ::isatty(STDIN_FILENO) == 0;
}

constexpr std::string_view kNoMemory = "not enough memory";

// Said without asking for any.
int say_no_memory() {
  const std::string_view said = "loci: not enough memory\n";
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

Result<int> run_words(const std::vector<std::string>& words, Globals& globals) {
  const Environment environment = Environment::of_process();
  LOCI_ASSIGN(Invocation invocation, parse(words, globals));
  // An agent at a terminal reads what a pipe would get, and waits for no key.
  const bool person =
      memory::who_asks(memory::FrontEnd::CommandLine, globals.agent, environment).audience ==
      memory::Audience::Person;
  Terminal terminal(environment, globals.no_color, globals.no_pager || !person);
  if (!person) terminal.lay_out_for_nobody();
  if (globals.help) {
    const std::size_t columns = terminal.columns();
    LOCI_TRY(terminal.print_long(invocation.operation == nullptr
                                     ? general_help(columns)
                                     : topic_help(invocation.topic, columns)));
    return 0;
  }
  if (globals.version) return run_version(invocation, environment, terminal);
  return run_command(std::move(invocation), environment, terminal);
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
                : report(internal_error(fmt::format("unexpected error: {}", error.what()),
                                        "please report it with the command you ran"),
                         globals);
  }
}

}  // namespace loci::cli
