// A service with one of everything, a client that keeps what it is told, and an
// executor that waits until it is asked.

#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "rpc/dispatcher.h"
#include "rpc/service.h"

namespace loci::rpc {

class Client final : public Sink {
 public:
  void send(const Json& message) override { messages.push_back(message); }
  // The last message, or null.
  [[nodiscard]] Json last() const { return messages.empty() ? Json() : messages.back(); }
  // The answer to a request, or null.
  [[nodiscard]] Json answer(const Json& id) const {
    for (const Json& message : messages) {
      if (!message.contains("method") && message.contains("id") && message["id"] == id) {
        return message;
      }
    }
    return {};
  }
  std::vector<Json> messages;
};

class Queue final : public Executor {
 public:
  bool post(std::function<void()> job) override {
    if (!busy) jobs.push_back(std::move(job));
    return !busy;
  }
  bool post_writing(std::function<void()> job) override {
    ++writing;
    return post(std::move(job));
  }
  void run() {
    while (!jobs.empty()) {
      const auto job = std::move(jobs.front());
      jobs.pop_front();
      job();
    }
  }
  std::deque<std::function<void()>> jobs;
  bool busy = false;
  int writing = 0;  // how many were said to change something
};

class Fake final : public Service {
 public:
  [[nodiscard]] Json info() const override { return {{"name", "fake"}, {"version", "1"}}; }
  [[nodiscard]] std::string instructions() const override { return "be kind"; }
  [[nodiscard]] Offers offers() const override { return offered; }
  [[nodiscard]] const Json& tools() const override { return tools_offered; }
  [[nodiscard]] bool tool_writes(std::string_view name) const override { return name == "change"; }
  [[nodiscard]] Json prompts() const override { return Json::array(); }
  [[nodiscard]] Json templates() const override { return Json::array(); }
  [[nodiscard]] std::optional<std::string> canonical_uri(std::string_view uri) const override {
    if (!uri.starts_with("x:")) return std::nullopt;
    return std::string(uri);
  }
  [[nodiscard]] bool wants_roots() const override { return wants; }
  void set_root(const std::string& path) override { root = path; }
  void expect_root() override { expected = true; }
  void listen(bool somebody) override { heard.push_back(somebody); }

  Answer call_tool(const std::string& name, const Json& arguments, Call& call) override {
    if (on_call) return on_call(name, arguments, call);
    Outcome outcome;
    outcome.result = {{"content", Json::array()}, {"echo", arguments}};
    return outcome;
  }
  Answer list_resources(const std::optional<std::string>& cursor, Call& /*call*/) override {
    Outcome outcome;
    outcome.result = {{"resources", Json::array()}, {"from", cursor.value_or("")}};
    return outcome;
  }
  Answer read_resource(const std::string& uri, Call& /*call*/) override {
    if (uri == "x:throws") throw std::runtime_error("a fault inside");
    Outcome outcome;
    outcome.result = {{"contents", Json::array()}};
    return outcome;
  }
  Answer get_prompt(const std::string& /*name*/, const Json& /*arguments*/,
                    Call& /*call*/) override {
    return refuse(kInvalidParams, "there is no such prompt");
  }
  Answer complete(const Json& params, Call& /*call*/) override {
    Outcome outcome;
    outcome.result = {{"completion", {{"values", {params["argument"]["value"]}}}}};
    return outcome;
  }

  const Json tools_offered = Json::array({{{"name", "echo"}}});
  Offers offered{true, true, true, true, true, true, true, true};
  std::function<Answer(const std::string&, const Json&, Call&)> on_call;
  std::string root = "unset";
  bool wants = false;
  bool expected = false;
  std::vector<bool> heard;
};

inline Json modern_meta(Json capabilities = Json::object()) {
  return {{std::string(kMetaVersion), "2026-07-28"},
          {std::string(kMetaCapabilities), std::move(capabilities)}};
}

class Stage : public ::testing::Test {
 protected:
  void say(const Json& message) { dispatcher.receive(connection, dump_json(message), client); }
  void say_text(std::string_view text) { dispatcher.receive(connection, text, client); }
  // Asks in the modern era, and answers the answer.
  Json modern(const Json& id, const std::string& method, Json params = Json::object()) {
    if (!params.contains("_meta")) params["_meta"] = modern_meta();
    return ask(id, method, std::move(params));
  }
  Json legacy(const Json& id, const std::string& method, const Json& params = nullptr) {
    return ask(id, method, params);
  }
  void initialize(const Json& capabilities = Json::object()) {
    legacy("init", "initialize",
           {{"protocolVersion", "2025-11-25"}, {"capabilities", capabilities}});
    say(make_notification("notifications/initialized"));
    queue.run();
  }

  Fake service;
  Queue queue;
  Dispatcher dispatcher{service, queue};
  std::shared_ptr<Client> client = std::make_shared<Client>();
  std::shared_ptr<Connection> connection = dispatcher.connect(client);

 private:
  Json ask(const Json& id, const std::string& method, const Json& params) {
    say(make_request(id, method, params));
    queue.run();
    return client->answer(id);
  }
};

}  // namespace loci::rpc
