// An edit that was made in a compiled file, taken back into its source.
//
// Lines that the tool did not change keep the source's own text, variables and
// all. A changed line takes the tool's text, escaped. Where the source's line has
// a variable, nobody can say what the tool meant to change: that is a conflict,
// the source stays, and the tool's text is kept beside it. Pure.

#pragma once

#include <string>
#include <string_view>

#include "base/result.h"
#include "exchange/variables.h"

namespace loci::exchange {

struct BroughtBack {
  bool conflict = false;  // a changed line has a variable
  std::string text;       // the source with the edits; what it was, in a conflict
  std::string theirs;     // the tool's text as a source writes it
};

// `edited` is what became of expand(source). Fails where expand() does.
[[nodiscard]] Result<BroughtBack> bring_back(std::string_view source, std::string_view file,
                                             std::string_view edited, const Variables& variables);

}  // namespace loci::exchange
