// Words that were looked for, made bold where an answer shows them.
//
// Pure: what it is given is printable already.

#pragma once

#include <span>
#include <string>
#include <string_view>

namespace loci::cli {

// `line` with each of `words` in bold, as ripgrep does it. A word of letters counts where it stands
// by itself: "test" is not marked in "latest". Where several fit, the longest.
[[nodiscard]] std::string with_marks(std::string_view line, std::span<const std::string> words);

}  // namespace loci::cli
