// What is wrong with memory, for people and for CI. Pure: the caller reads the
// files. docs/format.md lists the rules.

#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "guard/scanner.h"
#include "memory/index_view.h"
#include "memory/survey.h"
#include "memory/verdicts.h"
#include "store/place.h"
#include "upkeep/check_rules.h"
#include "upkeep/note_facts.h"

namespace loci::upkeep {

struct Finding {
  const CheckRule* rule;
  std::string path;  // of the file
  std::size_t line;  // 1-based
  std::string message;
  bool untrusted = false;  // in what an untrusted repository ships
  bool lenient = false;    // a warning, whatever the rule says: in a note that nobody shares

  [[nodiscard]] Severity severity() const { return lenient ? Severity::Warning : rule->severity; }
};

// A note whose description stands in none of its paragraphs: one that somebody wrote, or one
// that loci made and the note has outgrown. The journal knows.
struct Suspect {
  store::Place place;
  std::string file;
  std::string description;
  std::string hash;  // of the note
  Finding finding;   // what it is when it is outgrown
};

class Checker {
 public:
  // Of what the scanner finds in a note, what is neither off nor allowed there.
  using ScanLeft = std::function<std::vector<guard::Finding>(
      const store::Place& place, std::string_view file, std::vector<guard::Finding> found)>;

  // `today` is YYYY-MM-DD.
  explicit Checker(std::string today, ScanLeft left = {})
      : today_(std::move(today)), left_(std::move(left)) {}

  // One note by itself: form, description, dates, what the scanner finds.
  void see_note(const memory::SurveyedPlace& place, std::string_view file, const NoteFacts& facts);
  // What of a place, its notes and its index could not be read.
  void see_unread(const memory::SurveyedPlace& place);
  void see_refused(const memory::Refused& place);
  // Two notes of a place: everything the second says is in the first.
  void see_alike(const memory::SurveyedPlace& place, std::string_view one, std::string_view other);
  // The notes seen whose descriptions may be outgrown; those that are come back as findings.
  [[nodiscard]] std::vector<Suspect> take_suspects() { return std::move(suspects_); }
  // What a note cites and is not as it says.
  void see_citations(const std::string& path, bool untrusted, const memory::NoteVerdict& verdict);
  // A file that git waits for somebody to decide about.
  void see_waiting(const std::string& path, std::string message);
  void see_outgrown(Suspect suspect) { findings_.push_back(std::move(suspect.finding)); }
  // What needs all of them: names, indexes, links, copies. Gives all findings, by
  // path and line.
  // `apart` are the lines of each place that do not say what their notes say.
  [[nodiscard]] std::vector<Finding> finish(
      const std::vector<memory::SurveyedPlace>& places,
      const std::vector<std::vector<memory::LineApart>>& apart = {});

 private:
  void add(std::string_view id, const memory::SurveyedPlace& place, std::string_view file,
           std::size_t line, std::string message);
  void add(const NoteFacts::Fault& fault, const memory::SurveyedPlace& place,
           std::string_view file);
  void check_names(const memory::SurveyedPlace& place);
  void check_index(const memory::SurveyedPlace& place);
  void check_hooks(const memory::SurveyedPlace& place, const std::vector<memory::LineApart>& apart);
  void check_links(const std::vector<memory::SurveyedPlace>& places);
  void check_links(const memory::SurveyedPlace& place, const memory::SurveyedNote& note,
                   const memory::LinkResolver& resolver);
  void check_copies(const std::vector<memory::SurveyedPlace>& places);
  void check_superseded(const std::vector<memory::SurveyedPlace>& places);
  void check_dates(const memory::SurveyedPlace& place, std::string_view file,
                   const NoteFacts& facts);
  void check_scanned(const memory::SurveyedPlace& place, std::string_view file,
                     const NoteFacts& facts);

  // A note that says which others it takes the place of.
  struct Superseding {
    std::string file;
    std::string path;
    std::size_t line;
    std::vector<std::string> names;
    bool untrusted;
  };
  std::string today_;
  ScanLeft left_;
  std::vector<Finding> findings_;
  std::vector<Suspect> suspects_;
  std::vector<Superseding> superseding_;
};

}  // namespace loci::upkeep
