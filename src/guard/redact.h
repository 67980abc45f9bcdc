// Keeps secrets out of what loci logs: journal summaries, history, messages.
// Pure, and linear in the size of the text.

#pragma once

#include <string>
#include <string_view>

namespace loci::guard {

// Values behind sensitive names become "[REDACTED]": `Bearer x`, `token=x`
// (also `DB_PASSWORD='x'`), and JSON pairs `"access_token":"x"`. Ordinary prose
// ("token: x", "the password is long") stays. The result has at most 2,048
// bytes, "...[truncated]" at its end when it was cut.
[[nodiscard]] std::string redact(std::string_view text);

}  // namespace loci::guard
