// loci-remote-postgresql: speaks with loci over a pipe (docs/remote-helpers.md) and with PostgreSQL
// through libpq.

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>

#include "base/error.h"
#include "base/version.h"
#include "pipe/helper_url.h"
#include "pipe/message.h"
#include "store.h"

namespace {

using namespace loci;
using postgresql::Clock;
using postgresql::Store;

void say(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(STDOUT_FILENO, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) std::_Exit(1);  // nobody listens any more
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void say(const pipe::Message& message) { say(pipe::format_message(message)); }

void say_error(const Error& error) {
  pipe::Message message;
  message.line = {{"error",
                   {{"kind", std::string(error_info(error.kind).code)},
                    {"message", error.message},
                    {"hint", error.hint}}}};
  say(message);
}

class Conversation {
 public:
  // One message after the other, until there are no more.
  int hold();

 private:
  Result<std::optional<pipe::Message>> hear();
  Result<> answer(pipe::Message message);
  Result<> greet(const Json& line);

  pipe::MessageReader reader_;
  std::unique_ptr<Store> store_;
  std::vector<pipe::Message> parts_;
  Clock::time_point until_ = Clock::time_point::max();
};

Result<std::optional<pipe::Message>> Conversation::hear() {
  for (;;) {
    LOCI_ASSIGN(auto message, reader_.next());
    if (message) return message;
    std::array<char, 65'536> buffer;
    const ssize_t got = ::read(STDIN_FILENO, buffer.data(), buffer.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    reader_.add({buffer.data(), static_cast<std::size_t>(got)});
  }
}

std::string text_of(const Json& line, std::string_view key) {
  const auto found = line.find(key);
  return found != line.end() && found->is_string() ? found->get<std::string>() : "";
}

Result<> Conversation::greet(const Json& line) {
  if (!line.contains("protocol") || line["protocol"] != pipe::kProtocol) {
    return fail(
        denied(fmt::format("this helper speaks version {} of the protocol", pipe::kProtocol),
               "install the loci and the helper that belong together"));
  }
  const std::string address = text_of(line, "address");
  LOCI_TRY(pipe::check_helper_url("helper::postgresql::" + address));
  std::uint64_t patience = 600'000;
  if (line.contains("patience") && line["patience"].is_number_unsigned()) {
    patience = std::min<std::uint64_t>(line["patience"].get<std::uint64_t>(), 86'400'000);
  }
  until_ = Clock::now() + std::chrono::milliseconds(patience);
  store_ = std::make_unique<Store>(address, text_of(line, "remote"), text_of(line, "scope"),
                                   [](std::string_view bytes) { say(bytes); });
  pipe::Message hello;
  hello.line = {{"protocol", pipe::kProtocol},
                {"helper", fmt::format("loci-remote-postgresql {}", kVersion)},
                {"can", Json::array({"wait", "upgrade"})},
                {"keeps_history", false}};
  say(hello);
  store_->prepare(until_);
  return {};
}

Result<> Conversation::answer(pipe::Message message) {
  const std::string wanted = text_of(message.line, "do");
  if (wanted == "hello") return greet(message.line);
  if (!store_) return fail(invalid_input("nobody said hello", "docs/remote-helpers.md"));
  if (wanted == "send" || !parts_.empty()) {
    const auto more = message.line.find("more");
    const bool is_last = more == message.line.end() || *more != true;
    parts_.push_back(std::move(message));
    if (!is_last) return {};
    const std::vector<pipe::Message> all = std::exchange(parts_, {});
    return store_->send(all);
  }
  if (wanted == "pull") return store_->pull(message.line);
  if (wanted == "texts") return store_->texts(message.line);
  if (wanted == "confirmed") return store_->confirmed(message.line);
  if (wanted == "init") return store_->init(message.line);
  if (wanted == "wait") {
    // Whoever waits has all the time in the world.
    store_->set_deadline(Clock::time_point::max() - std::chrono::hours(1));
    auto done = store_->wait(message.line);
    store_->set_deadline(until_);
    return done;
  }
  return fail(invalid_input(fmt::format("this helper cannot '{}'", wanted), "install a newer one"));
}

int Conversation::hold() {
  for (;;) {
    auto message = hear();
    if (!message) {
      say_error(message.error());
      return 1;
    }
    if (!*message) return 0;
    const auto done = answer(std::move(**message));
    if (!done) say_error(done.error());
  }
}

}  // namespace

int main(int count, char** words) {
  if (count > 1) {
    const std::string_view word = words[1];
    if (word == "--version") {
      fmt::print("loci-remote-postgresql {}\n", kVersion);
      return 0;
    }
    fmt::print(stderr,
               "loci starts this program for remotes at postgresql://HOST/DATABASE; "
               "'loci remote add --help' says more\n");
    return 2;
  }
  (void)std::signal(SIGPIPE, SIG_IGN);
  return Conversation().hold();
}
