#include "search/meaning.h"

#include <algorithm>
#include <cmath>

#include "search/bytes.h"
#include "search/tokenizer.h"

namespace loci::search {
namespace {

constexpr double kMostQueryWeight = 16;
// A neighbour's share, and what a sum with one neighbour more is divided by.
constexpr double kNeighbour = 0.5;
constexpr double kLonger = 0.3;
constexpr std::uint32_t kLookedAtOnce = 32;
constexpr std::size_t kScanned = 1024;  // sections looked at together
static_assert(kScanned % kLookedAtOnce == 0);

bool is_number(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

Meaning::Meaning(const Matches& matches, const Embedder& embedder)
    : matches_(matches), embedder_(embedder) {
  RowSum sum;
  std::vector<Embedder::Piece> pieces;
  const double most =
      std::log(1.0 + static_cast<double>(std::max<std::uint64_t>(matches.notes(), 1)));
  double words = 0;
  double trusted = 0;
  double known = 0;
  double asked = 0;
  double there = 0;
  for (std::size_t i = 0; i < matches.query().clauses.size(); ++i) {
    const Clause& clause = matches.query().clauses[i];
    // What no note has as a word, and is looked for inside of others, means something all the same.
    const bool inside = clause.kind == Clause::Kind::Inside && clause.guessed;
    if ((clause.kind != Clause::Kind::Word && !inside) || clause.days) continue;
    pieces.clear();
    embedder.pieces_of(clause.words[0], pieces);
    const bool is_there = !inside && matches.is_there(i);
    const bool number = is_number(clause.words[0]);
    words += 1;
    known += pieces.size() == 1 && !number ? 1 : 0;
    trusted += !number && !pieces.empty() && (pieces.size() == 1 || !is_there) ? 1 : 0;
    const double rarity = matches.note_weight(i) / static_cast<double>(kWeightUnit) / most;
    asked += rarity;
    there += is_there ? rarity : 0;
    const auto weight = std::lround(kMostQueryWeight * std::sqrt(std::min(rarity, 1.0)));
    for (const Embedder::Piece piece : pieces) {
      embedder.add(piece, std::max(static_cast<std::int32_t>(weight), 1), sum);
    }
  }
  if (words == 0 || trusted == 0 || sum.empty()) return;
  set(sum.vector());
  trust_ = trusted / words;
  whole_ = known / words;
  in_words_ = asked > 0 ? there / asked : 1;
}

namespace {

// A fixed number of them, so that the compiler takes eight at a time.
std::uint16_t least_of(const std::uint16_t* differences) {
  std::uint16_t least = kSigned;
  for (std::uint32_t i = 0; i < kLookedAtOnce; ++i) least = std::min(least, differences[i]);
  return least;
}

}  // namespace

std::vector<Scored> Meaning::nearest(std::size_t most) const {
  Best best(most);
  const Signs asked = signs_of(asked_);
  std::array<std::uint16_t, kScanned> differences{};
  for (std::uint32_t number = 0; number < matches_.parts().size(); ++number) {
    const PartMatches& part = matches_.parts()[number];
    if (part.segment->table() != embedder_.id()) continue;
    const char* signs = part.segment->signs();
    if (signs == nullptr) continue;
    for (std::uint32_t begin = 0; begin < part.segment->sections(); begin += kScanned) {
      const std::uint32_t count =
          std::min<std::uint32_t>(kScanned, part.segment->sections() - begin);
      count_differences(asked, signs + std::size_t{begin} * sizeof(Signs), count,
                        differences.data());
      std::fill(differences.begin() + count, differences.end(), std::uint16_t{kSigned});
      for (std::uint32_t block = 0; block < count; block += kLookedAtOnce) {
        const std::uint32_t end = std::min(count, block + kLookedAtOnce);
        // Nearly all blocks have nothing: the least of them tells.
        if (kSigned - least_of(differences.data() + block) <= best.bar()) continue;
        for (std::uint32_t i = block; i < end; ++i) {
          const std::uint32_t alike = kSigned - differences[i];
          if (alike <= best.bar()) continue;
          if (part.allowed != nullptr && !part.allowed->test(begin + i)) continue;
          best.offer({alike, number, begin + i});
        }
      }
    }
  }
  return best.take();
}

void Meaning::set(const Vector& asked) {
  asked_ = asked;
  asked_length_ = length_of(asked);
  known_.fill({});
}

double Meaning::of_section(std::uint32_t part, std::uint32_t section) {
  const Segment& segment = *matches_.parts()[part].segment;
  if (segment.table() != embedder_.id()) return 0;
  Known& known = known_[section % known_.size()];
  const std::uint64_t place = std::uint64_t{part} << 32U | section;
  if (known.place != place) {
    const char* there = segment.vector(section);
    known = {place, there == nullptr ? 0 : cosine(asked_, asked_length_, there)};
  }
  return known.cosine;
}

double Meaning::of_section(std::uint32_t part, const FileRecord& file, std::uint32_t section) {
  double sum = of_section(part, section);
  double length = 1;
  if (section > file.first_section) {
    sum += kNeighbour * of_section(part, section - 1);
    length += kLonger;
  }
  if (section + 1 < file.first_section + file.sections) {
    sum += kNeighbour * of_section(part, section + 1);
    length += kLonger;
  }
  return sum / length;
}

const char* Meaning::vector_at(std::uint32_t part, const FileRecord& file) const {
  const Segment& segment = *matches_.parts()[part].segment;
  return segment.table() == embedder_.id() ? segment.vector(file) : nullptr;
}

double Meaning::of_note(std::uint32_t part, const FileRecord& file) const {
  const char* there = vector_at(part, file);
  return there == nullptr ? 0 : cosine(asked_, asked_length_, there);
}

void Meaning::turn_to(const std::vector<Weighed>& notes, double part) {
  std::array<double, kDimensions> towards{};
  for (const Weighed& note : notes) {
    const char* there = vector_at(note.part, *note.file);
    if (there == nullptr || note.weight <= 0) continue;
    const auto vector = load<Vector>(there);
    const double length = length_of(vector);
    for (std::size_t i = 0; i < kDimensions && length > 0; ++i) {
      towards[i] += note.weight * vector[i] / length;
    }
  }
  double length = 0;
  for (const double value : towards) length += value * value;
  if (length <= 0 || part <= 0 || asked_length_ <= 0) return;
  // In whole numbers again: a unit is so small that nothing is lost.
  constexpr double kUnit = 1 << 20U;
  VectorSum sum{};
  for (std::size_t i = 0; i < kDimensions; ++i) {
    sum[i] =
        std::llround(kUnit * (asked_[i] / asked_length_ + part * towards[i] / std::sqrt(length)));
  }
  set(vector_of(sum));
}

}  // namespace loci::search
