// What a dispatcher remembers of a client, and of a request. Internal to rpc/;
// everything here is guarded by the dispatcher's mutex but where it says so.

#pragma once

#include <atomic>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>

#include "rpc/dispatcher.h"

namespace loci::rpc {

class Dispatcher::ActiveCall final : public Call {
 public:
  ActiveCall(std::shared_ptr<Connection> connection, std::shared_ptr<Sink> sink, Message message,
             Caller caller, const Method& method)
      : connection_(std::move(connection)),
        sink_(std::move(sink)),
        message_(std::move(message)),
        caller_(std::move(caller)),
        method_(method) {}

  [[nodiscard]] const Caller& caller() const override { return caller_; }
  [[nodiscard]] bool cancelled() const override { return cancelled_; }
  void progress(double done, double total, std::string_view message) override;
  void log(std::string_view level, std::string_view logger, Json data) override;
  [[nodiscard]] const Json& input() const override { return input_; }
  [[nodiscard]] const std::optional<std::string>& state() const override { return state_; }

  [[nodiscard]] const std::shared_ptr<Connection>& connection() const { return connection_; }
  [[nodiscard]] const Method& method() const { return method_; }
  [[nodiscard]] const Json& id() const { return message_.id; }
  [[nodiscard]] const Json& params() const { return message_.params; }
  // A parameter, or null.
  [[nodiscard]] const Json& param(const char* name) const;
  [[nodiscard]] RpcResult<std::string> text_param(const char* name) const;
  [[nodiscard]] RpcResult<std::optional<std::string>> cursor() const;
  [[nodiscard]] RpcResult<Json> arguments() const;
  void send(const Json& message) {
    if (!cancelled_) sink_->send(message);
  }
  void cancel() { cancelled_ = true; }
  // What a modern client brings along; legacy clients are asked.
  [[nodiscard]] RpcResult<void> take_input();

  // For a legacy client that was asked: how many answers are missing.
  std::size_t unanswered = 0;
  bool refused = false;  // one answer was an error
  int rounds = 0;
  Json answers = Json::object();
  void put_input(Json input, std::optional<std::string> state) {
    input_ = std::move(input);
    state_ = std::move(state);
  }
  std::optional<std::string> next_state;

 private:
  std::shared_ptr<Connection> connection_;
  std::shared_ptr<Sink> sink_;
  Message message_;
  Caller caller_;
  const Method& method_;
  std::atomic<bool> cancelled_ = false;
  Json input_ = Json::object();
  std::optional<std::string> state_;
};

// What is sent on a `subscriptions/listen`, which never gets an answer but its end.
struct Dispatcher::Subscription {
  CallPtr call;
  bool tools = false;
  bool prompts = false;
  bool resources = false;
  std::map<std::string, std::string> uris;  // canonical → as the client wrote it

  [[nodiscard]] Json notification(std::string_view method, Json params = Json::object()) const {
    params["_meta"] = {{std::string(kMetaSubscription), call->id()}};
    return make_notification(method, std::move(params));
  }
};

class Connection {
 public:
  explicit Connection(std::shared_ptr<Sink> sink) : sink_(std::move(sink)) {}

 private:
  friend class Dispatcher;

  // A question to a legacy client.
  struct Asked {
    Dispatcher::CallPtr call;  // nullptr: its roots
    std::string key;
  };

  std::shared_ptr<Sink> sink_;
  bool initialized_ = false;  // legacy, and ready
  std::string version_{kLegacyVersions.front()};
  Json capabilities_ = Json::object();
  std::string client_;
  std::string log_level_ = "info";
  std::map<std::string, std::string> subscribed_;              // canonical → as written
  std::map<std::string, Dispatcher::CallPtr> calls_;           // by id_key()
  std::map<std::string, Dispatcher::Subscription> listening_;  // by id_key()
  std::map<std::string, Asked> asked_;                         // by id_key()
};

// A row of the table of methods.
struct Dispatcher::Method {
  std::string_view name;
  bool legacy;
  bool modern;
  bool at_once;  // by the thread that brings it
  bool Offers::*offer;
  Answer (Dispatcher::*run)(ActiveCall& call);
  std::optional<Caching> caching = {};
};

}  // namespace loci::rpc
