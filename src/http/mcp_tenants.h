// The servers behind /mcp: one for each workspace that a client names.
//
// There is a seat for each of kMostTenants workspaces. One that `loci projects`
// does not list gets none, and where all are taken, the one that nobody is
// connected to and that was asked for longest ago goes.

#pragma once

#include <list>
#include <memory>
#include <mutex>
#include <string>

#include "base/result.h"
#include "http/workers.h"
#include "memory/memories.h"
#include "rpc/dispatcher.h"

namespace loci::http {

class McpTenants {
 public:
  // Both must outlive it; the workers must be stopped before it goes.
  McpTenants(memory::Memories& memories, Workers& workers);
  ~McpTenants();
  McpTenants(const McpTenants&) = delete;
  McpTenants& operator=(const McpTenants&) = delete;

  // Does not wait. NotFound for a workspace that there is not, InvalidInput for what
  // can be none, such as a path; Locked when all seats are in use.
  Result<std::shared_ptr<rpc::Dispatcher>> find(const std::string& workspace);

  // Subscriptions end with a result each.
  void end_subscriptions();

  static constexpr std::size_t kMostTenants = 64;

 private:
  struct Tenant;

  memory::Memories& memories_;
  Workers& workers_;
  std::mutex mutex_;
  std::list<std::shared_ptr<Tenant>> tenants_;  // the last asked for is first
};

}  // namespace loci::http
