// Tokens that are known by their form: the shapes of the table (rule_table.h). Internal to
// guard/.

#pragma once

#include <memory>
#include <string_view>

#include "guard/candidates.h"
#include "guard/findings.h"

namespace loci::guard {

[[nodiscard]] std::unique_ptr<Matcher> shape_matcher(std::string_view text, Findings& findings);

// Whether a word stands where a secret would: "EXAMPLE", "<your-token>", "xxxxxxxx".
[[nodiscard]] bool is_placeholder(std::string_view value);
// Whether standards and documentation give it as an example: "QWxhZGRpbjpvcGVuIHNlc2FtZQ==".
[[nodiscard]] bool is_known_example(std::string_view value);
// Digits and letters, and not the same few: what a generated token looks like.
[[nodiscard]] bool is_varied(std::string_view value);

}  // namespace loci::guard
