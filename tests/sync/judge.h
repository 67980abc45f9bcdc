// What the machines of a world were promised, by note and line, and whether it was kept.
//
// A promise is let off only by what the design does there on purpose, and for the lines that it
// concerns: a conflict keeps both texts, an edit that beats a deletion stays, what stood on a disk
// alone goes with it. How many notes that are is counted.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "sync/run.h"
#include "sync/text.h"

namespace loci::sync::world {

enum class Broken : std::uint8_t {
  Lost,             // a line that the server had accepted, and nobody took away
  DeletedCameBack,  // a note, as whoever deleted it had seen it
  RemovedCameBack,  // a line that an accepted edit took out
  PurgedCameBack,   // a text that was erased for good, anywhere
  Differs,          // two machines, or one and the server
  NoEnd,            // they go on and on
  Answer,           // what counted was answered as too late
};
[[nodiscard]] const char* name_of(Broken promise);

// One broken promise of each kind, in words.
using Faults = std::map<Broken, std::string>;
[[nodiscard]] std::string said(const Faults& faults);

using Texts = std::map<std::string, Text>;  // by the note's name, or by hash
using Lines = std::set<std::string>;
[[nodiscard]] Lines without(const Lines& lines, const Lines& these);

class Judge {
 public:
  // Of what happens. -----------------------------------------------------------------------
  void wrote(const std::string& note, const Text& text);
  void took_away(const std::string& note, const Lines& lines);
  // The server accepted it at that time, and the replica has heard so.
  void accepted(const Sending& sending, const Sent& answer, std::uint64_t at);
  // Both texts of a conflict stay, in two notes.
  void split(const std::string& note, const std::string& other, const Text& mine,
             const Text& theirs, std::uint64_t at);
  // Merged without a text that both had: what either says is in the result.
  void joined(const std::string& note, const Text& mine, const Text& theirs, std::uint64_t at);
  // An edit that beats a deletion brings its lines with it.
  void kept(const std::string& note, const Lines& lines, std::uint64_t at);
  // So does an edit of an entry of a day's log, where the other side removed the whole entry.
  void kept_entries(const std::string& note, const std::vector<Text>& sides, const Text& merged,
                    std::uint64_t at);
  // Somebody met a conflict that others had met before, and leaves the same second note.
  void remade(const std::string& note, std::uint64_t at);
  // Somebody wants the text of then, which others may have deleted since it came.
  void written_again(const std::string& note, std::uint64_t at) { remade_[note] = at; }
  // Somebody took up an earlier text: an edit, though it says nothing new.
  void taken_up(const std::string& note, const Text& text, std::uint64_t at);
  // A text that one of two homes with one disk saved over before any journal had it.
  void unseen(const std::string& note, const Text& text);
  // The server forgot what it had for this note since then.
  void forgot(const std::string& note, std::uint64_t since);
  // A disk is gone, with what neither the server nor another machine has.
  void lost_disk(const Texts& disk, const std::vector<Texts>& others,
                 const std::map<std::string, NoteVersion>& server, const std::set<Purged>& known);

  // What it had sent counted, and the server said that it came too late.
  void answered_late(int replica) { answered_late_ = replica; }

  // At the end. -----------------------------------------------------------------------------
  struct Machine {
    int number;
    Texts notes;
    std::set<std::string> objects;  // hashes of the texts that it can still give
  };
  // Whether each of them keeps what was promised, whatever the others have.
  void look_at(const Machine& machine, Faults& faults);
  void look_at_server(const Texts& texts, Faults& faults) const;

  [[nodiscard]] const Text& text(const std::string& hash) const { return texts_.at(hash); }
  [[nodiscard]] bool knows(const std::string& hash) const { return texts_.contains(hash); }
  // Notes of which something was promised, and those among them where a part of it was let off.
  [[nodiscard]] std::size_t promised() const;
  [[nodiscard]] std::size_t let_off() const { return let_off_.size(); }

 private:
  struct Deletion {
    Lines seen;  // signs that whoever deleted it saw
    std::uint64_t at = 0;
    bool let_off = false;
  };
  [[nodiscard]] Lines lines_beside(const Sending& sending, const std::string& note) const;
  // A note, and those that conflicts made of it.
  [[nodiscard]] std::set<std::string> family(const std::string& note) const;
  void look_for_lost(const Machine& machine, Faults& faults) const;
  void look_for_deleted(const Machine& machine, Faults& faults);
  void look_for_removed(const Machine& machine, Faults& faults);
  void look_for_purged(const Machine& machine, Faults& faults) const;

  Texts texts_;  // every text there ever was, by hash
  std::map<std::string, Lines> taken_away_;
  std::set<std::pair<std::string, std::string>> acknowledged_;  // notes and hashes
  std::map<std::string, std::map<std::string, std::uint64_t>> removed_;
  std::map<std::string, std::vector<Deletion>> deletions_;
  std::map<std::string, std::map<std::string, std::uint64_t>> back_;  // on purpose, and when
  std::map<std::string, std::uint64_t> remade_;
  std::map<std::string, Lines> unseen_;                             // and signs
  std::map<std::string, std::map<Lines, std::uint64_t>> taken_up_;  // their signs, and when
  std::map<std::string, std::uint64_t> forgot_;
  std::map<std::string, std::set<std::string>> pairs_;
  std::map<std::string, Lines> moved_;   // by a conflict to the other note, and not sent yet
  std::map<std::string, Lines> beyond_;  // stood on a disk alone that is gone
  std::map<std::string, std::set<std::string>> holders_;  // by hash: the notes that ever had it
  std::set<Purged> purged_;
  std::set<std::string> let_off_;
  std::optional<int> answered_late_;
};

}  // namespace loci::sync::world
