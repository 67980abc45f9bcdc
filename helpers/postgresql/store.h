// The notes of a scope in PostgreSQL: what loci asks over the pipe, done with the functions of the
// schema (functions.sql).

#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "connection.h"
#include "pipe/message.h"

namespace loci::postgresql {

// The form of the tables that this program was written for.
inline constexpr int kForm = 2;

class Store {
 public:
  using Say = std::function<void(std::string_view)>;

  // Answers go to `say`, each message in one piece, in parts where they are long.
  Store(std::string address, std::string remote, std::string scope, Say say)
      : connection_(std::move(address), remote),
        remote_(std::move(remote)),
        scope_(std::move(scope)),
        say_(std::move(say)) {}

  // Connects ahead of the first question; what goes wrong is said with that.
  void prepare(Clock::time_point until);
  void set_deadline(Clock::time_point until) { connection_.set_deadline(until); }

  Result<> pull(const Json& question);
  Result<> texts(const Json& question);
  Result<> confirmed(const Json& question);
  // All parts of what is to be sent.
  Result<> send(std::span<const pipe::Message> parts);
  Result<> wait(const Json& question);
  Result<> init(const Json& question);

 private:
  // Once more where that can help: everything here may be done twice.
  Result<> persist(const std::function<Result<>()>& attempt);
  void tell(const pipe::Message& message) { say_(pipe::format_message(message)); }
  [[nodiscard]] Parameters begin() const {
    Parameters parameters;
    parameters.text(scope_).number(kForm);
    return parameters;
  }
  struct Form {
    bool is_there = false;
    bool is_mine = false;
    int version = 0;
  };
  Result<Form> look();
  // Asks the server; on a direct connection it wakes whoever waits from then on.
  Result<bool> ask_for_news(const std::string& cursor);
  Result<> begin_scope(bool dry_run);
  Result<> upgrade(bool dry_run);

  Connection connection_;
  std::string remote_;
  std::string scope_;
  Say say_;
  bool direct_ = false;
  // Whoever waits again for what was asked a moment ago costs the server nothing.
  std::optional<std::string> quiet_at_;
  Clock::time_point ask_again_{};
};

}  // namespace loci::postgresql
