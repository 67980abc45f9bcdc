#include "rpc/memory_service.h"

#include <map>

#include "memory/asker.h"
#include "memory/config.h"
#include "memory/memory.h"
#include "memory/session.h"
#include "memory/targets.h"
#include "past/history.h"
#include "rpc/tool.h"
#include "support/house.h"
#include "unit/rpc/stage.h"
#include "upkeep/verify.h"

namespace loci::rpc::memory_service_test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class Served : public House, public MemoryHost {
 protected:
  Result<std::shared_ptr<memory::Memory>> memory() override {
    ++opened;
    return std::shared_ptr<memory::Memory>(House::memory.get(), [](memory::Memory*) {});
  }
  [[nodiscard]] bool wants_root() const override { return true; }
  void use_root(const std::string& path) override { root = path; }

  // As an agent's server, in the workspace as it is now.
  void serve(Pins pins = {}, bool workspace = true) {
    House::memory.reset();
    memory::Session session;
    if (workspace) {
      session.workspace = *store::find_workspace(files, "/home/u/app", {kHome, "/home/u"});
    }
    session.agent = pins.agent;
    session.user_home = "/home/u";
    session.origin = "mcp";
    session.audience = memory::Audience::Agent;
    config.emplace(*memory::Config::load(files, kHome, environment));
    store = *store::Store::open(files, clock, log, kHome);
    House::memory = std::make_unique<memory::Memory>(*store, *config, log, session);
    service = std::make_unique<MemoryService>(*this, std::move(pins));
    dispatcher = std::make_unique<Dispatcher>(*service, queue);
    client = std::make_shared<Client>();
    connection = dispatcher->connect(client);
  }
  Json ask(const std::string& method, const Json& params = nullptr) {
    const Json id = ++asked;
    dispatcher->receive(connection, dump_json(make_request(id, method, params)), client);
    queue.run();
    return client->answer(id);
  }
  Json call(const std::string& tool, const Json& arguments = Json::object()) {
    const Json answer = ask("tools/call", {{"name", tool}, {"arguments", arguments}});
    if (!answer.contains("result")) return answer;
    const Json& result = answer["result"];
    if (result.contains("structuredContent")) {
      EXPECT_EQ(Json::parse(result["content"][0]["text"].get<std::string>()),
                result["structuredContent"]);
    }
    return result;
  }
  std::string refusal(const std::string& tool, const Json& arguments = Json::object()) {
    const Json result = call(tool, arguments);
    if (!result.value("isError", false)) return "no error";
    return result["content"][0]["text"];
  }
  Json data(const std::string& tool, const Json& arguments = Json::object()) {
    const Json result = call(tool, arguments);
    if (!result.contains("structuredContent")) return result;
    return result["structuredContent"];
  }
  std::vector<std::string> tool_names() {
    std::vector<std::string> names;
    const Json answer = ask("tools/list");
    for (const Json& tool : answer["result"]["tools"]) names.push_back(tool["name"]);
    return names;
  }

  Queue queue;
  std::unique_ptr<MemoryService> service;
  std::unique_ptr<Dispatcher> dispatcher;
  std::shared_ptr<Client> client;
  std::shared_ptr<Connection> connection;
  int asked = 0;
  int opened = 0;
  std::string root = "unset";
};

// rule: Y4
TEST_F(Served, GreetsBeforeMemoryIsOpened) {
  serve();
  ask("initialize", {{"protocolVersion", "2025-11-25"}, {"capabilities", Json::object()}});
  ask("server/discover", {{"_meta", modern_meta()}});
  ask("tools/list");
  ask("prompts/list");
  ask("resources/templates/list");
  EXPECT_EQ(opened, 0);
  ask("resources/list");
  EXPECT_EQ(opened, 1);
}

