// A world of replicas and one server in one thread, played from a seed: messages are late, lost,
// doubled and out of order; machines crash between any two things they do; clocks are wrong;
// people edit, also behind loci's back, delete, purge, restore backups and copy homes; some
// machines hold notes back, are read-only or send what is tagged; the server refuses changes,
// forgets its past, and fails over to a copy that lacks its tail.
//
// The replicas run the program's own sync::SyncRun, sync::merge, sync::as_pair and, for what
// people write in an index, note::index_outline and sync::with_outline. What is a stand-in: the
// disk (replica.h), and the server (server.h), which does what the PostgreSQL schema does.

#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <cstdlib>
#include <functional>
#include <memory>
#include <queue>
#include <random>
#include <string>
#include <vector>

#include "sync/judge.h"

namespace loci::sync::world {

// What is taken out of the design, to see that it is needed.
enum class Without : std::uint8_t {
  Nothing,
  RowLock,
  OperationId,
  BaseHash,
  // Of the hash of all writes that is in each cursor. It alone tells two stores apart that failed
  // over and kept their epoch, as a promoted standby does.
  Chain,
  // The epoch and the chain. The epoch alone is not missed here: whatever a failover did, the chain
  // tells as well. It is what an owner can raise by hand (loci.new_epoch).
  EpochAndChain,
  DeletionTombstone,
  PurgeTombstone,
  PastOfTrimmed,  // what a note was, kept when the log is trimmed
};

struct Setting {
  std::uint64_t seed = 1;
  int replicas = 4;
  int acts = 300;         // of people, over all replicas
  int names = 28;         // of notes: a few only, so that two machines make the same one
  bool disasters = true;  // failover, restored and copied homes
  bool special = true;    // machines that hold back, read only or send what is tagged; refusals
  bool trims = true;      // the server forgets its past
  bool undoes = true;     // people take up earlier texts again
  Without without = Without::Nothing;
};

struct Replica;
struct Server;

class World {
 public:
  explicit World(Setting setting);
  ~World();
  // Plays it to the end, with everything mended at last. Which promises were not kept.
  Faults play();

  // Figures of the run.
  struct Counts {
    std::size_t events = 0, pushes = 0, moved = 0, merges = 0, conflicts = 0, crashes = 0;
    std::size_t failovers = 0, restored = 0, copied = 0, purges = 0, lost_messages = 0;
    std::size_t outside = 0, undone = 0, held = 0, refused = 0, withheld = 0, trims = 0, daily = 0;
    std::size_t promised = 0, let_off = 0;  // notes
  };

  // For its parts. ---------------------------------------------------------------------------
  using Event = std::function<void()>;
  void later(std::uint64_t delay, Event event);
  // To the other side and perhaps back again: late, lost or doubled.
  void message(Event event);
  std::uint64_t below(std::uint64_t limit);
  bool chance(int percent);
  std::string id();
  [[nodiscard]] std::uint64_t now() const { return now_; }
  [[nodiscard]] bool calm() const { return calm_; }
  [[nodiscard]] bool lacks(Without what) const { return setting_.without == what; }
  // Whether the server, or a machine's policy, takes no such text now.
  [[nodiscard]] bool refuses(const std::string& hash) const;
  [[nodiscard]] bool doubts(const std::string& hash) const;
  [[nodiscard]] Server& server() { return *server_; }
  [[nodiscard]] Judge& judge() { return judge_; }
  Counts& counts() { return counts_; }

 private:
  void act();
  void edit(Replica& replica);
  void edit_outside(Replica& replica);
  bool undo(Replica& replica);
  void edit_index(Replica& replica, const std::string& fresh);
  void remove(Replica& replica);
  void purge(Replica& replica);
  void restore_home(Replica& replica);
  void copy_home(Replica& replica);
  void disaster(Replica& replica);
  [[nodiscard]] std::string some_note(const Replica& replica);

  // Everybody syncs until nothing moves. False when that has no end.
  bool settle();
  void look_whether_others_agree();
  void end_exceptions();
  void look_whether_all_agree();
  void look_at_promises();

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
  bool calm_ = false;      // the end: nothing is lost any more
  bool ordinary_ = false;  // nothing is refused or held back any more
  std::unique_ptr<Server> server_;
  std::vector<std::unique_ptr<Replica>> replicas_;
  std::uint64_t names_ = 0;
  Counts counts_;
  Judge judge_;
  Faults faults_;
};

// LOCI_TRACE=WORD prints what happens to notes and texts with that in their name.
template <typename... Parts>
void trace(fmt::format_string<Parts...> form, Parts&&... parts) {
  static const char* const wanted = std::getenv("LOCI_TRACE");
  if (wanted == nullptr) return;
  const auto line = fmt::format(form, std::forward<Parts>(parts)...);
  if (line.find(wanted) != std::string::npos) fmt::print("{}\n", line);
}

}  // namespace loci::sync::world
