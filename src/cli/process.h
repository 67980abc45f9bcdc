// Other programs that the command line starts: the user's editor, and a command
// in an ephemeral home.

#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "base/environment.h"
#include "base/result.h"

namespace loci::cli {

// Runs a program with this terminal and waits for it. While it runs, signals
// from the keyboard are its own; a SIGTERM or SIGHUP to loci is passed on. The
// exit status, or 128 + the signal that ended it; 127 when it cannot be found.
Result<int> run_program(const std::vector<std::string>& words,
                        const std::map<std::string, std::string>& variables);

// Shows a text through a command line for the shell that reads it, such as "less", and waits
// until its reader has seen enough. False when it could not be started: nothing was shown.
[[nodiscard]] bool show_in_pager(const std::string& command, std::string_view text);

// $VISUAL, else $EDITOR, else nano, vim or vi; a command line for the shell.
[[nodiscard]] Result<std::string> choose_editor(const Environment& environment);

// The absolute path of this program: where the PATH finds it, not resolved when
// that is a link, because an upgrade changes what the link leads to; else the
// file itself. "" when the system does not tell.
[[nodiscard]] std::string own_path(const Environment& environment);

// A throw-away home, removed with everything in it when the object goes. Homes
// of this user whose process was killed are swept on the way.
class EphemeralHome {
 public:
  static Result<EphemeralHome> make(const Environment& environment);
  EphemeralHome(EphemeralHome&& other) noexcept;
  EphemeralHome& operator=(EphemeralHome&&) = delete;
  ~EphemeralHome();
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  EphemeralHome(std::string path, int lock) : path_(std::move(path)), lock_(lock) {}
  std::string path_;
  int lock_;  // held while we live, so that nobody sweeps it
};

}  // namespace loci::cli
