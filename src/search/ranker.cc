#include "search/ranker.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "search/matches.h"
#include "search/nearness.h"

namespace loci::search {
namespace {

// Equal scores are common (short notes with the same words): the order must not depend
// on how the sections were found.
constexpr auto kBetter = [](const RankedSection& a, const RankedSection& b) {
  if (a.score != b.score) return a.score > b.score;
  return a.part != b.part ? a.part < b.part : a.section < b.section;
};

// A file with a candidate in it, and what each clause does in its sections.
struct FileMatches {
  std::uint32_t part = 0;
  std::uint32_t number = 0;
  FileRecord record{};
  std::size_t cells = 0;  // where its table [clause][section] begins in cells_
  double own = 0;         // the best each clause does in it, summed
  double link = 0;
  double recency = 1;
  double importance = 1;
  [[nodiscard]] double prior() const { return recency * importance; }
};

}  // namespace

class Ranker::Impl {
 public:
  Impl(std::span<const Collection> collections, const Query& query, const Ranking& ranking,
       Timestamp now)
      : matches_(collections, query), ranking_(ranking), now_(now) {}

  Result<RankedSections> rank() {
    if (matches_.query().clauses.empty()) return newest();
    find_candidates();
    if (!ranking_.own_words_only) {
      gather_files();
      support_links();
      score_sections();
      rescore();
    }
    if (matches_.damaged()) return fail(corrupt("the search catalog is damaged"));
    return std::move(sections_);
  }

  [[nodiscard]] bool exhausted() const { return candidates_.size() < ranking_.candidates; }
  [[nodiscard]] Reasons explain(const RankedSection& section);

 private:
  [[nodiscard]] const PartMatches& part(std::uint32_t number) const {
    return matches_.parts()[number];
  }
  [[nodiscard]] std::size_t clauses() const { return matches_.query().clauses.size(); }
  [[nodiscard]] std::uint32_t cell(const FileMatches& file, std::size_t clause,
                                   std::int64_t section) const {
    if (section < 0 || section >= file.record.sections) return 0;
    return cells_[file.cells + clause * file.record.sections + static_cast<std::size_t>(section)];
  }
  [[nodiscard]] const FileMatches& file_of(const RankedSection& section) const;

  Result<RankedSections> newest();
  void find_candidates();
  void gather_files();
  void fill_cells();
  void fill_row(FileMatches& file, std::size_t clause, std::uint32_t& block);
  void set_priors(FileMatches& file) const;
  void support_links();
  void score_sections();
  void rescore();
  struct Sums {
    double own = 0;
    double near = 0;
  };
  [[nodiscard]] Sums sum_of(const FileMatches& file, std::int64_t section) const;
  // Valid until the next call.
  const Closeness& closeness(const FileMatches& file, std::uint32_t section);

