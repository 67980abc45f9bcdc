// One spelling for words that have two: British ones as American ones. Internal to search/.

#pragma once

#include <string>
#include <string_view>

namespace loci::search {

// "colours" → "colors", "organisation" → "organization"; else `word` itself. Goes by a table of
// how such words begin, not by their endings: "exercise" and "promise" stay. `scratch` holds
// what is given back.
[[nodiscard]] std::string_view one_spelling(std::string_view word, std::string& scratch);

}  // namespace loci::search
