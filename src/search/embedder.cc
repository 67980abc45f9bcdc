#include "search/embedder.h"

#include <algorithm>
#include <array>
#include <bit>
#include <string>

#include "base/text.h"
#include "search/bytes.h"
#include "search/tokenizer.h"

namespace loci::search {
namespace {

constexpr std::string_view kTableMagic = "LOCIVEC2";
constexpr std::size_t kTableAlignment = 64;
constexpr std::string_view kGoesOn = "##";  // before a piece that does not begin a word

struct TableHeader {
  std::array<char, 8> magic;
  std::uint32_t pieces;
  std::uint32_t dimensions;
  std::uint32_t slots;
  std::uint32_t letters;
  std::uint32_t longest;
  std::uint32_t zero;
  std::uint64_t id;
};
static_assert(sizeof(TableHeader) == 40);

std::uint32_t piece_hash(std::string_view text, std::uint32_t hash) {
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193U;
  return hash;
}

bool is_inside_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

constexpr std::uint32_t kHashBasis = 0x811C9DC5U;

// Walks over the regions of a table.
class Regions {
 public:
  explicit Regions(std::string_view bytes) : bytes_(bytes), at_(sizeof(TableHeader)) {}
  // nullptr, and from then on, when the table ends before.
  const char* take(std::uint64_t size) {
    at_ = (at_ + kTableAlignment - 1) / kTableAlignment * kTableAlignment;
    const std::uint64_t begin = at_;
    at_ += size;
    return at_ <= bytes_.size() ? bytes_.data() + begin : nullptr;
  }
  [[nodiscard]] std::uint64_t end() const { return at_; }

 private:
  std::string_view bytes_;
  std::uint64_t at_;
};

}  // namespace

Result<std::shared_ptr<const Embedder>> Embedder::open(std::string_view bytes,
                                                       std::shared_ptr<const void> owner) {
  if (bytes.size() < sizeof(TableHeader)) return fail(corrupt("is cut off"));
  const auto header = load<TableHeader>(bytes.data());
  const std::string_view magic(header.magic.data(), header.magic.size());
  if (magic.substr(0, 7) != kTableMagic.substr(0, 7))
    return fail(corrupt("is not a table of words"));
  if (magic != kTableMagic || header.dimensions != kDimensions) {
    return fail(corrupt("is of another version"));
  }
  if (!std::has_single_bit(header.slots) || header.pieces >= header.slots ||
      header.pieces >= 0xFFFFU) {
    return fail(corrupt("contradicts itself"));
  }
  auto made = std::shared_ptr<Embedder>(new Embedder());
  Regions regions(bytes);
  made->owner_ = std::move(owner);
  made->id_ = header.id;
  made->count_ = header.pieces;
  made->slot_mask_ = header.slots - 1;
  made->letter_bytes_ = header.letters;
  made->longest_ = header.longest;
  made->slots_ = regions.take(std::uint64_t{header.slots} * 2);
  made->places_ = regions.take((std::uint64_t{header.pieces} + 1) * 4);
  made->letters_ = regions.take(header.letters);
  made->factors_ = regions.take(std::uint64_t{header.pieces} * 2);
  made->rows_ = reinterpret_cast<const std::int8_t*>(
      regions.take(std::uint64_t{header.pieces} * kDimensions));
  if (regions.end() > bytes.size()) return fail(corrupt("is cut off"));
  return made;
}

std::string_view Embedder::letters(Piece piece) const {
  if (piece >= count_) return {};
  const auto begin = load<std::uint32_t>(places_ + std::size_t{piece} * 4);
  const auto end = load<std::uint32_t>(places_ + std::size_t{piece} * 4 + 4);
  if (begin > end || end > letter_bytes_) return {};
  return {letters_ + begin, end - begin};
}

std::optional<Embedder::Piece> Embedder::find(std::string_view piece, std::uint32_t hash,
                                              bool goes_on) const {
  const std::string_view before = goes_on ? kGoesOn : std::string_view();
  std::uint32_t slot = hash & slot_mask_;
  for (std::uint32_t tries = 0; tries <= slot_mask_; ++tries, slot = (slot + 1) & slot_mask_) {
    const auto found = load<std::uint16_t>(slots_ + std::size_t{slot} * 2);
    if (found == 0) return std::nullopt;
    const auto number = static_cast<Piece>(found - 1);
    if (number >= count_) continue;
    std::string_view text = letters(number);
    if (text.size() != before.size() + piece.size() || !text.starts_with(before)) continue;
    if (text.substr(before.size()) == piece) return number;
  }
  return std::nullopt;
}

void Embedder::pieces_of(std::string_view word, std::vector<Piece>& pieces) const {
  if (word.empty() || is_unspaced(decode_utf8(word).character)) return;
  const std::size_t before = pieces.size();
  const std::size_t longest = std::min<std::size_t>(longest_, kWordBytes);
  std::array<std::uint32_t, kWordBytes> hashes;  // of what begins at `at`, by its last byte
  for (std::size_t at = 0; at < word.size();) {
    std::size_t end = std::min(word.size(), at + longest);
    std::uint32_t hash = at > 0 ? piece_hash(kGoesOn, kHashBasis) : kHashBasis;
    for (std::size_t i = at; i < end; ++i)
      hashes[i - at] = hash = piece_hash(word.substr(i, 1), hash);
    std::optional<Piece> found;
    for (; end > at; --end) {
      if (end < word.size() && is_inside_character(word[end])) continue;
      found = find(word.substr(at, end - at), hashes[end - at - 1], at > 0);
      if (found) break;
    }
    if (!found) {  // a word that is not understood whole is not guessed at
      pieces.resize(before);
      return;
    }
    pieces.push_back(*found);
    at = end;
  }
}

void Embedder::add(Piece piece, std::int32_t weight, RowSum& sum) const {
  if (piece >= count_) return;
  add(std::span(&piece, 1), weight, sum);
}

// Rows are all over the table: they are asked for before they are needed.
void Embedder::add(std::span<const Piece> pieces, std::int32_t weight, RowSum& sum) const {
  constexpr std::size_t kTogether = 64;
  std::array<WeightedRow, kTogether> rows;
  while (!pieces.empty()) {
    const std::span<const Piece> some = pieces.first(std::min(pieces.size(), kTogether));
    for (std::size_t i = 0; i < some.size(); ++i) {
      const std::int8_t* row = rows_ + std::size_t{some[i]} * kDimensions;
      for (std::size_t line = 0; line < kDimensions; line += 64) __builtin_prefetch(row + line);
      const std::int32_t factor = load<std::uint16_t>(factors_ + std::size_t{some[i]} * 2);
      rows[i] = {row, std::min(factor, RowSum::kGreatestFactor)};
    }
    sum.add(std::span(rows.data(), some.size()), weight);
    pieces = pieces.subspan(some.size());
  }
}

}  // namespace loci::search
