// Which hooks of an index are not what their notes say: somebody worded them, or the note has
// changed since. Pure.

#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "note/index_file.h"

namespace loci::remote {

class HookCheck {
 public:
  explicit HookCheck(std::string_view index);

  [[nodiscard]] const std::map<std::string, std::string, std::less<>>& hooks() const {
    return hooks_;
  }
  // The hook of a note that nothing explained yet, or nullptr.
  [[nodiscard]] const std::string* unexplained(std::string_view file) const;
  // The note is as it was when it explained this hook.
  void explain(std::string_view file);
  // A note of the place, as it stands.
  void see(std::string_view file, std::string_view text);
  // Those that no note explains, also of notes that are not there.
  [[nodiscard]] std::vector<note::LineHook> differing() const;

 private:
  std::map<std::string, std::string, std::less<>> hooks_;  // not yet explained, by file
};

}  // namespace loci::remote
