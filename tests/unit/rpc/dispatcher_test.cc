#include "rpc/dispatcher.h"

#include "unit/rpc/stage.h"

namespace loci::rpc::dispatcher_test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

int code_of(const Json& answer) {
  return answer.contains("error") ? answer["error"]["code"].get<int>() : 0;
}

// rule: Y1
TEST_F(Stage, AnswersEachRequestInTheEraItSpeaks) {
  const auto check_modern = [&](int id) {
    const Json list = modern(id, "tools/list")["result"];
    EXPECT_EQ(list["resultType"], "complete");
    EXPECT_EQ(list["cacheScope"], "public");
    EXPECT_GE(list["ttlMs"], 0);
    EXPECT_EQ(list["_meta"][std::string(kMetaServer)]["name"], "fake");
    EXPECT_EQ(code_of(modern(id + 1, "ping")), kMethodNotFound);
    EXPECT_EQ(code_of(modern(id + 2, "initialize")), kMethodNotFound);
  };
  const auto check_legacy = [&](int id) {
    const Json list = legacy(id, "tools/list")["result"];
    EXPECT_FALSE(list.contains("resultType"));
    EXPECT_FALSE(list.contains("ttlMs"));
    EXPECT_FALSE(list.contains("_meta"));
    EXPECT_EQ(legacy(id + 1, "ping")["result"], Json::object());
  };
  // Both orders in one process, and back again.
  check_modern(100);
  initialize();
  check_legacy(200);
  check_modern(300);
  check_legacy(400);
}

TEST_F(Stage, DiscoversBeforeAnythingElse) {
  const Json found = modern("d", "server/discover")["result"];
  EXPECT_EQ(found["supportedVersions"], Json::array({"2026-07-28"}));
  EXPECT_EQ(found["instructions"], "be kind");
  EXPECT_EQ(found["capabilities"]["resources"]["subscribe"], true);
  EXPECT_FALSE(found["capabilities"].contains("logging"));
  EXPECT_THAT(queue.jobs, IsEmpty());
}

// rule: Y2
TEST_F(Stage, RefusesModernRequestsThatLackWhatTheyMustSay) {
  const auto refused = [&](int id, const Json& meta) {
    Json params = Json::object();
    if (!meta.is_null()) params["_meta"] = meta;
    return legacy(id, "server/discover", params)["error"];
  };
  EXPECT_EQ(refused(1, nullptr)["code"], kInvalidParams);
  EXPECT_EQ(refused(2, Json::object())["code"], kInvalidParams);
  EXPECT_EQ(refused(3, {{std::string(kMetaVersion), "2026-07-28"}})["code"], kInvalidParams);
  EXPECT_EQ(refused(4, {{std::string(kMetaCapabilities), Json::object()}})["code"], kInvalidParams);
  EXPECT_EQ(refused(5, {{std::string(kMetaVersion), 7}})["code"], kInvalidParams);
  Json meta = modern_meta();
  meta[std::string(kMetaVersion)] = "1900-01-01";
  const Json unknown = refused(6, meta);
  EXPECT_EQ(unknown["code"], kUnsupportedVersion);
  EXPECT_EQ(unknown["data"]["requested"], "1900-01-01");
  EXPECT_EQ(unknown["data"]["supported"], Json::array({"2026-07-28"}));
  meta = modern_meta();
  meta[std::string(kMetaLogLevel)] = "shout";
  EXPECT_EQ(refused(7, meta)["code"], kInvalidParams);
}

TEST_F(Stage, NegotiatesLegacyVersions) {
  const auto version = [&](int id, const char* wanted) {
    return legacy(id, "initialize",
                  {{"protocolVersion", wanted},
                   {"capabilities", Json::object()}})["result"]["protocolVersion"];
  };
  EXPECT_EQ(version(1, "2025-06-18"), "2025-06-18");
  EXPECT_EQ(version(2, "2025-11-25"), "2025-11-25");
  EXPECT_EQ(version(3, "2024-11-05"), "2025-11-25");
  EXPECT_EQ(version(4, "2026-07-28"), "2025-11-25");
  EXPECT_EQ(code_of(legacy(5, "initialize", Json::object())), kInvalidParams);
  EXPECT_EQ(code_of(legacy(6, "initialize", {{"protocolVersion", "2025-11-25"}})), kInvalidParams);
}

