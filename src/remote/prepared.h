// A step of a sync, and what it changes here. Internal to remote/.

#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "remote/local.h"

namespace loci::remote {

struct Local::Prepared {
  const sync::Step* step = nullptr;
  NotePlace at;
  std::vector<store::FileChange> changes{};
  std::optional<std::string> text{};  // that the note is to have, where it is to have one
  std::optional<std::string> mine{};  // that it has
  sync::SyncRun::Came came = sync::SyncRun::Came::Done;
  std::string why{};  // it is held
  bool two_versions = false;
  bool waits = false;    // in the inbox
  bool doubted = false;  // by the scanner: it will wait
  // Of two versions: why the scanner doubts one of them, so that both wait.
  std::string pair_waits{};
  std::vector<Waiting> outdated{};  // what waits of an earlier version of it, and goes
  // Of an index:
  std::string outline{};   // that it is to have
  note::Files by_hand{};   // whose hooks somebody worded
  bool is_theirs = false;  // nothing of it is from here

  [[nodiscard]] bool is_index() const { return at.file == note::kIndexFile; }
};

struct Local::Arrival {
  const Texts& texts;
  std::unordered_map<std::string_view, const std::string*> by_hash{};  // the same
  std::unordered_set<std::string_view> harmless{};       // those that the scanner finds nothing in
  std::map<std::string, std::set<std::string>> names{};  // that are taken, folded, by Place::key
  std::map<std::string, std::set<std::string>> files{};  // the notes that there are, by Place::key
};

// Whether both sides changed it and what they say is brought together. An index is never deleted:
// who took all of it out took out lines, like anybody.
[[nodiscard]] inline bool is_merge(const sync::Step& step, bool is_index) {
  if (step.act == sync::Act::Merge) return true;
  const bool emptied = step.act == sync::Act::Keep || (step.act == sync::Act::Take && !step.mine);
  return is_index && emptied && step.base;
}

// What becomes of a note that cannot be here: News::what.
inline constexpr std::string_view kPutAside = "put aside";
// Why a note is put aside until one of the two is renamed.
inline constexpr std::string_view kNameIsTaken =
    "another note has a name that differs only in case or form; rename one of them";
// Why a text is put aside: what the scanner would block.
[[nodiscard]] std::string blocked_text(const std::vector<guard::Finding>& found,
                                       std::string_view file);
// A text that a note may be.
[[nodiscard]] bool is_note_text(std::string_view text);

}  // namespace loci::remote
