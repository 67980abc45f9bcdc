// The terminal and the pipes: the only part of the command line that touches
// them.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/environment.h"
#include "base/result.h"

namespace loci::cli {

class Terminal {
 public:
  Terminal(const Environment& environment, bool no_color);

  [[nodiscard]] bool can_ask() const { return stdin_tty_ && stderr_tty_; }
  [[nodiscard]] bool stdin_is_terminal() const { return stdin_tty_; }

  // Writes to standard output: to a terminal what is printable(), to a pipe or a file
  // the bytes as they are. A closed pipe is no error: the reader has seen enough.
  Result<> print(std::string_view text);
  // The same with added and removed lines of diffs in colour, where colours are
  // welcome.
  Result<> print_diff(std::string_view text);
  // "question [y/N] " on stderr; true for a yes.
  [[nodiscard]] bool ask(std::string_view question);
  // "question " on stderr; the first key pressed that is one of `keys`, without a line end. The
  // last of them when the input ends.
  [[nodiscard]] char ask_key(std::string_view question, std::string_view keys);

  // All of standard input; InvalidInput when it is more than `limit` bytes.
  [[nodiscard]] Result<std::string> read_all(std::size_t limit);

 private:
  bool stdin_tty_;
  bool stdout_tty_;
  bool stderr_tty_;
  bool color_;
};

// A line on standard error, made printable.
void say(std::string_view text);

// A file named on the command line, whole.
[[nodiscard]] Result<std::string> read_user_file(const std::string& path, std::size_t limit);

}  // namespace loci::cli
