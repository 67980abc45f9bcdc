// What a `.gitignore` leaves out, as far as it matters for a guess whether a file that is
// not there was ever meant to be in the repository. Pure.

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace loci::upkeep {

class IgnoreRules {
 public:
  // Lines that are too long or too many are left out.
  explicit IgnoreRules(std::string_view text);

  enum class Answer : unsigned char { Silent, Ignored, Kept };
  // `path` from the directory of the file; the last rule that fits decides.
  [[nodiscard]] Answer says(std::string_view path, bool directory) const;

 private:
  struct Rule {
    std::string pattern;
    bool negated = false;
    bool directories = false;  // only
    bool anchored = false;     // else any component is compared
  };
  std::vector<Rule> rules_;
};

// Whether a pattern fits: '*' and '?' stop at a slash, "**" does not.
[[nodiscard]] bool glob_fits(std::string_view pattern, std::string_view path);

}  // namespace loci::upkeep
