// A look at a file that fails, at every single call of every command: the answer is
// right, or says that it is not; and files are as they were or as they shall be.

#include <gtest/gtest.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <set>
#include <system_error>

#include "cli/parse.h"
#include "cli/setting.h"
#include "fs/atomic_file.h"
#include "http/rest.h"
#include "memory/asker.h"
#include "memory/memories.h"
#include "memory/memory.h"
#include "prompt/hooks.h"
#include "rpc/memory_service.h"
#include "support/memory_file_system.h"

namespace loci::testing::unreadable_test {
namespace {

using Files = std::map<std::string, std::string>;
using Words = std::vector<std::string>;

const std::string kUser = "/home/u";
const std::string kHome = "/home/u/.loci";
const std::string kRoot = "/home/u/app";

constexpr std::array kNumbers{EIO, EACCES, ESTALE, EMFILE};

struct Command {
  // Of a command line, "hook TOOL EVENT" among them; or "mcp WHAT ARGUMENTS", or a request
  // over HTTP: "GET /api/memory", and a body.
  Words words;
  memory::Audience audience = memory::Audience::Person;
};

class Heard final : public Log {
 public:
  void say(LogLevel level, std::string_view message) override {
    if (level == LogLevel::Warning) warnings.emplace_back(message);
  }
  std::vector<std::string> warnings;
};

struct Answer {
  bool failed = false;
  bool incomplete = false;
  std::string text;               // the answer itself, as text and as JSON
  std::vector<std::string> said;  // beside it: errors, notes and warnings
  std::unique_ptr<fs::MemoryFileSystem> files;

  [[nodiscard]] bool mentions(std::string_view words) const {
    for (const std::string& line : said) {
      if (line.find(words) != std::string::npos) return true;
    }
    return text.find(words) != std::string::npos;
  }
};

std::string joined(const Words& words) {
  std::string line;
  for (const std::string& word : words) line += line.empty() ? word : " " + word;
  return line;
}

Result<api::Reply> hook(memory::Memory& memory, const Json& arguments) {
  const std::string tool = arguments["tool"];
  const std::string event = arguments["event"];
  LOCI_ASSIGN(const exchange::Tool* const called, exchange::find_hook_tool(tool));
  LOCI_ASSIGN(const exchange::HookEvent what, exchange::parse_hook_event(event));
  exchange::HookInput input;
  input.session = "s1";
  input.directory = kRoot;
  input.prompt = "how do we deploy the payment service?";
  input.summary = "We spoke of deployments.";
  input.trigger = "auto";
  api::Reply reply;
  LOCI_ASSIGN(reply.text, prompt::hook(memory, *called, what, input));
  return reply;
}

// A command as the program runs it, but for the terminal.
Result<api::Reply> run_words(const Command& command, cli::Setting& setting) {
  cli::Globals globals;
  LOCI_ASSIGN(const cli::Invocation invocation, cli::parse(command.words, globals));
  setting.session.audience = command.audience;
  setting.session.agent = globals.agent.value_or("");
  LOCI_TRY(cli::find_workspace(setting, globals, kRoot));
  LOCI_ASSIGN(const std::unique_ptr<cli::Home> home,
              cli::open_home(setting, !invocation.arguments.contains("dry-run")));
  if (invocation.operation->name == "hook") return hook(*home->memory, invocation.arguments);
  LOCI_ASSIGN(api::Reply reply, invocation.operation->run(*home->memory, invocation.arguments));
  if (reply.large) reply.data = reply.large();
  if (reply.long_text) reply.text = reply.long_text();
  return reply;
}

// One request, for which nobody waits.
class Request final : public rpc::Call {
 public:
  [[nodiscard]] const rpc::Caller& caller() const override { return caller_; }
  [[nodiscard]] bool cancelled() const override { return false; }
  void progress(double /*done*/, double /*total*/, std::string_view /*message*/) override {}
  void log(std::string_view /*level*/, std::string_view /*logger*/, Json /*data*/) override {}
  [[nodiscard]] const Json& input() const override { return input_; }
  [[nodiscard]] const std::optional<std::string>& state() const override { return state_; }