// rule: Y3
TEST_F(Stage, AnswersMalformedMessagesAsTheSpecificationSays) {
  const auto said = [&](std::string_view text) {
    say_text(text);
    return client->last();
  };
  EXPECT_EQ(said("{")["error"]["code"], kParseError);
  EXPECT_FALSE(client->last().contains("id"));
  EXPECT_EQ(said("\"\xFF\"")["error"]["code"], kParseError);
  EXPECT_EQ(said(std::string(100, '[') + std::string(100, ']'))["error"]["code"], kParseError);
  EXPECT_EQ(said("[]")["error"]["code"], kInvalidRequest);
  EXPECT_EQ(said("7")["error"]["code"], kInvalidRequest);
  EXPECT_EQ(said(R"({"id":1,"method":"ping"})")["error"]["code"], kInvalidRequest);
  EXPECT_EQ(client->last()["id"], 1);
  EXPECT_EQ(said(R"({"jsonrpc":"2.0","id":null,"method":"ping"})")["error"]["code"],
            kInvalidRequest);
  EXPECT_EQ(said(R"({"jsonrpc":"2.0","id":1.5,"method":"ping"})")["error"]["code"],
            kInvalidRequest);
  EXPECT_EQ(said(R"({"jsonrpc":"2.0","id":2,"method":7})")["error"]["code"], kInvalidRequest);
  EXPECT_EQ(said(R"({"jsonrpc":"2.0","id":2,"method":"ping","params":[]})")["error"]["code"],
            kInvalidParams);
  EXPECT_EQ(said(R"({"jsonrpc":"2.0","id":3})")["error"]["code"], kInvalidRequest);
  EXPECT_EQ(said(R"({"jsonrpc":"2.0","result":{}})")["error"]["code"], kInvalidRequest);
  EXPECT_EQ(said(R"({"jsonrpc":"2.0","id":4,"method":"no/such"})")["error"]["code"],
            kMethodNotFound);
  const std::size_t messages = client->messages.size();
  say(make_notification("no/such"));
  say(make_result("nobody asked", Json::object()));
  EXPECT_THAT(client->messages, SizeIs(messages));
}

TEST_F(Stage, ChecksTheParametersOfEachMethod) {
  const std::vector<std::pair<std::string, Json>> wrong{
      {"tools/call", {{"name", 1}}},
      {"tools/call", {{"name", "echo"}, {"arguments", "x"}}},
      {"tools/list", {{"cursor", 1}}},
      {"tools/list", {{"cursor", "x"}}},
      {"prompts/list", {{"cursor", "x"}}},
      {"resources/templates/list", {{"cursor", "x"}}},
      {"resources/list", {{"cursor", 1}}},
      {"resources/read", Json::object()},
      {"prompts/get", Json::object()},
      {"prompts/get", {{"name", "x"}, {"arguments", {{"a", 1}}}}},
      {"completion/complete", Json::object()},
      {"completion/complete", {{"ref", {{"type", "ref/other"}}}}},
      {"completion/complete", {{"ref", {{"type", "ref/prompt"}, {"name", "x"}}}}},
      {"logging/setLevel", {{"level", "shout"}}},
      {"logging/setLevel", Json::object()},
      {"resources/subscribe", Json::object()},
      {"resources/unsubscribe", Json::object()}};
  int id = 0;
  for (const auto& [method, params] : wrong) {
    EXPECT_EQ(code_of(legacy(++id, method, params)), kInvalidParams) << method << params;
  }
  EXPECT_EQ(code_of(modern(++id, "subscriptions/listen")), kInvalidParams);
  EXPECT_EQ(code_of(modern(++id, "subscriptions/listen",
                           {{"notifications", {{"resourceSubscriptions", 1}}}})),
            kInvalidParams);
  EXPECT_EQ(code_of(modern(++id, "subscriptions/listen",
                           {{"notifications", {{"resourceSubscriptions", {1}}}}})),
            kInvalidParams);
  EXPECT_EQ(code_of(modern(++id, "tools/call", {{"name", "e"}, {"inputResponses", 1}})),
            kInvalidParams);
  EXPECT_EQ(code_of(modern(++id, "tools/call", {{"name", "e"}, {"inputResponses", {{"k", 1}}}})),
            kInvalidParams);
  EXPECT_EQ(code_of(modern(++id, "tools/call", {{"name", "e"}, {"requestState", 1}})),
            kInvalidParams);
}

