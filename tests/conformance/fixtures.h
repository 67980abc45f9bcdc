// The tools, resources and prompts that the public conformance suite of MCP
// expects of a server under test. Never installed: the dispatcher and the
// transports around them are those of loci, and they are what is tested.

#pragma once

#include <string>

#include "rpc/dispatcher.h"
#include "rpc/service.h"

namespace loci::conformance {

class Fixtures final : public rpc::Service {
 public:
  Fixtures();
  // Whom tools tell that a list has changed.
  void tell(rpc::Dispatcher& dispatcher) { dispatcher_ = &dispatcher; }

  [[nodiscard]] Json info() const override;
  [[nodiscard]] std::string instructions() const override { return {}; }
  [[nodiscard]] rpc::Offers offers() const override;
  [[nodiscard]] const Json& tools() const override { return tools_; }
  [[nodiscard]] Json prompts() const override;
  [[nodiscard]] Json templates() const override;
  [[nodiscard]] std::optional<std::string> canonical_uri(std::string_view uri) const override;

  rpc::Answer call_tool(const std::string& name, const Json& arguments, rpc::Call& call) override;
  rpc::Answer list_resources(const std::optional<std::string>& cursor, rpc::Call& call) override;
  rpc::Answer read_resource(const std::string& uri, rpc::Call& call) override;
  rpc::Answer get_prompt(const std::string& name, const Json& arguments, rpc::Call& call) override;
  rpc::Answer complete(const Json& params, rpc::Call& call) override;

 private:
  rpc::Answer ask(const std::string& name, rpc::Call& call);
  // A state that only we can have made, and what is in it.
  [[nodiscard]] std::string sealed(const Json& state) const;
  [[nodiscard]] rpc::RpcResult<Json> opened(const std::string& state) const;

  rpc::Dispatcher* dispatcher_ = nullptr;
  std::string key_;
  const Json tools_;
};

}  // namespace loci::conformance
