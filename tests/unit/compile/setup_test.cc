#include "compile/setup.h"

#include <algorithm>
#include <cerrno>

#include "base/text.h"
#include "compile/foreign_file.h"
#include "memory/asker.h"
#include "memory/config.h"
#include "memory/memory.h"
#include "memory/moving.h"
#include "memory/session.h"
#include "support/house.h"

namespace loci::compile::setup_test {
namespace {

using memory::Audience;
using memory::Config;
using memory::Memory;
using memory::Session;

using exchange::EntryStatus;
using exchange::SetupScope;

const std::string kClaude = "/home/u/.claude.json";
const std::string kHooks = "/home/u/.claude/settings.json";
const std::string kCodex = "/home/u/.codex/config.toml";
const std::string kLocal = "/home/u/app/.claude/settings.local.json";

class Setup : public House {
 protected:
  Setup() { settle(); }

  void settle(Environment around = {}, const std::string& program = "/opt/loci",
              bool ephemeral = false, Audience audience = Audience::Person) {
    memory.reset();
    Session session;
    session.workspace = *store::find_workspace(files, "/home/u/app", {kHome, "/home/u"});
    session.user_home = "/home/u";
    session.ephemeral = ephemeral;
    session.audience = audience;
    session.program = program;
    session.environment = std::move(around);
    config.emplace(*Config::load(files, kHome, environment));
    store = *store::Store::open(files, clock, log, kHome);
    memory = std::make_unique<Memory>(*store, *config, log, session);
  }

