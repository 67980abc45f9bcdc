// The markers that git leaves in a file it could not merge. Pure.
//
//   <<<<<<< HEAD
//   mine
//   ||||||| base            (only with some settings)
//   before
//   =======
//   theirs
//   >>>>>>> branch

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace loci::note {

struct Marked {
  std::string mine;  // the whole text with one side of each conflict
  std::string theirs;
  std::optional<std::string> base;  // where every conflict says what was before
  std::string neither;              // what stands outside of the conflicts
  std::size_t line = 1;             // of the first marker, 1-based
};

// The sides of a text with markers; nothing where it has none, or where they do not come as
// above, outside of code.
[[nodiscard]] std::optional<Marked> split_markers(std::string_view text);

// A text for readers who must not take two versions for one: without its conflicts.
[[nodiscard]] std::string without_conflicts(std::string text);

}  // namespace loci::note
