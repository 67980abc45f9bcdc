// What a server offers, as the dispatcher sees it: tools, resources, prompts,
// completions. The memory of loci is one such service, the fixtures of a test
// program another; neither knows the transport nor the era it is asked in.

#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/json_object.h"
#include "rpc/message.h"
#include "rpc/protocol.h"

namespace loci::rpc {

// A request that is being answered.
class Call {
 public:
  virtual ~Call() = default;
  [[nodiscard]] virtual const Caller& caller() const = 0;
  // Nobody waits for the answer any more.
  [[nodiscard]] virtual bool cancelled() const = 0;
  // Told to clients that asked for it; `done` must grow.
  virtual void progress(double done, double total, std::string_view message) = 0;
  // A log message, for clients that want this level.
  virtual void log(std::string_view level, std::string_view logger, Json data) = 0;
  // What the client answered to the input requests of an earlier outcome, by
  // their keys, and the state that came with them.
  [[nodiscard]] virtual const Json& input() const = 0;
  [[nodiscard]] virtual const std::optional<std::string>& state() const = 0;
};

// A result, or what is needed from the client before there is one: the request
// is then made again with the input. How it is asked for is the era's affair.
struct Outcome {
  Json result = roomy_object();
  Json input_requests = nullptr;  // {key: {method, params}}, or null
  std::optional<std::string> state;

  [[nodiscard]] bool incomplete() const { return !input_requests.is_null() || state.has_value(); }
};
using Answer = RpcResult<Outcome>;

struct Offers {
  bool tools = false;
  bool prompts = false;
  bool resources = false;
  bool completions = false;
  bool logging = false;
  // Lists that may change while the server runs.
  bool tools_change = false;
  bool prompts_change = false;
  bool resources_change = false;  // the list, and what can be subscribed to
};

class Service {
 public:
  virtual ~Service() = default;

  // Asked on any thread, and answered at once: nothing may be opened for these.
  [[nodiscard]] virtual Json info() const = 0;  // an Implementation
  [[nodiscard]] virtual std::string instructions() const = 0;
  [[nodiscard]] virtual Offers offers() const = 0;
  [[nodiscard]] virtual const Json& tools() const = 0;  // the same every time
  // Whether a call of it may change something.
  [[nodiscard]] virtual bool tool_writes(std::string_view /*name*/) const { return false; }
  [[nodiscard]] virtual Json prompts() const = 0;
  [[nodiscard]] virtual Json templates() const = 0;  // of resources
  // The uri under which a resource is known, or nothing when it cannot be one.
  [[nodiscard]] virtual std::optional<std::string> canonical_uri(std::string_view uri) const = 0;
  // What a legacy client works on: its first root that is a directory, or "".
  virtual void set_root(const std::string& /*path*/) {}
  [[nodiscard]] virtual bool wants_roots() const { return false; }
  // Roots were asked for; until set_root() the answer is not known.
  virtual void expect_root() {}
  // Nobody listens to changes of resources any more; or somebody is going to,
  // and what changes after this returns is told. The latter where the executor
  // runs things.
  virtual void listen(bool /*somebody*/) {}

  // Asked one after the other, where the executor runs them.
  virtual Answer call_tool(const std::string& name, const Json& arguments, Call& call) = 0;
  virtual Answer list_resources(const std::optional<std::string>& cursor, Call& call) = 0;
  virtual Answer read_resource(const std::string& uri, Call& call) = 0;
  virtual Answer get_prompt(const std::string& name, const Json& arguments, Call& call) = 0;
  // `params` as `completion/complete` has them, checked.
  virtual Answer complete(const Json& params, Call& call) = 0;
};

}  // namespace loci::rpc
