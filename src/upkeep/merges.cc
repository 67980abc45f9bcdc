#include "upkeep/merges.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/text.h"
#include "note/frontmatter.h"
#include "note/note.h"
#include "note/slug.h"
#include "note/split.h"
#include "note/statements.h"
#include "upkeep/likeness.h"
#include "upkeep/sentences.h"
#include "upkeep/terms.h"

namespace loci::upkeep {
namespace {

// Lines of a note that a person confirmed, as text.
std::set<std::string> confirmed_lines(const Source& source) {
  std::set<std::string> lines;
  if (source.confirmed.empty()) return lines;
  for (const note::Statement& line : note::statements(source.note)) {
    if (source.confirmed.contains(line.mark)) lines.insert(note::one_line(line.text));
  }
  return lines;
}

// Sentences of `other` with a word that says something and that `body` does not have.
std::string news_in(std::string_view body, std::string_view other) {
  std::set<std::string> known;
  for (const Term& term : terms_of(body)) {
    if (term.content) known.insert(term.word);
  }
  std::string told;
  for (const Block& block : blocks_of(other)) {
    for (const std::string& sentence : block.sentences) {
      const std::vector<Term> terms = terms_of(sentence);
      const bool is_known = std::all_of(terms.begin(), terms.end(), [&](const Term& term) {
        return !term.content || known.contains(term.word);
      });
      if (is_known) told += sentence + "\n\n";
    }
  }
  return missing_from(std::string(body) + "\n\n" + told, other);
}

// Notes that may be one: knowledge with knowledge, wishes with wishes.
bool is_wish(const note::Note& note) {
  return note.type == note::Type::User || note.type == note::Type::Feedback;
}

class Merges {
 public:
  explicit Merges(const Material& material) : material_(material) {}

  std::vector<ProposedStep> steps() {
    for (const LikePair& pair : alike_pairs(told())) consider(pair);
    std::vector<ProposedStep> steps;
    for (const bool proven : {true, false}) {
      for (const auto& [kept, others] : chosen(proven)) {
        if (auto step = merge(kept, others, proven)) steps.push_back(std::move(*step));
      }
    }
    return steps;
  }

 private:
  using Keepers = std::map<std::size_t, std::map<std::size_t, Likeness>>;  // of each that goes
  using Groups = std::map<std::size_t, std::vector<std::pair<std::size_t, double>>>;

  [[nodiscard]] std::vector<Told> told() const {
    std::vector<Told> told;
    std::unordered_map<std::string, std::size_t> groups;
    for (const Source& source : material_.notes) {
      const std::string group = source.place.key + (is_wish(source.note) ? "\nwish" : "\nfact");
      told.push_back({source.note.name.empty() ? std::string_view(note::stem(source.file))
                                               : std::string_view(source.note.name),
                      source.note.description, source.note.body,
                      groups.emplace(group, groups.size()).first->second});
    }
    return told;
  }

  // Which of two notes that say the same stays: the one with lines that a person confirmed, the
  // fuller, the newer, the first.
  [[nodiscard]] bool stays(const Source& one, const Source& other, bool fuller) const {
    if (one.confirmed.empty() != other.confirmed.empty()) return !one.confirmed.empty();
    if (fuller) return true;
    const std::size_t mine = terms_of(one.note.body).size();
    const std::size_t theirs = terms_of(other.note.body).size();
    if (mine != theirs) return mine > theirs;
    if (one.changed != other.changed) return one.changed > other.changed;
    return one.file < other.file;
  }

  void consider(const LikePair& pair) {
    const bool fuller = words_in(pair.one) > words_in(pair.other);
    const bool swap = !stays(material_.notes[pair.one], material_.notes[pair.other], fuller);
    const std::size_t kept = swap ? pair.other : pair.one;
    const std::size_t goes = swap ? pair.one : pair.other;
    const Source& keeper = material_.notes[kept];
    if (!keeps_confirmed(material_.notes[goes], keeper) && !is_confirmed(keeper)) return;
    (pair.likeness.alike ? proven_ : guessed_)[goes].emplace(kept, pair.likeness);
  }

