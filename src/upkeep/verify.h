// `loci verify`: whether what notes cite is still there. Looks at the workspace and, in a
// repository that is trusted, at its history through git; never at the network.

#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "memory/memory.h"
#include "memory/survey.h"
#include "memory/verdicts.h"
#include "upkeep/citation_judge.h"
#include "upkeep/note_facts.h"

namespace loci::upkeep {

struct VerifyRequest {
  std::vector<std::string> notes{};  // by name; none: all
  memory::Selector selector{};
  bool changed = false;  // only notes that cite what differs from `since`, or that differ
  std::string since{};   // a commit, branch or tag; "" = HEAD
  bool names = false;    // also names by themselves: `perhaps`
};

struct VerifiedNote {
  store::Place place;
  std::string file;
  std::string path;
  bool untrusted = false;
  memory::NoteVerdict verdict;
  std::vector<memory::CitationVerdict> perhaps{};  // worth a look, no findings; not kept
};

struct VerifyReply {
  std::vector<VerifiedNote> notes;  // those that were asked for
  bool git = false;                 // whether the history was asked
  bool git_fell_silent = false;     // it did not answer everything, so less was found
  std::string base;                 // the workspace
  std::size_t looked_up = 0;        // notes of which nothing was kept that still holds
};

Result<VerifyReply> verify(memory::Memory& memory, const VerifyRequest& request);

// Where `check` keeps what it found of citations, as `verify` does in state/verified: what
// lists and prompts show is what `verify` found.
inline constexpr std::string_view kCitedDirectory = "state/cited";

// The citations of notes that were surveyed.
class CitationCollector {
 public:
  struct Collected {
    std::string hash;
    CitingNote note;
  };
  using Key = std::pair<std::string, std::string>;  // place and file

  // With `links`, also the notes that it links to.
  void see_note(const store::Place& place, const std::string& file, const NoteFacts& facts,
                bool links);

  [[nodiscard]] std::map<Key, Collected>& notes() { return notes_; }

 private:
  std::map<Key, Collected> notes_;
};

// Which of the collected notes are judged; the others are left out.
using WantNote =
    std::function<bool(const store::Place& place, const std::string& file, const CitingNote& note)>;
struct JudgeDepth {
  std::size_t commits = GitHistory::kAllCommits;
  bool names = false;
  bool checks = false;  // for `check`, which remembers what it found apart from `verify`
};
// Judges collected notes, of places that were surveyed with the collector. What is kept and
// still holds is not looked up again.
VerifyReply judge_collected(memory::Memory& memory,
                            const std::vector<memory::SurveyedPlace>& places,
                            CitationCollector& collector, const WantNote& wanted = {},
                            const JudgeDepth& depth = {});
// Keeps what was found, for `check`.
void keep_for_check(memory::Memory& memory, const VerifyReply& reply);

}  // namespace loci::upkeep
