#include "search/chance.h"

#include <algorithm>
#include <cmath>

#include "search/bytes.h"
#include "search/checksum.h"
#include "search/matches.h"
#include "search/meaning.h"
#include "search/tokenizer.h"
#include "search/words.h"

namespace loci::search {
namespace {

// So many notes, spread evenly over all, say what is usual.
constexpr std::uint64_t kSampled = 512;

std::uint32_t rank_of(const Embedder* embedder, const Clause& clause) {
  if (embedder == nullptr || clause.kind != Clause::Kind::Word) return 0;
  std::vector<Embedder::Piece> pieces;
  embedder->pieces_of(clause.words[0], pieces);
  return pieces.size() == 1 ? pieces[0] : 0;
}

void add_words(const Matches& matches, const Embedder* embedder, Chance& chance) {
  const std::vector<Clause>& clauses = matches.query().clauses;
  for (std::size_t i = 0; i < clauses.size(); ++i) {
    AskedWord word;
    word.text = clauses[i].text;
    word.stem = stem(clauses[i].words[0]);
    word.rank = rank_of(embedder, clauses[i]);
    for (const PartMatches& part : matches.parts()) word.notes += part.files[i];
    chance.words.push_back(std::move(word));
  }
}

void add_usual(const Matches& matches, Meaning& meaning, Chance& chance) {
  const std::uint64_t step = std::max<std::uint64_t>(1, matches.notes() / kSampled);
  std::uint64_t number = 0;
  double count = 0;
  double sum = 0;
  double squares = 0;
  for (std::uint32_t i = 0; i < matches.parts().size(); ++i) {
    const PartMatches& part = matches.parts()[i];
    for (std::uint32_t file = 0; file < part.segment->files(); ++file) {
      if (number++ % step != 0) continue;
      const FileRecord record = part.segment->file(file);
      if (record.sections == 0) continue;
      const double cosine = meaning.of_note(i, record);
      count += 1;
      sum += cosine;
      squares += cosine * cosine;
    }
  }
  if (count < 2) return;
  chance.likeness = sum / count;
  chance.spread = std::sqrt(std::max(0.0, squares / count - chance.likeness * chance.likeness));
}

// Of the note as a whole or of its most like section.
double of_hit(const Matches& matches, Meaning& meaning, const Hit& hit) {
  for (std::uint32_t i = 0; i < matches.parts().size(); ++i) {
    const PartMatches& part = matches.parts()[i];
    if (part.segment != hit.owner.get()) continue;
    const auto file = part.segment->find_file(hit.key, checksum(hit.key));
    if (!file) return 0;
    const FileRecord record = part.segment->file(*file);
    double best = meaning.of_note(i, record);
    for (std::uint32_t at = 0; at < record.sections; ++at) {
      best = std::max(best, meaning.of_section(i, record.first_section + at));
    }
    return best;
  }
  return 0;
}

}  // namespace

Chance chance_of(std::span<const Collection> collections, const Query& query,
                 const Embedder* embedder, std::span<const Hit> hits) {
  Chance chance;
  const Matches matches(collections, query);
  chance.notes = matches.notes();
  chance.length = matches.average_length();
  add_words(matches, embedder, chance);
  chance.of_hits.assign(hits.size(), 0);
  if (embedder == nullptr) return chance;
  Meaning meaning(matches, *embedder);
  chance.trust = meaning.trust();
  if (chance.trust == 0) return chance;
  chance.asked = meaning.asked();
  add_usual(matches, meaning, chance);
  for (std::size_t i = 0; i < hits.size(); ++i) {
    chance.of_hits[i] = of_hit(matches, meaning, hits[i]);
  }
  return chance;
}

double likeness_of(const Chance& chance, const Embedder& embedder, std::string_view text) {
  Tokens tokens;
  tokenize(text, tokens);
  std::vector<Embedder::Piece> pieces;
  for (auto token = tokens.list().begin(); token != tokens.list().end(); ++token) {
    // As a catalog does it: of an identifier its smallest parts.
    const bool whole = token + 1 == tokens.list().end() || !(token + 1)->joined;
    if (whole) embedder.pieces_of(tokens.word(*token), pieces);
  }
  RowSum sum;
  embedder.add(pieces, 1, sum);
  if (sum.empty()) return 0;
  const Vector vector = sum.vector();
  return cosine(chance.asked, length_of(chance.asked),
                reinterpret_cast<const char*>(vector.data()));
}

double likeness_of(const Hit& one, const Hit& other, const Embedder& embedder) {
  const auto vector_of_hit = [&](const Hit& hit) -> const char* {
    const Segment& segment = *hit.owner;
    if (segment.table() != embedder.id()) return nullptr;
    const auto file = segment.find_file(hit.key, checksum(hit.key));
    return file ? segment.vector(segment.file(*file)) : nullptr;
  };
  const char* const first = vector_of_hit(one);
  const char* const second = vector_of_hit(other);
  if (first == nullptr || second == nullptr) return 0;
  const auto vector = load<Vector>(first);
  return cosine(vector, length_of(vector), second);
}

}  // namespace loci::search
