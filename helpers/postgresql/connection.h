// A connection to PostgreSQL as this helper needs it: it waits no longer than it may, ends with the
// program at the other end of the pipe, keeps no state on a server behind a pooler between
// transactions, and translates what went wrong.

#pragma once

#include <libpq-fe.h>

#include <chrono>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace loci::postgresql {

using Clock = std::chrono::steady_clock;
using Strings = std::vector<std::optional<std::string_view>>;

// The parameters of a statement, in binary form. Texts and bytes stay where they are, and must be
// there until the statement was run.
class Parameters {
 public:
  Parameters() { values_.reserve(kMost); }
  Parameters(const Parameters&) = delete;  // the values point to what was made
  Parameters& operator=(const Parameters&) = delete;
  Parameters(Parameters&&) = default;
  Parameters& operator=(Parameters&&) = default;
  ~Parameters() = default;
  Parameters& text(std::optional<std::string_view> value);
  Parameters& number(std::int32_t value);
  Parameters& flag(bool value);
  Parameters& texts(const Strings& values);   // text[]
  Parameters& bodies(const Strings& values);  // bytea[]
  Parameters& body(std::optional<std::string_view> value);
  Parameters& no_texts();  // NULL

 private:
  friend class Connection;
  static constexpr std::size_t kMost = 16;
  struct Value {
    Oid type;
    const char* bytes;  // null = NULL
    int size;
  };
  Parameters& array(Oid type, Oid element, const Strings& values);
  Parameters& add(Oid type, std::optional<std::string_view> value);
  Parameters& add_made(Oid type, std::string bytes);

  std::vector<Value> values_;
  std::list<std::string> made_;  // what stands nowhere else
};

// An error, and whether the same may work when it is tried once more.
struct Failure {
  Error error;
  bool is_gone = false;    // the connection is
  bool try_again = false;  // others were in the way
  bool is_known = false;   // what was to be new is there already
};

// A row of an answer, in binary form: texts and bytes are as they are.
class Row {
 public:
  Row(const PGresult* result, int row) : result_(result), row_(row) {}
  [[nodiscard]] bool is_null(int column) const { return PQgetisnull(result_, row_, column) != 0; }
  [[nodiscard]] std::string_view text(int column) const {
    return {PQgetvalue(result_, row_, column),
            static_cast<std::size_t>(PQgetlength(result_, row_, column))};
  }
  [[nodiscard]] bool flag(int column) const { return text(column) == std::string_view("\1", 1); }

 private:
  const PGresult* result_;
  int row_;
};

class Connection {
 public:
  Connection(std::string address, std::string remote)
      : address_(std::move(address)), remote_(std::move(remote)) {}

  void set_deadline(Clock::time_point until) { until_ = until; }
  // Begins to connect where there is no connection.
  Result<> open();
  void close() { connection_.reset(); }

  // Calls `row` for each row, once all of them are there. What failed is said in failure(), too. A
  // statement, which stands in the program, is prepared when it comes again, where the server
  // itself is at the other end.
  Result<> run(const char* statement, const Parameters& parameters,
               const std::function<void(const Row&)>& row = {});
  // The same for an answer that may be long: calls `row` for each row as it comes.
  Result<> stream(const char* statement, const Parameters& parameters,
                  const std::function<void(const Row&)>& row);
  // Several statements as they stand, without parameters.
  Result<> script(const std::string& statements);
  [[nodiscard]] const Failure& failure() const { return failure_; }

  // Whether this is the server itself, so that it can wake us; a pooler cannot.
  Result<bool> is_direct();
  Result<> listen(const std::string& channel);
  [[nodiscard]] bool is_listening() const { return connection_ && !listening_.empty(); }
  // True when a wake-up came before `until`.
  Result<bool> wake_up(Clock::time_point until);

 private:
  struct Finish {
    void operator()(PGconn* connection) const { PQfinish(connection); }
  };
  Result<> connect();
  // The name that a statement has at the server, or "".
  Result<std::string> name_of(const char* statement, const Parameters& parameters);
  Result<> ask(const char* statement, const Parameters& parameters);
  // Until the socket can be read, or written; Io at the deadline. Ends the program when whoever
  // asked is gone.
  Result<> wait(bool to_write);
  Result<> flush();
  Result<> read_results(const std::function<void(const Row&)>& row);
  tl::unexpected<Error> gone(std::string said);
  tl::unexpected<Error> refused(const PGresult* result);

  std::string address_;
  std::string remote_;
  Clock::time_point until_ = Clock::time_point::max();
  std::unique_ptr<PGconn, Finish> connection_;
  std::string listening_;
  std::map<const char*, std::string> names_;  // of statements that it ran, by where they stand
  int named_ = 0;
  std::optional<bool> direct_;
  Failure failure_;
};

}  // namespace loci::postgresql