TEST_F(Stage, DoesNotKnowWhatTheServiceDoesNotOffer) {
  service.offered = {};
  EXPECT_EQ(code_of(legacy(1, "tools/list")), kMethodNotFound);
  EXPECT_EQ(code_of(modern(2, "resources/list")), kMethodNotFound);
  EXPECT_EQ(modern(3, "server/discover")["result"]["capabilities"], Json::object());
}

// rule: Y4
TEST_F(Stage, LeavesPingUnhinderedByALongRequest) {
  say(make_request(1, "tools/call", {{"name", "echo"}}));
  say(make_request(2, "ping", nullptr));
  EXPECT_FALSE(client->answer(2).is_null());
  EXPECT_TRUE(client->answer(1).is_null());
  queue.run();
  EXPECT_FALSE(client->answer(1).is_null());
}

// rule: Y5
TEST_F(Stage, SaysNothingMoreOfACancelledRequest) {
  say(make_request(1, "tools/call", {{"name", "echo"}}));
  say(make_notification("notifications/cancelled", {{"requestId", 1}}));
  queue.run();
  EXPECT_THAT(client->messages, IsEmpty());
  // While it runs as well; its id may be used again.
  service.on_call = [&](const std::string&, const Json&, Call& call) -> Answer {
    say(make_notification("notifications/cancelled", {{"requestId", 1}}));
    EXPECT_TRUE(call.cancelled());
    call.progress(1, 2, "late");
    return Outcome();
  };
  say(make_request(1, "tools/call", {{"name", "echo"}, {"_meta", {{"progressToken", "t"}}}}));
  queue.run();
  EXPECT_THAT(client->messages, IsEmpty());
  service.on_call = nullptr;
  EXPECT_TRUE(legacy(1, "tools/call", {{"name", "echo"}}).contains("result"));
  say(make_notification("notifications/cancelled", {{"requestId", "unknown"}}));
  say(make_notification("notifications/cancelled"));
}

TEST_F(Stage, SaysWhenItIsTooBusy) {
  queue.busy = true;
  EXPECT_EQ(code_of(legacy(1, "tools/call", {{"name", "echo"}})), kInternalError);
  EXPECT_TRUE(legacy(2, "ping").contains("result"));
}

TEST_F(Stage, RefusesAnIdThatIsInUse) {
  say(make_request(1, "tools/call", {{"name", "echo"}}));
  say(make_request(1, "ping", nullptr));
  EXPECT_EQ(code_of(client->last()), kInvalidRequest);
  // A number and a string are different ids.
  say(make_request("1", "ping", nullptr));
  EXPECT_TRUE(client->last().contains("result"));
}

TEST_F(Stage, TellsProgressAndLogsToThoseWhoAsked) {
  service.on_call = [](const std::string&, const Json&, Call& call) -> Answer {
    call.progress(1, 2, "half");
    call.log("info", "here", "words");
    call.log("error", "", "trouble");
    return Outcome();
  };
  modern(1, "tools/call", {{"name", "x"}});
  EXPECT_THAT(client->messages, SizeIs(1));
  client->messages.clear();
  Json meta = modern_meta();
  meta["progressToken"] = 7;
  meta[std::string(kMetaLogLevel)] = "warning";
  modern(2, "tools/call", {{"name", "x"}, {"_meta", meta}});
  ASSERT_THAT(client->messages, SizeIs(3));
  EXPECT_EQ(client->messages[0]["params"],
            Json::parse(R"({"progressToken":7,"progress":1.0,"total":2.0,"message":"half"})"));
  EXPECT_EQ(client->messages[1]["params"], Json::parse(R"({"level":"error","data":"trouble"})"));
  client->messages.clear();
  EXPECT_TRUE(legacy(3, "logging/setLevel", {{"level", "error"}}).contains("result"));
  legacy(4, "tools/call", {{"name", "x"}});
  EXPECT_THAT(client->messages, SizeIs(3));
}

