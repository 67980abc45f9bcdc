// What the journal's records mean for people: revisions of a note, what can be
// undone, what may be forgotten. Pure.

#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/time.h"
#include "store/journal_line.h"

namespace loci::store {

// One state of a note. `id` is the operation that left it so.
struct Revision {
  std::uint64_t id = 0;
  std::string time;
  std::string operation;
  std::string origin;
  std::string actor;
  std::string summary;
  std::string place;  // where it was then
  std::string file;
  std::optional<std::string> before;  // hashes
  std::optional<std::string> after;
  std::string line{};       // hash of the index line that went or came with it, or ""
  std::string directory{};  // which one its workspace was then, or ""
};

// The revisions of one note, newest first, across renames and moves. Feed it
// records newest first.
class RevisionScan {
 public:
  RevisionScan(std::string place, std::string file);
  void add(const Record& record);
  [[nodiscard]] const std::vector<Revision>& revisions() const { return revisions_; }

 private:
  std::string place_;
  std::string file_;
  std::set<std::uint64_t> aborted_;
  std::vector<Revision> revisions_;
};

// Sorts out which operations count and which were taken back. Feed it records
// newest first; it says of each whether it is an operation that took place.
class OperationScan {
 public:
  struct Verdict {
    bool happened = false;  // a Begin that was not called off
    bool undone = false;    // and that a later operation took back
  };
  Verdict add(const Record& record);

 private:
  std::set<std::uint64_t> aborted_;
  std::set<std::uint64_t> undone_;
};

// Operations that undo never offers: they cannot, or must not, be taken back.
[[nodiscard]] bool can_be_undone(const Record& record);

struct Retention {
  std::chrono::days age{180};
  std::chrono::days always{30};    // never anything this young, by sequence
  std::size_t revisions = 20;      // never one of the last so many of a note
  std::size_t largest_share = 10;  // at most 1/10 of the texts in one run
};

// What gc and purge take out of the journal.
struct Forgettable {
  std::set<std::uint64_t> records;    // sequences, their Done and Abort lines included
  std::set<std::uint64_t> summaries;  // sequences of records that lose theirs
  std::set<std::string> texts;        // hashes
  bool strays = false;                // and texts that no record names, and damaged lines
  std::string refusal;                // why nothing may be forgotten at all, or ""
};

// `records` oldest first; `stored` every hash in the packs.
[[nodiscard]] Forgettable forgettable(const std::vector<Record>& records,
                                      const std::vector<std::string>& stored, Timestamp now,
                                      const Retention& retention);

using NoteKey = std::pair<std::string, std::string>;  // place and file

// Everything the journal has of some notes, across renames and moves, and also of
// operations that were called off. `records`, oldest first, must outlive it; those
// behind `end` are somebody else's.
class Past {
 public:
  Past(const std::vector<NoteKey>& notes, const std::vector<Record>& records,
       std::uint64_t end = ~std::uint64_t{0});

  [[nodiscard]] const std::set<NoteKey>& names() const { return names_; }
  [[nodiscard]] const std::set<std::uint64_t>& sequences() const { return sequences_; }
  // Hashes of the notes' texts (with a revision: of its text only) and of the
  // index lines that came and went with them.
  [[nodiscard]] std::set<std::string> texts(std::uint64_t revision = 0) const;
  [[nodiscard]] std::set<std::string> lines() const;
  // The other notes that have or had one of these texts, by hash. A note that was
  // never made, because its operation was called off, is none.
  [[nodiscard]] std::map<std::string, std::set<NoteKey>> holders(
      const std::set<std::string>& hashes) const;

 private:
  struct Entry {
    const Record* record;
    const FileRecord* file;
  };
  void follow(const NoteKey& note);

  const std::vector<Record>& records_;
  std::uint64_t end_;
  std::set<std::uint64_t> aborted_;
  std::vector<Entry> entries_;
  std::set<const FileRecord*> own_;
  std::set<NoteKey> names_;
  std::set<std::uint64_t> sequences_;
};

// What a purge, given by its Begin, takes out: the texts it names but those that
// another note has or had, or that an operation needs which is not done; and the
// summaries of every record of its notes.
[[nodiscard]] Forgettable forgotten_by(const Record& purge, const std::vector<Record>& records);

}  // namespace loci::store
