#include "search/word_pieces.h"

#include <mutex>

#include "base/parallel.h"

namespace loci::search {
namespace {

// What a word counts in a section's vector: in the name twice as much as elsewhere.
constexpr std::int32_t kMeaningOfName = 4;
constexpr std::int32_t kMeaning = 2;

}  // namespace

WordPieces::WordPieces(const Embedder& embedder, const Interner& words,
                       const std::vector<std::uint32_t>& order)
    : embedder_(embedder), runs_(order.size()) {
  std::mutex appending;
  in_parallel(order.size(), [&](std::size_t begin, std::size_t end) {
    std::vector<Embedder::Piece> pieces;
    pieces.reserve((end - begin) * 2);
    for (std::size_t i = begin; i < end; ++i) {
      runs_[i].first = static_cast<std::uint32_t>(pieces.size());
      embedder_.pieces_of(words.at(order[i]), pieces);
      runs_[i].count = static_cast<std::uint32_t>(pieces.size()) - runs_[i].first;
    }
    const std::lock_guard lock(appending);
    const auto before = static_cast<std::uint32_t>(pieces_.size());
    for (std::size_t i = begin; i < end; ++i) runs_[i].first += before;
    pieces_.insert(pieces_.end(), pieces.begin(), pieces.end());
  });
}

// Of an identifier its smallest parts mean something: those that no part follows.
void WordPieces::collect(std::span<const std::uint32_t> tokens,
                         std::vector<Embedder::Piece>& pieces) const {
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const bool whole = i + 1 == tokens.size() || (tokens[i + 1] & 1U) == 0;
    if (!whole) continue;
    const Run& run = runs_[tokens[i] >> 1U];
    if (run.count == 1) {
      pieces.push_back(pieces_[run.first]);
    } else {
      const auto first = pieces_.begin() + run.first;
      pieces.insert(pieces.end(), first, first + run.count);
    }
  }
}

void WordPieces::add(const Words& section, Room& room, RowSum& sum) const {
  const auto count = [&](Field field) { return section.counts[static_cast<std::size_t>(field)]; };
  const std::size_t name = count(Field::Name);
  const std::size_t behind = name + count(Field::Description) + count(Field::Tags);
  room.pieces.clear();
  collect(section.tokens.first(name), room.pieces);
  embedder_.add(room.pieces, kMeaningOfName, sum);
  room.pieces.clear();
  collect(section.tokens.subspan(name, behind - section.dates - name), room.pieces);
  collect(section.tokens.subspan(behind), room.pieces);
  embedder_.add(room.pieces, kMeaning, sum);
}

}  // namespace loci::search