TEST_F(Stage, EndsOnlyTheRequestThatFailedInside) {
  const Json failed = legacy(1, "resources/read", {{"uri", "x:throws"}});
  EXPECT_EQ(code_of(failed), kInternalError);
  EXPECT_EQ(dump_json(failed).find("a fault inside"), std::string::npos);
  EXPECT_TRUE(legacy(2, "resources/read", {{"uri", "x:fine"}}).contains("result"));
}

// rule: Y6
TEST_F(Stage, SendsAModernSubscriptionWhatItAskedForAndNothingElse) {
  say(make_request(
      "s", "subscriptions/listen",
      {{"_meta", modern_meta()},
       {"notifications",
        {{"resourcesListChanged", true}, {"resourceSubscriptions", {"x:a", "no uri of ours"}}}}}));
  queue.run();
  ASSERT_THAT(client->messages, SizeIs(1));
  EXPECT_EQ(client->last()["method"], "notifications/subscriptions/acknowledged");
  EXPECT_EQ(client->last()["params"]["notifications"],
            Json::parse(R"({"resourcesListChanged":true,"resourceSubscriptions":["x:a"]})"));
  EXPECT_THAT(service.heard, ElementsAre(true));
  dispatcher.tools_changed();
  dispatcher.prompts_changed();
  dispatcher.resource_updated("x:b");
  EXPECT_THAT(client->messages, SizeIs(1));
  dispatcher.resource_updated("x:a");
  EXPECT_EQ(client->last()["method"], "notifications/resources/updated");
  EXPECT_EQ(client->last()["params"]["uri"], "x:a");
  EXPECT_EQ(client->last()["params"]["_meta"][std::string(kMetaSubscription)], "s");
  dispatcher.resources_changed();
  EXPECT_EQ(client->last()["method"], "notifications/resources/list_changed");
  EXPECT_EQ(code_of(modern("s", "tools/list")), kInvalidRequest);
  const std::size_t messages = client->messages.size();
  say(make_notification("notifications/cancelled", {{"requestId", "s"}}));
  dispatcher.resource_updated("x:a");
  EXPECT_THAT(client->messages, SizeIs(messages));
  EXPECT_THAT(service.heard, ElementsAre(true, false));
}

TEST_F(Stage, EndsSubscriptionsWithAResult) {
  modern("s", "subscriptions/listen", {{"notifications", {{"toolsListChanged", true}}}});
  dispatcher.disconnect(connection);
  const Json end = client->answer("s")["result"];
  EXPECT_EQ(end["resultType"], "complete");
  EXPECT_EQ(end["_meta"][std::string(kMetaSubscription)], "s");
  EXPECT_THAT(service.heard, ElementsAre(true, false));
}

TEST_F(Stage, KeepsLegacySubscriptions) {
  initialize();
  EXPECT_EQ(legacy(1, "resources/subscribe", {{"uri", "x:a"}})["result"], Json::object());
  EXPECT_EQ(code_of(legacy(2, "resources/subscribe", {{"uri", "no"}})), kResourceNotFoundLegacy);
  dispatcher.resource_updated("x:a");
  EXPECT_EQ(client->last()["params"], Json::parse(R"({"uri":"x:a"})"));
  legacy(3, "resources/unsubscribe", {{"uri", "x:a"}});
  const std::size_t messages = client->messages.size();
  dispatcher.resource_updated("x:a");
  EXPECT_THAT(client->messages, SizeIs(messages));
  dispatcher.resources_changed();
  EXPECT_EQ(client->last(),
            Json::parse(R"({"jsonrpc":"2.0","method":"notifications/resources/list_changed"})"));
}

// rule: Y7
TEST_F(Stage, AsksALegacyClientForItsRoots) {
  service.wants = true;
  initialize({{"roots", Json::object()}});
  EXPECT_TRUE(service.expected);
  const Json question = client->last();
  EXPECT_EQ(question["method"], "roots/list");
  say(make_result(question["id"],
                  {{"roots", {{{"uri", "https://x/"}}, {{"uri", "file:///home/u/a%20b"}}}}}));
  EXPECT_EQ(service.root, "/home/u/a b");
  say(make_notification("notifications/roots/list_changed"));
  say(make_error(client->last()["id"], {kInternalError, "no", nullptr}));
  EXPECT_EQ(service.root, "");
}

