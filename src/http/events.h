// GET /api/events: tells of changes of files as they happen, whoever makes them.
//
// Each workspace that somebody listens to is watched once, beside global memory,
// however many listen; when the last of them leaves, the watch ends.

#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "http/site.h"
#include "http/workers.h"
#include "memory/memories.h"

namespace loci::http {

class Events {
 public:
  // Both must outlive it.
  Events(memory::Memories& memories, Workers& workers);
  ~Events();
  Events(const Events&) = delete;
  Events& operator=(const Events&) = delete;

  // Answers with a stream of server-sent events. Valid as long as this is.
  [[nodiscard]] Site::Endpoint endpoint();

  static constexpr std::size_t kMostListeners = 64;
  // Of those that are watched for one who listens to all.
  static constexpr std::size_t kMostProjects = 32;

 private:
  class Feed;

  [[nodiscard]] std::shared_ptr<Feed> feed_of(const std::string& workspace);  // with mutex_ held
  void subscribe(const std::shared_ptr<Exchange>& exchange, const std::string& workspace);
  // Ends the watches that nobody listens to.
  void sweep();

  memory::Memories& memories_;
  Workers& workers_;
  std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Feed>> feeds_;  // by slug
};

// One event on the wire.
[[nodiscard]] std::string event_text(std::string_view name, const Json& data);

}  // namespace loci::http
