// What happened, in order: an append-only log of operations and, beside it, the
// texts they replaced and made.
//
// 1. Files are state/journal/YYYY-MM.jsonl; records are numbered without gaps
//    and order is the number, never the clock.
// 2. Writers hold the journal's lock for the moment of one append. They cut off
//    a torn last line before they add.
// 3. Readers need no lock: a line counts when it is complete and its checksum
//    is right.
// 4. Nothing is made by reading: a home without a journal has an empty one.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/result.h"
#include "base/time.h"
#include "fs/file_system.h"
#include "store/history.h"
#include "store/journal_line.h"
#include "store/objects.h"

namespace loci::store {

class JournalCopy;

class Journal {
 public:
  // `home` is an absolute path; it need not exist before the first append.
  Journal(fs::FileSystem& files, std::string home, const Clock& clock);

  enum class Sync : bool { No, Yes };

  // Numbers and dates the records, and appends `texts` and them. A Begin
  // must be synced before its first file changes; a Done need not be. On
  // failure no record was appended. `texts` are as format_object() gives them.
  // `along` are other files to be synced in the same go.
  Result<> append(std::vector<Record>& records, const std::vector<std::string_view>& texts,
                  Sync sync, std::vector<fs::File*> along = {});

  // Makes what the journal says now durable, texts included: whoever acts on a
  // record of a process that died must know that it was synced.
  Result<> settle();

  // Operations begun and neither done nor aborted, oldest first: of a process
  // that died, or that is at it now.
  [[nodiscard]] Result<std::vector<Record>> pending() const;

  // Newest first, until `visit` answers false. Damaged lines are passed over.
  [[nodiscard]] Result<> visit(const std::function<bool(const Record&)>& visit) const;
  // The same of lines that are `wanted` alone, which sees them unparsed.
  [[nodiscard]] Result<> visit_some(const std::function<bool(std::string_view)>& wanted,
                                    const std::function<bool(const Record&)>& visit) const;
  // All of them, oldest first.
  [[nodiscard]] Result<std::vector<Record>> records() const;
  // The newest record that names the file: how loci last left or saw it.
  [[nodiscard]] Result<std::optional<FileRecord>> last_change(std::string_view place,
                                                              std::string_view file) const;

  struct Change {
    std::string hash;  // "" when it was deleted
    std::string time;
  };
  // How loci last left or saw one file, and when.
  [[nodiscard]] Result<std::optional<Change>> last_change_of(std::string_view place,
                                                             std::string_view file) const;
  // The same of every file in a place, in one pass.
  using Changes = std::unordered_map<std::string, Change>;  // by file
  [[nodiscard]] Result<Changes> last_changes(std::string_view place) const;

  // How far somebody has read.
  struct Position {
    std::string month;  // the file; "" = nothing was read yet
    fs::Stat file;
    std::uint64_t end = 0;
    std::string last;  // the line that ends there
  };
  // Every sound line behind `position`, the oldest first, and moves it to the end. False,
  // with nothing of use visited, when the journal was written anew since: begin once more.
  Result<bool> follow(Position& position,
                      const std::function<void(std::string_view line)>& visit) const;

  [[nodiscard]] Result<Texts> texts(const std::set<std::string>& hashes) const;

  struct Size {
    std::uint64_t records = 0;
    std::uint64_t damaged = 0;  // lines that fail their checksum
    std::uint64_t bytes = 0;
    ObjectCount objects;
  };
  [[nodiscard]] Result<Size> size() const;

  // Only gc and purge take something out of the journal, and do it in two steps. copy()
  // takes long and holds no lock that writers need: it writes what is to stay beside the
  // files, one process at a time. swap() takes the journal's lock, asks `decide` again
  // if something was appended since, and puts the copies in place. Writers wait for
  // swap() alone.
  using Decide = std::function<Forgettable(const std::vector<Record>& oldest_first,
                                           const std::vector<std::string>& stored)>;
  struct Removed {
    std::uint64_t records = 0;
    std::uint64_t objects = 0;
  };
  Result<std::unique_ptr<JournalCopy>> copy(const Decide& decide);
  Result<Removed> swap(JournalCopy& copy, const Decide& decide);
  // Both.
  Result<Removed> rewrite(const Decide& decide);
  [[nodiscard]] Result<std::vector<std::string>> object_hashes() const;
  // One text in memory at a time.
  Result<> visit_texts(
      const std::set<std::string>& hashes,
      const std::function<void(const std::string& hash, const std::string& text)>& visit) const;

  static constexpr std::chrono::milliseconds kPatience{5'000};
  // For whoever copies it; others do not wait for that.
  static constexpr std::chrono::milliseconds kCopyPatience{60'000};

 private:
  friend class JournalCopy;
  struct Tail;  // what a writer must know of the end
  struct Line {
    std::string_view text;     // with its line feed
    const std::string& month;  // the file it is in, and
    std::uint64_t end;         // where it ends there
  };
  struct Listing {
    fs::Stat directory;
    std::vector<std::string> months;
  };

  Result<> open_for_writing();
  Result<> sync_month(std::string_view month);
  Result<> finish_rewrite();
  [[nodiscard]] Result<const fs::Root*> lines() const;            // nullptr: none yet
  [[nodiscard]] Result<const fs::Root*> objects() const;          // nullptr: none yet
  [[nodiscard]] Result<std::vector<std::string>> months() const;  // oldest first
  template <typename Visit>
  Result<> for_each_line(const std::vector<std::string>& months, Visit visit) const;
  [[nodiscard]] Result<std::vector<Record>> pending_in(
      const std::vector<std::string>& months) const;
  [[nodiscard]] Result<Tail> read_tail() const;
  // The newest record that names the file, and the part of it that does.
  [[nodiscard]] Result<std::optional<std::pair<Record, FileRecord>>> last_record(
      std::string_view place, std::string_view file) const;
  void keep_listing(const fs::Root& root, const fs::Stat& directory,
                    const std::vector<std::string>& months) const;
  [[nodiscard]] std::string month_now() const;

  fs::FileSystem& files_;
  std::string home_;
  const Clock& clock_;
  mutable std::unique_ptr<fs::Root> lines_;
  mutable std::unique_ptr<fs::Root> objects_;
  mutable std::optional<Listing> listed_;
};

}  // namespace loci::store
