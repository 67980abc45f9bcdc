// Answers MCP messages, whatever carried them here: a message in, messages out
// through a sink. One dispatcher serves any number of clients of both eras.
//
// What needs no memory (`ping`, discovery, lists of tools, cancellation) is
// answered by the thread that brings the message; the rest goes to an executor,
// so that a long request blocks none of these. All calls may come from any
// thread.

#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "rpc/message.h"
#include "rpc/protocol.h"
#include "rpc/service.h"

namespace loci::rpc {

// Where messages to a client go: a pipe, or the answer to one HTTP request. Used
// from several threads; after the client is gone it swallows them.
class Sink {
 public:
  virtual ~Sink() = default;
  virtual void send(const Json& message) = 0;
};

// Runs what is posted; one thing of a connection after the other, or several at
// once where the service can bear that.
class Executor {
 public:
  virtual ~Executor() = default;
  // False when it has too much to do already: the job will not be run.
  virtual bool post(std::function<void()> job) = 0;
  // A job that may have to wait for others who write: no read need queue behind it.
  virtual bool post_writing(std::function<void()> job) { return post(std::move(job)); }
};

// One client as far as the dispatcher remembers it: a stdio process, a legacy
// session, or a single modern HTTP request.
class Connection;

class Dispatcher {
 public:
  // Both must outlive it, and all connections too.
  Dispatcher(Service& service, Executor& executor);
  ~Dispatcher();

  // `sink` gets what belongs to no request of the client.
  [[nodiscard]] std::shared_ptr<Connection> connect(std::shared_ptr<Sink> sink);
  // Its subscriptions end with a result each; what it asked for before is still
  // answered.
  void disconnect(const std::shared_ptr<Connection>& connection);
  // The same for everyone who listens: the server is about to stop.
  void end_subscriptions();
  // The same, and what it asked for is called off.
  void abandon(const std::shared_ptr<Connection>& connection);

  // One message as it came over the wire; `sink` gets everything about it.
  void receive(const std::shared_ptr<Connection>& connection, std::string_view text,
               const std::shared_ptr<Sink>& sink);
  // One that the transport has read, with the era it knows.
  void receive(const std::shared_ptr<Connection>& connection, Message message, Era era,
               const std::shared_ptr<Sink>& sink);

  // Whether no client is connected; and whether one has nothing asked for.
  [[nodiscard]] bool idle() const;
  [[nodiscard]] bool idle(const std::shared_ptr<Connection>& connection) const;

  // The input schema of a tool, or null.
  [[nodiscard]] Json input_schema(std::string_view tool) const;

  // To those who listen. The uri is canonical.
  void resource_updated(const std::string& uri);
  void resources_changed();
  void tools_changed();
  void prompts_changed();

 private:
  friend class Connection;
  class ActiveCall;
  struct Method;
  struct Subscription;
  enum class List : std::uint8_t { Tools, Prompts, Resources };
  using CallPtr = std::shared_ptr<ActiveCall>;
  using ConnectionPtr = std::shared_ptr<Connection>;

  static const Method* find_method(std::string_view name, Era era);
  [[nodiscard]] bool is_offered(const Method& method) const;
  void request(const ConnectionPtr& connection, Message message, Era era,
               const std::shared_ptr<Sink>& sink);
  void notification(const ConnectionPtr& connection, const Message& message);
  void answer(const ConnectionPtr& connection, const Message& message);
  void run(const CallPtr& call);
  void fail(const CallPtr& call);
  void run_later(const CallPtr& call);
  void finish(const CallPtr& call, Answer outcome);
  void ask_client(const CallPtr& call, const Outcome& outcome);
  void ask_roots(const ConnectionPtr& connection);
  void cancel(const ConnectionPtr& connection, const Json& id);
  void remove(const ConnectionPtr& connection);
  void list_changed(List list);
  // Tells the service whether anybody listens; `one_more` is about to.
  void count_listeners(bool one_more = false);

  // The methods.
  Answer initialize(ActiveCall& call);
  Answer ping(ActiveCall& call);
  Answer set_level(ActiveCall& call);
  Answer subscribe(ActiveCall& call);
  Answer unsubscribe(ActiveCall& call);
  Answer discover(ActiveCall& call);
  Answer listen(ActiveCall& call);
  Answer list_tools(ActiveCall& call);
  Answer list_prompts(ActiveCall& call);
  Answer list_templates(ActiveCall& call);
  Answer list_resources(ActiveCall& call);
  Answer read_resource(ActiveCall& call);
  Answer call_tool(ActiveCall& call);
  Answer get_prompt(ActiveCall& call);
  Answer complete(ActiveCall& call);
  [[nodiscard]] Json capabilities(Era era) const;

  Service& service_;
  Executor& executor_;
  const Json server_;         // who answers
  mutable std::mutex mutex_;  // of everything below, and of connections
  std::vector<ConnectionPtr> connections_;
  std::uint64_t asked_ = 0;  // requests to clients
  std::mutex listen_mutex_;  // before the other one
  bool listened_ = false;
};

}  // namespace loci::rpc
