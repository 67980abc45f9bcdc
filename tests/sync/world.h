// A world of replicas and one server in one thread, played from a seed: messages are late, lost,
// doubled and out of order; machines crash between any two things they do; people edit, delete,
// purge, restore backups and copy homes; the server fails over to a copy that lacks its tail.
//
// The replicas run the program's own sync::SyncRun, sync::merge, sync::as_pair and, for what
// people write in an index, note::index_outline and sync::with_outline. What is a stand-in: the
// disk (maps), and the server, which does what the PostgreSQL schema does, in memory.

#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <queue>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "sync/run.h"

namespace loci::sync::world {

// What is taken out of the design, to see that it is needed.
enum class Without : std::uint8_t { Nothing, RowLock, OperationId, BaseHash, Epoch, Tombstone };

struct Setting {
  std::uint64_t seed = 1;
  int replicas = 4;
  int acts = 300;         // of people, over all replicas
  bool disasters = true;  // failover, restored and copied homes
  Without without = Without::Nothing;
};

// A note, and the lines of it that people wrote, each once in the whole world. Copies share
// what they say: a thousand replicas have it.
class Text {
 public:
  explicit Text(std::string bytes);
  // With a field of its own and one line.
  [[nodiscard]] static Text fresh(const std::string& field, const std::string& line);
  [[nodiscard]] Text with_line(std::uint64_t section, const std::string& line) const;
  [[nodiscard]] Text without_line(const std::string& line) const;
  [[nodiscard]] Text with_field(const std::string& field) const;

  [[nodiscard]] const std::string& bytes() const { return said_->bytes; }
  [[nodiscard]] const std::string& hash() const { return said_->hash; }
  [[nodiscard]] const std::set<std::string>& lines() const { return said_->lines; }

  // How many parts its body has: edits in two of them merge, in one they do not.
  static constexpr std::uint64_t kSections = 8;

 private:
  struct Said {
    std::string bytes;
    std::string hash;
    std::set<std::string> lines;
  };
  std::shared_ptr<const Said> said_;
};

class World {
 public:
  explicit World(Setting setting);
  ~World();
  // Plays it to the end, with everything mended at last. "" when all promises held, else what
  // did not.
  std::string play();

  // Figures of the run.
  struct Counts {
    std::size_t events = 0, pushes = 0, moved = 0, merges = 0, conflicts = 0, crashes = 0;
    std::size_t failovers = 0, restored = 0, copied = 0, purges = 0, lost_messages = 0;
  };
  [[nodiscard]] const Counts& counts() const { return counts_; }

 private:
  struct Replica;
  struct Server;
  friend struct Replica;
  friend struct Server;

  using Event = std::function<void()>;
  void later(std::uint64_t delay, Event event);
  // To the other side and perhaps back again: late, lost or doubled.
  void message(Event event);
  std::uint64_t below(std::uint64_t limit);
  bool chance(int percent);
  std::string id();

  void act();
  void edit(Replica& replica);
  void edit_index(Replica& replica, const std::string& fresh);
  void remove(Replica& replica);
  void purge(Replica& replica);
  void restore_home(Replica& replica);
  void copy_home(Replica& replica);
  void crash(Replica& replica);
  void doubt_unsent(Replica& replica);
  bool settle();
  std::string judge();

  Setting setting_;
  std::mt19937_64 random_;
  std::uint64_t now_ = 0;
  std::uint64_t order_ = 0;
  struct Due {
    std::uint64_t time, order;
    Event event;
    bool operator<(const Due& other) const {
      return std::pair(time, order) > std::pair(other.time, other.order);
    }
  };
  std::priority_queue<Due> due_;
  bool calm_ = false;  // the end: nothing is lost any more
  std::unique_ptr<Server> server_;
  std::vector<std::unique_ptr<Replica>> replicas_;
  std::uint64_t names_ = 0;
  Counts counts_;

  // What happened, for the judge.
  std::string fault_;
  std::map<std::string, Text> texts_;   // every text there ever was
  std::set<std::string> taken_away_;    // lines somebody removed, with or without their note
  std::set<std::string> acknowledged_;  // versions the server accepted, and said so
  std::map<std::string, std::map<std::string, std::uint64_t>>
      removed_lines_;  // note: lines an accepted edit removed, and when first
  struct Deletion {
    std::set<std::string> seen;  // lines that whoever deleted it saw
  };
  std::map<std::string, std::vector<Deletion>> deletions_;  // accepted ones
  std::set<std::string> unclear_;  // notes that were in a conflict, or edited while deleted
  std::map<std::string, std::uint64_t> unclear_since_;  // notes whose end a failover lost
  std::set<std::string> doubled_;  // notes that were written the same in two places
  std::map<std::string, std::set<std::string>> holders_;  // by hash: the notes that ever had it
  std::set<Purged> purged_;                               // accepted ones
};

}  // namespace loci::sync::world
