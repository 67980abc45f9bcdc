#include "search/nearness.h"

#include <algorithm>

namespace loci::search {
namespace {

constexpr std::uint32_t kReach = 8;      // words
constexpr std::uint32_t kFieldGap = 16;  // more than kReach
constexpr std::uint32_t kNever = 0x80000000U;

class Measure {
 public:
  Measure(const Segment& segment, const Query& query, std::span<const ClauseInPart> clauses)
      : segment_(segment), query_(query), clauses_(clauses), last_(clauses.size(), kNever) {
    found_.exact.resize(clauses.size());
    found_.nearness.resize(clauses.size());
    found_.fields.resize(clauses.size());
  }

  Closeness run(const SectionRecord& section) {
    Segment::Words words;
    std::array<std::uint32_t, kFields> counts{};
    if (!segment_.read_words(section, words, counts)) return std::move(found_);
    std::size_t field_end = counts[0];
    for (std::size_t i = 0; i < words.size(); ++i) {
      while (i >= field_end && field_ + 1 < kFields) {
        field_end += counts[++field_];
        position_ += kFieldGap;
      }
      if (!words[i].joined) ++position_;
      see(words[i].number);
    }
    return std::move(found_);
  }

 private:
  void see(std::uint32_t word) {
    std::uint32_t term = kNever;  // looked up when it is needed
    for (std::size_t clause = 0; clause < clauses_.size(); ++clause) {
      if (!is_at(clause, word, term)) continue;
      ++found_.fields[clause][field_];
      last_[clause] = position_;
      // In the order of the query a step counts as it is; backwards it is one
      // more.
      if (clause > 0) meet(clause, position_ - last_[clause - 1]);
      if (clause + 1 < clauses_.size()) meet(clause + 1, position_ - last_[clause + 1] + 1);
    }
  }

  void meet(std::size_t clause, std::uint32_t distance) {
    if (distance == 0 || distance > kReach) return;
    found_.nearness[clause] = std::max(found_.nearness[clause], 1.0 / distance);
  }

  bool is_at(std::size_t clause, std::uint32_t word, std::uint32_t& term) {
    const ClauseInPart& where = clauses_[clause];
    switch (query_.clauses[clause].kind) {
      case Clause::Kind::Prefix:
        return word >= where.first_word && word < where.end_word;
      case Clause::Kind::Phrase:
        return is_phrase_at(clause, word);
      case Clause::Kind::Word:
        break;
    }
    if (!where.words.empty() && where.words[0] == word) {
      found_.exact[clause] = true;
      return true;
    }
    if (!where.term) return false;
    if (term == kNever) term = segment_.term_of(word);
    return term == *where.term;
  }

  // Good enough for counting: its words came one behind the other.
  bool is_phrase_at(std::size_t clause, std::uint32_t word) {
    const ClauseInPart& where = clauses_[clause];
    if (where.words.size() != query_.clauses[clause].words.size()) return false;
    Run& run = runs_.empty() ? (runs_.resize(clauses_.size()), runs_[clause]) : runs_[clause];
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

  struct Run {
    std::size_t matched = 0;
    std::uint32_t position = 0;
  };

  const Segment& segment_;
  const Query& query_;
  std::span<const ClauseInPart> clauses_;
  std::vector<std::uint32_t> last_;  // position a clause was at last
  std::vector<Run> runs_;
  std::size_t field_ = 0;
  std::uint32_t position_ = kFieldGap;
  Closeness found_;
};

}  // namespace

Closeness measure_closeness(const Segment& segment, const SectionRecord& section,
                            const Query& query, std::span<const ClauseInPart> clauses) {
  return Measure(segment, query, clauses).run(section);
}

}  // namespace loci::search
