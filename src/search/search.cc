#include "search/search.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "base/text.h"
#include "note/lifetime.h"
#include "note/note.h"
#include "search/checksum.h"

namespace loci::search {
namespace {

// How often the candidates are made more when too few notes have them all.
constexpr int kWidenings = 4;
constexpr std::uint32_t kWider = 8;
// Candidates for each note that is wanted: several may be of one note.
constexpr std::size_t kSectionsOfAHit = 6;

// A file with sections among the ranked ones.
struct RankedFile {
  std::uint32_t part;
  std::uint32_t file;
  std::vector<RankedSection> sections;
  std::string outdated{};
  std::string due{};
};

// A note that says which others it takes the place of.
struct Superseding {
  std::size_t collection;
  std::string key;
  std::vector<std::string> names;
};
// What a note counts that holds no more.
constexpr double kOutdatedCounts = 0.5;
// So many times the notes that are wanted are looked at for that.
constexpr std::size_t kLookedAt = 2;
constexpr std::uint32_t kNoFile = ~std::uint32_t{0};

class Searcher {
 public:
  Searcher(std::span<const Collection> collections, const Query& query,
           const SearchOptions& options)
      : query_(widened(query, collections, options.widenings)),
        options_(options),
        highlighter_(query_) {
    for (std::size_t number = 0; number < collections.size(); ++number) {
      for (const Part& part : collections[number].parts) {
        const auto first = options.first.empty()
                               ? std::nullopt
                               : part.segment->find_file(options.first, checksum(options.first));
        parts_.push_back({part.segment, number, part.alive, first.value_or(kNoFile)});
      }
    }
  }

  Result<Answer> run(std::span<const Collection> collections) {
    Ranking ranking = options_.ranking;
    const std::size_t wanted = options_.limit * kSectionsOfAHit;
    ranking.candidates = std::max(ranking.candidates, static_cast<std::uint32_t>(wanted));
    for (int widening = 0;; ++widening) {
      Ranker ranker(collections, query_, ranking, options_.now);
      LOCI_ASSIGN(const RankedSections ranked, ranker.rank());
      group(ranked);
      if (files_.size() < options_.limit && !ranker.exhausted() && widening < kWidenings) {
        ranking.candidates *= kWider;
        continue;
      }
      put_outdated_back();
      return answer(ranker);
    }
  }

 private:
  struct From {
    std::shared_ptr<const Segment> segment;
    std::size_t collection;
    std::shared_ptr<const Bits> alive;  // nullptr: all
    std::uint32_t first;                // its file with the name of SearchOptions::first
  };

  void group(const RankedSections& ranked) {
    files_.clear();
    files_.reserve(ranked.size());
    // An open-addressed table from a file to its number in files_, plus one; at most
    // half full, so that a file is found in a step or two.
    std::vector<std::uint32_t> slots(std::bit_ceil(ranked.size() * 2 + 1));
    for (const RankedSection& section : ranked) {
      const std::uint32_t file = parts_[section.part].segment->section(section.section).file;
      std::size_t at = (section.part * 31 + file) & (slots.size() - 1);
      while (slots[at] != 0 &&
             (files_[slots[at] - 1].file != file || files_[slots[at] - 1].part != section.part)) {
        at = (at + 1) & (slots.size() - 1);
      }
      if (slots[at] == 0) {
        files_.push_back({section.part, file, {}});
        slots[at] = static_cast<std::uint32_t>(files_.size());
      }
      // The others are only counted.
      if (slots[at] <= options_.limit * kLookedAt || may_be_first(section.part, file))
        files_[slots[at] - 1].sections.push_back(section);
    }
  }

  // Every note that supersedes others. `any` is set when one says anything of its time.
  std::vector<Superseding> superseding(bool& any) const {
    std::vector<Superseding> all;
    for (const From& from : parts_) {
      const Segment& segment = *from.segment;
      for (const std::uint32_t number : segment.dated_files()) {
        const FileRecord file = segment.file(number);
        if (from.alive && !from.alive->test(file.first_section)) continue;
        any = true;
        note::Lifetime life = note::lifetime_in(segment.text(file));
        if (life.supersedes.empty()) continue;
        all.push_back(
            {from.collection, std::string(segment.key(number)), std::move(life.supersedes)});
      }
    }
    return all;
  }

  // Whether a collection has a note of that file name: then it is the one that is meant.
  [[nodiscard]] bool has_file(std::size_t collection, std::string_view name) const {
    std::string key(name);
    if (!key.ends_with(".md")) key += ".md";
    const std::uint64_t hash = checksum(key);
    return std::any_of(parts_.begin(), parts_.end(), [&](const From& from) {
      if (from.collection != collection) return false;
      const auto found = from.segment->find_file(key, hash);
      if (!found) return false;
      return !from.alive || from.alive->test(from.segment->file(*found).first_section);
    });
  }

