// A query in the words of the memory that is searched: what is asked for is looked up in the
// dictionaries of the segments, never in the texts, and where people write a word in more than
// one way, or no note has it, the ways that notes do have are asked for as well.
//
//   as good     always      k8s and kubernetes, nov and november; `sign in` and signin
//   apart       not there   signin: "sign in", where some note has that
//   in parts    not there   datenbankmigration: datenbank, migration, what of it is there
//   inside      not there   socket: websocket; only when nothing else is asked for
//   misspelled  not there   kuberntes: kubernetes; long words by two letters when nothing else
//                           of the query is there
//
// A word that a note must have (+) is never guessed at, and no guess begins with another letter.
//
// Pure.

#pragma once

#include <span>

#include "search/part.h"
#include "search/query.h"

namespace loci::search {

// What may be done; all of it unless somebody measures.
struct Widenings {
  bool as_good = true;
  bool together = true;  // `sign in`: signin
  bool apart = true;
  bool in_parts = true;
  bool inside = true;
  bool misspelled = true;

  [[nodiscard]] static Widenings none() { return {false, false, false, false, false, false}; }
};

[[nodiscard]] Query widened(const Query& query, std::span<const Collection> collections,
                            const Widenings& allowed = {});

// How many letters must be changed, put in, left out or swapped with their neighbour to make one
// word of the other; `most` + 1 when it is more than `most`.
[[nodiscard]] std::size_t letters_apart(std::string_view one, std::string_view two,
                                        std::size_t most);

}  // namespace loci::search