  // Each note that goes, with the first of those that could stand for it. One that goes itself
  // stands for nobody.
  [[nodiscard]] Groups chosen(bool proven) const {
    const Keepers& into = proven ? proven_ : guessed_;
    Groups groups;
    for (const auto& [goes, keepers] : into) {
      if (!proven && proven_.contains(goes)) continue;
      for (const auto& [kept, likeness] : keepers) {
        if (proven_.contains(kept) || into.contains(kept)) continue;
        groups[kept].emplace_back(goes, likeness.share);
        break;
      }
    }
    return groups;
  }

  std::size_t words_in(std::size_t note) {
    auto [found, fresh] = sizes_.emplace(note, 0);
    if (fresh) {
      std::set<std::string> words;
      for (const Term& term : terms_of(material_.notes[note].note.body)) {
        if (term.content) words.insert(term.word);
      }
      found->second = words.size();
    }
    return found->second;
  }

  static std::string reason(const Source& goes, const Source& stays, double share, bool proven) {
    if (fold_with_space(goes.note.body) == fold_with_space(stays.note.body)) {
      return fmt::format("'{}' is a copy of '{}'", goes.file, stays.file);
    }
    return fmt::format(
        "'{}' {} what '{}' says: {:.0f} % of their words, and no number, name, unit "
        "or negation differs{}",
        goes.file, proven ? "says" : "seems to say", stays.file, share * 100,
        proven ? "" : "; different wording is kept");
  }

  [[nodiscard]] std::optional<ProposedStep> merge(
      std::size_t kept, const std::vector<std::pair<std::size_t, double>>& others,
      bool proven) const {
    const Source& stays = material_.notes[kept];
    ProposedStep step;
    step.kind = StepKind::Merge;
    step.into = stays.file;
    step.likely = !proven;
    std::string body = stays.note.body;
    std::vector<std::string> reasons;
    for (const auto& [number, share] : others) {
      const Source& goes = material_.notes[number];
      reasons.push_back(reason(goes, stays, share, proven));
      step.files.push_back(aside(goes));
      step.confirmed = step.confirmed || !keeps_confirmed(goes, stays);
      // Of a guess every sentence is kept that the other does not have as it stands.
      const std::string news =
          proven ? news_in(body, goes.note.body) : missing_from(body, goes.note.body);
      if (!news.empty()) body = with_paragraph(body, news);
    }
    if (step.files.empty()) return std::nullopt;
    step.why = join(reasons, "; ");
    step.files.insert(step.files.begin(),
                      body == stays.note.body
                          ? witness(stays)
                          : changed(stays, note::replace_body(stays.text, body)));
    return step;
  }

  const Material& material_;
  Keepers proven_;
  Keepers guessed_;
  std::map<std::size_t, std::size_t> sizes_;
};

}  // namespace

bool keeps_confirmed(const Source& goes, const Source& stays) {
  const std::set<std::string> lost = confirmed_lines(goes);
  const std::set<std::string> kept = confirmed_lines(stays);
  return std::includes(kept.begin(), kept.end(), lost.begin(), lost.end());
}

// A person stands behind every line of it.
bool is_confirmed(const Source& source) {
  return !source.confirmed.empty() &&
         source.confirmed.size() == note::statements(source.note).size();
}

std::string with_paragraph(std::string_view body, std::string_view added) {
  std::string text(trim_right(body));
  if (!text.empty()) text += "\n\n";
  text += added;
  return text + "\n";
}

FileStep aside(const Source& source) {
  return {source.place, source.file, source.hash, std::nullopt, source.file};
}
FileStep witness(const Source& source) {
  return {source.place, source.file, source.hash, std::nullopt, ""};
}
FileStep changed(const Source& source, std::string text) {
  return {source.place, source.file, source.hash, std::move(text), ""};
}

std::vector<ProposedStep> merge_steps(const Material& material) { return Merges(material).steps(); }

}  // namespace loci::upkeep
