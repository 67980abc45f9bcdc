// Where the operations of one process wait for each other. Internal to store/, but that
// stores are opened with one door (Store::open).
//
// Threads that change the same places queue up in a room. Whoever is first leads: it takes
// the locks, and then all who wait by now are committed in one go, with one wait for the
// disk, one index and one sync of the directory. Each of them is an operation of its own: it
// has its own record, answer and undo, and is whole or absent whatever becomes of the others.
// Who was answered a moment ago often has the next change ready: the others give them half the
// time that the last group took, since one group of all is done sooner than two of some each.
// Processes exclude each other by the locks of the places; a room has to do with threads only.

#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "store/known_texts.h"
#include "store/names.h"
#include "store/store.h"

namespace loci::store {

// An operation that waits, on the stack of the thread that asked for it.
struct Waiting {
  Waiting(const Request& asked, const Planner& plans) : request(asked), planner(plans) {}

  const Request& request;
  const Planner& planner;
  const std::chrono::steady_clock::time_point since = std::chrono::steady_clock::now();
  // One of them is set by whoever leads; neither: its turn is still to come.
  std::optional<Result<Outcome>> answer{};
  std::exception_ptr thrown{};

 private:
  friend class Room;  // whose mutex guards these
  std::condition_variable woken_;
  bool queued_ = false;
  bool done_ = false;
};

class Room {
 public:
  // Called by the first in the queue, without the room's lock: takes the places' locks, then
  // calls `gather` for those to be committed with it, itself first, and answers as many of
  // them as it can, itself in any case. The others stay in the queue.
  using Gather = std::function<std::vector<Waiting*>()>;
  using Lead = std::function<void(const Gather& gather)>;

  // Until the operation is answered, or Locked after `patience` in the queue.
  Result<Outcome> take_part(Waiting& self, const Lead& lead, std::chrono::milliseconds patience);

  // How many are in the queue.
  [[nodiscard]] std::size_t waiting();
  // Whether somebody leads.
  [[nodiscard]] bool is_at_work();

  // What is known of the places, for whoever leads.
  Names names;
  KnownTexts known;

  // More are left to the next one who leads, so that nobody waits for too many.
  static constexpr std::size_t kMostTogether = 64;

 private:
  using Clock = std::chrono::steady_clock;

  bool wait_for_turn(Waiting& self, std::chrono::milliseconds patience);
  void wait_for_company();
  std::vector<Waiting*> gather();
  void leave(Waiting& self);

  // All of these are guarded by mutex_.
  std::mutex mutex_;
  std::deque<Waiting*> queue_;
  std::vector<Waiting*> together_;  // at work now
  bool led_ = false;
  Clock::time_point led_since_;
  std::size_t expected_ = 0;         // in the queue, if all who were here come again
  Clock::time_point expected_till_;  // then nobody waits for them any longer
  std::condition_variable all_here_;
};

// One for each process and home.
class Door {
 public:
  // The room of those who change just these places.
  std::shared_ptr<Room> room(const std::vector<Place>& places);
  // Whether an operation of this process may be changing one of these: then what the journal
  // has of it is no dead process's.
  [[nodiscard]] bool is_at_work(const std::vector<Place>& places);

  // Rooms that nobody is in are forgotten beyond so many.
  static constexpr std::size_t kMostRooms = 64;

 private:
  std::mutex mutex_;
  std::map<std::vector<std::string>, std::shared_ptr<Room>> rooms_;  // by the places' keys
};

}  // namespace loci::store
