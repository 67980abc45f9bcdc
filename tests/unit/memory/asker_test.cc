#include "memory/asker.h"

#include "support/house.h"

namespace loci::memory::asker_test {
namespace {

Asker in_shell(const Environment& environment) {
  return who_asks(FrontEnd::CommandLine, std::nullopt, environment);
}

// rule: V6
TEST(WhoAsks, IsAPersonWhereNothingSaysOtherwise) {
  const Asker asker = in_shell(Environment());
  EXPECT_EQ(asker.audience, Audience::Person);
  EXPECT_EQ(asker.sign, "");
  EXPECT_EQ(in_shell(variable("CLAUDECODE", "")).audience, Audience::Person);
}

// rule: V6
TEST(WhoAsks, IsAnAgentWithItsNameInItsShellAndThroughItsFrontEnds) {
  EXPECT_EQ(who_asks(FrontEnd::CommandLine, "helper", Environment()).audience, Audience::Agent);
  EXPECT_EQ(in_shell(variable("LOCI_AGENT", "helper")).audience, Audience::Agent);
  EXPECT_EQ(who_asks(FrontEnd::ForAgents, std::nullopt, Environment()).audience, Audience::Agent);
  for (const ClientSign& sign : client_signs()) {
    const Asker asker = in_shell(variable(std::string(sign.variable), "1"));
    EXPECT_EQ(asker.audience, Audience::Agent) << sign.variable;
    EXPECT_EQ(asker.client, sign.client) << sign.variable;
    EXPECT_EQ(asker.sign, std::string(sign.variable) + " is set");
  }
}

// rule: O1
TEST(WhoAsks, KnowsTheSessionOfAClient) {
  const Environment environment(std::map<std::string, std::string, std::less<>>{
      {"CLAUDECODE", "1"}, {"CLAUDE_CODE_SESSION_ID", "s-1"}});
  EXPECT_EQ(in_shell(environment).session, "s-1");
  EXPECT_EQ(in_shell(variable("CLAUDE_CODE_SESSION_ID", "s-1")).session, "");
}

// rule: O1
TEST(ClientName, IsThatOfItsTool) {
  EXPECT_EQ(client_name("claude-code"), "claude");
  EXPECT_EQ(client_name("codex-mcp-client"), "codex");
  EXPECT_EQ(client_name("gemini-cli-mcp-client-loci"), "gemini");
  EXPECT_EQ(client_name("Cursor"), "cursor");
  EXPECT_EQ(client_name("My  Agent\n{}"), "my-agent");
  EXPECT_EQ(client_name("claudette"), "claudette");
  EXPECT_EQ(client_name(""), "");
}

TEST(WhoAsks, SaysHowItKnows) {
  EXPECT_EQ(who_asks(FrontEnd::CommandLine, "helper", variable("CLAUDECODE", "1")).sign,
            "--agent is given and CLAUDECODE is set");
  EXPECT_EQ(in_shell(variable("LOCI_AGENT", "x")).sign, "LOCI_AGENT is set");
}

// What editors, extensions and settings leave in a terminal where a person types.
// rule: V6
TEST(WhoAsks, IsAPersonInATerminalOfAnEditor) {
  for (const char* name : {"TERM_PROGRAM",
                           "VSCODE_PID",
                           "VSCODE_IPC_HOOK_CLI",
                           "VSCODE_INJECTION",
                           "CURSOR_TRACE_ID",
                           "CURSOR_VERSION",
                           "CLAUDE_CODE_SSE_PORT",
                           "ENABLE_IDE_INTEGRATION",
                           "CLAUDE_CONFIG_DIR",
                           "GEMINI_CLI_IDE_SERVER_PORT",
                           "GEMINI_CLI_IDE_WORKSPACE_PATH",
                           "GEMINI_API_KEY",
                           "CODEX_HOME",
                           "COPILOT_MODEL",
                           "COPILOT_GITHUB_TOKEN",
                           "OPENCODE_CONFIG",
                           "ZED_TERM",
                           "TERMINAL_EMULATOR",
                           "JETBRAINS_IDE",
                           "SSH_AGENT_PID",
                           "SSH_AUTH_SOCK",
                           "Q_TERM",
                           "CI"}) {
    EXPECT_EQ(in_shell(variable(name, "1")).audience, Audience::Person) << name;
  }
}

}  // namespace
}  // namespace loci::memory::asker_test
