#include "search/ranker.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>

#include "search/matches.h"
#include "search/meaning.h"
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
  double note = 0;        // of the whole note
  double link = 0;
  double meaning = 0;  // of the whole note, -1 to 1
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
      find_meant();
      gather_files();
      support_links();
      score_sections();
      rescore();
      add_meaning();
    }
    if (matches_.damaged()) return fail(corrupt("the search catalog is damaged"));
    return std::move(sections_);
  }

  [[nodiscard]] bool exhausted() const { return found_ < ranking_.candidates; }
  [[nodiscard]] Reasons explain(const RankedSection& section);
  [[nodiscard]] std::size_t notes_with(std::size_t clause) const {
    return matches_.notes_with(clause);
  }

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
  [[nodiscard]] FileMatches& file_of(const RankedSection& section) {
    return const_cast<FileMatches&>(std::as_const(*this).file_of(section));
  }

  Result<RankedSections> newest();
  void find_candidates();
  void find_meant();
  void gather_files();
  void fill_cells();
  // The way through one list of postings: the block that was looked at last.
  struct Way {
    std::uint32_t part = 0;
    std::uint32_t index = 0;
    Block block;
  };
  void fill_row(FileMatches& file, std::size_t clause, Way& way);
  [[nodiscard]] double note_score(const FileMatches& file, std::size_t clause, double count) const;
  void set_priors(FileMatches& file) const;
  void support_links();
  void score_sections();
  void rescore();
  void add_meaning();
  [[nodiscard]] double meaning_of(const FileMatches& file, std::uint32_t section);
  // Of every section that is scored, in their order; of those that have words, only down to
  // `least` by their words, the others are left at 0.
  std::vector<double> meanings(double least);
  void turn_to_the_best(const std::vector<double>& meanings);
  // What a note without a word of the query must at least be alike to be shown.
  [[nodiscard]] double bar() const;
  [[nodiscard]] double bar_of_guesses(const std::vector<double>& meanings) const;
  struct Sums {
    double own = 0;
    double near = 0;
  };
  [[nodiscard]] Sums sum_of(const FileMatches& file, std::int64_t section) const;
  [[nodiscard]] Nearness& nearness(std::uint32_t part);
  // Valid until the next call.
  const Closeness& closeness(const FileMatches& file, std::uint32_t section);
  // What a section gains by exact words and by words that stand together.
  double gain(const FileMatches& file, std::uint32_t section);

  Matches matches_;
  Ranking ranking_;
  Timestamp now_;
  std::vector<Scored> candidates_;
  std::size_t found_ = 0;  // of those, by their words
  std::optional<Meaning> meaning_;
  double meaning_counts_ = 0;         // what a cosine of 1 adds
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
  candidates_ = ranking_.own_words_only ? best.take() : best.take_unsorted();
  found_ = candidates_.size();
  if (!ranking_.own_words_only) return;
  for (const Scored& scored : candidates_) {
    sections_.push_back({scored.score / kScoreUnit, scored.part, scored.section});
  }
}

// Sections that mean what is asked, whether or not they have a word of it.
void Ranker::Impl::find_meant() {
  if (ranking_.embedder == nullptr || ranking_.meaning <= 0) return;
  meaning_.emplace(matches_, *ranking_.embedder);
  if (meaning_->trust() == 0) {
    meaning_.reset();
    return;
  }
  for (const Scored& near : meaning_->nearest(ranking_.meant)) {
    if (meaning_->of_section(near.part, near.section) < bar()) continue;
    candidates_.push_back({0, near.part, near.section});
  }
}

// The candidates are sorted as the sections stand in the catalog, so that those of one
// file follow each other and every list of postings is walked forwards only.
void Ranker::Impl::gather_files() {
  std::sort(candidates_.begin(), candidates_.end(), [](const Scored& a, const Scored& b) {
    return a.part != b.part ? a.part < b.part : a.section < b.section;
  });
  // Records lie far apart: all are asked for before the first is needed.
  for (const Scored& one : candidates_) part(one.part).segment->expect_section(one.section);
  for (const Scored& one : candidates_) {
    const Segment& segment = *part(one.part).segment;
    segment.expect_file(segment.section(one.section).file);
  }
  files_.reserve(candidates_.size());
  cells_.reserve(candidates_.size() * clauses());
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
    Way way;
    for (FileMatches& file : files_) {
      if (file.part != way.part) way = {file.part, 0, {}};
      fill_row(file, clause, way);
    }
  }
}

