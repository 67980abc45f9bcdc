// Every operation of the table, asked by every kind of agent's session in a
// repository that nobody trusts; and by a person there.

#include <map>
#include <set>

#include "api/codec.h"
#include "api/operation.h"
#include "base/text.h"
#include "memory/asker.h"
#include "memory/memory.h"
#include "memory/moving.h"
#include "memory/scopes.h"
#include "memory/search.h"
#include "memory/session.h"
#include "projects/trust.h"
#include "support/house.h"

namespace loci::api::agents_test {
namespace {

using memory::Audience;
using memory::FrontEnd;
using ::testing::HasSubstr;

const std::string kRepository = "/home/u/app";
constexpr std::string_view kCanary = "CANARY";  // nothing that is asked has it

std::string hostile(std::string_view name) {
  return fmt::format(
      "---\nname: {}\ndescription: CANARY description\ntype: project\ntags: [CANARY]\n---\n\n"
      "CANARY needle [[deploy]]\n",
      name);
}

// A way in which an agent comes to loci.
struct Kind {
  std::string name;
  FrontEnd front_end = FrontEnd::CommandLine;
  std::optional<std::string> flag = {};
  Environment environment = {};
  bool whole = false;  // every parameter is tried; what follows from a kind is the same for all
};

std::vector<Kind> all_kinds() {
  std::vector<Kind> kinds{
      {"--agent", FrontEnd::CommandLine, "helper", {}, true},
      {"a hook, MCP or the memory tool", FrontEnd::ForAgents, {}, {}, true},
      {"LOCI_AGENT", FrontEnd::CommandLine, {}, variable("LOCI_AGENT", "helper")}};
  for (const memory::ClientSign& sign : memory::client_signs()) {
    const std::string name(sign.variable);
    kinds.push_back({name, FrontEnd::CommandLine, {}, variable(name, "1")});
  }
  return kinds;
}

class AgentsOperations : public House {
 protected:
  AgentsOperations() {
    for (const std::string& place : {kShared, kRepository + "/.loci/agents/helper/memory/",
                                     kRepository + "/.loci/agents/CANARY/memory/",
                                     kRepository + "/xcaf/agents/reviewer/memory/"}) {
      files.put(place + "deploy.md", hostile("Plain title"));
      files.put(place + "CANARY-file.md", hostile("CANARY name"));
      files.put(place + "MEMORY.md", "- [CANARY](deploy.md) - CANARY hook\n\nCANARY prose\n");
    }
    files.put(kGlobal + "mine.md", note_file("Mine", "global [[deploy]]"));
    files.put(kPrivate + "own.md", note_file("Own", "private", "project"));
    // A past: what a person did there, and a search that catalogued it.
    enter();
    EXPECT_TRUE(rewrite("deploy", "CANARY needle of a person"));
    EXPECT_TRUE(rewrite("mine", "global, changed"));
    const memory::Selector shared{"shared", false, false, false};
    EXPECT_TRUE(memory::rename(*memory, {"CANARY-file", shared, {}, false}, "CANARY-new"));
    memory::SearchRequest search;
    search.query = "needle";
    EXPECT_TRUE(memory::search(*memory, search));
    enter_as({"an agent", FrontEnd::ForAgents});
    EXPECT_TRUE(write("theirs", "project", "an agent's", {"private", false, false, false}));
  }

  void enter_as(const Kind& kind) {
    memory::Session session;
    session.workspace = *store::find_workspace(files, kRepository, {kHome, "/home/u"});
    session.user_home = "/home/u";
    session.agent = kind.flag.value_or(kind.environment.get("LOCI_AGENT").value_or(""));
    const memory::Asker asker = memory::who_asks(kind.front_end, kind.flag, kind.environment);
    session.audience = asker.audience;
    session.sign = asker.sign;
    memory.reset();
    store = *store::Store::open(files, clock, log, kHome);
    memory = std::make_unique<memory::Memory>(*store, *config, log, session);
  }

