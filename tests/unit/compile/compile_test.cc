#include "compile/compile.h"

#include "base/hash.h"
#include "compile/agents.h"
#include "projects/trust.h"
#include "support/house.h"

namespace loci::compile::compile_test {
namespace {

using exchange::ApplyScope;
using exchange::Artifact;
using exchange::Fallback;
using exchange::Standing;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::string kApp = "/home/u/app/";
const std::string kDev = kApp + ".loci/agents/dev/memory/";
const std::string kState = kHome + "/projects/app-59a4a65d/apply.state";
const exchange::Tool& claude = *exchange::find_tool("claude");
const exchange::Tool& gemini = *exchange::find_tool("gemini");

class Compiling : public House {
 protected:
  Compiling() {
    files.put(kDev + "alpha.md", "---\nname: Alpha\ndescription: A desc\n---\n\nalpha\n");
    enter();
    around = surroundings(*memory);
  }
  Compiler compiler(const ApplyRequest& request = {}) {
    return Compiler(*store, request, around, memory->scopes().slug());
  }
  // As apply does it: with what was recorded before.
  Result<Compiled> compile(const exchange::Tool& tool, const ApplyRequest& request = {},
                           const AgentSource& notes = {}) {
    Compiler one = compiler(request);
    LOCI_TRY(one.state_file().load());
    const bool user = request.scope == ApplyScope::User;
    LOCI_ASSIGN(const AgentSources sources, agent_sources(*memory, user, false));
    return one.compile(tool, request.scope, sources, notes);
  }
  // The value of `${var.x}` for a tool.
  std::string value(const exchange::Tool& tool, const ApplyRequest& request = {}) {
    const auto variables = compiler(request).variables_for(tool.name);
    if (!variables) return variables.error().message;
    const auto expansion = (*variables)->expand("${var.x}", "a.md");
    return expansion ? expansion->text : expansion.error().message;
  }
  static std::string text_of(const Result<Compiled>& compiled, const std::string& name) {
    if (!compiled) return compiled.error().message;
    for (const Artifact& artifact : compiled->rendered.artifacts) {
      if (artifact.path.ends_with(name)) return artifact.text.str();
    }
    return "there is no " + name;
  }
  void record(const std::string& provider, const std::vector<std::string>& options) {
    exchange::ApplyState state;
    state.root = "/home/u/app";
    exchange::ProviderState& one = state.of(provider, ApplyScope::Project);
    one.time = "2026-11-15T10:00:00.000Z";
    one.options = options;
    files.put(kState, exchange::render_state(state));
  }

