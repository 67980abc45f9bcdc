// How messages find their way; what each method does is in methods.cc.

#include "rpc/dispatcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "rpc/connection.h"
#include "rpc/uri.h"

namespace loci::rpc {
namespace {

// A request that needs input again and again is not going anywhere.
constexpr int kMostRounds = 16;

const Json* first_missing(const Json& requests, const Json& capabilities, std::string& capability) {
  for (const Json& request : requests) {
    capability = capability_for(request.value("method", ""));
    if (!capabilities.contains(capability)) return &request;
  }
  return nullptr;
}

}  // namespace

Dispatcher::Dispatcher(Service& service, Executor& executor)
    : service_(service), executor_(executor), server_(service.info()) {}
Dispatcher::~Dispatcher() {
  // Calls that never ended hold their connection, which holds them.
  for (const ConnectionPtr& connection : connections_) {
    connection->calls_.clear();
    connection->listening_.clear();
    connection->asked_.clear();
  }
}

std::shared_ptr<Connection> Dispatcher::connect(std::shared_ptr<Sink> sink) {
  auto connection = std::make_shared<Connection>(std::move(sink));
  const std::lock_guard lock(mutex_);
  connections_.push_back(connection);
  return connection;
}

// A sink may ask something of this when it goes, so what holds one goes outside of
// the lock: here, in abandon() and in cancel().
void Dispatcher::remove(const ConnectionPtr& connection) {
  bool roots = false;
  std::map<std::string, Connection::Asked> asked_before;
  std::map<std::string, Subscription> listening;
  {
    const std::lock_guard lock(mutex_);
    std::erase(connections_, connection);
    // What was asked of it will not be answered any more.
    roots = std::any_of(connection->asked_.begin(), connection->asked_.end(),
                        [](const auto& asked) { return asked.second.call == nullptr; });
    for (const auto& [id, asked] : connection->asked_) {
      if (asked.call != nullptr) connection->calls_.erase(id_key(asked.call->id()));
    }
    asked_before.swap(connection->asked_);
    connection->initialized_ = false;
    connection->subscribed_.clear();
    listening.swap(connection->listening_);
  }
  if (roots) service_.set_root("");
  count_listeners();
}

void Dispatcher::disconnect(const std::shared_ptr<Connection>& connection) {
  std::vector<CallPtr> ended;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, subscription] : connection->listening_) {
      ended.push_back(subscription.call);
    }
  }
  for (const CallPtr& call : ended) {
    Json result = {{"resultType", "complete"},
                   {"_meta", {{std::string(kMetaSubscription), call->id()}}}};
    call->send(
        make_result(call->id(), shape_result(Era::Modern, std::move(result), server_, nullptr)));
  }
  remove(connection);
}

void Dispatcher::end_subscriptions() {
  std::vector<ConnectionPtr> listening;
  {
    const std::lock_guard lock(mutex_);
    std::copy_if(connections_.begin(), connections_.end(), std::back_inserter(listening),
                 [](const ConnectionPtr& connection) { return !connection->listening_.empty(); });
  }
  for (const ConnectionPtr& connection : listening) disconnect(connection);
}

void Dispatcher::abandon(const std::shared_ptr<Connection>& connection) {
  std::map<std::string, CallPtr> called_off;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& [id, call] : connection->calls_) call->cancel();
    called_off.swap(connection->calls_);
  }
  remove(connection);
}

bool Dispatcher::idle() const {
  const std::lock_guard lock(mutex_);
  return connections_.empty();
}

bool Dispatcher::idle(const std::shared_ptr<Connection>& connection) const {
  const std::lock_guard lock(mutex_);
  return connection->calls_.empty() && connection->listening_.empty();
}

void Dispatcher::receive(const std::shared_ptr<Connection>& connection, std::string_view text,
                         const std::shared_ptr<Sink>& sink) {
  auto message = parse_message(text);
  if (!message) {
    sink->send(make_error(message.error().id, message.error().error));
    return;
  }
  const Era era = era_of(*message);
  receive(connection, std::move(*message), era, sink);
}

void Dispatcher::receive(const std::shared_ptr<Connection>& connection, Message message, Era era,
                         const std::shared_ptr<Sink>& sink) {
  switch (message.kind) {
    case Message::Kind::Request:
      request(connection, std::move(message), era, sink);
      return;
    case Message::Kind::Notification:
      notification(connection, message);
      return;
    case Message::Kind::Result:
    case Message::Kind::Error:
      answer(connection, message);
      return;
  }
}

bool Dispatcher::is_offered(const Method& method) const {
  return method.offer == nullptr || service_.offers().*method.offer;
}

