// The index line of a deleted note, kept among the journal's texts so that the note
// gets it back, hook and place and all, when the deletion is undone. Pure.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "note/index_file.h"

namespace loci::store {

// Three lines: the line above it, the number of blank lines between, itself.
[[nodiscard]] std::string format_kept(const note::KeptLine& kept);
// Nothing when the text is not of this form.
[[nodiscard]] std::optional<note::KeptLine> parse_kept(std::string_view text);

}  // namespace loci::store
