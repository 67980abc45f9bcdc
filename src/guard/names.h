// Names that tell that a secret follows, and whether what follows looks like one. Internal to
// guard/.

#pragma once

#include <cstdint>
#include <string_view>

namespace loci::guard {

enum class NameKind : std::uint8_t {
  None,
  Password,  // chosen by people: "db_password", "PGPASSWORD", "Kennwort"
  Secret,    // generated: "api key", "CLIENT_SECRET", "access-token"
};

// `name` is what stands before ":" or "=" on its line; its last words decide. `assigned`:
// it was "=", behind which short names count too ("pass", "pw").
[[nodiscard]] NameKind name_kind(std::string_view name, bool assigned);

struct Candidate {
  std::string_view value;
  bool quoted = false;
  bool assigned = false;  // by "=", not by ":"
};
// Whether it is likely a secret, and not a placeholder, an expression, a type or a word.
[[nodiscard]] bool is_secret_value(const Candidate& candidate, NameKind kind);
// The same in a sentence, where only what no word looks like counts.
[[nodiscard]] bool is_secret_word(std::string_view value);
// "Winter-Prod-91": capitals, small letters and digits, put together by dashes.
[[nodiscard]] bool is_mixed_word(std::string_view value);

}  // namespace loci::guard
