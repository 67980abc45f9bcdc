// What can go wrong, in one vocabulary.
//
// An Error has a kind (what a program does about it), a sentence (what happened,
// in lower case, no final stop, the thing in quotes) and a hint (what the user
// can do). One table maps each kind to an exit status, an HTTP status and a
// JSON-RPC code, so every front end answers alike.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace loci {

enum class ErrorKind : std::uint8_t {
  InvalidInput,  // the caller's words are wrong
  NotFound,      // no such note, file, revision
  Conflict,      // it changed since it was read, or the name is taken
  Denied,        // not allowed: a link, a foreign owner, disabled memory
  Locked,        // another process holds it for too long
  Corrupt,       // stored data does not match its checksum
  Io,            // the operating system refused
  Internal,      // a fault of loci's own
};

struct ErrorInfo {
  ErrorKind kind;
  std::string_view code;  // the stable word in JSON: "not_found"
  int exit_status;
  int http_status;
  int rpc_code;
};

[[nodiscard]] const ErrorInfo& error_info(ErrorKind kind);

struct Error {
  ErrorKind kind = ErrorKind::Internal;
  std::string message;
  std::string hint;
  // Refused only because nobody said yes; a front end with a person at it asks.
  bool needs_consent = false;
  // What the system said (errno), where a system call failed; else 0.
  int system_number = 0;
};

[[nodiscard]] Error invalid_input(std::string message, std::string hint = {});
[[nodiscard]] Error not_found(std::string message, std::string hint = {});
[[nodiscard]] Error conflict(std::string message, std::string hint = {});
[[nodiscard]] Error denied(std::string message, std::string hint = {});
[[nodiscard]] Error locked(std::string message, std::string hint = {});
[[nodiscard]] Error corrupt(std::string message, std::string hint = {});
[[nodiscard]] Error io_error(std::string message, std::string hint = {});
[[nodiscard]] Error internal_error(std::string message, std::string hint = {});

// The Error for a failed system call: the kind follows from `number` (ENOENT is
// NotFound, EACCES and ELOOP are Denied, the rest Io), the sentence is
// "cannot <action> '<subject>': <what the system says>", and a full disk or a
// read-only file system gets a hint.
[[nodiscard]] Error system_error(int number, std::string_view action, std::string_view subject);

}  // namespace loci
