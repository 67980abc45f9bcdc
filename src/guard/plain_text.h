// A text as its words are compared: one spelling for what looks alike. Internal to guard/.

#pragma once

#include <string>
#include <string_view>

namespace loci::guard {

// In lower case, compatibility forms as the letters they stand for, without accents on Latin
// letters and without characters that nobody sees. Has as many line feeds as `text`.
[[nodiscard]] std::string plain_text(std::string_view text);

// A word of that with letters of other scripts and digits that stand for Latin letters
// replaced: "іgnоrе" with Cyrillic letters, "1gn0re". Only where Latin letters are among it.
[[nodiscard]] std::string plain_word(std::string_view word);

}  // namespace loci::guard
