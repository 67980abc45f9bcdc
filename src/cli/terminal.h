// The terminal and the pipes: the only part of the command line that touches
// them.

#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "base/environment.h"
#include "base/result.h"

namespace loci::cli {

class Terminal {
 public:
  // A pager only where nobody wants none, and for a person only: an agent at a terminal would
  // wait for a key that nobody presses.
  Terminal(const Environment& environment, bool no_color, bool no_pager = true);

  [[nodiscard]] bool can_ask() const { return stdin_tty_ && stderr_tty_; }
  [[nodiscard]] bool stdin_is_terminal() const { return stdin_tty_; }
  [[nodiscard]] bool stdout_is_terminal() const { return stdout_tty_; }

  // How wide the terminal is that answers go to; 0 where they go elsewhere.
  [[nodiscard]] std::size_t columns() const { return columns_; }
  [[nodiscard]] bool has_color() const { return color_; }
  // From now on as if there were no width to fit: for an agent at a terminal.
  void lay_out_for_nobody() { columns_ = 0; }

  // Writes to standard output: to a terminal what is printable(), to a pipe or a file
  // the bytes as they are. A closed pipe is no error: the reader has seen enough.
  Result<> print(std::string_view text);
  // Whether standard output is such a pipe: for who would go on for nobody.
  [[nodiscard]] static bool reader_is_gone();
  // As print(), with the headings of tables, and added and removed lines of diffs, in colour where
  // colours are welcome, and there in indented lines the words of `marked` in bold; and through a
  // pager what is longer than the terminal.
  Result<> print_long(std::string_view text, std::span<const std::string> marked = {});
  // To a terminal: what was laid out for it and made printable before, its colours among it.
  Result<> print_view(std::string_view text);
  // "question [y/N] " on stderr; true for a yes.
  [[nodiscard]] bool ask(std::string_view question);
  // "question " on stderr; the first key pressed that is one of `keys`, without a line end. The
  // last of them when the input ends.
  [[nodiscard]] char ask_key(std::string_view question, std::string_view keys);

  // All of standard input; InvalidInput when it is more than `limit` bytes.
  [[nodiscard]] Result<std::string> read_all(std::size_t limit);

 private:
  // Whether it was shown by the pager.
  [[nodiscard]] bool page(std::string_view text) const;

  bool stdin_tty_;
  bool stdout_tty_;
  bool stderr_tty_;
  bool color_;
  std::size_t columns_ = 0;
  std::size_t rows_ = 0;
  std::string pager_;  // a command line for the shell; "": none
};

// How wide the terminal is that standard error goes to; 0 where it goes elsewhere.
[[nodiscard]] std::size_t talk_columns();

// A line on standard error, made printable, and broken between words where the terminal ends.
void say(std::string_view text);
// The same, not broken: JSON, differences.
void say_as_it_is(std::string_view text);

// A file named on the command line, whole.
[[nodiscard]] Result<std::string> read_user_file(const std::string& path, std::size_t limit);

}  // namespace loci::cli
