// Whether a value beside a telling name is likely a secret. Internal to guard/.

#pragma once

#include <string_view>

#include "guard/names.h"

namespace loci::guard {

struct Candidate {
  std::string_view value;
  bool quoted = false;
  bool assigned = false;  // by "=", not by ":"
};
// Whether it is likely a secret, and not a placeholder, an expression, a type or a word.
[[nodiscard]] bool is_secret_value(const Candidate& candidate, NameKind kind);
// Names and words with some digits: "openai-access-token-1".
[[nodiscard]] bool is_made_of_words(std::string_view value);
// Four to eight digits that nobody counts up: "4821".
[[nodiscard]] bool is_pin(std::string_view value);
// The same in a sentence, where only what no word looks like counts.
[[nodiscard]] bool is_secret_word(std::string_view value);
// A secret word with a sign or with letters of both kinds: "Winter91!", "TigerEmber30".
[[nodiscard]] bool is_strong_word(std::string_view value);
// A key or a token as services make them, whatever stands beside it: "3kuOYCh0YRZAqLWyK5A6".
[[nodiscard]] bool is_generated_word(std::string_view value);
// One in which small letters, capitals and digits take turns, as no name and no hash has them.
[[nodiscard]] bool is_mixed_key(std::string_view value);
// Words with a number behind them, as people choose passwords: "Galaxy_2020", "kayak.Maple.91".
// Only where a sentence says that it is one.
[[nodiscard]] bool is_word_and_number(std::string_view value);
// "wzbl bhig hpsc ebze": blocks of four, as services make passwords for programs.
[[nodiscard]] bool is_block_password(std::string_view value);
// Letters that no word has in this order: "rptOJkwrnZFD".
[[nodiscard]] bool is_jumbled_word(std::string_view value);
// Words that make no sentence: "correct horse battery staple", "copper-tiger-winter-orchid".
[[nodiscard]] bool is_passphrase(std::string_view value, std::size_t fewest = 4);
// "Winter-Prod-91": capitals, small letters and digits, put together by dashes.
[[nodiscard]] bool is_mixed_word(std::string_view value);

}  // namespace loci::guard
