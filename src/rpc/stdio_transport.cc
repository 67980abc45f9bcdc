#include "rpc/stdio_transport.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <string>

#include "base/text.h"

namespace loci::rpc {
namespace {

// Splits what is read into lines, and gives up on one that grows too long.
class Lines {
 public:
  Lines(Dispatcher& dispatcher, std::shared_ptr<Connection> connection, std::shared_ptr<Sink> sink)
      : dispatcher_(dispatcher), connection_(std::move(connection)), sink_(std::move(sink)) {}

  void add(std::string_view bytes) {
    for (;;) {
      const std::size_t end = bytes.find('\n');
      keep(bytes.substr(0, end));
      if (end == std::string_view::npos) return;
      finish();
      bytes.remove_prefix(end + 1);
    }
  }
  // The last line may lack its end.
  void finish() {
    if (too_long_) {
      sink_->send(make_error(
          std::nullopt,
          {kInvalidRequest,
           "a message can have at most " + std::to_string(kMessageBytes) + " bytes", nullptr}));
    } else if (!trim(line_).empty()) {
      dispatcher_.receive(connection_, line_, sink_);
    }
    too_long_ = false;
    line_.clear();
  }

 private:
  void keep(std::string_view bytes) {
    if (too_long_) return;
    line_ += bytes;
    if (line_.size() <= kMessageBytes) return;
    too_long_ = true;
    line_ = std::string();
  }

  Dispatcher& dispatcher_;
  std::shared_ptr<Connection> connection_;
  std::shared_ptr<Sink> sink_;
  std::string line_;
  bool too_long_ = false;
};

}  // namespace

LineSink::LineSink(int descriptor)
    : descriptor_(descriptor), terminal_(::isatty(descriptor) == 1) {}

void LineSink::send(const Json& message) {
  std::string line = dump_json(message) + '\n';
  if (terminal_) line = printable(line);
  const std::lock_guard lock(mutex_);
  for (std::size_t at = 0; at < line.size() && !gone_;) {
    const ssize_t written = ::write(descriptor_, line.data() + at, line.size() - at);
    if (written >= 0) {
      at += static_cast<std::size_t>(written);
    } else if (errno != EINTR) {
      gone_ = true;
    }
  }
}

Result<> serve_lines(Dispatcher& dispatcher, int input, const std::shared_ptr<Sink>& sink) {
  const std::shared_ptr<Connection> connection = dispatcher.connect(sink);
  Lines lines(dispatcher, connection, sink);
  std::array<char, 65'536> buffer{};
  Result<> result;
  for (;;) {
    const ssize_t got = ::read(input, buffer.data(), buffer.size());
    if (got > 0) {
      lines.add({buffer.data(), static_cast<std::size_t>(got)});
    } else if (got == 0 || errno != EINTR) {
      if (got < 0) result = fail(system_error(errno, "read", "standard input"));
      break;
    }
  }
  lines.finish();
  dispatcher.disconnect(connection);
  return result;
}

}  // namespace loci::rpc
