// The servers behind /mcp: one for each workspace that a client names.

#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "app/memories.h"
#include "base/result.h"
#include "http/workers.h"
#include "rpc/dispatcher.h"

namespace loci::http {

class McpTenants {
 public:
  // Both must outlive it; the workers must be stopped before it goes.
  McpTenants(app::Memories& memories, Workers& workers);
  ~McpTenants();
  McpTenants(const McpTenants&) = delete;
  McpTenants& operator=(const McpTenants&) = delete;

  // Does not wait. Whether the workspace is one that `loci projects` lists turns
  // out when it is opened; InvalidInput for what can be no slug, such as a path.
  Result<rpc::Dispatcher*> find(const std::string& workspace);

  // Subscriptions end with a result each.
  void end_subscriptions();

  static constexpr std::size_t kMostTenants = 64;

 private:
  struct Tenant;
  class Posting;

  app::Memories& memories_;
  std::unique_ptr<Posting> posting_;
  std::mutex mutex_;
  std::map<std::string, std::unique_ptr<Tenant>> tenants_;  // by slug
};

}  // namespace loci::http