  static SetupRequest request(std::vector<std::string> tools, SetupScope scope = SetupScope::User) {
    SetupRequest request;
    request.tools = std::move(tools);
    request.scope = scope;
    return request;
  }
  static std::string rows(const SetupReply& reply) {
    std::string text;
    for (const SetupFile& file : reply.files) {
      for (const exchange::EntryRow& row : file.rows) {
        text += fmt::format("{} {} {}\n", file.tool, row.name, exchange::status_name(row.status));
      }
    }
    return text;
  }
  // Other tools' files and the repository's.
  std::vector<std::pair<std::string, std::string>> others() {
    auto tree = files.tree("/home/u");
    std::erase_if(tree, [](const auto& file) { return file.first.starts_with(kHome); });
    return tree;
  }
};

// rule: E3, E5
TEST_F(Setup, WritesServerAndHooksAndTakesThemAwayToTheByte) {
  files.put(kClaude, "{\n  \"projects\": {} // mine\n}");
  files.put(kCodex, "model = \"o3\"");
  const auto before = others();
  const auto all =
      request({"claude", "codex", "gemini", "cursor", "copilot", "windsurf", "opencode"});
  ASSERT_TRUE(compile::setup(*memory, all));
  EXPECT_EQ(
      files.get(kClaude),
      "{\n  \"projects\": {}, // mine\n  \"mcpServers\": {\n    \"loci\": {\n      \"type\": "
      "\"stdio\",\n      \"command\": \"/opt/loci\",\n      \"args\": [\"mcp\"]\n    }\n  }\n}");
  EXPECT_THAT(
      files.get(kCodex),
      ::testing::StartsWith(
          "model = \"o3\"\n\n[mcp_servers.loci]\ncommand = \"/opt/loci\"\nargs = [\"mcp\"]\n"
          "tools.memory_search.approval_mode = \"approve\"\n"));
  EXPECT_THAT(files.get("/home/u/.codex/hooks.json"),
              ::testing::HasSubstr("\"additionalContextLimit\": 0"));
  EXPECT_THAT(files.get("/home/u/.gemini/settings.json"),
              ::testing::HasSubstr("\"timeout\": 5000"));
  EXPECT_THAT(files.get("/home/u/.copilot/hooks/loci.json"),
              ::testing::HasSubstr("\"timeoutSec\": 5"));
  EXPECT_TRUE(files.get("/home/u/.cursor/hooks.json").starts_with("{\n  \"version\": 1,"));
  const auto once = others();
  const auto again = compile::setup(*memory, all);
  ASSERT_TRUE(again) << message_of(again);
  EXPECT_EQ(others(), once);
  EXPECT_EQ(rows(*again).find("added"), std::string::npos) << rows(*again);
  ASSERT_TRUE(compile::unsetup(*memory, all));
  EXPECT_EQ(others(), before);
  EXPECT_FALSE(files.exists("/home/u/.cursor"));
  EXPECT_FALSE(files.exists("/home/u/.config"));
  EXPECT_TRUE(compile::unsetup(*memory, all)->files.empty());
}

// rule: E3
TEST_F(Setup, ShipsTheBareNameAndThePlaceWithARepository) {
  ASSERT_TRUE(compile::setup(*memory, request({"claude", "copilot"}, SetupScope::Project)));
  EXPECT_THAT(files.get("/home/u/app/.mcp.json"), ::testing::HasSubstr("\"command\": \"loci\""));
  EXPECT_THAT(files.get("/home/u/app/.mcp.json"),
              ::testing::HasSubstr("[\"mcp\", \"--workspace\", \".\"]"));
  EXPECT_THAT(files.get("/home/u/app/.vscode/mcp.json"),
              ::testing::HasSubstr("\"${workspaceFolder}\""));
  EXPECT_THAT(files.get("/home/u/app/.claude/settings.json"),
              ::testing::HasSubstr("then loci hook claude session-start --project; fi\""));
  // Both use one entry; it stays as long as one of them does.
  const auto first = compile::unsetup(*memory, request({"claude"}, SetupScope::Project));
  ASSERT_TRUE(first) << message_of(first);
  EXPECT_THAT(rows(*first), ::testing::HasSubstr("claude mcpServers.loci shared"));
  EXPECT_TRUE(files.exists("/home/u/app/.mcp.json"));
  EXPECT_TRUE(compile::unsetup(*memory, request({"copilot"}))->files.empty());
  ASSERT_TRUE(compile::unsetup(*memory, request({"copilot"}, SetupScope::Project)));
  EXPECT_FALSE(files.exists("/home/u/app/.mcp.json"));
  EXPECT_FALSE(files.exists("/home/u/app/.github"));
}

// rule: E4
TEST_F(Setup, LeavesWhatTheUserChangedAndSaysSo) {
  ASSERT_TRUE(compile::setup(*memory, request({"claude"})));
  files.put(kClaude, replace_all(files.get(kClaude), "\"mcp\"", "\"mcp\", \"--read-only\""));
  files.put(kHooks, replace_all(files.get(kHooks), "\"timeout\": 2", "\"timeout\": 9"));
  const auto again = compile::setup(*memory, request({"claude"}));
  ASSERT_TRUE(again) << message_of(again);
  EXPECT_THAT(rows(*again), ::testing::HasSubstr("mcpServers.loci kept"));
  EXPECT_THAT(rows(*again), ::testing::HasSubstr("hooks.UserPromptSubmit kept"));
  EXPECT_THAT(rows(*again), ::testing::HasSubstr("hooks.SessionEnd unchanged"));
  const auto gone = compile::unsetup(*memory, request({"claude"}));
  ASSERT_TRUE(gone) << message_of(gone);
  EXPECT_THAT(rows(*gone), ::testing::HasSubstr("mcpServers.loci kept"));
  EXPECT_THAT(rows(*gone), ::testing::HasSubstr("hooks.UserPromptSubmit kept"));
  EXPECT_THAT(rows(*gone), ::testing::HasSubstr("hooks.SessionEnd removed"));
  EXPECT_THAT(files.get(kClaude), ::testing::HasSubstr("--read-only"));
  EXPECT_THAT(files.get(kHooks), ::testing::HasSubstr("\"timeout\": 9"));
  EXPECT_EQ(files.get(kHooks).find("SessionEnd"), std::string::npos);
}

// rule: E4
TEST_F(Setup, LeavesAnEntryItDidNotWrite) {
  files.put(kClaude, "{\"mcpServers\": {\"loci\": {\"command\": \"mine\"}}}");
  const auto done = compile::setup(*memory, request({"claude"}));
  ASSERT_TRUE(done) << message_of(done);
  EXPECT_THAT(rows(*done), ::testing::HasSubstr("mcpServers.loci kept"));
  ASSERT_TRUE(compile::unsetup(*memory, request({"claude"})));
  EXPECT_EQ(files.get(kClaude), "{\"mcpServers\": {\"loci\": {\"command\": \"mine\"}}}");
}

// rule: E4
TEST_F(Setup, FollowsTheProgramThatMovedAndAFileThatWasRewritten) {
  files.put(kClaude, "{\"a\": 1}");
  ASSERT_TRUE(compile::setup(*memory, request({"claude"})));
  files.put(kClaude, dump_json(Json::parse(files.get(kClaude)), 4));  // as the tool does
  settle({}, "/usr/bin/loci");
  const auto done = compile::setup(*memory, request({"claude"}));
  ASSERT_TRUE(done) << message_of(done);
  EXPECT_THAT(rows(*done), ::testing::HasSubstr("mcpServers.loci updated"));
  EXPECT_THAT(rows(*done), ::testing::HasSubstr("hooks.SessionStart updated"));
  EXPECT_EQ(files.get(kHooks).find("/opt/loci"), std::string::npos);
  ASSERT_TRUE(compile::unsetup(*memory, request({"claude"})));
  EXPECT_EQ(files.get(kClaude).find("loci"), std::string::npos);
  EXPECT_FALSE(files.exists(kHooks));
}

// rule: E4
TEST_F(Setup, StartsAnewWhenTheFileIsGone) {
  files.put(kClaude, "{\"a\": 1}");
  ASSERT_TRUE(compile::setup(*memory, request({"claude"})));
  const auto root = files.open("/home/u", fs::Modes::Umask);
  ASSERT_TRUE((*root)->remove(".claude.json"));
  ASSERT_TRUE(compile::setup(*memory, request({"claude"})));
  EXPECT_TRUE(files.exists(kClaude));
  ASSERT_TRUE(compile::unsetup(*memory, request({"claude"})));
  EXPECT_FALSE(files.exists(kClaude));
}

// rule: E3
TEST_F(Setup, GoesWhereTheToolsVariablesSay) {
  settle(Environment({{"CLAUDE_CONFIG_DIR", "/home/u/cc"},
                      {"CODEX_HOME", "/home/u/cx"},
                      {"COPILOT_HOME", "/home/u/cp"},
                      {"XDG_CONFIG_HOME", "/home/u/xdg"}}));
  files.put("/home/u/xdg/opencode/opencode.jsonc", "{}");
  ASSERT_TRUE(compile::setup(*memory, request({"claude", "codex", "copilot", "opencode"})));
  for (const char* path : {"cc/.claude.json", "cc/settings.json", "cx/config.toml", "cx/hooks.json",
                           "cp/mcp-config.json", "cp/hooks/loci.json"}) {
    EXPECT_TRUE(files.exists(fmt::format("/home/u/{}", path))) << path;
  }
  EXPECT_THAT(files.get("/home/u/xdg/opencode/opencode.jsonc"),
              ::testing::HasSubstr("[\"/opt/loci\", \"mcp\"]"));
  EXPECT_FALSE(files.exists("/home/u/.claude.json"));
}

// rule: E3
TEST_F(Setup, DoesNotWriteWhatItIsNotSureOf) {
  const auto before = others();
  const auto done = compile::setup(*memory, request({"antigravity"}));
  ASSERT_TRUE(done) << message_of(done);
  ASSERT_EQ(done->by_hand.size(), 1U);
  EXPECT_THAT(done->by_hand[0].snippets.at(0).text, ::testing::HasSubstr("\"/opt/loci\""));
  EXPECT_FALSE(compile::setup(*memory, request({"windsurf"}, SetupScope::Project))
                   ->by_hand.at(0)
                   .why.empty());
  EXPECT_EQ(others(), before);
  files.put("/home/u/.config/opencode/opencode.json", "{\"mcp\": {\"servers\": {}}}");
  const auto newer = compile::setup(*memory, request({"opencode"}));
  ASSERT_TRUE(newer) << message_of(newer);
  EXPECT_THAT(rows(*newer), ::testing::HasSubstr("mcp.loci newer_form"));
  EXPECT_EQ(newer->by_hand.size(), 1U);
  EXPECT_EQ(files.get("/home/u/.config/opencode/opencode.json"), "{\"mcp\": {\"servers\": {}}}");
}

// rule: E3
TEST_F(Setup, AllMeansThoseThatAreInstalled) {
  SetupRequest all;
  all.all = true;
  EXPECT_TRUE(compile::setup(*memory, all)->files.empty());
  files.put_directory("/home/u/.gemini");
  files.put_directory("/usr/bin");
  EXPECT_EQ(compile::setup(*memory, all)->files.size(), 2U);
  const auto gone = compile::unsetup(*memory, all);
  ASSERT_TRUE(gone) << message_of(gone);
  EXPECT_EQ(gone->files.size(), 2U);
}

// rule: E5
TEST_F(Setup, ADryRunTouchesNothing) {
  files.put(kClaude, "{}");
  const auto before = files.tree("/");
  SetupRequest dry = request({"claude"});
  dry.dry_run = true;
  const auto done = compile::setup(*memory, dry);
  ASSERT_TRUE(done) << message_of(done);
  EXPECT_THAT(done->files.at(0).diff, ::testing::HasSubstr("+  \"mcpServers\": {"));
  EXPECT_THAT(done->files.at(1).diff, ::testing::HasSubstr("--- /dev/null"));
  EXPECT_EQ(files.tree("/"), before);
}

// rule: E2, E5
TEST_F(Setup, ABrokenFileStopsItBeforeAnythingIsWritten) {
  files.put("/home/u/.codex/hooks.json", "{\n  nonsense\n}");
  const auto before = others();
  const auto done = compile::setup(*memory, request({"claude", "codex"}));
  EXPECT_EQ(message_of(done), "/home/u/.codex/hooks.json:2: a key in quotes is missing");
  EXPECT_EQ(others(), before);
}

// rule: E6
TEST_F(Setup, FollowsALinkAndKeepsItAndItsMode) {
  files.put("/home/u/dot/claude.json", "{}");
  files.put_link(kClaude, "/home/u/dot/claude.json");
  ASSERT_TRUE(compile::setup(*memory, request({"claude"})));
  EXPECT_THAT(files.get("/home/u/dot/claude.json"), ::testing::HasSubstr("mcpServers"));
  EXPECT_EQ(files.stat(kClaude, false)->kind, fs::Kind::Link);
  ASSERT_TRUE(compile::unsetup(*memory, request({"claude"})));
  EXPECT_EQ(files.get("/home/u/dot/claude.json"), "{}");

  files.put_link("/home/u/app/.mcp.json", "/home/u/dot/claude.json");
  const auto out = compile::setup(*memory, request({"claude"}, SetupScope::Project));
  EXPECT_EQ(kind_of(out), ErrorKind::Denied);
  EXPECT_THAT(message_of(out), ::testing::HasSubstr("points out of '/home/u/app'"));
  files.put_link("/home/u/.codex", "/home/u/nowhere");
  EXPECT_THAT(message_of(compile::setup(*memory, request({"codex"}))),
              ::testing::HasSubstr("is a broken link"));
  files.put_link("/home/u/.gemini/settings.json", "/home/u/nowhere");
  EXPECT_EQ(kind_of(compile::setup(*memory, request({"gemini"}))), ErrorKind::Denied);
  files.put("/home/u/.cursor/mcp.json", "{}");
  files.put_owner("/home/u/.cursor/mcp.json", 0);
  EXPECT_THAT(message_of(compile::setup(*memory, request({"cursor"}))),
              ::testing::HasSubstr("belongs to another user"));
}

// rule: E7
TEST_F(Setup, KeepsABackupAndSaysWhere) {
  files.put(kClaude, "{\"key\": \"secret\"}");
  const auto done = compile::setup(*memory, request({"claude"}));
  ASSERT_TRUE(done) << message_of(done);
  const std::string backup = done->files.at(0).backup;
  EXPECT_TRUE(backup.starts_with(kHome + "/state/setup/.claude.json.")) << backup;
  EXPECT_EQ(files.get(backup), "{\"key\": \"secret\"}");
  EXPECT_EQ(files.stat(backup, false)->mode, 0600U);
  EXPECT_EQ(done->files.at(1).backup, "");
  for (int i = 0; i < 9; ++i) {
    ASSERT_TRUE(compile::unsetup(*memory, request({"claude"})));
    ASSERT_TRUE(compile::setup(*memory, request({"claude"})));
  }
  const auto tree = files.tree(kHome + "/state/setup");
  EXPECT_EQ(std::count_if(tree.begin(), tree.end(),
                          [](const auto& file) {
                            return file.first.find("/.claude.json.") != std::string::npos;
                          }),
            5);
}

// rule: E8
TEST_F(Setup, IsRefusedWhereNothingMayBeWritten) {
  settle({}, "/opt/loci", true);
  EXPECT_EQ(kind_of(compile::setup(*memory, request({"claude"}))), ErrorKind::Denied);
  EXPECT_EQ(kind_of(compile::unsetup(*memory, request({"claude"}))), ErrorKind::Denied);
  settle({}, "/opt/loci", false, Audience::Agent);
  EXPECT_EQ(kind_of(compile::setup(*memory, request({"claude"}))), ErrorKind::Denied);
  environment = variable("LOCI_DISABLED", "1");
  settle();
  EXPECT_EQ(message_of(compile::setup(*memory, request({"claude"}))),
            "memory is off: LOCI_DISABLED is set");
  environment = {};
  settle();
  EXPECT_EQ(kind_of(compile::setup(*memory, request({}))), ErrorKind::InvalidInput);
  EXPECT_EQ(hint_of(compile::setup(*memory, request({"cladue"}))), "did you mean 'claude'?");
  files.put(kHome + "/state/setup.json", "{}");
  EXPECT_EQ(kind_of(compile::setup(*memory, request({"claude"}))), ErrorKind::Corrupt);
}

// A program that writes the file at the worst moment.
// rule: E6
TEST_F(Setup, TriesOnceMoreWhenTheFileChangesMeanwhileAndThenGivesUp) {
  files.put("/h/f", "0");
  int edits = 0;
  int stop_after = 1;
  const auto edit = [&](const ForeignFile& file) -> Result<std::optional<std::string>> {
    ++edits;
    return *file.text + "+";
  };
  const auto meddle = [&](const ForeignFile& file) -> Result<> {
    if (edits <= stop_after) files.put("/h/f", *file.text + "!");
    return {};
  };
  const auto once = change_foreign(files, "/h/f", {"", 100}, edit, meddle);
  ASSERT_TRUE(once) << message_of(once);
  EXPECT_EQ(files.get("/h/f"), "0!+");
  EXPECT_EQ(edits, 2);
  edits = 0;
  stop_after = 9;
  const auto twice = change_foreign(files, "/h/f", {"", 100}, edit, meddle);
  EXPECT_EQ(kind_of(twice), ErrorKind::Conflict);
  EXPECT_EQ(message_of(twice), "'/h/f' was changed by another program in the meantime");
  EXPECT_EQ(files.get("/h/f"), "0!+!!");
  EXPECT_EQ(files.tree("/h").size(), 1U);
  // Nothing to do is nothing done.
  EXPECT_FALSE(*change_foreign(
      files, "/h/f", {"", 100}, [](const ForeignFile& file) { return file.text; }, meddle));
  EXPECT_EQ(kind_of(read_foreign(files, "/h/f", "", 2)), ErrorKind::InvalidInput);
}

// A disk that fails at every single call, and a process that dies there.
// rule: E6
TEST_F(Setup, LeavesEachFileOldOrNewWhateverFails) {
  const std::string text = "{\n  // mine\n  \"a\": 1\n}\n";
  for (const bool dies : {false, true}) {
    std::uint64_t n = 1;
    for (bool failed = true; failed; ++n) {
      fs::MemoryFileSystem disk;
      disk.put_directory("/home/u/app/.git");
      disk.put(kClaude, text);
      const auto work = [&](fs::MemoryFileSystem& on, bool take_away) -> Result<SetupReply> {
        Session session;
        session.user_home = "/home/u";
        session.program = "/opt/loci";
        LOCI_ASSIGN(const Config settings, Config::load(on, kHome, {}));
        LOCI_ASSIGN(const auto home, store::Store::open(on, clock, log, kHome));
        Memory mind(*home, settings, log, session);
        return take_away ? unsetup(mind, request({"claude"}))
                         : compile::setup(mind, request({"claude"}));
      };
      if (dies) {
        disk.die_at(n);
      } else {
        disk.fail_at(n, ENOSPC);
      }
      const auto first = work(disk, false);
      failed = !first.has_value();
      const auto next = disk.after(dies ? fs::PowerCut::Both : fs::PowerCut::Nothing);
      const std::string now = next->get(kClaude);
      EXPECT_TRUE(now == text || now.find("mcpServers") != std::string::npos) << n << now;
      // The next process can finish, and take everything away.
      const auto second = work(*next, false);
      ASSERT_TRUE(second) << n << message_of(second);
      const auto gone = work(*next, true);
      ASSERT_TRUE(gone) << n << message_of(gone);
      EXPECT_EQ(next->get(kClaude), text) << n;
      EXPECT_FALSE(next->exists(kHooks)) << n;
      for (const auto& [path, bytes] : next->tree("/home/u")) {
        EXPECT_EQ(path.find(".tmp"), std::string::npos) << n << path;
      }
    }
    EXPECT_GT(n, 20U);
  }
}

const std::string kPolicy = "/home/u/.gemini/policies/loci.toml";

// rule: E22
TEST_F(Setup, EndsWithOneMemory) {
  using State = SetupMemory::State;
  files.put("/home/u/.codex/config.toml", "[features]\nmemories = true\n");
  files.put(kHooks, "{\"autoMemoryEnabled\": true}");
  const auto before = others();
  const auto done = compile::setup(*memory, request({"claude", "codex", "gemini", "cursor"}));
  ASSERT_TRUE(done) << message_of(done);
  ASSERT_EQ(done->memories.size(), 3U);
  EXPECT_EQ(done->memories[0].state, State::TurnedOff);
  EXPECT_EQ(done->memories[1].state, State::TurnedOff);
  EXPECT_EQ(done->memories[2].state, State::NoSwitch);
  EXPECT_THAT(files.get(kHooks), ::testing::HasSubstr("\"autoMemoryEnabled\": false"));
  EXPECT_THAT(files.get(kCodex), ::testing::HasSubstr("memories = false"));
  const auto again = compile::setup(*memory, request({"claude", "codex"}));
  EXPECT_EQ(again->memories[0].state, State::Off);
  EXPECT_EQ(again->memories[1].state, State::Off);
  ASSERT_TRUE(compile::unsetup(*memory, request({"claude", "codex", "gemini", "cursor"})));
  EXPECT_EQ(others(), before);
}

// rule: E22
TEST_F(Setup, NamesTheLineThatTurnsAnotherMemoryOnAgain) {
  using State = SetupMemory::State;
  files.put("/home/u/app/.claude/settings.json", "{\n  \"autoMemoryEnabled\": true\n}");
  const auto on = compile::setup(*memory, request({"claude"}))->memories.at(0);
  EXPECT_EQ(on.state, State::On);
  EXPECT_EQ(on.where, "/home/u/app/.claude/settings.json:2");
  files.put(kLocal, "{\"autoMemoryEnabled\": false}");
  EXPECT_EQ(compile::setup(*memory, request({"claude"}))->memories.at(0).state, State::Off);
}

// rule: E22
TEST_F(Setup, MakesNoFileForASwitchThatIsNotNeeded) {
  SetupRequest hooks = request({"codex"});
  hooks.parts.server = false;
  ASSERT_TRUE(compile::setup(*memory, hooks));
  EXPECT_FALSE(files.exists(kCodex));
  ASSERT_TRUE(compile::unsetup(*memory, hooks));
  EXPECT_FALSE(files.exists("/home/u/.codex"));
}

// rule: E22
TEST_F(Setup, OffersWhatTheToolRemembersAndBringsIt) {
  files.put("/home/u/.claude/projects/-home-u-app/memory/a.md",
            "---\nname: a\ndescription: d\nmetadata:\n  type: project\n---\n\nA fact.\n");
  const auto done = compile::setup(*memory, request({"claude"}));
  ASSERT_TRUE(done) << message_of(done);
  EXPECT_EQ(done->memories.at(0).notes, 1U);
  EXPECT_FALSE(files.exists(kPrivate + "a.md"));
  SetupRequest bring = request({"claude"});
  bring.import = true;
  EXPECT_EQ(compile::setup(*memory, bring)->memories.at(0).imported, 1U);
  EXPECT_TRUE(files.exists(kPrivate + "a.md"));
  const auto later = compile::setup(*memory, request({"claude"}));
  EXPECT_EQ(later->memories.at(0).notes, 0U);
}

// rule: E22
TEST_F(Setup, KeepsTheToolsOwnMemoryInLociWhenAsked) {
  const auto before = others();
  SetupRequest native = request({"claude"});
  native.parts.native = true;
  const auto done = compile::setup(*memory, native);
  ASSERT_TRUE(done) << message_of(done);
  EXPECT_EQ(done->memories.at(0).state, SetupMemory::State::InLoci);
  const Json local = Json::parse(files.get(kLocal));
  EXPECT_EQ(local, Json({{"autoMemoryEnabled", true},
                         {"autoMemoryDirectory", kPrivate.substr(0, kPrivate.size() - 1)}}));
  // Elsewhere, where nothing names a directory, it is off.
  EXPECT_THAT(files.get(kHooks), ::testing::HasSubstr("\"autoMemoryEnabled\": false"));
  const exchange::Tool& claude = *exchange::find_tool("claude");
  EXPECT_TRUE(is_native(*store, claude, "/home/u/app").value_or(false));
  EXPECT_FALSE(is_native(*store, claude, "/home/u/other").value_or(true));
  EXPECT_FALSE(is_native(*store, *exchange::find_tool("codex"), "/home/u/app").value_or(true));
  ASSERT_TRUE(compile::setup(*memory, native));
  // Without --native there is one memory again, and it is the other.
  ASSERT_TRUE(compile::setup(*memory, request({"claude"})));
  EXPECT_FALSE(files.exists(kLocal));
  EXPECT_FALSE(is_native(*store, claude, "/home/u/app").value_or(true));
  ASSERT_TRUE(compile::setup(*memory, native));
  ASSERT_TRUE(compile::unsetup(*memory, request({"claude"})));
  EXPECT_EQ(others(), before);
  native.tools = {"codex"};
  EXPECT_EQ(message_of(compile::setup(*memory, native)),
            "--native needs a tool whose own memory can be kept in loci");
}

// rule: E20
TEST_F(Setup, AllowsWhatIsAskedForAndTakesBackTheRest) {
  const auto before = others();
  SetupRequest all = request({"claude", "codex", "gemini"});
  all.parts.allow = exchange::Allow::All;
  ASSERT_TRUE(compile::setup(*memory, all));
  EXPECT_THAT(files.get(kHooks), ::testing::HasSubstr("\"mcp__loci__memory_delete\""));
  EXPECT_THAT(files.get(kCodex), ::testing::HasSubstr("tools.memory_delete.approval_mode"));
  EXPECT_THAT(files.get(kPolicy), ::testing::HasSubstr("\"memory_delete\""));
  ASSERT_TRUE(compile::setup(*memory, request({"claude", "codex", "gemini"})));
  for (const std::string& path : {kHooks, kCodex, kPolicy}) {
    EXPECT_EQ(files.get(path).find("memory_delete"), std::string::npos) << path;
    EXPECT_THAT(files.get(path), ::testing::HasSubstr("remember")) << path;
  }
  SetupRequest hooks = request({"claude", "codex", "gemini"});
  hooks.parts.server = false;
  const auto same = others();
  ASSERT_TRUE(compile::setup(*memory, hooks));
  hooks.parts.memory = false;
  ASSERT_TRUE(compile::setup(*memory, hooks));
  EXPECT_EQ(others(), same);
  all.parts.allow = exchange::Allow::None;
  ASSERT_TRUE(compile::setup(*memory, all));
  EXPECT_FALSE(files.exists(kPolicy));
  EXPECT_EQ(files.get(kHooks).find("permissions"), std::string::npos);
  EXPECT_EQ(files.get(kCodex).find("approval_mode"), std::string::npos);
  ASSERT_TRUE(compile::unsetup(*memory, all));
  EXPECT_EQ(others(), before);
}

// rule: E21
TEST_F(Setup, SaysWhatTheEntriesDependOn) {
  EXPECT_TRUE(compile::setup(*memory, request({"claude"}))->notes.empty());
  files.put("/src/build/CMakeCache.txt", "");
  settle({}, "/src/build/loci");
  EXPECT_THAT(compile::setup(*memory, request({"claude"}))->notes,
              ::testing::ElementsAre("the entries name /src/build/loci, in a build directory: "
                                     "install loci and set up again"));
}

// rule: E21
TEST_F(Setup, LetsTheUsersOwnHookSpeak) {
  const exchange::Tool& claude = *exchange::find_tool("claude");
  const auto event = exchange::HookEvent::Prompt;
  EXPECT_FALSE(has_own_hook(*memory, claude, event));
  ASSERT_TRUE(compile::setup(*memory, request({"claude"}, SetupScope::Project)));
  EXPECT_FALSE(has_own_hook(*memory, claude, event));
  ASSERT_TRUE(compile::setup(*memory, request({"claude"})));
  EXPECT_TRUE(has_own_hook(*memory, claude, event));
  EXPECT_FALSE(has_own_hook(*memory, claude, exchange::HookEvent::PreCompact));
  settle(Environment({{"CLAUDE_CONFIG_DIR", "/home/u/cc"}, {"HOME", "/home/u"}}));
  EXPECT_FALSE(has_own_hook(*memory, claude, event));
}

}  // namespace
}  // namespace loci::compile::setup_test
