// Words of two notes that mean the same, by the table of meanings that search has. Pure.
//
// The table knows "arrive" and "come", "folder" and "directory". It also finds "ascending" near
// "descending" and "Monday" near "Tuesday", so it is asked only of plain words: no name, no
// number, no unit, nothing that has an opposite or tells one of a kind from another.

#pragma once

#include "upkeep/said.h"

namespace loci::upkeep {

// `other` as if it had been written in the words of `one`: each word that only it has and that
// means the same as one which only `one` has is replaced by that. False when there is none.
[[nodiscard]] bool put_in_words_of(const Said& one, Said& other, const Numbers& numbers);

}  // namespace loci::upkeep
