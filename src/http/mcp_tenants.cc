#include "http/mcp_tenants.h"

#include <algorithm>

#include "memory/asker.h"
#include "memory/memory.h"
#include "rpc/memory_service.h"

namespace loci::http {
namespace {

// A memory of the pool, for as long as a request takes.
class PooledHost final : public rpc::MemoryHost {
 public:
  PooledHost(memory::Memories& memories, memory::Tenant tenant)
      : memories_(memories), tenant_(std::move(tenant)) {}
  Result<std::shared_ptr<memory::Memory>> memory() override {
    LOCI_ASSIGN(memory::Memories::Loan loan, memories_.lend(tenant_));
    const auto held = std::make_shared<memory::Memories::Loan>(std::move(loan));
    return std::shared_ptr<memory::Memory>(held, &**held);
  }
  [[nodiscard]] bool wants_root() const override { return false; }
  void use_root(const std::string& /*path*/) override {}

 private:
  memory::Memories& memories_;
  const memory::Tenant tenant_;
};

}  // namespace

// What it posts holds it: it may be asked to leave while a job is being done.
struct McpTenants::Tenant final : rpc::Executor, std::enable_shared_from_this<Tenant> {
  Tenant(memory::Memories& memories, memory::Tenant tenant, Workers& lanes)
      : slug(tenant.workspace),
        workers(lanes),
        host(memories, std::move(tenant)),
        service(host, {}),
        dispatcher(service, *this) {
    service.tell(dispatcher, *this);
  }
  ~Tenant() override { service.stop_watching(); }
  Tenant(const Tenant&) = delete;
  Tenant& operator=(const Tenant&) = delete;

  bool post(std::function<void()> job) override { return post(Lane::Reads, std::move(job)); }
  bool post_writing(std::function<void()> job) override {
    return post(Lane::Writes, std::move(job));
  }

  const std::string slug;
  Workers& workers;
  PooledHost host;
  rpc::MemoryService service;
  rpc::Dispatcher dispatcher;

 private:
  bool post(Lane lane, std::function<void()> job) {
    return workers.post(lane, [self = shared_from_this(), job = std::move(job)] { job(); });
  }
};

McpTenants::McpTenants(memory::Memories& memories, Workers& workers)
    : memories_(memories), workers_(workers) {}
McpTenants::~McpTenants() = default;

void McpTenants::end_subscriptions() {
  const std::lock_guard lock(mutex_);
  for (const auto& tenant : tenants_) tenant->dispatcher.end_subscriptions();
}

Result<std::shared_ptr<rpc::Dispatcher>> McpTenants::find(const std::string& workspace) {
  if (!workspace.empty()) LOCI_TRY(memories_.knows(workspace));
  std::shared_ptr<Tenant> left;  // outside of the lock
  const std::lock_guard lock(mutex_);
  auto found = std::find_if(tenants_.begin(), tenants_.end(),
                            [&](const auto& tenant) { return tenant->slug == workspace; });
  if (found == tenants_.end()) {
    if (tenants_.size() >= kMostTenants) {
      // Whoever asks for one takes it from here, so that one which only this list
      // holds is in nobody's hands.
      const auto idle = std::find_if(tenants_.rbegin(), tenants_.rend(), [](const auto& tenant) {
        return tenant.use_count() == 1 && tenant->dispatcher.idle();
      });
      if (idle == tenants_.rend()) {
        return fail(locked("too many workspaces are in use", "try again in a moment"));
      }
      left = std::move(*idle);
      tenants_.erase(std::next(idle).base());
    }
    memory::Tenant tenant;
    tenant.workspace = workspace;
    tenant.origin = "mcp";
    tenant.audience = memory::Audience::Agent;
    tenants_.push_front(std::make_shared<Tenant>(memories_, std::move(tenant), workers_));
    found = tenants_.begin();
  }
  tenants_.splice(tenants_.begin(), tenants_, found);
  return std::shared_ptr<rpc::Dispatcher>(tenants_.front(), &tenants_.front()->dispatcher);
}

}  // namespace loci::http
