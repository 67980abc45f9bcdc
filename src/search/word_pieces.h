// The pieces of all words of a segment, and what a section of such words means. Internal to
// search/: made when all words are known, on several threads.

#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "search/embedder.h"
#include "search/interner.h"
#include "search/segment_format.h"

namespace loci::search {

class WordPieces {
 public:
  // `order` gives the words as tokens number them.
  WordPieces(const Embedder& embedder, const Interner& words,
             const std::vector<std::uint32_t>& order);

  // The words of a section, field after field: word * 2 + joined. The last `dates` tags say
  // when, which means nothing.
  struct Words {
    std::span<const std::uint32_t> tokens;
    std::array<std::uint32_t, kFields> counts;
    std::uint32_t dates;
  };
  // From several threads at once, each with room of its own.
  struct Room {
    std::vector<Embedder::Piece> pieces;
  };
  void add(const Words& section, Room& room, RowSum& sum) const;

 private:
  void collect(std::span<const std::uint32_t> tokens, std::vector<Embedder::Piece>& pieces) const;

  struct Run {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  const Embedder& embedder_;
  std::vector<Embedder::Piece> pieces_;
  std::vector<Run> runs_;  // in pieces_, by word
};

}  // namespace loci::search
