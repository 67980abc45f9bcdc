// The HTTP API: a request becomes a call of an operation, its reply a response.
// docs/rest.md lists what there is.

#pragma once

#include <memory>

#include "http/routes.h"
#include "http/server.h"
#include "http/workers.h"
#include "memory/memories.h"

namespace loci::http {

class Rest {
 public:
  // Both must outlive it.
  // `local`: the server is on a loopback address, so that this machine's tools may be changed.
  Rest(memory::Memories& memories, Workers& workers, bool local = false)
      : memories_(memories), workers_(workers), local_(local) {}

  // Answers at once what is wrong with a request, and the rest from a worker.
  // `person`: who asks is a person at the page.
  void handle(const std::shared_ptr<Exchange>& exchange, const Target& target, bool person = false);
  // What a worker does: the call of a request, answered here and now.
  [[nodiscard]] Response run(const Call& call, const Request& request, bool person = false);

 private:
  memory::Memories& memories_;
  Workers& workers_;
  const bool local_;
};

// How a reply goes out: its status, its ETag, and 304 when the client has it.
[[nodiscard]] Response reply_response(const api::Operation& operation, const Request& request,
                                      const Json& data);

}  // namespace loci::http
