// Help texts that name tools. A row of the operations has what it means in braces, and
// the list of tools says which those are: "{hooks}" becomes "claude, codex, gemini,
// cursor or copilot". Internal to api/.

#pragma once

#include <string>
#include <string_view>

namespace loci::api {

// {settings}, {hooks}, {providers}, {newer} (providers with a newer place), {stores}.
// A text without one of these stays as it is.
[[nodiscard]] std::string with_tool_names(std::string_view help);

}  // namespace loci::api