void Ranker::Impl::fill_row(FileMatches& file, std::size_t clause, Way& way) {
  const WeightedPostings& word = part(file.part).words[clause];
  const std::uint32_t begin = file.record.first_section;
  const std::uint32_t end = begin + file.record.sections;
  std::uint32_t* row = cells_.data() + file.cells + clause * file.record.sections;
  const Segment& segment = *part(file.part).segment;
  double count = 0;  // how often it stands in the note, with the weights of the fields
  if (way.block.count == 0 || way.block.last < begin) {
    way.index = word.postings.block_for(begin, way.index);
    way.block = word.postings.block(way.index);
  }
  for (;;) {
    way.block.visit(begin, end, [&](std::uint32_t section, std::uint8_t impact) {
      row[section - begin] = word.weight * impact;
      count += count_of(ranking_.weights, impact, segment.section(section).length);
    });
    if (way.block.last >= end || way.index + 1 >= word.postings.blocks()) break;
    way.block = word.postings.block(++way.index);
  }
  if (count > 0) file.note += note_score(file, clause, count);
}

// BM25 of the note as a whole. Sections alone would let a long note win, which has many
// of them to be lucky with.
double Ranker::Impl::note_score(const FileMatches& file, std::size_t clause, double count) const {
  const double length = file.record.length / matches_.average_length();
  const double slowness = ranking_.note_k1 * (1 - ranking_.note_b + ranking_.note_b * length);
  return ranking_.note * matches_.note_weight(clause) / kWeightUnit * count / (count + slowness);
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
      to.link = std::max(to.link, ranking_.link * from.note);
      from.link = std::max(from.link, ranking_.link * to.note);
    }
  }
}

Ranker::Impl::Sums Ranker::Impl::sum_of(const FileMatches& file, std::int64_t section) const {
  Sums sums;
  // The better neighbour counts, not both: or the middle of a long text would win over
  // its ends. It adds to what the section lacks: a word that is there in full gains nothing.
  for (std::size_t clause = 0; clause < clauses(); ++clause) {
    const auto at = [&](std::int64_t where) { return cell(file, clause, section + where); };
    const double near = std::max(at(-1), at(1));
    const double next = std::max(at(-2), at(2));
    const double full = part(file.part).words[clause].weight * 254.0;
    sums.own += at(0);
    sums.near += std::max(ranking_.near * near, ranking_.next_to_near * next) *
                 std::max(1 - at(0) / full, 0.0);
  }
  sums.own /= kScoreUnit;
  sums.near /= kScoreUnit;
  return sums;
}

