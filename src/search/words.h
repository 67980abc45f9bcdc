// What is known about single words: their stem, and whether they say anything.

#pragma once

#include <string_view>
#include <vector>

namespace loci::search {

// "the", "was", "you": matched when nothing else is asked for, else left out of
// a query. Short on purpose; rare words weigh more by themselves.
[[nodiscard]] bool is_stop_word(std::string_view word);

// Snowball's English stemmer: "connections" and "connected" meet in "connect";
// irregular forms before it: "went" and "going" meet in "go"; and one spelling of two: "colour"
// and "color" meet (spelling.h).
// The parts of a compound are put together: "sign-in", "sign_in" and "signin" meet. Other words
// with a digit, a sign or a letter outside a–z are their own stem. Valid
// until the next call in this thread; may be `word` itself.
[[nodiscard]] std::string_view stem(std::string_view word);

// Whether two words may be one that is written apart: "sign in", "date fns", "utf 8".
[[nodiscard]] bool may_be_one(std::string_view one, std::string_view two);

// The words with this stem whose ending does not tell: "went", "gone" for "go".
// All others begin as their stem does, but for a second letter y that became i.
[[nodiscard]] std::vector<std::string_view> irregular_forms(std::string_view stem);

}  // namespace loci::search
