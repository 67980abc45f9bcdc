// Keeps secrets out of what loci logs: journal summaries, history, messages.
// Pure, and linear in the size of the text.

#pragma once

#include <string>
#include <string_view>

namespace loci::guard {

// Values behind sensitive names become "[REDACTED]": `token=x` (also `DB_PASSWORD = 'x'` and
// `password => "x"`), pairs `"access_token":"x"` (also of JSON within a JSON text), `api_key: x`
// and `password:x`, `Authorization: Basic x`, `Bearer x`, `https://user:x@host`. Behind a colon
// and a space prose is told from a value: an ordinary word that others follow begins a sentence
// ("the api_key: ask Bob for it"), and "the token: a word" and "max_tokens: 400" stay. The
// result has at most 2,048 bytes, "...[truncated]" at its end when it was cut.
[[nodiscard]] std::string redact(std::string_view text);

}  // namespace loci::guard