// The candidates and two sections on either side. A neighbour may come out on top: an
// answer often stands below the heading or the question that has the words.
void Ranker::Impl::score_sections() {
  auto candidate = candidates_.begin();
  sections_.reserve(candidates_.size() * 2);
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
        const double score = (sums.own + sums.near + file.note + file.link);
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

Nearness& Ranker::Impl::nearness(std::uint32_t number) {
  nearness_.resize(matches_.parts().size());
  std::optional<Nearness>& nearness = nearness_[number];
  if (!nearness) nearness.emplace(*part(number).segment, matches_.query(), part(number).clauses);
  return *nearness;
}

const Closeness& Ranker::Impl::closeness(const FileMatches& file, std::uint32_t section) {
  return nearness(file.part).measure(part(file.part).segment->section(section));
}

double Ranker::Impl::gain(const FileMatches& file, std::uint32_t section) {
  const std::int64_t at = std::int64_t{section} - file.record.first_section;
  const Nearness& near = nearness(file.part);
  double more = 0;
  const auto has = [&](std::size_t clause) { return cell(file, clause, at) > 0; };
  if (!ranking_.plainly && !near.must_be_read(has)) {
    for (std::size_t clause = 0; clause < clauses(); ++clause) {
      if (near.exact(clause) != Nearness::Exact::Always) continue;
      more += ranking_.exact * cell(file, clause, at) / kScoreUnit;
    }
    return more;
  }
  const Closeness& found = closeness(file, section);
  for (std::size_t clause = 0; clause < clauses(); ++clause) {
    if (found.exact[clause]) more += ranking_.exact * cell(file, clause, at) / kScoreUnit;
    if (found.nearness[clause] == 0 || clause == 0) continue;
    const auto& words = part(file.part).words;
    // The commoner of two words decides: "the sea" is hardly more than "sea".
    const double lesser = std::min(words[clause - 1].weight, words[clause].weight);
    more += ranking_.together * found.nearness[clause] * lesser / kWeightUnit;
  }
  return more;
}

// Exact words and words that stand together mostly need the section's own words, which cost
// more than all the rest: so only the best few are read. They can only gain, and what
// is not among the best before rarely would be after.
void Ranker::Impl::rescore() {
  const std::size_t count = std::min<std::size_t>(ranking_.rescored, sections_.size());
  for (std::size_t i = 0; i < count; ++i) {
    RankedSection& section = sections_[i];
    const FileMatches& file = file_of(section);
    section.score += gain(file, section.section) * file.prior();
  }
  // None of them has less than before: the others stay behind.
  std::sort(sections_.begin(), sections_.begin() + static_cast<std::ptrdiff_t>(count), kBetter);
}

double Ranker::Impl::meaning_of(const FileMatches& file, std::uint32_t section) {
  return (meaning_->of_section(file.part, file.record, section) + file.meaning) / 2;
}

std::vector<double> Ranker::Impl::meanings(double least) {
  std::vector<double> cosines;
  cosines.reserve(sections_.size());
  const FileMatches* last = nullptr;
  for (const RankedSection& section : sections_) {
    if (section.score > 0 && section.score < least) {
      cosines.push_back(0);
      continue;
    }
    FileMatches& file = file_of(section);
    if (&file != last) file.meaning = meaning_->of_note(file.part, file.record);
    last = &file;
    cosines.push_back(meaning_of(file, section.section));
  }
  return cosines;
}

// What the best notes are about says more of what was meant than a few words do.
void Ranker::Impl::turn_to_the_best(const std::vector<double>& meanings) {
  std::vector<std::pair<double, const FileMatches*>> best;
  for (std::size_t i = 0; i < sections_.size(); ++i) {
    const FileMatches* file = &file_of(sections_[i]);
    const double score = sections_[i].score + meaning_counts_ * meanings[i];
    if (!best.empty() && best.back().second == file) {
      best.back().first = std::max(best.back().first, score);
    } else {
      best.emplace_back(score, file);
    }
  }
  const std::size_t count = std::min<std::size_t>(ranking_.turned_to, best.size());
  std::partial_sort(best.begin(), best.begin() + static_cast<std::ptrdiff_t>(count), best.end(),
                    [](const auto& a, const auto& b) {
                      return a.first != b.first ? a.first > b.first : a.second < b.second;
                    });
  std::vector<Meaning::Weighed> notes;
  for (std::size_t i = 0; i < count; ++i) {
    notes.push_back({best[i].first, best[i].second->part, &best[i].second->record});
  }
  meaning_->turn_to(notes, ranking_.turn);
}

double Ranker::Impl::bar() const {
  const double least = ranking_.guess_bar + ranking_.guess_of_pieces * (1 - meaning_->whole());
  return least + (ranking_.meaning_bar - least) * meaning_->in_words();
}

// The few best guesses, and nothing that is much worse than the best of them.
double Ranker::Impl::bar_of_guesses(const std::vector<double>& meanings) const {
  std::vector<double> guesses;  // a file each
  const FileMatches* last = nullptr;
  for (std::size_t i = 0; i < sections_.size(); ++i) {
    if (sections_[i].score > 0) continue;
    const FileMatches* file = &file_of(sections_[i]);
    if (file == last) {
      guesses.back() = std::max(guesses.back(), meanings[i]);
    } else {
      guesses.push_back(meanings[i]);
    }
    last = file;
  }
  if (guesses.empty() || ranking_.guesses == 0) return ranking_.meaning_bar;
  std::sort(guesses.rbegin(), guesses.rend());
  const double last_shown = guesses[std::min<std::size_t>(ranking_.guesses, guesses.size()) - 1];
  const double within = ranking_.guess_within * guesses.front();
  return std::min(ranking_.meaning_bar, std::max({bar(), last_shown, within}));
}

// Added to what the words gave, and not multiplied: a note that says the same in other words
// has nothing to multiply.
void Ranker::Impl::add_meaning() {
  if (!meaning_ || sections_.empty()) return;
  const double most = sections_.front().score;
  meaning_counts_ = ranking_.meaning * meaning_->trust() * (most > 0 ? most : 1);
  const double worth_turning_to =
      sections_[std::min<std::size_t>(ranking_.rescored, sections_.size()) - 1].score;
  // As they stand in the catalog: neighbours follow each other.
  std::sort(sections_.begin(), sections_.end(), [](const auto& a, const auto& b) {
    return a.part != b.part ? a.part < b.part : a.section < b.section;
  });
  const std::vector<double> asked = meanings(worth_turning_to);
  const double least = bar_of_guesses(asked);
  turn_to_the_best(asked);
  const std::vector<double> turned = meanings(0);
  RankedSections kept;
  kept.reserve(sections_.size());
  for (std::size_t i = 0; i < sections_.size(); ++i) {
    RankedSection section = sections_[i];
    section.by_meaning = section.score <= 0;
    if (section.by_meaning && asked[i] < least) continue;
    section.score += meaning_counts_ * turned[i];
    kept.push_back(section);
  }
  sections_ = std::move(kept);
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
  reasons.note = file.note;
  reasons.link = file.link;
  reasons.recency = file.recency;
  reasons.importance = file.importance;
  if (meaning_) reasons.meaning = meaning_counts_ * meaning_of(file, section.section);
  return reasons;
}

Ranker::Ranker(std::span<const Collection> collections, const Query& query, const Ranking& ranking,
               Timestamp now)
    : impl_(std::make_unique<Impl>(collections, query, ranking, now)) {}
Ranker::~Ranker() = default;

Result<RankedSections> Ranker::rank() { return impl_->rank(); }
bool Ranker::exhausted() const { return impl_->exhausted(); }
std::size_t Ranker::notes_with(std::size_t clause) const { return impl_->notes_with(clause); }
Reasons Ranker::explain(const RankedSection& section) const { return impl_->explain(section); }

}  // namespace loci::search
