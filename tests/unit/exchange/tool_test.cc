// Every row of the list, part by part: a tool that is added and lacks a field, or that
// the documents do not name, fails here.

#include "exchange/tool.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "exchange/connection.h"
#include "exchange/fallback.h"

namespace loci::exchange::tool_test {
namespace {

using ::testing::HasSubstr;

Surroundings around() { return {"/home/u", "/w", "/opt/l o/loci", {}}; }

std::vector<AgentMemory> dev() {
  AgentEntry entry;
  entry.file = "alpha.md";
  entry.name = "Alpha";
  entry.description = "about alpha";
  entry.text = SharedText("---\nname: Alpha\n---\n\nA fact.\n");
  AgentMemory agent;
  agent.id = "dev";
  agent.entries.push_back(std::move(entry));
  return {agent};
}

// What a tool should have, by file.
std::map<std::string, std::vector<Wanted>> by_file(const Tool& tool, SetupScope scope) {
  std::map<std::string, std::vector<Wanted>> files;
  for (Wanted& wanted : wish_for(tool, scope, {}, around()).entries) {
    if (wanted.if_other) continue;
    files[wanted.file].push_back(std::move(wanted));
  }
  return files;
}

std::set<EntryStatus> statuses(const Connected& connected) {
  std::set<EntryStatus> all;
  for (const EntryRow& row : connected.rows) all.insert(row.status);
  return all;
}

TEST(Tool, HasANameATitleAndSomethingThatIsKnownOfIt) {
  std::set<std::string_view> names;
  for (const Tool* tool : tools()) {
    EXPECT_TRUE(names.insert(tool->name).second) << tool->name;
    EXPECT_EQ(find_tool(tool->name), tool);
    EXPECT_FALSE(tool->title.empty()) << tool->name;
    EXPECT_TRUE(tool->settings != nullptr || tool->hooks != nullptr || tool->provider != nullptr ||
                tool->store != nullptr || !tool->agent_variables.empty())
        << tool->name;
  }
  EXPECT_EQ(find_tool("vim"), nullptr);
}

TEST(Tool, IsChosenByNameOrTheNearestIsNamed) {
  const ToolList list = tools_with(&Tool::hooks);
  EXPECT_EQ(*choose_tool(list, "codex", "tool"), find_tool("codex"));
  EXPECT_EQ(choose_tool(list, "cluade", "tool").error().hint, "did you mean 'claude'?");
  EXPECT_EQ(choose_tool(list, "windsurf", "tool with hooks").error().message,
            "'windsurf' is not a tool with hooks");
  EXPECT_EQ(choose_tool(list, "xyzxyzxyz", "tool").error().hint, "use one of " + tool_names(list));
}

// rule: E3
TEST(ToolSettings, SayWhatIsWrittenOrWhyNot) {
  for (const Tool* tool : tools_with(&Tool::settings)) {
    EXPECT_FALSE(tool->settings->program.empty()) << tool->name;
    EXPECT_FALSE(tool->home.in_home.empty()) << tool->name;
    EXPECT_FALSE(signs_of(*tool, around()).empty());
    for (const SetupScope scope : {SetupScope::User, SetupScope::Project}) {
      const Wish wish = wish_for(*tool, scope, {}, around());
      EXPECT_NE(wish.entries.empty(), wish.by_hand.empty()) << tool->name;
      std::set<std::string> seen;
      for (const Wanted& wanted : wish.entries) {
        EXPECT_TRUE(wanted.file.starts_with(scope == SetupScope::User ? "/home/u/." : "/w/"))
            << wanted.file;
        EXPECT_TRUE(seen.insert(wanted.file + wanted.path.back() + wanted.mark).second);
        EXPECT_EQ(wanted.newer.empty(), wanted.newer_entry.empty()) << tool->name;
        const bool absolute = dump_json(wanted.value).find("/opt/l o/loci") != std::string::npos;
        const bool runs = wanted.what == Wanted::What::Server || wanted.what == Wanted::What::Hook;
        EXPECT_EQ(absolute, scope == SetupScope::User && runs);
      }
      EXPECT_EQ(snippets_for(*tool, scope, {}, around()).empty(),
                tool->name == "windsurf" && scope == SetupScope::Project);
    }
  }
  EXPECT_EQ(scope_called("user"), SetupScope::User);
  EXPECT_FALSE(scope_called("all"));
}

// rule: E4
TEST(ToolSettings, AreWrittenFoundAgainAndTakenAway) {
  for (const Tool* tool : tools_with(&Tool::settings)) {
    for (const SetupScope scope : {SetupScope::User, SetupScope::Project}) {
      for (const auto& [path, entries] : by_file(*tool, scope)) {
        RecordedFile record;
        record.path = path;
        record.format = entries.front().format;
        const std::string before =
            record.format == SettingsFormat::Toml ? "mine = 1\n" : "{\n  \"mine\": 1\n}\n";
        const auto with = connect({before, path}, entries, tool->name, record);
        ASSERT_TRUE(with) << path;
        EXPECT_EQ(statuses(*with), std::set{EntryStatus::Added}) << path;
        EXPECT_THAT(*with->text, HasSubstr("loci"));
        const auto again = connect({*with->text, path}, entries, tool->name, record);
        ASSERT_TRUE(again) << path;
        EXPECT_EQ(statuses(*again), std::set{EntryStatus::Unchanged}) << path;
        const auto without = disconnect(with->text, tool->name, record);
        ASSERT_TRUE(without) << path;
        EXPECT_TRUE(record.entries.empty()) << path;
        // "version" stays where something else is in the file.
        if (tool->hooks == nullptr || !tool->hooks->versioned) {
          EXPECT_EQ(*without->text, before) << path;
        }
      }
    }
  }
}

// rule: E3, E21
TEST(ToolSettings, QuoteTheProgramForTheShell) {
  const Wish wish = wish_for(*find_tool("claude"), SetupScope::User, {false, true}, around());
  EXPECT_EQ(wish.entries[0].value["hooks"][0]["command"],
            "'/opt/l o/loci' hook claude session-start");
  Surroundings moved = around();
  moved.loci_home = "/home/u/my notes";
  EXPECT_EQ(wish_for(*find_tool("claude"), SetupScope::User, {false, true}, moved)
                .entries[0]
                .value["hooks"][0]["command"],
            "'/opt/l o/loci' --home '/home/u/my notes' hook claude session-start");
  EXPECT_EQ(
      wish_for(*find_tool("claude"), SetupScope::Project, {false, true}, moved)
          .entries[0]
          .value["hooks"][0]["command"],
      "if command -v loci >/dev/null 2>&1; then loci hook claude session-start --project; fi");
  EXPECT_EQ(wish_for(*find_tool("gemini"), SetupScope::User, {}, moved).entries[0].value["args"],
            Json::parse(R"(["--home", "/home/u/my notes", "mcp"])"));
  EXPECT_EQ(shell_word("/usr/bin/loci"), "/usr/bin/loci");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word(""), "''");
}

// rule: G3
TEST(ToolHooks, SayWhenTheyCallAndWhatTheyTake) {
  for (const Tool* tool : tools_with(&Tool::hooks)) {
    const Hooks& hooks = *tool->hooks;
    ASSERT_NE(tool->settings, nullptr) << tool->name << ": setup writes them";
    EXPECT_FALSE(hooks.user_file.empty() || hooks.project_file.empty()) << tool->name;
    EXPECT_GT(hooks.units, 0U);
    std::set<HookEvent> events;
    for (const HookCall& call : hooks.calls) {
      EXPECT_TRUE(events.insert(call.event).second) << tool->name;
      EXPECT_FALSE(call.name.empty()) << tool->name;
      EXPECT_GT(call.seconds, 0) << tool->name << " " << call.name;
      const std::string answer = hook_answer(*tool, call.event, "a fact");
      EXPECT_EQ(answer.find("a fact") != std::string::npos, call.takes_text) << tool->name;
    }
    for (const HookEvent event :
         {HookEvent::SessionStart, HookEvent::Prompt, HookEvent::SessionEnd}) {
      EXPECT_TRUE(events.contains(event)) << tool->name << " " << hook_event_name(event);
    }
    EXPECT_TRUE(hooks.takes_text(HookEvent::SessionStart)) << tool->name;
    if (!hooks.handler_extras.empty()) {
      const auto extras = parse_json(hooks.handler_extras);
      EXPECT_TRUE(extras && extras->is_object()) << tool->name;
    }
  }
}

// rule: A12
TEST(ToolProvider, SaysWhereMemoryGoesAndWhatToDoWithout) {
  std::set<int> orders;
  const std::vector<AgentMemory> agents = dev();
  for (const Tool* tool : providers()) {
    const Provider& provider = *tool->provider;
    EXPECT_TRUE(orders.insert(provider.order).second) << tool->name;
    EXPECT_FALSE(provider.directories(*tool, around()).empty()) << tool->name;
    RenderRequest request;
    request.agents = agents;
    request.around = around();
    const Rendered rendered = provider.render(*tool, request);
    if (provider.comes_back()) {
      EXPECT_FALSE(rendered.artifacts.empty()) << tool->name;
      continue;
    }
    ASSERT_EQ(rendered.notes.size(), 1U) << tool->name;
    EXPECT_EQ(rendered.notes[0].provider, tool->name);
    const Elsewhere& elsewhere = *provider.elsewhere;
    EXPECT_FALSE(elsewhere.directory.empty()) << tool->name;
    EXPECT_EQ(elsewhere.rule_before.empty(), elsewhere.rule_head == nullptr) << tool->name;
    EXPECT_EQ(elsewhere.newer.empty(), elsewhere.render_newer == nullptr) << tool->name;
    EXPECT_EQ(elsewhere.projects_file.empty(), elsewhere.project_id == nullptr) << tool->name;
    request.fallback = Fallback::Context;
    const Rendered context = provider.render(*tool, request);
    ASSERT_EQ(context.artifacts.size(), 1U) << tool->name;
    EXPECT_EQ(context.artifacts[0].path, elsewhere.context);
    EXPECT_EQ(context.artifacts[0].head, elsewhere.context_head);
    EXPECT_EQ(head_around_block(*tool, ApplyScope::Project, elsewhere.context),
              elsewhere.context_head);
    EXPECT_EQ(head_around_block(*tool, ApplyScope::Project, "README.md"), "");
    request.fallback = Fallback::Rule;
    EXPECT_EQ(provider.render(*tool, request).artifacts.size(),
              elsewhere.rule_before.empty() ? 0U : 1U)
        << tool->name;
    request.native = true;
    request.fallback = Fallback::None;
    request.project_id = "app";
    EXPECT_EQ(provider.render(*tool, request).artifacts.empty(), elsewhere.newer.empty())
        << tool->name;
  }
  EXPECT_EQ(*orders.rbegin(), static_cast<int>(orders.size())) << "1, 2, 3, …";
}

// rule: Q1
TEST(ToolStore, SaysWhereItIsAndReadsIt) {
  StoreSearch search;
  search.around = around();
  search.roots = {"/w"};
  search.read = [](const std::string&) { return std::nullopt; };
  search.directories = [](const std::string&) { return std::vector<std::string>(); };
  for (const Tool* tool : tools_with(&Tool::store)) {
    const ForeignStore& store = *tool->store;
    EXPECT_FALSE(store.title.empty()) << tool->name;
    ASSERT_TRUE(store.places != nullptr && store.reads != nullptr && store.enters != nullptr &&
                store.parse != nullptr)
        << tool->name;
    for (const StorePlace& place : store.places(search)) {
      EXPECT_TRUE(place.path.starts_with('/')) << tool->name << " " << place.path;
    }
    EXPECT_TRUE(parse_store(store, {}, store.reach).notes.empty()) << tool->name;
  }
}

}  // namespace
}  // namespace loci::exchange::tool_test