void Dispatcher::request(const ConnectionPtr& connection, Message message, Era era,
                         const std::shared_ptr<Sink>& sink) {
  const Json id = message.id;
  const auto fail_with = [&](const RpcError& error) { sink->send(make_error(id, error)); };
  Caller caller;
  if (era == Era::Modern) {
    auto known = modern_caller(message.params);
    if (!known) return fail_with(known.error());
    caller = std::move(*known);
  } else {
    const std::lock_guard lock(mutex_);
    caller.version = connection->version_;
    caller.capabilities = connection->capabilities_;
    caller.client = connection->client_;
    caller.log_level = connection->log_level_;
    caller.progress_token = progress_token(message.params);
  }
  const Method* method = find_method(message.method, era);
  if (method == nullptr || !is_offered(*method)) {
    return fail_with({kMethodNotFound,
                      fmt::format("there is no method '{}'", cut_method(message.method)), nullptr});
  }
  const auto call = std::make_shared<ActiveCall>(connection, sink, std::move(message),
                                                 std::move(caller), *method);
  if (const auto input = call->take_input(); !input) return fail_with(input.error());
  bool taken = false;
  {
    const std::lock_guard lock(mutex_);
    const std::string key = id_key(id);
    taken = connection->calls_.contains(key) || connection->listening_.contains(key);
    if (!taken) connection->calls_[key] = call;
  }
  if (taken) {
    return fail_with({kInvalidRequest, "the id of this request is in use", nullptr});
  }
  if (method->at_once) {
    run(call);
  } else {
    run_later(call);
  }
}

void Dispatcher::run_later(const CallPtr& call) {
  const Json& tool = call->param("name");
  const bool writes = call->method().run == &Dispatcher::call_tool && tool.is_string() &&
                      service_.tool_writes(tool.get<std::string>());
  const auto job = [this, call] { run(call); };
  if (writes ? executor_.post_writing(job) : executor_.post(job)) return;
  finish(call, refuse(kInternalError, "the server is too busy; ask again"));
}

void Dispatcher::run(const CallPtr& call) {
  if (call->cancelled()) return finish(call, Outcome());
  // What a service throws is a fault of its own and ends this request only.
  try {
    finish(call, (this->*call->method().run)(*call));
  } catch (const std::exception&) {
    fail(call);
  }
}

void Dispatcher::fail(const CallPtr& call) {
  try {
    finish(call, refuse(kInternalError, "the server failed to answer this request"));
  } catch (const std::exception&) {
    // Not even memory for that: its sink goes, and whoever carries it sees to the rest.
    const std::lock_guard lock(mutex_);
    std::erase_if(call->connection()->calls_,
                  [&](const auto& known) { return known.second == call; });
  }
}

void Dispatcher::finish(const CallPtr& call, Answer answer) {
  if (answer && answer->incomplete() && !call->cancelled()) {
    std::string capability;
    const Json& wanted = answer->input_requests;
    if (wanted.is_object() &&
        first_missing(wanted, call->caller().capabilities, capability) != nullptr) {
      answer = refuse(kMissingCapability,
                      fmt::format("this needs a client with the capability '{}'", capability),
                      {{"requiredCapabilities", {{capability, Json::object()}}}});
    } else if (call->caller().era == Era::Legacy) {
      return ask_client(call, *answer);
    } else {
      answer->result = {{"resultType", "input_required"}};
      if (wanted.is_object()) answer->result["inputRequests"] = wanted;
      if (answer->state) answer->result["requestState"] = *answer->state;
    }
  }
  const ConnectionPtr& connection = call->connection();
  {
    const std::lock_guard lock(mutex_);
    const auto found = connection->calls_.find(id_key(call->id()));
    // A subscription has no answer yet; a call that was called off is gone, and
    // its id may be another's.
    if (found != connection->calls_.end() && found->second == call) {
      connection->calls_.erase(found);
    }
    if (connection->listening_.contains(id_key(call->id()))) return;
  }
  if (!answer) {
    call->send(make_error(call->id(), answer.error()));
    return;
  }
  const Method& method = call->method();
  call->send(
      make_result(call->id(), shape_result(call->caller().era, std::move(answer->result), server_,
                                           method.caching ? &*method.caching : nullptr)));
}

// A legacy client is asked by requests of our own; when all are answered, the
// call is run again.
void Dispatcher::ask_client(const CallPtr& call, const Outcome& outcome) {
  if (++call->rounds > kMostRounds) {
    return finish(call, refuse(kInternalError, "this request asked the client too many questions"));
  }
  const ConnectionPtr& connection = call->connection();
  std::vector<Json> questions;
  {
    const std::lock_guard lock(mutex_);
    call->next_state = outcome.state;
    call->answers = Json::object();
    call->unanswered = 0;
    if (outcome.input_requests.is_object()) {
      for (const auto& [key, request] : outcome.input_requests.items()) {
        const Json id = fmt::format("loci-{}", ++asked_);
        connection->asked_[id_key(id)] = {call, key};
        ++call->unanswered;
        questions.push_back(
            make_request(id, request.value("method", ""), request.value("params", Json())));
      }
    }
  }
  for (const Json& question : questions) call->send(question);
  if (!questions.empty()) return;
  call->put_input(Json::object(), call->next_state);
  run_later(call);
}

