#include "search/matches.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "note/note.h"
#include "search/bytes.h"

namespace loci::search {
namespace {

// Fields do not touch: no phrase runs from a name into a description.
constexpr std::uint32_t kFieldGap = 16;
// A note of a day that was asked for counts as if a tag said so.
constexpr std::uint8_t kDayImpact = 150;

struct PlacedWord {
  std::uint32_t word;
  std::uint32_t position;
};

void read_places(const Segment& segment, const SectionRecord& section, Segment::Words& words,
                 std::vector<PlacedWord>& placed) {
  words.clear();
  placed.clear();
  std::array<std::uint32_t, kFields> counts{};
  if (!segment.read_words(section, words, counts)) return;
  std::uint32_t position = 0;
  std::size_t field = 0;
  std::size_t field_end = counts[0];
  for (std::size_t i = 0; i < words.size(); ++i) {
    while (i >= field_end && field + 1 < kFields) {
      field_end += counts[++field];
      position += kFieldGap;
    }
    if (!words[i].joined()) ++position;
    placed.push_back({words[i].number(), position});
  }
}

bool has_phrase(const std::vector<PlacedWord>& placed, const std::vector<std::uint32_t>& phrase) {
  for (std::size_t begin = 0; begin < placed.size(); ++begin) {
    if (placed[begin].word != phrase[0]) continue;
    std::size_t matched = 1;
    for (std::size_t at = begin + 1; at < placed.size() && matched < phrase.size(); ++at) {
      const std::uint32_t wanted = placed[begin].position + static_cast<std::uint32_t>(matched);
      if (placed[at].position > wanted) break;
      if (placed[at].position == wanted && placed[at].word == phrase[matched]) ++matched;
    }
    if (matched == phrase.size()) return true;
  }
  return false;
}

bool holds(const std::vector<std::string>& texts, std::string_view text) {
  return std::find(texts.begin(), texts.end(), text) != texts.end();
}

bool scope_fits(const std::vector<std::string>& wanted, std::string_view scope) {
  return std::any_of(wanted.begin(), wanted.end(), [&](const std::string& name) {
    return scope == name || (scope.starts_with(name) && scope[name.size()] == ':');
  });
}

bool has_tag(std::string_view tags, std::string_view wanted) {
  while (!tags.empty()) {
    const std::string_view tag = tags.substr(0, tags.find('\n'));
    if (folds_to(tag, wanted)) return true;
    tags.remove_prefix(std::min(tag.size() + 1, tags.size()));
  }
  return false;
}

bool file_fits(const Segment& segment, std::uint32_t number, const Query& query) {
  const FileRecord file = segment.file(number);
  if (!query.types.empty()) {
    if (file.type == 0 || file.type > 4) return false;
    if (!holds(query.types, note::type_name(static_cast<note::Type>(file.type - 1)))) return false;
  }
  if (query.after && file.date_ms < query.after->time_since_epoch().count()) return false;
  if (query.before && file.date_ms >= query.before->time_since_epoch().count()) return false;
  for (const std::string& tag : query.tags) {
    if (!has_tag(segment.string(file.tags), tag)) return false;
  }
  if (!query.files.empty()) {
    const std::string key = fold(segment.key(number));
    for (const std::string& part : query.files) {
      if (key.find(part) == std::string::npos) return false;
    }
  }
  return true;
}

// Of what has no count in the segment; of the sections that are allowed.
std::uint32_t files_in(const Segment& segment, const PostingList& postings, const Bits* allowed) {
  std::uint32_t count = 0;
  std::uint32_t last = ~std::uint32_t{0};
  visit_all(postings, [&](std::uint32_t section, std::uint8_t) {
    if (allowed != nullptr && !allowed->test(section)) return;
    const std::uint32_t file = segment.section(section).file;
    count += file == last ? 0U : 1U;
    last = file;
  });
  return count;
}

// A stem with words that are meant.
struct MeantTerm {
  std::uint32_t number;
  bool whole;  // all its words are
};

std::vector<MeantTerm> terms_of(const Segment& segment, const ClauseInPart& where) {
  const char* terms = segment.terms_of_words();
  std::vector<MeantTerm> meant;
  if (terms == nullptr) return meant;
  const auto term_of = [&](std::size_t word) { return load<std::uint32_t>(terms + word * 4); };
  for (std::uint32_t word = where.first_word; word < where.end_word; ++word) {
    meant.push_back({term_of(word), true});
  }
  where.among.visit([&](std::size_t word) { meant.push_back({term_of(word), true}); });
  const auto by_number = [](const MeantTerm& a, const MeantTerm& b) { return a.number < b.number; };
  std::sort(meant.begin(), meant.end(), by_number);
  meant.erase(std::unique(meant.begin(), meant.end(),
                          [](const auto& a, const auto& b) { return a.number == b.number; }),
              meant.end());
  for (std::uint32_t word = 0; word < segment.words() && !meant.empty(); ++word) {
    if (where.has(word)) continue;
    const auto found =
        std::lower_bound(meant.begin(), meant.end(), MeantTerm{term_of(word), false}, by_number);
    if (found != meant.end() && found->number == term_of(word)) found->whole = false;
  }
  return meant;
}

// The words of a part that a clause means.
ClauseInPart where_in(const Segment& segment, const Clause& clause) {
  ClauseInPart where;
  if (clause.kind == Clause::Kind::Prefix) {
    std::tie(where.first_word, where.end_word) = segment.words_with(clause.words[0]);
    return where;
  }
  if (clause.is_open()) {
    std::string_view letters = clause.words[0];
    if (clause.guessed && letters.starts_with(stem(letters))) letters = stem(letters);
    for (const std::uint32_t word : segment.words_containing(std::string(letters))) {
      if (!clause.means(segment.word(word))) continue;
      if (where.among.size() == 0) where.among = Bits(segment.words());
      where.among.set(word);
    }
    return where;
  }
  for (const std::string& word : clause.words) {
    if (const auto found = segment.find_word(word)) where.words.push_back(*found);
  }
  if (clause.kind == Clause::Kind::Phrase) return where;
  where.term = segment.find_term(stem(clause.words[0]));
  for (const std::string& other : clause.others) {
    const auto found = segment.find_word(other);
    if (!found) continue;
    if (where.among.size() == 0) where.among = Bits(segment.words());
    where.among.set(*found);
  }
  return where;
}

}  // namespace

Matches::Matches(std::span<const Collection> collections, const Query& query) : query_(query) {
  std::uint32_t collection_number = 0;
  for (const Collection& collection : collections) {
    for (const Part& of : collection.parts) {
      PartMatches part;
      part.segment = of.segment.get();
      part.collection = collection_number;
      part.allowed = of.alive.get();
      for (const Clause& clause : query.clauses) find(clause, part);
      parts_.push_back(std::move(part));
    }
    ++collection_number;
  }
  weigh();
  if (!query.filters()) return;
  std::size_t number = 0;
  for (const Collection& collection : collections) {
    for (const Part& of : collection.parts) allow(collections, parts_[number++], of);
  }
}

// A word is as rare as it is among all that is searched together.
void Matches::weigh() {
  std::uint64_t sections = 0;
  std::uint64_t length = 0;
  for (const PartMatches& part : parts_) {
    sections += part.segment->sections();
    notes_ += part.segment->files();
    length += part.segment->length_sum();
  }
  if (length > 0) average_length_ = static_cast<double>(length) / static_cast<double>(notes_);
  for (std::size_t clause = 0; clause < query_.clauses.size(); ++clause) {
    std::uint64_t in_sections = 0;
    std::uint64_t in_files = 0;
    for (const PartMatches& part : parts_) {
      in_sections += part.words[clause].postings.count();
      in_files += part.files[clause];
    }
    const std::uint32_t weight = weight_of(in_sections, sections);
    for (PartMatches& part : parts_) part.words[clause].weight = weight;
    note_weights_.push_back(weight_of(in_files, notes_));
  }
}

bool Matches::is_there(std::size_t clause) const {
  return std::any_of(parts_.begin(), parts_.end(), [clause](const PartMatches& part) {
    return part.words[clause].postings.count() > 0;
  });
}

bool Matches::damaged() const {
  return std::any_of(parts_.begin(), parts_.end(),
                     [](const PartMatches& part) { return part.segment->damaged(); });
}

std::size_t Matches::notes_with(std::size_t clause) const {
  std::size_t count = 0;
  for (const PartMatches& part : parts_) {
    count += part.allowed == nullptr
                 ? part.files[clause]
                 : files_in(*part.segment, part.words[clause].postings, part.allowed);
  }
  return count;
}

void Matches::find(const Clause& clause, PartMatches& part) {
  const Segment& segment = *part.segment;
  ClauseInPart where = where_in(segment, clause);
  PostingList postings;
  bool counted = false;  // in how many files it is stands in the segment
  if (clause.is_open()) {
    postings = find_among(segment, where);
  } else if (clause.kind == Clause::Kind::Phrase) {
    postings = find_phrase(segment, clause, where);
  } else {
    if (where.term) postings = segment.postings(*where.term);
    counted = where.among.size() == 0 && !clause.days;
    if (!counted) postings = find_among(segment, where, postings, clause.days);
  }
  part.words.push_back({postings, 0});
  part.files.push_back(counted && where.term ? segment.files_with(*where.term)
                                             : files_in(segment, postings, nullptr));
  part.clauses.push_back(std::move(where));
}

PostingList Matches::keep(const std::vector<Posting>& postings) {
  made_.emplace_back();
  append_postings(postings, made_.back());
  return {made_.back(), static_cast<std::uint32_t>(postings.size())};
}

// Looks through the sections of the phrase's rarest word only: any with the phrase has it.
PostingList Matches::find_phrase(const Segment& segment, const Clause& clause,
                                 const ClauseInPart& where) {
  if (where.words.size() != clause.words.size()) return {};
  PostingList rarest;
  for (const std::uint32_t word : where.words) {
    const PostingList list = segment.postings(segment.term_of(word));
    if (rarest.count() == 0 || list.count() < rarest.count()) rarest = list;
  }
  std::vector<Posting> found;
  Segment::Words words;
  std::vector<PlacedWord> placed;
  visit_all(rarest, [&](std::uint32_t section, std::uint8_t impact) {
    if (section >= segment.sections()) return;
    read_places(segment, segment.section(section), words, placed);
    if (has_phrase(placed, where.words)) found.push_back({section, impact});
  });
  return keep(found);
}

PostingList Matches::find_among(const Segment& segment, const ClauseInPart& where,
                                const PostingList& more, const std::optional<Period>& days) {
  const std::vector<MeantTerm> terms = terms_of(segment, where);
  if (terms.empty() && more.count() == 0 && !days) return {};
  std::vector<std::uint8_t> impacts(segment.sections());
  const auto add = [&](std::uint32_t section, std::uint8_t impact) {
    if (section < impacts.size()) impacts[section] = std::max(impacts[section], impact);
  };
  bool doubtful = false;
  for (const MeantTerm& term : terms) {
    if (!term.whole) visit_all(segment.postings(term.number), add);
    doubtful = doubtful || !term.whole;
  }
  // A stem may also have words that are not meant ("go": "went"): then the section's own words
  // decide.
  Segment::Words words;
  std::array<std::uint32_t, kFields> counts{};
  for (std::uint32_t section = 0; section < impacts.size() && doubtful; ++section) {
    if (impacts[section] == 0) continue;
    words.clear();
    if (!segment.read_words(segment.section(section), words, counts)) continue;
    const bool has = std::any_of(words.begin(), words.end(), [&](const Segment::Word& word) {
      return where.has(word.number());
    });
    if (!has) impacts[section] = 0;
  }
  for (const MeantTerm& term : terms) {
    if (term.whole) visit_all(segment.postings(term.number), add);
  }
  visit_all(more, add);
  for (std::uint32_t number = 0; days && number < segment.files(); ++number) {
    const FileRecord file = segment.file(number);
    const Timestamp date{std::chrono::milliseconds(file.date_ms)};
    if (file.says_date == 0 || date < days->begin || date >= days->end) continue;
    add(file.first_section, kDayImpact);
  }
  std::vector<Posting> found;
  for (std::uint32_t section = 0; section < impacts.size(); ++section) {
    if (impacts[section] != 0) found.push_back({section, impacts[section]});
  }
  return keep(found);
}

bool Matches::is_of_origin(const Segment& segment, std::uint32_t file,
                           std::size_t collection) const {
  if (query_.origins.empty()) return true;
  return collection < query_.of_origins.size() &&
         query_.of_origins[collection].contains(std::string(segment.key(file)));
}

// Filters, and words that a note must or must not have, are about whole files; scores
// are about sections. So the files that pass are found, and their sections allowed.
void Matches::allow(std::span<const Collection> collections, PartMatches& part, const Part& of) {
  const Segment& segment = *part.segment;
  Bits files(segment.files());
  if (query_.scopes.empty() || scope_fits(query_.scopes, collections[part.collection].scope)) {
    for (std::uint32_t file = 0; file < segment.files(); ++file) {
      if (file_fits(segment, file, query_) && is_of_origin(segment, file, part.collection)) {
        files.set(file);
      }
    }
  }
  for (std::size_t i = 0; i < query_.clauses.size(); ++i) {
    if (!query_.clauses[i].required) continue;
    Bits with(segment.files());
    visit_all(part.words[i].postings, [&](std::uint32_t section, std::uint8_t) {
      with.set(segment.section(section).file);
    });
    for (std::uint32_t file = 0; file < segment.files(); ++file) {
      if (!with.test(file)) files.reset(file);
    }
  }
  for (const Clause& clause : query_.excluded) {
    PartMatches without;
    without.segment = part.segment;
    find(clause, without);
    visit_all(without.words[0].postings, [&](std::uint32_t section, std::uint8_t) {
      files.reset(segment.section(section).file);
    });
  }
  Bits allowed(segment.sections());
  for (std::uint32_t number = 0; number < segment.files(); ++number) {
    if (!files.test(number)) continue;
    const FileRecord file = segment.file(number);
    for (std::uint32_t i = 0; i < file.sections; ++i) {
      const std::uint32_t section = file.first_section + i;
      if (of.alive == nullptr || of.alive->test(section)) allowed.set(section);
    }
  }
  part.allowed_bits = std::move(allowed);
  part.allowed = &*part.allowed_bits;
}

}  // namespace loci::search