  exchange::Surroundings around;
};

// rule: A7
TEST_F(Compiling, ServesProvidersInTheirOwnOrder) {
  const auto chosen = [&](const ApplyRequest& request) {
    Compiler one = compiler(request);
    std::vector<std::string> names;
    if (const auto done = one.choose_providers(); !done) return std::vector{done.error().message};
    for (const exchange::Tool* tool : one.providers()) names.emplace_back(tool->name);
    return names;
  };
  EXPECT_THAT(chosen({}),
              ElementsAre("claude", "gemini", "antigravity", "cursor", "copilot", "codex"));
  EXPECT_THAT(chosen({.providers = {"codex", "claude", "codex"}}), ElementsAre("claude", "codex"));
  EXPECT_THAT(chosen({.providers = {"claude", "vi"}}),
              ElementsAre("'vi' is not a provider that loci supports"));
  EXPECT_THAT(chosen({.native = {"vi"}}), ElementsAre("'vi' is not a provider that loci supports"));
}

// rule: A8
// rule: A8
// rule: A8
// rule: A8
// rule: A15
// rule: A3
TEST_F(Compiling, TakesTheLastOfItsVariables) {
  EXPECT_EQ(value(claude), "a.md:1: there is no variable 'x'");
  ApplyRequest with_file;
  with_file.var_files = {"/home/u/more.vars"};
  const std::vector<std::string> weakest_first{kApp + "xcaf/project.vars",
                                               kApp + "xcaf/project.claude.vars",
                                               kApp + "xcaf/project.vars.local",
                                               kApp + ".loci/vars",
                                               "/home/u/more.vars",
                                               kApp + ".loci/vars.claude",
                                               kApp + ".loci/vars.local"};
  files.put("/home/u/more.vars", "");
  for (const std::string& file : weakest_first) {
    files.put(file, "x = " + file + "\n");
    EXPECT_EQ(value(claude, with_file), file);
  }
  files.take(kApp + ".loci/vars.local");
  EXPECT_EQ(value(gemini, with_file), "/home/u/more.vars") << "another tool's file is not read";
}

// rule: A3
TEST_F(Compiling, TakesTheUsersVariablesFromTheHomeAlone) {
  files.put(kApp + ".loci/vars", "x = project\n");
  files.put(kHome + "/vars", "x = user\n");
  ApplyRequest user;
  user.scope = ApplyScope::User;
  EXPECT_EQ(value(claude, user), "user");
  files.put(kHome + "/vars.claude", "x = user's claude\n");
  EXPECT_EQ(value(claude, user), "user's claude");
  EXPECT_EQ(value(claude), "project");
}

// rule: A4
TEST_F(Compiling, NamesAFileOfVariablesThatItCannotUse) {
  EXPECT_EQ(value(claude, {.var_files = {"/nowhere"}}), "there is no file '/nowhere'");
  files.put(kApp + ".loci/vars", "x = 1\nno assignment\n");
  EXPECT_EQ(value(claude), ".loci/vars:2: this is not 'key = value'");
}

TEST_F(Compiling, NeverReadsVariablesThroughALinkOfARepository) {
  files.put("/home/u/private/vars", "x = secret\n");
  files.put("/home/u/private/project.vars", "x = secret\n");
  files.put_link(kApp + "xcaf", "/home/u/private");
  EXPECT_EQ(value(claude), "a.md:1: there is no variable 'x'");
  files.put_link(kApp + ".loci/vars", "/home/u/private/vars");
  EXPECT_THAT(value(claude), Not(HasSubstr("secret")));
}

TEST_F(Compiling, ReadsVariablesOnceForAllThatShareThem) {
  files.put(kApp + ".loci/vars.claude", "x = 1\n");
  Compiler one = compiler();
  const auto of_gemini = one.variables_for(gemini.name);
  const auto of_codex = one.variables_for("codex");
  const auto of_claude = one.variables_for(claude.name);
  EXPECT_EQ(*of_gemini, *of_codex);
  EXPECT_NE(*of_gemini, *of_claude);
}

// rule: A5
TEST_F(Compiling, UsesTheEnvironmentThatWasAllowedAndSaysWhere) {
  files.put(kDev + "beta.md", "key ${env.TOKEN}\n");
  around.environment = variable("TOKEN", "s3same");
  const auto refused = compile(claude);
  EXPECT_EQ(kind_of(refused), ErrorKind::InvalidInput);
  EXPECT_THAT(message_of(refused), HasSubstr(".loci/agents/dev/memory/beta.md:1: "));
  const auto compiled = compile(claude, {.allowed_env = {"TOKEN"}});
  EXPECT_EQ(text_of(compiled, "beta.md"), "key s3same\n");
  for (const Artifact& artifact : compiled->rendered.artifacts) {
    const bool holds = artifact.text.str().find("s3same") != std::string::npos;
    EXPECT_EQ(artifact.environment.contains("TOKEN"), holds) << artifact.path;
  }
}

// rule: A12
TEST_F(Compiling, ExpandsNotesAndWhatTheIndexSaysBesideThem) {
  files.put(kApp + ".loci/vars", "host = h1\n");
  files.put(kDev + "alpha.md", "---\nname: On ${var.host}\n---\n\nat ${var.host}\n");
  files.put(kDev + "MEMORY.md", "- [Alpha](alpha.md) — old hook\nAsk ${var.host}.\n");
  const auto compiled = compile(claude);
  EXPECT_EQ(text_of(compiled, "alpha.md"), "---\nname: On h1\n---\n\nat h1\n");
  EXPECT_EQ(text_of(compiled, "MEMORY.md"), "Ask h1.\n\n- [On h1](alpha.md) — at h1\n");
}

// rule: A4
TEST_F(Compiling, NamesTheLineOfTheIndexThatHasNoVariable) {
  files.put(kDev + "MEMORY.md", "- [Alpha](alpha.md) — hook\n\nAsk ${var.host}.\n");
  EXPECT_EQ(message_of(compile(claude)),
            ".loci/agents/dev/memory/MEMORY.md:3: there is no variable 'host'");
}

// rule: A15
TEST_F(Compiling, RemembersTheFallbackUntilAnotherIsGiven) {
  EXPECT_EQ(compile(gemini)->fallback, Fallback::None);
  record("gemini", {"fallback=context"});
  const auto compiled = compile(gemini);
  EXPECT_EQ(compiled->fallback, Fallback::Context);
  EXPECT_THAT(text_of(compiled, "GEMINI.md"), HasSubstr("### Alpha\n"));
  EXPECT_EQ(compile(gemini, {.fallback = Fallback::Rule})->fallback, Fallback::Rule);
  record("gemini", {"fallback=of a later version"});
  EXPECT_EQ(compile(gemini)->fallback, Fallback::None);
}

// rule: A17
TEST_F(Compiling, RemembersTheNewerPlaceUntilThereIsToBeNone) {
  files.put("/home/u/.gemini/projects.json", R"({"projects":{"/home/u/app":"app-1"}})");
  EXPECT_FALSE(compile(gemini)->native);
  record("gemini", {"native"});
  const auto compiled = compile(gemini);
  EXPECT_TRUE(compiled->native);
  EXPECT_THAT(text_of(compiled, "tmp/app-1/memory/loci-dev-alpha.md"), HasSubstr("alpha\n"));
  EXPECT_FALSE(compile(gemini, {.no_native = true})->native);
  EXPECT_TRUE(compile(gemini, {.native = {"gemini"}, .no_native = true})->native);
  EXPECT_FALSE(compile(claude, {.native = {"gemini"}})->native) << "each for itself";
}

// rule: A17
TEST_F(Compiling, PutsNotesThatAreNoAgentsFirstWhereTheyAreAskedFor) {
  AgentSource notes;
  notes.notes.push_back({store::shared_place("/home/u/app"), "n.md", SharedText("a note\n")});
  ApplyRequest request;
  request.fallback = Fallback::Context;
  EXPECT_THAT(text_of(compile(gemini, request, notes), "GEMINI.md"), Not(HasSubstr("a note")));
  request.notes = true;
  const std::string block = text_of(compile(gemini, request, notes), "GEMINI.md");
  EXPECT_LT(block.find("\n## Notes\n"), block.find("\n## dev\n"));
  EXPECT_THAT(block, HasSubstr("a note\n"));
}

// rule: A17
TEST_F(Compiling, AsksForNotesWhenOneOfItsProvidersHadThem) {
  record("gemini", {"notes"});
  const auto wants = [&](const ApplyRequest& request, ApplyScope scope = ApplyScope::Project) {
    Compiler one = compiler(request);
    EXPECT_TRUE(one.choose_providers());
    EXPECT_TRUE(one.state_file().load());
    return one.wants_notes(scope);
  };
  EXPECT_TRUE(wants({}));
  EXPECT_FALSE(wants({}, ApplyScope::Local));
  EXPECT_FALSE(wants({.providers = {"claude"}}));
  EXPECT_TRUE(wants({.providers = {"claude"}, .notes = true}));
  EXPECT_FALSE(wants({.notes = false}));
}

// rule: A13
TEST_F(Compiling, ReadsTheDefinitionsOfAgents) {
  const std::string definition = kApp + ".claude/agents/dev.md";
  files.put(definition, "---\nname: dev\n---\n\nYou are.\n");
  EXPECT_EQ(text_of(compile(claude), "agents/dev.md"), "memory: project");
  files.put(definition, "---\nname: dev\nmemory: user\n---\n\nYou are.\n");
  EXPECT_THAT(compile(claude)->rendered.artifacts, IsEmpty()) << "it would not read them";
}

TEST_F(Compiling, NamesFilesFromTheWorkspace) {
  const Compiler one = compiler();
  EXPECT_EQ(one.state_path("/home/u/app/.claude/a.md"), ".claude/a.md");
  EXPECT_EQ(one.state_path("/home/u/apple/a.md"), "/home/u/apple/a.md");
  EXPECT_EQ(one.source_path(store::shared_place("/home/u/app"), "a.md"), ".loci/memory/a.md");
  EXPECT_EQ(one.source_path(store::global_place(), "a.md"), kGlobal + "a.md");
  around.workspace = "/";
  EXPECT_EQ(compiler().state_path("/a.md"), "a.md");
  around.workspace = "";
  EXPECT_EQ(compiler().state_path("/a.md"), "/a.md");
}

TEST_F(Compiling, FindsAFileAgainByTheNameItRecorded) {
  const Compiler one = compiler();
  const ToolPath here = one.tool_path(gemini, "GEMINI.md");
  EXPECT_EQ(here, (ToolPath{"/home/u/app", "GEMINI.md"}));
  EXPECT_EQ(one.within(here), "/home/u/app") << "a repository's links lead nowhere else";
  const ToolPath own = one.tool_path(gemini, "/home/u/.gemini/tmp/a/b.md");
  EXPECT_EQ(own, (ToolPath{"/home/u/.gemini", "tmp/a/b.md"}));
  EXPECT_EQ(one.within(own), "") << "the user's own links may";
  EXPECT_EQ(one.tool_path(gemini, "/home/u/.geminix/b.md"), (ToolPath{"/home/u/.geminix", "b.md"}));
}

TEST_F(Compiling, SeesThePartOfAFileThatItIsAbout) {
  files.put(kApp + "GEMINI.md", "mine\n<!-- BEGIN loci -->\nours\n<!-- END loci -->\n");
  files.put(kApp + "dev.md", "---\nname: dev\nmemory: user\n---\n");
  Compiler one = compiler();
  const auto seen = [&](const std::string& path, Artifact::Part part) {
    const auto text = one.present({"/home/u/app", path}, part);
    return text ? text->value_or("nothing") : text.error().message;
  };
  EXPECT_EQ(seen("GEMINI.md", Artifact::Part::Block), "ours\n");
  EXPECT_EQ(seen("GEMINI.md", Artifact::Part::File), files.get(kApp + "GEMINI.md"));
  EXPECT_EQ(seen("GEMINI.md", Artifact::Part::Line), "nothing");
  EXPECT_EQ(seen("dev.md", Artifact::Part::Line), "memory: user");
  EXPECT_EQ(seen("dev.md", Artifact::Part::Block), "nothing");
  EXPECT_EQ(seen("absent.md", Artifact::Part::Block), "nothing");
  files.put(kApp + "GEMINI.md", "mine\n<!-- END loci -->\n");
  EXPECT_THAT(seen("GEMINI.md", Artifact::Part::Block), HasSubstr("GEMINI.md:2: "));
}

// rule: A9
TEST_F(Compiling, ComparesWhatShallBeWithWhatIsThere) {
  const std::string there = kApp + ".claude/agent-memory/dev/";
  files.put(kDev + "beta.md", "beta\n");
  files.put(there + "alpha.md", files.get(kDev + "alpha.md"));
  files.put(there + "beta.md", "theirs\n");
  Compiler one = compiler();
  const auto sources = agent_sources(*memory, false, false);
  auto compiled = one.compile(claude, ApplyScope::Project, *sources, {});
  ASSERT_TRUE(compiled) << message_of(compiled);
  ASSERT_TRUE(one.compare(*compiled));
  std::map<std::string, Standing> standing;
  for (const exchange::PlanRow& row : compiled->plan) standing[row.path] = row.standing;
  EXPECT_THAT(standing,
              ElementsAre(std::pair(".claude/agent-memory/dev/MEMORY.md", Standing::ChangedHere),
                          std::pair(".claude/agent-memory/dev/alpha.md", Standing::InStep),
                          std::pair(".claude/agent-memory/dev/beta.md", Standing::EditedThere)));
}

// rule: A10
TEST_F(Compiling, SeesWhatIsLeftOfWhatIsNotCompiledAnyMore) {
  files.put(kApp + "GEMINI.md", "<!-- BEGIN loci -->\nold\n<!-- END loci -->\n");
  files.put(kApp + ".gemini/edited.md", "edited\n");
  Compiler one = compiler();
  ASSERT_TRUE(one.state_file().load());
  exchange::ProviderState& known = one.state().of("gemini", ApplyScope::Project);
  known.artifacts = {{".gemini/edited.md", Artifact::Part::File, sha256("as written\n")},
                     {"GEMINI.md", Artifact::Part::Block, sha256("old\n")}};
  auto compiled = one.compile(gemini, ApplyScope::Project, {}, {});
  ASSERT_TRUE(compiled) << message_of(compiled);
  ASSERT_TRUE(one.compare(*compiled));
  ASSERT_EQ(compiled->plan.size(), 2U);
  for (const exchange::PlanRow& row : compiled->plan) {
    EXPECT_EQ(row.wanted, nullptr);
    EXPECT_EQ(row.drift(), row.path == ".gemini/edited.md") << row.path;
    EXPECT_EQ(row.action, exchange::Action::Remove);
  }
}

}  // namespace
}  // namespace loci::compile::compile_test
