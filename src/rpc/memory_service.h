// Memory as a service of MCP: tools, resources, prompts and completions over one
// memory::Memory, and the news of its files.

#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "memory/memory.h"
#include "memory/scopes.h"
#include "rpc/dispatcher.h"
#include "rpc/host.h"
#include "rpc/service.h"
#include "rpc/watcher.h"

namespace loci::rpc {

class MemoryService final : public Service {
 public:
  // The host must outlive it.
  MemoryService(MemoryHost& host, Pins pins);
  ~MemoryService() override;

  // Whom to tell of changes, and where to run what needs memory; both must
  // outlive it, or stop_watching() comes first.
  void tell(Dispatcher& dispatcher, Executor& executor);
  void stop_watching();

  [[nodiscard]] Json info() const override;
  [[nodiscard]] std::string instructions() const override;
  [[nodiscard]] Offers offers() const override;
  [[nodiscard]] const Json& tools() const override { return tools_; }
  [[nodiscard]] bool tool_writes(std::string_view name) const override;
  [[nodiscard]] Json prompts() const override;
  [[nodiscard]] Json templates() const override;
  [[nodiscard]] std::optional<std::string> canonical_uri(std::string_view uri) const override;
  void set_root(const std::string& path) override;
  [[nodiscard]] bool wants_roots() const override { return host_.wants_root(); }
  void expect_root() override;
  void listen(bool somebody) override;

  Answer call_tool(const std::string& name, const Json& arguments, Call& call) override;
  Answer list_resources(const std::optional<std::string>& cursor, Call& call) override;
  Answer read_resource(const std::string& uri, Call& call) override;
  Answer get_prompt(const std::string& name, const Json& arguments, Call& call) override;
  Answer complete(const Json& params, Call& call) override;

 private:
  // The memory, after the root that a client was asked for, or some patience.
  Result<std::shared_ptr<memory::Memory>> memory();
  [[nodiscard]] memory::Selector pinned() const { return {pins_.scope, false, false, false}; }
  void renew_directories();
  void tell_changes(const Watcher::Changes& changes);

  MemoryHost& host_;
  const Pins pins_;
  const Json tools_;  // as `tools/list` has them
  Dispatcher* dispatcher_ = nullptr;
  Executor* executor_ = nullptr;

  std::mutex mutex_;
  std::condition_variable root_known_;
  bool root_expected_ = false;
  std::optional<std::string> root_;  // not used yet
  std::unique_ptr<Watcher> watcher_;
};

}  // namespace loci::rpc
