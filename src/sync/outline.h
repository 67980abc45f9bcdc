// What another machine wrote into an index, brought into the one that stands here. Pure.

#pragma once

#include <span>
#include <string>
#include <string_view>

#include "note/index_outline.h"

namespace loci::sync {

// An index, and the notes whose hook in it a person worded.
struct IndexHere {
  std::string_view text;
  const note::Files& by_hand;
};

// The index when it says what an outline says (note/index_outline.h) and lists `notes`, which
// stay where they stand between lines that stay. "" when nothing is left.
[[nodiscard]] std::string with_outline(const IndexHere& index, std::string_view outline,
                                       std::span<const note::NoteLine> notes);

}  // namespace loci::sync