  [[nodiscard]] std::string why_outdated(const RankedFile& found,
                                         const std::vector<Superseding>& all) const {
    const From& from = parts_[found.part];
    const FileRecord file = from.segment->file(found.file);
    if (file.dated != 0) {
      const note::Lifetime life = note::lifetime_in(from.segment->text(file));
      if (life.is_expired(options_.today)) return fmt::format("expired on {}", life.expires);
    }
    const std::string_view key = from.segment->key(found.file);
    for (const Superseding& by : all) {
      const bool own = by.collection == from.collection;
      if (own && by.key == key) continue;
      for (const std::string& name : by.names) {
        if (!note::names_note(name, key, from.segment->string(file.name))) continue;
        if (own || !has_file(by.collection, name)) return fmt::format("superseded by {}", by.key);
      }
    }
    return {};
  }

  [[nodiscard]] std::string why_due(const RankedFile& found) const {
    const From& from = parts_[found.part];
    const FileRecord file = from.segment->file(found.file);
    if (file.dated == 0) return {};
    const note::Lifetime life = note::lifetime_in(from.segment->text(file));
    return life.is_due(options_.today) ? fmt::format("to be reviewed by {}", life.review_by)
                                       : std::string();
  }

  // A note that holds no more counts less than one that does.
  void put_outdated_back() {
    bool any = false;
    if (options_.today.empty()) return;
    const std::vector<Superseding> all = superseding(any);
    if (!any) return;
    const std::size_t looked = std::min(files_.size(), options_.limit * kLookedAt);
    for (std::size_t i = 0; i < looked; ++i) {
      files_[i].outdated = why_outdated(files_[i], all);
      files_[i].due = why_due(files_[i]);
      if (files_[i].outdated.empty()) continue;
      for (RankedSection& section : files_[i].sections) section.score *= kOutdatedCounts;
    }
    const auto end = files_.begin() + static_cast<std::ptrdiff_t>(looked);
    std::stable_sort(files_.begin(), end, [](const RankedFile& a, const RankedFile& b) {
      return a.sections.front().score > b.sections.front().score;
    });
  }

  [[nodiscard]] bool may_be_first(std::uint32_t part, std::uint32_t file) const {
    return parts_[part].first == file;
  }

  Result<Answer> answer(const Ranker& ranker) {
    Answer answer;
    std::vector<Hit> others;
    others.reserve(std::min(options_.limit, files_.size()));
    for (std::size_t i = 0; i < files_.size(); ++i) {
      const RankedFile& found = files_[i];
      if (may_be_first(found.part, found.file)) {
        Hit first = hit(found, ranker);
        if (has_every_word(first)) {
          answer.hits.push_back(std::move(first));
        } else if (i < options_.limit) {
          others.push_back(std::move(first));
        }
      } else if (i < options_.limit) {
        others.push_back(hit(found, ranker));
      }
    }
    if (answer.hits.empty()) {
      answer.hits = std::move(others);
    } else {
      std::move(others.begin(), others.end(), std::back_inserter(answer.hits));
    }
    if (answer.hits.size() > options_.limit) answer.hits.resize(options_.limit);
    put_names_behind_texts(answer.hits);
    answer.more = files_.size() - answer.hits.size();
    answer.terms = terms(ranker, answer.hits);
    const bool damaged = std::any_of(parts_.begin(), parts_.end(),
                                     [](const From& from) { return from.segment->damaged(); });
    if (damaged) return fail(corrupt("the search catalog is damaged"));
    return answer;
  }

  // In its text, and asked for by somebody.
  [[nodiscard]] bool has_every_word(const Hit& hit) const {
    if (hit.name_only || hit.by_meaning || hit.words.empty()) return false;
    std::vector<bool> there(query_.clauses.size());
    for (const Match& match : hit.matches) there[match.clause] = true;
    for (std::size_t i = 0; i < there.size(); ++i) {
      if (!there[i] && !query_.clauses[i].guessed) return false;
    }
    return true;
  }

  // A note that has the words in its name or description alone does not come before one that has
  // as many of them in its text.
  static void put_names_behind_texts(std::vector<Hit>& hits) {
    for (std::size_t i = hits.size(); i-- > 0;) {
      if (!hits[i].name_only) continue;
      std::size_t to = i;
      for (std::size_t k = i + 1; k < hits.size(); ++k) {
        const bool in_text = !hits[k].name_only && !hits[k].by_meaning;
        if (in_text && hits[k].words.size() >= hits[i].words.size()) to = k;
      }
      const auto at = hits.begin() + static_cast<std::ptrdiff_t>(i);
      std::rotate(at, at + 1, hits.begin() + static_cast<std::ptrdiff_t>(to) + 1);
    }
  }

