// All notes and the links between them.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "memory/links.h"
#include "memory/memory.h"

namespace loci::memory {

struct NoteGraph {
  std::vector<LinkedNote> notes;
  // Numbers of notes, each pair once.
  std::vector<std::pair<std::size_t, std::size_t>> links;
  std::size_t broken = 0;           // links that lead to no note
  std::vector<std::string> unread;  // why: notes whose links are not known
};
Result<NoteGraph> whole_graph(Memory& memory, const Selector& selector);

}  // namespace loci::memory
