#include "http/mcp_tenants.h"

#include <fmt/format.h>

#include "base/text.h"
#include "rpc/memory_service.h"

namespace loci::http {
namespace {

constexpr std::size_t kSlugBytes = 64;

bool is_slug(std::string_view text) {
  for (const char c : text) {
    const bool word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    if (!word && c != '-' && c != '_') return false;
  }
  return text.size() <= kSlugBytes;
}

// A memory of the pool, for as long as a request takes.
class PooledHost final : public rpc::MemoryHost {
 public:
  PooledHost(app::Memories& memories, app::Tenant tenant)
      : memories_(memories), tenant_(std::move(tenant)) {}
  Result<std::shared_ptr<app::Memory>> memory() override {
    LOCI_ASSIGN(app::Memories::Loan loan, memories_.lend(tenant_));
    const auto held = std::make_shared<app::Memories::Loan>(std::move(loan));
    return std::shared_ptr<app::Memory>(held, &**held);
  }
  [[nodiscard]] bool wants_root() const override { return false; }
  void use_root(const std::string& /*path*/) override {}

 private:
  app::Memories& memories_;
  const app::Tenant tenant_;
};

}  // namespace

class McpTenants::Posting final : public rpc::Executor {
 public:
  explicit Posting(Workers& workers) : workers_(workers) {}
  bool post(std::function<void()> job) override {
    return workers_.post(Lane::Reads, std::move(job));
  }

 private:
  Workers& workers_;
};

struct McpTenants::Tenant {
  Tenant(app::Memories& memories, app::Tenant tenant, rpc::Executor& executor)
      : host(memories, std::move(tenant)), service(host, {}), dispatcher(service, executor) {
    service.tell(dispatcher, executor);
  }
  ~Tenant() { service.stop_watching(); }
  PooledHost host;
  rpc::MemoryService service;
  rpc::Dispatcher dispatcher;
};

McpTenants::McpTenants(app::Memories& memories, Workers& workers)
    : memories_(memories), posting_(std::make_unique<Posting>(workers)) {}
McpTenants::~McpTenants() = default;

void McpTenants::end_subscriptions() {
  const std::lock_guard lock(mutex_);
  for (const auto& [slug, tenant] : tenants_) tenant->dispatcher.end_subscriptions();
}

Result<rpc::Dispatcher*> McpTenants::find(const std::string& workspace) {
  if (!is_slug(workspace)) {
    return fail(invalid_input(
        fmt::format("'{}' is no workspace", printable(cut_bytes(workspace, kSlugBytes), true)),
        "name it as 'loci projects' does"));
  }
  const std::lock_guard lock(mutex_);
  const auto found = tenants_.find(workspace);
  if (found != tenants_.end()) return &found->second->dispatcher;
  if (tenants_.size() >= kMostTenants) {
    return fail(locked("too many workspaces are in use", "end the server and start it again"));
  }
  app::Tenant tenant;
  tenant.workspace = workspace;
  tenant.origin = "mcp";
  tenant.audience = app::Audience::Agent;
  auto made = std::make_unique<Tenant>(memories_, std::move(tenant), *posting_);
  return &tenants_.emplace(workspace, std::move(made)).first->second->dispatcher;
}

}  // namespace loci::http