TEST_F(Stage, DoesNotWaitForTheRootsOfAClientThatIsGone) {
  service.wants = true;
  initialize({{"roots", Json::object()}});
  dispatcher.disconnect(connection);
  EXPECT_EQ(service.root, "");
}

class Asking : public Stage {
 protected:
  Asking() {
    service.on_call = [](const std::string&, const Json&, Call& call) -> Answer {
      Outcome outcome;
      if (!call.input().contains("name")) {
        outcome.input_requests = {
            {"name", {{"method", "elicitation/create"}, {"params", {{"message", "who?"}}}}}};
        outcome.state = "step 1";
        return outcome;
      }
      outcome.result = {{"said", call.input()["name"]}, {"state", call.state().value_or("")}};
      return outcome;
    };
  }
};

// rule: Y8
TEST_F(Asking, AModernClientGetsWhatIsNeededAsAResult) {
  const Json meta = modern_meta({{"elicitation", Json::object()}});
  const Json needed = modern(1, "tools/call", {{"name", "x"}, {"_meta", meta}})["result"];
  EXPECT_EQ(needed["resultType"], "input_required");
  EXPECT_EQ(needed["inputRequests"]["name"]["method"], "elicitation/create");
  EXPECT_EQ(needed["requestState"], "step 1");
  EXPECT_FALSE(needed.contains("ttlMs"));
  const Json done = modern(2, "tools/call",
                           {{"name", "x"},
                            {"_meta", meta},
                            {"inputResponses", {{"name", {{"action", "accept"}}}}},
                            {"requestState", "step 1"}})["result"];
  EXPECT_EQ(done["resultType"], "complete");
  EXPECT_EQ(done["said"]["action"], "accept");
  EXPECT_EQ(done["state"], "step 1");
}

TEST_F(Asking, ALegacyClientIsAsked) {
  initialize({{"elicitation", Json::object()}});
  EXPECT_TRUE(legacy(1, "tools/call", {{"name", "x"}}).is_null());
  const Json question = client->last();
  EXPECT_EQ(question["method"], "elicitation/create");
  say(make_result(question["id"], {{"action", "accept"}}));
  queue.run();
  EXPECT_EQ(client->answer(1)["result"]["said"]["action"], "accept");
  EXPECT_EQ(client->answer(1)["result"]["state"], "step 1");
  legacy(2, "tools/call", {{"name", "x"}});
  say(make_error(client->last()["id"], {kInternalError, "no", nullptr}));
  queue.run();
  EXPECT_EQ(code_of(client->answer(2)), kInternalError);
}

TEST_F(Asking, AClientThatCannotAnswerIsNotAsked) {
  const Json error = modern(1, "tools/call", {{"name", "x"}})["error"];
  EXPECT_EQ(error["code"], kMissingCapability);
  EXPECT_EQ(error["data"]["requiredCapabilities"], Json::parse(R"({"elicitation":{}})"));
  initialize();
  EXPECT_EQ(code_of(legacy(2, "tools/call", {{"name", "x"}})), kMissingCapability);
}

TEST_F(Stage, GivesUpOnARequestThatAsksWithoutEnd) {
  service.on_call = [](const std::string&, const Json&, Call&) -> Answer {
    Outcome outcome;
    outcome.state = "again";
    return outcome;
  };
  EXPECT_EQ(code_of(legacy(1, "tools/call", {{"name", "x"}})), kInternalError);
}

TEST_F(Stage, SaysOfACallWhetherItWrites) {
  legacy(1, "tools/call", {{"name", "echo"}});
  legacy(2, "resources/list");
  EXPECT_EQ(queue.writing, 0);
  legacy(3, "tools/call", {{"name", "change"}});
  EXPECT_EQ(queue.writing, 1);
}

TEST_F(Stage, CallsOffWhatAnAbandonedClientAsked) {
  say(make_request(1, "tools/call", {{"name", "echo"}}));
  dispatcher.abandon(connection);
  queue.run();
  EXPECT_THAT(client->messages, IsEmpty());
}

}  // namespace
}  // namespace loci::rpc::dispatcher_test