// rule: Y14
TEST_F(Served, ListsToolsInNineKilobytes) {
  serve();
  EXPECT_LE(dump_json(ask("tools/list")).size(), 9'216U);
  EXPECT_EQ(dump_json(ask("tools/list")["result"]), dump_json(ask("tools/list")["result"]));
}

// rule: D7
TEST_F(Served, ShowsThatANoteCitesWhatIsStale) {
  files.put("/home/u/app/src/a.cc", "int a;\n");
  serve();
  data("remember", {{"content", "The lock is at `src/a.cc:90`."}, {"title", "Lock"}});
  const auto mark = [&]() -> std::string {
    const Json list = data("memory_read", {{"source", "list"}});
    for (const Json& file : list["files"]) {
      if (file["filename"] == "lock.md") return file.value("cites", "none");
    }
    return "not listed";
  };
  EXPECT_EQ(mark(), "none");
  const auto verified = upkeep::verify(*House::memory, {});
  ASSERT_TRUE(verified) << message_of(verified);
  EXPECT_EQ(mark(), "stale");
  EXPECT_EQ(data("memory_search", {{"query", "lock"}})["hits"][0].value("cites", ""), "stale");
}

// rule: Y10
TEST_F(Served, TakesNoArgumentItDoesNotKnow) {
  serve();
  EXPECT_EQ(refusal("memory_search", {{"query", "x"}, {"limt", 3}}),
            "unknown argument 'limt'; did you mean 'limit'?");
  EXPECT_THAT(refusal("memory_search", {{"query", "x"}, {"zzzzzz", 3}}),
              HasSubstr("available: query"));
  EXPECT_EQ(refusal("memory_search", {{"query", 1}, {"limit", "3"}}),
            "'query' takes text, not 1; 'limit' takes a whole number of at least 1, not '3'");
  EXPECT_EQ(refusal("memory_search", {{"query", "x"}, {"limit", 0}}),
            "'limit' takes a whole number of at least 1, not 0");
  EXPECT_THAT(refusal("memory_search", {{"query", "x"}, {"type", "other"}}),
              HasSubstr("'type' takes user, feedback"));
  EXPECT_THAT(refusal("remember"),
              AllOf(HasSubstr("'content' is missing"), HasSubstr("'title' is missing")));
  const Json unknown = call("no_such_tool");
  EXPECT_EQ(unknown["error"]["code"], kInvalidParams);
}

TEST_F(Served, RemembersFindsReadsAndDeletes) {
  serve();
  const Json made = data("remember", {{"content", "The staging database resets every night."},
                                      {"title", "Staging resets"}});
  EXPECT_EQ(made["status"], "created");
  EXPECT_EQ(made["filename"], "staging-resets.md");
  EXPECT_EQ(made["scope"], "private");
  const Json found = data("memory_search", {{"query", "staging night"}});
  ASSERT_EQ(found["hits"].size(), 1U);
  const Json& hit = found["hits"][0];
  EXPECT_EQ(dump_json(hit), R"({"filename":"staging-resets.md","scope":"private",)"
                            R"("title":"Staging resets","date":"2026-11-15",)"
                            R"("text":"The staging database resets every night."})");
  const Json read = data("memory_read", {{"source", "note"}, {"name", "staging-resets"}});
  EXPECT_EQ(read["title"], "Staging resets");
  EXPECT_THAT(read["text"].get<std::string>(), HasSubstr("every night"));
  EXPECT_THAT(refusal("memory_delete", {{"name", "staging-reset"}}),
              HasSubstr("did you mean 'staging-resets.md'?"));
  EXPECT_EQ(data("memory_delete", {{"name", "staging-resets"}})["status"], "deleted");
  EXPECT_TRUE(data("memory_search", {{"query", "staging"}})["hits"].empty());
  EXPECT_THAT(refusal("memory_read", {{"source", "note"}, {"name", "staging-resets"}}),
              HasSubstr("memory_read with source \"list\""));
}

// rule: Y20
TEST_F(Served, SaysEachThingOnce) {
  serve();
  data("remember", {{"content", "It is 80. For now."}, {"title", "Port"}});
  const Json added = data("remember", {{"content", "It is 81."}, {"title", "port"}});
  EXPECT_EQ(added["text"], "It is 80. For now.\n\n2026-11-15: It is 81.");
  EXPECT_EQ(added["hash"].get<std::string>().size(), 12U);
  EXPECT_FALSE(added.contains("gone") || added.contains("elsewhere") || added.contains("warnings"));
  const Json note = data("memory_read", {{"source", "note"}, {"name", "PORT"}});
  EXPECT_EQ(dump_json(note), R"({"filename":"port.md","scope":"private","date":"2026-11-15",)"
                             R"("title":"Port","type":"project",)"
                             R"("text":"It is 80. For now.\n\n2026-11-15: It is 81."})");
  const Json replaced =
      data("remember", {{"content", "It is 82."}, {"title", "Port"}, {"replace", true}});
  EXPECT_EQ(replaced["gone"].size(), 2U);
  EXPECT_EQ(data("remember", {{"content", "x"}, {"title", "Port"}, {"type", "user"}})["elsewhere"],
            Json::parse(R"([{"filename":"port.md","scope":"private"}])"));
  EXPECT_EQ(data("remember", {{"content", "x"}, {"title", "Here"}, {"scope", "global"}})["scope"],
            "global");
}

// rule: Y20
TEST_F(Served, ShowsWhatANoteHasBesidesAndAFileThatIsNoneAsItStands) {
  files.put(kGlobal + "full.md",
            "---\nname: Full\ndescription: When to read it\ntype: user\ntags: [a, b]\n"
            "metadata:\n  expires: 2027-01-01\n---\n\nText.\n");
  files.put(kGlobal + "bare.md", "no frontmatter\n");
  serve();
  const Json full = data("memory_read", {{"source", "note"}, {"name", "full"}});
  EXPECT_EQ(full["description"], "When to read it");
  EXPECT_EQ(full["tags"].size(), 2U);
  EXPECT_EQ(full["metadata"]["expires"], "2027-01-01");
  EXPECT_EQ(full["text"], "Text.");
  EXPECT_EQ(data("memory_read", {{"source", "note"}, {"name", "bare"}})["text"], "no frontmatter");
}

// rule: MG18
TEST_F(Served, ANoteWithAMergeConflictComesWithAWarningAndWithoutItsSides) {
  files.put(kGlobal + "port.md",
            "---\nname: Port\ntype: user\n---\n\nBefore.\n<<<<<<< a\nIt is 80.\n=======\nIt is "
            "81.\n>>>>>>> b\n");
  serve();
  const Json read = data("memory_read", {{"source", "note"}, {"name", "port"}});
  EXPECT_EQ(read.begin().key(), "warning");
  EXPECT_THAT(read["warning"].get<std::string>(), HasSubstr("loci check --fix"));
  EXPECT_EQ(read["text"], "Before.\n[held back: merge-conflict]");
  EXPECT_TRUE(data("memory_search", {{"query", "80"}})["hits"].empty());
  EXPECT_THAT(refusal("remember", {{"content", "It is 82."}, {"title", "Port"}, {"type", "user"}}),
              HasSubstr("conflict markers from git"));
}

// rule: Y20
TEST_F(Served, ListsByTypeTagAndDate) {
  write("style.md", "user", "Findings first.");
  write("ports.md", "reference", "80");
  files.put(kGlobal + "tagged.md", "---\nname: T\ntype: user\ntags: [x]\n---\n\nT.\n");
  serve();
  const auto listed = [&](Json arguments) {
    arguments["source"] = "list";
    return data("memory_read", arguments)["files"];
  };
  EXPECT_EQ(listed({{"type", "reference"}}).size(), 1U);
  EXPECT_EQ(listed({{"tag", "x"}})[0]["filename"], "tagged.md");
  EXPECT_EQ(listed({{"since", "2026-11-15"}, {"type", "user"}})[0]["filename"], "style.md");
  EXPECT_THAT(refusal("memory_read", {{"source", "index"}, {"tag", "x"}}), HasSubstr("\"list\""));
}

// rule: Y22
TEST_F(Served, TakesBackWhatAnAgentDidByNumberAndHash) {
  ASSERT_TRUE(write("mine", "project", "By a person."));
  serve();
  const auto undo = [&](const Json& of) {
    return data("memory_undo", {{"operation", of["operation"]}, {"hash", of["hash"]}});
  };
  const Json made = data("remember", {{"content", "It is 80."}, {"title", "Port"}});
  const Json added = data("remember", {{"content", "It is 81."}, {"title", "Port"}});
  EXPECT_THAT(refusal("memory_undo", {{"operation", made["operation"]}, {"hash", made["hash"]}}),
              HasSubstr("memory_history"));  // it was changed since
  EXPECT_THAT(refusal("memory_undo", {{"operation", added["operation"]}, {"hash", made["hash"]}}),
              HasSubstr("not the hash"));
  EXPECT_THAT(refusal("memory_undo", {{"operation", added["operation"]}, {"hash", ""}}),
              HasSubstr("hash is empty"));
  const Json undone = undo(added);
  EXPECT_EQ(undone["status"], "undone");
  EXPECT_EQ(undone["filename"], "port.md");
  EXPECT_EQ(data("memory_read", {{"source", "note"}, {"name", "port"}})["text"], "It is 80.");
  undo(undone);  // redo
  const Json gone = data("memory_delete", {{"name", "port"}});
  EXPECT_EQ(undo(gone)["status"], "undone");
  EXPECT_THAT(
      data("memory_read", {{"source", "note"}, {"name", "port"}})["text"].get<std::string>(),
      HasSubstr("It is 81."));

  const Json history = data("memory_history")["operations"];
  EXPECT_EQ(history[0]["kind"], "undo");
  EXPECT_EQ(history.back()["by"], "user");
  EXPECT_THAT(refusal("memory_undo", {{"operation", history.back()["operation"]},
                                      {"hash", history.back()["hash"]}}),
              HasSubstr("not made by an agent"));
  const Json of_port = data("memory_history", {{"name", "PORT"}})["operations"];
  EXPECT_EQ(of_port.size(), history.size() - 1);
  EXPECT_EQ(data("memory_history", {{"limit", 1}})["operations"].size(), 1U);
  serve({"global", "", false, false});
  EXPECT_TRUE(data("memory_history")["operations"].empty());
  EXPECT_EQ(call("memory_undo", {{"operation", 1}, {"hash", "x"}})["error"]["code"],
            kInvalidParams);
}

// rule: Y21
TEST_F(Served, TellsTheTruthAboutItsTools) {
  serve();
  std::map<std::string, Json> hints;
  const Json answer = ask("tools/list");
  for (const Json& tool : answer["result"]["tools"]) hints[tool["name"]] = tool["annotations"];
  for (const char* name : {"memory_search", "memory_read", "memory_context", "memory_history"}) {
    EXPECT_TRUE(hints[name]["readOnlyHint"]) << name;
    EXPECT_FALSE(hints[name].contains("destructiveHint")) << name;
  }
  for (const char* name :
       {"memory_write", "memory_edit", "memory_delete", "memory_undo", "remember"}) {
    EXPECT_FALSE(hints[name]["readOnlyHint"]) << name;
    EXPECT_TRUE(hints[name]["destructiveHint"]) << name;
  }
  EXPECT_TRUE(hints["remember"]["idempotentHint"]);
  EXPECT_FALSE(hints["memory_write"]["idempotentHint"]);
}

TEST_F(Served, WritesAreAnAgentsInTheJournal) {
  serve();
  data("remember", {{"content", "x"}, {"title", "t"}});
  const auto rows = past::history(*House::memory, {});
  ASSERT_TRUE(rows);
  EXPECT_EQ(rows->front().record.actor, "agent");
  EXPECT_EQ(rows->front().record.origin, "mcp");
}

TEST_F(Served, ReadsEverySource) {
  write("style.md", "user", "Findings first.");
  files.put(kGlobal + "MEMORY.md", "# Me\n\nI like tea.\n\n- [style](style.md) - about\n");
  ASSERT_TRUE(memory::scratch_add(*House::memory, "ask about the cache", false));
  ASSERT_TRUE(memory::daily_add(*House::memory, "", "tagged 1.4", false));
  serve();
  EXPECT_THAT(data("memory_read", {{"source", "long_term"}})["text"].get<std::string>(),
              AllOf(HasSubstr("I like tea"), Not(HasSubstr("style.md"))));
  EXPECT_THAT(data("memory_read", {{"source", "scratchpad"}})["text"].get<std::string>(),
              HasSubstr("- [ ] ask about the cache"));
  const Json day = data("memory_read", {{"source", "daily"}, {"name", "2026-11-15"}});
  EXPECT_THAT(day["text"].get<std::string>(), HasSubstr("tagged 1.4"));
  EXPECT_THAT(refusal("memory_read", {{"source", "daily"}, {"name", "someday"}}),
              HasSubstr("YYYY-MM-DD"));
  EXPECT_THAT(data("memory_read", {{"source", "index"}})["text"].get<std::string>(),
              HasSubstr("## global index"));
  std::vector<std::string> names;
  const Json list = data("memory_read", {{"source", "list"}});
  for (const Json& file : list["files"]) names.push_back(file["filename"]);
  EXPECT_THAT(names, ElementsAre("MEMORY.md", "SCRATCHPAD.md", "2026-11-15.md", "style.md"));
  EXPECT_THAT(refusal("memory_read", {{"source", "note"}}), HasSubstr("'name' is missing"));
}

TEST_F(Served, WritesToTargetsAndEditsThem) {
  serve();
  const auto wrote = [&](const char* target, const char* content, Json more = Json::object()) {
    more["target"] = target;
    more["content"] = content;
    return data("memory_write", more);
  };
  EXPECT_EQ(wrote("long_term", "I like tea.")["status"], "created");
  EXPECT_EQ(wrote("long_term", "I like tea.")["skipped"], 1);
  EXPECT_EQ(wrote("scratchpad", "- [ ] ask")["scope"], "scratchpad");
  EXPECT_EQ(wrote("daily", "tagged")["filename"], "2026-11-15.md");
  const Json made = wrote("note", "Port 7463.", {{"name", "Ports"}});
  EXPECT_EQ(made["filename"], "ports.md");
  EXPECT_EQ(data("memory_read", {{"source", "note"}, {"name", "ports"}})["type"], "reference");
  wrote("note", "Port 7464.",
        {{"name", "ports"}, {"mode", "overwrite"}, {"description", "which port"}});
  EXPECT_EQ(data("memory_edit", {{"target", "note"},
                                 {"name", "ports"},
                                 {"old_str", "Port 7464."},
                                 {"new_str", "Port 7465."}})["status"],
            "updated");
  EXPECT_THAT(
      data("memory_read", {{"source", "note"}, {"name", "ports"}})["text"].get<std::string>(),
      AllOf(HasSubstr("Port 7465."), Not(HasSubstr("Port 7463."))));
  EXPECT_THAT(
      refusal("memory_edit", {{"target", "scratchpad"}, {"old_str", "no"}, {"new_str", ""}}),
      HasSubstr("SCRATCHPAD.md"));
  EXPECT_THAT(refusal("memory_edit", {{"target", "note"}, {"old_str", "a"}, {"new_str", "b"}}),
              HasSubstr("'name' is missing"));
  EXPECT_THAT(refusal("memory_write", {{"target", "elsewhere"}, {"content", "x"}}),
              HasSubstr("'target' takes note, "));
  const std::string context = data("memory_context", {{"query", "port"}})["text"];
  EXPECT_THAT(context,
              AllOf(HasSubstr("I like tea."), HasSubstr("- [ ] ask"), HasSubstr("ports.md")));
  EXPECT_THAT(refusal("memory_context", {{"budget", 1}}), Not(HasSubstr("no error")));
}

// rule: Y16
TEST_F(Served, OffersAnthropicsMemoryToolInsteadOfItsOwn) {
  serve({"", "", false, true});
  EXPECT_THAT(tool_names(), ElementsAre("memory"));
  const auto said = [&](const Json& arguments) {
    return call("memory", arguments)["content"][0]["text"].get<std::string>();
  };
  EXPECT_EQ(said({{"command", "create"}, {"path", "/memories/a/b.txt"}, {"file_text", "one\ntwo"}}),
            "File created successfully at: /memories/a/b.txt");
  EXPECT_EQ(said({{"command", "view"}, {"path", "/memories/a/b.txt"}}),
            "Here's the content of /memories/a/b.txt with line numbers:\n     1\tone\n     2\ttwo");
  EXPECT_EQ(refusal("memory", {{"command", "view"}, {"path", "/etc"}}),
            "Path must start with /memories, got: /etc");
  EXPECT_EQ(refusal("memory", {{"command", "view"}}),
            "'path' is missing: the file or directory, below /memories");
  // It is a note like any other.
  serve();
  EXPECT_EQ(data("memory_search", {{"query", "two"}})["hits"][0]["scope"], "global");
  serve({"", "", true, true});
  EXPECT_THAT(refusal("memory", {{"command", "delete"}, {"path", "/memories/a"}}),
              HasSubstr("read-only"));
}

// rule: Y15
TEST_F(Served, CutsContentThatIsTooLongAndSaysSoFirst) {
  serve();
  const Json result = call("remember", {{"content", std::string(70'000, 'x')}, {"title", "long"}});
  EXPECT_THAT(result["content"][0]["text"].get<std::string>(),
              ::testing::StartsWith(R"({"truncated":"the content has 70000 bytes)"));
  EXPECT_EQ(result["structuredContent"]["status"], "created");
  const Json written =
      call("memory_write",
           {{"target", "note"}, {"name", "longer"}, {"content", std::string(70'000, 'x')}});
  EXPECT_THAT(written["content"][0]["text"].get<std::string>(),
              ::testing::StartsWith(R"({"truncated":"the content has 70000 bytes)"));
}

// rule: Y11
TEST_F(Served, KeepsToItsPins) {
  write("everywhere.md", "user", "needle");
  write("here.md", "project", "needle");
  serve({"", "", true, false});
  EXPECT_THAT(tool_names(), ElementsAre("memory_search", "memory_read", "memory_context"));
  EXPECT_EQ(call("remember", {{"content", "x"}, {"title", "t"}})["error"]["code"], kInvalidParams);
  serve({"global", "", false, false});
  const Json found = data("memory_search", {{"query", "needle"}});
  ASSERT_EQ(found["hits"].size(), 1U);
  EXPECT_EQ(found["hits"][0]["filename"], "everywhere.md");
  EXPECT_THAT(refusal("memory_search", {{"query", "needle"}, {"scope", "workspace"}}),
              HasSubstr("keeps to scope 'global'"));
  EXPECT_THAT(refusal("memory_read", {{"source", "scratchpad"}}), HasSubstr("keeps to scope"));
  EXPECT_EQ(ask("resources/read", {{"uri", "loci://private/here.md"}})["error"]["code"],
            kResourceNotFoundLegacy);
  serve({"workspace", "", false, false});
  EXPECT_EQ(data("memory_search", {{"query", "needle"}, {"scope", "private"}})["hits"].size(), 1U);
  EXPECT_THAT(refusal("memory_read", {{"source", "long_term"}}), HasSubstr("keeps to scope"));
  serve({"", "me", false, false});
  EXPECT_THAT(refusal("memory_search", {{"query", "needle"}, {"scope", "agent:other"}}),
              HasSubstr("keeps to agent 'me'"));
}

// rule: Y7
TEST_F(Served, SaysWhatToSetWhereThereIsNoWorkspace) {
  serve({}, false);
  EXPECT_EQ(data("remember", {{"content", "x"}, {"title", "t"}, {"type", "user"}})["scope"],
            "global");
  EXPECT_THAT(refusal("remember", {{"content", "x"}, {"title", "t"}}),
              AllOf(HasSubstr("LOCI_WORKSPACE"), HasSubstr("--workspace PATH")));
}

// rule: Y12
TEST_F(Served, ShowsNothingOfARepositoryThatIsNotTrusted) {
  files.put(kShared + "hostile.md", note_file("Hostile", "obey needle", "project"));
  serve();
  const std::string notice = "this repository ships 1 memory note: 'loci trust' to use them";
  std::string all;
  for (const Json& reply :
       {call("memory_search", {{"query", "needle"}}), call("memory_read", {{"source", "list"}}),
        call("memory_read", {{"source", "index"}}), ask("resources/list"),
        ask("prompts/get", {{"name", "recall"}, {"arguments", {{"topic", "needle"}}}}),
        ask("completion/complete", {{"ref", {{"type", "ref/prompt"}, {"name", "recall"}}},
                                    {"argument", {{"name", "topic"}, {"value", "h"}}}})}) {
    all += dump_json(reply);
  }
  EXPECT_THAT(all, AllOf(Not(HasSubstr("ostile")), Not(HasSubstr("obey")), HasSubstr(notice)));
  for (const char* uri :
       {"loci://shared/hostile.md", "loci://workspace/hostile.md", "loci://shared/MEMORY.md"}) {
    EXPECT_EQ(ask("resources/read", {{"uri", uri}})["error"]["code"], kResourceNotFoundLegacy);
  }
  EXPECT_THAT(refusal("memory_read", {{"source", "note"}, {"name", "hostile"}}),
              HasSubstr("there is no note"));
  EXPECT_THAT(refusal("memory_delete", {{"name", "hostile"}}), HasSubstr("there is no note"));
  EXPECT_THAT(refusal("remember", {{"content", "x"}, {"title", "Hostile"}, {"scope", "shared"}}),
              HasSubstr("not trusted"));
}

// rule: Y9
TEST_F(Served, OffersFilesAsResources) {
  write("a b.md", "user", "text of it");
  serve();
  const Json list = ask("resources/list")["result"]["resources"];
  ASSERT_EQ(list.size(), 2U);
  EXPECT_EQ(list[0]["uri"], "loci://global/MEMORY.md");
  EXPECT_EQ(list[1]["uri"], "loci://global/a%20b.md");
  EXPECT_EQ(list[1]["description"], "about a b.md");
  const Json read = ask("resources/read", {{"uri", "loci://global/a%20b.md"}});
  EXPECT_THAT(read["result"]["contents"][0]["text"].get<std::string>(), HasSubstr("text of it"));
  EXPECT_EQ(ask("resources/read", {{"uri", "loci://global/none.md"}})["error"]["code"],
            kResourceNotFoundLegacy);
  const Json modern =
      ask("resources/read", {{"uri", "loci://global/none.md"}, {"_meta", modern_meta()}});
  EXPECT_EQ(modern["error"]["code"], kInvalidParams);
  EXPECT_EQ(modern["error"]["data"]["uri"], "loci://global/none.md");
  for (const char* uri : {"file:///etc/passwd", "loci://scratchpad/project.json",
                          "loci://global/..%2fconfig.toml", "loci://daily/2026-11-15.md"}) {
    EXPECT_EQ(ask("resources/read", {{"uri", uri}})["error"]["code"], kResourceNotFoundLegacy)
        << uri;
  }
}

TEST_F(Served, PagesThroughManyResources) {
  for (int i = 0; i < 250; ++i) {
    files.put(kGlobal + fmt::format("n{:03}.md", i), note_file("n", "x"));
  }
  serve();
  Json params = nullptr;
  std::vector<std::string> uris;
  int pages = 0;
  do {
    const Json page = ask("resources/list", params)["result"];
    for (const Json& resource : page["resources"]) uris.push_back(resource["uri"]);
    params = page.contains("nextCursor") ? Json{{"cursor", page["nextCursor"]}} : Json();
    ++pages;
  } while (!params.is_null());
  EXPECT_EQ(pages, 3);
  EXPECT_EQ(uris.size(), 251U);
  EXPECT_EQ(std::set<std::string>(uris.begin(), uris.end()).size(), 251U);
  EXPECT_EQ(ask("resources/list", {{"cursor", "nonsense"}})["error"]["code"], kInvalidParams);
}

TEST_F(Served, CompletesNamesAndScopes) {
  write("staging.md", "user", "x");
  write("style.md", "user", "x");
  write("here.md", "project", "x");
  serve();
  const auto complete = [&](const Json& ref, const char* name, const char* value, Json known) {
    Json params = {{"ref", ref}, {"argument", {{"name", name}, {"value", value}}}};
    if (!known.is_null()) params["context"] = {{"arguments", std::move(known)}};
    return ask("completion/complete", params)["result"]["completion"]["values"];
  };
  const Json file = {{"type", "ref/resource"}, {"uri", "loci://{scope}/{file}"}};
  EXPECT_EQ(complete(file, "file", "ST", nullptr), Json::array({"staging.md", "style.md"}));
  EXPECT_EQ(complete(file, "file", "", {{"scope", "private"}}),
            Json::array({"MEMORY.md", "here.md"}));
  EXPECT_EQ(complete(file, "scope", "", nullptr), Json::array({"global", "private"}));
  const Json recall = {{"type", "ref/prompt"}, {"name", "recall"}};
  EXPECT_EQ(complete(recall, "topic", "sta", nullptr), Json::array({"staging"}));
  const Json tidy = {{"type", "ref/prompt"}, {"name", "tidy-memory"}};
  EXPECT_EQ(complete(tidy, "scope", "g", nullptr), Json::array({"global"}));
}

TEST_F(Served, PromptsSaveRecallAndTidy) {
  write("style.md", "user", "Findings first.");
  serve();
  const auto text = [&](const char* name, Json arguments) {
    const Json answer = ask("prompts/get", {{"name", name}, {"arguments", std::move(arguments)}});
    return answer.contains("error")
               ? answer["error"]["message"].get<std::string>()
               : answer["result"]["messages"][0]["content"]["text"].get<std::string>();
  };
  EXPECT_THAT(text("remember-this", {{"fact", "tea is good"}}), HasSubstr("tea is good"));
  EXPECT_THAT(text("recall", {{"topic", "findings"}}), HasSubstr("Findings first."));
  EXPECT_THAT(text("recall", {{"topic", "absent"}}), HasSubstr("Nothing is remembered"));
  EXPECT_THAT(text("recall", Json::object()), HasSubstr("'topic' is missing"));
  EXPECT_THAT(text("tidy-memory", {{"scope", "global"}}), HasSubstr("scope \"global\""));
  EXPECT_THAT(text("other", Json::object()), HasSubstr("no such prompt"));
}

// What an argument may be given, so that it leads to what a repository ships.
std::vector<Json> leading(const api::Param& argument) {
  static const std::map<std::string_view, std::vector<Json>> kValues{
      {"query", {"needle"}},
      {"scope", {"shared", "workspace", "agent:helper", "agent:reviewer"}},
      {"name", {"deploy", "canary-fil"}},
      {"title", {"Plain title"}},
      {"content", {"words"}},
      {"old_str", {"needle"}},
      {"new_str", {"x"}},
      {"path", {"/memories", "/memories/deploy.md"}},
      {"old_path", {"/memories/deploy.md"}},
      {"new_path", {"/memories/x.md"}},
      {"file_text", {"words"}},
      {"insert_line", {0}},
      {"operation", {1}},
      {"hash", {"0123456789ab"}},
      {"insert_text", {"words"}}};
  if (!argument.choices.empty()) return {argument.choices.begin(), argument.choices.end()};
  const auto known = kValues.find(argument.name);
  return known == kValues.end() ? std::vector<Json>() : known->second;
}

// Every combination of what the required arguments may be given; alone, and with all
// others, of which each takes all of its values in turn.
std::vector<Json> askings(const Tool& tool) {
  std::vector<Json> all{Json::object()};
  Json others = Json::object();
  for (const api::Param& argument : tool.params) {
    const std::vector<Json> values = leading(argument);
    if (!argument.required && !values.empty()) others[std::string(argument.name)] = values.front();
    if (!argument.required) continue;
    EXPECT_FALSE(values.empty()) << tool.name << ": give '" << argument.name << "' a value above";
    std::vector<Json> more;
    for (const Json& asking : all) {
      for (const Json& value : values) {
        more.push_back(asking);
        more.back()[std::string(argument.name)] = value;
      }
    }
    all = std::move(more);
  }
  const std::size_t bare = all.size();
  for (const api::Param& argument : tool.params) {
    if (argument.required) continue;
    for (const Json& value : leading(argument)) {
      for (std::size_t i = 0; i < bare; ++i) {
        Json asking = all[i];
        asking.update(others);
        asking[std::string(argument.name)] = value;
        all.push_back(std::move(asking));
      }
    }
  }
  return all;
}

// rule: V3, V4, Y12
TEST_F(Served, ShowsNothingOfAnUntrustedRepositoryAndChangesNothingThere) {
  const std::string repository = "/home/u/app";
  const std::string note =
      "---\nname: Plain title\ndescription: CANARY\ntype: project\n---\n\nCANARY needle\n";
  for (const std::string& place : {kShared, repository + "/.loci/agents/helper/memory/",
                                   repository + "/.loci/agents/CANARY/memory/",
                                   repository + "/xcaf/agents/reviewer/memory/"}) {
    files.put(place + "deploy.md", note);
    files.put(place + "CANARY-file.md", note);
    files.put(place + "MEMORY.md", "- [CANARY](deploy.md) - CANARY\n\nCANARY\n");
  }
  const auto before = files.tree(repository);
  std::size_t requests = 0;
  const auto expect_nothing = [&](const std::string& method, const Json& params) {
    const std::string answer = dump_json(ask(method, params));
    ++requests;
    ASSERT_THAT(answer, Not(HasSubstr("CANARY"))) << method << " " << params;
    ASSERT_EQ(files.tree(repository), before) << method << " " << params;
  };
  for (const bool memory_tool : {false, true}) {
    for (const std::string agent : {"", "helper"}) {
      Pins pins;
      pins.agent = agent;
      pins.memory_tool = memory_tool;
      if (memory_tool) pins.scope = "shared";
      serve(pins);
      for (const Tool& tool : memory_tools()) {
        for (const Json& arguments : askings(tool)) {
          expect_nothing("tools/call", {{"name", tool.name}, {"arguments", arguments}});
        }
      }
      for (const char* list : {"resources/list", "resources/templates/list", "prompts/list"}) {
        expect_nothing(list, nullptr);
      }
      for (const char* scope : {"shared", "workspace", "agent/helper/shared"}) {
        for (const char* file : {"deploy.md", "MEMORY.md"}) {
          expect_nothing("resources/read", {{"uri", fmt::format("loci://{}/{}", scope, file)}});
        }
      }
      expect_nothing("prompts/get", {{"name", "recall"}, {"arguments", {{"topic", "needle"}}}});
      const Json file = {{"type", "ref/resource"}, {"uri", "loci://{scope}/{file}"}};
      for (const char* argument : {"file", "scope"}) {
        expect_nothing("completion/complete",
                       {{"ref", file}, {"argument", {{"name", argument}, {"value", ""}}}});
      }
      expect_nothing("completion/complete", {{"ref", {{"type", "ref/prompt"}, {"name", "recall"}}},
                                             {"argument", {{"name", "topic"}, {"value", ""}}}});
    }
  }
  fmt::print("{} requests\n", requests);
}

TEST_F(Served, WaitsForTheRootItAskedFor) {
  serve();
  service->expect_root();
  service->set_root("/home/u/app");
  ask("resources/list");
  EXPECT_EQ(root, "/home/u/app");
}

}  // namespace
}  // namespace loci::rpc::memory_service_test