 private:
  rpc::Caller caller_;
  Json input_ = Json::object();
  std::optional<std::string> state_;
};

class Host final : public rpc::MemoryHost {
 public:
  explicit Host(cli::Setting& setting) : setting_(setting) {}
  Result<std::shared_ptr<memory::Memory>> memory() override {
    LOCI_TRY(cli::find_workspace(setting_, {}, kRoot));
    LOCI_ASSIGN(home_, cli::open_home(setting_, true));
    return std::shared_ptr<memory::Memory>(home_->memory.get(), [](memory::Memory*) {});
  }
  [[nodiscard]] bool wants_root() const override { return false; }
  void use_root(const std::string& /*path*/) override {}

 private:
  cli::Setting& setting_;
  std::unique_ptr<cli::Home> home_;
};

rpc::Answer ask_mcp(rpc::MemoryService& service, const Words& words) {
  Request request;
  const Json arguments = words.size() > 2 ? *parse_json(words[2]) : Json::object();
  if (words[1] == "resources/list") return service.list_resources({}, request);
  if (words[1] == "resources/read") return service.read_resource(arguments["uri"], request);
  if (words[1] == "prompts/get") return service.get_prompt("recall", arguments, request);
  return service.call_tool(words[1], arguments, request);
}

// What a model gets: warnings go elsewhere, so that they count for nothing here.
void run_mcp(const Words& words, cli::Setting& setting, Answer& answer) {
  setting.session.audience = memory::Audience::Agent;
  setting.session.origin = "mcp";
  Host host(setting);
  rpc::MemoryService service(host, {});
  const auto outcome = ask_mcp(service, words);
  answer.failed = !outcome || outcome->result.value("isError", false);
  answer.text = outcome ? dump_json(outcome->result, 1) : outcome.error().message;
}

void run_http(const Words& words, cli::Setting& setting, Answer& answer) {
  memory::Memories memories(*setting.files, *setting.clock, *setting.log, setting.home,
                            setting.environment, setting.session);
  http::Workers workers(1, 1);
  http::Rest rest(memories, workers);
  http::Request request{words[0], words[1], {}, words.size() > 2 ? words[2] : ""};
  if (!request.body.empty()) request.headers.push_back({"Content-Type", "application/json"});
  const http::Target target = *http::parse_target(request.target);
  const auto call =
      http::make_call(http::find_route(words[0], target.segments).match, target, request);
  if (!call) throw std::logic_error(joined(words) + ": " + call.error().message);
  const http::Response response = rest.run(*call, request);
  answer.failed = response.status >= 400;
  answer.text = response.body;
}

Answer run_command(const Command& command, cli::Setting& setting) {
  Answer answer;
  auto reply = run_words(command, setting);
  if (reply) {
    answer.incomplete = reply->incomplete;
    answer.text = reply->text + dump_json(reply->data, 1) + (reply->nothing ? "nothing\n" : "");
    answer.said = reply->notes;
  } else {
    answer.failed = true;
    answer.said = {reply.error().message, reply.error().hint};
  }
  return answer;
}

Answer run(const Command& command, std::unique_ptr<fs::MemoryFileSystem> files) {
  auto* const kept = files.get();
  cli::Setting setting;
  setting.files = std::move(files);
  setting.clock = std::make_unique<FixedClock>(*parse_time("2026-11-15T10:00:00Z"));
  auto log = std::make_unique<Heard>();
  const Heard& heard = *log;
  setting.log = std::move(log);
  setting.home = kHome;
  setting.session.user_home = kUser;
  setting.session.program = "/usr/bin/loci";
  Answer answer;
  if (command.words[0] == "mcp") {
    run_mcp(command.words, setting, answer);
  } else if (command.words[0] == "GET" || command.words[0] == "POST" || command.words[0] == "PUT" ||
             command.words[0] == "DELETE") {
    run_http(command.words, setting, answer);
  } else {
    answer = run_command(command, setting);
    answer.said.insert(answer.said.begin(), heard.warnings.begin(), heard.warnings.end());
  }
  (void)setting.files.release();
  answer.files.reset(kept);
  return answer;
}

std::string note_text(std::string_view name, std::string_view body) {
  return "---\nname: " + std::string(name) + "\ndescription: About " + std::string(name) +
         "\ntype: project\n---\n\n" + std::string(body) + "\n";
}

void put_other_tools(fs::MemoryFileSystem& files) {
  files.put(kUser + "/.claude/projects/-home-u-app/memory/MEMORY.md", "- [Build](build.md) — x\n");
  files.put(kUser + "/.claude/projects/-home-u-app/memory/build.md",
            note_text("Build", "Run make."));
  files.put(kUser + "/.claude/projects/-home-u-app/memory/style.md",
            note_text("Style", "Short lines."));
  files.put(kUser + "/.claude/projects/-home-u-gone/memory/lost.md", note_text("Lost", "Left."));
  files.put(kUser + "/.claude/settings.json", "{\n  \"model\": \"x\"\n}\n");
  files.put(kUser + "/.claude.json", "{\n  \"projects\": {}\n}\n");
  files.put(kUser + "/.codex/config.toml", "model = \"x\"\n");
  files.put(kUser + "/.codex/memories/MEMORY.md", "# Task Group: app\n\n- use make\n");
  files.put(kUser + "/.gemini/settings.json", "{}\n");
  files.put(kUser + "/.gemini/GEMINI.md", "## Gemini Added Memories\n- likes tea\n");
  files.put(kRoot + "/.serena/memories/layout.md", "# Layout\n\nsrc and tests\n");
}

void put_workspace(fs::MemoryFileSystem& files) {
  files.put(kRoot + "/.git/HEAD", "ref: refs/heads/main\n");
  files.put(kRoot + "/.git/config", "[remote \"origin\"]\n\turl = https://example.org/u/app.git\n");
  files.put(kRoot + "/.git/logs/HEAD",
            std::string(40, '0') + " " + std::string(40, 'a') +
                " U <u@example.org> 1794736800 +0000\tcommit (initial): first\n");
  files.put(kRoot + "/README.md", "# App\n");
  files.put(kRoot + "/GEMINI.md", "# Mine\n");
  files.put(kRoot + "/.claude/agents/dev.md", "---\nname: dev\n---\n\nYou are.\n");
  files.put(kRoot + "/xcaf/agents/ops/memory/pager.md", note_text("Pager", "Ring once."));
  files.put(kRoot + "/xcaf/vars.env", "REGION=north\n");
}

// A home and a workspace with something of everything, made by commands.
std::unique_ptr<fs::MemoryFileSystem> make_world() {
  auto files = std::make_unique<fs::MemoryFileSystem>();
  put_workspace(*files);
  put_other_tools(*files);
  files->put(kHome + "/config.toml", "retention_days = 90\n[notes]\nnew = \"shared\"\n");
  const std::vector<Words> commands{
      {"init"},
      {"trust"},
      {"write", "prefs.md", "--type", "user", "--description", "What I like", "--content",
       "Tea. See [deploy](deploy.md)."},
      {"write", "deploy.md", "--type", "project", "--description", "How we deploy", "--content",
       "The payment service deploys on Tuesdays. See [[rollback]]."},
      {"write", "rollback.md", "--type", "project", "--description", "How we go back", "--private",
       "--content", "Press the red button, then read [deploy](deploy.md)."},
      {"write", "old.md", "--type", "reference", "--description", "Old things", "--content", "One"},
      {"write", "old.md", "--content", "Two"},
      {"write", "habits.md", "--scope", "agent:dev", "--shared", "--description", "How dev works",
       "--content", "Tests first; [deploy](deploy.md)."},
      {"write", "mine.md", "--scope", "agent:dev", "--user", "--description", "Of the user",
       "--content", "Everywhere."},
      {"write", "own.md", "--scope", "agent:dev", "--private", "--description", "Of the project",
       "--content", "Here."},
      {"write", "gone.md", "--type", "project", "--description", "To go", "--content", "Soon."},
      {"delete", "gone.md"},
      {"scratch", "add", "call the bank"},
      {"scratch", "add", "water the plants"},
      {"daily", "add", "We deployed."},
      {"apply", "--fallback", "context"},
      {"setup", "claude"},
      {"import", "--from", "gemini"},
      {"search", "deploy"},
  };
  for (const Words& words : commands) {
    Answer answer = run({words}, std::move(files));
    EXPECT_FALSE(answer.failed) << joined(words) << ": " << answer.said.back();
    files = std::move(answer.files);
  }
  // Edited by hand and by tools since.
  files = files->after(fs::PowerCut::Nothing);
  files->put(kRoot + "/.loci/memory/by-hand.md", note_text("By hand", "See [old](old.md)."));
  files->put(kRoot + "/.loci/agents/dev/memory/fresh.md", note_text("Fresh", "New."));
  files->put(kHome + "/projects/away-00000000/project.json",
             "{\"version\":1,\"slug\":\"away-00000000\",\"paths\":[{\"path\":\"/home/u/away\","
             "\"device\":1,\"inode\":999,\"birth_ns\":5}]}\n");
  files->put(kHome + "/projects/away-00000000/memory/far.md", note_text("Far", "Away."));
  return files;
}

const std::vector<Command>& commands() {
  using enum memory::Audience;
  static const std::vector<Command> kAll{
      {{"list"}},
      {{"list"}, Agent},
      {{"list", "--agent", "dev"}},
      {{"read", "deploy"}},
      {{"read", "rollback"}, Agent},
      {{"read", "nothing"}},
      {{"search", "deploy"}},
      {{"search", "deploy"}, Agent},
      {{"context"}},
      {{"context"}, Agent},
      {{"context", "--query", "deploy"}},
      {{"links", "deploy"}},
      {{"check"}},
      {{"check", "--fix"}},
      {{"health"}},
      {{"history"}},
      {{"log", "old"}},
      {{"diff", "old"}},
      {{"daily"}},
      {{"scratch", "list"}},
      {{"target", "read", "scratchpad"}},
      {{"agents", "list"}},
      {{"agents", "show", "dev"}},
      {{"status"}},
      {{"projects", "list"}},
      {{"projects", "rescue"}},
      {{"config", "list"}},
      {{"import"}},
      {{"import", "--stores"}},
      {{"memories", "{\"command\":\"view\",\"path\":\"/memories\"}"}},
      {{"write", "new.md", "--type", "project", "--description", "New", "--content", "x"}},
      {{"write", "deploy.md", "--content", "On Mondays."}},
      {{"write", "rollback.md", "--content", "Never."}, Agent},
      {{"write", "plain.md", "--scope", "agent:dev", "--description", "New", "--content", "x"}},
      {{"remember", "It rains.", "--title", "Weather"}},
      {{"remember", "On Fridays.", "--title", "Deploy"}},
      {{"delete", "deploy"}},
      {{"rename", "deploy", "release"}},
      {{"move", "rollback", "--to", "global"}},
      {{"copy", "rollback", "--to", "global"}},
      {{"scratch", "add", "buy milk"}},
      {{"scratch", "done", "1"}},
      {{"scratch", "clear"}},
      {{"daily", "add", "More."}},
      {{"target", "write", "daily", "--content", "More."}, Agent},
      {{"flush", "We spoke."}, Agent},
      {{"restore", "old"}},
      {{"undo"}},
      {{"purge", "old", "--yes"}},
      {{"gc"}},
      {{"reindex"}},
      {{"init"}},
      {{"trust"}},
      {{"untrust"}},
      {{"apply"}},
      {{"apply", "--dry-run"}},
      {{"apply", "--scope", "user"}},
      {{"setup", "claude", "codex"}},
      {{"setup", "--all", "--dry-run"}},
      {{"unsetup", "claude"}},
      {{"import", "--from", "claude"}},
      {{"import", "--from", "serena"}},
      {{"import", "--from", "codex"}},
      {{"import", "--provider", "claude"}},
      {{"projects", "rescue", "away-00000000"}},
      {{"projects", "relink", "away-00000000"}},
      {{"projects", "detach"}},
      {{"hook", "claude", "session-start"}, Agent},
      {{"hook", "claude", "prompt"}, Agent},
      {{"hook", "claude", "pre-compact"}, Agent},
      {{"hook", "claude", "session-end"}, Agent},
  };
  return kAll;
}

// Tools, resources and prompts as clients of MCP ask for them, and the routes of HTTP.
const std::vector<Command>& requests() {
  static const std::vector<Command> kAll{
      {{"mcp", "memory_search", R"({"query":"deploy"})"}},
      {{"mcp", "memory_read", R"({"source":"note","name":"deploy"})"}},
      {{"mcp", "memory_read", R"({"source":"note","name":"nothing"})"}},
      {{"mcp", "memory_read", R"({"source":"list"})"}},
      {{"mcp", "memory_read", R"({"source":"index"})"}},
      {{"mcp", "memory_read", R"({"source":"daily"})"}},
      {{"mcp", "memory_context"}},
      {{"mcp", "memory_context", R"({"query":"deploy"})"}},
      {{"mcp", "memory_write",
        R"({"target":"note","name":"new","description":"New","content":"x"})"}},
      {{"mcp", "memory_write", R"({"target":"daily","content":"More."})"}},
      {{"mcp", "memory_edit",
        R"({"target":"note","name":"deploy","old_str":"Tuesdays","new_str":"Mondays"})"}},
      {{"mcp", "memory_delete", R"({"name":"rollback"})"}},
      {{"mcp", "remember", R"({"content":"It rains.","title":"Weather"})"}},
      {{"mcp", "resources/list"}},
      {{"mcp", "resources/read", R"({"uri":"loci://global/prefs.md"})"}},
      {{"mcp", "prompts/get", R"({"topic":"deploy"})"}},
      {{"GET", "/api/memory?workspace=app-59a4a65d"}},
      {{"GET", "/api/memory"}},
      {{"GET", "/api/memory/deploy.md?workspace=app-59a4a65d"}},
      {{"GET", "/api/memory/search?q=deploy&workspace=app-59a4a65d"}},
      {{"GET", "/api/memory/deploy.md/links?workspace=app-59a4a65d"}},
      {{"GET", "/api/memory/old.md/log?workspace=app-59a4a65d"}},
      {{"GET", "/api/memory/health?workspace=app-59a4a65d"}},
      {{"GET", "/api/memory/history?workspace=app-59a4a65d"}},
      {{"GET", "/api/context?workspace=app-59a4a65d"}},
      {{"GET", "/api/agents?workspace=app-59a4a65d"}},
      {{"GET", "/api/scratchpad?workspace=app-59a4a65d"}},
      {{"GET", "/api/projects"}},
      {{"GET", "/api/config"}},
      {{"PUT", "/api/memory/deploy.md?workspace=app-59a4a65d", R"({"content":"On Mondays."})"}},
      {{"DELETE", "/api/memory/rollback.md?workspace=app-59a4a65d"}},
      {{"POST", "/api/memory/deploy.md/rename?workspace=app-59a4a65d",
        R"({"new-name":"release"})"}},
      {{"POST", "/api/memory/undo?workspace=app-59a4a65d", "{}"}},
      {{"POST", "/api/memory/reindex?workspace=app-59a4a65d", "{}"}},
  };
  return kAll;
}

// What people and tools have; not what loci makes anew, or keeps beside it.
Files kept_files(const fs::MemoryFileSystem& files) {
  Files kept;
  for (const auto& [path, text] : files.tree(kUser)) {
    const std::string name = path.substr(path.rfind('/') + 1);
    if (path.starts_with(kHome + "/state/") || path.starts_with(kHome + "/apply/")) continue;
    if (fs::is_temporary_name(name) || name.ends_with(".state")) continue;
    kept[path] = text;
  }
  return kept;
}

struct Counts {
  std::uint64_t commands = 0, calls = 0, faults = 0, right = 0, said = 0, wrong = 0;
};

class Sweep {
 public:
  explicit Sweep(std::unique_ptr<fs::MemoryFileSystem> world) : world_(std::move(world)) {}

  void over(const Command& command, Counts& counts) {
    auto files = world_->after(fs::PowerCut::Nothing);
    files->note_looks();
    const Answer expected = run(command, std::move(files));
    const Files before = kept_files(*run({{"list"}}, world_->after(fs::PowerCut::Nothing)).files);
    const Files after = kept_files(*finished(expected));
    if (std::getenv("LOCI_TEST_SHOW") != nullptr) {
      std::printf("== %s: %zu looks%s\n", joined(command.words).c_str(),
                  expected.files->looks().size(), expected.failed ? " (fails)" : "");
      for (const std::string& line : expected.said) std::printf("   %s\n", line.c_str());
    }
    ++counts.commands;
    std::map<std::string, std::uint64_t> occurrences;
    std::uint64_t number = 0;
    for (const std::string& line : expected.files->looks()) {
      const std::uint64_t occurrence = ++occurrences[line];
      ++counts.calls;
      if (!full_ && (counts.calls + counts.commands) % 3 != 0) continue;
      for (const int error : kNumbers) {
        for (const bool lasting : {false, true}) {
          ++number;
          if (!full_ && number % 8 != counts.calls % 8) continue;  // each call in one way
          judge(command, {line, occurrence, error, lasting}, expected, before, after, counts);
        }
      }
    }
  }

 private:
  // As the next command finds it.
  std::unique_ptr<fs::MemoryFileSystem> finished(const Answer& answer) {
    return run({{"list"}}, answer.files->after(fs::PowerCut::Nothing)).files;
  }

  void judge(const Command& command, const fs::LookFault& fault, const Answer& expected,
             const Files& before, const Files& after, Counts& counts) {
    auto files = world_->after(fs::PowerCut::Nothing);
    files->fail_look(fault);
    const Answer answer = run(command, std::move(files));
    ++counts.faults;
    const std::string words = std::generic_category().message(fault.error_number);
    const bool same = answer.failed == expected.failed && answer.text == expected.text &&
                      (!answer.failed || answer.said == expected.said);
    const bool said = answer.mentions(words);
    std::string wrong;
    if (!same && !said) wrong = answer.failed ? "fails with another reason" : "differs silently";
    const Files left = kept_files(*finished(answer));
    if (wrong.empty() && same && !said && left != after) wrong = "did something else silently";
    if (wrong.empty()) wrong = fault_of_files(left, before, after);
    if (wrong.empty()) {
      ++(same ? counts.right : counts.said);
      return;
    }
    ++counts.wrong;
    if (++shown_[joined(command.words) + fault.line] > 1) return;
    std::string heard;
    for (const std::string& line : answer.said) heard += "\n    said: " + line;
    ADD_FAILURE() << "loci " << joined(command.words)
                  << (command.audience == memory::Audience::Agent ? " (agent)" : "") << "\n    "
                  << fault.line << " (" << fault.occurrence << (fault.lasting ? ", lasting" : "")
                  << "): " << words << "\n    " << wrong << heard;
  }

  // Every file is as it was or as it shall be.
  static std::string fault_of_files(const Files& left, const Files& before, const Files& after) {
    std::set<std::string> paths;
    for (const Files* files : {&left, &before, &after}) {
      for (const auto& [path, text] : *files) paths.insert(path);
    }
    const auto text_in = [](const Files& files, const std::string& path) {
      const auto found = files.find(path);
      return found == files.end() ? std::optional<std::string>() : found->second;
    };
    for (const std::string& path : paths) {
      const auto now = text_in(left, path);
      if (now == text_in(before, path) || now == text_in(after, path)) continue;
      return (now ? "wrote " : "deleted ") + path + (now ? ":\n" + *now : "");
    }
    return {};
  }

  std::unique_ptr<fs::MemoryFileSystem> world_;
  std::map<std::string, int> shown_;
  bool full_ = std::getenv("LOCI_TEST_FULL") != nullptr;
};

// The same after a process that died halfway through renaming a note.
std::unique_ptr<fs::MemoryFileSystem> make_interrupted_world() {
  const Command rename{{"rename", "deploy", "release"}};
  const auto world = make_world();
  auto whole = world->after(fs::PowerCut::Nothing);
  whole->reset_calls();
  const Answer done = run(rename, std::move(whole));
  const Files before = kept_files(*world);
  const Files after = kept_files(*done.files);
  for (std::uint64_t n = done.files->calls(); n > 0; --n) {
    auto files = world->after(fs::PowerCut::Nothing);
    files->reset_calls();
    files->die_at(n);
    auto left = run(rename, std::move(files)).files->after(fs::PowerCut::Nothing);
    const Files now = kept_files(*left);
    if (now != before && now != after) return left;
  }
  ADD_FAILURE() << "a rename is never halfway";
  return nullptr;
}

const std::vector<Command>& commands_after_interruption() {
  using enum memory::Audience;
  static const std::vector<Command> kAll{
      {{"list"}},
      {{"read", "release"}},
      {{"context"}, Agent},
      {{"check"}},
      {{"health"}},
      {{"links", "rollback"}},
      {{"delete", "old"}},
      {{"undo"}},
      {{"gc"}},
      {{"apply"}},
      {{"write", "rollback.md", "--content", "Never."}},
  };
  return kAll;
}

void sweep(Sweep& over, const std::vector<Command>& commands, const char* name) {
  Counts counts;
  const char* const only = std::getenv("LOCI_TEST_ONLY");
  for (const Command& command : commands) {
    if (only != nullptr && !joined(command.words).starts_with(only)) continue;
    over.over(command, counts);
  }
  std::printf(
      "%s: %llu commands, %llu calls that look, %llu faults: %llu answers right, %llu said so, "
      "%llu wrong\n",
      name, static_cast<unsigned long long>(counts.commands),
      static_cast<unsigned long long>(counts.calls), static_cast<unsigned long long>(counts.faults),
      static_cast<unsigned long long>(counts.right), static_cast<unsigned long long>(counts.said),
      static_cast<unsigned long long>(counts.wrong));
  EXPECT_EQ(counts.wrong, 0U);
}

// rule: C23
TEST(Unreadable, IsNeverTakenForAbsent) {
  Sweep over(make_world());
  sweep(over, commands(), "unreadable");
}

// rule: C23
TEST(Unreadable, IsNeverTakenForAbsentInAnAnswerOfAServer) {
  Sweep over(make_world());
  sweep(over, requests(), "unreadable by servers");
}

TEST(Unreadable, IsNeverTakenForAbsentByWhoFinishesAnOperation) {
  Sweep over(make_interrupted_world());
  sweep(over, commands_after_interruption(), "unreadable after an interruption");
}

// Of the class, the worst by name: what a failed look led to once.
class UnreadableTest : public ::testing::Test {
 protected:
  Answer with_fault(const Words& words, const std::string& line) {
    auto files = world_->after(fs::PowerCut::Nothing);
    files->fail_look({line, 1, EACCES, true});
    return run({words}, std::move(files));
  }
  // Refused with the reason, and nothing is another than it was.
  void expect_refusal(const Words& words, const std::string& line) {
    const Answer answer = with_fault(words, line);
    EXPECT_TRUE(answer.failed) << joined(words) << ", " << line;
    EXPECT_TRUE(answer.mentions("Permission denied")) << joined(words) << ", " << line;
    EXPECT_EQ(kept_files(*answer.files), kept_files(*world_)) << joined(words) << ", " << line;
  }
  std::unique_ptr<fs::MemoryFileSystem> world_ = make_world();
};

TEST_F(UnreadableTest, SourcesLeaveCompiledMemoryAlone) {
  for (const char* const line :
       {"list /home/u/app/.loci/agents", "list /home/u/app/.loci/agents/dev/memory",
        "open /home/u/app/.loci/agents/dev/memory", "list /home/u/.loci/agents",
        "open /home/u/.loci/projects/app-59a4a65d/agents/dev/memory"}) {
    expect_refusal({"apply"}, line);
  }
}

TEST_F(UnreadableTest, NotesStopARenameThatTheirLinksWouldNotFollow) {
  expect_refusal({"rename", "deploy", "release"},
                 "read /home/u/.loci/projects/app-59a4a65d/memory/rollback.md");
}

TEST_F(UnreadableTest, FilesOfAToolStopItsImport) {
  expect_refusal({"import", "--from", "claude"},
                 "read /home/u/.claude/projects/-home-u-app/memory/style.md");
}

TEST_F(UnreadableTest, MarksOfAWorkspaceSendNoNoteElsewhere) {
  const Words write{"write",         "new.md", "--type",    "project",
                    "--description", "New",    "--content", "x"};
  for (const char* const line : {"stat /home/u/app/.git", "stat /home/u/app/.loci",
                                 "read /home/u/.loci/projects/app-59a4a65d/project.json"}) {
    expect_refusal(write, line);
  }
}

TEST_F(UnreadableTest, RepositoriesAreStillOutOfAPurgesReach) {
  expect_refusal({"purge", "old", "--yes"}, "stat /home/u/app/.git");
  auto files = world_->after(fs::PowerCut::Nothing);
  files->fail_look({"stat /home/u/app/.git", 2, EIO, false});  // after the workspace was found
  EXPECT_TRUE(run({{"purge", "old", "--yes"}}, std::move(files))
                  .mentions("the git history of '/home/u/app'"));
}

TEST_F(UnreadableTest, NotesAreListedAsSuch) {
  const Answer answer = with_fault({"list"}, "read /home/u/.loci/memory/prefs.md");
  EXPECT_FALSE(answer.failed);
  EXPECT_TRUE(answer.incomplete);
  EXPECT_NE(answer.text.find("prefs.md"), std::string::npos);
  EXPECT_TRUE(answer.mentions("Permission denied"));
}

}  // namespace
}  // namespace loci::testing::unreadable_test
