// What a shell offers when its user presses the tab key, read off the operation table. The
// scripts that shells load know nothing of loci: they hand the words of the line to
// `loci complete`, so that what is offered is always what the installed program takes.

#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command.h"

namespace loci::cli {

struct Candidate {
  std::string text;   // what the word would become
  std::string about;  // one line, or ""
};

struct Completions {
  std::vector<Candidate> candidates;
  bool files = false;  // names of files as well, which the shell knows better
};

// What only memory knows: "NOTE", "TAG", "AGENT", "SCOPE", "ID" (what waits in the inbox) and
// "PROJECT", as usage lines call them.
using KnownThings = std::function<std::vector<Candidate>(std::string_view kind)>;

// Of the words behind "loci", the last of which is being written. Pure but for `known`.
[[nodiscard]] Completions complete(const std::vector<std::string>& words, const KnownThings& known);

// The script that bash, zsh or fish loads.
[[nodiscard]] std::string_view completion_script(std::string_view shell);

// `loci complete -- WORD…`: a candidate in each line, a tab and what it is; a line of a tab alone
// where names of files will do. Never fails: a shell would print it into the user's line.
[[nodiscard]] Result<int> run_complete(const Invocation& invocation, const Environment& environment,
                                       Terminal& terminal);
// `loci completions SHELL`.
[[nodiscard]] Result<int> run_completions(const Invocation& invocation,
                                          const Environment& environment, Terminal& terminal);

}  // namespace loci::cli
