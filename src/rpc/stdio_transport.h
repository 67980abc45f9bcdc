// MCP over two pipes: a message a line, and nothing else.

#pragma once

#include <mutex>

#include "base/result.h"
#include "rpc/dispatcher.h"

namespace loci::rpc {

// A descriptor that messages are written to, each on a line of its own; a terminal
// gets them printable(). After the reader is gone it swallows them.
class LineSink final : public Sink {
 public:
  explicit LineSink(int descriptor);
  void send(const Json& message) override;

 private:
  std::mutex mutex_;
  int descriptor_;
  bool terminal_;
  bool gone_ = false;
};

// Gives every line of `input` to the dispatcher until the input ends, then takes
// leave of it. A line that is too long is answered with an error and skipped
// without being kept. Blocks.
Result<> serve_lines(Dispatcher& dispatcher, int input, const std::shared_ptr<Sink>& sink);

}  // namespace loci::rpc
