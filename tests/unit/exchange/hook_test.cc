#include "exchange/hook.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json.h"
#include "exchange/tool.h"

namespace loci::exchange::hook_test {
namespace {

// rule: G1
TEST(HookInput, IsAJsonObjectOrNothing) {
  EXPECT_FALSE(parse_hook_input(""));
  EXPECT_FALSE(parse_hook_input("[1]"));
  EXPECT_FALSE(parse_hook_input("{\"prompt\":"));
  EXPECT_FALSE(parse_hook_input(std::string(200'000, '[')));
  const auto empty = parse_hook_input("{}");
  ASSERT_TRUE(empty);
  EXPECT_EQ(empty->session, "");
  EXPECT_EQ(parse_hook_input("{\"session_id\":7,\"cwd\":null,\"prompt\":[]}")->session, "");
}

// rule: G2
TEST(HookInput, KnowsTheNamesEachToolUses) {
  const auto claude = parse_hook_input(
      R"({"session_id":"a","transcript_path":"/t","cwd":"/w","prompt":"hi","trigger":"auto","compact_summary":"s"})");
  ASSERT_TRUE(claude);
  EXPECT_EQ(claude->session, "a");
  EXPECT_EQ(claude->directory, "/w");
  EXPECT_EQ(claude->transcript, "/t");
  EXPECT_EQ(claude->summary, "s");
  const auto cursor =
      parse_hook_input(R"({"conversation_id":"c","workspace_roots":["/r"],"cwd":"/elsewhere"})");
  EXPECT_EQ(cursor->session, "c");
  EXPECT_EQ(cursor->directory, "/r");
  const auto copilot = parse_hook_input(R"({"sessionId":"p","cwd":"/w","transcriptPath":"/t"})");
  EXPECT_EQ(copilot->session, "p");
  EXPECT_EQ(copilot->transcript, "/t");
}

// rule: G7
TEST(HookInput, LeavesOutWhatHooksPutBeforeAPrompt) {
  EXPECT_EQ(
      parse_hook_input(R"({"prompt":"<hook_context>&lt;x&gt;</hook_context>\n\nfix it"})")->prompt,
      "fix it");
  EXPECT_EQ(parse_hook_input(R"({"prompt":"<hook_context>open"})")->prompt, "<hook_context>open");
}

// rule: G3
TEST(HookAnswer, IsInTheToolsOwnForm) {
  EXPECT_EQ(hook_answer(**find_hook_tool("claude"), HookEvent::Prompt, "x"),
            "{\"hookSpecificOutput\":{\"hookEventName\":\"UserPromptSubmit\",\"additionalContext\":"
            "\"x\"}}\n");
  EXPECT_EQ(
      hook_answer(**find_hook_tool("gemini"), HookEvent::Prompt, "x"),
      "{\"hookSpecificOutput\":{\"hookEventName\":\"BeforeAgent\",\"additionalContext\":\"x\"}}\n");
  EXPECT_EQ(hook_answer(**find_hook_tool("cursor"), HookEvent::SessionStart, "x"),
            "{\"additional_context\":\"x\"}\n");
  EXPECT_EQ(hook_answer(**find_hook_tool("copilot"), HookEvent::SessionStart, "x"),
            "{\"additionalContext\":\"x\"}\n");
  EXPECT_EQ(hook_answer(**find_hook_tool("copilot"), HookEvent::Prompt, "x"),
            "{\"additionalContext\":\"x\"}\n");
  EXPECT_EQ(hook_answer(**find_hook_tool("cursor"), HookEvent::Prompt, "x"), "");
  EXPECT_EQ(hook_answer(**find_hook_tool("claude"), HookEvent::SessionEnd, "x"), "");
  EXPECT_EQ(hook_answer(**find_hook_tool("claude"), HookEvent::SessionStart, ""), "");
}

// rule: G18
TEST(HookInput, SaysWhatAToolIsAboutToDoInEveryClientsForm) {
  const auto input = [](std::string_view text) { return *parse_hook_input(text); };
  EXPECT_EQ(input(R"({"tool_name":"Bash","tool_input":{"command":"git push","description":"x"}})")
                .command,
            "git push");
  EXPECT_EQ(input(R"({"toolName":"bash","toolArgs":"{\"command\":\"git push\"}"})").command,
            "git push");
  EXPECT_EQ(
      input(R"({"tool_name":"shell","tool_input":{"command":["bash","-lc","make"]}})").command,
      "make");
  EXPECT_THAT(input(R"({"tool_name":"Edit","tool_input":{"file_path":"/w/a.sql"}})").paths,
              ::testing::ElementsAre("/w/a.sql"));
  EXPECT_THAT(
      input(R"({"toolName":"edit","toolArgs":{"command":"str_replace","path":"/w/a.sql"}})").paths,
      ::testing::ElementsAre("/w/a.sql"));
  EXPECT_THAT(input("{\"tool_name\":\"apply_patch\",\"tool_input\":{\"command\":\"*** Begin "
                    "Patch\\n*** Update "
                    "File: a.sql\\n*** Add File: b.sql\\n*** End Patch\"}}")
                  .paths,
              ::testing::ElementsAre("a.sql", "b.sql"));
  EXPECT_THAT(input(R"({"tool_name":"Read","tool_input":{"file_path":"/w/a.sql"}})").paths,
              ::testing::IsEmpty());
  EXPECT_EQ(input(R"({"tool_name":"Bash","tool_input":[1]})").command, "");
}

}  // namespace
}  // namespace loci::exchange::hook_test
