// Decides of every citation of some notes whether it holds. False alarms are worse than
// silence: what is not found is only reported where there is evidence that it was meant as
// a thing of this repository; everything else is no citation.

#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "memory/verdicts.h"
#include "note/citations.h"
#include "upkeep/git_history.h"
#include "upkeep/workspace_tree.h"

namespace loci::upkeep {

// A note whose citations are looked up.
struct CitingNote {
  std::vector<note::Citation> citations;
  // Links of it that lead to no note, by their targets: the caller knows the notes.
  std::set<std::string> broken_links{};
  bool of_workspace = true;  // its paths are this workspace's; a global note's may be any
};

class CitationJudge {
 public:
  // Without a history git is not asked. `name` is what the workspace's directory is called:
  // some write it in front of every path.
  CitationJudge(WorkspaceTree& tree, GitHistory* history, std::string name)
      : tree_(tree), history_(history), name_(std::move(name)) {}

  // All notes at once, so that the workspace is searched and git asked once for all; about
  // names by themselves, for perhaps(), only with `names`.
  void look_up(const std::vector<const CitingNote*>& notes, bool names = false);
  // The citations of one of them, and the files that this depends on.
  [[nodiscard]] memory::NoteVerdict judge(const CitingNote& note);
  // Names that sources of the past declared and none has now. Half of them are others' names, or
  // what a reader is to make: worth a look, no findings.
  [[nodiscard]] std::vector<memory::CitationVerdict> perhaps(const CitingNote& note);
  // Whether a citation that was wrong cannot have become right: nothing has come back.
  [[nodiscard]] bool is_still_gone(const note::Citation& citation);

 private:
  // Where a cited path is, or why it is nowhere.
  struct Place {
    std::vector<std::string> paths{};  // there: usually one
    bool unknown = false;              // could not be looked at
  };
  [[nodiscard]] const Place& place_of(const note::Citation& citation);
  [[nodiscard]] bool worth_asking(const note::Citation& citation);
  [[nodiscard]] bool strong_without_history(const note::Citation& citation);
  // Whether what the history says of it shows that the note is wrong.
  [[nodiscard]] bool fits(const note::Citation& citation, const GitHistory::Fate& fate,
                          const CitingNote& note);
  [[nodiscard]] bool has_top_of(const std::string& path);
  // Whether most of what a note cites is there: what is not was there too, not planned.
  [[nodiscard]] bool knows_the_workspace(const CitingNote& note);
  [[nodiscard]] std::optional<memory::CitationVerdict> judge_path(const note::Citation& citation,
                                                                  const CitingNote& citing,
                                                                  memory::NoteVerdict& note);
  [[nodiscard]] std::optional<memory::CitationVerdict> judge_lost(const note::Citation& citation,
                                                                  const CitingNote& note);
  [[nodiscard]] std::optional<memory::CitationVerdict> judge_name(const note::Citation& citation,
                                                                  memory::NoteVerdict& note);
  [[nodiscard]] std::optional<memory::CitationVerdict> judge_one(const note::Citation& citation,
                                                                 const CitingNote& note,
                                                                 memory::NoteVerdict& verdict);
  [[nodiscard]] bool is_of_repository(const note::Citation& citation);
  void ask_about_names(const std::vector<const CitingNote*>& notes, bool by_themselves);
  void depend_on(const std::string& path, memory::NoteVerdict& note);

  WorkspaceTree& tree_;
  GitHistory* history_;
  std::string name_;
  std::map<std::string, Place> places_;            // by cited path
  std::map<std::string, GitHistory::Fate> fates_;  // of what is nowhere
  std::set<std::string> unknown_commits_;
  std::set<std::string> in_head_;                // of what is nowhere, in the last commit
  std::map<std::string, std::string> named_in_;  // a file for each name
  std::map<GitHistory::NameInFile, std::string> lost_names_;  // the commit for each
  std::map<std::string, std::string> vanished_names_;         // likewise
};

}  // namespace loci::upkeep
