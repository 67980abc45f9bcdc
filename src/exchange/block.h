// A managed block: the part of somebody's file that is ours, between two marks.
//
//   <!-- BEGIN loci -->
//   …
//   <!-- END loci -->
//
// Everything outside of it stays to the byte, and taking the block away gives
// the text from before it was put in. Pure.

#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace loci::exchange {

// What is between the marks, or nothing when there is no block. InvalidInput
// with FILE:LINE when the marks do not come as one pair.
[[nodiscard]] Result<std::optional<std::string>> read_block(std::string_view text,
                                                            std::string_view path);

// The text with `inner` (lines, each with "\n") as its block: in place of the
// one it has, else at its end, with the file's own line endings.
[[nodiscard]] Result<std::string> put_block(std::string_view text, std::string_view inner,
                                            std::string_view path);
// The text without its block.
[[nodiscard]] Result<std::string> remove_block(std::string_view text, std::string_view path);

// Text that may stand in a block: it has no mark in it.
[[nodiscard]] std::string without_marks(std::string_view text);

}  // namespace loci::exchange