void Dispatcher::answer(const ConnectionPtr& connection, const Message& message) {
  Connection::Asked asked;
  bool complete = false;
  {
    const std::lock_guard lock(mutex_);
    const auto found = connection->asked_.find(id_key(message.id));
    if (found == connection->asked_.end()) return;  // not a question of ours
    asked = std::move(found->second);
    connection->asked_.erase(found);
    if (asked.call != nullptr) {
      if (message.kind == Message::Kind::Error) asked.call->refused = true;
      asked.call->answers[asked.key] = message.body;
      complete = --asked.call->unanswered == 0;
    }
  }
  if (asked.call == nullptr) {
    service_.set_root(message.kind == Message::Kind::Result ? first_root(message.body) : "");
    return;
  }
  if (!complete) return;
  if (asked.call->refused) {
    return finish(asked.call, refuse(kInternalError, "the client could not answer a question"));
  }
  asked.call->put_input(std::move(asked.call->answers), asked.call->next_state);
  run_later(asked.call);
}

void Dispatcher::notification(const ConnectionPtr& connection, const Message& message) {
  if (message.method == "notifications/cancelled") {
    const auto id = message.params.find("requestId");
    if (id != message.params.end()) cancel(connection, *id);
  } else if (message.method == "notifications/initialized") {
    {
      const std::lock_guard lock(mutex_);
      connection->initialized_ = true;
    }
    ask_roots(connection);
    (void)executor_.post([this] { count_listeners(); });
  } else if (message.method == "notifications/roots/list_changed") {
    ask_roots(connection);
  }
  // Others are for somebody else.
}

void Dispatcher::ask_roots(const ConnectionPtr& connection) {
  Json question;
  {
    const std::lock_guard lock(mutex_);
    if (!connection->initialized_ || !connection->capabilities_.contains("roots")) return;
    if (!service_.wants_roots()) return;
    const Json id = fmt::format("loci-{}", ++asked_);
    connection->asked_[id_key(id)] = {nullptr, ""};
    question = make_request(id, "roots/list", nullptr);
  }
  service_.expect_root();
  connection->sink_->send(question);
}

void Dispatcher::cancel(const ConnectionPtr& connection, const Json& id) {
  const std::string key = id_key(id);
  std::map<std::string, CallPtr>::node_type call;
  std::map<std::string, Subscription>::node_type subscription;
  {
    const std::lock_guard lock(mutex_);
    call = connection->calls_.extract(key);
    if (!call.empty()) call.mapped()->cancel();
    subscription = connection->listening_.extract(key);
  }
  count_listeners();
}

void Dispatcher::count_listeners(bool one_more) {
  const std::lock_guard listening(listen_mutex_);
  bool listened = one_more;
  {
    const std::lock_guard lock(mutex_);
    for (const ConnectionPtr& connection : connections_) {
      listened = listened || connection->initialized_ || !connection->subscribed_.empty() ||
                 !connection->listening_.empty();
    }
  }
  if (listened == std::exchange(listened_, listened)) return;
  try {
    service_.listen(listened);
  } catch (const std::exception&) {  // no thread to watch with
    listened_ = false;
    throw;
  }
}

void Dispatcher::resource_updated(const std::string& uri) {
  constexpr std::string_view kMethod = "notifications/resources/updated";
  const std::lock_guard lock(mutex_);
  for (const ConnectionPtr& connection : connections_) {
    if (const auto found = connection->subscribed_.find(uri);
        found != connection->subscribed_.end()) {
      connection->sink_->send(make_notification(kMethod, {{"uri", found->second}}));
    }
    for (const auto& [id, subscription] : connection->listening_) {
      const auto found = subscription.uris.find(uri);
      if (found == subscription.uris.end()) continue;
      subscription.call->send(subscription.notification(kMethod, {{"uri", found->second}}));
    }
  }
}

void Dispatcher::list_changed(List list) {
  const std::string_view method = list == List::Tools     ? "notifications/tools/list_changed"
                                  : list == List::Prompts ? "notifications/prompts/list_changed"
                                                          : "notifications/resources/list_changed";
  const std::lock_guard lock(mutex_);
  for (const ConnectionPtr& connection : connections_) {
    if (connection->initialized_) connection->sink_->send(make_notification(method));
    for (const auto& [id, subscription] : connection->listening_) {
      const bool wanted = list == List::Tools     ? subscription.tools
                          : list == List::Prompts ? subscription.prompts
                                                  : subscription.resources;
      if (wanted) subscription.call->send(subscription.notification(method));
    }
  }
}

void Dispatcher::resources_changed() { list_changed(List::Resources); }
void Dispatcher::tools_changed() { list_changed(List::Tools); }
void Dispatcher::prompts_changed() { list_changed(List::Prompts); }

}  // namespace loci::rpc
