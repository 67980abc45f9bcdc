#include "guard/script_phrases.h"

#include <algorithm>
#include <array>

#include "guard/classes.h"
#include "guard/script_words.h"

namespace loci::guard {
namespace {

constexpr std::size_t kScriptInjection = rule_row("injection");
constexpr std::size_t kUnseenPart = static_cast<std::size_t>(-1);
constexpr std::size_t kBytesApart = 84;  // from the first to the last of a phrase

// A word of kScriptPhrases and what it is there.
struct Piece {
  std::string_view bytes;
  std::uint8_t phrase = 0;
  std::uint8_t part = 0;
};

constexpr std::size_t count_pieces() {
  std::size_t count = 0;
  for (const Phrase& phrase : kScriptPhrases) {
    for (const std::string_view part : {phrase.verbs, phrase.which, phrase.what}) {
      each_listed(part, [&](std::string_view) { ++count; });
    }
  }
  return count;
}

// By the second and the third byte, which tell more than the first.
constexpr std::size_t piece_slot(char second, char third) {
  return (byte_of(second) * 31 + byte_of(third)) % 256;
}

struct PieceTable {
  std::array<Piece, count_pieces()> pieces{};
  std::array<std::uint16_t, 257> begin{};
  Filter filter{};
};

constexpr PieceTable make_pieces() {
  PieceTable table;
  table.filter.width = 32;
  let(table.filter.before, (Kinds{1} << table.filter.width) - 1, any_byte);
  std::array<Piece, count_pieces()> listed{};
  std::size_t count = 0;
  for (std::size_t phrase = 0; phrase < kScriptPhrases.size(); ++phrase) {
    const std::array parts{kScriptPhrases[phrase].verbs, kScriptPhrases[phrase].which,
                           kScriptPhrases[phrase].what};
    for (std::size_t part = 0; part < 3; ++part) {
      each_listed(parts[part], [&](std::string_view bytes) {
        listed[count++] = {bytes, static_cast<std::uint8_t>(phrase),
                           static_cast<std::uint8_t>(part)};
      });
    }
  }
  std::array<std::uint16_t, 256> counts{};
  for (const Piece& piece : listed) {
    ++counts[piece_slot(piece.bytes[1], piece.bytes[2])];
    const Kinds kind = Kinds{1} << (byte_of(piece.bytes[1]) % table.filter.width);
    table.filter.here[byte_of(piece.bytes[0])] |= kind;
    table.filter.next[byte_of(piece.bytes[1])] |= kind;
    table.filter.third[byte_of(piece.bytes[2])] |= kind;
  }
  for (std::size_t i = 0; i < 256; ++i) {
    table.begin[i + 1] = static_cast<std::uint16_t>(table.begin[i] + counts[i]);
  }
  std::array<std::uint16_t, 256> next{};
  for (std::size_t i = 0; i < 256; ++i) next[i] = table.begin[i];
  for (const Piece& piece : listed)
    table.pieces[next[piece_slot(piece.bytes[1], piece.bytes[2])]++] = piece;
  return table;
}
constexpr PieceTable kPieces = make_pieces();

class PieceFinder final : public Matcher {
 public:
  PieceFinder(std::string_view text, Findings& findings)
      : text_(text), lines_(text), findings_(findings) {
    for (auto& phrase : seen_) phrase.fill(kUnseenPart);
  }

  [[nodiscard]] const Filter& filter() const override { return kPieces.filter; }

  void look(std::size_t at) override {
    if (at + 2 >= text_.size()) return;
    const std::size_t slot = piece_slot(text_[at + 1], text_[at + 2]);
    for (std::size_t i = kPieces.begin[slot]; i < kPieces.begin[slot + 1]; ++i) {
      const Piece& piece = kPieces.pieces[i];
      if (stands_at(at, piece.bytes)) see(piece, at);
    }
  }

 private:
  [[nodiscard]] bool stands_at(std::size_t at, std::string_view bytes) const {
    if (text_.size() - at < bytes.size()) return false;
    for (std::size_t i = 0; i < bytes.size(); ++i) {
      if (text_[at + i] != (bytes[i] == '_' ? ' ' : bytes[i])) return false;
    }
    return true;
  }

  void see(const Piece& piece, std::size_t at) {
    auto& parts = seen_[piece.phrase];
    parts[piece.part] = at;
    std::size_t begin = at;
    for (const std::size_t part : parts) {
      if (part == kUnseenPart || at - part > kBytesApart) return;
      begin = std::min(begin, part);
    }
    const std::string_view passage = text_.substr(begin, at - begin);
    const bool apart = passage.find("\n\n") != std::string_view::npos ||
                       passage.find("。") != std::string_view::npos;
    if (!apart) findings_.add(kScriptInjection, lines_.at(begin), passage);
    parts.fill(kUnseenPart);
  }

  std::string_view text_;
  Lines lines_;
  Findings& findings_;
  std::array<std::array<std::size_t, 3>, kScriptPhrases.size()> seen_{};  // where
};

}  // namespace

std::unique_ptr<Matcher> script_phrase_matcher(std::string_view text, Findings& findings) {
  return std::make_unique<PieceFinder>(text, findings);
}

}  // namespace loci::guard
