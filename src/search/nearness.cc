#include "search/nearness.h"

#include <algorithm>

#include "search/bytes.h"

namespace loci::search {
namespace {

constexpr std::uint32_t kReach = 8;           // words
constexpr std::uint32_t kBetweenFields = 16;  // more than kReach
constexpr std::uint32_t kNever = 0x80000000U;

}  // namespace

Nearness::Nearness(const Segment& segment, const Query& query,
                   std::span<const ClauseInPart> clauses)
    : segment_(segment), query_(query), clauses_(clauses), terms_(segment.terms_of_words()) {
  for (std::size_t i = 0; i < clauses_.size(); ++i) {
    const bool word = query_.clauses[i].kind == Clause::Kind::Word;
    wanted_.push_back(word ? clauses_[i].term.value_or(kNever) : kNever);
    wanted_bits_ |= std::uint64_t{1} << (wanted_.back() % 64);
    stems_only_ = stems_only_ && word && clauses_[i].among.size() == 0;
  }
}

Nearness::Exact Nearness::exact(std::size_t clause) const {
  if (query_.clauses[clause].days) return Exact::Unknown;  // a date may be all that is there
  if (clauses_[clause].words.empty()) return Exact::Never;
  const bool only = clauses_[clause].term && segment_.has_one_word(*clauses_[clause].term);
  return only ? Exact::Always : Exact::Unknown;
}

void Nearness::clear() {
  words_.clear();
  last_.assign(clauses_.size(), kNever);
  runs_.assign(clauses_.size(), {});
  field_ = 0;
  position_ = kBetweenFields;
  found_.exact.assign(clauses_.size(), false);
  found_.nearness.assign(clauses_.size(), 0);
  found_.fields.assign(clauses_.size(), {});
}

const Closeness& Nearness::measure(const SectionRecord& section) {
  clear();
  std::array<std::uint32_t, kFields> counts{};
  if (terms_ == nullptr || !segment_.read_words(section, words_, counts)) return found_;
  std::size_t begin = 0;
  for (std::size_t field = 0; field < kFields; ++field) {
    if (field > 0) position_ += kBetweenFields;
    field_ = field;
    // Words beyond the counts, in a damaged section, are taken for the last field's.
    const std::size_t left = words_.size() - begin;
    const std::size_t count =
        field + 1 == kFields ? left : std::min<std::size_t>(counts[field], left);
    see(std::span(words_).subspan(begin, count));
    begin += count;
  }
  return found_;
}

void Nearness::see(std::span<const Segment::Word> words) {
  for (const Segment::Word& word : words) {
    if (!word.joined()) ++position_;
    const auto term = load<std::uint32_t>(terms_ + std::size_t{word.number()} * 4);
    if (stems_only_ && (wanted_bits_ >> (term % 64) & 1U) == 0) continue;  // nearly all
    for (std::size_t clause = 0; clause < wanted_.size(); ++clause) {
      if (wanted_[clause] == term) {
        const std::vector<std::uint32_t>& exact = clauses_[clause].words;
        if (!exact.empty() && exact[0] == word.number()) found_.exact[clause] = true;
        meet_neighbours(clause);
      } else if (!stems_only_ && is_at(clause, word.number())) {
        meet_neighbours(clause);
      }
    }
  }
}

void Nearness::meet_neighbours(std::size_t clause) {
  ++found_.fields[clause][field_];
  last_[clause] = position_;
  // Words in the order of the query are nearer than words the other way round: one is
  // added to the distance of those.
  if (clause > 0) meet(clause, position_ - last_[clause - 1]);
  if (clause + 1 < clauses_.size()) meet(clause + 1, position_ - last_[clause + 1] + 1);
}

void Nearness::meet(std::size_t clause, std::uint32_t distance) {
  if (distance == 0 || distance > kReach) return;
  found_.nearness[clause] = std::max(found_.nearness[clause], 1.0 / distance);
}

// What is not told by the stem.
bool Nearness::is_at(std::size_t clause, std::uint32_t word) {
  if (query_.clauses[clause].kind == Clause::Kind::Phrase) return is_phrase_at(clause, word);
  return clauses_[clause].has(word);
}

// Good enough for counting: its words came one behind the other.
bool Nearness::is_phrase_at(std::size_t clause, std::uint32_t word) {
  const ClauseInPart& where = clauses_[clause];
  if (where.words.size() != query_.clauses[clause].words.size()) return false;
  Run& run = runs_[clause];
  if (run.matched > 0 && position_ == run.position + 1 && word == where.words[run.matched]) {
    ++run.matched;
  } else if (word == where.words[0]) {
    run.matched = 1;
  } else if (position_ != run.position) {
    run.matched = 0;
  }
  run.position = position_;
  if (run.matched < where.words.size()) return false;
  run.matched = 0;
  found_.exact[clause] = true;
  return true;
}

}  // namespace loci::search