  // All that an answer says to anybody. `refused`, where given: whether it is a refusal.
  std::string ask(const Operation& operation, const Json& arguments, bool* refused = nullptr) {
    const std::size_t said = log.messages().size();
    const auto reply = operation.run(*memory, arguments);
    if (refused != nullptr) *refused = !reply;
    std::string all;
    if (reply) {
      all = dump_json(reply->data) + reply->text + join(reply->notes, "\n");
      if (reply->large) all += dump_json(reply->large());
      if (reply->long_text) all += reply->long_text();
    } else {
      all = reply.error().message + "\n" + reply.error().hint;
    }
    for (std::size_t i = said; i < log.messages().size(); ++i) all += log.messages()[i];
    return all;
  }
};

bool has(const Operation& operation, std::string_view param) {
  return std::any_of(operation.params.begin(), operation.params.end(),
                     [&](const Param& candidate) { return candidate.name == param; });
}

// What a parameter may be given, so that it leads to what the repository ships.
std::vector<Json> values(const Operation& operation, const Param& param) {
  static const std::map<std::string_view, std::vector<Json>> kValues{
      {"name", {"deploy", "canary-fil", "mine"}},
      {"file", {"deploy", "canary-file", "mine"}},
      {"scope", {"shared", "workspace", "agent:helper", "agent:reviewer", "global"}},
      {"new-name", {"other"}},
      {"to", {"shared", "agent:reviewer", "private"}},
      {"content", {"words"}},
      {"title", {"Plain title"}},
      {"description", {"a sentence"}},
      {"query", {"needle"}},
      {"prompt", {"plain needle of a person"}},
      {"month", {"2026-11", "2026-10"}},
      {"which", {"1"}},
      {"text", {"words"}},
      {"summary", {"words"}},
      {"block", {"words"}},
      {"base", {1'000}},
      {"project", {"app-59a4a65d"}},
      {"key", {"enabled"}},
      {"value", {"true"}},
      {"target", {"note", "long_term"}},
      {"old", {"needle"}},
      {"new", {"x"}},
      {"type", {"project"}},
      {"rev", {1, 2, 3}},
      {"id", {"abcd"}},
      {"rule", {"github-token"}},
      {"tools", {"claude"}},
      {"json",
       {R"({"command":"view","path":"/memories"})",
        R"({"command":"view","path":"/memories/deploy.md"})",
        R"({"command":"create","path":"/memories/deploy.md","file_text":"x"})",
        R"({"command":"str_replace","path":"/memories/deploy.md","old_str":"needle","new_str":"x"})",
        R"({"command":"insert","path":"/memories/deploy.md","insert_line":0,"insert_text":"x"})",
        R"({"command":"delete","path":"/memories/deploy.md"})",
        R"({"command":"rename","old_path":"/memories/deploy.md","new_path":"/memories/x.md"})"}},
  };
  if (operation.name.starts_with("remote ")) {
    if (param.type == ParamType::Text) return {"/nowhere/hub.git"};
    if (param.type == ParamType::TextList) return {Json::array({"global"})};
  }
  if (param.type == ParamType::Flag) return {true};
  if (param.name == "operation") {
    return param.type == ParamType::Integer ? std::vector<Json>{1, 2, 3, 4, 5, 6}
                                            : std::vector<Json>{"write"};
  }
  if (param.name == "agent") {
    if (operation.name == "context") return {Json::array({"helper", "reviewer"})};
    return {"helper", "reviewer", "canar"};
  }
  const auto known = kValues.find(param.name);
  return known == kValues.end() ? std::vector<Json>() : known->second;
}

// The required parameters, and with `whole` every other one once in turn, for each
// place that can be named.
std::vector<Json> askings(const Operation& operation, bool whole) {
  std::vector<Json> all{Json::object()};
  for (const Param& param : operation.params) {
    if (!param.required) continue;
    const std::vector<Json> given = values(operation, param);
    EXPECT_FALSE(given.empty()) << operation.name << ": give '" << param.name << "' a value above";
    std::vector<Json> more;
    for (const Json& asking : all) {
      for (const Json& value : given) {
        more.push_back(asking);
        more.back()[std::string(param.name)] = value;
      }
    }
    all = std::move(more);
  }
  for (Json& asking : all) {
    if (operation.name == "write" || operation.name == "target write") asking["content"] = "words";
    if (operation.name.starts_with("target ") && asking["target"] == "note") {
      asking["name"] = "deploy";
    }
  }
  const std::size_t bare = all.size();
  for (const Param& param : operation.params) {
    if (param.required || !whole) continue;
    for (const Json& value : values(operation, param)) {
      for (std::size_t i = 0; i < bare; ++i) {
        Json asking = all[i];
        asking[std::string(param.name)] = value;
        all.push_back(asking);
        if (param.name != "scope" || !has(operation, "dry-run")) continue;
        asking["dry-run"] = true;
        all.push_back(std::move(asking));
      }
    }
  }
  return all;
}

// rule: V3, V4, V6
TEST_F(AgentsOperations, ShowNothingOfAnUntrustedRepositoryAndChangeNothingThere) {
  const auto before = files.tree(kRepository);
  const std::vector<Kind> kinds = all_kinds();
  std::size_t asked = 0;
  for (const Kind& kind : kinds) {
    enter_as(kind);
    ASSERT_EQ(memory->session().audience, Audience::Agent) << kind.name;
    for (const Operation& operation : operations()) {
      if (operation.run == nullptr) continue;
      for (const Json& arguments : askings(operation, kind.whole)) {
        const std::string said = ask(operation, arguments);
        ++asked;
        ASSERT_EQ(said.find(kCanary), std::string::npos)
            << kind.name << ": " << operation.name << " " << arguments << "\n"
            << said;
        ASSERT_EQ(files.tree(kRepository), before)
            << kind.name << ": " << operation.name << " " << arguments;
      }
    }
  }
  fmt::print("{} askings of {} operations by {} kinds of agents' sessions\n", asked,
             operations().size(), kinds.size());
}

// rule: V7
TEST_F(AgentsOperations, ThatArePersonsAreDeniedAndSayHowTheAgentWasKnown) {
  const std::vector<std::pair<std::string_view, Json>> persons{
      {"trust", Json::object()},
      {"untrust", Json::object()},
      {"gc", Json::object()},
      {"gc", {{"dry_run", true}}},
      {"init", Json::object()},
      {"purge", {{"name", "mine"}, {"yes", true}}},
      {"purge", {{"name", "mine"}}},
      {"undo", {{"any", true}}},
      {"undo", Json::object()},  // the newest is an agent's
      {"apply", Json::object()},
      {"status", Json::object()},
      {"import", Json::object()},
      {"setup", {{"tools", "claude"}}},
      {"unsetup", {{"tools", "claude"}}},
      {"config set", {{"key", "enabled"}, {"value", "false"}}},
      {"config unset", {{"key", "enabled"}}},
      {"backup", {{"file", "/home/u/b.tar"}}},
      {"backup", {{"file", "/home/u/b.tar"}, {"restore", true}, {"yes", true}}}};
  const auto before = files.tree("/home/u");
  for (const Kind& kind : all_kinds()) {
    const std::string sign = memory::who_asks(kind.front_end, kind.flag, kind.environment).sign;
    for (const auto& [name, arguments] : persons) {
      enter_as(kind);
      const auto reply = find_operation(name)->run(*memory, arguments);
      ASSERT_EQ(kind_of(reply), ErrorKind::Denied) << kind.name << ": " << name;
      EXPECT_FALSE(reply.error().needs_consent) << kind.name << ": " << name;
      EXPECT_THAT(reply.error().message, HasSubstr("only a person can")) << kind.name;
      EXPECT_THAT(reply.error().message, HasSubstr(sign)) << kind.name;
      EXPECT_THAT(reply.error().hint, HasSubstr("their own terminal"));
    }
  }
  EXPECT_EQ(files.tree("/home/u"), before);
}

// rule: V4
TEST_F(AgentsOperations, WriteToWhatIsTheirs) {
  for (const Kind& kind : all_kinds()) {
    enter_as(kind);
    const Json arguments = {
        {"content", kind.name + " words"}, {"title", "Kept"}, {"private", true}};
    const auto reply = find_operation("remember")->run(*memory, arguments);
    EXPECT_TRUE(reply) << kind.name << ": " << message_of(reply);
  }
}

// What a person is shown of it is marked, whatever shows it. rule: V2
TEST_F(AgentsOperations, OfAPersonMarkWhatTheyShow) {
  std::set<std::string_view> showing;
  for (const Operation& operation : operations()) {
    const bool dry = operation.effect != Effect::Reads;
    if (operation.run == nullptr || operation.asker == Asker::Agent ||
        (dry && !has(operation, "dry-run"))) {
      continue;
    }
    for (Json arguments : askings(operation, true)) {
      if (dry) arguments["dry-run"] = true;
      enter();
      bool refused = false;
      const std::string said = ask(operation, arguments, &refused);
      if (refused || said.find(kCanary) == std::string::npos) continue;
      showing.insert(operation.name);
      EXPECT_THAT(said, HasSubstr("untrusted")) << operation.name << " " << arguments;
    }
  }
  for (const char* name : {"list", "read", "search", "history", "log", "diff", "links", "check",
                           "agents list", "agents show", "target read"}) {
    EXPECT_TRUE(showing.contains(name)) << name;
  }
}

// What is compiled is read by agents. rule: V8
TEST_F(AgentsOperations, ApplyIsRefusedToAPersonUntilTheRepositoryIsTrusted) {
  enter();
  const auto before = files.tree("/home/u");
  for (const Json& arguments : {Json::object(), Json{{"dry-run", true}}, Json{{"force", true}},
                                Json{{"notes", true}, {"fallback", "context"}}}) {
    const auto refused = find_operation("apply")->run(*memory, arguments);
    EXPECT_EQ(kind_of(refused), ErrorKind::Denied) << arguments;
    EXPECT_THAT(hint_of(refused), HasSubstr("loci trust")) << arguments;
  }
  EXPECT_EQ(files.tree("/home/u"), before);
  // What the home keeps for this user is not the repository's.
  EXPECT_TRUE(find_operation("apply")->run(*memory, {{"scope", "user"}}));
  ASSERT_TRUE(projects::trust(*memory, true, false));
  EXPECT_TRUE(find_operation("apply")->run(*memory, Json::object()));
}

}  // namespace
}  // namespace loci::api::agents_test
