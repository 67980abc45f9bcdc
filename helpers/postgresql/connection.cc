#include "connection.h"

#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>

#include "base/text.h"

namespace loci::postgresql {
namespace {

constexpr Oid kText = 25;
constexpr Oid kTextArray = 1009;
constexpr Oid kBytes = 17;
constexpr Oid kBytesArray = 1001;
constexpr Oid kInteger = 23;
constexpr Oid kBoolean = 16;

constexpr std::chrono::seconds kConnecting{15};

void append_number(std::string& to, std::uint32_t value) {
  for (const int shift : {24, 16, 8, 0}) to += static_cast<char>((value >> shift) & 0xFFU);
}

struct Clear {
  void operator()(PGresult* result) const { PQclear(result); }
};
using Answer = std::unique_ptr<PGresult, Clear>;

std::string first_line(std::string_view said) {
  const auto lines = split_lines(trim(said));
  return lines.empty() ? "" : std::string(trim(lines.front()));
}

// What to do when TLS is why there is no connection; "" when it is not. libpq has words for it
// and no number. With several hosts the first of them counts.
std::string_view tls_hint(std::string_view said) {
  struct Sign {
    std::string_view words;
    std::string_view hint;
  };
  static constexpr std::array<Sign, 5> kSigns{
      Sign{"certificate verify failed",
           "'sslrootcert=' in the URL must name the certificate of who signed the server's; ask "
           "who runs it, and trust no other"},
      Sign{"root certificate file",
           "name the certificate of who signed the server's with 'sslrootcert=FILE' in the URL"},
      Sign{"does not match host name",
           "use the host name that is in the server's certificate; 'hostaddr=' in the URL may say "
           "where that is"},
      Sign{"does not support SSL",
           "the server has no TLS: who runs it sets 'ssl = on' and a certificate"},
      Sign{"certificate has expired", "who runs the server renews its certificate"}};
  for (const Sign& sign : kSigns) {
    if (said.find(sign.words) != std::string_view::npos) return sign.hint;
  }
  return {};
}

// Why there is no connection, as the last server that was asked says it. libpq gives no more than
// words, but with PQERRORS_VERBOSE they have the SQLSTATE in them, which is the same in every
// language: "FATAL:  28P01: password authentication failed for user \"ann\"".
struct Turned {
  std::string state{};  // "" = no server spoke
  std::string said{};   // without it, one line
};

bool is_state(std::string_view word) {
  const auto fits = [](char c) { return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z'); };
  return word.size() == 5 && std::all_of(word.begin(), word.end(), fits);
}

Turned why_turned_away(std::string_view said) {
  Turned turned;
  for (const std::string_view line : split_lines(said)) {
    for (std::size_t at = line.find(":  "); at != std::string_view::npos;
         at = line.find(":  ", at + 1)) {
      const std::string_view rest = line.substr(at + 3);
      if (rest.size() < 7 || !is_state(rest.substr(0, 5)) || rest.substr(5, 2) != ": ") continue;
      turned = {std::string(rest.substr(0, 5)),
                std::string(trim(fmt::format("{}{}", line.substr(0, at + 3), rest.substr(7))))};
      break;
    }
  }
  return turned;
}

// pgbouncer before 1.21 has one SQLSTATE for all that it says itself, in English.
std::string state_of_pooler(std::string_view said) {
  struct Sign {
    std::string_view words;
    std::string_view state;
  };
  static constexpr std::array<Sign, 7> kSigns{
      Sign{"no such database", "3D000"}, Sign{":  database \"", "3D000"},
      Sign{"no such user", "28P01"},     Sign{"authentication failed", "28P01"},
      Sign{"auth failed", "28P01"},      Sign{"does not exist", "28000"},
      Sign{"login rejected", "28000"}};
  for (const Sign& sign : kSigns) {
    if (said.find(sign.words) != std::string_view::npos) return std::string(sign.state);
  }
  return {};
}

// Nothing where it passes by itself: the server starts, is full, or goes down.
std::optional<Error> login_error(const std::string& remote, const Turned& turned) {
  std::string state = turned.state;
  if (state == "08P01") state = state_of_pooler(turned.said);
  constexpr std::array<std::string_view, 6> kPassing{"08", "40", "53", "57", "58", "XX"};
  const bool passes = std::any_of(kPassing.begin(), kPassing.end(),
                                  [&](std::string_view one) { return state.starts_with(one); });
  if (state.empty() || passes) return std::nullopt;
  if (state == "3D000") {
    return not_found(fmt::format("'{}' has no such database: {}", remote, turned.said),
                     "who runs the server creates it (docs/remotes.md); another name is set with "
                     "'loci remote remove' and 'loci remote add'");
  }
  std::string said = fmt::format("'{}' does not let you in: {}", remote, turned.said);
  if (state == "28P01") {
    return denied(std::move(said),
                  "the role in the URL and its password in ~/.pgpass, or those of the connection "
                  "service, must be as the server has them; who runs it can set a new password");
  }
  if (state == "28000" && turned.said.find("no encryption") != std::string::npos) {
    return denied(std::move(said),
                  "the server may take nobody without TLS: end the URL with "
                  "'?sslmode=verify-full&sslrootcert=FILE'; else who runs it adds you to "
                  "pg_hba.conf");
  }
  if (state == "28000") {
    return denied(std::move(said),
                  "who runs the server creates the role of the URL and lets it in with "
                  "pg_hba.conf (docs/remotes.md)");
  }
  if (state == "42501") {
    return denied(std::move(said),
                  "who owns the database lets the role in with: GRANT CONNECT ON DATABASE");
  }
  return denied(std::move(said), "the URL asks for what the server does not have: look at both");
}

// What libpq itself finds wrong, before any server is asked: it will be so the next time, too.
std::optional<Error> url_error(const std::string& remote, const std::string& said) {
  if (said.find("definition of service") != std::string::npos) {
    return not_found(fmt::format("'{}' cannot be looked up: {}", remote, said),
                     "~/.pg_service.conf, or the file that PGSERVICEFILE names, must have it");
  }
  if (!said.starts_with("invalid ")) return std::nullopt;
  return invalid_input(fmt::format("the URL of '{}' does not do: {}", remote, said),
                       fmt::format("'loci remote remove {0}' and 'loci remote add {0} URL' set "
                                   "another one",
                                   remote));
}

std::string field(const PGresult* result, int code) {
  const char* const value = PQresultErrorField(result, code);
  return value == nullptr ? "" : value;
}

}  // namespace

Parameters& Parameters::add(Oid type, std::optional<std::string_view> value) {
  // A view of nothing has no address, and would be NULL.
  const char* const bytes = value && value->data() == nullptr ? "" : value.value_or("").data();
  values_.push_back({type, value ? bytes : nullptr, value ? static_cast<int>(value->size()) : 0});
  return *this;
}
Parameters& Parameters::add_made(Oid type, std::string bytes) {
  return add(type, made_.emplace_back(std::move(bytes)));
}
Parameters& Parameters::text(std::optional<std::string_view> value) { return add(kText, value); }
Parameters& Parameters::body(std::optional<std::string_view> value) { return add(kBytes, value); }
Parameters& Parameters::no_texts() { return add(kTextArray, std::nullopt); }
Parameters& Parameters::flag(bool value) {
  return add(kBoolean, value ? std::string_view("\1", 1) : std::string_view("\0", 1));
}
Parameters& Parameters::number(std::int32_t value) {
  std::string bytes;
  append_number(bytes, static_cast<std::uint32_t>(value));
  return add_made(kInteger, std::move(bytes));
}

Parameters& Parameters::array(Oid type, Oid element, const Strings& values) {
  constexpr std::size_t kNumber = 4;
  constexpr std::size_t kHead = 5 * kNumber;
  std::size_t size = kHead;
  bool has_null = false;
  for (const auto& value : values) {
    size += kNumber + (value ? value->size() : 0);
    has_null = has_null || !value;
  }
  std::string bytes;
  bytes.reserve(size);
  append_number(bytes, values.empty() ? 0 : 1);  // dimensions
  append_number(bytes, has_null ? 1 : 0);
  append_number(bytes, element);
  if (!values.empty()) {
    append_number(bytes, static_cast<std::uint32_t>(values.size()));
    append_number(bytes, 1);  // the first index
  }
  for (const auto& value : values) {
    append_number(bytes, value ? static_cast<std::uint32_t>(value->size()) : 0xFFFFFFFFU);
    if (value) bytes += *value;
  }
  return add_made(type, std::move(bytes));
}

Parameters& Parameters::texts(const Strings& values) { return array(kTextArray, kText, values); }
Parameters& Parameters::bodies(const Strings& values) { return array(kBytesArray, kBytes, values); }

tl::unexpected<Error> Connection::gone(std::string said) {
  connection_.reset();
  listening_.clear();
  failure_ = {io_error(fmt::format("'{}' cannot be reached: {}", remote_, first_line(said)),
                       "everything goes on without it; the next sync tries again"),
              true, true, false};
  return fail(failure_.error);
}

tl::unexpected<Error> Connection::refused(const PGresult* result) {
  const std::string state = field(result, PG_DIAG_SQLSTATE);
  const std::string said = field(result, PG_DIAG_MESSAGE_PRIMARY);
  const std::string hint = field(result, PG_DIAG_MESSAGE_HINT);
  failure_ = {};
  if (state == "LC001" || state == "LC002") {
    // The store does not know what it is called here; older ones leave the name out.
    const std::string named = replace_all(hint, "init NAME --upgrade", "init --upgrade");
    failure_.error = denied(
        said, replace_all(named, "init --upgrade", fmt::format("init {} --upgrade", remote_)));
  } else if (state == "LC003") {
    failure_.error = not_found(said, hint);
  } else if (state == "3F000") {
    failure_.error = not_found(fmt::format("there is no store of loci at '{}' yet", remote_),
                               fmt::format("'loci remote init {}', by who is to own it, begins it; "
                                           "docs/remotes.md has the roles",
                                           remote_));
  } else if (state == "42883") {
    failure_.error = denied("the store has another form than this helper knows",
                            fmt::format("'loci remote init {} --upgrade', by its owner, brings it "
                                        "up to date",
                                        remote_));
  } else if (state == "42501") {
    failure_.error = denied(fmt::format("'{}' does not let you: {}", remote_, said),
                            "its owner lets you in with: SELECT loci.allow(SCOPE, ROLE, 'writer')");
  } else if (state == "25006") {
    failure_.error = denied(fmt::format("'{}' takes no changes: {}", remote_, said),
                            "it is a standby; add target_session_attrs=read-write and the other "
                            "host to the URL");
  } else if (state == "40001" || state == "40P01" || state == "55P03") {
    failure_ = {locked(said, "try again"), false, true, false};
  } else if (state.starts_with("57P") || state.starts_with("08") || state.starts_with("53")) {
    return gone(said);
  } else {
    failure_.error = io_error(fmt::format("'{}' refuses: {}", remote_, said), hint);
    failure_.is_known = state == "23505";
  }
  return fail(failure_.error);
}

Result<> Connection::wait(bool to_write) {
  const short wanted = to_write ? POLLOUT : POLLIN;
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(until_ - Clock::now()).count();
    if (left <= 0) return gone("it took too long");
    std::array<pollfd, 2> ends{pollfd{PQsocket(connection_.get()), wanted, 0},
                               pollfd{STDIN_FILENO, 0, 0}};
    const int ready =
        ::poll(ends.data(), ends.size(), static_cast<int>(std::min<long long>(left, 60'000)));
    if (ready < 0 && errno != EINTR) return gone("the system does not wait");
    if ((ends[1].revents & (POLLHUP | POLLERR | POLLNVAL)) != 0) std::_Exit(1);
    if (ends[0].revents != 0) return {};
  }
}

Result<> Connection::connect() {
  // What stands before the address are defaults, what stands behind it is not to be changed.
  const std::array<const char*, 5> keys{"connect_timeout", "application_name", "dbname",
                                        "client_encoding", nullptr};
  const std::array<const char*, 5> values{"10", "loci", address_.c_str(), "UTF8", nullptr};
  names_.clear();
  named_ = 0;
  direct_.reset();
  connection_.reset(PQconnectStartParams(keys.data(), values.data(), 1));
  if (!connection_) return gone("there is no memory");
  PQsetErrorVerbosity(connection_.get(), PQERRORS_VERBOSE);
  const auto until = std::exchange(until_, std::min(until_, Clock::now() + kConnecting));
  PostgresPollingStatusType status = PGRES_POLLING_WRITING;
  while (PQstatus(connection_.get()) != CONNECTION_BAD && status != PGRES_POLLING_OK &&
         status != PGRES_POLLING_FAILED) {
    const auto waited = wait(status == PGRES_POLLING_WRITING);
    if (!waited) {
      until_ = until;
      return waited;
    }
    status = PQconnectPoll(connection_.get());
  }
  until_ = until;
  if (PQstatus(connection_.get()) != CONNECTION_OK) {
    const std::string said = PQerrorMessage(connection_.get());
    const bool password = PQconnectionNeedsPassword(connection_.get()) != 0;
    const Turned turned = why_turned_away(said);
    auto failed = gone(turned.state.empty() ? said : turned.said);
    if (const std::string_view hint = tls_hint(said); !hint.empty()) {
      failure_.error = denied(fmt::format("'{}' cannot be trusted: {}", remote_, first_line(said)),
                              std::string(hint));
      failure_.try_again = false;
      return fail(failure_.error);
    }
    if (password) {
      failure_.error =
          denied(fmt::format("'{}' wants a password", remote_),
                 "put it into ~/.pgpass, or name a connection service in the URL; loci "
                 "keeps none");
      failure_.try_again = false;
      return fail(failure_.error);
    }
    auto error = login_error(remote_, turned);
    if (!error) error = url_error(remote_, first_line(said));
    if (error) {
      failure_.error = std::move(*error);
      failure_.try_again = false;
      return fail(failure_.error);
    }
    return failed;
  }
  PQsetErrorVerbosity(connection_.get(), PQERRORS_DEFAULT);
  PQsetnonblocking(connection_.get(), 1);
  // What the server would tell a person at a terminal is not for the pipe.
  PQsetNoticeProcessor(
      connection_.get(), [](void*, const char*) {}, nullptr);
  return {};
}

Result<> Connection::open() {
  if (connection_ && PQstatus(connection_.get()) == CONNECTION_OK) return {};
  return connect();
}

Result<> Connection::flush() {
  for (;;) {
    const int left = PQflush(connection_.get());
    if (left == 0) return {};
    if (left < 0) return gone(PQerrorMessage(connection_.get()));
    // The server may want to be heard before it takes more.
    std::array<pollfd, 1> ends{pollfd{PQsocket(connection_.get()), POLLIN | POLLOUT, 0}};
    LOCI_TRY(wait(true));
    if (::poll(ends.data(), 1, 0) > 0 && (ends[0].revents & POLLIN) != 0 &&
        PQconsumeInput(connection_.get()) == 0) {
      return gone(PQerrorMessage(connection_.get()));
    }
  }
}

Result<> Connection::read_results(const std::function<void(const Row&)>& row) {
  Result<> outcome;
  for (;;) {
    while (PQisBusy(connection_.get()) != 0) {
      LOCI_TRY(wait(false));
      if (PQconsumeInput(connection_.get()) == 0) return gone(PQerrorMessage(connection_.get()));
    }
    const Answer answer(PQgetResult(connection_.get()));
    if (!answer) return outcome;
    const ExecStatusType status = PQresultStatus(answer.get());
    if (status == PGRES_SINGLE_TUPLE || status == PGRES_TUPLES_OK) {
      const int rows = PQntuples(answer.get());
      for (int i = 0; row && i < rows; ++i) row(Row(answer.get(), i));
    } else if (status != PGRES_COMMAND_OK && outcome) {
      if (PQstatus(connection_.get()) != CONNECTION_OK) {
        return gone(PQresultErrorMessage(answer.get()));
      }
      outcome = refused(answer.get());
      if (failure_.is_gone) return outcome;
    }
  }
}

// A pooler gives every transaction another server's connection, which does not know our names; and
// who says something once only is quicker without one.
Result<std::string> Connection::name_of(const char* statement, const Parameters& parameters) {
  const auto [known, is_new] = names_.try_emplace(statement);
  if (is_new || !known->second.empty()) return known->second;
  LOCI_ASSIGN(const bool direct, is_direct());
  if (!direct) return std::string();
  std::string name = fmt::format("loci_{}", ++named_);
  std::vector<Oid> types;
  for (const auto& value : parameters.values_) types.push_back(value.type);
  if (PQsendPrepare(connection_.get(), name.c_str(), statement, static_cast<int>(types.size()),
                    types.data()) == 0) {
    return gone(PQerrorMessage(connection_.get()));
  }
  LOCI_TRY(flush());
  LOCI_TRY(read_results({}));
  names_[statement] = name;
  return name;
}

Result<> Connection::ask(const char* statement, const Parameters& parameters) {
  failure_ = {};
  LOCI_TRY(open());
  LOCI_ASSIGN(const std::string name, name_of(statement, parameters));
  std::array<Oid, Parameters::kMost> types{};
  std::array<const char*, Parameters::kMost> values{};
  std::array<int, Parameters::kMost> sizes{};
  std::array<int, Parameters::kMost> formats{};
  const int count = static_cast<int>(parameters.values_.size());
  for (std::size_t i = 0; i < parameters.values_.size(); ++i) {
    const auto& value = parameters.values_[i];
    types.at(i) = value.type;
    values.at(i) = value.bytes;
    sizes.at(i) = value.size;
    formats.at(i) = 1;
  }
  const int sent = name.empty()
                       ? PQsendQueryParams(connection_.get(), statement, count, types.data(),
                                           values.data(), sizes.data(), formats.data(), 1)
                       : PQsendQueryPrepared(connection_.get(), name.c_str(), count, values.data(),
                                             sizes.data(), formats.data(), 1);
  if (sent == 0) return gone(PQerrorMessage(connection_.get()));
  return {};
}

Result<> Connection::run(const char* statement, const Parameters& parameters,
                         const std::function<void(const Row&)>& row) {
  LOCI_TRY(ask(statement, parameters));
  LOCI_TRY(flush());
  return read_results(row);
}

Result<> Connection::stream(const char* statement, const Parameters& parameters,
                            const std::function<void(const Row&)>& row) {
  LOCI_TRY(ask(statement, parameters));
  PQsetSingleRowMode(connection_.get());
  LOCI_TRY(flush());
  return read_results(row);
}

Result<> Connection::script(const std::string& statements) {
  failure_ = {};
  LOCI_TRY(open());
  if (PQsendQuery(connection_.get(), statements.c_str()) == 0) {
    return gone(PQerrorMessage(connection_.get()));
  }
  LOCI_TRY(flush());
  return read_results({});
}

Result<bool> Connection::is_direct() {
  LOCI_TRY(open());
  if (direct_) return *direct_;
  direct_ = false;  // what is asked next has no name either
  std::string process;
  LOCI_TRY(
      run("SELECT pg_backend_pid()::text", {}, [&](const Row& row) { process = row.text(0); }));
  direct_ = connection_ && process == std::to_string(PQbackendPID(connection_.get()));
  return *direct_;
}

Result<> Connection::listen(const std::string& channel) {
  if (listening_ == channel && connection_) return {};
  LOCI_TRY(open());
  char* const quoted = PQescapeIdentifier(connection_.get(), channel.c_str(), channel.size());
  if (quoted == nullptr) return gone(PQerrorMessage(connection_.get()));
  const std::string statement = fmt::format("LISTEN {}", quoted);
  PQfreemem(quoted);
  LOCI_TRY(script(statement));
  listening_ = channel;
  return {};
}

Result<bool> Connection::wake_up(Clock::time_point until) {
  const auto deadline = std::exchange(until_, until);
  bool woken = false;
  while (connection_ && !woken) {
    if (PQconsumeInput(connection_.get()) == 0) {
      until_ = deadline;
      return gone(PQerrorMessage(connection_.get()));
    }
    while (PGnotify* const news = PQnotifies(connection_.get())) {
      woken = true;
      PQfreemem(news);
    }
    if (woken || Clock::now() >= until) break;
    std::array<pollfd, 2> ends{pollfd{PQsocket(connection_.get()), POLLIN, 0},
                               pollfd{STDIN_FILENO, 0, 0}};
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
    (void)::poll(ends.data(), ends.size(),
                 static_cast<int>(std::clamp<long long>(left, 1, 60'000)));
    if ((ends[1].revents & (POLLHUP | POLLERR | POLLNVAL)) != 0) std::_Exit(1);
  }
  until_ = deadline;
  return woken;
}

}  // namespace loci::postgresql