  Matches matches_;
  Ranking ranking_;
  Timestamp now_;
  std::vector<Scored> candidates_;
  std::vector<FileMatches> files_;    // by part and number
  std::vector<std::uint32_t> cells_;  // score units; one vector for all files, not one each
  std::vector<std::optional<Nearness>> nearness_;  // by part
  RankedSections sections_;
};

void Ranker::Impl::find_candidates() {
  Best best(ranking_.candidates);
  for (std::uint32_t number = 0; number < matches_.parts().size(); ++number) {
    const PartMatches& from = part(number);
    const PartToScore to_score{number, from.segment->sections(), from.words, from.allowed};
    if (ranking_.plainly) {
      best_sections_plainly(to_score, best);
    } else {
      best_sections(to_score, best);
    }
  }
  candidates_ = best.take();
  if (!ranking_.own_words_only) return;
  for (const Scored& scored : candidates_) {
    sections_.push_back({scored.score / kScoreUnit, scored.part, scored.section});
  }
}

// The candidates are sorted as the sections stand in the catalog, so that those of one
// file follow each other and every list of postings is walked forwards only.
void Ranker::Impl::gather_files() {
  std::sort(candidates_.begin(), candidates_.end(), [](const Scored& a, const Scored& b) {
    return a.part != b.part ? a.part < b.part : a.section < b.section;
  });
  for (const Scored& candidate : candidates_) {
    // Unsigned on purpose: a section before the file's first is a huge number.
    if (!files_.empty() && files_.back().part == candidate.part &&
        candidate.section - files_.back().record.first_section < files_.back().record.sections) {
      continue;
    }
    const Segment& segment = *part(candidate.part).segment;
    FileMatches file;
    file.part = candidate.part;
    file.number = segment.section(candidate.section).file;
    file.record = segment.file(file.number);
    if (candidate.section - file.record.first_section >= file.record.sections) continue;  // damaged
    file.cells = cells_.size();
    cells_.resize(cells_.size() + std::size_t{file.record.sections} * clauses());
    set_priors(file);
    files_.push_back(file);
  }
  fill_cells();
}

// What every clause does in every section of these files, not only in the candidates:
// a word may stand two sections off from the others, or anywhere in the file. Clause
// by clause, because the files ascend and so each list is walked once.
void Ranker::Impl::fill_cells() {
  for (std::size_t clause = 0; clause < clauses(); ++clause) {
    std::uint32_t block = 0;
    std::uint32_t before = 0;
    for (FileMatches& file : files_) {
      if (file.part != before) block = 0;
      before = file.part;
      fill_row(file, clause, block);
    }
  }
}

void Ranker::Impl::fill_row(FileMatches& file, std::size_t clause, std::uint32_t& block) {
  const WeightedPostings& word = part(file.part).words[clause];
  const std::uint32_t begin = file.record.first_section;
  const std::uint32_t end = begin + file.record.sections;
  std::uint32_t* row = cells_.data() + file.cells + clause * file.record.sections;
  std::uint32_t most = 0;
  block = word.postings.block_for(begin, block);
  for (std::uint32_t index = block; index < word.postings.blocks(); ++index) {
    const Block found = word.postings.block(index);
    found.visit(begin, end, [&](std::uint32_t section, std::uint8_t impact) {
      row[section - begin] = word.weight * impact;
      most = std::max(most, row[section - begin]);
    });
    if (found.last >= end) break;
  }
  // The best section for each word, summed: a long file does not win by repeating one.
  file.own += most / kScoreUnit;
}

void Ranker::Impl::set_priors(FileMatches& file) const {
  const double days =
      static_cast<double>(now_.time_since_epoch().count() - file.record.date_ms) / 86'400'000.0;
  // After twenty half-lives nothing is left of it, and a date far ahead counts as today.
  if (file.record.date_ms != 0 && days < ranking_.half_life_days * 20) {
    file.recency = 1 + ranking_.recency * std::exp2(-std::max(days, 0.0) / ranking_.half_life_days);
  }
  if (file.record.importance != 0) {
    file.importance = 1 + ranking_.importance * (file.record.importance - 5);
  }
}

// A note that is linked with another good answer gets a little of its score: one hop,
// either way, and only among the files that have candidates. So a note without any of
// the words never comes in by its links, and no file is read for them.
void Ranker::Impl::support_links() {
  std::map<std::uint64_t, std::size_t> by_stem;
  const bool any = std::any_of(files_.begin(), files_.end(),
                               [](const FileMatches& file) { return file.record.links > 0; });
  if (!any) return;
  for (std::size_t i = 0; i < files_.size(); ++i) by_stem.emplace(files_[i].record.stem_hash, i);
  for (FileMatches& from : files_) {
    const Segment& segment = *part(from.part).segment;
    for (std::uint32_t i = 0; i < from.record.links; ++i) {
      const auto found = by_stem.find(segment.link(from.record.first_link + i));
      if (found == by_stem.end()) continue;
      FileMatches& to = files_[found->second];
      if (&to == &from) continue;
      to.link = std::max(to.link, ranking_.link * from.own);
      from.link = std::max(from.link, ranking_.link * to.own);
    }
  }
}

Ranker::Impl::Sums Ranker::Impl::sum_of(const FileMatches& file, std::int64_t section) const {
  Sums sums;
  // The better neighbour counts, not both: or the middle of a long text would win over
  // its ends.
  for (std::size_t clause = 0; clause < clauses(); ++clause) {
    const auto at = [&](std::int64_t where) { return cell(file, clause, section + where); };
    const double near = std::max(at(-1), at(1));
    const double next = std::max(at(-2), at(2));
    sums.own += at(0);
    sums.near += std::max(ranking_.near * near, ranking_.next_to_near * next);
  }
  sums.own /= kScoreUnit;
  sums.near /= kScoreUnit;
  return sums;
}

// The candidates and two sections on either side. A neighbour may come out on top: an
// answer often stands below the heading or the question that has the words.
void Ranker::Impl::score_sections() {
  auto candidate = candidates_.begin();
  for (std::uint32_t number = 0; number < files_.size(); ++number) {
    const FileMatches& file = files_[number];
    std::int64_t next = 0;  // sections before it are scored
    for (; candidate != candidates_.end() && candidate->part == file.part; ++candidate) {
      const std::int64_t at =
          std::int64_t{candidate->section} - std::int64_t{file.record.first_section};
      if (at < 0 || at >= file.record.sections) break;
      const std::int64_t end = std::min<std::int64_t>(at + 3, file.record.sections);
      for (next = std::max(next, at - 2); next < end; ++next) {
        const Sums sums = sum_of(file, next);
        const double score = (sums.own + sums.near + ranking_.file * file.own + file.link);
        sections_.push_back({score * file.prior(), file.part,
                             file.record.first_section + static_cast<std::uint32_t>(next)});
      }
    }
  }
  std::sort(sections_.begin(), sections_.end(), kBetter);
}

// By binary search: files_ is sorted by part and first section.
const FileMatches& Ranker::Impl::file_of(const RankedSection& section) const {
  const auto found = std::upper_bound(
      files_.begin(), files_.end(), section, [](const RankedSection& s, const FileMatches& f) {
        return s.part != f.part ? s.part < f.part : s.section < f.record.first_section;
      });
  return found == files_.begin() ? files_.front() : *std::prev(found);
}

const Closeness& Ranker::Impl::closeness(const FileMatches& file, std::uint32_t section) {
  const PartMatches& from = part(file.part);
  nearness_.resize(matches_.parts().size());
  std::optional<Nearness>& nearness = nearness_[file.part];
  if (!nearness) nearness.emplace(*from.segment, matches_.query(), from.clauses);
  return nearness->measure(from.segment->section(section));
}

// Exact words and words that stand together need the section's own words, which cost
// more than all the rest: so only the best few are read. They can only gain, and what
// is not among the best before rarely would be after.
void Ranker::Impl::rescore() {
  const std::size_t count = std::min<std::size_t>(ranking_.rescored, sections_.size());
  for (std::size_t i = 0; i < count; ++i) {
    RankedSection& section = sections_[i];
    const FileMatches& file = file_of(section);
    const Closeness& found = closeness(file, section.section);
    const std::int64_t at = std::int64_t{section.section} - file.record.first_section;
    double more = 0;
    for (std::size_t clause = 0; clause < clauses(); ++clause) {
      if (found.exact[clause]) more += ranking_.exact * cell(file, clause, at) / kScoreUnit;
      if (found.nearness[clause] == 0 || clause == 0) continue;
      const auto& words = part(file.part).words;
      // The commoner of two words decides: "the sea" is hardly more than "sea".
      const double lesser = std::min(words[clause - 1].weight, words[clause].weight);
      more += ranking_.together * found.nearness[clause] * lesser / kWeightUnit;
    }
    section.score += more * file.prior();
  }
  std::sort(sections_.begin(), sections_.end(), kBetter);
}

// A query of filters alone has nothing to score by: the newest first.
Result<RankedSections> Ranker::Impl::newest() {
  for (std::uint32_t number = 0; number < matches_.parts().size(); ++number) {
    const PartMatches& from = part(number);
    for (std::uint32_t i = 0; i < from.segment->files(); ++i) {
      const FileRecord file = from.segment->file(i);
      if (file.sections == 0) continue;
      if (from.allowed != nullptr && !from.allowed->test(file.first_section)) continue;
      sections_.push_back({static_cast<double>(file.date_ms), number, file.first_section});
    }
  }
  std::sort(sections_.begin(), sections_.end(), kBetter);
  for (RankedSection& section : sections_) section.score = 0;  // the date was to sort by
  if (matches_.damaged()) return fail(corrupt("the search catalog is damaged"));
  return std::move(sections_);
}

Reasons Ranker::Impl::explain(const RankedSection& section) {
  Reasons reasons;
  if (files_.empty()) return reasons;
  const FileMatches& file = file_of(section);
  const PartMatches& from = part(file.part);
  const std::int64_t at = std::int64_t{section.section} - file.record.first_section;
  const Closeness& found = closeness(file, section.section);
  for (std::size_t clause = 0; clause < clauses(); ++clause) {
    Reasons::Word word;
    word.text = matches_.query().clauses[clause].text;
    word.rarity = static_cast<double>(from.words[clause].weight) / kWeightUnit;
    word.score = cell(file, clause, at) / kScoreUnit;
    word.fields = found.fields[clause];
    word.exact = found.exact[clause];
    if (word.exact) reasons.exact += ranking_.exact * word.score;
    if (clause > 0) {
      const double lesser = std::min(from.words[clause - 1].weight, from.words[clause].weight);
      reasons.together += ranking_.together * found.nearness[clause] * lesser / kWeightUnit;
    }
    reasons.words.push_back(std::move(word));
  }
  reasons.near = sum_of(file, at).near;
  reasons.file = ranking_.file * file.own;
  reasons.link = file.link;
  reasons.recency = file.recency;
  reasons.importance = file.importance;
  return reasons;
}

Ranker::Ranker(std::span<const Collection> collections, const Query& query, const Ranking& ranking,
               Timestamp now)
    : impl_(std::make_unique<Impl>(collections, query, ranking, now)) {}
Ranker::~Ranker() = default;

Result<RankedSections> Ranker::rank() { return impl_->rank(); }
bool Ranker::exhausted() const { return impl_->exhausted(); }
Reasons Ranker::explain(const RankedSection& section) const { return impl_->explain(section); }

}  // namespace loci::search
