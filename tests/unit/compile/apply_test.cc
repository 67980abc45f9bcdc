#include "compile/apply.h"

#include <random>

#include "base/hash.h"
#include "base/text.h"
#include "compile/agents.h"
#include "compile/import_agents.h"
#include "memory/config.h"
#include "memory/memory.h"
#include "memory/moving.h"
#include "memory/scopes.h"
#include "memory/session.h"
#include "past/undo.h"
#include "projects/trust.h"
#include "support/house.h"

namespace loci::compile::apply_test {
namespace {

using memory::Config;
using memory::Memory;
using memory::Selector;
using memory::Session;

using exchange::Action;
using exchange::Standing;

const std::string kApp = "/home/u/app/";
const std::string kDev = kApp + ".loci/agents/dev/memory/";
const std::string kClaude = kApp + ".claude/agent-memory/dev/";

class Applying : public House {
 protected:
  Applying() {
    files.put(kDev + "zebra.md", "---\nname: Zebra\ndescription: Z desc\n---\n\nzebra\n");
    files.put(kDev + "alpha.md", "---\nname: Alpha\ndescription: A desc\n---\n\nalpha\n");
    environment = variable("LOCI_NEW_NOTES", "shared");
    enter();
    EXPECT_TRUE(projects::trust(*memory, true, false));
  }
  static ApplyRequest claude() {
    ApplyRequest request;
    request.providers = {"claude"};
    return request;
  }
  Result<ApplyReply> apply() { return compile::apply(*memory, claude()); }
  Result<AgentImportReply> import(const std::vector<std::string>& providers = {}) {
    AgentImportRequest request;
    request.providers = providers;
    return compile::import_agents(*memory, request);
  }
  std::string statuses() {
    const auto reply = compile::apply_status(*memory, claude());
    if (!reply) return reply.error().message;
    std::string all;
    for (const ApplyRow& row : reply->rows) {
      if (row.standing == Standing::InStep) continue;
      all += row.path.substr(row.path.rfind('/') + 1) + ":" +
             std::string(exchange::standing_name(row.standing)) + " ";
    }
    return all;
  }
  void append(const std::string& path, const std::string& text) {
    files.put(path, files.get(path) + text);
  }
};

// rule: A12
TEST_F(Applying, MakesAFileForEachNoteAndASortedIndex) {
  ASSERT_TRUE(apply());
  EXPECT_EQ(files.get(kClaude + "alpha.md"), files.get(kDev + "alpha.md"));
  EXPECT_EQ(files.get(kClaude + "MEMORY.md"),
            "- [Alpha](alpha.md) — A desc\n- [Zebra](zebra.md) — Z desc\n");
  EXPECT_EQ(statuses(), "");
}

// rule: A8
TEST_F(Applying, TwiceWritesNothing) {
  ASSERT_TRUE(apply());
  files.reset_calls();
  const auto again = apply();
  ASSERT_TRUE(again);
  EXPECT_EQ(files.calls(), 0U) << ::testing::PrintToString(files.trace());
}

// rule: A22
TEST_F(Applying, DryTouchesNothing) {
  files.reset_calls();
  ApplyRequest request = claude();
  request.dry_run = true;
  const auto reply = compile::apply(*memory, request);
  ASSERT_TRUE(reply);
  EXPECT_EQ(reply->rows.size(), 3U);
  EXPECT_NE(reply->rows[0].diff.find("+alpha\n"), std::string::npos);
  EXPECT_EQ(files.calls(), 0U);
  append(kDev + "alpha.md", "x\n");
  AgentImportRequest import_request;
  import_request.dry_run = true;
  files.put(kClaude + "new.md", "new\n");
  ASSERT_TRUE(compile::import_agents(*memory, import_request));
  ASSERT_TRUE(compile::apply_status(*memory, claude()));
  EXPECT_EQ(files.calls(), 0U);
}

// rule: A9
TEST_F(Applying, RefusesToOverwriteWhatNobodyHasSeen) {
  ASSERT_TRUE(apply());
  append(kClaude + "alpha.md", "there\n");
  EXPECT_EQ(statuses(), "alpha.md:edited there ");
  append(kDev + "zebra.md", "here\n");
  const auto refused = apply();
  ASSERT_TRUE(refused);
  EXPECT_TRUE(refused->refused);
  EXPECT_EQ(files.get(kClaude + "zebra.md").find("here"), std::string::npos)
      << "nothing is written";
  append(kDev + "alpha.md", "here\n");
  EXPECT_EQ(statuses(), "alpha.md:both zebra.md:changed here ");
  ApplyRequest force = claude();
  force.force = true;
  force.backup = true;
  const auto forced = compile::apply(*memory, force);
  ASSERT_TRUE(forced);
  EXPECT_EQ(files.get(kClaude + "alpha.md"), files.get(kDev + "alpha.md"));
  EXPECT_NE(files.get(forced->rows[0].backup).find("there"), std::string::npos);
}

// rule: A10
TEST_F(Applying, TakesAwayWhatHasNoSourceAnyMore) {
  ASSERT_TRUE(apply());
  Selector dev;
  dev.scope = "agent:dev";
  ASSERT_TRUE(memory::remove(*memory, {"zebra", dev, std::nullopt, false}));
  ASSERT_TRUE(apply());
  EXPECT_FALSE(files.exists(kClaude + "zebra.md"));
  EXPECT_EQ(files.get(kClaude + "MEMORY.md"), "- [Alpha](alpha.md) — A desc\n");
  ASSERT_TRUE(memory::remove(*memory, {"alpha", dev, std::nullopt, false}));
  ASSERT_TRUE(apply());
  EXPECT_FALSE(files.exists(kApp + ".claude")) << "empty directories go";
}

// rule: A1
TEST_F(Applying, NeverMixesUserWideMemoryWithTheProjects) {
  files.put(kHome + "/agents/dev/memory/own.md", "own\n");
  ASSERT_TRUE(apply());
  EXPECT_FALSE(files.exists(kClaude + "own.md"));
  ApplyRequest user = claude();
  user.scope = exchange::ApplyScope::User;
  ASSERT_TRUE(compile::apply(*memory, user));
  EXPECT_EQ(files.get("/home/u/.claude/agent-memory/dev/own.md"), "own\n");
  EXPECT_FALSE(files.exists("/home/u/.claude/agent-memory/dev/alpha.md"));
  EXPECT_TRUE(files.exists(kHome + "/apply.state"));
}

// rule: A4
TEST_F(Applying, WritesNothingWhenAVariableIsMissing) {
  append(kDev + "zebra.md", "at ${var.host}\n");
  const auto failed = apply();
  EXPECT_EQ(message_of(failed), ".loci/agents/dev/memory/zebra.md:7: there is no variable 'host'");
  EXPECT_FALSE(files.exists(kApp + ".claude"));
}

// rule: A22
TEST_F(Applying, IsDeniedToAgentsAndInAnEphemeralSession) {
  enter("", true);
  EXPECT_EQ(kind_of(apply()), ErrorKind::Denied);
  EXPECT_EQ(kind_of(import()), ErrorKind::Denied);
}

TEST_F(Applying, NeverFollowsALinkInTheRepository) {
  files.put_directory("/elsewhere");
  files.put_link(kApp + ".claude", "/elsewhere");
  EXPECT_EQ(kind_of(apply()), ErrorKind::Denied);
  EXPECT_TRUE(files.tree("/elsewhere").empty());
}

// rule: A18
TEST_F(Applying, BringsEditsBackIntoTheSource) {
  ASSERT_TRUE(apply());
  append(kClaude + "alpha.md", "learned there\n");
  const auto imported = import();
  ASSERT_TRUE(imported) << message_of(imported);
  EXPECT_FALSE(imported->conflict);
  EXPECT_EQ(files.get(kDev + "alpha.md"),
            "---\nname: Alpha\ndescription: A desc\n---\n\nalpha\nlearned there\n");
  EXPECT_EQ(statuses(), "");
  files.reset_calls();
  ASSERT_TRUE(apply());
  ASSERT_TRUE(import());
  EXPECT_EQ(statuses(), "");
}

// rule: A18
TEST_F(Applying, KeepsBothWhenBothSidesChanged) {
  ASSERT_TRUE(apply());
  append(kClaude + "alpha.md", "there\n");
  append(kDev + "alpha.md", "here\n");
  const auto imported = import();
  ASSERT_TRUE(imported);
  EXPECT_TRUE(imported->conflict);
  EXPECT_NE(files.get(kDev + "alpha.md").find("here"), std::string::npos);
  EXPECT_NE(files.get(kDev + "alpha-2.md").find("there"), std::string::npos);
  const auto applied = apply();
  ASSERT_TRUE(applied);
  EXPECT_FALSE(applied->refused);
  EXPECT_EQ(statuses(), "");
}

// rule: A19
TEST_F(Applying, DoesNotBringBackWhatWasDeletedHere) {
  ASSERT_TRUE(apply());
  Selector dev;
  dev.scope = "agent:dev";
  ASSERT_TRUE(memory::remove(*memory, {"zebra", dev, std::nullopt, false}));
  ASSERT_TRUE(import());
  EXPECT_FALSE(files.exists(kDev + "zebra.md"));
  append(kClaude + "zebra.md", "but edited there\n");
  ASSERT_TRUE(import());
  EXPECT_TRUE(files.exists(kDev + "zebra.md"));
}

// An import that was taken back leaves what the tool wrote by itself.
// rule: A19
TEST_F(Applying, NeverTakesAwayWhatItOnlyRead) {
  ASSERT_TRUE(apply());
  files.put(kClaude + "theirs.md", "theirs\n");
  ASSERT_TRUE(import());
  EXPECT_TRUE(files.exists(kDev + "theirs.md"));
  ASSERT_TRUE(past::undo(*memory, {}));
  EXPECT_FALSE(files.exists(kDev + "theirs.md"));
  const auto applied = apply();
  ASSERT_TRUE(applied);
  EXPECT_FALSE(applied->refused);
  EXPECT_EQ(files.get(kClaude + "theirs.md"), "theirs\n");
}

// rule: A18
TEST_F(Applying, MayWriteOverWhatAnImportRead) {
  files.put(kClaude + "theirs.md", "theirs\n");
  ASSERT_TRUE(import());
  append(kDev + "theirs.md", "and ours\n");
  EXPECT_EQ(statuses(),
            "alpha.md:changed here theirs.md:changed here zebra.md:changed here "
            "MEMORY.md:changed here ");
  const auto applied = apply();
  ASSERT_TRUE(applied);
  EXPECT_FALSE(applied->refused);
  EXPECT_EQ(files.get(kClaude + "theirs.md"), "theirs\nand ours\n");
}

// rule: A19
TEST_F(Applying, ImportOfOneProviderRemovesNothing) {
  ASSERT_TRUE(apply());
  const auto before = files.tree(kApp);
  ASSERT_TRUE(import({"gemini"}));
  EXPECT_EQ(files.tree(kApp), before);
}

std::string random_note(std::mt19937& random, const std::string& file) {
  const auto pick = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  const std::string ending = pick(4) == 0 ? "\r\n" : "\n";
  std::string text;
  switch (pick(5)) {
    case 0:
      break;
    case 1:
      text = "---" + ending + "name: " + file + ending + "---" + ending + ending;
      break;
    case 2:
      text = "---" + ending + "description: about " + file + ending + "metadata:" + ending +
             "  type: project" + ending + "  odd: [1, x]" + ending + "---" + ending;
      break;
    case 3:
      text = "---" + ending + "unknown: key" + ending + "name: \"N: " + file + "\"" + ending +
             "---" + ending + ending;
      break;
    default:
      text = "---" + ending + "---" + ending;
      break;
  }
  const std::vector<std::string> lines{
      "fact", "", "# Heading", "use ${var.x} and $${env.Y}", "日本語", "- item", "[[link]]", "```"};
  for (int i = 0, n = pick(6); i < n; ++i) {
    text += lines[random() % lines.size()] + ending;
  }
  if (pick(3) == 0) text += "no final line ending";
  return text;
}

// Round trip: import, apply, import changes no byte of a source, and apply none of
// a note the tool wrote.
// rule: A18, A19, A20
TEST_F(Applying, RoundTripOfRandomMemoryChangesNothing) {
  std::mt19937 random(7);
  for (int round = 0; round < 150; ++round) {
    SCOPED_TRACE(round);
    fs::MemoryFileSystem fresh;
    fresh.put_directory("/home/u/app/.git");
    if (round % 3 != 0) fresh.put_directory("/home/u/app/.loci");
    std::map<std::string, std::string> written;
    for (const std::string agent : {"dev", "ops", "Odd Name"}) {
      const std::string base =
          kApp + ".claude/agent-memory/" + exchange::directory_for(agent) + "/";
      std::string index = random() % 2 == 0 ? "# Memory\n\n" : "";
      const auto count = static_cast<int>(random() % 5);
      for (int i = 0; i < count; ++i) {
        const std::string file = "n" + std::to_string(i) + ".md";
        const std::string text = random_note(random, file);
        fresh.put(base + file, text);
        if (!trim(note::parse_note(text).body).empty()) written[base + file] = text;
        if (random() % 2 == 0) index += "- [Note](" + file + ") — hook\n";
      }
      if (random() % 3 != 0) index += "\na fact about ${var.z}\n- [gone](gone.md) — not there\n";
      if (!index.empty()) fresh.put(base + "MEMORY.md", index);
    }
    MemoryLog said;
    const Config settings = *Config::load(fresh, kHome, environment);
    const auto opened = *store::Store::open(fresh, clock, said, kHome);
    Session session;
    session.workspace = *store::find_workspace(fresh, "/home/u/app", {kHome, "/home/u"});
    session.user_home = "/home/u";
    Memory person(*opened, settings, said, session);
    ASSERT_TRUE(compile::import_agents(person, {}));
    ASSERT_TRUE(projects::trust(person, true, false));
    const auto applied = compile::apply(person, claude());
    ASSERT_TRUE(applied) << message_of(applied);
    EXPECT_FALSE(applied->refused);
    for (const auto& [path, text] : written) EXPECT_EQ(fresh.get(path), text) << path;
    const auto before = fresh.tree("/home/u");
    const auto again = compile::import_agents(person, {});
    ASSERT_TRUE(again);
    EXPECT_EQ(again->id, 0U);
    const auto last = compile::apply(person, claude());
    ASSERT_TRUE(last);
    EXPECT_FALSE(last->refused);
    for (const ApplyRow& row : last->rows) EXPECT_EQ(row.action, Action::None) << row.path;
    EXPECT_EQ(fresh.tree("/home/u"), before);
  }
}

}  // namespace
}  // namespace loci::compile::apply_test
