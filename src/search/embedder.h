// What words mean, from a table: a vector for each piece of a word, the sum of which says
// what a text is about. There is no model to run: a text takes microseconds.
//
// A word is taken apart as the table was trained (WordPiece: the longest piece of the
// vocabulary that it begins with, then the longest that goes on, …). A word that cannot be
// taken apart, and one of a script without spaces, means nothing.
//
// The table is read in place: opening one looks at its header only, and every number in it
// is checked against its bounds when it is used. model/README.md says how it was made, and
// model/pack has its bytes.
//
// Pure.

#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "search/vectors.h"

namespace loci::search {

class Embedder {
 public:
  // `bytes` stay where they are for as long as `owner` lives. Corrupt, with what is to be
  // said of it ("is cut off"), when they are no table of this version.
  [[nodiscard]] static Result<std::shared_ptr<const Embedder>> open(
      std::string_view bytes, std::shared_ptr<const void> owner = nullptr);
  // The table that is part of the program.
  [[nodiscard]] static std::shared_ptr<const Embedder> built_in();

  // Vectors can be compared when they come from the same table.
  [[nodiscard]] std::uint64_t id() const { return id_; }

  using Piece = std::uint16_t;
  // Adds the pieces of one folded word (tokenizer.h); none when it is not understood.
  void pieces_of(std::string_view word, std::vector<Piece>& pieces) const;
  void add(Piece piece, std::int32_t weight, RowSum& sum) const;
  // All of them, each with the same weight; quicker than one by one.
  void add(std::span<const Piece> pieces, std::int32_t weight, RowSum& sum) const;
  [[nodiscard]] std::string_view letters(Piece piece) const;

 private:
  Embedder() = default;
  [[nodiscard]] std::optional<Piece> find(std::string_view piece, std::uint32_t hash,
                                          bool goes_on) const;

  std::shared_ptr<const void> owner_;
  std::uint64_t id_ = 0;
  std::uint32_t count_ = 0;
  std::uint32_t slot_mask_ = 0;
  std::uint32_t letter_bytes_ = 0;
  std::uint32_t longest_ = 0;
  const char* slots_ = nullptr;
  const char* places_ = nullptr;
  const char* letters_ = nullptr;
  const char* factors_ = nullptr;
  const std::int8_t* rows_ = nullptr;
};

}  // namespace loci::search