  [[nodiscard]] std::vector<Term> terms(const Ranker& ranker, const std::vector<Hit>& hits) const {
    std::vector<Term> all;
    for (std::size_t i = 0; i < query_.clauses.size(); ++i) {
      const Clause& clause = query_.clauses[i];
      Term term{clause.text, ranker.notes_with(i), clause.guessed, {}};
      for (const Hit& hit : hits) {
        if (clause.guessed) add_words_of(hit, i, term.as);
      }
      all.push_back(std::move(term));
    }
    return all;
  }

  static void add_words_of(const Hit& hit, std::size_t clause, std::vector<std::string>& words) {
    constexpr std::size_t kMost = 8;
    for (const Match& match : hit.matches) {
      if (match.clause != clause || words.size() == kMost) continue;
      std::string word = fold(hit.text.substr(match.begin, match.end - match.begin));
      if (std::find(words.begin(), words.end(), word) == words.end()) {
        words.push_back(std::move(word));
      }
    }
  }

  Hit hit(const RankedFile& found, const Ranker& ranker) {
    const From& from = parts_[found.part];
    const Segment& segment = *from.segment;
    const FileRecord file = segment.file(found.file);
    Hit hit;
    hit.collection = from.collection;
    hit.key = segment.key(found.file);
    hit.name = segment.string(file.name);
    hit.description = segment.string(file.description);
    if (file.type >= 1 && file.type <= 4) {
      hit.type = note::type_name(static_cast<note::Type>(file.type - 1));
    }
    for (std::string_view tags = segment.string(file.tags); !tags.empty();) {
      const std::string_view tag = tags.substr(0, tags.find('\n'));
      hit.tags.emplace_back(tag);
      tags.remove_prefix(std::min(tag.size() + 1, tags.size()));
    }
    hit.date = Timestamp(std::chrono::milliseconds(file.date_ms));
    hit.score = found.sections.front().score;
    hit.outdated = found.outdated;
    hit.due = found.due;
    hit.by_meaning = found.sections.front().by_meaning;
    hit.owner = from.segment;
    hit.text = segment.text(file);
    // Once for the whole file: its sections show parts of the same.
    hit.matches = highlighter_.find(hit.text);
    count_words(file, segment, hit);
    for (const RankedSection& section : found.sections) {
      if (hit.sections.size() == options_.sections_of_a_note) break;
      hit.sections.push_back(section_hit(segment, section, hit.matches, ranker));
    }
    return hit;
  }

  void count_words(const FileRecord& file, const Segment& segment, Hit& hit) {
    const std::vector<Match>& matches = hit.matches;
    std::vector<std::size_t> counts(query_.clauses.size());
    for (const Match& match : matches) ++counts[match.clause];
    hit.total_hits = matches.size();
    const SectionRecord first = segment.section(file.first_section);
    hit.first_line = first.line;
    hit.name_only = !query_.clauses.empty() && !hit.by_meaning &&
                    (matches.empty() || matches.back().begin < first.begin);
    std::vector<bool> named(counts.size());
    if (hit.name_only) {  // the name may be the file's, which stands in no text
      for (const Match& match : highlighter_.find(hit.key)) named[match.clause] = true;
    }
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] > 0 || named[i]) hit.words.push_back({query_.clauses[i].text, counts[i]});
    }
  }

  SectionHit section_hit(const Segment& segment, const RankedSection& ranked,
                         const std::vector<Match>& matches, const Ranker& ranker) const {
    const SectionRecord section = segment.section(ranked.section);
    const std::string_view all = segment.text(segment.file(section.file));
    const std::size_t end = std::min<std::size_t>(section.end, all.size());
    const std::size_t begin = std::min<std::size_t>(section.body_begin, end);
    const std::string_view body = all.substr(begin, end - begin);
    SectionHit hit;
    hit.headings = segment.string(section.headings);
    hit.line = section.line;
    hit.end_line = section.end_line;
    hit.score = ranked.score;
    std::vector<Match> within;
    for (const Match& match : matches) {
      if (match.begin < begin || match.end > end) continue;
      within.push_back({match.begin - begin, match.end - begin, match.clause});
    }
    hit.snippet = search::snippet(body, within, options_.snippet_characters);
    if (options_.explain) hit.reasons = ranker.explain(ranked);
    return hit;
  }

  const Query query_;
  const SearchOptions& options_;
  Highlighter highlighter_;
  std::vector<From> parts_;
  std::vector<RankedFile> files_;
};

}  // namespace

Result<Answer> search(std::span<const Collection> collections, const Query& query,
                      const SearchOptions& options) {
  return Searcher(collections, query, options).run(collections);
}

}  // namespace loci::search
