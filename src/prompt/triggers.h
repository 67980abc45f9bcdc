// Whether a note asks to be heard now: its triggers held against a prompt, a command that
// is about to run, or files that are about to change.
//
// Pure.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "note/triggers.h"

namespace loci::prompt {

// What somebody is about to do. One of the three is there.
struct Moment {
  std::string prompt;
  std::string command;             // of a shell
  std::vector<std::string> paths;  // below the workspace without a slash before them, else absolute

  [[nodiscard]] bool before_tool() const { return !command.empty() || !paths.empty(); }
  // What search is asked with.
  [[nodiscard]] std::string text() const;
};

// The programs and arguments of a command line, one list for each command in it: `&&`, `|`,
// `;` and new lines part them; settings of variables, `sudo` and the directory of a program
// are left out.
[[nodiscard]] std::vector<std::vector<std::string>> commands_in(std::string_view line);

// Why the triggers fit: "the command `git push`", "the path `*.sql`", "the word `SEPA`"; ""
// where none does.
[[nodiscard]] std::string why_heard(const note::Triggers& triggers, const Moment& moment);

}  // namespace loci::prompt
