#include "exchange/claude.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/text.h"

namespace loci::exchange::claude_test {
namespace {

AgentEntry entry(const std::string& file, const std::string& name, const std::string& description,
                 const std::string& text = "text\n") {
  AgentEntry one;
  one.file = file;
  one.name = name;
  one.description = description;
  one.text = SharedText(text);
  return one;
}

AgentMemory dev() {
  AgentMemory agent;
  agent.id = "dev";
  agent.entries = {entry("alpha.md", "Alpha", "A desc"), entry("zebra.md", "Zebra", "Z desc")};
  return agent;
}

RenderRequest request(const std::vector<AgentMemory>& agents, ApplyScope scope) {
  RenderRequest render;
  render.agents = agents;
  render.scope = scope;
  render.around.workspace = "/w";
  render.around.user_home = "/home/u";
  return render;
}

std::vector<std::string> paths(const Rendered& rendered) {
  std::vector<std::string> all;
  for (const Artifact& artifact : rendered.artifacts) all.push_back(artifact.full_path());
  return all;
}

const std::string kDefinition = "---\nname: dev\ndescription: x\n---\n\nYou are.\n";

// rule: A12
TEST(ClaudeProvider, WritesAFileForEachNoteAndAnIndex) {
  const std::vector<AgentMemory> agents{dev()};
  EXPECT_THAT(paths(render_claude(kClaude, request(agents, ApplyScope::Project))),
              ::testing::ElementsAre("/w/.claude/agent-memory/dev/alpha.md",
                                     "/w/.claude/agent-memory/dev/zebra.md",
                                     "/w/.claude/agent-memory/dev/MEMORY.md"));
  EXPECT_EQ(paths(render_claude(kClaude, request(agents, ApplyScope::User))).front(),
            "/home/u/.claude/agent-memory/dev/alpha.md");
  EXPECT_EQ(paths(render_claude(kClaude, request(agents, ApplyScope::Local))).front(),
            "/w/.claude/agent-memory-local/dev/alpha.md");
  EXPECT_EQ(
      render_claude(kClaude, request(agents, ApplyScope::Project)).artifacts.back().text.str(),
      "- [Alpha](alpha.md) — A desc\n- [Zebra](zebra.md) — Z desc\n");
}

// rule: A12
TEST(ClaudeProvider, KeepsTheIndexWithinWhatTheToolReads) {
  AgentMemory agent;
  for (int i = 0; i < 237; ++i) {
    agent.entries.push_back(entry("n" + std::to_string(1000 + i) + ".md", "N", "d"));
  }
  const ClaudeIndex many = claude_index(agent);
  EXPECT_EQ(split_lines(many.text).size(), 200U);
  EXPECT_EQ(many.omitted, 38U);
  EXPECT_TRUE(many.text.ends_with("…[index truncated: 38 of 237 entries omitted]\n"));
  for (AgentEntry& one : agent.entries) one.description = std::string(300, 'x');
  const ClaudeIndex large = claude_index(agent);
  EXPECT_LE(large.text.size(), 25'000U);
  EXPECT_GT(large.text.size(), 24'000U);
}

// rule: A12
TEST(ClaudeProvider, LeavesOutWhatWouldMeetTheIndexAndBlankNotes) {
  AgentMemory agent = dev();
  agent.entries.push_back(entry("memory.md", "m", ""));
  agent.entries.push_back(entry("blank.md", "b", ""));
  agent.entries.back().blank = true;
  const std::vector<AgentMemory> agents{agent};
  const Rendered rendered = render_claude(kClaude, request(agents, ApplyScope::Project));
  EXPECT_EQ(rendered.artifacts.size(), 3U);
  ASSERT_EQ(rendered.notes.size(), 2U);
  EXPECT_EQ(rendered.notes[0].code, "MEMORY_NAME_IS_INDEX");
  EXPECT_EQ(rendered.notes[1].code, "MEMORY_BODY_EMPTY");
}

// rule: A13
TEST(ClaudeProvider, SetsTheMemoryLineOfADefinitionThatHasNone) {
  const std::vector<AgentMemory> agents{dev()};
  RenderRequest render = request(agents, ApplyScope::Local);
  render.definitions = {{"helper.md", kDefinition}};
  const Rendered rendered = render_claude(kClaude, render);
  EXPECT_EQ(rendered.artifacts.back().full_path(), "/w/.claude/agents/helper.md");
  EXPECT_EQ(rendered.artifacts.back().part, Artifact::Part::Line);
  EXPECT_EQ(rendered.artifacts.back().text.str(), "memory: local");
  const auto definition = parse_definition("helper.md", kDefinition);
  ASSERT_TRUE(definition);
  const std::string with = with_memory_line(kDefinition, *definition, "memory: local");
  EXPECT_EQ(with, "---\nname: dev\ndescription: x\nmemory: local\n---\n\nYou are.\n");
  EXPECT_EQ(parse_definition("helper.md", with)->memory, "local");
  EXPECT_EQ(with_memory_line(with, *parse_definition("helper.md", with), ""), kDefinition);
}

// rule: A13
TEST(ClaudeProvider, CompilesNothingThatADefinitionsScopeWouldHide) {
  const std::vector<AgentMemory> agents{dev()};
  RenderRequest render = request(agents, ApplyScope::Project);
  render.definitions = {{"dev.md", "---\nname: dev\nmemory: user # mine\n---\n"}};
  const Rendered rendered = render_claude(kClaude, render);
  EXPECT_TRUE(rendered.artifacts.empty());
  ASSERT_EQ(rendered.notes.size(), 1U);
  EXPECT_EQ(rendered.notes[0].code, "MEMORY_SCOPE_MISMATCH");
}

// rule: A13
TEST(ClaudeProvider, WarnsOfADefinitionThatCannotHaveTheLine) {
  const std::vector<AgentMemory> agents{dev()};
  RenderRequest render = request(agents, ApplyScope::Project);
  const auto codes = [&](std::string text) {
    render.definitions = {{"dev.md", std::move(text)}, {"other.md", "no frontmatter\n"}};
    std::vector<std::string> all;
    for (const FidelityNote& note : render_claude(kClaude, render).notes) all.push_back(note.code);
    return all;
  };
  const std::vector<std::string> warned{"MEMORY_DEFINITION_UNREAD"};
  EXPECT_EQ(codes("You are dev.\n"), warned);
  EXPECT_EQ(codes("---\nname: dev\ndescription: use it: often\n---\n"), warned);
  EXPECT_EQ(codes("---\nname: dev\ndescription: use it: often\nmemory: project\n---\n"),
            std::vector<std::string>());
  EXPECT_EQ(codes("---\nname: dev\n---\n"), std::vector<std::string>());
}

TEST(ClaudeProvider, ReadsDefinitionsAsTheyAre) {
  EXPECT_FALSE(parse_definition("x.md", "no frontmatter"));
  EXPECT_FALSE(parse_definition("x.md", "---\nname: x\n"));
  EXPECT_EQ(parse_definition("a/x.md", "---\r\ndescription: d\r\n---\r\n")->agent, "x");
  const std::string crlf = "---\r\nname: x\r\nmemory: user\r\nmodel: y\r\n---\r\n";
  EXPECT_EQ(with_memory_line(crlf, *parse_definition("x.md", crlf), "memory: local"),
            "---\r\nname: x\r\nmemory: local\r\nmodel: y\r\n---\r\n");
}

TEST(AgentDirectory, HasOnlyCharactersThatTheToolAllows) {
  EXPECT_EQ(directory_for("Dev_1-x"), "Dev_1-x");
  EXPECT_EQ(directory_for("a b.c/é日"), "a-b-c---");
}

// rule: A19
TEST(AgentMemoryFiles, AreNotesOfTheDirectoryTheyAreIn) {
  const std::vector<Imported> notes = parse_agent_memory({{"dev/a.md", "A"},
                                                          {"dev/sub/b.md", "B"},
                                                          {"dev/memory.md", "m"},
                                                          {"dev/MEMORY.md", "i"},
                                                          {"loose.md", "l"}});
  ASSERT_EQ(notes.size(), 5U);
  EXPECT_EQ(notes[0].agent + " " + notes[0].file + notes[0].warning, "dev a.md");
  EXPECT_EQ(notes[1].file, "memory-note.md");
  EXPECT_EQ(notes[2].file, "MEMORY.md");
  EXPECT_EQ(notes[3].agent, "loose") << "a file beside the directories is its agent's";
  EXPECT_EQ(notes[4].file, "b.md") << "one in a directory comes last";
  EXPECT_FALSE(notes[4].warning.empty());
}

}  // namespace
}  // namespace loci::exchange::claude_test
