// MEMORY.md on a git remote's branch: what people wrote in the index, and a line for each note
// that is there, so that whoever looks at the repository finds their way. loci's lines have no
// description there: what stands behind a link is always somebody's own. Pure.

#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "note/index_file.h"

namespace loci::remote {

// "global" of "global/deploys.md".
[[nodiscard]] std::string_view directory_of(std::string_view name);
// Whether the notes of a directory have an index: all but scratchpad and daily logs.
[[nodiscard]] bool has_index(std::string_view directory);

// What travels of it (note/index_outline.h); "" where nobody wrote anything.
[[nodiscard]] std::string branch_outline(std::string_view text);

class BranchIndex {
 public:
  explicit BranchIndex(std::string_view before);

  std::string outline;  // that it is to have; at first the one it has

  // A note that is there, by its path.
  void add(std::string_view path, std::string_view text);
  // One that did not change, with the name that its line has; false when it has no line.
  [[nodiscard]] bool add_as_before(std::string_view path);
  // "" where there is neither a note nor anything else to say.
  [[nodiscard]] std::string text() const;

 private:
  std::string before_;
  std::map<std::string, std::string, std::less<>> names_;  // by file
  std::vector<note::NoteLine> notes_;
};

}  // namespace loci::remote
